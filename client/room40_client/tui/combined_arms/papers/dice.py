"""Dice as they fell: volley by volley, hits in brackets (K5.4)."""

from room40.combined_arms.volleys import Fall, Volley
from room40_client.tui.draw.runs import Line, Run, line, safe, width

DOES = {
    "fires": "fires",
    "strikes by surprise": "strikes first",
    "bombards": "bombards",
    "fires anti-aircraft guns, target by target": "AA fire",
}
"""What a volley is called where there is little room."""
HEAD = 16


def draw(volley: Volley, columns: int, fresh: bool = True) -> list[Line]:
    """A volley in as many lines as it needs: whose it is, then type by type what fell, then the hits."""
    lines: list[Line] = []
    now = line((f"{'>' if fresh else ' '}{who(volley):<{HEAD}} ", "strong" if fresh else ""))
    start = width(now) if width(now) <= HEAD + 8 else HEAD
    for chunk in [*map(_fall, volley.falls), _total(volley)]:
        whole = width(now) + width(chunk) <= columns
        for piece in [chunk] if whole or width(chunk) <= columns - start else [line(run) for run in chunk]:
            if width(now) + width(piece) > columns:
                lines.append(now)
                now = line(" " * start)
            now = line(*now, *piece)
    return [*lines, now]


def who(volley: Volley) -> str:
    """Whose volley it is, and what for: "Attacker fires", "AA fire"."""
    does = DOES.get(volley.does, safe(volley.does))
    return does if does == "AA fire" else f"{volley.side.capitalize()} {does}"


def _fall(fall: Fall) -> Line:
    return line((f"{safe(fall.units)} on {fall.needs}: ", "dim"), *(_die(pip, fall.needs) for pip in fall.pips), "  ")


def _die(pip: int, needs: int) -> Run:
    return (f"[{pip}]", "fresh") if pip <= needs else (f" {pip} ", "")


def _total(volley: Volley) -> Line:
    hits = volley.hits
    return line((f"{hits or 'no'} {'hit' if hits == 1 else 'hits'}", "alert" if hits else "dim"))
