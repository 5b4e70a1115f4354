"""The other orders: a fleet's menu offers what the rules allow it now, and each entry asks for what it needs."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Habit, Mission
from room40.dreadnought.views import FleetView, View
from room40.geometry.seachart import Zone, parse_zone
from room40_client.tui import routes
from room40_client.tui.actions import ACTIONS, shown
from room40_client.tui.draw import papers, words
from room40_client.tui.draw.runs import Line, line, safe
from room40_client.tui.screens.desk import Desk
from room40_client.tui.screens.forces import Forces
from room40_client.tui.screens.pick import Entry, Pick
from room40_client.tui.screens.targets import Targets

Made = o.Order | None
Maker = Callable[["Menu"], Awaitable[Made]]


class Menu:
    """A fleet's menu while it is open: the desk it belongs to, and the fleet it is about."""

    def __init__(self, desk: Desk, view: View, fleet_id: str) -> None:
        self.desk = desk
        self.view = view
        self.id = fleet_id

    @property
    def fleet(self) -> FleetView:
        """The fleet."""
        return self.view.fleets[self.id]

    async def pick(self, title: str, items: Sequence[Line]) -> int | None:
        """Let one of several be picked; nothing to pick is None too."""
        if not items:
            self.desk.tell(line((f" {title}: there is none.", "dim")))
            return None
        taken = await self.desk.app.push_screen_wait(Pick(self.desk.ink, title, items))
        return taken[0] if taken else None

    async def ticks(self, title: str, items: Sequence[Line]) -> tuple[int, ...] | None:
        """Let any of several be ticked."""
        return await self.desk.app.push_screen_wait(Pick(self.desk.ink, title, items, many=True))

    async def entry(self, label: str, text: str = "", hint: str = "") -> str | None:
        """Ask for a line of text."""
        return await self.desk.app.push_screen_wait(Entry(self.desk.ink, label, text, hint))

    async def ship(self, title: str, ships: Sequence[str]) -> str | None:
        """Let a ship be picked."""
        at = await self.pick(title, [ship_line(self.view, ship) for ship in ships])
        return ships[at] if at is not None else None

    def others(self, same_zone: bool = False) -> list[str]:
        """The other own fleets."""
        found = [f for f in words.by_number(self.view) if f != self.id and self.view.fleets[f].ships]
        return [f for f in found if not same_zone or self.view.fleets[f].zone == self.fleet.zone]


def ship_line(view: View, ship_id: str) -> Line:
    """A ship in a list."""
    ship = view.ships.get(ship_id)
    if ship is None:
        return line(safe(ship_id))
    return line(
        (words.ship_name(view, ship_id), "strong"), f"  {safe(ship.kind)}  speed {safe(ship.speed)}  hull {ship.hull}"
    )


def fleet_row(view: View, fleet_id: str) -> Line:
    """A fleet in a list."""
    fleet = view.fleets[fleet_id]
    names = " ".join(words.ship_name(view, ship) for ship in fleet.ships)
    return line(
        (f"Fleet {fleet.number}", "own"),
        f"  {words.mission_name(view, fleet)}, {words.where(view, fleet)}  ",
        (names, "dim"),
    )


async def fleet_menu(desk: Desk) -> None:
    """The menu of the chosen fleet, of the side's airships and submarines, and what follows from it."""
    view = desk.view
    if view is None or view.seat == "public":
        return
    fleet = view.fleets.get(desk.chosen)
    entries: list[tuple[Line, Maker]] = []
    for tag in fleet.may if fleet else []:
        if tag in _MAKERS and tag not in ("fly", "dive"):
            entries.append((line(words.MAY.get(tag, tag)), _MAKERS[tag]))
    entries += _airs(view) + _boats(view)
    menu = Menu(desk, view, desk.chosen)
    title = f"Orders of fleet {fleet.number}" if fleet else "Orders"
    at = await menu.pick(title, [shown_line for shown_line, _ in entries])
    if at is None:
        return
    order = await entries[at][1](menu)
    if order is not None:
        desk.give(order, done=f"{title}: {type(order).__struct_config__.tag}.")


def _airs(view: View) -> list[tuple[Line, Maker]]:
    able = [a for a in sorted(view.airships) if view.airships[a].may_fly]
    return [(line(f"Fly: airship {safe(view.airships[a].name)}, the zones of this turn"), _flier(a)) for a in able]


def _boats(view: View) -> list[tuple[Line, Maker]]:
    if view.ask.kind != "orders":
        return []
    afloat = [s for s in sorted(view.submarines) if not view.submarines[s].sunk]
    return [(line(f"Submarine {safe(view.submarines[s].name)}: the zone of this turn"), _diver(s)) for s in afloat]


def _flier(airship: str) -> Maker:
    async def fly(menu: Menu) -> Made:
        made = menu.view.airships[airship]
        text = await menu.entry(f"{safe(made.name)}: zones of this turn", "/".join(made.route), "as Q31/P32; nothing: home")
        if text is None:
            return None
        zones = tuple(zone for piece in text.replace(",", "/").split("/") if (zone := parse_zone(piece)))
        return o.Fly(airship, zones)

    return fly


def _diver(submarine: str) -> Maker:
    async def dive(menu: Menu) -> Made:
        made = menu.view.submarines[submarine]
        near: list[Zone] = list(menu.desk.chart.sea_neighbours(Zone(made.zone), menu.view.seat))
        at = await menu.pick(f"{safe(made.name)} enters", [line("stay in " + made.zone), *(line(zone) for zone in near)])
        return None if at is None else o.Dive(submarine, near[at - 1] if at else None)

    return dive


async def _abort(menu: Menu) -> Made:
    ports = routes.friendly_ports(menu.view, menu.desk.chart, menu.fleet)
    rows = [line("the nearest friendly port")]
    rows += [line((zone, "strong"), f"  {safe(menu.view.scenario.ports[zone].name)}, {far} zones") for zone, far in ports]
    at = await menu.pick("Abort: make for", rows)
    return None if at is None else o.Abort(menu.id, ports[at - 1][0] if at else None)


async def _merge(menu: Menu) -> Made:
    others = menu.others(same_zone=True)
    at = await menu.pick("Merge into", [fleet_row(menu.view, other) for other in others])
    return None if at is None else o.Merge(menu.id, others[at])


async def _split(menu: Menu) -> Made:
    ships = menu.fleet.ships
    ticked = await menu.ticks("Split: tick the ships that go under a new counter", [ship_line(menu.view, s) for s in ships])
    if not ticked:
        return None
    part = tuple(ships[at] for at in ticked)
    ways = ["nobody moves", "all enter one zone, then split", "split, then each may enter one zone"]
    how = await menu.pick("This turn", [line(way) for way in ways])
    if how is None:
        return None
    if how == 1:
        before = await menu.entry("The zone that all enter before the split")
        return o.Split(menu.id, (o.Part(part),), before=parse_zone(before) if before else None)
    if how == 2:
        new = await menu.entry("The zone that the new fleet enters", hint="nothing: it stays")
        old = await menu.entry(f"The zone that fleet {menu.fleet.number} enters", hint="nothing: it stays")
        return o.Split(menu.id, (o.Part(part, parse_zone(new) if new else None),), parse_zone(old) if old else None)
    return o.Split(menu.id, (o.Part(part),))


async def _mission(menu: Menu) -> Made:
    missions = [m for m in Mission if m is not Mission.ABORT]
    at = await menu.pick("New mission", [line(m.value) for m in missions])
    if at is None:
        return None
    if missions[at] is not Mission.ESCORT:
        return o.NewMission(menu.id, missions[at])
    others = menu.others()
    charge = await menu.pick("Escort of", [fleet_row(menu.view, other) for other in others])
    return None if charge is None else o.NewMission(menu.id, Mission.ESCORT, others[charge])


async def _counter(menu: Menu) -> Made:
    ways = [("off the map when it moves", False, False), ("off the map now", False, True)]
    ways += [("on the map when it moves", True, False), ("on the map now", True, True)]
    at = await menu.pick("The counter goes", [line(text) for text, _, _ in ways])
    return None if at is None else o.Counter(menu.id, ways[at][1], ways[at][2])


async def _linger(menu: Menu) -> Made:
    return o.Linger(menu.id, not menu.fleet.lingering)


async def _habit(menu: Menu) -> Made:
    texts = {
        Habit.ASK: "ask me before each contact die",
        Habit.ALWAYS: "always claim what is true",
        Habit.NEVER: "never claim anything",
    }
    habits = list(texts)
    at = await menu.pick(f"Claims of fleet {menu.fleet.number} (now: {menu.fleet.habit})", [line(texts[h]) for h in habits])
    return None if at is None else o.HabitOf(menu.id, habits[at])


async def _pursue(menu: Menu) -> Made:
    labels = menu.fleet.prey
    rows = []
    for label in labels:
        counter = menu.view.seen.get(label) or menu.view.lost.get(label)
        about = f"  {safe(counter.zone)}  {', '.join(safe(n) for n in counter.ships)}" if counter else ""
        rows.append(line((safe(label), "enemy"), about))
    at = await menu.pick("Pursue", rows)
    return None if at is None else o.Pursue(menu.id, labels[at])


async def _tow(menu: Menu) -> Made:
    ships = menu.fleet.ships
    tug = await menu.ship("Which ship tows", ships)
    if tug is None:
        return None
    towing = menu.view.ships[tug].towing if tug in menu.view.ships else ""
    others = [ship for ship in ships if ship != tug]
    rows = [ship_line(menu.view, ship) for ship in others]
    if towing:
        rows.insert(0, line(f"cast off {words.ship_name(menu.view, towing)}"))
    at = await menu.pick("Takes in tow", rows)
    if at is None:
        return None
    if towing and at == 0:
        return o.Tow(tug)
    return o.Tow(tug, others[at - (1 if towing else 0)])


async def _exchange(menu: Menu) -> Made:
    others = [f for f in menu.others() if menu.view.fleets[f].mission == menu.fleet.mission]
    at = await menu.pick("Ships go over to", [fleet_row(menu.view, other) for other in others])
    if at is None:
        return None
    ships = menu.fleet.ships
    ticked = await menu.ticks("Tick the ships that go", [ship_line(menu.view, s) for s in ships])
    return o.Exchange(tuple(ships[n] for n in ticked), others[at]) if ticked else None


async def _rejoin(menu: Menu) -> Made:
    slots = routes.rejoining(menu.view, menu.desk.chart, menu.fleet)
    text = await menu.entry("Back to the written route", routes.write_slots(slots), "as 7 R31/R32, 8 S33")
    return None if text is None else o.Rejoin(menu.id, routes.read_slots(text))


_MAKERS: Mapping[str, Maker] = {
    "abort": _abort,
    "merge": _merge,
    "split": _split,
    "mission": _mission,
    "counter": _counter,
    "linger": _linger,
    "habit": _habit,
    "pursue": _pursue,
    "tow": _tow,
    "exchange": _exchange,
    "rejoin": _rejoin,
}


async def forces(desk: Desk) -> None:
    """Before the game the division of the fleets, in a battle the targets."""
    view = desk.view
    if view is None:
        return
    if view.ask.kind == "plan":
        await _form(desk, view)
    elif view.ask.kind == "fight" and view.ask.zone in view.battle:
        fight = await desk.app.push_screen_wait(Targets(desk.ink, view))
        if fight is not None:
            desk.give(fight, done=f"{fight.stance.value.capitalize()}.")
    else:
        desk.tell(line((" Fleets are formed before the game; no battle is being fought. B reports the last one.", "dim")))


async def _form(desk: Desk, view: View) -> None:
    """Divide the fleets; a division that is refused comes back to be mended."""
    screen = Forces(desk.ink, view)
    while (form := await desk.app.push_screen_wait(screen)) is not None:
        if await desk.send([form], "The fleets are formed."):
            return
        screen = Forces(desk.ink, view, screen.draft, desk.status)


async def choose_fleet(desk: Desk) -> None:
    """The list of fleets; the one picked is chosen."""
    view = desk.view
    if view is None:
        return
    found = papers.fleet_list(view, desk.size.width - 6)
    at = await Menu(desk, view, desk.chosen).pick("Fleets", [of for _, of in found])
    if at is not None and found[at][0] in view.fleets:
        desk.chosen = found[at][0]
        desk.to_fleet()


async def all_keys(desk: Desk) -> None:
    """Every key by its words; Enter does what the line says."""
    rows: list[Line] = []
    does: list[str] = []
    for action in ACTIONS:
        if action.does.startswith("choose") and action.keys != "1":
            continue
        keys = "1 … 9" if action.does.startswith("choose") else shown(action.keys)
        text = "Choose or tick an answer" if action.does.startswith("choose") else action.words
        rows.append(line((f"{keys:<12}", "hot"), f"{text:<52} ", (action.group, "dim")))
        does.append(action.does)
    taken = await desk.app.push_screen_wait(Pick(desk.ink, "All keys", rows, numbered=False))
    if taken:
        await desk.run_action(does[taken[0]])
