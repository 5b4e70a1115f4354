"""From the setup of a case script to a state of the rules.

The setup is laid over a named scenario or over an empty sea. Ships are named as in the ship table ("Goeben",
"German TB #1"); a ship not yet in the game is built.
"""

import re
from typing import get_type_hints

from msgspec import UnsetType
from msgspec.structs import asdict, replace

from room40.dreadnought.orders import Side
from room40.dreadnought.sheet import Slot, read_slot
from room40.geometry.seachart import SeaChart, Terrain, Zone, row_letters, row_number
from room40_server import scenarios
from room40_server.cards import build, card_of, library, slug
from room40_server.cases.dreadnought import boards
from room40_server.cases.dreadnought.shapes import BattleSpec, ChartSpec, Setup
from room40_server.cases.script import Course
from room40_server.rules.dreadnought import battles, sight
from room40_server.rules.dreadnought.setting import SPEEDS, Calendar, Goal, Port, Setting
from room40_server.rules.dreadnought.state import (
    Airship,
    Battle,
    Fleet,
    Minefield,
    Phase,
    Ship,
    State,
    Submarine,
    with_fleet,
    with_fleets,
    with_ship,
)
from room40_server.scenario_files import Raw, ScenarioError, typed
from room40_server.scenario_shape import TurnKey, ZoneName

PHASE_WORDS = {"before the game": Phase.PLAN, "after-battle orders": Phase.AFTER_BATTLE}
"""Other words for phases that scripts may use."""
BOXES = {"P": "primary", "S": "secondary", "T": "tertiary", "M": "torpedo_mounts"}
_FLEET_ID = re.compile(r"(CP|EN)-(\d{1,3})")
_SHIP_FIELDS = ("ships", "leader", "speeds", "boxes", "fuel", "orders", "mission", "side")


def opening(course: Course, setup: Setup, file: str) -> State:
    """The state in which a course begins. Raises `ScenarioError`."""
    script = course.script
    if script.scenario:
        state = scenarios.load(script.scenario, script.options)
    else:
        state = _empty_sea(typed(script.chart, ChartSpec, file, "chart"), setup, file)
    state = _setting(state, setup, file)
    for fleet_id, raw in setup.fleets.items():
        state = _fleet(state, setup, fleet_id, raw, file)
    for name, raw in setup.ships.items():
        state = changed_ship(state, name, raw, file)
    state = _other_things(state, setup, file)
    phase = phase_of(setup.phase, file)
    state = replace(state, phase=phase, turn=setup.turn, weather=setup.weather)
    for battle in setup.battles:
        state = _battle(state, battle, file)
    if not isinstance(setup.board, UnsetType):
        state = boards.lay_out(state, setup.board, file)
    return state if phase is Phase.PLAN else sight.look(state)


def phase_of(word: str, file: str) -> Phase:
    """The phase that a script's word means. Raises `ScenarioError`."""
    if word in PHASE_WORDS:
        return PHASE_WORDS[word]
    if word not in tuple(Phase):
        raise ScenarioError(file, "setup", "phase", f"{word!r} is none of {', '.join(Phase)}.")
    return Phase(word)


def slot_of(text: str, file: str, key: str) -> Slot:
    """A slot as a script writes it. Raises `ScenarioError`."""
    read = read_slot(text)
    if not isinstance(read, Slot):
        raise ScenarioError(file, "orders", key, read.sentence)
    return read


def ship_id(state: State, name: str, file: str) -> str:
    """The id of a ship that is in the game. Raises `ScenarioError`."""
    if slug(name) not in state.ships:
        raise ScenarioError(file, "", name, "no ship of this name is in the game.")
    return slug(name)


def changed_ship(state: State, name: str, raw: Raw, file: str) -> State:
    """A ship with other particulars: P, S, T, M for boxes, else the fields of a ship; `flags` of her card."""
    ship = state.ships[ship_id(state, name, file)]
    raw = {BOXES.get(key, key): value for key, value in raw.items()}
    if "torpedo_mounts" in raw and "torpedoes" not in raw:
        raw["torpedoes"] = raw["torpedo_mounts"]
    if "flags" in raw:
        flags = typed(raw.pop("flags"), tuple[str, ...], file, name)
        own = replace(state.setting.cards[ship.card], key=ship.id, flags=flags)
        state = replace(state, setting=replace(state.setting, cards={**state.setting.cards, ship.id: own}))
        ship = replace(ship, card=ship.id)
    unknown = next((key for key in raw if key not in Ship.__struct_fields__), None)
    if unknown:
        raise ScenarioError(file, name, unknown, "a ship has nothing of this name.")
    if raw.get("speed", ship.speed) not in SPEEDS:
        raise ScenarioError(file, name, "speed", f"a speed is one of {', '.join(SPEEDS)}.")
    return with_ship(state, typed({**asdict(ship), **raw}, Ship, file, name))


def _empty_sea(spec: ChartSpec, setup: Setup, file: str) -> State:
    night: tuple[int, ...] = {"day": (), "night": (1, 2, 3, 4, 5, 6)}.get(setup.light, setup.night)
    calendar = Calendar("1914-08-06", setup.first_turn_of_day, setup.length, night)
    chart = _chart(spec, tuple(setup.ports), file)
    tables = scenarios.tables(setup.tables, file)
    counters = {"CP": 12, "EN": 12}
    return State(Setting("case", "A case", "", calendar, chart, {}, dict(library().cards), tables, counters), {}, {})


def _chart(spec: ChartSpec, coast: tuple[str, ...], file: str) -> SeaChart:
    found = re.fullmatch(r"([A-Z]{1,2})-([A-Z]{1,2})", spec.rows)
    if not found:
        raise ScenarioError(file, "chart", "rows", 'write the first and the last row, as "A-H".')
    top, bottom = row_number(found[1]), row_number(found[2])
    first, last = spec.columns
    if not (1 <= first <= last <= 200 and top <= bottom <= 80):
        raise ScenarioError(file, "chart", "columns", "a chart has at most 80 rows and 200 columns.")
    marks = dict.fromkeys(spec.land, Terrain.LAND) | dict.fromkeys((*coast, *spec.coast), Terrain.COAST)
    lines = tuple(
        "".join(marks.get(f"{row_letters(row)}{column}", Terrain.SEA) for column in range(first, last + 1))
        for row in range(top, bottom + 1)
    )
    canals = {border: side.value for border, side in spec.canals.items()}
    return SeaChart(lines, spec.shifted, top, first, spec.closed, canals)


def _setting(state: State, setup: Setup, file: str) -> State:
    setting = state.setting
    ports = dict(setting.ports)
    for zone, value in setup.ports.items():
        words = value if isinstance(value, str) else f"{value.get('class', 'minor')} {value.get('owner', '')}"
        grade, _, owner = words.partition(" ")
        if grade not in ("major", "minor") or owner.strip() not in ("", "CP", "EN"):
            raise ScenarioError(file, "setup.ports", zone, 'write "minor EN", "major CP" or "minor" for a neutral one.')
        old = ports.get(zone, Port(f"Port {zone}", Zone(zone), grade))
        ports[zone] = replace(old, grade=grade, side=owner.strip())
    cards = dict(setting.cards)
    for name, raw in setup.cards.items():
        card = card_of(name, library())
        if card is None:
            raise ScenarioError(file, "setup.cards", name, "no card of this name is in the ship table.")
        cards[card.key] = typed({**asdict(card), **raw}, type(card), file, name)
    fields = get_type_hints(Setting)
    for key in setup.setting:
        if key not in fields:
            raise ScenarioError(file, "setup.setting", key, "a setting has nothing of this name.")
    goals = {key: typed(raw, Goal, file, f"goals.{key}") for key, raw in setup.goals.items()}
    setting = replace(
        setting,
        ports=ports,
        cards=cards,
        fixed_weather=() if setup.weather_die else (setup.weather,) * setup.length,
        fuel=setup.fuel,
        goals={**setting.goals, **goals},
        counters={**setting.counters, **setup.counters},
    )
    given = {key: typed(value, fields[key], file, f"setup.setting.{key}") for key, value in setup.setting.items()}
    return replace(state, setting=replace(setting, **given))


def _fleet(state: State, setup: Setup, fleet_id: str, raw: Raw, file: str) -> State:
    found = _FLEET_ID.fullmatch(fleet_id)
    if not found:
        raise ScenarioError(file, "setup.fleets", fleet_id, "a fleet is named by its side and number, as CP-1.")
    side = Side(found[1])
    where = f"fleets.{fleet_id}"
    names = typed(raw.get("ships", []), tuple[str, ...], file, where)
    leader = typed(raw.get("leader", ""), str, file, where)
    state = _ships(state, side, names, leader, file, where)
    for key, field in (("speeds", "speed"), ("boxes", "")):
        for name, value in typed(raw.get(key, {}), dict[str, object], file, where).items():
            state = changed_ship(state, name, {field: value} if field else typed(value, Raw, file, where), file)
    if "fuel" in raw:
        for name in names:
            state = changed_ship(state, name, {"fuel": raw["fuel"]}, file)
    mission, charge = _mission(typed(raw.get("mission", "intercept"), str, file, where))
    orders = typed(raw.get("orders", {}), dict[TurnKey, str], file, where)
    fields: Raw = {
        "id": fleet_id,
        "number": int(found[2]),
        "side": side.value,
        "mission": mission,
        "charge": charge,
        "ships": [slug(n) for n in names],
        "zone": typed(raw.get("zone", _zone_of(setup)), ZoneName, file, f"{where}.zone"),
        "sheet": {int(t): asdict(slot_of(text, file, t)) for t, text in orders.items()},
        "begun": setup.turn > 1,
        **{k: v for k, v in raw.items() if k not in (*_SHIP_FIELDS, "zone")},
    }
    unknown = next((k for k in fields if k not in Fleet.__struct_fields__), None)
    if unknown:
        raise ScenarioError(file, where, unknown, "a fleet has nothing of this name.")
    fleet = typed(fields, Fleet, file, where)
    if not state.setting.chart.is_water(fleet.zone):
        raise ScenarioError(file, where, "zone", f"{fleet.zone} is no water of this chart.")
    return with_fleet(state, fleet)


def _zone_of(setup: Setup) -> str | None:
    """Where a fleet stands that does not say so: in the battle, if the case has one on the board."""
    return None if isinstance(setup.board, UnsetType) else setup.board.zone


def _mission(words: str) -> tuple[str, str]:
    """ "escort of EN-1" -> ("escort", "EN-1")."""
    mission, _, charge = words.partition(" ")
    return mission, charge.removeprefix("of ").strip()


def _ships(state: State, side: Side, names: tuple[str, ...], leader: str, file: str, where: str) -> State:
    books = library()
    for name in names:
        card = card_of(name, books)
        if card is None:
            raise ScenarioError(file, where, "ships", f"no ship or class is called {name!r}; see ships.csv.")
        ship = build(name, card, side, state.setting.tables, "Admiral" if name == leader else "")
        cards = {card.key: card, **state.setting.cards}
        state = with_ship(replace(state, setting=replace(state.setting, cards=cards)), ship)
    if leader and leader not in names:
        raise ScenarioError(file, where, "leader", f"{leader} is no ship of this fleet.")
    return state


def _other_things(state: State, setup: Setup, file: str) -> State:
    airships = {
        key: typed({"id": key, "name": key, "base": raw.get("zone", ""), **raw}, Airship, file, f"airships.{key}")
        for key, raw in setup.airships.items()
        if _placed(raw, file, key)
    }
    submarines = {
        key: typed({"id": key, "name": key, **raw}, Submarine, file, f"submarines.{key}")
        for key, raw in setup.submarines.items()
        if _placed(raw, file, key)
    }
    fields = [
        typed({"edge": border, "strength": 2, "known": [raw.get("side", "")], **raw}, Minefield, file, f"mines.{border}")
        for border, raw in setup.mines.items()
    ]
    mines = {f"{field.edge} {field.side}": field for field in fields}
    return replace(
        state,
        airships={**state.airships, **airships},
        submarines={**state.submarines, **submarines},
        mines={**state.mines, **mines},
        traffic={**state.traffic, **setup.traffic},
    )


def _placed(raw: Raw, file: str, key: str) -> bool:
    """Whether the zones of a thing are zones; if not, `ScenarioError`."""
    for field in ("zone", "base", "order"):
        if raw.get(field):
            typed(raw[field], ZoneName, file, f"{key}.{field}")
    return True


def _battle(state: State, spec: BattleSpec, file: str) -> State:
    for fleet in spec.fleets:
        if fleet not in state.fleets:
            raise ScenarioError(file, "setup.battles", "fleets", f"there is no fleet {fleet}.")
    sides = {side.value: tuple(f for f in spec.fleets if f.startswith(side.value)) for side in Side}
    long = spec.over and battles.is_long(state, spec.rounds)
    if spec.over:
        state = with_fleets(state, (replace(state.fleets[f], fought=state.turn, long_battle=long) for f in spec.fleets))
    fought = spec.rounds if spec.over else 0
    battle = Battle(
        Zone(spec.zone), sides, spec.surprise, fought + 1, spec.initiative, rounds_fought=fought, long=long, over=spec.over
    )
    return replace(state, battles={**state.battles, spec.zone: battle})
