"""Battles on the tactical board in case scripts: the situation on the board, orders in ships' names, what came of it."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order, Side
from room40.dreadnought.views import View
from room40.geometry.hexgrid import Hex, distance, parse_hex
from room40.geometry.seachart import Direction, Zone
from room40_server.cards import slug
from room40_server.cases.dreadnought.shapes import BoardSpec
from room40_server.rules.dreadnought import gunnery
from room40_server.rules.dreadnought.state import Battle, Phase, State, ships_of
from room40_server.rules.dreadnought.tactical import detection, entry, ground, groups, set_up
from room40_server.rules.dreadnought.tactical.board import Group, Stage, Tactical
from room40_server.scenario_files import Raw, ScenarioError, typed

ORDERS = frozenset({"basic", "enter", "set up", "manoeuvre", "guns", "torpedoes", "keep"})
"""The kinds of order that belong to the board."""


def lay_out(state: State, spec: BoardSpec, file: str) -> State:
    """The state in a battle on the board as a script's setup says: before the set-up of a side, or in an impulse."""
    zone = str(spec.zone)
    sides = {s.value: tuple(f.id for f in state.fleets.values() if f.side is s and f.zone == zone) for s in Side}
    if not all(sides.values()):
        raise ScenarioError(file, "setup.board", "zone", f"both sides need a fleet in {zone}.")
    battle = Battle(Zone(zone), sides, spec.surprise, spec.round, spec.initiative.value, opened=True, board=Tactical())
    state = replace(state, phase=Phase.BATTLES, setting=replace(state.setting, battles="tactical"))
    state = gunnery.begin(state, (i for ids in sides.values() for i in ids))
    named = entry.entries(state, battle, spec.initiative)
    strange = next((i for i in spec.entry if i not in named), None)
    if strange is not None:
        raise ScenarioError(file, "setup.board.entry", strange, "it is no fleet of the side with initiative in the battle.")
    named |= {i: over.value for i, over in spec.entry.items()}
    state = ground.put(state, battle, entries=named, stage=_stage(state, spec, named))
    for side in (spec.initiative.enemy, spec.initiative):
        if side in spec.hexes:
            state = _stand(state, zone, side, spec, file)
    return ground.put(state, state.battles[zone], step=spec.step, stirred=True)


def _stage(state: State, spec: BoardSpec, named: Mapping[str, str]) -> Stage:
    if spec.step:
        return Stage.IMPULSES
    if spec.initiative.enemy in spec.hexes:
        return Stage.FIRST_SETS_UP
    return Stage.ENTRY if entry.unnamed(state, Tactical(entries=dict(named))) else Stage.SECOND_SETS_UP


def _stand(state: State, zone: str, side: Side, spec: BoardSpec, file: str) -> State:
    battle = state.battles[zone]
    before = ground.board_of(battle)
    places = {hex_of(h, file): tuple(map(slug, names)) for h, names in spec.hexes[side].items()}
    off = next((h for h in places if h not in ground.grid(state)), None)
    if off is not None:
        raise ScenarioError(file, "setup.board.hexes", str(off), "it is no hex of the board.")
    afloat = {s.id for i in battle.fleets[side] for s in ships_of(state, state.fleets[i])}
    stands = [i for ids in places.values() for i in ids]
    if sorted(stands) != sorted(afloat - {slug(n) for n in spec.absent}):
        raise ScenarioError(file, "setup.board.hexes", side, f"these ships must stand once each: {sorted(afloat)}.")
    formed, numbered = groups.form(state, battle, side, places)
    for names in spec.merged:
        formed = _merged(formed, {slug(n) for n in names})
    state = ground.put(state, battle, groups={**before.groups, **formed}, numbered=numbered)
    return detection.look(state, zone, before)


def _merged(formed: dict[str, Group], ships: set[str]) -> dict[str, Group]:
    one = [g for g in formed.values() if ships.intersection(g.ships)]
    if len(one) < 2:
        return formed
    whole = replace(one[0], ships=tuple(i for g in one for i in g.ships))
    return {i: whole if i == whole.id else g for i, g in formed.items() if g not in one[1:]}


def hex_of(text: str, file: str) -> Hex:
    """A hex as a script writes it, "-1,2". Raises `ScenarioError`."""
    found = parse_hex(text)
    if found is None:
        raise ScenarioError(file, "setup.board", text, "a hex is written as q,r: -1,2.")
    return found


# ---- orders ---------------------------------------------------------------------------------------------------------


class _Shot(Struct, frozen=True, forbid_unknown_fields=True):
    """A shot as a script gives it, both ships by name."""

    ship: str
    gun: str
    target: str


def with_ids(state: State, raw: Raw, seat: str, file: str) -> Raw:
    """An order of the board with groups and enemy counters, which a script names by their ships, under their own names."""
    zone = next((z for z, b in state.battles.items() if b.board is not None and not b.over), "")
    made: Raw = {"zone": zone, **raw}
    battle = state.battles.get(zone)
    if battle is None or battle.board is None:
        return made
    board, side = battle.board, Side(seat)
    detached = {slug(str(n)) for n in typed(raw.get("detach", []), tuple[str, ...], file, "do.detach")}
    for key in ("detach", "cast_off"):
        if key in raw:
            made[key] = [slug(str(n)) for n in typed(raw[key], tuple[str, ...], file, f"do.{key}")]
    if "places" in raw:
        places = typed(raw["places"], dict[str, tuple[str, ...]], file, "do.places")
        made["places"] = {h: [slug(n) for n in names] for h, names in places.items()}
    if "moves" in raw:
        moves = typed(raw["moves"], dict[str, str], file, "do.moves")
        made["moves"] = {_group(board, n, detached): to for n, to in moves.items()}
    if "merge" in raw:
        merge = typed(raw["merge"], dict[str, str], file, "do.merge")
        made["merge"] = {_group(board, n, detached): _group(board, into, detached) for n, into in merge.items()}
    if "shots" in raw:
        shots = typed(raw["shots"], tuple[_Shot, ...], file, "do.shots")
        made["shots"] = [{"ship": slug(s.ship), "gun": s.gun, "target": _token(board, side, s.target)} for s in shots]
    if "spreads" in raw:
        spreads = typed(raw["spreads"], dict[str, str], file, "do.spreads")
        made["spreads"] = {slug(n): _token(board, side, target) for n, target in spreads.items()}
    return made


def _group(board: Tactical, name: str, detached: set[str]) -> str:
    ship = slug(name)
    found = ground.group_of(board, ship)
    return ship if ship in detached or found is None else found.id


def _token(board: Tactical, side: Side, name: str) -> str:
    tokens = detection.watch_of(board, side).tokens
    return next((token for token, ship in tokens.items() if ship == slug(name)), name)


def plain_answer(kind: str, view: View) -> Order | None:
    """What a run answers when a side is asked on the board: the umpire sets up, nobody moves, nobody fires."""
    zone, choices = view.ask.zone, view.ask.choices
    plain: dict[str, Order] = {
        "basic": o.Basic(zone, False),
        "set up": o.SetUp(zone),
        "manoeuvre": o.Manoeuvre(zone),
        "gunnery": o.FireGuns(zone),
        "torpedoes": o.FireTorpedoes(zone),
    }
    if kind == "entry":
        return o.Enter(zone, view.ask.fleet, Direction(choices[0]))
    if kind == "keep":
        return o.Keep(zone, view.ask.fleet, choices[0])
    return plain.get(kind)


# ---- questions and expectations -------------------------------------------------------------------------------------


def facts(state: State, battle: Battle) -> dict[str, object]:
    """What a script may expect of the board of a battle."""
    board = battle.board or Tactical()
    at = {state.ships[i].name: str(h) for i, h in ground.where(board).items()}
    return {
        "zone": str(battle.zone),
        "stage": board.stage.value,
        "step": board.step,
        "round": battle.round,
        "initiative": battle.initiative,
        "over": battle.over,
        "lost_sight": battle.lost_sight,
        "entry": dict(board.entries),
        "at": at,
        "left": {state.ships[i].name: str(z) for i, z in board.left.items()},
        "faces": {state.ships[i].name: face(state, board, i) for i in ground.where(board)},
        "groups": sorted(sorted(state.ships[i].name for i in g.ships) for g in board.groups.values()),
        "speeds": {state.ships[i].name: ground.group_speed(state, g) for g in board.groups.values() for i in g.ships},
    }


def face(state: State, board: Tactical, ship: str) -> str:
    """How a counter lies: "up", "down" at the detection range, "unseen" beyond it (7.27)."""
    side = state.ships[ship].side
    enemies, range_ = list(ground.standing(board, side.enemy)), ground.detection(state)
    hex_ = ground.where(board)[ship]
    if ground.is_face_up(hex_, enemies, range_):
        return "up"
    return "down" if ground.is_seen(hex_, enemies, range_) else "unseen"


def differences(wanted: Raw, state: State, battle: Battle, file: str) -> Iterator[str]:
    """What of the board is not as expected."""
    known = facts(state, battle)
    for key, value in wanted.items():
        now = known.get(key)
        if key not in known:
            yield f"the board has no {key}"
        elif isinstance(now, list):
            groups_wanted = typed(value, tuple[tuple[str, ...], ...], file, "expect.board.groups")
            missing = [g for g in map(sorted, groups_wanted) if g not in now]
            if missing:
                yield f"the groups should be {missing}, not {now}"
        elif isinstance(value, dict) and isinstance(now, dict):
            for name, one in value.items():
                if now.get(name, "") != one:
                    yield f"{key} of {name} should be {one!r}, not {now.get(name, '')!r}"
        elif value != now:
            yield f"{key} of the board should be {value!r}, not {now!r}"


def moves_in(state: State, raw: Raw, file: str) -> object:
    """The steps of a round in which the group of a ship may move as things stand (7.31, 7.34)."""
    zone, board = _only(state, file)
    group = ground.group_of(board, slug(str(raw["moves_in"])))
    if group is None:
        raise ScenarioError(file, "do", "moves_in", f"{raw['moves_in']} is not on the board.")
    steps = range(1, len(ground.table(state).impulses) + 1)
    battles = {n: replace(state.battles[zone], board=replace(board, step=n)) for n in steps}
    return [n for n, battle in battles.items() if groups.may_move(state, battle, group)]


def steps_of(state: State, raw: Raw, file: str) -> object:
    """The steps of a round that are gunnery, torpedoes, movement ("move") or initiative (7.31)."""
    kind = typed(raw["steps_of"], str, file, "do.steps_of")
    return [n for n, step in enumerate(ground.table(state).impulses, 1) if step.do == kind]


def numbered(state: State, raw: Raw, file: str) -> object:
    """The numbered hexes of a side of the board, clockwise (7.24, H21.34)."""
    side = typed(raw["numbered"], Direction, file, "do.numbered")
    return [str(h) for h in ground.grid(state).numbered(side)]


def may_stand(state: State, raw: Raw, file: str) -> object:
    """The clause by which a set-up would be refused, "" if it is legal."""
    zone, _ = _only(state, file)
    side = typed(raw.get("side"), Side, file, "do.side")
    places = typed(raw["set_up"], dict[str, tuple[str, ...]], file, "do.set_up")
    named = {hex_of(h, file): tuple(map(slug, names)) for h, names in places.items()}
    fault = set_up.fault(state, state.battles[zone], side, named)
    return fault.clause if fault is not None else ""


def distance_between(raw: Raw, file: str) -> object:
    """The distance between two hexes of the board (7.27)."""
    one, other = typed(raw["hexes"], tuple[str, str], file, "do.hexes")
    return distance(hex_of(one, file), hex_of(other, file))


def _only(state: State, file: str) -> tuple[str, Tactical]:
    for zone, battle in state.battles.items():
        if battle.board is not None:
            return zone, battle.board
    raise ScenarioError(file, "do", "", "no battle is fought on the board.")


def round_of(state: State) -> int:
    """The round of the battle that is fought on the board, 1 where there is none yet."""
    return next((b.round for b in state.battles.values() if b.board is not None and not b.over), 1)


def reached(state: State, step: int, number: int) -> bool:
    """Whether somebody is asked in a step of the battle on the board, or further, of a round, or later."""
    for battle in state.battles.values():
        if battle.board is not None and not battle.over:
            return (battle.round, battle.board.step) >= (number, step) and bool(state.asked)
    return False
