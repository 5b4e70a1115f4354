"""From the typed `scenario.toml` to the opening state, with every check that one key cannot make alone.

Rules of this file: whatever does not fit is said with the table and key where a player would mend it; the rules
themselves judge fleets, missions and plans, so a scenario cannot hold what an order could not.
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40.dreadnought.sheet import STAY, Slot, read_slot
from room40.geometry.seachart import SeaChart, Terrain, Zone, edge, row_letters, row_number
from room40_server.cards import FLAGS, Library, build, card_of, fold, library, slug
from room40_server.charts import Harbour, Sheet, read_chart
from room40_server.rules.dreadnought import forming, plots, writing
from room40_server.rules.dreadnought.setting import Calendar, Goal, Opening, Port, Setting, ShipClass
from room40_server.rules.dreadnought.state import Airship, Fleet, Minefield, Ship, State, Submarine, with_fleet
from room40_server.rules.dreadnought.tables import Tables
from room40_server.scenario_files import ScenarioError, data_root, shown
from room40_server.scenario_shape import BattleShape, CardShape, FleetShape, ScenarioShape, Window


def build_state(path: Path, shape: ScenarioShape, tables: Tables) -> State:
    """The opening state. Raises `ScenarioError`."""
    return _Builder(path, shape, tables).state()


class _Builder:
    """One scenario being put together; `file` is what errors name."""

    def __init__(self, path: Path, shape: ScenarioShape, tables: Tables) -> None:
        self.file, self.shape, self.tables = shown(path), shape, tables
        self.name = path.parent.name
        self.sheet = self._chart(path)
        self.chart = self._window(self.sheet.chart, shape.window) if shape.window else self.sheet.chart
        self.chart = replace(self.chart, canals=self._canals())
        self.books = self._library()

    def fault(self, table: str, key: str, sentence: str) -> ScenarioError:
        """An error at a place in this file."""
        return ScenarioError(self.file, table, key, sentence)

    def state(self) -> State:
        """The state, all checks made."""
        ships = {ship.id: ship for fleet in self.shape.fleets for ship in self._ships(fleet)}
        self._ships_are_there(ships)
        own_cards = self._special_cards(ships)
        ships = {i: replace(s, card=i) if i in own_cards else s for i, s in ships.items()}
        cards = {**self.books.cards, **own_cards}
        fleets = {fleet.id: self._fleet(fleet) for fleet in self.shape.fleets}
        state = State(
            self._setting(ships, cards), ships, fleets, weather=self.shape.weather,
            airships=self._airships(), submarines=self._submarines(), mines=self._mines(),
            traffic=self._zones("traffic", self.shape.traffic),
        )  # fmt: skip
        self._division(state)
        for fleet in self.shape.fleets:
            state = self._planned(state, fleet)
        return state

    # the chart

    def _chart(self, path: Path) -> Sheet:
        for folder in (path.parent, data_root() / "dreadnought" / "charts"):
            chart = folder / f"{self.shape.chart}.chart.txt"
            if chart.is_file():
                return read_chart(chart)
        raise self.fault("", "chart", f"there is no chart {self.shape.chart!r}, here or among the charts of the system.")

    def _window(self, chart: SeaChart, window: Window) -> SeaChart:
        top, bottom = (row_number(letters) for letters in window.rows.split("-"))
        first, last = window.columns
        rows = range(chart.first_row, chart.first_row + len(chart.rows))
        if not (top in rows and bottom in rows and top <= bottom):
            span = f"{row_letters(rows[0])}-{row_letters(rows[-1])}"
            raise self.fault("window", "rows", f"the chart has the rows {span}; {window.rows} is no part of them.")
        if not chart.first_column <= first <= last <= chart.last_column:
            raise self.fault("window", "columns", f"the chart has the columns {chart.first_column} to {chart.last_column}.")
        at = first - chart.first_column
        lines = tuple(chart.rows[row - chart.first_row][at : at + last - first + 1] for row in range(top, bottom + 1))
        cut = replace(chart, rows=lines, first_row=top, first_column=first)
        closed = tuple(e for e in chart.closed if all(cut.has(Zone(z)) for z in e.split("-")))
        return replace(cut, closed=closed)

    def _canals(self) -> dict[str, str]:
        there = {e: n for e, n in self.sheet.canals.items() if all(self.chart.has(Zone(z)) for z in e.split("-"))}
        return {border: self._side(nation) or "nobody" for border, nation in there.items()}

    def _side(self, nation: str) -> str:
        return next((side.value for side, nations in self.shape.nations.items() if nation in nations), "")

    def _ports(self) -> dict[str, Port]:
        here: dict[str, Harbour] = {z: h for z, h in self.sheet.harbours.items() if self.chart.has(Zone(z))}
        ports = {z: Port(h.name, h.zone, h.grade, self._side(h.nation)) for z, h in here.items()}
        for zone, change in self.shape.ports.items():
            if self.chart.terrain(Zone(zone)) is not Terrain.COAST:
                raise self.fault("ports", zone, "a port lies in a coast zone of the chart.")
            old = ports.get(zone)
            if old is None and (change.name is None or change.grade is None):
                raise self.fault("ports", zone, "the chart has no port here; a new one needs its name and grade.")
            old = old or Port(change.name or "", Zone(zone), change.grade or "")
            side = old.side if change.nation is None else self._side(change.nation)
            ports[zone] = replace(old, name=change.name or old.name, grade=change.grade or old.grade, side=side,
                                  dice=change.dice)  # fmt: skip
        return ports

    def _water(self, table: str, key: str, zone: str) -> Zone:
        if not self.chart.is_water(Zone(zone)):
            raise self.fault(table, key, f"{zone} is no water of this chart.")
        return Zone(zone)

    def _zones(self, table: str, rated: dict[str, int]) -> dict[str, int]:
        return {self._water(table, zone, zone): rating for zone, rating in rated.items()}

    def _border(self, table: str, name: str) -> str:
        one, other = (Zone(z) for z in name.split("-"))
        border = edge(one, other)
        if not (self.chart.is_open(one, other) or border in self.chart.canals):
            raise self.fault(table, name, f"ships do not pass between {one} and {other} on this chart.")
        return border

    # ships and fleets

    def _library(self) -> Library:
        books = library()
        cards = {slug(name): self._own_card(name, card) for name, card in self.shape.cards.items()}
        names = {fold(name): slug(name) for name in self.shape.cards}
        return Library({**books.cards, **cards}, {**books.by_name, **names}, books.spelling)

    def _own_card(self, name: str, card: CardShape) -> ShipClass:
        self._check_flags(f"cards.{name}", card.flags)
        return ShipClass(
            slug(name), card.nation, card.type, card.speed, card.primary, card.primary_range, card.secondary,
            card.tertiary, card.torpedo_mounts, card.hull, card.hull_armour, card.primary_armour, card.secondary_armour,
            card.fuel, card.points, card.boats, card.flags,
        )  # fmt: skip

    def _check_flags(self, table: str, flags: Iterable[str]) -> None:
        for flag in flags:
            if flag not in FLAGS:
                raise self.fault(table, "flags", f"{flag[:20]!r} is none of {', '.join(FLAGS)}.")

    def _ships(self, fleet: FleetShape) -> Iterable[Ship]:
        for name in fleet.ships:
            card = card_of(name, self.books)
            if card is None:
                raise self.fault(f"fleet {fleet.id}", "ships", f"no ship or class is called {name!r}.")
            yield self._special(build(name, card, fleet.side, self.tables), fleet.zone)

    def _special(self, ship: Ship, zone: str) -> Ship:
        found = next((special for name, special in self.shape.ships.items() if slug(name) == ship.id), None)
        if found is None:
            return ship
        card = self.books.cards[ship.card]
        if found.fuel is not None and found.fuel > card.fuel:
            raise self.fault(f"ships.{ship.name}", "fuel", f"{ship.name} holds {card.fuel} units.")
        return replace(
            ship,
            leader=found.leader,
            nation=found.nation or ship.nation,
            fuel=ship.fuel if found.fuel is None else round(found.fuel * self.tables.fuel.twelfths),
            speed=found.speed or ship.speed,
            cargo=found.cargo,
            cargo_from=zone if found.cargo else "",
            lays_mines=ship.lays_mines if found.lays_mines is None else found.lays_mines,
            sweeps_mines=ship.sweeps_mines if found.sweeps_mines is None else found.sweeps_mines,
        )

    def _ships_are_there(self, ships: dict[str, Ship]) -> None:
        named: set[str] = set()
        for fleet in self.shape.fleets:
            for name in fleet.ships:
                if slug(name) in named:
                    raise self.fault(f"fleet {fleet.id}", "ships", f"{name} is in the scenario twice.")
                named.add(slug(name))
        for name in self.shape.ships:
            if slug(name) not in ships:
                raise self.fault("ships", name, "no fleet has this ship.")

    def _special_cards(self, ships: dict[str, Ship]) -> dict[str, ShipClass]:
        cards = {}
        for name, special in self.shape.ships.items():
            if special.flags is not None:
                self._check_flags(f"ships.{name}", special.flags)
                ship = ships[slug(name)]
                cards[ship.id] = replace(self.books.cards[ship.card], key=ship.id, flags=special.flags)
        return cards

    def _fleet(self, fleet: FleetShape) -> Fleet:
        table = f"fleet {fleet.id}"
        if [f.id for f in self.shape.fleets].count(fleet.id) > 1:
            raise self.fault(table, "number", "two fleets have this counter.")
        if fleet.number > self.shape.counters.get(fleet.side, 0):
            raise self.fault(table, "number", f"this side has {self.shape.counters.get(fleet.side, 0)} counters.")
        zone = self._water(table, "zone", fleet.zone)
        if fleet.in_port and self._ports().get(zone, Port("", zone, "")).side != fleet.side:
            raise self.fault(table, "in_port", f"there is no port of this side in {zone}.")
        charge = f"{fleet.side}-{fleet.charge}" if fleet.charge else ""
        if charge and charge not in [f.id for f in self.shape.fleets]:
            raise self.fault(table, "charge", f"there is no fleet {charge}.")
        if fleet.sails > self.shape.length:
            raise self.fault(table, "sails", f"the game has {self.shape.length} turns.")
        ships = tuple(slug(name) for name in fleet.ships)
        return Fleet(
            fleet.id, fleet.number, fleet.side, fleet.mission, ships, zone, fleet.in_port, charge,
            sheet=dict.fromkeys(range(1, fleet.sails), STAY), bounds=fleet.bounds, sails=fleet.sails,
            came_from=self._came_from(fleet),
        )  # fmt: skip

    def _came_from(self, fleet: FleetShape) -> str:
        """The zone that a fleet left for the battle that begins the game: one next to its own."""
        if not fleet.comes_from:
            return ""
        zone, before = Zone(fleet.zone), Zone(fleet.comes_from)
        if self.shape.battle is None:
            raise self.fault(f"fleet {fleet.id}", "comes_from", "this is for scenarios that begin with a [battle].")
        if not self.chart.has(before) or not self.chart.is_open(zone, before, fleet.side):
            raise self.fault(f"fleet {fleet.id}", "comes_from", f"no ship comes from {before} into {zone}.")
        return before

    def _division(self, state: State) -> None:
        for side in Side:
            if not any(f.side is side for f in self.shape.fleets):
                raise self.fault("", "fleet", f"{side} has no fleet.")
            for refused in forming.forces_faults(state, side):
                raise self.fault(f"fleet {refused.about}", "ships", f"{refused.clause}: {refused.sentence}")

    def _planned(self, state: State, shape: FleetShape) -> State:
        """The state with a fleet's plan written into its sheet, slot by slot, as a player could write it."""
        for turn in sorted(int(t) for t in shape.plan):
            fleet = state.fleets[shape.id]
            table, slot = f"fleet {shape.id}.plan", read_slot(shape.plan[str(turn)])
            if not isinstance(slot, Slot):
                raise self.fault(table, str(turn), slot.sentence)
            slot = writing.in_form(slot, *plots.stands_at(state, fleet, turn))
            refused = writing.closed_fault(state, fleet, turn) or writing.slot_fault(state, fleet, turn, slot)
            if refused is not None:
                raise self.fault(table, str(turn), f"{refused.clause}: {refused.sentence}")
            state = with_fleet(state, replace(fleet, sheet={**fleet.sheet, turn: slot}))
        return state

    # the rest

    def _setting(self, ships: dict[str, Ship], cards: dict[str, ShipClass]) -> Setting:
        shape, options = self.shape, self.shape.options
        used = {s.card for s in ships.values()}
        boilers = {slug(n): s.boilers for n, s in shape.ships.items() if s.boilers is not None}
        return Setting(
            self.name, shape.title, shape.briefing.strip(), self._calendar(), self.chart, self._ports(),
            {key: card for key, card in cards.items() if key in used}, self.tables,
            {side.value: shape.counters.get(side, 0) for side in Side}, self._goals(ships), shape.winter,
            shape.fixed_weather, options.fuel, options.mixed_fleets,
            {side.value: most for side, most in options.raiding_fleets.items()}, options.raiding_ships,
            options.raider_needs_leader,
            self._coast_watch(),
            tuple(self._border("fields_wanted", name) for name in shape.fields_wanted),
            options.double_blind, options.free_forming and shape.battle is None, boilers, options.boilers_turns,
            battles=options.battles if shape.battle is None else "tactical", blind=options.blind,
            opening=self._battle(shape.battle, ships) if shape.battle else None,
        )  # fmt: skip

    def _battle(self, shape: BattleShape, ships: dict[str, Ship]) -> Opening:
        """The battle with which the game begins and ends: all fleets are in it, in its zone, and the game is of one turn."""
        zone = self._water("battle", "zone", shape.zone)
        if self.shape.length != 1:
            raise self.fault("", "length", "a game of one battle has one turn.")
        for fleet in self.shape.fleets:
            if fleet.zone != zone or fleet.in_port:
                raise self.fault(f"fleet {fleet.id}", "zone", f"the battle is fought in {zone}, at sea.")
        only = {side.value: tuple(slug(name) for name in names) for side, names in shape.first_fire.items()}
        for side, names in only.items():
            unknown = next((n for n in names if n not in ships or ships[n].side != side), None)
            if unknown:
                raise self.fault("battle", "first_fire", f"{side} has no ship {unknown}.")
        return Opening(zone, shape.initiative or "", {int(r): n for r, n in shape.detection.items()}, only)

    def _coast_watch(self) -> dict[str, tuple[Zone, ...]]:
        watch = self.shape.coast_watch
        return {side.value: tuple(self._water("coast_watch", side, z) for z in zones) for side, zones in watch.items()}

    def _calendar(self) -> Calendar:
        shape = self.shape
        try:
            date.fromisoformat(shape.date)
        except ValueError as error:
            raise self.fault("", "date", f"there is no day {shape.date}.") from error
        if len(shape.fixed_weather) > shape.length:
            raise self.fault("", "fixed_weather", f"the game has {shape.length} turns.")
        return Calendar(shape.date, shape.first_turn_of_day, shape.length, shape.night)

    def _goals(self, ships: dict[str, Ship]) -> dict[str, Goal]:
        goals = {}
        for key, goal in self.shape.goals.items():
            table = f"goals.{key}"
            unknown = next((name for name in goal.ships if slug(name) not in ships), None)
            if unknown:
                raise self.fault(table, "ships", f"no fleet has {unknown}.")
            if goal.kind != "survive" and not goal.zone:
                raise self.fault(table, "zone", f"a goal of the kind {goal.kind} needs a zone.")
            zone = self._water(table, "zone", goal.zone) if goal.zone else ""
            named = tuple(slug(name) for name in goal.ships)
            goals[key] = Goal(goal.kind, goal.side, goal.points, goal.text, named, zone, goal.port, goal.ends_game)
        return goals

    def _airships(self) -> dict[str, Airship]:
        found = {}
        for key, shape in self.shape.airships.items():
            base = Zone(shape.base)
            if not self.chart.has(base):
                raise self.fault(f"airships.{key}", "base", f"{base} is not on this chart.")
            found[key] = Airship(key, shape.name, shape.side, base)
        return found

    def _submarines(self) -> dict[str, Submarine]:
        return {
            key: Submarine(key, s.name, s.side, self._water(f"submarines.{key}", "zone", s.zone), s.ace)
            for key, s in self.shape.submarines.items()
        }

    def _mines(self) -> dict[str, Minefield]:
        fields = {}
        for name, shape in self.shape.mines.items():
            border = self._border("mines", name)
            known = tuple(Side) if shape.known_to_both else (shape.side,)
            fields[f"{border} {shape.side}"] = Minefield(border, shape.side, shape.strength, known)
        return fields
