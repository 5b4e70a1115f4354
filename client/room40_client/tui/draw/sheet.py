"""The order sheet as on paper: fleets down, turns across; past dim, fixed slots marked, the open one to be written (5.1)."""

from msgspec import Struct

from room40.dreadnought.views import FleetView, View
from room40_client.tui.draw import words
from room40_client.tui.draw.runs import Line, Run, fit, line, rule, safe

SLOT_WIDTH = 11
LABEL_WIDTH = 9


class Writing(Struct, frozen=True):
    """A slot that is being written: its fleet, its turn and the text so far."""

    fleet: str
    turn: int
    text: str


def turns_shown(view: View, columns: int, fleet: FleetView | None = None) -> list[int]:
    """The turns that find room: two past, the present one, and what is ahead; always up to the first open slot."""
    count = max(1, (columns - LABEL_WIDTH) // SLOT_WIDTH)
    first_open = min(fleet.open, default=0) if fleet else 0
    first = max(1, view.turn - 1 if count < 8 else view.turn - 2)
    if first_open and first_open >= first + count:
        first = first_open - count + 1
    last = max(view.scenario.length, max(fleet.open, default=0) if fleet else 0)
    return [turn for turn in range(first, first + count) if turn <= last]


def heading(view: View, turns: list[int], fleet: FleetView | None = None) -> Line:
    """The row of turns: "5 now", "6 fixed", "7 write"."""
    parts: list[str | Run] = [("  turn".ljust(LABEL_WIDTH), "dim")]
    for turn in turns:
        parts.extend(fit(line((_turn_words(view, turn, fleet), _turn_style(view, turn, fleet))), SLOT_WIDTH))
    return line(*parts)


def _turn_words(view: View, turn: int, fleet: FleetView | None) -> str:
    if fleet and turn in fleet.open:
        return f"{turn} write"
    if turn == view.turn:
        return f"{turn} now"
    return f"{turn} fixed" if fleet and turn > view.turn and words.written(fleet, turn) else str(turn)


def _turn_style(view: View, turn: int, fleet: FleetView | None) -> str:
    if fleet and turn in fleet.open:
        return "strong"
    return "" if turn >= view.turn and view.turn else "dim"


def row(
    view: View, fleet_id: str, turns: list[int], label: str, writing: Writing | None = None, chosen: bool = False
) -> Line:
    """One fleet's row of slots."""
    fleet = view.fleets[fleet_id]
    parts: list[str | Run] = [(label[: LABEL_WIDTH - 1].ljust(LABEL_WIDTH - 1), "own chosen" if chosen else "own"), " "]
    first_due = next(iter(words.due(view, fleet)), 0)
    for turn in turns:
        text, style = _slot(view, fleet, turn)
        if writing and writing.fleet == fleet_id and writing.turn == turn:
            text, style = writing.text + "_", "slot writing"
        elif chosen and turn == first_due:
            style = "slot writing"
        cell = fit(line((text, style)), SLOT_WIDTH - 1)
        parts.extend(cell)
        parts.append(" ")
    return line(*parts)


def _slot(view: View, fleet: FleetView, turn: int) -> tuple[str, str]:
    text = safe(words.written(fleet, turn))
    if turn in fleet.open:
        return (text, "slot open") if text else ("/".join(words.owed(fleet, turn)).ljust(8, "_"), "slot due")
    if turn < view.turn:
        return text or "-", "dim"
    if not text:
        return ("·" if turn > view.turn else "-"), "dim"
    return text, "" if turn == view.turn else "slot fixed"


def one_fleet(view: View, fleet_id: str, columns: int, writing: Writing | None = None) -> list[Line]:
    """The three lines about the selected fleet: who it is, the turns, its slots."""
    fleet = view.fleets.get(fleet_id)
    if fleet is None:
        return [rule(line(("No fleet", "dim")), columns), fit((), columns), fit((), columns)]
    turns = turns_shown(view, columns, fleet)
    return [
        fleet_line(view, fleet_id, columns),
        fit(heading(view, turns, fleet), columns),
        fit(row(view, fleet_id, turns, "  plot", writing), columns),
    ]


def whole(view: View, chosen: str, columns: int, writing: Writing | None = None) -> list[Line]:
    """The whole sheet: a heading, then a row a fleet."""
    fleet = view.fleets.get(chosen)
    turns = turns_shown(view, columns, fleet)
    lines = [fit(heading(view, turns, fleet), columns)]
    for fleet_id in words.by_number(view):
        one = view.fleets[fleet_id]
        if one.ships:
            label = f"{'▸' if fleet_id == chosen else ' '}{one.number} {words.SHORT.get(one.mission, one.mission[:5])}"
            lines.append(fit(row(view, fleet_id, turns, label, writing, fleet_id == chosen), columns))
    return lines


def fleet_line(view: View, fleet_id: str, columns: int) -> Line:
    """The rule over the sheet: the fleet, its ships, mission, pace, fuel, where it is."""
    fleet = view.fleets[fleet_id]
    tail = f"  {words.mission_name(view, fleet)}  {_pace(fleet)}{_fuel(view, fleet)}  {words.where(view, fleet)}"
    head = f"Fleet {fleet.number}"
    room = columns - len(head) - len(tail) - 6
    return rule(line((head, "own chosen"), "  ", _names(view, fleet, room), tail), columns)


def _pace(fleet: FleetView) -> str:
    return "cannot move" if fleet.pace < 1 else "1 zone" if fleet.pace == 1 else f"{fleet.pace} zones"


def _fuel(view: View, fleet: FleetView) -> str:
    left = [view.ships[s].fuel for s in fleet.ships if s in view.ships and not view.ships[s].sunk]
    return f"  fuel {words.fuel(min(left))}" if left and view.scenario.fuel else ""


def _names(view: View, fleet: FleetView, room: int) -> str:
    """As many ships' names as find room, then how many more."""
    names = [words.ship_name(view, s) for s in fleet.ships]
    for count in range(len(names), 0, -1):
        more = f" +{len(names) - count}" if count < len(names) else ""
        text = " ".join(names[:count]) + more
        if len(text) <= room or count == 1:
            return text
    return ""
