"""Getting aircraft home in phase 4: which are still out, and the moves that the landing plan wants (K3.4, K3.5)."""

from collections.abc import Iterator

from room40.combined_arms import orders as o
from room40.combined_arms.reach import Reach
from room40.combined_arms.situation import survey
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


def still_out(view: View) -> list[str]:
    """The aircraft of the power in turn that have not landed where they are: neither ashore among friends nor on a deck."""
    if view.phase != "non-combat move":
        return []
    fields = survey(view).fields
    flying = [i for i, u in view.units.items() if u.owner == view.power and terms.domain(view, i) == "air" and not u.aboard]
    out = [i for i in flying if view.units[i].space not in fields]
    return [i for i in out if view.plan.landing.get(i) != view.units[i].space]


def next_moves(view: View, reach: Reach) -> Iterator[o.Move]:
    """The moves to try next: carriers that must go somewhere, then aircraft that are still out, those alike together."""
    for ship, place in sorted(view.plan.carriers.items()):
        yield from _moves(view, reach, (ship,), place)
    together: dict[tuple[str, str], list[str]] = {}
    for aircraft in still_out(view):
        if place := view.plan.landing.get(aircraft, ""):
            together.setdefault((view.units[aircraft].space, place), []).append(aircraft)
    for (_, place), ids in sorted(together.items()):
        yield from _moves(view, reach, tuple(ids), place)


def _moves(view: View, reach: Reach, ids: tuple[str, ...], place: str) -> Iterator[o.Move]:
    way = next((way for way in reach.ways(ids) if way.end == place), None)
    if way is not None:
        yield o.Move(ids, way.path)
