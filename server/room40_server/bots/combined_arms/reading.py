"""A view as the player reads it: who stands where, how far it is, what a territory is worth. Nothing here is hidden."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from room40.combined_arms.forces import Kind
from room40.combined_arms.situation import are_friends
from room40.combined_arms.views import SettingView, TypeView, UnitView, View

FAR = 99
"""A distance that nobody goes."""


class Chart:
    """Distances on a map, by land, by sea and by air; worked out once a map and kept."""

    def __init__(self, setting: SettingView) -> None:
        self.setting = setting
        self._by_land: dict[str, dict[str, int]] = {}
        self._by_sea: dict[str, dict[str, int]] = {}
        self._by_air: dict[str, dict[str, int]] = {}

    def by_land(self, start: str) -> dict[str, int]:
        """Steps to every territory that can be walked to."""
        if start not in self._by_land:
            self._by_land[start] = self._flood(start, frozenset([False]))
        return self._by_land[start]

    def by_sea(self, start: str) -> dict[str, int]:
        """Steps to every zone that can be sailed to, all canals open; from a territory: from its coast, one step more."""
        if start not in self._by_sea:
            self._by_sea[start] = self._flood(start, frozenset([True]))
        return self._by_sea[start]

    def by_air(self, start: str) -> dict[str, int]:
        """Steps through the air to every space that is not closed."""
        if start not in self._by_air:
            self._by_air[start] = self._flood(start, frozenset([True, False]))
        return self._by_air[start]

    def _flood(self, start: str, over: frozenset[bool]) -> dict[str, int]:
        spaces = self.setting.spaces
        found, edge = {start: 0}, [start]
        while edge:
            further = []
            for here in edge:
                for there in spaces[here].near:
                    if there not in found and not spaces[there].impassable and spaces[there].water in over:
                        found[there] = found[here] + 1
                        further.append(there)
            edge = further
        return found


class Kinds:
    """The unit table as odds know it, and the types by what they are for: scenarios may name them as they like."""

    def __init__(self, setting: SettingView) -> None:
        self.lines = setting.types
        self.table: Mapping[str, Kind] = {key: _kind(key, line) for key, line in setting.types.items()}

    def cheapest(self, *traits: str) -> str:
        """The cheapest type for sale with one of these traits; "" if there is none."""
        found = [(t.cost, key) for key, t in self.lines.items() if t.sold and any(trait in t.traits for trait in traits)]
        return min(found, default=(0, ""))[1]


@lru_cache(maxsize=8)
def _known(setting: "_ByIdentity") -> tuple[Chart, Kinds]:
    return Chart(setting.setting), Kinds(setting.setting)


class _ByIdentity:
    """A map as a key: what never changes in a game is told apart by its name and spaces, not read through each time."""

    def __init__(self, setting: SettingView) -> None:
        self.setting = setting
        self.key = (setting.name, tuple(setting.spaces), tuple(setting.types), tuple(setting.order))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _ByIdentity):
            return False
        return self.setting is other.setting or (self.key == other.key and self.setting == other.setting)


class Reading:
    """A view of the power that plays, in the words of who plans for it."""

    def __init__(self, view: View, power: str = "") -> None:
        self.view = view
        self.power = power or view.power
        self.spaces = view.setting.spaces
        self.units = view.units
        self.chart, self.kinds = _known(_ByIdentity(view.setting))
        self.friends = frozenset(p for p in view.setting.powers if are_friends(view, self.power, p))
        self._fighting: dict[tuple[str, bool], dict[str, int]] = {}
        self.enemies = tuple(p for p in view.setting.order if p not in self.friends)

    def line(self, unit: UnitView) -> TypeView:
        """The unit's line of the table."""
        return self.kinds.lines[unit.type]

    def is_(self, unit: UnitView, trait: str) -> bool:
        """Whether the unit's type has a trait."""
        return trait in self.line(unit).traits

    @cached_property
    def here(self) -> dict[str, list[str]]:
        """Space -> the ids of the units there, in order."""
        found: dict[str, list[str]] = {key: [] for key in self.spaces}
        for unit_id, unit in self.units.items():
            found[unit.space].append(unit_id)
        return found

    @cached_property
    def aboard(self) -> dict[str, list[str]]:
        """Ship -> the ids of what it carries."""
        found: dict[str, list[str]] = {}
        for unit_id, unit in self.units.items():
            if unit.aboard:
                found.setdefault(unit.aboard, []).append(unit_id)
        return found

    def own(self, domain: str, space: str = "") -> list[str]:
        """The units of the power of a domain, everywhere or in a space."""
        return self._own.get((domain, space), [])

    @cached_property
    def _own(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for unit_id, unit in self.units.items():
            if unit.owner == self.power:
                domain = self.line(unit).domain
                found.setdefault((domain, ""), []).append(unit_id)
                found.setdefault((domain, unit.space), []).append(unit_id)
        return found

    def is_friendly(self, territory: str) -> bool:
        """Whether a territory is its alliance's now."""
        return self.view.owners.get(territory, "") in self.friends

    def is_land(self, space: str) -> bool:
        """Whether a space is a territory that can be entered."""
        return not self.spaces[space].water and not self.spaces[space].impassable

    def fighters_in(self, space: str, friendly: bool) -> dict[str, int]:
        """Type -> number of what fights for one alliance in a space: on land no guns and complexes, at sea no cargo."""
        if (space, friendly) not in self._fighting:
            here = ((i, self.units[i]) for i in self.here[space])
            ours = [i for i, u in here if (u.owner in self.friends) == friendly and self._fights(u)]
            self._fighting[space, friendly] = self.counted(ours)
        return dict(self._fighting[space, friendly])

    def _fights(self, unit: UnitView) -> bool:
        line = self.line(unit)
        if self.spaces[unit.space].water:
            return line.domain in ("sea", "air") and not unit.submerged
        return line.domain in ("land", "air") and not unit.aboard and "anti-aircraft" not in line.traits

    def gun(self, territory: str) -> str:
        """The type of an enemy gun in a territory, "" if there is none."""
        guns = [self.units[i] for i in self.here[territory]]
        return next((u.type for u in guns if u.owner not in self.friends and self.is_(u, "anti-aircraft")), "")

    def complexes(self, friendly: bool) -> list[str]:
        """The territories with a complex of one alliance."""
        return sorted(space for space, owner in self.works.items() if (owner in self.friends) == friendly)

    @cached_property
    def works(self) -> dict[str, str]:
        """Territory -> owner of the complex in it."""
        return {unit.space: unit.owner for unit in self.units.values() if self.is_(unit, "complex")}

    @cached_property
    def capital(self) -> str:
        """The capital of the power if it holds it, else ""."""
        return next((k for k, s in self.spaces.items() if s.capital_of == self.power and self.is_friendly(k)), "")

    @cached_property
    def is_last_round(self) -> bool:
        """Whether the game ends after this round: then only cities count (K1.1)."""
        return self.view.round == self.view.setting.rounds

    @property
    def thrift(self) -> float:
        """How much units are worth beside territories."""
        return 0.08 if self.is_last_round else 1.0

    def plays_again(self, power: str) -> bool:
        """Whether a power has a turn after this one before the game ends."""
        order = self.view.setting.order
        return not self.is_last_round or order.index(power) > order.index(self.view.power)

    @cached_property
    def _city(self) -> float:
        """What a city is worth: most where it decides the game (K1.1)."""
        if self.is_last_round:
            return 40.0
        held = sum(s.city and self.is_friendly(k) for k, s in self.spaces.items())
        needed = self.view.setting.cities_to_win.get(self.view.setting.powers[self.power].alliance, FAR)
        return 30.0 if held + 1 == needed else 9.0

    def worth(self, territory: str) -> float:
        """What a territory is worth to who takes it, in money: some turns of income, its city, capital and works."""
        space = self.spaces[territory]
        if self.is_last_round:
            return 0.3 * space.value + (self._city if space.city else 0.0)
        found = 2.5 * space.value + 0.5
        if space.city:
            found += self._city
        if space.capital_of:
            right = space.capital_of
            found += 14.0 + (self.view.money.get(right, 0) if self.view.owners.get(territory) == right else 0)
        if territory in self.works:
            found += 5.0
        return found

    def cost(self, counts: Mapping[str, int]) -> int:
        """What units cost."""
        return sum(self.kinds.lines[key].cost * number for key, number in counts.items())

    def counted(self, ids: Iterable[str]) -> dict[str, int]:
        """Type -> number."""
        found: dict[str, int] = {}
        for unit_id in ids:
            key = self.units[unit_id].type
            found[key] = found.get(key, 0) + 1
        return found

    @cached_property
    def front(self) -> dict[str, int]:
        """Territory -> steps over land to the nearest one that is not the alliance's and worth having; none: an island."""
        hostile = [k for k in self.view.owners if self.is_land(k) and not self.is_friendly(k) and self._is_aim(k)]
        found = dict.fromkeys(hostile, 0)
        edge = hostile
        while edge:
            further = []
            for here in edge:
                for there in self.spaces[here].near:
                    if there not in found and self.is_land(there):
                        found[there] = found[here] + 1
                        further.append(there)
            edge = further
        return found

    def _is_aim(self, territory: str) -> bool:
        return bool(self.spaces[territory].value or self.spaces[territory].city or self.fighters_in(territory, False))


def _kind(key: str, line: TypeView) -> Kind:
    return Kind(
        key, line.name, line.cost, line.attack, line.defence, line.domain, tuple(line.traits), line.hits,
        line.bombard, line.supported, line.plural,
    )  # fmt: skip
