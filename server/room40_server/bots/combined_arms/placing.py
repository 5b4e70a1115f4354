"""Where new units appear: defenders at the capital, the others nearest the enemy, ships with the fleet (K7)."""

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40_server.bots.combined_arms.aims import Aims
from room40_server.bots.combined_arms.chances import chances_of
from room40_server.bots.combined_arms.guard import CAPITAL_RISK, Guard
from room40_server.bots.combined_arms.reading import FAR, Reading
from room40_server.bots.combined_arms.threats import Threats


def plan(reading: Reading) -> list[Order]:
    """The placements, the commit not among them."""
    return _Yards(reading).orders()


class _Yards:
    """The works with the room that is left in them, and what appears where."""

    def __init__(self, reading: Reading) -> None:
        self.r = reading
        self.threats = Threats(reading, chances_of(reading.kinds.table, reading.view.setting.die_sides))
        self.guard = Guard(reading, self.threats)
        self.aims = Aims(reading, self.threats)
        self.room = {key: self.aims.output(key) for key in self.aims.works}
        self.placed: dict[str, dict[str, int]] = {}
        self.left = {key: number for key, number in reading.view.bought.items() if number}

    def orders(self) -> list[Order]:
        """Ships first, for they can appear at fewest places; then defenders, then all the others."""
        lines = self.r.kinds.lines
        for key in sorted(self.left, key=lambda k: (lines[k].domain != "sea", "carrier" not in lines[k].traits, k)):
            if lines[key].domain == "sea":
                self._launch(key)
        self._defend_capital()
        for key in sorted(self.left):
            while self.left[key] and (at := self._best_for(key)):
                self._put(key, at, at)
        return [o.Place(space, units, self._landing(space, units)) for space, units in sorted(self.placed.items())]

    def _landing(self, space: str, units: dict[str, int]) -> tuple[str, ...]:
        """Who lands on the new carriers there, if more wait than they have room for (K3.5)."""
        r = self.r
        decks = sum(r.kinds.lines[key].decks * number for key, number in units.items())
        waiting = [i for i in r.own("air", space) if not r.units[i].aboard and r.is_(r.units[i], "fighter")]
        return tuple(waiting[:decks]) if r.spaces[space].water and 0 < decks < len(waiting) else ()

    def _put(self, key: str, space: str, works: str) -> None:
        self.left[key] -= 1
        self.room[works] -= 1
        at = self.placed.setdefault(space, {})
        at[key] = at.get(key, 0) + 1

    def _launch(self, key: str) -> None:
        """Ships appear where fighters wait for a deck, at the station, or where friends are and enemies are not."""
        r = self.r
        zones = {z: works for works in self.room for z in r.spaces[works].near if r.spaces[z].water}
        waiting = {r.units[i].space for i in r.own("air") if not r.units[i].aboard and r.spaces[r.units[i].space].water}
        carries = bool(r.kinds.lines[key].decks)
        while self.left[key]:
            open_works = [(z, w) for z in zones for w in self.room if self.room[w] and z in r.spaces[w].near]
            if not open_works:
                return
            zone, works = min(
                open_works,
                key=lambda pair: (
                    not (carries and pair[0] in waiting),
                    any(r.fighters_in(pair[0], False).values()),
                    pair[0] != self.aims.station,
                    -sum(r.fighters_in(pair[0], True).values()),
                    pair,
                ),
            )
            self._put(key, zone, works)

    def _defend_capital(self) -> None:
        r = self.r
        if self.room.get(r.capital, 0) <= 0:
            return
        now = r.fighters_in(r.capital, True)
        cheap = sorted((k for k in self.left if self._defends(k)), key=lambda k: (r.kinds.lines[k].cost, k))
        for key in cheap:
            while self.left[key] and self.room[r.capital] and self.threats.worst(r.capital, now).win > CAPITAL_RISK:
                self._put(key, r.capital, r.capital)
                now[key] = now.get(key, 0) + 1

    def _defends(self, key: str) -> bool:
        line = self.r.kinds.lines[key]
        return line.domain == "land" and bool(line.defence) and "anti-aircraft" not in line.traits

    def _best_for(self, key: str) -> str:
        """The works nearest the front for what walks, beside the station for who goes by sea."""
        r, aims = self.r, self.aims
        open_works = [works for works, room in self.room.items() if room > 0]
        if r.kinds.lines[key].domain not in ("land", "air") or not open_works:
            return ""
        return min(
            open_works, key=lambda w: (r.front.get(w, FAR) if not aims.is_island(w) else 8 - 4 * (w in aims.ports), w)
        )
