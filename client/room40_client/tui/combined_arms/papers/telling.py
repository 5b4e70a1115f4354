"""A combat phase as it is told: its log lines in beats of one volley each, and a report when a battle is over.

The log says in what order things happened; the battles of the view say which of its lines are about which battle.
"""

from collections.abc import Collection
from weakref import WeakKeyDictionary

from msgspec import Struct

from room40.combined_arms.views import EventView, View
from room40.combined_arms.volleys import read
from room40_client.tui.combined_arms.desk import Desk

ASKED = frozenset({"choose battle", "casualties", "submerge", "press or retreat", "bombard", "land homeless"})
"""What is asked and answered in battles."""
LANDING = frozenset({"C3.5", "K5.11"})
"""Clauses of what is told of a landing before its battle opens."""


_FROM_COMBAT_ON = frozenset({"combat", "non-combat move", "mobilise", "income"})
"""Phases in which the battles of the view are those of the power in turn; before them they are of the turn before."""


Chapter = tuple[int, str]
"""A combat phase: its round, whose turn it was."""


class Beat(Struct, frozen=True):
    """Some lines that are told at once. `battle`: its key in the view, "" for what belongs to none.

    `is_report`: the battle is over, and this is its report. `view`: as it was when the lines came; the battles of a later
    turn may have taken the place of this one since.
    """

    view: View
    battle: str
    lines: tuple[int, ...]
    is_report: bool = False


_told: "WeakKeyDictionary[Desk, set[int]]" = WeakKeyDictionary()
"""What of the log has been told on the paper of battles, desk by desk."""


def told(desk: Desk) -> set[int]:
    """The lines of the log that have been told at a desk in battles; more are added as they are."""
    return _told.setdefault(desk, set())


def chapter(view: View) -> Chapter:
    """The combat phase that the battles of a view are of."""
    lines = phase(view)
    if lines:
        first = view.log[str(lines[0])]
        return (first.round, first.power)
    return (view.round, next((battle.attacker for battle in view.battles.values()), ""))


def phase(view: View) -> list[int]:
    """The numbers of the log lines that tell of the battles of the view, in order: those of their combat phase."""
    attacker = next((battle.attacker for battle in view.battles.values()), "")
    found: list[int] = []
    turn = (view.round, attacker) if view.power == attacker and view.phase in _FROM_COMBAT_ON else None
    for number in sorted(map(int, view.log), reverse=True):
        event = view.log[str(number)]
        if event.phase != "combat" or event.power != attacker:
            if found:
                break
            continue
        if turn not in (None, (event.round, event.power)):
            break
        turn = (event.round, event.power)
        found.append(number)
    return found[::-1]


def is_due(view: View, read: int, known: Collection[int]) -> bool:
    """Whether battles are to be told after line `read`, what is `known` apart: something is asked in one, or they were the
    own power's."""
    fresh = [number for number in phase(view) if number > read and number not in known]
    if not fresh or not view.battles:
        return False
    power = view.log[str(fresh[-1])].power
    return view.ask.kind in ASKED or (_is_own(view, power) and power == view.power)


def left_to_it(view: View, read: int, known: Collection[int]) -> frozenset[int]:
    """The lines that need not be read before the battles that are due: theirs, and those of the own moves before them."""
    return frozenset([*phase(view), *own_turn(view)]) if is_due(view, read, known) else frozenset()


def own_turn(view: View) -> list[int]:
    """The lines of the turn in which the battles of the view are, up to them, if it was an own one: what led to them."""
    lines = phase(view)
    if not lines:
        return []
    first = view.log[str(lines[0])]
    if not _is_own(view, first.power):
        return []
    turn = (first.round, first.power)
    return [int(n) for n, e in view.log.items() if (e.round, e.power) == turn and int(n) < lines[0]]


def _is_own(view: View, power: str) -> bool:
    return power in view.setting.powers and view.setting.powers[power].seat == view.seat


def by_battle(view: View, numbers: list[int]) -> dict[int, str]:
    """Line -> the battle it is about, "" for none."""
    about: dict[int, str] = {}
    opened: set[str] = set()
    last = ""
    for number in numbers:
        last = _battle_of(view, view.log[str(number)], opened, last)
        if view.log[str(number)].clause == "C5.1":
            opened.add(last)
        about[number] = last
    return about


def _battle_of(view: View, event: EventView, opened: set[str], last: str) -> str:
    if event.clause == "K3.7":
        return ""
    raid, land, sea = (f"{kind} {event.space}" for kind in ("raid", "land", "sea"))
    if sea in view.battles:
        return sea
    if raid in view.battles and land in view.battles:
        begins = event.clause in LANDING or (event.clause == "C5.1" and raid in opened)
        return land if begins or land in opened or (event.clause != "C5.1" and last == land) else raid
    return next((key for key in (raid, land) if key in view.battles), last)


def is_throw(event: EventView) -> bool:
    """Whether a line tells of dice."""
    return event.clause == "K4" or read(event.text) is not None


def beats(view: View, known: Collection[int]) -> list[Beat]:
    """What is still to be told of the battles of a view, apart from the lines that are known."""
    numbers = phase(view)
    about = by_battle(view, numbers)
    found: list[Beat] = []
    for battle in dict.fromkeys(about.values()):
        mine = [number for number in numbers if about[number] == battle]
        found += _of_battle(view, battle, [number for number in mine if number not in known])
    return found


def _of_battle(view: View, battle: str, numbers: list[int]) -> list[Beat]:
    groups: list[list[int]] = []
    for number in numbers:
        if not groups or (is_throw(view.log[str(number)]) and _has_throw(view, groups[-1])):
            groups.append([])
        groups[-1].append(number)
    found = [Beat(view, battle, tuple(group)) for group in groups]
    if not found or not battle or not view.battles[battle].outcome:
        return found
    before = found if _has_throw(view, groups[-1]) else found[:-1]
    return [*before, Beat(view, battle, found[-1].lines, is_report=True)]


def _has_throw(view: View, numbers: list[int]) -> bool:
    return any(is_throw(view.log[str(number)]) for number in numbers)


def lines_of(view: View, battle: str) -> list[int]:
    """All lines about a battle of the last combat phase."""
    about = by_battle(view, phase(view))
    return [number for number, key in about.items() if key == battle]
