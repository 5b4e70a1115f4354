"""The player: which of its parts answers which decision."""

from collections.abc import Callable, Mapping, Sequence

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import View
from room40_server.bots.combined_arms import answers


class Bot:
    """A player for every power of a seat. It knows what its seat's view shows, and nothing else."""

    def decide(self, view: View, seat: str) -> Sequence[Order]:
        """The orders to give now, in order. None, if this seat owes nothing."""
        if not view.ask.kind:
            return ()
        answer = _ANSWERS.get(view.ask.kind)
        return answer(view) if answer else (o.Commit(),)


_ANSWERS: Mapping[str, Callable[[View], Sequence[Order]]] = {
    "choose battle": answers.choose_battle,
    "submerge": answers.submerge,
    "casualties": answers.casualties,
    "press or retreat": answers.press_or_retreat,
    "bombard": answers.bombard,
    "land homeless": answers.land_homeless,
}
