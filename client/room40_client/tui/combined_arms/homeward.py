"""Getting aircraft home in phase 4: which are still out, and the moves that the landing plan wants (C4.3, K3.4, K3.5)."""

from collections import Counter
from collections.abc import Iterator

from room40.combined_arms import orders as o
from room40.combined_arms.reach import Reach
from room40.combined_arms.situation import are_friends, survey
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


def still_out(view: View) -> list[str]:
    """The aircraft of the power in turn that have not landed where they are: neither ashore among friends nor on a deck."""
    if view.phase != "non-combat move":
        return []
    over_deck = on_deck(view)
    return [i for i in _in_the_air(view) if i not in over_deck]


def on_deck(view: View) -> frozenset[str]:
    """The fighters that the commit lands on carriers where they are: as many as there are decks, in order (C4.3)."""
    room = decks(view)
    found = set()
    for fighter in sorted(_in_the_air(view)):
        zone = view.units[fighter].space
        if terms.has(view, fighter, "fighter") and room[zone] > 0:
            room[zone] -= 1
            found.add(fighter)
    return frozenset(found)


def decks(view: View) -> Counter[str]:
    """The decks of the alliance that are free, by zone, as the carriers lie now."""
    aboard = Counter(unit.aboard for unit in view.units.values() if unit.aboard)
    room = Counter[str]()
    for key, unit in view.units.items():
        number = view.setting.types[unit.type].decks
        if number and are_friends(view, unit.owner, view.power):
            room[unit.space] += max(0, number - aboard[key])
    return room


def next_moves(view: View, reach: Reach) -> Iterator[o.Move]:
    """The moves to try next: carriers that must go somewhere, then aircraft that do not stay, those alike together.

    Who is over a free deck that nobody else needs stays there, though the plan would know a field for him too.
    """
    for ship, place in sorted(view.plan.carriers.items()):
        yield from _moves(view, reach, (ship,), place)
    stays = _stays(view)
    together: dict[tuple[str, str], list[str]] = {}
    for aircraft in _in_the_air(view):
        place = view.plan.landing.get(aircraft, "")
        if place and place != view.units[aircraft].space and aircraft not in stays:
            together.setdefault((view.units[aircraft].space, place), []).append(aircraft)
    for (_, place), ids in sorted(together.items()):
        yield from _moves(view, reach, tuple(ids), place)


def _in_the_air(view: View) -> list[str]:
    """The aircraft of the power in turn that stand on no field and no deck, by number."""
    fields = survey(view).fields
    return [
        i
        for i, u in view.units.items()
        if u.owner == view.power and terms.domain(view, i) == "air" and not u.aboard and u.space not in fields
    ]


def _stays(view: View) -> frozenset[str]:
    """The fighters for which there is a deck where they are, beside those that the plan lands there."""
    room = decks(view)
    for place in view.plan.landing.values():
        room[place] -= 1
    found = set()
    for fighter in sorted(on_deck(view)):
        zone = view.units[fighter].space
        if view.plan.landing.get(fighter) != zone and room[zone] > 0:
            room[zone] -= 1
            found.add(fighter)
    return frozenset(found)


def _moves(view: View, reach: Reach, ids: tuple[str, ...], place: str) -> Iterator[o.Move]:
    way = next((way for way in reach.ways(ids) if way.end == place), None)
    if way is not None:
        yield o.Move(ids, way.path)
