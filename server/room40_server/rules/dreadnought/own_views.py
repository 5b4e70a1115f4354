"""A side's own fleets, ships, airships and submarines, as it sees them.

Rules of this file: nothing here reads what is not the side's own.
"""

from functools import lru_cache

from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import write_slot
from room40.dreadnought.views import AirshipView, FleetView, ShipView, SubmarineView
from room40_server.rules.dreadnought import planning, plots, pursuit, sight, writing
from room40_server.rules.dreadnought.state import (
    Airship,
    Fleet,
    Phase,
    Ship,
    Sightings,
    State,
    Submarine,
    card,
    fleets_of,
    grade,
    is_night,
)


def fleets(state: State, side: Side) -> dict[str, FleetView]:
    """The side's fleets by id."""
    return {f.id: _fleet(state, f) for f in fleets_of(state, side)}


def ships(state: State, side: Side) -> dict[str, ShipView]:
    """The side's ships by id, sunk ones too."""
    return {s.id: _ship(state, s) for s in state.ships.values() if s.side == side}


def airships(state: State, side: Side) -> dict[str, AirshipView]:
    """The side's airships by id (H14)."""
    return {a.id: _airship(state, a) for a in state.airships.values() if a.side == side}


def submarines(state: State, side: Side) -> dict[str, SubmarineView]:
    """The side's submarines by id (H15)."""
    return {s.id: _submarine(s) for s in state.submarines.values() if s.side == side}


def _fleet(state: State, fleet: Fleet) -> FleetView:
    hunt = fleet.pursuit
    turns = plots.open_slots(state, fleet)
    return FleetView(
        number=fleet.number,
        mission=fleet.mission.value,
        charge=fleet.charge,
        ships=list(fleet.ships),
        zone=fleet.zone,
        in_port=fleet.in_port,
        on_map=fleet.on_map,
        hidden=fleet.mission is Mission.RAIDING and not fleet.on_map,
        port_turns=fleet.port_turns,
        pace=writing.written_pace(state, fleet),
        sheet={str(turn): _text(slot) for turn, slot in fleet.sheet.items()},
        open=list(turns),
        blank=list(planning.blank_slots(state, fleet)) if turns else [],
        plot_from=_plot_from(state, fleet, turns),
        owed=list(fleet.owed),
        may=list(planning.may(state, fleet)),
        habit=fleet.habit.value,
        lingering=fleet.lingering,
        pursuing=(hunt.label or "?") if hunt else "",
        prey=_prey(state, fleet),
        abort_from=fleet.abort_from,
        bounds=fleet.bounds,
    )


def _prey(state: State, fleet: Fleet) -> list[str]:
    """The labels of the enemy counters that the fleet fought this turn and may now pursue (5.23)."""
    if state.phase is not Phase.AFTER_BATTLE:
        return []
    battle = next((b for b in state.battles.values() if fleet.id in b.fleets.get(fleet.side, ())), None)
    if battle is None:
        return []
    seen = state.sightings.get(fleet.side, Sightings()).seen
    enemies = {label: f for label in seen if (f := sight.fleet_under(state, fleet.side, label)) is not None}
    fought = {label: f for label, f in enemies.items() if f.id in battle.fleets.get(fleet.side.enemy, ())}
    return sorted(label for label, f in fought.items() if pursuit.may_be_pursued(battle, f))


_text = lru_cache(maxsize=4096)(write_slot)


def _plot_from(state: State, fleet: Fleet, turns: tuple[int, ...]) -> dict[str, str]:
    """Where the slots before each of these turns leave the fleet: "J36", or "J36 port" in the port there (H21.28)."""
    found: dict[str, str] = {}
    zone, in_port = fleet.zone, fleet.in_port
    for turn in range(plots.next_turn(state), max(turns, default=0) + 1):
        if turn in turns:
            found[str(turn)] = f"{zone} port" if in_port else zone
        zone, in_port = plots.after(zone, in_port, plots.slot(fleet, turn))
    return found


def _ship(state: State, ship: Ship) -> ShipView:
    return ShipView(
        name=ship.name,
        kind=card(state, ship).kind.value,
        hull=ship.hull,
        primary=ship.primary,
        secondary=ship.secondary,
        tertiary=ship.tertiary,
        torpedo_mounts=ship.torpedo_mounts,
        torpedoes=ship.torpedoes,
        speed=ship.speed,
        boats=ship.boats,
        fuel=ship.fuel,
        leader=ship.leader,
        cargo=ship.cargo,
        towing=ship.towing,
        sunk=ship.sunk,
        card=ship.card,
    )


def _airship(state: State, airship: Airship) -> AirshipView:
    table = state.setting.tables.airships
    may_fly = state.phase is Phase.ORDERS and grade(state).airships_fly and not (is_night(state) or airship.lost)
    return AirshipView(
        name=airship.name,
        base=airship.base,
        zone=airship.zone,
        state="lost" if airship.lost else "out" if airship.zone else "base",
        turns_left=max(0, table.endurance - airship.turns),
        route=list(airship.route),
        may_fly=may_fly,
        speed=table.speed,
        range=table.range,
    )


def _submarine(submarine: Submarine) -> SubmarineView:
    return SubmarineView(submarine.name, submarine.zone, submarine.ace, submarine.sunk, submarine.order)
