"""The first line of the table: where we are in time, the weather, the side."""

from room40.dreadnought.views import View
from room40_client.tui.draw import words
from room40_client.tui.draw.runs import Line, ends, fit, line, safe, width


def title(view: View, columns: int, connection: str = "") -> Line:
    """ "Flight of the Goeben   6 Aug 1914 20:00   turn 5 night   clear        ENTENTE"."""
    right = line((f" {connection or words.SIDES.get(view.seat, view.seat)} ", "alert" if connection else "strong"))
    when = f"  {safe(view.time)}  turn {view.turn}/{view.scenario.length} {safe(view.light)}  {words.weather(view.weather)} "
    name = line((f" {safe(view.scenario.title)} ", "strong"))
    room = columns - width(right) - len(when)
    name = fit(name, room, "strong") if width(name) > room else name
    return ends(line(*name, when), right, columns)
