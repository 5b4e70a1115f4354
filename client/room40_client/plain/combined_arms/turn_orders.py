"""What the power in turn is told: buying, repairing, moving, placing (K2, K3, K4, K7)."""

import re

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.reach import Reach
from room40.combined_arms.views import View
from room40_client.plain.combined_arms import names
from room40_client.plain.grammar import Saying, Unclear, split
from room40_client.tui.combined_arms import homeward, picking
from room40_client.tui.combined_arms.papers import placement_sheet, terms
from room40_client.tui.combined_arms.words import MOVES, phase
from room40_client.tui.combined_arms.words import units as units_in_words


def _buy(view: View, text: str) -> tuple[o.Order, ...]:
    if not text:
        raise Unclear("Buy what? As buy 2 infantry, 1 tank, or buy nothing; types tells the prices.", "K2")
    return (o.Buy(names.force(view, text)),)


def _repair(view: View, text: str) -> tuple[o.Order, ...]:
    if text.strip().lower() in names.NOBODY:
        return (o.Repair({}),)
    points: dict[str, int] = {}
    for piece in split(text):
        said = re.fullmatch(r"(\d{1,3})\s+(?:in\s+)?(.+)", piece)
        if said is None:
            raise Unclear("Write how much and where: repair 2 in port-marran, or repair nothing.", "K4")
        points[names.space(view, said[2])] = int(said[1])
    if not points:
        raise Unclear("Write how much and where: repair 2 in port-marran, or repair nothing.", "K4")
    return (o.Repair(points),)


# ---- moves ----

_ABOARD = re.compile(r"\s+aboard\s+(\S+)\Z", re.IGNORECASE)
_DUTY = re.compile(r"\s+for\s+(?:a\s+|the\s+)?(battle|raid|landing)\Z", re.IGNORECASE)
_STEP = re.compile(r"\s*>\s*|\s+to\s+", re.IGNORECASE)
HOW = "Write who goes where: move 2 infantry, 1 tank from port-marran to marran-hills; a way is written A > B > C."


def _move(view: View, text: str) -> tuple[o.Order, ...]:
    aboard, duty = _ABOARD.search(text), None
    text = text[: aboard.start()] if aboard else text
    if duty := _DUTY.search(text):
        text = text[: duty.start()]
    who, path, is_way = _who_and_where(view, text)
    reach = Reach(view)
    able = [unit for group in picking.groups(view, reach, path[0]) for unit in group.ids]
    others = [i for i, u in view.units.items() if u.space == path[0] and u.owner == view.power and i not in able]
    among = able if who.strip().lower() in names.ALL else [*able, *others]
    ids = names.units(view, who, among, _that_can_go(view, path[0]))
    sent = o.Duty(duty[1].lower()) if duty else o.Duty.BATTLE
    ship = names.unit(view, aboard[1]) if aboard else None
    moves = [o.Move(ids, tuple(path))]
    if not is_way:
        trips = picking.aim(view, reach, ids).ways.get(path[-1], ())
        moves = list(trips[0].moves) if trips else moves
    if len(moves) == 1:
        return (replace(moves[0], duty=sent, aboard=ship or moves[0].aboard),)
    return tuple(moves)


def _that_can_go(view: View, space: str) -> str:
    now = "" if view.ask.kind in MOVES else f" now, in phase {phase(view)}"
    return f"in {terms.space_name(view, space)} that can go{now}"


def _who_and_where(view: View, text: str) -> tuple[str, list[str], bool]:
    """The units, the spaces, and whether these are the whole way."""
    who, begins, where = re.sub(r"\s+from\s+", "\0", text, count=1, flags=re.IGNORECASE).partition("\0")
    pieces = _STEP.split(where if begins else who)
    if len(pieces) < 2:
        raise Unclear(HOW, "K3")
    if not begins:
        who, pieces[0] = _before_a_space(view, pieces[0])
    is_way = ">" in text or len(pieces) > 2
    return who, [names.space(view, piece) for piece in pieces], is_way


def _before_a_space(view: View, text: str) -> tuple[str, str]:
    """ "1 tank port-marran" in two: the units, and the space they are in."""
    words = text.split()
    for at in range(1, len(words)):
        if names.is_space(view, " ".join(words[at:])):
            return " ".join(words[:at]), " ".join(words[at:])
    raise Unclear(HOW, "K3")


def _write_move(view: View, order: o.Move) -> str:
    duty = f" for {order.duty.value}" if order.duty is not o.Duty.BATTLE else ""
    aboard = f" aboard {order.aboard}" if order.aboard else ""
    return f"{names.write_units(order.units)} from {' > '.join(order.path)}{duty}{aboard}"


def _home(view: View, text: str) -> tuple[o.Order, ...]:
    if view.ask.kind != "non-combat move":
        raise Unclear("Aircraft fly home in phase 4.", "K3.5")
    found = tuple(homeward.next_moves(view, Reach(view)))
    if found:
        return found
    out = homeward.still_out(view)
    raise Unclear(f"{units_in_words(view, out)}: no way home is left." if out else "All aircraft are home.", "K3.5")


def _take_back(view: View, text: str) -> tuple[o.Order, ...]:
    if not text and view.plan.moves:
        return (o.TakeBack(max(map(int, view.plan.moves))),)
    number = re.fullmatch(r"(?:move\s+)?(\d{1,3})", text, re.IGNORECASE)
    if number is None:
        raise Unclear("Write which move: take back 3; moves lists them.", "K1.2")
    return (o.TakeBack(int(number[1])),)


def _engage(view: View, text: str) -> tuple[o.Order, ...]:
    said = re.fullmatch(r"(.+?)(?:\s+(yes|no))?", text, re.IGNORECASE)
    if said is None:
        raise Unclear("Write the zone: engage strait, or engage strait no to leave alone who is there.", "K3.3")
    return (o.Engage(names.space(view, said[1]), (said[2] or "yes").lower() == "yes"),)


# ---- placing ----


def _place(view: View, text: str) -> tuple[o.Order, ...]:
    head, lands, landing = re.sub(r",?\s+landing\s+", "\0", text, count=1, flags=re.IGNORECASE).partition("\0")
    what, where, name = head.rpartition(" in ")
    if not where:
        raise Unclear("Write what appears where: place 2 infantry in port-marran; place nothing in it takes all back.", "K7")
    space = names.space(view, name)
    before = view.plan.placements.get(space)
    if what.strip().lower() in names.ALL:
        force = placement_sheet.unplaced(view)
        for kind, number in (before.units if before else {}).items():
            force[kind] = force.get(kind, 0) + number
    else:
        force = names.force(view, what)
    waits = [i for i, u in view.units.items() if u.space == space and u.owner == view.power]
    return (o.Place(space, force, names.units(view, landing, waits, "that wait there") if lands else ()),)


def _write_place(view: View, order: o.Place) -> str:
    landing = f", landing {names.write_units(order.landing)}" if order.landing else ""
    return f"{names.write_force(view, order.units)} in {order.space}{landing}"


ORDERS: tuple[Saying[View], ...] = (
    Saying(
        o.Buy,
        ("buy",),
        ("buy 2 infantry, 1 tank", "buy nothing"),
        "phase 1: the whole purchase, in place of the one before",
        _buy,
        lambda view, order: names.write_force(view, order.units),
    ),
    Saying(
        o.Repair,
        ("repair",),
        ("repair 2 in port-marran", "repair nothing"),
        "phase 1: repair damaged complexes, 1 a point",
        _repair,
        lambda view, order: ", ".join(f"{points} in {space}" for space, points in order.points.items()) or "nothing",
    ),
    Saying(
        o.Move,
        ("move",),
        (
            "move 2 infantry, 1 tank from port-marran to marran-hills",
            "move all from port-marran to strait",
            "move bomber-1 from port-marran > strait > port-tavik for raid",
            "move infantry-3 from port-marran > strait aboard transport-1",
        ),
        "phases 2 and 4: units go; to finds the way, A > B > C is one; aircraft for battle, raid or landing",
        _move,
        _write_move,
    ),
    Saying(o.Move, ("fly home",), ("fly home",), "phase 4: aircraft land as the landing plan says", _home, _write_move),
    Saying(
        o.TakeBack,
        ("take back",),
        ("take back 3", "take back"),
        "withdraw a move of this phase, the last where none is named",
        _take_back,
        lambda view, order: str(order.move),
    ),
    Saying(
        o.Engage,
        ("engage",),
        ("engage strait", "engage strait no"),
        "phase 2: attack, or leave alone, submarines and transports in a zone",
        _engage,
        lambda view, order: f"{order.space} {'yes' if order.attack else 'no'}",
    ),
    Saying(
        o.Place,
        ("place",),
        ("place 2 infantry in port-marran", "place all in port-marran", "place 1 carrier in strait, landing fighter-1"),
        "phase 5: all that appears in a space, in place of what was said before of it",
        _place,
        _write_place,
    ),
)
