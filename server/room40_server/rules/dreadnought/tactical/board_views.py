"""What a viewpoint sees of a battle on the board (7.21, 7.27, H21.9).

Rules of this file: of the enemy nothing is read but `Watch`, where counters stand that are in view, and the cards of ships
that are known. The public has of each side what the other side has.
"""

from msgspec.structs import replace

from room40.dreadnought.board_views import ArmsView, BoardView, GroupView, LastSeenView, StackView, stack_of
from room40.dreadnought.boardplay import nearest
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import gunnery, torpedoes
from room40_server.rules.dreadnought.damage import GUNS, part
from room40_server.rules.dreadnought.setting import ShipClass
from room40_server.rules.dreadnought.state import Battle, Ship, State, card, fleet_of, grade
from room40_server.rules.dreadnought.tables import GunneryTable, Impulse
from room40_server.rules.dreadnought.tactical import detection, entry, firing, ground, groups, impulses, set_up
from room40_server.rules.dreadnought.tactical.board import Glimpse, Group, Stage, Tactical, Watch


def board_view(state: State, battle: Battle, side: Side | None) -> BoardView:
    """The board as a seat sees it, or the public."""
    board = ground.board_of(battle)
    asked = impulses.asks(state, str(battle.zone))
    kind = asked.get(side.value, "") if side is not None else ""
    viewers = [side] if side is not None else list(Side)
    gunnery_table = state.setting.tables.gunnery
    return BoardView(
        radius=ground.grid(state).radius,
        zones={s.value: str(z) for s, z in ground.open_sides(state, battle.zone, side).items()},
        detection=ground.detection(state),
        stack=ground.table(state).stack,
        impulses=[_impulse(step) for step in ground.table(state).impulses],
        hit_on=gunnery_table.hit_on,
        small_range=gunnery_table.small_craft_range,
        small_share=gunnery_table.small_craft_primary_share,
        step=board.step,
        doing=doing(state, battle),
        entries=[s.value for s in entry.sides(board)],
        stacks={v.enemy.value: _stacks(state, board, v) for v in viewers},
        known={token: ship for v in viewers for token, ship in _known(board, v).items()},
        last_seen={ship: _glimpse(g) for v in viewers for ship, g in _lost(state, board, v).items()},
        groups={g.id: _group(state, g) for g in ground.groups_of(board, side)} if side else {},
        arms=_arms(state, board, side) if side else {},
        may_move=_movable(state, battle, side) if side and board.step else [],
        may_detach=_detachable(state, board, side) if side else [],
        entry=_entry(battle, side) if side else {},
        may_stand=_may_stand(state, battle, side) if side and kind == "set up" else {},
        proposal=_proposal(state, battle, side) if side and kind == "set up" else {},
        same=_same(board, side) if side else {},
    )


def known_ships(board: Tactical, side: Side | None) -> list[str]:
    """The enemy ships that a viewpoint has ever known in this battle; the public those that their enemies have."""
    viewers = [side] if side is not None else list(Side)
    return [ship for v in viewers for ship in detection.watch_of(board, v).glimpses]


def _impulse(step: Impulse) -> str:
    return f"{step.who} {step.slowest}" if step.do == "move" else step.do


def doing(state: State, battle: Battle) -> str:
    """What is going on outside the impulses, by the name of what is asked: the same for all viewpoints."""
    if ground.board_of(battle).stage is Stage.IMPULSES:
        return ""
    return next(iter(impulses.asks(state, str(battle.zone)).values()), "")


def _stacks(state: State, board: Tactical, viewer: Side) -> dict[str, StackView]:
    """The enemy counters in view of a side, by hex."""
    own, range_ = list(ground.standing(board, viewer)), ground.detection(state)
    names = {ship: token for token, ship in detection.watch_of(board, viewer).tokens.items()}
    found = {}
    for hex_, ships in ground.standing(board, viewer.enemy).items():
        tokens = [names[i] for i in ships if i in names]
        if tokens:
            near = nearest(hex_, own)
            found[str(hex_)] = stack_of(tokens, near is not None and near < range_)
    return found


def _known(board: Tactical, viewer: Side) -> dict[str, str]:
    watch = detection.watch_of(board, viewer)
    return {token: watch.tokens[token] for token in watch.known}


def _lost(state: State, board: Tactical, viewer: Side) -> dict[str, Glimpse]:
    """Ships known once whose counter is lost in a stack or out of view, sunk ones left out."""
    watch: Watch = detection.watch_of(board, viewer)
    known = detection.known_ships(board, viewer)
    return {ship: g for ship, g in watch.glimpses.items() if ship not in known and not state.ships[ship].sunk}


def _glimpse(seen: Glimpse) -> LastSeenView:
    return LastSeenView(str(seen.hex), seen.round, seen.step)


def _group(state: State, group: Group) -> GroupView:
    crew = {i: place for place, i in enumerate(state.fleets[group.fleet].ships) if i in group.ships}
    return GroupView(group.fleet, str(group.hex), crew, ground.group_speed(state, group))


def _arms(state: State, board: Tactical, side: Side) -> dict[str, ArmsView]:
    own = ground.ships_on(state, board, side)
    return {s.id: arms(state, s) for s in own if not firing.holds_fire(state, board, s.id)}


def arms(state: State, ship: Ship) -> ArmsView:
    """What a ship has to fire as things stand."""
    table, built, weather = state.setting.tables, card(state, ship), grade(state)
    halved = gunnery.is_halved(fleet_of(state, ship.id), ship.id)
    found: dict[str, list[int]] = {name: [] for name in ArmsView.__struct_fields__}
    for gun in GUNS:
        dice = _full(table.gunnery, ship, built, gun, halved) if part(ship, gun) else 0
        if dice and gunnery.allows(weather, gun):
            found[gun] = [gunnery.reach(table.gunnery, built, gun), dice]
    if torpedoes.can_fire(state, ship, 0):
        found["torpedoes"] = [table.torpedoes.range, torpedoes.dice_of(ship)]
    return ArmsView(**found)


def _full(table: GunneryTable, ship: Ship, built: ShipClass, gun: str, halved: bool) -> int:
    """The dice of a gun class at a target of size."""
    number = part(ship, gun) + gunnery.elite(table, ship, built, gun)
    return number // 2 if halved else number


def _movable(state: State, battle: Battle, side: Side) -> list[str]:
    """The groups that may move in the side's movement step in hand, else in its next or, after it, its last of the round."""
    board = ground.board_of(battle)
    steps = enumerate(ground.table(state).impulses, 1)
    own = [n for n, step in steps if step.do == "move" and ground.mover(battle, step) is side]
    step = next((n for n in own if n >= board.step), own[-1])
    then = replace(battle, board=replace(board, step=step))
    return [g.id for g in ground.groups_of(board, side) if groups.may_move(state, then, g)]


def _detachable(state: State, board: Tactical, side: Side) -> list[str]:
    own = [g for g in ground.groups_of(board, side) if len(g.ships) > 1]
    return [i for g in own for i in g.ships if groups.may_detach(state, state.ships[i])]


def _entry(battle: Battle, side: Side) -> dict[str, str]:
    return dict(ground.board_of(battle).entries) if ground.first(battle) is side else {}


def _may_stand(state: State, battle: Battle, side: Side) -> dict[str, list[str]]:
    return {fleet: [str(h) for h in hexes] for fleet, hexes in set_up.offers(state, battle, side).items()}


def _proposal(state: State, battle: Battle, side: Side) -> dict[str, list[str]]:
    return {str(h): list(ships) for h, ships in set_up.proposal(state, battle, side).items()}


def _same(board: Tactical, side: Side) -> dict[str, dict[str, str]]:
    """The fire that "same again" would give, as far as its targets' counters are still known."""
    names = detection.known_ships(board, side)
    found: dict[str, dict[str, str]] = {}
    for key, target in sorted(board.standing.get(side.value, {}).items()):
        if target in names:
            ship, _, gun = key.partition(" ")
            own = found.setdefault(names[target], {})
            own[ship] = own.get(ship, "") + gun[0]
    return found
