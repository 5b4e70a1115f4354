"""Setting up: first the side without initiative in the middle, then the other along its sides (7.2, 7.22 to 7.29)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40.geometry.hexgrid import Hex, parse_hex
from room40.geometry.seachart import Direction
from room40_server.rules.dreadnought.state import Battle, State, ships_of
from room40_server.rules.dreadnought.tactical import arranging, entry, ground, groups, limits, surprise
from room40_server.rules.dreadnought.tactical.board import Stage
from room40_server.rules.dreadnought.tactical.limits import Placement, Scene
from room40_server.rules.game import Refused

_GIVE_WAY = frozenset({"7.22", "7.23", "7.24", "7.25", "7.28"})
"""The limits that may give way where no set-up keeps them all: the first eight, the chain of an escort (H21.2)."""


def scene_of(state: State, battle: Battle, side: Side) -> Scene:
    """What the set-up of a side depends on."""
    board, grid = ground.board_of(battle), ground.grid(state)
    fleets = tuple(state.fleets[i] for i in battle.fleets[side])
    ids = {f.id for f in fleets}
    ships = {s.id: s for f in fleets for s in ships_of(state, f)}
    has_initiative = ground.first(battle) is side
    blind = has_initiative and state.setting.blind
    return Scene(
        grid=grid,
        table=ground.table(state),
        detection=ground.detection(state),
        fleets=fleets,
        ships=ships,
        home={s.id: f.id for f in fleets for s in ships_of(state, f)},
        entry={f.id: Direction(board.entries[f.id]) for f in fleets} if has_initiative else {},
        fronts=() if has_initiative else tuple(h for s in entry.sides(board) for h in grid.numbered(s)),
        enemy=tuple(ground.standing(board, side.enemy)) if has_initiative and not blind else (),
        charges={f.id: f.charge for f in fleets if f.mission is Mission.ESCORT and f.charge in ids},
        tows={s.id: s.towing for s in ships.values() if s.towing in ships},
        blind=blind,
    )


def read(places: Mapping[str, tuple[str, ...]]) -> dict[Hex, tuple[str, ...]]:
    """The placement that an order says. Raises `Refused` where a hex is not written as one."""
    found: dict[Hex, tuple[str, ...]] = {}
    for text, ships in places.items():
        hex_ = parse_hex(text)
        if hex_ is None:
            raise Refused("7.2", f"{text!r} is no hex of the board.", text)
        if ships:
            found[hex_] = (*found.get(hex_, ()), *ships)
    return found


def fault(state: State, battle: Battle, side: Side, places: Placement) -> Refused | None:
    """Why a side may not set up so, or None: all of 7.2 to 7.29 in the order of `limits.HARD`, surprise, closeness."""
    scene = scene_of(state, battle, side)
    nearer = surprise.hexes_nearer(state, battle) if scene.entry else 0
    found = _shifted_fault(scene, places, nearer) if nearer else limits.fault(scene, places)
    if found is not None and found.clause in _GIVE_WAY:
        relaxed = arranging.reachable(scene)
        if relaxed.parted or relaxed.wants != limits.full_wants(scene):
            found = _shifted_fault(relaxed, places, nearer) if nearer else limits.fault(relaxed, places)
            scene = relaxed
    if found is not None or scene.entry:
        return found
    return _far(state, scene, places)


def _far(state: State, scene: Scene, places: Placement) -> Refused | None:
    """All as close to the enemy's side as the limits allow (7.23): no stack could be nearer, nor all of them together."""
    name = scene.grid.name
    close = limits.nearer_hex(scene, places)
    if close is not None:
        fleet, hex_, there = close
        number = state.fleets[fleet].number
        sentence = f"Fleet {number} in {name(hex_)} could stand nearer to the enemy's side, in {name(there)}."
        return Refused("7.23", sentence, str(there))
    if arranging.total(scene, places) <= arranging.least_total(scene):
        return None
    better = arranging.arrange(scene)
    if not better or arranging.total(scene, places) <= arranging.total(scene, better):
        return None
    said = ", ".join(f"{len(ships)} in {name(h)}" for h, ships in better.items())
    return Refused("7.23", f"Your ships could stand nearer to the enemy's side: {said}.")


def _shifted_fault(scene: Scene, places: Placement, nearer: int) -> Refused | None:
    """Under surprise the set-up stands so many hexes nearer the middle than 7.24 has it (7.28, H21.14)."""
    first = limits.all_placed(scene, places)
    if first is not None:
        return first
    for _, back in _unshifted(scene, places, nearer):
        found = limits.fault(scene, {back[h]: ships for h, ships in places.items()})
        if found is None:
            return None
        first = first or found
    if first is None or limits.fault(scene, places) is None:
        hexes = "one hex" if nearer == 1 else f"{nearer} hexes"
        return Refused("7.28", f"The enemy is surprised: all your ships stand {hexes} nearer the middle than the side.")
    return first


def _unshifted(scene: Scene, places: Placement, nearer: int) -> Iterator[tuple[dict[str, surprise.Steps], dict[Hex, Hex]]]:
    """The steps by which a set-up may have come to stand where it does, and where each of its hexes was before them."""
    for way in _ways(scene, nearer):
        for back in _bases(scene, places, way):
            if all(hex_ in scene.grid for hex_ in back.values()):
                yield way, back


def _stopped(state: State, battle: Battle, side: Side, places: Placement, nearer: int) -> dict[Hex, tuple[str, ...]]:
    """A surprised enemy whom one does not see: a stack that would land on him stops adjacent, where it sees him (7.28,
    H21.14); so its owner is told no sooner, and nothing by a refusal."""
    scene = arranging.reachable(scene_of(state, battle, side))
    taken = set(ground.standing(ground.board_of(battle), side.enemy))
    for way, back in _unshifted(scene, places, nearer):
        if limits.fault(scene, {back[h]: ships for h, ships in places.items()}) is None:
            moved: dict[Hex, tuple[str, ...]] = {}
            for hex_, ships in places.items():
                steps = way[scene.entry[scene.home[ships[0]]].value]
                there = surprise.advance(back[hex_], steps, taken | moved.keys())
                moved[there] = (*moved.get(there, ()), *ships)
            return moved
    return dict(places)


def _ways(scene: Scene, nearer: int) -> list[dict[str, surprise.Steps]]:
    """Every choice of steps, one for all ships that come on by a side."""
    found: list[dict[str, surprise.Steps]] = [{}]
    for side in dict.fromkeys(scene.entry.values()):
        found = [{**way, side.value: steps} for way in found for steps in surprise.ways(side, nearer)]
    return found


def _bases(scene: Scene, places: Placement, way: Mapping[str, surprise.Steps]) -> list[dict[Hex, Hex]]:
    """Where each hex of a placement came from before the steps of its side; none where that cannot be."""
    found: list[dict[Hex, Hex]] = [{}]
    for side, steps in way.items():
        held = [h for h, ships in places.items() if scene.entry[scene.home[ships[0]]] == side]
        found = [{**one, **more} for one in found for more in surprise.bases(held, steps, scene.enemy)]
    return [one for one in found if len(set(one.values())) == len(places)]


def proposal(state: State, battle: Battle, side: Side) -> dict[Hex, tuple[str, ...]]:
    """How the umpire would set up for a side. Never empty: where he finds nothing that keeps all limits they give way."""
    scene = scene_of(state, battle, side)
    places = arranging.arrange(scene) or arranging.crammed(scene)
    nearer = surprise.hexes_nearer(state, battle) if scene.entry else 0
    if not nearer:
        return places
    for way in _ways(scene, nearer):
        moved: dict[Hex, tuple[str, ...]] = {}
        for hex_, ships in places.items():
            there = surprise.advance(hex_, way[scene.entry[scene.home[ships[0]]].value], scene.enemy)
            moved[there] = (*moved.get(there, ()), *ships)
        if len(moved) == len(places) and _shifted_fault(arranging.reachable(scene), moved, nearer) is None:
            return moved
    return places


def offers(state: State, battle: Battle, side: Side) -> dict[str, tuple[Hex, ...]]:
    """The hexes in which the ships of each of a side's fleets may stand, where the rest of the set-up agrees."""
    scene = arranging.reachable(scene_of(state, battle, side))
    found = {f.id: arranging.may_stand(scene, f) for f in scene.fleets}
    nearer = surprise.hexes_nearer(state, battle) if scene.entry else 0
    if not nearer:
        return found
    ways = {side: tuple(surprise.ways(side, nearer)) for side in dict.fromkeys(scene.entry.values())}
    return {
        fleet: tuple(dict.fromkeys(surprise.advance(h, w, scene.enemy) for w in ways[scene.entry[fleet]] for h in hexes))
        for fleet, hexes in found.items()
    }


def set_up(state: State, battle: Battle, side: Side, order: o.SetUp) -> State:
    """Set up a side's ships as ordered, or as the umpire would (7.2); its groups form (7.3)."""
    board = ground.board_of(battle)
    setting_up = ground.first(battle).enemy if board.stage is Stage.SECOND_SETS_UP else ground.first(battle)
    if side is not setting_up:
        raise Refused("7.2", "It is the other side's turn to set up.", order.zone)
    places = read(order.places)
    if places:
        found = fault(state, battle, side, places)
        if found is not None:
            raise found
    else:
        places = proposal(state, battle, side)
    nearer = surprise.hexes_nearer(state, battle) if ground.first(battle) is side else 0
    if nearer and state.setting.blind:
        places = _stopped(state, battle, side, places, nearer)
    formed, numbered = groups.form(state, battle, side, places)
    after = Stage.FIRST_SETS_UP if board.stage is Stage.SECOND_SETS_UP else Stage.IMPULSES
    board = replace(board, groups={**board.groups, **formed}, numbered=numbered, stage=after)
    return ground.put(state, replace(battle, board=board))
