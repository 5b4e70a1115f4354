"""A game's opening state of the 1942 system, from the shape of its scenario; whatever does not fit is said with its place.

Rules of this file: `check_*` functions raise `ScenarioError` and change nothing; what they have passed is relied upon.
"""

from collections.abc import Iterable, Mapping
from typing import NoReturn

from room40.geometry.spacemap import SpaceMap
from room40_server.combined_arms_shape import ScenarioShape, Seats
from room40_server.rules.combined_arms.state import Canal, Domain, Power, Setting, Space, State, Unit, UnitType
from room40_server.scenario_files import ScenarioError


def build_state(name: str, file: str, shape: ScenarioShape, types: Mapping[str, UnitType]) -> State:
    """The opening state: the first power's turn is about to begin. Raises `ScenarioError`."""
    return _Builder(name, file, shape, types).state()


class _Builder:
    """One scenario on its way to a state."""

    def __init__(self, name: str, file: str, shape: ScenarioShape, types: Mapping[str, UnitType]) -> None:
        self.name, self.file, self.shape, self.types = name, file, shape, types
        self.near = self._near()
        self.setting = self._setting()
        self.units: dict[str, Unit] = {}
        self.numbers: dict[str, int] = {}

    def state(self) -> State:
        self.check_powers()
        self.check_spaces()
        self.check_canals()
        self.check_cities()
        for power, places in self.shape.forces.items():
            self._known(power, self.shape.powers, "forces", power, "power")
            for space, counts in places.items():
                self._put(power, space, counts)
        owners = {key: space.owner or "" for key, space in self.shape.spaces.items() if not space.water}
        money = {key: power.money for key, power in self.shape.powers.items()}
        return State(self.setting, self.units, owners, money, start_owners=owners)

    def fail(self, table: str, key: str, sentence: str) -> NoReturn:
        raise ScenarioError(self.file, table, key, sentence)

    def check_powers(self) -> None:
        """Every power plays once a round and is held by one seat; there are two alliances, and letters tell powers apart."""
        powers = self.shape.powers
        self._each_once(self.shape.order, "", "order")
        self.check_seats("seats", self.shape.seats)
        for number, seats in self.shape.seatings.items():
            self.check_seats(f"seatings.{number}", seats)
            if len(seats) != int(number):
                self.fail("seatings", number, f"there are {len(seats)} seats here.")
        if len({power.alliance for power in powers.values()}) < 2:
            self.fail("powers", "", "all powers are of one alliance, so nobody is to be fought.")
        letters: dict[str, str] = {}
        for key, power in powers.items():
            if power.letter in letters:
                self.fail(f"powers.{key}", "letter", f"{letters[power.letter]} has this letter already.")
            letters[power.letter] = key

    def check_seats(self, table: str, seats: Seats) -> None:
        """Every power is held by one seat, and no seat is called what watchers are."""
        self._each_once((power for held in seats.values() for power in held), table, "")
        if "public" in seats:
            self.fail(table, "public", "this is what watchers are called; give the seat another name.")

    def check_spaces(self) -> None:
        """Owners are powers of this game, the sea is nobody's, and no space is out of reach of the others."""
        for key, space in self.shape.spaces.items():
            table = f"spaces.{key}"
            for field, power in (("owner", space.owner), ("original", space.original), ("capital_of", space.capital_of)):
                if power is not None:
                    self._known(power, self.shape.powers, table, field, "power")
            if space.water and (space.owner or space.value or space.capital_of or space.city or space.impassable):
                self.fail(table, "water", "a sea zone has no owner, value, capital or city, and is not impassable.")
            if space.impassable and (space.owner or space.value):
                self.fail(table, "impassable", "what nobody can enter has no owner and no value.")
        for lost in SpaceMap(self.near).cut_off():
            self.fail(f"spaces.{lost}", "near", "nothing leads here from the rest of the map.")

    def check_canals(self) -> None:
        """A canal joins two zones that touch; its shores are territories (K3.2)."""
        for key, canal in self.shape.canals.items():
            table = f"canals.{key}"
            for field, places, water in (("zones", canal.zones, True), ("shores", canal.shores, False)):
                for place in places:
                    self._known(place, self.shape.spaces, table, field, "space")
                    if self.shape.spaces[place].water is not water:
                        self.fail(table, field, f"{place!r} is no {'sea zone' if water else 'territory'}.")
            if canal.zones[1] not in self.near[canal.zones[0]]:
                self.fail(table, "zones", "these zones do not touch.")

    def check_cities(self) -> None:
        """Cities to win are asked of alliances of this game, and there are as many (K1.1)."""
        alliances = {power.alliance for power in self.shape.powers.values()}
        cities = sum(space.city for space in self.shape.spaces.values())
        for key, number in self.shape.cities_to_win.items():
            self._known(key, alliances, "cities_to_win", key, "alliance")
            if not 0 < number <= cities:
                self.fail("cities_to_win", key, f"the map has {cities} cities.")

    def _each_once(self, powers: Iterable[str], table: str, key: str) -> None:
        named = list(powers)
        for power in named:
            self._known(power, self.shape.powers, table, key, "power")
        for power in self.shape.powers:
            if named.count(power) != 1:
                self.fail(table, key, f"the power {power!r} must be named once, not {named.count(power)} times.")

    def _known(self, name: str, names: Iterable[str], table: str, key: str, what: str) -> None:
        if name not in names:
            self.fail(table, key, f"no {what} is called {name!r}.")

    def _near(self) -> dict[str, tuple[str, ...]]:
        """What touches what, both ways, whichever side it was said on."""
        found: dict[str, set[str]] = {key: set() for key in self.shape.spaces}
        for key, space in self.shape.spaces.items():
            for other in space.near:
                self._known(other, self.shape.spaces, f"spaces.{key}", "near", "space")
                if other == key:
                    self.fail(f"spaces.{key}", "near", "a space does not touch itself.")
                found[key].add(other)
                found[other].add(key)
        return {key: tuple(sorted(others)) for key, others in found.items()}

    def _put(self, power: str, space: str, counts: Mapping[str, int]) -> None:
        """The units of a power in a space; ships first, so that others find them."""
        table = f"forces.{power}.{space}"
        self._known(space, self.shape.spaces, f"forces.{power}", space, "space")
        ground = self.shape.spaces[space]
        if ground.impassable:
            self.fail(f"forces.{power}", space, "nothing can be in an impassable territory.")
        holder = self.shape.powers[ground.owner].alliance if ground.owner else ""
        if not ground.water and holder != self.shape.powers[power].alliance:
            self.fail(f"forces.{power}", space, "this territory is not held by the alliance of these units.")
        for key in counts:
            self._known(key, self.types, table, key, "unit")
        for key in sorted(counts, key=lambda k: self.types[k].domain is not Domain.SEA):
            for _ in range(counts[key]):
                self._make(power, space, key, table)

    def _make(self, power: str, space: str, key: str, table: str) -> None:
        kind, water = self.types[key], self.shape.spaces[space].water
        if kind.domain is Domain.SEA and not water:
            self.fail(table, key, "ships stand in sea zones.")
        if kind.domain is Domain.FIXED and (water or any(u.space == space and u.type == key for u in self.units.values())):
            self.fail(table, key, "there is one in a territory at most, and none at sea.")
        ship = self._ship_for(power, space, kind) if water and kind.domain is not Domain.SEA else ""
        if ship is None:
            self.fail(table, key, "there is no room for it aboard the ships of this power there.")
        self.numbers[key] = self.numbers.get(key, 0) + 1
        unit = Unit(f"{key}-{self.numbers[key]}", key, power, space, ship)
        self.units[unit.id] = unit

    def _ship_for(self, power: str, space: str, kind: UnitType) -> str | None:
        """The first ship of the power with room: a deck for a fighter, a hold for a land unit (K2, K3.8)."""
        for ship in self.units.values():
            if ship.space != space or ship.owner != power:
                continue
            cargo = [self.types[u.type] for u in self.units.values() if u.aboard == ship.id]
            if "fighter" in kind.traits and len(cargo) < self.types[ship.type].decks:
                return ship.id
            carries = kind.domain is Domain.LAND and "transport" in self.types[ship.type].traits
            if carries and self._fits([*cargo, kind]):
                return ship.id
        return None

    def _fits(self, cargo: list[UnitType]) -> bool:
        """One land unit of any kind and infantry, as many in all as a transport holds of infantry (K2)."""
        others = sum("infantry" not in kind.traits for kind in cargo)
        return len(cargo) <= self.setting.transport_infantry and others <= 1

    def _setting(self) -> Setting:
        shape = self.shape
        return Setting(
            name=self.name,
            title=shape.title,
            briefing=shape.briefing.strip(),
            spaces={key: self._space(key) for key in shape.spaces},
            connections=self.near,
            powers={key: Power(key, p.name, p.alliance, p.letter) for key, p in shape.powers.items()},
            order=shape.order,
            types=dict(self.types),
            seats=dict(shape.seats),
            canals=tuple(Canal(key, canal.zones, canal.shores) for key, canal in shape.canals.items()),
            cities_to_win=dict(shape.cities_to_win),
            rounds=shape.rounds,
            allies_see=shape.options.allies_see,
        )

    def _space(self, key: str) -> Space:
        shape = self.shape.spaces[key]
        x, y = shape.at or (-1, -1)
        return Space(
            key=key,
            name=shape.name,
            water=shape.water,
            value=shape.value,
            impassable=shape.impassable,
            capital_of=shape.capital_of or "",
            city=shape.city,
            original=shape.original or shape.owner or "",
            x=x,
            y=y,
        )
