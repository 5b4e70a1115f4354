"""A battle as it is drawn: its steps, the two forces, the dice, and what is told or to be chosen below (K5)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms.views import BattleView, View
from room40.combined_arms.volleys import read
from room40_client.tui.combined_arms.papers import dice, sides, steps, terms
from room40_client.tui.combined_arms.papers.sides import ATTACKER, DEFENDER, Marks, Row
from room40_client.tui.draw.runs import Line, fit, line, rule, safe, wrap

KINDS = {"raid": "Raid on", "sea": "Battle in", "land": "Battle for"}
LEAST_DICE = 3
"""So many lines of dice are kept where the forces want all the room."""


class Scene(Struct, frozen=True):
    """What the screen knows beside the view: the battle shown, the rows of both sides as they are told so far, what is
    chosen among them, the lines told last, the lines of the battle told before, the list to choose from.
    """

    battle: BattleView
    attackers: list[Row]
    defenders: list[Row]
    step: str
    fresh: tuple[int, ...] = ()
    told: tuple[int, ...] = ()
    which: str = ""
    marks: Marks = Marks()
    listed: tuple[Line, ...] = ()
    hint: Line = ()


def title(view: View, battle: BattleView, round_told: int) -> str:
    """What a battle is called: "Battle in The Strait, round 2"."""
    landing = " (landing)" if battle.kind == "land" and battle.assault else ""
    part = f", round {round_told}" if round_told else ""
    return f"{KINDS.get(battle.kind, 'Battle in')} {terms.space_name(view, battle.space)}{landing}{part}"


def compose(view: View, scene: Scene, columns: int, rows: int) -> list[Line]:
    """The whole page, exactly so many lines."""
    lines = [steps.of_step(scene.battle, scene.step, columns)]
    volleys = dice_of(view, scene, columns)
    listed = [fit(of, columns) for of in scene.listed]
    below = len(listed) + (1 if scene.hint else 0)
    wanted = 1 + max(len(scene.attackers), len(scene.defenders), 1)
    room = rows - 1 - min(len(volleys), LEAST_DICE) - below - 2
    lines += forces(view, scene, columns, max(3, min(wanted, room)))
    left = rows - len(lines) - below - (1 if below else 0)
    lines += _dice_and_story(view, scene, volleys, columns, left)
    if below:
        lines += [*([scene.hint] if scene.hint else []), *listed]
    return (lines + [line()] * rows)[:rows]


def forces(view: View, scene: Scene, columns: int, height: int) -> list[Line]:
    """The two forces side by side."""
    half = (columns - 3) // 2
    columns_of: list[list[Line]] = []
    for which, of_side in ((ATTACKER, scene.attackers), (DEFENDER, scene.defenders)):
        marks = scene.marks if scene.which == which else Marks()
        head = f" {sides.title(view, scene.battle, which, half - 1)}"
        empty = "" if scene.battle.kind == "raid" else "nobody"
        mixed = len({row.owner for row in of_side if row.owner}) > 1
        named = [replace(row, owner=terms.letter(view, row.owner)) for row in of_side] if mixed else of_side
        columns_of.append(sides.column(head, named, marks, half, height, mixed, empty))
    return [line(*left, (" │ ", "rule"), *right) for left, right in zip(*columns_of, strict=True)]


def dice_of(view: View, scene: Scene, columns: int) -> list[Line]:
    """The dice of the round that is told, the last volley marked."""
    found: list[Line] = []
    for number in _round(view, scene):
        if (volley := read(view.log[str(number)].text)) is not None:
            found += dice.draw(volley, columns, number in scene.fresh)
    return found


def _round(view: View, scene: Scene) -> list[int]:
    """The lines of the round that is told, or of what comes before the first."""
    numbers = sorted({*scene.told, *scene.fresh})
    return numbers[beginnings(view, numbers)[-1] :] if numbers else []


def beginnings(view: View, numbers: Sequence[int]) -> list[int]:
    """Where among the lines of a battle its rounds begin: the first with all before it, the others at their first volley."""
    found = [0]
    seen: set[tuple[str, str]] = set()
    for at, number in enumerate(numbers):
        volley = read(view.log[str(number)].text)
        if volley is None:
            continue
        key = (volley.side, volley.does)
        if key in seen or (volley.does == "strikes by surprise" and any(does == "fires" for _, does in seen)):
            found.append(at)
            seen = set()
        seen.add(key)
    return found


def _dice_and_story(view: View, scene: Scene, volleys: list[Line], columns: int, rows: int) -> list[Line]:
    """Dice above, then the story as far as there is room for it, the end of it rather than the beginning."""
    if rows <= 0:
        return []
    begins = scene.step in ("round", "attacker submerges", "defender submerges") and not scene.fresh
    lines = [rule(line(("The dice of the last round" if begins else "The dice", "strong")), columns)] if volleys else []
    lines += volleys[-max(1, rows - 1) :]
    room = rows - len(lines)
    told = story(view, scene.told, scene.fresh, columns)
    if room >= 2 and told:
        lines.append(rule(line(("What happened", "strong")), columns))
        lines += told[-(room - 1) :]
    return lines + [line()] * (rows - len(lines))


def story(view: View, told: tuple[int, ...], fresh: tuple[int, ...], columns: int) -> list[Line]:
    """Lines of the log in words; volleys, whose dice are drawn or stand in the log, only by their hits."""
    lines: list[Line] = []
    for number in sorted({*told, *fresh}):
        event = view.log[str(number)]
        text = safe(event.text)
        volley = read(event.text)
        if volley is not None:
            text = f"{dice.who(volley)}: {volley.hits or 'no'} {'hit' if volley.hits == 1 else 'hits'}."
        style = ("lost" if " loses " in text else "") if number in fresh else "dim"
        lead = ">" if number in fresh else " "
        pieces = wrap(f"{lead}{text}", columns - 8, "  ")
        for piece in pieces[:-1]:
            lines.append(line((piece, style)))
        gap = " " * max(1, columns - len(pieces[-1]) - len(safe(event.clause)) - 1)
        lines.append(line((pieces[-1], style), gap, (safe(event.clause), "dim")))
    return lines
