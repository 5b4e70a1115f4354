"""The first line of the table: where we are in time, the weather, the side."""

from room40.dreadnought.views import View
from room40_client.tui.draw import words
from room40_client.tui.draw.runs import Line, ends, line, safe


def title(view: View, columns: int, connection: str = "") -> Line:
    """ "Flight of the Goeben   6 Aug 1914 20:00   turn 5 night   clear        ENTENTE"."""
    right = connection or words.SIDES.get(view.seat, view.seat)
    left = line(
        (f" {safe(view.scenario.title)}", "strong"),
        f"   {safe(view.time)}   turn {view.turn}/{view.scenario.length} {safe(view.light)}   {words.weather(view.weather)}",
    )
    return ends(left, line((f" {right} ", "alert" if connection else "strong")), columns)
