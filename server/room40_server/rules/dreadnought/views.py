"""What a viewpoint may see, built by naming it.

Rules of this file and of `own_views`: every fact that travels is read here by name, in a small function of what it
reads. Of the enemy nothing is read but what `State.sightings` holds, the battle that both sides see, and what all may
know. Once the game is over everything may be told.
"""

from datetime import date, timedelta

from room40.dreadnought import shorthand
from room40.dreadnought.board_views import BattleShipView, BoardView, LeftView, WhoView
from room40.dreadnought.orders import Side
from room40.dreadnought.views import (
    AimView,
    BattleView,
    ClassView,
    CounterView,
    EventView,
    MinefieldView,
    PortView,
    ScenarioView,
    View,
)
from room40_server.rules.dreadnought import asks, battles, own_views, sight
from room40_server.rules.dreadnought.news import SIDE_NAMES
from room40_server.rules.dreadnought.setting import Setting, ShipClass
from room40_server.rules.dreadnought.state import (
    Battle,
    Event,
    Phase,
    Ship,
    Sighting,
    Sightings,
    State,
    card,
    is_night,
    ships_of,
    turn_of_day,
)
from room40_server.rules.dreadnought.tactical import board_views
from room40_server.rules.game import PUBLIC

IN_SECRET = frozenset({"claims", "gunnery", "torpedoes"})
"""Questions to both sides at once, of which nobody learns that the other has answered before he has answered himself."""
HOURS = ("04:00", "08:00", "12:00", "16:00", "20:00", "00:00")
"""The hour at which each of the six turns of a day begins (H4)."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def view(state: State, viewpoint: str) -> View:
    """The view of a seat or of the public."""
    side = None if viewpoint == PUBLIC else Side(viewpoint)
    over = state.phase is Phase.OVER
    return View(
        seat=viewpoint,
        turn=state.turn,
        phase=state.phase.value,
        time=_time(state),
        light="night" if is_night(state) else "day",
        weather=state.weather,
        scenario=_scenario(state.setting, side),
        classes=_classes(state, viewpoint),
        fleets=own_views.fleets(state, side) if side else {},
        ships=own_views.ships(state, side) if side else {},
        seen=_revealed(state, viewpoint) if over else _seen(state, viewpoint),
        lost={} if over else _lost(state, viewpoint),
        airships=own_views.airships(state, side) if side else {},
        submarines=own_views.submarines(state, side) if side else {},
        mines=_mines(state, side),
        traffic=dict(state.traffic),
        battle=_battles(state, side),
        ask=asks.ask(state, side) if side else asks.NOTHING,
        waiting=_waiting(state, viewpoint),
        log=_log(state, viewpoint),
        points=_points(state, viewpoint),
        result=state.result,
        met=list(state.goals_met),
        board=_boards(state, side),
    )


def _waiting(state: State, viewpoint: str) -> list[str]:
    """The sides that have not yet finished the phase.

    Claims are secret (5.46), and so is whom a standing instruction spares them (H21.7); so is fire on the board (H7.5,
    H7.7): who has not given his own yet, and who only looks on, is told that both are waited for.
    """
    secret = not IN_SECRET.isdisjoint(state.asked.values()) and (viewpoint == PUBLIC or viewpoint in state.asked)
    return sorted(Side) if secret else sorted(state.asked)


def _time(state: State) -> str:
    """The moment at which the turn begins: "6 Aug 1914 20:00" (H4)."""
    calendar = state.setting.calendar
    since = calendar.first_turn_of_day - 1 + state.turn - 1
    # the sixth turn of a day begins at midnight, so it bears the next day's date
    day = date.fromisoformat(calendar.date) + timedelta(days=(since + 1) // 6)
    return f"{day.day} {MONTHS[day.month - 1]} {day.year} {HOURS[turn_of_day(state) - 1]}"


_scenarios: dict[tuple[int, str], tuple[Setting, ScenarioView]] = {}
_KEPT = 64


def _scenario(setting: Setting, side: Side | None) -> ScenarioView:
    """What never changes, as one seat has it; remembered, as it is the fattest part of a view."""
    key = id(setting), side or PUBLIC
    kept = _scenarios.get(key)
    if kept is None or kept[0] is not setting:
        if len(_scenarios) >= _KEPT:
            _scenarios.clear()
        kept = _scenarios[key] = setting, _make_scenario(setting, side)
    return kept[1]


def _make_scenario(setting: Setting, side: Side | None) -> ScenarioView:
    chart, calendar = setting.chart, setting.calendar
    return ScenarioView(
        name=setting.name,
        title=setting.title,
        briefing=setting.briefing,
        date=calendar.date,
        first_turn_of_day=calendar.first_turn_of_day,
        night=list(calendar.night),
        length=calendar.length,
        rows=list(chart.rows),
        shifted=chart.shifted,
        first_row=chart.first_row,
        first_column=chart.first_column,
        closed=list(chart.closed),
        canals=dict(chart.canals),
        ports={p.zone: PortView(p.name, p.side, p.grade) for p in setting.ports.values()},
        traffic={},
        goals={key: goal.text for key, goal in setting.goals.items()},
        aims={k: AimView(g.kind, g.side.value, g.points, list(g.ships), g.zone, g.port) for k, g in setting.goals.items()},
        counters=setting.counters.get(side, 0) if side else 0,
        fuel=setting.fuel,
        double_blind=setting.double_blind,
    )


def _classes(state: State, viewpoint: str) -> dict[str, ClassView]:
    """The ship cards of this viewpoint's own ships, and of those it has met in battle."""
    known = sight.known_ships(state, viewpoint)
    over = state.phase is Phase.OVER
    ships = [s for s in state.ships.values() if over or s.side == viewpoint or s.id in known]
    return {s.card: _class(card(state, s)) for s in ships}


def _class(made: ShipClass) -> ClassView:
    return ClassView(
        type=made.kind.value,
        nation=made.nation,
        speed=made.speed,
        primary=made.primary,
        primary_range=made.primary_range,
        secondary=made.secondary,
        tertiary=made.tertiary,
        torpedo_mounts=made.torpedo_mounts,
        hull=made.hull,
        hull_armour=made.hull_armour,
        primary_armour=made.primary_armour,
        fuel=made.fuel,
        points=made.points,
        boats=made.boats,
    )


def _seen(state: State, viewpoint: str) -> dict[str, CounterView]:
    return {name: _counter(state, s) for name, s in state.sightings.get(viewpoint, Sightings()).seen.items()}


def _lost(state: State, viewpoint: str) -> dict[str, CounterView]:
    return {name: _counter(state, s) for name, s in state.sightings.get(viewpoint, Sightings()).lost.items()}


def _counter(state: State, sighting: Sighting) -> CounterView:
    """An enemy counter: its side, place and time, and what an airship or a battle told. Never the fleet itself."""
    names = sorted(state.ships[ship].name for ship in sighting.ships)
    return CounterView(sighting.side.value, sighting.zone, sighting.since, sighting.last, sighting.strength, names)


def _revealed(state: State, viewpoint: str) -> dict[str, CounterView]:
    """When the game is over: every fleet of the others with its ships, under its own name."""
    return {
        fleet.id: CounterView(
            fleet.side.value, fleet.zone, state.turn, state.turn, "", sorted(s.name for s in ships_of(state, fleet))
        )
        for fleet in state.fleets.values()
        if fleet.side != viewpoint
    }


def _mines(state: State, side: Side | None) -> dict[str, MinefieldView]:
    """The fields this viewpoint knows of: a side its own and those found, the public those both know (H13)."""
    wanted = {side} if side else set(Side)
    over = state.phase is Phase.OVER
    fields = [m for m in state.mines.values() if over or wanted <= {*m.known}]
    return {m.edge: MinefieldView(m.strength, m.side.value) for m in fields}


def _battles(state: State, side: Side | None) -> dict[str, BattleView]:
    """The battles that are being fought: all is seen of basic combat (H6), of a battle on the board what may be (7.21)."""
    if state.phase is not Phase.BATTLES:
        return {}
    fought = {zone: battle for zone, battle in state.battles.items() if not battle.over}
    return {zone: _battle(state, battle, side) for zone, battle in fought.items() if battle.opened or not on_board(state)}


def on_board(state: State) -> bool:
    """Whether battles of this game are fought on the tactical board."""
    return state.setting.battles == battles.TACTICAL


def _battle(state: State, battle: Battle, side: Side | None) -> BattleView:
    if battle.board is not None:
        met = [state.ships[i] for i in board_views.known_ships(battle.board, side)]
    else:
        met = [s for i in _fleets_in(battle) for s in ships_in(state, i)]
    return BattleView(battle.zone, battle.round, battle.initiative, {s.id: _battle_ship(state, s) for s in met})


def _boards(state: State, side: Side | None) -> dict[str, BoardView]:
    """The board of the battle that is being fought, as far as it may be seen (7.21)."""
    if state.phase is not Phase.BATTLES:
        return {}
    laid = {zone: b for zone, b in state.battles.items() if b.board is not None and not b.over}
    return {zone: board_views.board_view(state, battle, side) for zone, battle in laid.items()}


def _fleets_in(battle: Battle) -> list[str]:
    return [fleet for ids in battle.fleets.values() for fleet in ids]


def ships_in(state: State, fleet_id: str) -> list[Ship]:
    """The ships of a fleet in a battle, sunk ones too."""
    fleet = state.fleets.get(fleet_id)
    return [state.ships[i] for i in fleet.ships] if fleet else []


def _battle_ship(state: State, ship: Ship) -> BattleShipView:
    who = WhoView(ship.side.value, ship.name, card(state, ship).kind.value, ship.card if ship.card != ship.name else "")
    left = LeftView(
        hull=ship.hull,
        primary=ship.primary,
        secondary=ship.secondary,
        tertiary=ship.tertiary,
        torpedo_mounts=ship.torpedo_mounts,
        speed=ship.speed,
        boats=ship.boats,
        sunk=ship.sunk,
    )
    return BattleShipView(who, left)


def _log(state: State, viewpoint: str) -> dict[str, EventView]:
    """The viewpoint's signal log; when the game is over, with a line for every fleet of the others at its end."""
    log = state.log.get(viewpoint, {})
    lines = {str(number): _line(e) for number, e in log.items()}
    if state.phase is Phase.OVER:
        others = sorted((f for f in state.fleets.values() if f.side != viewpoint), key=lambda f: (f.side, f.number))
        for number, fleet in enumerate(others, len(log) + 1):
            names = ", ".join(s.name for s in ships_of(state, fleet)) or "no ship"
            text = f"{SIDE_NAMES[fleet.side]} Fleet {fleet.number} ({fleet.mission.value}) at {fleet.zone}: {names}."
            lines[str(number)] = _line(Event(state.turn, "end", "H18", fleet.zone, text))
    return lines


def _line(event: Event) -> EventView:
    return EventView(event.turn, event.kind, event.clause, event.zone, shorthand.short(event.text, event.clause))


OPEN_REASONS = frozenset({"merchant", "bombardment", "submarine", "goal"})
"""Reasons for victory points that all may know at once."""
OF_A_SHIP = frozenset({"sunk", "leader"})
"""Reasons that whoever knows the ship may know: its owner, and who met it in battle."""
OF_A_LOSS = frozenset({"gone", "gone-leader"})
"""Reasons that only the ship's owner may know: she was lost out of his enemy's sight. All others are the side's own."""


def _points(state: State, viewpoint: str) -> dict[str, int]:
    """Each side's victory points as far as this viewpoint may know them; all of them when the game is over (H18)."""
    own = {s.id for s in state.ships.values() if s.side == viewpoint}
    known = own | sight.known_ships(state, viewpoint)

    def may_know(side: str, reason: str) -> bool:
        word, _, ship = reason.partition(" ")
        if word in OPEN_REASONS or state.phase is Phase.OVER:
            return True
        if word in OF_A_LOSS:
            return ship in own
        return side == viewpoint or (word in OF_A_SHIP and ship in known)

    return {s.value: sum(n for why, n in state.points.get(s, {}).items() if may_know(s, why)) for s in Side}
