"""A player that gives any legal order it can think of: to find what the rules do not bear.

It reads nothing but its view, and what it orders must never be refused: a refusal is a mistake, here or in the rules.
It gives one order at a time, the plots of a fleet apart, since each may change what the next may be.
"""

from collections.abc import Callable, Iterator
from random import Random

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BattleShipView
from room40.dreadnought.orders import Claim, Habit, Mission, Order, Stance
from room40.dreadnought.sheet import Action, Slot, end_of, write_slot
from room40.dreadnought.views import FleetView, View
from room40.geometry.seachart import Zone, place
from room40_server.bots import random_board, reading, tactics
from room40_server.bots.flying import airship_orders, submarine_orders
from room40_server.bots.reading import afloat, is_night
from room40_server.bots.voyages import can_get_home, owed_slot, standing
from room40_server.bots.waters import Waters, waters_of

UNFIT = frozenset({"MERCHANT", "TROOPSHIP", "MS", "SEAPLANE", "TANKER"})
"""Kinds that the player does not send on Intercept."""
ENOUGH_FUEL = 30
"""Zones of fuel beyond the way home with which an abort cannot fail for want of it."""
RAIDER_SIGNS = frozenset({Claim.RAIDER_PLUS, Claim.RAIDER_MINUS})


class RandomPlayer:
    """A player for one seat; the same seed and the same views make the same orders."""

    def __init__(self, seat: str = "", seed: int = 0, *, restless: float = 0.25) -> None:
        """`restless`: how often it does something besides what it must, 0 to 1."""
        self._rng = Random(f"{seat} {seed}")
        self._restless = restless
        self._proposed: tuple[int, str] = (0, "")
        """The battle, by turn and zone, in which it last proposed basic combat, or was proposed it."""
        self._split_in = 0
        """The turn in which it last split a fleet: what has just been split had better not merge (5.24)."""

    def decide(self, view: View, seat: str = "") -> list[Order]:
        """One order, or the plots of one fleet; none, if this seat owes nothing."""
        if view.ask.kind in ("plan", "orders"):
            return self._orders(view)
        if view.ask.kind in tactics.ASKED:
            return [self._on_board(view)]
        answer = _ANSWERS.get(view.ask.kind)
        return [answer(self, view)] if answer else []

    def _on_board(self, view: View) -> Order:
        """On the tactical board; basic combat is proposed at most once a battle (H6)."""
        battle = (view.turn, view.ask.zone)
        proposes = battle != self._proposed and self._rng.random() < 0.1
        order = random_board.answer(view, self._rng, proposes)
        self._proposed = battle if isinstance(order, o.Basic) else self._proposed
        return order

    # ---- planning and the orders phase

    def _orders(self, view: View) -> list[Order]:
        if self._rng.random() < self._restless:
            extra = list(self._extras(view))
            if extra:
                chosen = self._rng.choice(extra)
                self._split_in = view.turn if isinstance(chosen, o.Split) else self._split_in
                return [chosen]
        waters = waters_of(view.scenario, view.seat)
        for fleet_id, fleet in sorted(view.fleets.items()):
            blank = [t for t in fleet.open if not _stands(fleet, t)]
            if blank:
                return list(self._plots(view, waters, fleet_id, blank[0]))
            last = fleet.open[-1] if fleet.open else 0
            if last and str(last + 1) not in fleet.sheet and self._rng.random() < self._restless / 4:
                return list(self._plots(view, waters, fleet_id, last))
        return [o.Commit()]

    def _plots(self, view: View, waters: Waters, fleet_id: str, first: int) -> Iterator[Order]:
        """The slots of a fleet from `first` on, as far as they are open in one row."""
        fleet = view.fleets[fleet_id]
        here, in_port = standing(fleet.plot_from[str(first)])
        turn = first
        while turn in fleet.open:
            slot = self._slot(view, waters, fleet, turn, here, in_port)
            yield o.Plot(fleet_id, turn, write_slot(slot))
            here, in_port = end_of(here, slot), slot.port or (in_port and not slot.zones)
            turn += 1

    def _slot(self, view: View, waters: Waters, fleet: FleetView, turn: int, start: Zone, in_port: bool) -> Slot:
        if fleet.owed and turn == min(fleet.open):
            return owed_slot(fleet, start)
        zones: list[Zone] = []
        here = start
        for _ in range(self._rng.randint(0, fleet.pace)):
            choices = [z for z in waters.beside(here) if not fleet.bounds or place(z)[1] <= fleet.bounds]
            if not choices:
                break
            here = self._rng.choice(choices)
            zones.append(here)
        port = self._rng.random() < 0.5 and self._may_enter(view, here) and (bool(zones) or in_port)
        return self._with_action(view, waters, fleet, turn, Slot(tuple(zones), port), here)

    def _may_enter(self, view: View, here: Zone) -> bool:
        port = view.scenario.ports.get(here)
        return port is not None and (port.side == view.seat or (bool(port.side) and port.grade == "minor"))

    def _with_action(self, view: View, waters: Waters, fleet: FleetView, turn: int, made: Slot, end: Zone) -> Slot:
        if self._rng.random() > 0.3:
            return made
        if fleet.mission in ("bombardment", "raiding") and self._rng.random() < 0.5:
            return Slot(made.zones, made.port, Action.BOMBARD)
        if fleet.mission == "raiding" and len(made.zones) < 2 and not is_night(view, turn):
            return Slot(made.zones, made.port, Action.SEARCH)
        if fleet.mission == "transport":
            return Slot(made.zones, made.port, self._rng.choice((Action.LOAD, Action.UNLOAD)))
        if fleet.mission == "minesweeping":
            return Slot(made.zones, made.port, Action.SWEEP)
        lanes = waters.beside(end)
        if fleet.mission == "minelaying" and lanes and all(s.kind == "ML" for s in afloat(view, fleet)):
            return Slot(made.zones, made.port, Action.LAY, self._rng.choice(lanes))
        return Slot((), made.port, Action.COAL) if not made.zones else made

    def _extras(self, view: View) -> Iterator[Order]:
        """Orders that nobody must give."""
        waters = waters_of(view.scenario, view.seat)
        for fleet_id, fleet in sorted(view.fleets.items()):
            if "habit" in fleet.may:
                yield o.HabitOf(fleet_id, self._rng.choice(list(Habit)))
            yield from self._changes(view, waters, fleet_id, fleet)
            yield from _tows(view, fleet)
        if view.ask.kind == "orders":
            yield from airship_orders(view, waters)
            yield from submarine_orders(view, waters)

    def _changes(self, view: View, waters: Waters, fleet_id: str, fleet: FleetView) -> Iterator[Order]:
        if "abort" in fleet.may and self._rng.random() < 0.1 and _can_get_home(view, waters, fleet):
            yield o.Abort(fleet_id)
        if "merge" in fleet.may and self._split_in != view.turn:
            yield from (o.Merge(fleet_id, other) for other in _partners(view, fleet_id))
        if "split" in fleet.may and len(afloat(view, fleet)) > 1:
            yield o.Split(fleet_id, (o.Part((next(i for i in fleet.ships if not view.ships[i].sunk),)),))
        if "mission" in fleet.may and not any(s.kind in UNFIT for s in afloat(view, fleet)):
            yield o.NewMission(fleet_id, Mission.INTERCEPT)
        if "counter" in fleet.may:
            yield o.Counter(fleet_id, on_map=self._rng.random() < 0.5)
        if "linger" in fleet.may:
            yield o.Linger(fleet_id, on=self._rng.random() < 0.5)

    # ---- what else is asked

    def _quarry(self, view: View) -> Order:
        return o.ChooseQuarry(view.ask.fleet, self._rng.choice(view.ask.choices))

    def _swap(self, view: View) -> Order:
        return o.ChooseZone(self._rng.choice(view.ask.choices))

    def _claims(self, view: View) -> Order:
        made = {Claim(c) for c in view.ask.choices if self._rng.random() < 0.5}
        if made >= RAIDER_SIGNS:
            made.remove(Claim.RAIDER_MINUS)
        return o.MakeClaims(tuple(c for c in Claim if c in made))

    def _fight(self, view: View) -> Order:
        battle = view.battle[view.ask.zone]
        stance = Stance(self._rng.choice(view.ask.choices))
        own = sorted(i for i, s in battle.ships.items() if s.side == view.seat and not s.sunk)
        behind = tuple(own[:1]) if stance is Stance.WITHDRAW and len(own) > 1 and self._rng.random() < 0.3 else ()
        targets = self._targets(battle.ships, view.seat) if battle.round > 1 else {}  # not all guns reach in the first
        return o.Fight(battle.zone, stance, targets, behind)

    def _targets(self, ships: dict[str, BattleShipView], seat: str) -> dict[str, str]:
        """Now and then one big ship's target, named among the enemy's big ships; one cannot break the rule of spreading."""
        big = {i: s for i, s in sorted(ships.items()) if s.primary and not s.sunk and s.kind in ("BB", "BC", "B")}
        own, enemy = [i for i, s in big.items() if s.side == seat], [i for i, s in big.items() if s.side != seat]
        if not own or not enemy or self._rng.random() < 0.7:
            return {}
        return {self._rng.choice(own): self._rng.choice(enemy)}

    def _after_battle(self, view: View) -> Order:
        waters = waters_of(view.scenario, view.seat)
        if self._rng.random() < 0.7:
            for fleet_id, fleet in sorted(view.fleets.items()):
                if "pursue" in fleet.may and fleet.prey and not fleet.pursuing:
                    return o.Pursue(fleet_id, self._rng.choice(fleet.prey))
                if "abort" in fleet.may and fleet.mission != "abort" and _can_get_home(view, waters, fleet):
                    return o.Abort(fleet_id)
        return o.Commit()


def _stands(fleet: FleetView, turn: int) -> bool:
    """Whether a slot is written and no longer than the fleet can sail it."""
    return str(turn) in fleet.sheet and len(reading.slot(fleet.sheet[str(turn)]).zones) <= fleet.pace


def _can_get_home(view: View, waters: Waters, fleet: FleetView) -> bool:
    return can_get_home(view, waters, fleet, ENOUGH_FUEL) and not fleet.bounds


def _partners(view: View, fleet_id: str) -> Iterator[str]:
    """The fleets that this one may merge into: same place, mission and nation, no raiders, none of both on the way home."""
    fleet = view.fleets[fleet_id]
    for other_id, other in sorted(view.fleets.items()):
        together = other_id != fleet_id and (fleet.zone, fleet.in_port) == (other.zone, other.in_port)
        alike = (fleet.mission, fleet.charge) == (other.mission, other.charge) and fleet.mission != "raiding"
        homeward = fleet.abort_from or other.abort_from or "abort" in (fleet.mission, other.mission)
        nations = {view.classes[s.card].nation for f in (fleet, other) for s in afloat(view, f)}
        if together and alike and not homeward and len(nations) == 1:
            yield other_id


def _tows(view: View, fleet: FleetView) -> Iterator[Order]:
    """One ship of a kind takes another in tow, or casts it off (H11)."""
    ships = [i for i in fleet.ships if not view.ships[i].sunk]
    busy = {j for i in ships if view.ships[i].towing for j in (i, view.ships[i].towing)}
    yield from (o.Tow(i) for i in ships if view.ships[i].towing)
    for tug in ships:
        for towed in ships:
            alike = tug != towed and view.ships[tug].kind == view.ships[towed].kind and view.ships[tug].speed != "0"
            if alike and not {tug, towed} & busy:
                yield o.Tow(tug, towed)
                return


_ANSWERS: dict[str, Callable[[RandomPlayer, View], Order]] = {
    "quarry": RandomPlayer._quarry,
    "swap": RandomPlayer._swap,
    "claims": RandomPlayer._claims,
    "fight": RandomPlayer._fight,
    "after battle": RandomPlayer._after_battle,
}
