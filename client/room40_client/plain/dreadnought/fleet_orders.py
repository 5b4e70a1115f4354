"""What fleets and single ships are told, and answers to what is asked on the chart (5.2, 5.4, 7.29, H6, H11, H14, H15)."""

import re

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40_client.plain.dreadnought import names
from room40_client.plain.grammar import Saying, Unclear, one_of, split
from room40_client.tui import routes
from room40_client.tui.draw import words

YES, NO = frozenset({"", "yes", "on"}), frozenset({"no", "not", "off", "none"})


def yes_or_no(text: str) -> bool:
    """Whether a text says yes; nothing said is yes. Raises `Unclear`."""
    said = text.strip().lower()
    if said not in YES | NO:
        raise Unclear(f"{text[:20]!r} is neither yes nor no.")
    return said in YES


def _counter(view: View, text: str) -> tuple[o.Order, ...]:
    said = re.fullmatch(r"(.+?)\s+(on|off)(\s+now)?", text, re.IGNORECASE)
    if said is None:
        raise Unclear("Write: counter 3 off, or counter 3 on; with now in this phase.", "5.2")
    return (o.Counter(names.fleet(view, said[1]), said[2].lower() == "on", bool(said[3])),)


def _write_counter(view: View, order: o.Counter) -> str:
    return f"{names.number(order.fleet)} {'on' if order.on_map else 'off'}{' now' if order.now else ''}"


def _linger(view: View, text: str) -> tuple[o.Order, ...]:
    fleet, _, no = text.partition(" ")
    return (o.Linger(names.fleet(view, fleet), yes_or_no(no)),)


def _tow(view: View, text: str) -> tuple[o.Order, ...]:
    towed, by, ship = text.partition(" by ")
    if by:
        return (o.Tow(names.ship(view, ship), names.ship(view, towed)),)
    if text.lower().startswith("nothing "):
        return (o.Tow(names.ship(view, text[8:])),)
    raise Unclear("Write: tow breslau by goeben; or to cast off: tow nothing goeben.", "H11")


def _write_tow(view: View, order: o.Tow) -> str:
    return f"{order.towed} by {order.ship}" if order.towed else f"nothing {order.ship}"


def _fly(view: View, text: str) -> tuple[o.Order, ...]:
    name, _, rest = text.rpartition(" ") if " " in text else (text, "", "home")
    airship = one_of(name, {found: one.name for found, one in view.airships.items()}, "airship of yours")
    zones = () if rest.lower() == "home" else tuple(names.zone(piece) for piece in split(rest, "/"))
    return (o.Fly(airship, zones),)


def _dive(view: View, text: str) -> tuple[o.Order, ...]:
    known = {found: one.name for found, one in view.submarines.items()}
    name, to, zone = text.rpartition(" to ")
    if to:
        return (o.Dive(one_of(name, known, "submarine of yours"), names.zone(zone)),)
    return (o.Dive(one_of(re.sub(r"\s+stay\Z", "", text, flags=re.IGNORECASE), known, "submarine of yours")),)


def _habit(view: View, text: str) -> tuple[o.Order, ...]:
    fleet, _, habit = text.rpartition(" ")
    found = next((one for one in o.Habit if one.value == habit.lower()), None)
    if found is None:
        raise Unclear("Write: habit 3 ask, habit 3 always, or habit 3 never.", "H21.7")
    return (o.HabitOf(names.fleet(view, fleet), found),)


def _quarry(view: View, text: str) -> tuple[o.Order, ...]:
    label, by, fleet = text.partition(" by ")
    if not by and not view.ask.fleet:
        raise Unclear("Write which counter and which fleet: quarry B by 3.", "H21.8")
    return (o.ChooseQuarry(names.fleet(view, fleet), names.label(view, label)),)


def _claims(view: View, text: str) -> tuple[o.Order, ...]:
    if text.strip().lower() in NO | {"nothing"}:
        return (o.MakeClaims(),)
    known = {one.value: one.value for one in o.Claim}
    found: list[o.Claim] = []
    for piece in split(text):
        exact = next(
            (one for one in o.Claim if one.value == piece.lower()), None
        )  # "raider +1" and "raider -1" have one key
        found.append(exact or o.Claim(one_of(piece, known, "claim")))
    if not found:
        choices = ", ".join(view.ask.choices) or "nothing that is true of you"
        raise Unclear(f"Claim what? You may claim {choices}; or write: claim nothing.", "5.46")
    return (o.MakeClaims(tuple(found)),)


def _fight(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    said, _, body = rest.partition(":")
    stance = next((one for one in o.Stance if said.strip() and one.value.startswith(said.strip().lower())), None)
    if stance is None:
        raise Unclear("Write: fight continue, fight close, or fight withdraw.", "H6")
    targets: dict[str, str] = {}
    behind: tuple[str, ...] = ()
    for piece in split(body, ";"):
        if piece.lower().startswith("behind "):
            behind = names.ships(view, piece[7:])
            continue
        mine, at, theirs = piece.partition(" at ")
        if not at:
            raise Unclear("Write who fires at whom: fight close: goeben at gloucester; behind breslau.", "H6")
        targets.update({one: names.enemy(view, zone, theirs) for one in names.ships(view, mine)})
    return (o.Fight(zone, stance, targets, behind),)


def _write_fight(view: View, order: o.Fight) -> str:
    pieces = [f"{mine} at {theirs}" for mine, theirs in order.targets.items()]
    pieces += [f"behind {', '.join(order.behind)}"] if order.behind else []
    return f"{names.write_head(order.zone)} {order.stance.value}{': ' if pieces else ''}{'; '.join(pieces)}"


def _pursue(view: View, text: str) -> tuple[o.Order, ...]:
    label, by, fleet = text.partition(" by ")
    if not by:
        raise Unclear("Write which counter and which fleet: pursue B by 3.", "5.23")
    return (o.Pursue(names.fleet(view, fleet), names.label(view, label)),)


def _exchange(view: View, text: str) -> tuple[o.Order, ...]:
    ships, to, fleet = text.rpartition(" to ")
    if not to:
        raise Unclear("Write which ships and to which fleet: exchange goeben, breslau to 3.", "7.29")
    return (o.Exchange(names.ships(view, ships), names.fleet(view, fleet)),)


def _rejoin(view: View, text: str) -> tuple[o.Order, ...]:
    head, _, body = text.partition(":")
    fleet = names.fleet(view, head)
    slots = names.slots(body)
    if not slots and fleet in view.fleets:
        slots = routes.rejoining(view, words.chart_of(view.scenario), view.fleets[fleet])
    if not slots:
        raise Unclear("Write the slots: rejoin 3: 7 R31/R32, 8 S33.", "7.37")
    return (o.Rejoin(fleet, slots),)


ORDERS: tuple[Saying[View], ...] = (
    Saying(
        o.MakeClaims,
        ("claim",),
        ("claim leader, intercept", "claim nothing"),
        "before a contact die: what you claim",
        _claims,
        lambda view, order: ", ".join(one.value for one in order.claims) or "nothing",
    ),
    Saying(
        o.Counter,
        ("counter",),
        ("counter 3 off", "counter 3 on now"),
        "a raider hides at sea, or shows itself",
        _counter,
        _write_counter,
    ),
    Saying(
        o.Linger,
        ("linger",),
        ("linger 3", "linger 3 no"),
        "a minesweeping fleet stays this turn to sweep",
        _linger,
        lambda view, order: f"{names.number(order.fleet)} {'yes' if order.on else 'no'}",
    ),
    Saying(
        o.Tow,
        ("tow",),
        ("tow breslau by goeben", "tow nothing goeben"),
        "take a ship in tow, or cast off",
        _tow,
        _write_tow,
    ),
    Saying(
        o.Fly,
        ("fly",),
        ("fly l3 N37/N38", "fly l3 home"),
        "an airship's zones of this turn",
        _fly,
        lambda view, order: f"{order.airship} {'/'.join(order.zones) or 'home'}",
    ),
    Saying(
        o.Dive,
        ("dive",),
        ("dive u9 to R31", "dive u9 stay"),
        "a submarine enters a neighbouring zone, or stays",
        _dive,
        lambda view, order: f"{order.submarine} {f'to {order.zone}' if order.zone else 'stay'}",
    ),
    Saying(
        o.HabitOf,
        ("habit",),
        ("habit 3 ask", "habit 3 always", "habit 3 never"),
        "how a fleet answers when claims are asked",
        _habit,
        lambda view, order: f"{names.number(order.fleet)} {order.habit.value}",
    ),
    Saying(
        o.ChooseZone,
        ("first",),
        ("first R31",),
        "which of two zones is checked first",
        lambda view, text: (o.ChooseZone(names.zone(text)),),
        lambda view, order: order.zone,
    ),
    Saying(
        o.ChooseQuarry,
        ("quarry",),
        ("quarry B by 3",),
        "which part of a divided enemy is pursued",
        _quarry,
        lambda view, order: f"{order.label} by {names.number(order.fleet)}",
    ),
    Saying(
        o.Fight,
        ("fight",),
        ("fight continue", "fight close: goeben at gloucester", "fight withdraw: behind breslau"),
        "a round of basic combat: what you want of it, and at whom you fire",
        _fight,
        _write_fight,
    ),
    Saying(
        o.Pursue,
        ("pursue",),
        ("pursue B by 3",),
        "after a battle: follow an enemy counter for two turns",
        _pursue,
        lambda view, order: f"{order.label} by {names.number(order.fleet)}",
    ),
    Saying(
        o.Exchange,
        ("exchange",),
        ("exchange goeben, breslau to 3",),
        "after a battle: ships change over to another fleet",
        _exchange,
        lambda view, order: f"{', '.join(order.ships)} to {names.number(order.fleet)}",
    ),
    Saying(
        o.Rejoin,
        ("rejoin",),
        ("rejoin 3", "rejoin 3: 7 R31/R32, 8 S33"),
        "after leaving a battle: back to the written route",
        _rejoin,
        lambda view, order: f"{names.number(order.fleet)}: {names.write_slots(order.slots)}",
    ),
)
