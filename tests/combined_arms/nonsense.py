"""Orders of every kind about anything at all, there or not: what a broken or hostile client may send."""

import random
from collections.abc import Callable, Mapping

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import View


class Nonsense:
    """Makes such orders, of units, spaces and types that are on the board, and of some that are not."""

    def __init__(self, chance: random.Random, seen: View) -> None:
        self.chance = chance
        self.units = [*sorted(seen.units), "nobody-1"]
        self.spaces = [*seen.setting.spaces, "nowhere"]
        self.types = [*seen.setting.types, "galley"]
        self.moves = [*map(int, seen.plan.moves), 99]

    def order(self) -> Order:
        """An order of any kind but a concession."""
        return self.chance.choice(list(KINDS.values()))(self)

    def some(self, pool: list[str], most: int = 4) -> tuple[str, ...]:
        """A few of a pool, maybe one of them twice."""
        return tuple(self.chance.choices(pool, k=self.chance.randint(0, most)))

    def one(self, pool: list[str]) -> str:
        """One of a pool."""
        return self.chance.choice(pool)

    def counts(self, pool: list[str], least: int, most: int) -> dict[str, int]:
        """Numbers of a few of a pool."""
        return {key: self.chance.randint(least, most) for key in self.some(pool)}

    def move(self) -> Order:
        """A move along a path that may lead anywhere."""
        path = tuple(self.chance.choices(self.spaces, k=self.chance.randint(2, 4)))
        aboard = self.one(self.units) if self.chance.random() < 0.3 else None
        return o.Move((self.one(self.units), *self.some(self.units, 2)), path, self.chance.choice(list(o.Duty)), aboard)


KINDS: Mapping[type, Callable[[Nonsense], Order]] = {
    o.Buy: lambda n: o.Buy(n.counts(n.types, 0, 200)),
    o.Repair: lambda n: o.Repair(n.counts(n.spaces, 0, 200)),
    o.Move: Nonsense.move,
    o.TakeBack: lambda n: o.TakeBack(n.chance.choice(n.moves)),
    o.Engage: lambda n: o.Engage(n.one(n.spaces), n.chance.random() < 0.5),
    o.ChooseBattle: lambda n: o.ChooseBattle(n.one(n.spaces)),
    o.Submerge: lambda n: o.Submerge(n.some(n.units)),
    o.Casualties: lambda n: o.Casualties(n.some(n.units)),
    o.Press: lambda n: o.Press(),
    o.Retreat: lambda n: o.Retreat(n.one(n.spaces)),
    o.Bombard: lambda n: o.Bombard(n.some(n.units)),
    o.LandHomeless: lambda n: o.LandHomeless({unit: n.one(n.spaces) for unit in n.some(n.units)}),
    o.Place: lambda n: o.Place(n.one(n.spaces), n.counts(n.types, 1, 60), n.some(n.units)),
    o.Commit: lambda n: o.Commit(),
}
"""What makes an order of each kind."""
