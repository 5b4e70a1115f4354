"""The player: which of its parts answers which decision, and what it does if an order of its is refused.

The orders of a phase of moves are given all at once, without the commit. Asked again, the player looks what of them stands
in the plan: what does not has been refused, and what came after it is given; what the commit would refuse is taken back.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.situation import COMBAT_MOVE, NONCOMBAT_MOVE
from room40.combined_arms.views import View
from room40_server.bots.combined_arms import answers, buying, campaign, placing, redeploy
from room40_server.bots.combined_arms.reading import Reading

PATIENCE = 3
"""After so many refusals in a phase the rest of its plan is dropped."""

_Asked = tuple[int, str, str]


class Bot:
    """A player for every power of a seat. It knows what its seat's view shows, and nothing else."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = SystemRandom().getrandbits(32) if seed is None else seed
        self._asked: _Asked = (0, "", "")
        self._left: list[Order] = []
        """What of the plan of this phase has not yet been seen to stand."""
        self._again = 0

    def decide(self, view: View, seat: str) -> Sequence[Order]:
        """The orders to give now, in order. None, if this seat owes nothing."""
        kind = view.ask.kind
        if not kind:
            return ()
        if kind in _BATTLE:
            return _BATTLE[kind](Reading(view, _own_power(view, seat)))
        asked = (view.round, view.power, kind)
        self._again = self._again + 1 if asked == self._asked else 0
        self._asked = asked
        if kind in (COMBAT_MOVE, NONCOMBAT_MOVE):
            return self._moves(view)
        return (o.Commit(),) if self._again else (*_SET[kind](Reading(view)), o.Commit())

    def _moves(self, view: View) -> Sequence[Order]:
        if not self._again:
            chance = Random(f"{self._seed} {view.round} {view.power} {view.phase}")
            make = campaign.plan if view.phase == COMBAT_MOVE else redeploy.plan
            self._left = make(Reading(view), chance)
            return self._left or (o.Commit(),)
        stood = [_stands(view, order) for order in self._left]
        if False in stood and self._again <= PATIENCE:
            self._left = self._left[stood.index(False) + 1 :]
            if self._left:
                return self._left
        self._left = []
        if view.ask.missing and view.plan.moves:
            return _taken_back(view, everything=self._again > PATIENCE + 1)
        return (o.Commit(),)


def _own_power(view: View, seat: str) -> str:
    """The power in whose name a seat answers in a battle: the one in turn if it holds it, else its first."""
    powers = view.setting.powers
    if view.power in powers and powers[view.power].seat == seat:
        return view.power
    return next((key for key in view.setting.order if powers[key].seat == seat), view.power)


def _stands(view: View, order: Order) -> bool:
    """Whether an order is in the plan."""
    if isinstance(order, o.Engage):
        return view.plan.engage.get(order.space) == order.attack
    if not isinstance(order, o.Move):
        return True
    return any(tuple(m.units) == order.units and tuple(m.path) == order.path for m in view.plan.moves.values())


def _taken_back(view: View, everything: bool) -> Sequence[Order]:
    """Take back the flights, the last one first; if that is not enough, all moves."""
    numbers = sorted(map(int, view.plan.moves), reverse=True)
    flights = [n for n in numbers if all(_flies(view, i) for i in view.plan.moves[str(n)].units)]
    return [o.TakeBack(n) for n in (numbers if everything or not flights else flights)]


def _flies(view: View, unit_id: str) -> bool:
    return unit_id in view.units and view.setting.types[view.units[unit_id].type].domain == "air"


_BATTLE: Mapping[str, Callable[[Reading], Sequence[Order]]] = {
    "choose battle": answers.choose_battle,
    "submerge": answers.submerge,
    "casualties": answers.casualties,
    "press or retreat": answers.press_or_retreat,
    "bombard": answers.bombard,
    "land homeless": answers.land_homeless,
}
_SET: Mapping[str, Callable[[Reading], Sequence[Order]]] = {"purchase": buying.plan, "mobilise": placing.plan}
