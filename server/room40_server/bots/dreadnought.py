"""A player of the computer for the 1914-18 system: it plays every phase from its seat's view alone.

It patrols, goes where a counter in view will be two turns on, makes for its scenario's goals, runs home when hurt or
short of fuel, claims what helps it, closes when it is stronger and withdraws when it is weaker.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random, SystemRandom

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order
from room40.dreadnought.sheet import Slot, end_of, write_slot
from room40.dreadnought.views import FleetView, View
from room40.geometry.seachart import Zone
from room40_server.bots import fighting, tactics
from room40_server.bots.flying import airship_orders, submarine_orders
from room40_server.bots.plotting import Plotter, goal_of
from room40_server.bots.reading import hurt
from room40_server.bots.tracks import Tracks
from room40_server.bots.voyages import can_get_home, owed_slot, standing, voyage
from room40_server.bots.waters import Waters, waters_of

PURSUE_WHEN = 1.1
"""Odds at which an enemy is worth going after."""
SPARE_FUEL = 12
"""Zones of fuel beyond the way home that the slots which still stand, and a battle, may cost before an abort takes hold."""
PRE_PLANNED = frozenset({"transport", "bombardment", "minelaying", "minesweeping"})


class Bot:
    """A player for one seat. It keeps in mind where it saw counters; it plays on from any view without that too."""

    def __init__(self, seat: str = "", seed: int | None = None) -> None:
        self._seat = seat
        self._seed = SystemRandom().getrandbits(32) if seed is None else seed
        self._tracks = Tracks()
        self._asked: tuple[int, str, str] | None = None
        self._again = 0
        self._odds: dict[str, float] = {}
        """Zone -> own strength over the enemy's when a battle was last seen there."""

    def decide(self, view: View, seat: str = "") -> list[Order]:
        """The orders to give now, in order. None, if this seat owes nothing. Asked again in vain it gives plainer ones."""
        self._tracks.note(view)
        asked = (view.turn, view.ask.kind, f"{view.ask.zone} {view.ask.fleet} {view.ask.label}")
        same = asked == self._asked and view.ask.kind in ("plan", "orders")
        self._again, self._asked = (self._again + 1 if same else 0), asked
        answer = _ANSWERS.get(view.ask.kind)
        return list(answer(self, view)) if answer else []

    def _rng(self, view: View) -> Random:
        return Random(f"{self._seed} {view.turn} {view.ask.kind}")

    def _plan(self, view: View) -> Iterator[Order]:
        """Before the game: whole voyages for those that must have them, two slots for the rest (5.12, 5.2)."""
        waters = waters_of(view.scenario, view.seat)
        for fleet_id in sorted(view.fleets, key=lambda i: view.fleets[i].number):
            fleet = view.fleets[fleet_id]
            if fleet.mission in PRE_PLANNED and not _written(fleet):
                yield from self._whole_voyage(view, waters, fleet_id)
        yield from self._plots(view, waters)
        yield o.Commit()

    def _whole_voyage(self, view: View, waters: Waters, fleet_id: str) -> Iterator[Order]:
        fleet = view.fleets[fleet_id]
        if not fleet.open:
            return
        start, port = standing(fleet.plot_from[str(fleet.open[0])])
        slots = iter(lambda: Slot((), port), None) if self._again else voyage(view, waters, fleet, start, port)
        for turn, slot in zip(fleet.open, slots, strict=False):
            yield o.Plot(fleet_id, turn, write_slot(slot))

    def _orders(self, view: View) -> Iterator[Order]:
        """The orders phase: aborts, counters, airships, submarines, slots."""
        waters = waters_of(view.scenario, view.seat)
        gone = set()
        if not self._again:
            for fleet_id, fleet in sorted(view.fleets.items()):
                idle = goal_of(view, fleet) is None and not fleet.in_port
                if idle and hurt(view, fleet) and _may_abort(view, fleet):
                    gone.add(fleet_id)
                    yield o.Abort(fleet_id)
                elif "counter" in fleet.may and fleet.on_map:
                    yield o.Counter(fleet_id, on_map=False)
            yield from airship_orders(view, waters)
            yield from submarine_orders(view, waters)
        yield from self._plots(view, waters, gone)
        yield o.Commit()

    def _plots(self, view: View, waters: Waters, gone: set[str] | None = None) -> Iterator[Order]:
        """Every slot that is open, but for those of `gone` and of whole voyages already written."""
        plotter = Plotter(view, waters, self._tracks, self._rng(view))
        for fleet_id in sorted(view.fleets, key=lambda i: view.fleets[i].number):
            fleet = view.fleets[fleet_id]
            planned = view.ask.kind == "plan" and (fleet.mission in PRE_PLANNED or _written(fleet))  # the scenario's plan
            if fleet_id in (gone or ()) or not fleet.open or (planned and not self._again):
                continue
            if fleet.mission in PRE_PLANNED and not _written(fleet):
                yield from self._whole_voyage(view, waters, fleet_id)
                continue
            yield from self._fleet_plots(view, fleet_id, plotter)

    def _fleet_plots(self, view: View, fleet_id: str, plotter: Plotter) -> Iterator[Order]:
        fleet = view.fleets[fleet_id]
        here, port = standing(fleet.plot_from[str(fleet.open[0])])
        for turn, following in pairwise([*fleet.open, 0]):
            if fleet.owed and turn == fleet.open[0]:
                slot = owed_slot(fleet, here)  # what delays have left comes first (5.43)
            else:
                slot = Slot((), port) if self._again else plotter.slot(fleet_id, turn, here, port)
            yield o.Plot(fleet_id, turn, write_slot(slot))
            if following == turn + 1:
                here, port = _after(here, port, slot)
            elif following:
                here, port = standing(fleet.plot_from[str(following)])

    def _quarry(self, view: View) -> Iterator[Order]:
        yield o.ChooseQuarry(view.ask.fleet, fighting.first_of(view.ask.choices))

    def _swap(self, view: View) -> Iterator[Order]:
        yield o.ChooseZone(fighting.first_of(view.ask.choices))

    def _claims(self, view: View) -> Iterator[Order]:
        fleet = view.fleets.get(view.ask.fleet)
        yield o.MakeClaims(fighting.claims(view, fleet is not None and goal_of(view, fleet) is not None))

    def _fight(self, view: View) -> Iterator[Order]:
        self._odds[view.ask.zone] = fighting.odds(view.battle[view.ask.zone], view.seat)
        in_battle = view.battle[view.ask.zone].ships
        bound = {i for fleet in view.fleets.values() if goal_of(view, fleet) for i in fleet.ships}
        yield fighting.fight(view, running=bool(bound & set(in_battle)))

    def _on_board(self, view: View) -> Iterator[Order]:
        """Whatever is asked of a battle on the tactical board (7.2, 7.3)."""
        battle = view.battle[view.ask.zone]
        board = view.board[view.ask.zone]
        if board.step:
            self._odds[view.ask.zone] = tactics.odds(view, battle, board)
        yield tactics.answer(view)

    def _after_battle(self, view: View) -> Iterator[Order]:
        """After a battle: the hurt go home, the strong pursue (7.37, 5.23)."""
        if not self._again:
            for fleet_id, fleet in sorted(view.fleets.items()):
                order = self._next_move(view, fleet_id, fleet)
                if order is not None:
                    yield order
        yield o.Commit()

    def _next_move(self, view: View, fleet_id: str, fleet: FleetView) -> Order | None:
        if goal_of(view, fleet) is not None:
            return None
        if hurt(view, fleet):
            return o.Abort(fleet_id) if _may_abort(view, fleet) else None
        strong = self._odds.get(fleet.zone, 0.0) >= PURSUE_WHEN
        return o.Pursue(fleet_id, fleet.prey[0]) if "pursue" in fleet.may and fleet.prey and strong else None


def _may_abort(view: View, fleet: FleetView) -> bool:
    return "abort" in fleet.may and can_get_home(view, waters_of(view.scenario, view.seat), fleet, SPARE_FUEL)


def _written(fleet: FleetView) -> bool:
    """Whether the slots that are open are written: all of them, or of a pre-planned fleet what its voyage needs."""
    written = [str(turn) in fleet.sheet for turn in fleet.open]
    return any(written) or not written if fleet.mission in PRE_PLANNED else all(written)


def _after(here: Zone, port: bool, slot: Slot) -> tuple[Zone, bool]:
    return end_of(here, slot), slot.port or (port and not slot.zones)


_ANSWERS: dict[str, Callable[[Bot, View], Iterator[Order]]] = {
    "plan": Bot._plan,
    "orders": Bot._orders,
    "quarry": Bot._quarry,
    "swap": Bot._swap,
    "claims": Bot._claims,
    "fight": Bot._fight,
    "after battle": Bot._after_battle,
    **dict.fromkeys(tactics.ASKED, Bot._on_board),
}
