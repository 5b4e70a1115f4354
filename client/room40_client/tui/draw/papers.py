"""The papers beside the chart: signal log, fleets, enemy sightings, ship cards, chat. Each is a list of lines."""

from room40.dreadnought.views import ClassView, CounterView, EventView, ShipView, View
from room40_client.tui.draw import speech, words
from room40_client.tui.draw.runs import Line, Run, fit, line, safe, wrap


def signals(view: View, columns: int, since: int = 0) -> list[Line]:
    """The signal log from line `since` on, a heading a turn."""
    lines: list[Line] = []
    turn = None
    for number in sorted(map(int, view.log)):
        event = view.log[str(number)]
        if number <= since:
            continue
        if event.turn != turn:
            turn = event.turn
            lines.append(line((f"Turn {turn}", "strong")))
        lines.extend(signal(event, columns))
    return lines or [line(("No signals yet.", "dim"))]


def signal(event: EventView, columns: int) -> list[Line]:
    """One signal, wrapped; its clause at the end if its text does not give it."""
    text = safe(event.text)
    if event.clause and event.clause not in text:
        text += f" ({safe(event.clause)})"
    return [line(piece) for piece in wrap(f"  {text}", columns, "    ")]


def groups(view: View, since: int) -> list[list[EventView]]:
    """The signals after `since` in the groups in which they are walked through: of one turn and kind, contacts by zone."""
    found: list[list[EventView]] = []
    for number in sorted(int(key) for key in view.log if int(key) > since):
        event = view.log[str(number)]
        last = found[-1][-1] if found else None
        if last and _goes_with(last, event):
            found[-1].append(event)
        else:
            found.append([event])
    return found


ZONE_BY_ZONE = frozenset({"contact", "battle", "fight", "pursuit"})
"""Kinds of signals that are walked through zone by zone."""


def _goes_with(last: EventView, event: EventView) -> bool:
    if (last.kind, last.turn) != (event.kind, event.turn):
        return False
    return last.zone == event.zone or event.kind not in ZONE_BY_ZONE


def fleet_list(view: View, columns: int) -> list[tuple[str, Line]]:
    """The own fleets, one line each with its id; airships and submarines after them."""
    found: list[tuple[str, Line]] = []
    for fleet_id in words.by_number(view):
        fleet = view.fleets[fleet_id]
        if not fleet.ships:
            continue
        wanting = "!" if words.due(view, fleet) and view.ask.kind in ("plan", "orders") else " "
        names = " ".join(words.ship_name(view, s) for s in fleet.ships)
        head = line((wanting, "alert"), (f"{fleet.number:>2} ", "own"), f"{words.where(view, fleet):<9.22} ")
        found.append((fleet_id, fit(line(*head, (f"{safe(fleet.mission)[:9]:<9} ", ""), (names, "dim")), columns)))
    for airship_id, airship in sorted(view.airships.items()):
        state = f"{safe(airship.state)} at {airship.zone or airship.base}"
        found.append((airship_id, fit(line((" ^  ", "own"), f"airship {safe(airship.name)}, {state}"), columns)))
    for boat_id, boat in sorted(view.submarines.items()):
        state = "sunk" if boat.sunk else f"at {boat.zone}" + (f", goes to {boat.order}" if boat.order else "")
        found.append((boat_id, fit(line((" v  ", "own"), f"submarine {safe(boat.name)}, {state}"), columns)))
    return found


def sightings(view: View, columns: int) -> list[Line]:
    """The counters in view, then those last seen."""
    lines = [line(("In view", "strong"))]
    for label, counter in sorted(view.seen.items()):
        lines += _counter(label, counter, "enemy", f"since turn {counter.since}", columns, bool(view.result))
    if not view.seen:
        lines.append(line(("  none", "dim")))
    if view.lost:
        lines += [line(""), line(("Last seen", "strong"))]
    for label, counter in sorted(view.lost.items()):
        when = f"seen turns {counter.since} to {counter.last}"
        lines += _counter(label, counter, "lost", when, columns, bool(view.result))
    return lines


def _counter(label: str, counter: CounterView, style: str, when: str, columns: int, told: bool) -> list[Line]:
    """A counter, and under it the ships it is known to have; once all is `told`, nothing of it is unknown."""
    what = f", {safe(counter.strength)}" if counter.strength else "" if told else ", composition unknown"
    side = words.side_name(counter.side)
    lines = [fit(line("  ", (safe(label), style), f"  {counter.zone:<5} {side}, {when}{what}"), columns)]
    if counter.ships:
        names = ("     ships: " if told else "     fought with: ") + ", ".join(safe(name) for name in counter.ships)
        lines += [line((piece, "dim")) for piece in wrap(names, columns, "       ")]
    return lines


def ship_cards(view: View, columns: int, fleet_id: str = "") -> list[Line]:
    """The ship cards, boxes struck off, of one fleet or of all."""
    lines: list[Line] = []
    for one in [fleet_id] if fleet_id in view.fleets else words.by_number(view):
        fleet = view.fleets[one]
        if not fleet.ships:
            continue
        lines.append(line((f"Fleet {fleet.number}", "own"), f"  {safe(fleet.mission)}, {words.where(view, fleet)}"))
        for ship_id in fleet.ships:
            if ship_id in view.ships:
                lines += ship_card(
                    view.ships[ship_id],
                    view.classes.get(view.ships[ship_id].card or view.ships[ship_id].kind),
                    columns,
                    view.scenario.fuel,
                )
        lines.append(line(""))
    sunk = [safe(ship.name) for ship in view.ships.values() if ship.sunk]
    if sunk and not fleet_id:
        lines += [line(("Lost", "strong")), *(line(piece) for piece in wrap(", ".join(sunk), columns))]
    return lines or [line(("No ships.", "dim"))]


def ship_card(ship: ShipView, built: ClassView | None, columns: int, fuel: bool = True) -> list[Line]:
    """A ship in two lines: who she is, and her boxes, those lost struck off."""
    if built is None:
        return [line(f"  {safe(ship.name)}")]
    head: list[str | Run] = ["  ", (safe(ship.name), "strong"), f"  {safe(built.type)} {safe(built.nation)}"]
    head.append(f"  speed {safe(ship.speed)}" + (f" (was {safe(built.speed)})" if ship.speed != built.speed else ""))
    if fuel:
        head.append(f"  fuel {words.fuel(ship.fuel)}")
    if ship.boats > 1 or built.boats > 1:
        head.append(f"  boats {ship.boats} of {built.boats}")
    head += [f"  leader {safe(ship.leader)}" if ship.leader else "", f"  cargo {ship.cargo}" if ship.cargo else ""]
    rows = boxes(
        ("hull", ship.hull, built.hull),
        ("primary", ship.primary, built.primary),
        ("secondary", ship.secondary, built.secondary),
        ("tertiary", ship.tertiary, built.tertiary),
        ("torpedoes", ship.torpedo_mounts, built.torpedo_mounts),
    )
    return [fit(line(*head), columns), fit(line("    ", *rows), columns)]


def boxes(*kinds: tuple[str, int, int]) -> Line:
    """Boxes left and struck off: "hull [][][]xx"."""
    parts: list[str | Run] = []
    for name, left, built in kinds:
        if built:
            parts += [(f"{name} ", "dim"), "o" * left, ("x" * max(0, built - left), "struck"), "  "]
    return line(*parts)


def speaker(seat: str, name: str) -> str:
    """Who says a line of chat."""
    return speech.speaker(seat, name, words.side_name)
