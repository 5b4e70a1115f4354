"""The order sheet said: slots, fleets formed, split and merged, missions, what a fleet does in its zone (5.1, 5.2)."""

import re

from room40.dreadnought import orders as o
from room40.dreadnought.sheet import SlotFault, write_slot
from room40.dreadnought.views import View
from room40.geometry.seachart import Zone
from room40_client.plain.dreadnought import names
from room40_client.plain.grammar import Saying, Unclear, split
from room40_client.tui import writing
from room40_client.tui.draw import words

# ---- slots ----

_PLOT = re.compile(r"(?:fleet\s*)?([A-Za-z]{2}-\d{1,3}|\d{1,3})\s*:\s*(.*)", re.IGNORECASE)
AGAIN = frozenset({"again", "as last time", "as before"})


def is_plot(text: str) -> bool:
    """Whether a line is a fleet's row of the order sheet: "3: 5 Q31/P32"."""
    return _PLOT.fullmatch(text) is not None


def _plot(view: View, text: str) -> tuple[o.Order, ...]:
    said = _PLOT.fullmatch(text)
    if said is None or not said[2]:
        raise Unclear("Write the fleet, the turn and its route, as 3: 5 Q31/P32, or 3: stay.", "5.1")
    fleet = names.fleet(view, said[1])
    found: list[o.Order] = []
    turn = 0
    for piece in split(said[2]):
        numbered = re.fullmatch(r"(\d{1,3})\s+(\S.*)", piece)
        turn = int(numbered[1]) if numbered else turn + 1 if turn else _next_slot(view, fleet)
        found.append(o.Plot(fleet, turn, _route(view, fleet, turn, numbered[2] if numbered else piece)))
    return tuple(found)


def _route(view: View, fleet: str, turn: int, text: str) -> str:
    if text.lower() not in AGAIN:
        return names.slot(text)
    slot = writing.as_last_time(view, words.chart_of(view.scenario), view.fleets[fleet], turn)
    if isinstance(slot, SlotFault):
        raise Unclear(slot.sentence, slot.clause)
    return write_slot(slot)


def _next_slot(view: View, fleet: str) -> int:
    turn = words.to_write(view, view.fleets[fleet]) if fleet in view.fleets else 0
    if not turn:
        raise Unclear(f"Fleet {names.number(fleet)} has no slot to write now.", "5.1")
    return turn


# ---- fleets before the game ----

_FORMATION = re.compile(r"(?:fleet\s*)?(\d{1,3})\s+([a-z]+)(?:\s+of\s+(?:fleet\s*)?(\d{1,3}))?\s*:\s*(.+)", re.IGNORECASE)


def _form(view: View, text: str) -> tuple[o.Order, ...]:
    found: list[o.Formation] = []
    for piece in split(text, ";"):
        said = _FORMATION.fullmatch(piece)
        if said is None:
            raise Unclear(
                "Write every fleet with its mission and ships: form 1 intercept: goeben; 2 raiding: breslau.", "5.25"
            )
        charge = f"{view.seat}-{said[3]}" if said[3] else None
        found.append(o.Formation(f"{view.seat}-{said[1]}", names.ships(view, said[4]), _mission(said[2]), charge))
    if not found:
        raise Unclear("Write every fleet with its mission and ships: form 1 intercept: goeben; 2 raiding: breslau.", "5.25")
    return (o.Form(tuple(found)),)


def _mission(text: str) -> o.Mission:
    found = [one for one in o.Mission if one.value.startswith(text.strip().lower())]
    if not text.strip() or len(found) != 1:
        raise Unclear(f"Which mission? There are {', '.join(one.value for one in o.Mission)}.", "5.2")
    return found[0]


def _write_form(view: View, order: o.Form) -> str:
    pieces = []
    for one in order.fleets:
        charge = f" of {names.number(one.charge)}" if one.charge else ""
        pieces.append(f"{names.number(one.fleet)} {one.mission.value}{charge}: {', '.join(one.ships)}")
    return "; ".join(pieces)


def _new_mission(view: View, text: str) -> tuple[o.Order, ...]:
    said = re.fullmatch(r"(?:fleet\s*)?(\d{1,3})\s+([a-z]+)(?:\s+of\s+(?:fleet\s*)?(\d{1,3}))?", text, re.IGNORECASE)
    if said is None:
        raise Unclear("Write the fleet and its mission: mission 3 intercept, or mission 3 escort of 2.", "5.22")
    charge = f"{view.seat}-{said[3]}" if said[3] else None
    return (o.NewMission(f"{view.seat}-{said[1]}", _mission(said[2]), charge),)


def _write_mission(view: View, order: o.NewMission) -> str:
    charge = f" of {names.number(order.charge)}" if order.charge else ""
    return f"{names.number(order.fleet)} {order.mission.value}{charge}"


# ---- split and merge ----


def _merge(view: View, text: str) -> tuple[o.Order, ...]:
    fleet, into, other = text.partition(" into ")
    if not into:
        raise Unclear("Write which fleet joins which: merge 3 into 1.", "5.21")
    return (o.Merge(names.fleet(view, fleet), names.fleet(view, other)),)


def _split(view: View, text: str) -> tuple[o.Order, ...]:
    head, _, body = text.partition(":")
    parts: list[o.Part] = []
    zone: Zone | None = None
    before: Zone | None = None
    for piece in split(body, ";"):
        lower = piece.lower()
        if lower.startswith("before "):
            before = names.zone(piece[7:])
        elif lower.startswith("rest to "):
            zone = names.zone(piece[8:])
        else:
            ships, to, where = piece.partition(" to ")
            parts.append(o.Part(names.ships(view, ships), names.zone(where) if to else None))
    if not parts:
        raise Unclear("Write what is split off: split 3: goeben to R31; breslau; rest to Q30.", "5.24")
    return (o.Split(names.fleet(view, head), tuple(parts), zone, before),)


def _write_split(view: View, order: o.Split) -> str:
    pieces = [", ".join(one.ships) + (f" to {one.zone}" if one.zone else "") for one in order.parts]
    pieces += [f"rest to {order.zone}"] if order.zone else []
    pieces += [f"before {order.before}"] if order.before else []
    return f"{names.number(order.fleet)}: {'; '.join(pieces)}"


# ---- home, and giving up ----


def _abort(view: View, text: str) -> tuple[o.Order, ...]:
    head, _, slots = text.partition(":")
    fleet, to, port = head.partition(" to ")
    return (o.Abort(names.fleet(view, fleet), names.zone(port) if to else None, names.slots(slots)),)


def _write_abort(view: View, order: o.Abort) -> str:
    port = f" to {order.port}" if order.port else ""
    slots = f": {names.write_slots(order.slots)}" if order.slots else ""
    return f"{names.number(order.fleet)}{port}{slots}"


def _concede(view: View, text: str) -> tuple[o.Order, ...]:
    if text.lower() != "the game":
        raise Unclear("To give the game up, write: concede the game.")
    return (o.Concede(),)


CONCEDE: Saying[View] = Saying(
    o.Concede, ("concede",), ("concede the game",), "give the game up", _concede, lambda view, order: "the game"
)

ORDERS: tuple[Saying[View], ...] = (
    Saying(
        o.Plot,
        ("",),
        ("3: 5 Q31/P32", "3: Q31/P32, stay", "3: R32 port", "3: again"),
        "write slots of the order sheet: fleet, turn and route, the next slot where no turn is said",
        _plot,
        lambda view, order: f"{names.number(order.fleet)}: {order.turn} {order.route}",
    ),
    Saying(
        o.Form,
        ("form",),
        ("form 1 intercept: goeben, breslau; 2 escort of 1: ships",),
        "before the game: divide all your ships into fleets",
        _form,
        _write_form,
    ),
    Saying(
        o.NewMission,
        ("mission",),
        ("mission 3 intercept", "mission 3 escort of 2"),
        "a new mission, after six turns in a friendly port",
        _new_mission,
        _write_mission,
    ),
    Saying(
        o.Merge,
        ("merge",),
        ("merge 3 into 1",),
        "one fleet joins another",
        _merge,
        lambda view, order: f"{names.number(order.fleet)} into {names.number(order.into)}",
    ),
    Saying(
        o.Split,
        ("split",),
        ("split 3: goeben to R31; breslau; rest to Q30", "split 3: goeben; before R31"),
        "put ships under new counters; each part may enter one zone",
        _split,
        _write_split,
    ),
    Saying(
        o.Abort,
        ("abort",),
        ("abort 3", "abort 3 to J36", "abort 3: 7 R31/R32, 8 S33"),
        "give the mission up and go home",
        _abort,
        _write_abort,
    ),
)
