"""The words of the hobby for what the view says in keys."""

from room40.dreadnought.views import FleetView, ScenarioView, View
from room40.geometry.seachart import SeaChart, Zone
from room40_client.tui.draw.runs import safe

WEATHER = ("clear", "cloudy", "mist", "squall", "storm", "gale")
SIDES = {"CP": "CENTRAL POWERS", "EN": "ENTENTE", "public": "WATCHING"}
SIDE_NAMES = {"CP": "Central Powers", "EN": "Entente"}
PHASES = {
    "plan": "planning",
    "weather": "weather",
    "orders": "orders",
    "pursuit": "pursuit",
    "movement": "movement",
    "contact": "contact",
    "passage": "mines and submarines",
    "battles": "battle",
    "after battle": "after the battle",
    "operations": "operations",
    "end": "end of turn",
    "over": "over",
}
MAY = {
    "abort": "Abort: give up the mission and go home",
    "merge": "Merge with another fleet in this zone",
    "split": "Split: put ships under a new counter",
    "mission": "New mission",
    "counter": "Counter on or off the map",
    "linger": "Linger: stay this turn and sweep",
    "habit": "Standing instruction for claims",
    "pursue": "Pursue the enemy",
    "tow": "Take in tow, or cast off",
    "fly": "Fly: the airship's zones this turn",
    "dive": "Submarine's zone this turn",
    "exchange": "Exchange ships between fleets",
    "rejoin": "Rejoin the written route",
    "zone": "Which zone is checked first",
}
"""What a fleet's menu calls the orders, by tag."""


def chart_of(scenario: ScenarioView) -> SeaChart:
    """The scenario's chart."""
    shifted = "odd" if scenario.shifted == "odd" else "even"
    return SeaChart(
        tuple(scenario.rows),
        "odd" if shifted == "odd" else "even",
        scenario.first_row,
        scenario.first_column,
        tuple(scenario.closed),
        dict(scenario.canals),
    )


def side_name(side: str) -> str:
    """A side's name in a sentence."""
    return SIDE_NAMES.get(side, safe(side) or "neutral")


def weather(grade: int) -> str:
    """The name of a weather grade (H4.1)."""
    return WEATHER[grade - 1] if 1 <= grade <= len(WEATHER) else f"weather {grade}"


def phase(name: str) -> str:
    """What a phase is called on the screen."""
    return PHASES.get(name, safe(name).replace("_", " "))


def fuel(twelfths: int) -> str:
    """Fuel in units and twelfths, as it is written on paper: "6 8/12" (H12)."""
    units, rest = divmod(max(0, twelfths), 12)
    return f"{units} {rest}/12" if rest else str(units)


def fleet_name(view: View, fleet_id: str) -> str:
    """What a fleet is called: "Fleet 3"."""
    fleet = view.fleets.get(fleet_id)
    return f"Fleet {fleet.number}" if fleet else safe(fleet_id)


def ship_name(view: View, ship_id: str) -> str:
    """A ship's name, with a star for the leader aboard her."""
    ship = view.ships.get(ship_id)
    if ship is None:
        return safe(ship_id)
    boats = f"({ship.boats})" if ship.boats > 1 else ""
    return safe(ship.name) + boats + ("*" if ship.leader else "")


SHORT = {
    "transport": "trans",
    "bombardment": "bomb",
    "escort": "esc",
    "intercept": "inter",
    "abort": "abort",
    "minelaying": "lay",
    "minesweeping": "sweep",
    "raiding": "raid",
}
"""Missions where there is little room."""


def mission_name(view: View, fleet: FleetView) -> str:
    """A fleet's mission in words: "escort of Fleet 2"."""
    if fleet.mission == "escort" and fleet.charge:
        return f"escort of {fleet_name(view, fleet.charge)}"
    return safe(fleet.mission)


def where(view: View, fleet: FleetView) -> str:
    """Where a fleet is: "R32", "Messina harbour R32", with "off the map" for a hidden raider."""
    port = view.scenario.ports.get(fleet.zone)
    text = f"{safe(port.name) if port else 'harbour'} port, {fleet.zone}" if fleet.in_port else safe(fleet.zone)
    return text + (", off the map" if fleet.hidden or not fleet.on_map else "")


def by_number(view: View) -> list[str]:
    """The own fleets' ids in the order of their counters."""
    return sorted(view.fleets, key=lambda fleet_id: (view.fleets[fleet_id].number, fleet_id))


def written(fleet: FleetView, turn: int) -> str:
    """What stands in a fleet's slot of a turn, "" when nothing."""
    return fleet.sheet.get(str(turn), "")


def due(view: View, fleet: FleetView) -> list[int]:
    """The turns whose slots must still be written: open, empty, and in the way of a commit."""
    return [turn for turn in fleet.blank if view.ask.kind in ("plan", "orders") and not written(fleet, turn)]


def slots(turns: list[int]) -> str:
    """ "slot 6", "slots 5 and 6", "slots 3 to 8"."""
    if len(turns) == 1:
        return f"slot {turns[0]}"
    if len(turns) > 2 and turns == list(range(turns[0], turns[-1] + 1)):
        return f"slots {turns[0]} to {turns[-1]}"
    return f"slots {', '.join(map(str, turns[:-1]))} and {turns[-1]}"


def owed(fleet: FleetView, turn: int) -> list[str]:
    """The zones that delays have left over for the slot of `turn`, the first that is open: it begins with them (5.43)."""
    return fleet.owed[: max(0, fleet.pace)] if fleet.open and turn == min(fleet.open) else []


def to_write(view: View, fleet: FleetView) -> int:
    """The slot to write next: the first that is due, else the first that is empty, else the first that is open."""
    empty = [turn for turn in fleet.open if not written(fleet, turn)]
    return next(iter(due(view, fleet) or empty or fleet.open), 0)


def starts_at(fleet: FleetView, turn: int) -> tuple[Zone, bool]:
    """Where the fleet stands before the slot of `turn`, and whether in port."""
    text = fleet.plot_from.get(str(turn), fleet.zone)
    zone, _, port = text.partition(" ")
    return Zone(zone), bool(port)


def weight(view: View) -> str:
    """Victory points as far as they are known."""
    return "   ".join(f"{side_name(side)} {points}" for side, points in sorted(view.points.items()))
