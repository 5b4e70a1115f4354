"""What a question is about: the moment it belongs to, the own fleet and the zone to look at."""

from room40.dreadnought.views import View
from room40.geometry.seachart import Zone, parse_zone
from room40_client.tui.draw import words

Moment = tuple[int, str, str, str, str, int]
"""A turn and what is asked in it: kind, zone, fleet, enemy counter, round of the battle."""
ABOUT_A_ZONE = frozenset({"claims", "fight", "quarry"})
"""Questions for which one looks at the zone that is asked about, not at a fleet."""


def moment(view: View) -> Moment:
    """The moment of a view; words about an earlier one are stale."""
    ask = view.ask
    battle = view.battle.get(ask.zone)
    kind = ask.kind or ("over" if view.result else "")
    return view.turn, kind, ask.zone, ask.fleet, ask.label, battle.round if battle else 0


def fleets(view: View) -> list[str]:
    """The own fleets that the question is about, by number: those it names, else those that want something."""
    ask = view.ask
    mine = [f for f in words.by_number(view) if view.fleets[f].ships]
    if ask.fleet in mine:
        return [ask.fleet]
    if ask.kind in ABOUT_A_ZONE:
        return [f for f in mine if view.fleets[f].zone == ask.zone]
    if ask.kind == "after battle":
        return [f for f in mine if view.fleets[f].may]
    return [f for f in mine if words.due(view, view.fleets[f])]


def zone(view: View) -> Zone | None:
    """The zone that the question is about, None where a fleet is what one looks at."""
    return parse_zone(view.ask.zone) if view.ask.kind in ABOUT_A_ZONE else None
