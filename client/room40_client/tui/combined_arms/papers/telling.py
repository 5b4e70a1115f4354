"""A combat phase as it is told: its log lines in beats of one volley each, and a report when a battle is over.

The log says in what order things happened; the battles of the view say which of its lines are about which battle.
"""

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


class Beat(Struct, frozen=True):
    """Some lines that are told at once. `battle`: its key in the view, "" for what belongs to none.

    `is_report`: the battle is over, and this is its report.
    """

    battle: str
    lines: tuple[int, ...]
    is_report: bool = False


_told: "WeakKeyDictionary[Desk, int]" = WeakKeyDictionary()
"""How far the log of combat has been told at each desk."""


def told_to(desk: Desk) -> int:
    """The last line of the log that has been told at a desk in battles, 0 if none."""
    return _told.get(desk, 0)


def remember(desk: Desk, number: int) -> None:
    """The log has been told so far at a desk."""
    _told[desk] = max(number, told_to(desk))


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


def is_due(view: View, read: int) -> bool:
    """Whether battles are to be told after line `read`: something is asked in one, or they were the own power's."""
    fresh = [number for number in phase(view) if number > read]
    if not fresh or not view.battles:
        return False
    power = view.log[str(fresh[-1])].power
    mine = view.setting.powers[power].seat == view.seat if power in view.setting.powers else False
    return view.ask.kind in ASKED or (mine and power == view.power)


def left_to_it(view: View, read: int) -> frozenset[int]:
    """The lines that need not be read before the battles that are due: theirs, and those of the own moves before them."""
    if not is_due(view, read):
        return frozenset()
    lines = phase(view)
    first = view.log[str(lines[0])]
    mine = view.setting.powers[first.power].seat == view.seat if first.power in view.setting.powers else False
    own = [int(n) for n, e in view.log.items() if mine and (e.round, e.power) == (first.round, first.power)]
    return frozenset([*lines, *own])


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


def beats(view: View, after: int) -> list[Beat]:
    """What is still to be told of the last combat phase after a line of the log."""
    numbers = phase(view)
    about = by_battle(view, numbers)
    found: list[Beat] = []
    for battle in dict.fromkeys(about.values()):
        mine = [number for number in numbers if about[number] == battle]
        found += _of_battle(view, battle, mine, after)
    return found


def _of_battle(view: View, battle: str, numbers: list[int], after: int) -> list[Beat]:
    groups: list[list[int]] = []
    for number in numbers:
        if number <= after:
            continue
        if not groups or (is_throw(view.log[str(number)]) and _has_throw(view, groups[-1])):
            groups.append([])
        groups[-1].append(number)
    found = [Beat(battle, tuple(group)) for group in groups]
    if not found or not battle or not view.battles[battle].outcome:
        return found
    told = found if _has_throw(view, groups[-1]) else found[:-1]
    return [*told, Beat(battle, found[-1].lines, is_report=True)]


def _has_throw(view: View, numbers: list[int]) -> bool:
    return any(is_throw(view.log[str(number)]) for number in numbers)


def lines_of(view: View, battle: str) -> list[int]:
    """All lines about a battle of the last combat phase."""
    about = by_battle(view, phase(view))
    return [number for number, key in about.items() if key == battle]
