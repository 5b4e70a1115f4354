"""Answers to what a seat is asked in battles (K5, K6, K3.7)."""

from collections.abc import Sequence

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import View


def choose_battle(view: View) -> Sequence[Order]:
    """The first of those that may come next (K5.11)."""
    return (o.ChooseBattle(view.ask.choices[0]),)


def submerge(view: View) -> Sequence[Order]:
    """None submerges: they strike (K6.2)."""
    return (o.Submerge(),)


def casualties(view: View) -> Sequence[Order]:
    """What the umpire suggests: the cheapest (K5.5)."""
    return (o.Casualties(tuple(view.ask.suggestion)),)


def press_or_retreat(view: View) -> Sequence[Order]:
    """Fight on (K5.4)."""
    return (o.Press(),)


def bombard(view: View) -> Sequence[Order]:
    """All that may (K5.3)."""
    return (o.Bombard(tuple(view.ask.suggestion)),)


def land_homeless(view: View) -> Sequence[Order]:
    """Wherever the umpire finds room for them (K3.7)."""
    return (o.LandHomeless({}),)
