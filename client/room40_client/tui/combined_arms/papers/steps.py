"""The steps of a battle in a line, the one it has come to in brackets (K4, K5.2 to K5.4, K6)."""

from collections.abc import Sequence

from room40.combined_arms.views import BattleView
from room40_client.tui.draw.runs import Line, Run, line, width

STEPS = {
    "raid": (
        ("AA fire", ("begin", "anti-aircraft fire")),
        ("losses", ("losses to anti-aircraft fire",)),
        ("bombs", ("bombing", "end")),
    ),
    "land": (
        ("AA fire", ("begin", "anti-aircraft fire")),
        ("losses", ("losses to anti-aircraft fire",)),
        ("bombard", ("bombardment",)),
        ("losses", ("losses to bombardment",)),
        ("attack fires", ("round", "attackers fire")),
        ("losses", ("defender's losses",)),
        ("defence fires", ("defenders fire",)),
        ("losses", ("attacker's losses", "remove")),
        ("on or back?", ("press",)),
    ),
    "sea": (
        ("dive?", ("begin", "round", "attacker submerges", "defender submerges")),
        ("strikes", ("strikes",)),
        ("losses", ("defender's losses to strikes", "attacker's losses to strikes", "remove the struck")),
        ("attack fires", ("attackers fire",)),
        ("losses", ("defender's losses",)),
        ("defence fires", ("defenders fire",)),
        ("losses", ("attacker's losses", "remove")),
        ("on or back?", ("press",)),
    ),
}
"""Kind of battle -> its steps in order: what the line calls them, which of the umpire's steps each stands for."""

OF_DICE = {
    ("attacker", "fires"): "attackers fire",
    ("defender", "fires"): "defenders fire",
    ("attacker", "strikes by surprise"): "strikes",
    ("defender", "strikes by surprise"): "strikes",
    ("attacker", "bombards"): "bombardment",
    ("defender", "fires anti-aircraft guns, target by target"): "anti-aircraft fire",
}
"""Whose dice for what -> the step in which they are thrown."""


def of_step(battle: BattleView, step: str, columns: int) -> Line:
    """The steps of the battle's kind, this one marked: all of them where there is room, else those of this stretch."""
    named = STEPS.get(battle.kind, ())
    whole = _line(named, step)
    if width(whole) <= columns:
        return whole
    turn = next((at for at, (name, _) in enumerate(named) if name == "attack fires"), 0)
    opening = any(step in among for _, among in named[:turn])
    return _line(named[:turn] if opening else named[turn:], step)


def _line(named: Sequence[tuple[str, tuple[str, ...]]], step: str) -> Line:
    parts: list[Run] = []
    for name, among in named:
        parts += [(f"[{name}]", "alert") if step in among else (f" {name} ", "dim"), (">", "dim")]
    return line(" ", *parts[:-1])
