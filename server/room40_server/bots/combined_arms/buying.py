"""What to buy and repair: defenders where the enemy is near, then what the way to the enemy asks for (K2, K4)."""

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40_server.bots.combined_arms.aims import Aims
from room40_server.bots.combined_arms.chances import chances_of
from room40_server.bots.combined_arms.guard import CAPITAL_RISK, Guard
from room40_server.bots.combined_arms.reading import FAR, Reading
from room40_server.bots.combined_arms.threats import Threats

SAFE_AT_SEA = 0.4
"""With more danger than this at the station warships are bought."""
FOR_WARSHIPS = 0.4
"""The part of the money for the sea that they may cost."""
PAIR = 2
"""Land units to a transport."""


def plan(reading: Reading) -> list[Order]:
    """The orders of a purchase, the commit not among them."""
    return _Purse(reading).orders()


class _Purse:
    """A purchase being made: money, room at the works, what is bought."""

    def __init__(self, reading: Reading) -> None:
        self.r = reading
        chances = chances_of(reading.kinds.table, reading.view.setting.die_sides)
        self.threats = Threats(reading, chances)
        self.guard = Guard(reading, self.threats)
        self.aims = Aims(reading, self.threats)
        self.money = reading.view.money.get(reading.power, 0)
        self.bought: dict[str, int] = {}
        self.repairs: dict[str, int] = {}
        kinds = reading.kinds
        self.infantry, self.artillery, self.tank = (kinds.cheapest(t) for t in ("infantry", "artillery", "blitz"))
        self.fighter, self.bomber, self.transport = (kinds.cheapest(t) for t in ("fighter", "bomber", "transport"))
        self.destroyer, self.submarine = kinds.cheapest("destroyer"), kinds.cheapest("submarine")
        self.carrier = kinds.cheapest("carrier")
        self.cruiser = _cheapest_bombarding(reading)

    def orders(self) -> list[Order]:
        """Repair, defend, build for the sea and the land, spend the rest on better units."""
        self._repair()
        self.room = sum(self.aims.output(key) + self.repairs.get(key, 0) for key in self.aims.works)
        self._defend()
        if self.aims.goes_overseas > 0 and self.aims.station:
            self._for_the_sea()
        self._for_the_land()
        self._better()
        found: list[Order] = []
        if self.repairs:
            found.append(o.Repair(self.repairs))
        if self.bought:
            found.append(o.Buy(self.bought))
        return found

    def _repair(self) -> None:
        """As much as the money needs room for (K4)."""
        r = self.r
        room = sum(self.aims.output(key) for key in self.aims.works)
        mine = [k for k in r.complexes(True) if r.view.owners.get(k) == r.power and r.view.damage.get(k, 0)]
        for key in sorted(mine, key=lambda k: (k != r.capital, -r.spaces[k].value, k)):
            useful = min(r.view.damage[key], r.spaces[key].value)
            dead = r.view.damage[key] - useful
            wanted = max(0, self.money // 4 - room)
            points = min(useful, wanted, max(0, self.money - dead))
            if points > 0:
                self.repairs[key] = points + (dead if points == useful else 0)
                self.money -= self.repairs[key]
                room += points

    def buy(self, key: str, number: int = 1) -> bool:
        """Buy so many of a type, or none if money or room is short."""
        if not key:
            return False
        price = self.r.kinds.lines[key].cost * number
        if number <= 0 or price > self.money or number > self.room:
            return False
        self.bought[key] = self.bought.get(key, 0) + number
        self.money -= price
        self.room -= number
        return True

    def _defend(self) -> None:
        """Infantry for the capital until no enemy power is likely to take it."""
        r = self.r
        if not r.capital or r.capital not in self.aims.works:
            return
        defenders = self.guard.defenders(r.capital)
        left = self.aims.output(r.capital)
        while left and self.threats.worst(r.capital, defenders).win > CAPITAL_RISK and self.buy(self.infantry):
            defenders[self.infantry] = defenders.get(self.infantry, 0) + 1
            left -= 1

    def _for_the_sea(self) -> None:
        """Transports for those that wait at the ports, warships to see them across, troops to fill them."""
        r, aims = self.r, self.aims
        share = aims.goes_overseas
        budget = self.money * share
        ships = [i for i in r.own("sea") if r.is_(r.units[i], "transport")]
        near = r.chart.by_sea(aims.station)
        ships = [i for i in ships if near.get(r.units[i].space, FAR) <= 4]
        idle = sum(1 for i in r.own("land") if aims.is_island(r.units[i].space) and r.line(r.units[i]).attack)
        spent = self.money
        danger = self._danger_at_sea()
        while danger > SAFE_AT_SEA and spent - self.money < budget * FOR_WARSHIPS and any(map(self.buy, self._warships())):
            danger = self._danger_at_sea()
        wanted = min((idle + 1) // PAIR, 1 + int(spent // 10)) - len(ships)
        while wanted > 0 and spent - self.money < budget * 0.7 and self.buy(self.transport):
            wanted -= 1
        carried = PAIR * (len(ships) + self.bought.get(self.transport, 0))
        for key in (self.tank, self.infantry) * carried:
            if idle >= carried * 2 or spent - self.money >= budget or not self.buy(key):
                break
            idle += 1

    def _danger_at_sea(self) -> float:
        r = self.r
        fleet = dict(self.aims.fleet)
        for key, number in self.bought.items():
            if r.kinds.lines[key].domain == "sea":
                fleet[key] = fleet.get(key, 0) + number
        if not self.threats.at_sea(self.aims.station):
            return 0.0
        return self.threats.worst_at_sea(self.aims.station, fleet).win if fleet else 1.0

    def _warships(self) -> list[str]:
        destroyers = self.aims.fleet.get(self.destroyer, 0)
        choice = [self.destroyer, self.cruiser] if destroyers < 2 else [self.cruiser, self.destroyer]
        return [key for key in choice if key]

    def _for_the_land(self) -> None:
        """Infantry, guns and tanks in the proportion 3 : 1 : 2, a fighter now and then."""
        if self.aims.goes_overseas >= 1.0 and self.aims.station:
            return
        aircraft = len(self.r.own("air"))
        troops = len(self.r.own("land"))
        if aircraft * 5 < troops and self.money >= 24:
            self.buy(self.fighter)
        pattern = (self.infantry, self.infantry, self.tank, self.infantry, self.artillery, self.tank)
        step = 0
        while self.room and any(self.buy(key) for key in (pattern[step % len(pattern)], self.infantry)):
            step += 1

    def _better(self) -> None:
        """Where room is short and money is not, cheap units become better ones; where nothing is, money is kept."""
        lines = self.r.kinds.lines
        for better in (self.fighter, self.tank, self.artillery):
            while (
                better and self.bought.get(self.infantry, 0) and self.money >= lines[better].cost - lines[self.infantry].cost
            ):
                self.bought[self.infantry] -= 1
                self.bought[better] = self.bought.get(better, 0) + 1
                self.money -= lines[better].cost - lines[self.infantry].cost
        for key in (self.bomber, self.fighter, self.tank, self.infantry):
            while self.room and self.buy(key):
                pass
        self.bought = {key: number for key, number in self.bought.items() if number}


def _cheapest_bombarding(reading: Reading) -> str:
    lines = reading.kinds.lines
    return min(((t.cost, key) for key, t in lines.items() if t.sold and t.bombard), default=(0, ""))[1]
