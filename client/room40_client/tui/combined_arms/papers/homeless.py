"""Where fighters that have lost their carrier might land, spread over what is free (K3.7). A hint; the umpire decides."""

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


def spread(view: View) -> dict[str, str]:
    """Fighter -> the first of its places that still has room, as far as can be seen; those without a place are left out."""
    taken: dict[str, int] = {}
    found: dict[str, str] = {}
    for unit in view.ask.choices:
        places = view.ask.places.get(unit, [])
        owner = view.units[unit].owner if unit in view.units else ""
        free = [space for space in places if taken.get(space, 0) < terms.landing_room(view, owner, space)]
        if places:
            found[unit] = free[0] if free else places[0]
            taken[found[unit]] = taken.get(found[unit], 0) + 1
    return found
