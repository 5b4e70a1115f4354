"""Every fact of the 1914-18 view by a word."""

from collections.abc import Mapping

from room40.dreadnought.views import ClassView, CounterView, FleetView, ShipView, View
from room40.geometry.seachart import SeaChart, Zone, place, row_letters, zone_at
from room40_client.plain.dreadnought import board_facts, names, news
from room40_client.plain.grammar import Fact, Unclear, one_of
from room40_client.tui.draw import words
from room40_client.tui.draw.runs import plain
from room40_client.tui.draw.scene import about_zone

MAY = {**words.MAY, "form": "Form: divide your ships into fleets anew"}

# ---- the game ----


def status(view: View) -> str:
    """ "Turn 5 of 30, 6 Aug 1914 20:00, night, clear. The flight of the Goeben, you are the Entente." """
    you = "you are watching" if view.seat == "public" else f"you are the {words.side_name(view.seat)}"
    weather = words.weather(view.weather)
    turn = f"Turn {view.turn} of {view.scenario.length}, {words.phase(view.phase)}"
    return f"{turn}, {view.time}, {view.light}, {weather}. {view.scenario.title}, {you}."


def briefing(view: View) -> list[str]:
    """The scenario in words, its goals and who has how many points."""
    text = [piece for piece in view.scenario.briefing.split("\n") if piece.strip()]
    goals = [_goal(view, key, goal) for key, goal in view.scenario.goals.items()]
    blind = ["Double blind: counters at sea are hidden but from who is in sight."] if view.scenario.double_blind else []
    worth = ["Worth points:", *goals] if goals else []
    return [f"{view.scenario.title}.", *text, *worth, *blind, *calendar(view)[1:], *points(view)]


TURNS_OF_DAY = 6


def calendar(view: View, _: str = "") -> list[str]:
    """When it is, and which turns are night."""
    first, night = view.scenario.first_turn_of_day, view.scenario.night
    dark = [turn for turn in range(1, view.scenario.length + 1) if (first + turn - 2) % TURNS_OF_DAY + 1 in night]
    when = f"Turn {view.turn}, {view.time}, {view.light}; the game begins on {view.scenario.date}."
    return [when, f"Night turns: {', '.join(map(str, dark)) or 'none'}."]


def _goal(view: View, key: str, goal: str) -> str:
    """A goal in words, for whom it is and what it is worth where that is known, and whether it is reached."""
    aim = view.scenario.aims.get(key)
    worth = f": {aim.points} for the {words.side_name(aim.side)}" if aim is not None else ""
    return f"{goal.rstrip('.')}{worth}{', reached' if key in view.met else ''}."


def points(view: View, _: str = "") -> list[str]:
    """The points as far as they are known."""
    known = [f"{words.side_name(side)} {number}" for side, number in sorted(view.points.items())]
    return [f"Points: {', '.join(known)}."] if known else ["No points are known yet."]


def seats(view: View) -> list[str]:
    """Both sides, and who is waited for."""
    found = []
    for side in ("CP", "EN"):
        you = ": you" if side == view.seat else ""
        found.append(f"{words.side_name(side)}{you}{'; waited for' if side in view.waiting else ''}.")
    return found


# ---- fleets and ships ----


def fleets(view: View, _: str = "") -> list[str]:
    """The own fleets, airships and submarines, one line each."""
    mine = [view.fleets[found] for found in words.by_number(view)]
    found = [_fleet_line(view, fleet) for fleet in mine if fleet.ships]
    found += [_airship(view, key) for key in sorted(view.airships)]
    found += [_submarine(view, key) for key in sorted(view.submarines)]
    return found or ["You have no fleets."]


def counters(view: View) -> str:
    """How many fleets there are, and how many there may be."""
    return f"Counters: {sum(1 for fleet in view.fleets.values() if fleet.ships)} of {view.scenario.counters} are in use."


def _fleet_line(view: View, fleet: FleetView) -> str:
    ships = ", ".join(names.ship_name(view, ship) for ship in fleet.ships)
    due = f" Due: {words.slots(turns)}." if (turns := words.due(view, fleet)) else ""
    return f"Fleet {fleet.number}, {words.where(view, fleet)}, {words.mission_name(view, fleet)}: {ships}.{due}"


def _airship(view: View, key: str) -> str:
    airship = view.airships[key]
    at = airship.zone or airship.base
    flies = f", flies {'/'.join(airship.route)}" if airship.route else ""
    may = f"; may fly {airship.speed} zones, up to {airship.range} from {airship.base}" if airship.may_fly else ""
    left = f", {airship.turns_left} turns left" if airship.state == "out" else ""
    return f"Airship {airship.name}, {airship.state} at {at}{left}{flies}{may}."


def _submarine(view: View, key: str) -> str:
    boat = view.submarines[key]
    if boat.sunk:
        return f"Submarine {boat.name}, sunk."
    goes = f"goes to {boat.order}" if boat.order else "stays"
    return f"Submarine {boat.name}, {boat.zone}{', an ace' if boat.ace else ''}, {goes}."


def one_fleet(view: View, text: str) -> list[str]:
    """All about a fleet: what it is, its sheet, what it may do."""
    fleet_id = names.fleet(view, text)
    fleet = view.fleets.get(fleet_id)
    if fleet is None:
        raise Unclear(f"You have no fleet {text[:12]}; fleets lists them.")
    pace = "cannot move" if fleet.pace < 1 else f"{fleet.pace} zone{'s' if fleet.pace > 1 else ''} a turn"
    found = [_fleet_line(view, fleet), f"Speed: {pace}. Claims: {fleet.habit}."]
    found += _fuel(view, fleet)
    found.append(f"Sheet: {_sheet(view, fleet)}.")
    if fleet.open:
        found.append(f"Open: {words.slots(list(fleet.open))}, from {names_of_start(fleet)}.")
    notes = [
        (f"Owes {'/'.join(fleet.owed)}, from delays.", fleet.owed),
        ("Stays to sweep.", fleet.lingering),
        (f"Pursues {fleet.pursuing}.", fleet.pursuing),
        (f"Goes home from turn {fleet.abort_from}.", fleet.abort_from),
        (f"Stays in columns 1 to {fleet.bounds}.", fleet.bounds),
        (f"In port for {fleet.port_turns} turns.", fleet.in_port and fleet.port_turns),
        (f"May pursue {', '.join(fleet.prey)}.", fleet.prey),
    ]
    found += [text for text, is_so in notes if is_so]
    return [*found, *(f"May: {MAY.get(tag, tag)}." for tag in fleet.may)]


def names_of_start(fleet: FleetView) -> str:
    """Where the first open slot begins."""
    zone, in_port = words.starts_at(fleet, min(fleet.open))
    return f"{zone}, in port" if in_port else str(zone)


def _fuel(view: View, fleet: FleetView) -> list[str]:
    left = [view.ships[s].fuel for s in fleet.ships if s in view.ships and not view.ships[s].sunk]
    return [f"Fuel: {words.fuel(min(left))}, of the ship that has least."] if left and view.scenario.fuel else []


def _sheet(view: View, fleet: FleetView) -> str:
    turns = sorted(int(turn) for turn, text in fleet.sheet.items() if text)
    now = [f"{turn} {fleet.sheet[str(turn)]}{' now' if turn == view.turn else ''}" for turn in turns]
    return ", ".join(now) or "nothing is written"


def sheet(view: View, _: str = "") -> list[str]:
    """The whole order sheet, from this turn on."""
    found = []
    for fleet_id in words.by_number(view):
        fleet = view.fleets[fleet_id]
        if fleet.ships:
            ahead = [
                f"{t} {fleet.sheet[str(t)]}" for t in sorted(map(int, fleet.sheet)) if t >= view.turn and fleet.sheet[str(t)]
            ]
            found.append(f"{fleet.number}: {', '.join(ahead) or 'nothing'}")
    return [*found, counters(view)] if found else ["The sheet is empty."]


def ship(view: View, text: str) -> list[str]:
    """A ship's card: an own one, or one of the battle."""
    known = {key: one.name for key, one in view.ships.items()}
    for battle in view.battle.values():
        known.update({key: one.name for key, one in battle.ships.items() if key not in known})
    key = one_of(text, known, "ship")
    if key not in view.ships:
        return board_facts.known_ship(view, key)
    mine = view.ships[key]
    return _card(view, key, mine, view.classes.get(mine.card or mine.kind))


def _card(view: View, key: str, mine: ShipView, built: ClassView | None) -> list[str]:
    where = next(
        (f"Fleet {one.number}, {words.where(view, one)}" for one in view.fleets.values() if key in one.ships), "no fleet"
    )
    if mine.sunk:
        return [f"{mine.name}: sunk."]
    found = [f"{mine.name}: {built.type if built else mine.kind}, {where}."]
    if mine.leader:
        found.append(f"Leader aboard: {mine.leader}.")
    if built is not None:
        boxes = [
            ("hull", mine.hull, built.hull),
            ("primary", mine.primary, built.primary),
            ("secondary", mine.secondary, built.secondary),
            ("tertiary", mine.tertiary, built.tertiary),
            ("torpedo mounts", mine.torpedo_mounts, built.torpedo_mounts),
        ]
        found.append("Boxes: " + ", ".join(left_of(*box) for box in boxes if box[2]) + ".")
        found.append(
            f"Armour: hull {built.hull_armour}, primary {built.primary_armour}. Primary range {built.primary_range}."
        )
        boats = f", {built.boats} boats" if built.boats > 1 else ""
        found.append(
            f"Built for {built.nation}: speed {built.speed}, fuel {built.fuel}{boats}. Worth {built.points} points."
        )
    was = f", was {built.speed}" if built is not None and built.speed != mine.speed else ""
    found.append(f"Speed {mine.speed}{was}. Torpedoes {mine.torpedoes}.")
    if view.scenario.fuel:
        found.append(f"Fuel {words.fuel(mine.fuel)}.")
    notes = [
        (f"Boats {mine.boats}.", mine.boats > 1),
        (f"Cargo {mine.cargo}.", mine.cargo),
        (f"Tows {mine.towing}.", mine.towing),
    ]
    return [*found, *(text for text, is_so in notes if is_so)]


def left_of(name: str, left: int, built: int) -> str:
    """Boxes left, with as built where some are gone: "hull 4 of 6"."""
    return f"{name} {left}" if left == built else f"{name} {left} of {built}"


def ships(view: View, text: str) -> list[str]:
    """All own ships in a line each, or those of a fleet."""
    wanted = [names.fleet(view, text)] if text else words.by_number(view)
    found = []
    for fleet_id in wanted:
        for key in view.fleets[fleet_id].ships if fleet_id in view.fleets else ():
            mine = view.ships[key]
            found.append(
                f"{names.ship_name(view, key)}, fleet {names.number(fleet_id)}: hull {mine.hull}, speed {mine.speed}."
            )
    sunk = [one.name for one in view.ships.values() if one.sunk]
    return [*found, *([f"Sunk: {', '.join(sunk)}."] if sunk and not text else [])] or ["No ships."]


# ---- the chart ----


def zone(view: View, text: str) -> list[str]:
    """Everything known of a zone, and what it touches."""
    chart, at = words.chart_of(view.scenario), names.zone(text)
    if not chart.has(at):
        raise Unclear(f"{at} is not on this chart.", "5.0")
    near = [f"{way.value} {_zone_in_short(view, chart, there)}" for way, there in chart.neighbours(at).items()]
    shut = [f"No way to {there}." for there in chart.neighbours(at).values() if _is_shut(view, chart, at, there)]
    return [plain(about_zone(view, chart, at)).replace("  ", ". ") + ".", f"Beside it: {', '.join(near)}.", *shut]


def _is_shut(view: View, chart: SeaChart, at: Zone, there: Zone) -> bool:
    return chart.is_water(at) and chart.is_water(there) and not chart.is_open(at, there, view.seat)


def _zone_in_short(view: View, chart: SeaChart, at: Zone) -> str:
    what = "" if chart.is_water(at) else " land"
    port = f" {view.scenario.ports[at].name}" if at in view.scenario.ports else ""
    return f"{at}{what}{port}{_standing(view, at)}"


def _standing(view: View, at: Zone) -> str:
    mine = [
        f" fleet {view.fleets[f].number}"
        for f in words.by_number(view)
        if view.fleets[f].zone == at and view.fleets[f].ships
    ]
    theirs = [f" counter {label}" for label, one in sorted(view.seen.items()) if one.zone == at]
    return "".join([*mine, *theirs])


def chart(view: View, text: str) -> list[str]:
    """The zones round one, a row of the chart a line; without a zone round the first own fleet."""
    of = words.chart_of(view.scenario)
    mine = [view.fleets[f].zone for f in words.by_number(view) if view.fleets[f].ships]
    at = names.zone(text) if text else Zone(mine[0]) if mine else next(of.zones())
    row, column = place(at)
    found = [f"Round {at}, from north to south; every second row lies half a zone further east."]
    for number in range(max(of.first_row, row - 2), min(of.first_row + len(of.rows), row + 3)):
        zones = [zone_at(number, c) for c in range(max(1, column - 3), column + 4)]
        said = [_zone_in_short(view, of, one) for one in zones if of.has(one)]
        if said:
            found.append(f"Row {row_letters(number)}: {', '.join(said)}.")
    return found


def way(view: View, text: str) -> list[str]:
    """The shortest way by sea between two zones."""
    pieces = text.replace(" to ", " ").split()
    if len(pieces) != 2:
        raise Unclear("Write two zones: way R31 to T9.")
    one, other = map(names.zone, pieces)
    path = words.chart_of(view.scenario).path(one, other, view.seat)
    return [f"{len(path)} zones: {'/'.join(path)}." if path else f"There is no way by sea from {one} to {other}."]


def ports(view: View, _: str = "") -> list[str]:
    """The ports, the own first."""
    order = sorted(view.scenario.ports.items(), key=lambda item: (item[1].side != view.seat, item[1].name))
    owner = {view.seat: "own", "": "neutral"}
    return [f"{p.name}, {z}: {owner.get(p.side, words.side_name(p.side))}, {p.grade}." for z, p in order] or ["No ports."]


def sightings(view: View, _: str = "") -> list[str]:
    """Enemy counters in view, then those last seen."""
    found = [_counter(label, one, f"since turn {one.since}", view) for label, one in sorted(view.seen.items())]
    lost = [_counter(label, one, f"seen {_turns(one)}", view) for label, one in sorted(view.lost.items())]
    return [*(found or ["No enemy counter is in view."]), *(["Out of view:", *lost] if lost else [])]


def _turns(counter: CounterView) -> str:
    return f"turn {counter.last}" if counter.since == counter.last else f"turns {counter.since} to {counter.last}"


def _counter(label: str, counter: CounterView, when: str, view: View) -> str:
    known = f", {counter.strength}" if counter.strength else ""
    verb = "ships" if view.result else "fought with"
    ships = f", {verb} {', '.join(counter.ships)}" if counter.ships else ""
    return f"Counter {label}: {counter.zone}, {words.side_name(counter.side)}, {when}{known}{ships}."


def mines(view: View, _: str = "") -> list[str]:
    """Minefields and merchants that are known."""
    traffic: Mapping[str, int] = {**view.scenario.traffic, **view.traffic}
    found = [
        f"Mines {edge}: strength {one.strength}, {words.side_name(one.side)}." for edge, one in sorted(view.mines.items())
    ]
    found += [f"Merchants in {at}: {number}." for at, number in sorted(traffic.items()) if number]
    return found or ["No mines and no merchants are known."]


def log(view: View, text: str) -> list[str]:
    """The last signals."""
    if text and not (text.isdecimal() and len(text) < 5):
        raise Unclear("Write how many: log 20.")
    return news.last(view, int(text or 10))


FACTS: tuple[Fact[View], ...] = (
    Fact(("fleets",), ("fleets",), "your fleets, where they are, their ships", fleets),
    Fact(("fleet",), ("fleet 3",), "all about a fleet", one_fleet),
    Fact(("sheet",), ("sheet",), "the order sheet from this turn on", sheet),
    Fact(("ships",), ("ships", "ships 3"), "your ships, of all fleets or one", ships),
    Fact(("ship", "card"), ("ship goeben",), "a ship's card", ship),
    Fact(("zone",), ("zone N37",), "all about a zone, and what lies beside it", zone),
    Fact(("chart",), ("chart", "chart N37"), "the zones around one, row by row", chart),
    Fact(("way",), ("way R31 to T9",), "the shortest way by sea", way),
    Fact(("ports",), ("ports",), "the ports and whose they are", ports),
    Fact(("sightings", "enemy"), ("sightings",), "enemy counters in view, and those last seen", sightings),
    Fact(("mines",), ("mines",), "minefields and merchants", mines),
    Fact(("log", "signals"), ("log", "log 20"), "the last signals", log),
    Fact(("calendar",), ("calendar",), "when it is, and which turns are night", calendar),
    Fact(("points",), ("points",), "the points as far as they are known", points),
    *board_facts.FACTS,
)
