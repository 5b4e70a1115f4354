"""What is said on the tactical board: setting up, manoeuvring, fire (7.2, 7.3, H7)."""

import re

from room40.dreadnought import boardplay
from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40.geometry.hexgrid import STEPS, add
from room40_client.plain.dreadnought import names
from room40_client.plain.dreadnought.fleet_orders import NO, yes_or_no
from room40_client.plain.grammar import Saying, Unclear, key, split
from room40_client.tui.board import aiming
from room40_client.tui.board.manoeuvring import Manoeuvres


def _basic(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    return (o.Basic(zone, yes_or_no(rest)),)


def _enter(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    fleet, by, side = rest.partition(" by ")
    if not by:
        raise Unclear("Write the fleet and the side of the board: enter 3 by W.", "7.24")
    return (o.Enter(zone, names.fleet(view, fleet), names.side(side)),)


def _set_up(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    if key(rest) in ("umpire", "by umpire"):
        return (o.SetUp(zone),)
    places: dict[str, tuple[str, ...]] = {}
    for piece in split(rest, ";"):
        where, colon, ships = piece.partition(":")
        if not colon:
            raise Unclear("Write: set up umpire, or every hex with its ships: set up G6: goeben; G7: breslau.", "7.22")
        at = str(names.hex_of(view, zone, where))
        places[at] = (*places.get(at, ()), *names.ships(view, ships))
    if not places:
        raise Unclear("Write: set up umpire, or every hex with its ships: set up G6: goeben; G7: breslau.", "7.22")
    return (o.SetUp(zone, places),)


def _write_set_up(view: View, order: o.SetUp) -> str:
    places = [f"{names.hex_name(view, order.zone, at)}: {', '.join(ships)}" for at, ships in order.places.items()]
    return f"{names.write_head(order.zone)} {'; '.join(places) or 'umpire'}"


# ---- movement ----


def _manoeuvre(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    moment, rest = names.moment_of(rest)
    pieces = split(rest, ";")
    if [piece.lower() for piece in pieces] in (["stay"], ["all stay"]):
        return (o.Manoeuvre(zone, moment=moment),)
    if not pieces:
        raise Unclear("Write who goes where: steer group 1 to G6; group 2 NW; or steer stay.", "7.31")
    cast_off: list[str] = []
    detach: list[str] = []
    for piece in pieces:
        lower = piece.lower()
        cast_off += names.ships(view, piece[9:]) if lower.startswith("cast off ") else ()
        detach += names.ships(view, piece[9:]) if lower.startswith("take out ") else ()
    moves: dict[str, str] = {}
    merge: dict[str, str] = {}
    for piece in pieces:
        lower = piece.lower()
        if lower.startswith(("cast off ", "take out ")):
            continue
        if lower.startswith("merge "):
            one, into, other = piece[6:].partition(" into ")
            if not into:
                raise Unclear("Write which group joins which: merge group 2 into group 1.", "7.3")
            merge[names.group(view, zone, one, tuple(detach))] = names.group(view, zone, other, tuple(detach))
        else:
            moves.update(_moves(view, zone, piece, tuple(detach)))
    return (o.Manoeuvre(zone, moves, merge, tuple(detach), tuple(cast_off), moment),)


_GOES = re.compile(
    r"(.+?)\s+(?:to\s+(?!off)(?P<hex>[A-Za-z]{1,2}\s?\d{1,2}|-?\d{1,2},-?\d{1,2})|(?:to\s+)?(?P<off>off\s.+)|(?P<way>\S+))"
)


def _moves(view: View, zone: str, piece: str, detached: tuple[str, ...]) -> dict[str, str]:
    said = _GOES.fullmatch(piece)
    if said is None:
        raise Unclear(f"{piece[:30]!r} says no move: write group 1 to G6, group 1 NW, or group 1 off W.", "7.31")
    who = _who(view, zone, said[1], detached)
    if said["hex"]:
        return dict.fromkeys(who, str(names.hex_of(view, zone, said["hex"])))
    if said["off"]:
        off = "off " + " ".join(said["off"].split()[1:]).upper()
        if boardplay.read_off(off) is None:
            raise Unclear(f"{said['off'][:12]!r} is no way off the board: write off W, or off W SW.", "7.33")
        return dict.fromkeys(who, off)
    step = said["way"].upper().replace("-", "")
    if step == "STAY":
        return {}
    if step not in STEPS:
        raise Unclear(f"{said['way'][:12]!r} is no way on the board: N, NE, SE, S, SW or NW.", "7.32")
    plan = _plan(view, zone, detached)
    return {one: str(add(plan.stands(one), STEPS[step])) for one in who}


def _who(view: View, zone: str, text: str, detached: tuple[str, ...]) -> list[str]:
    if text.strip().lower() == "all":
        return _plan(view, zone, detached).movers()
    return [names.group(view, zone, piece, detached) for piece in split(text)]


def _plan(view: View, zone: str, detached: tuple[str, ...]) -> Manoeuvres:
    plan = Manoeuvres(view, zone, names.board_of(view, zone)[1])
    plan.detached = list(detached)
    return plan


def _write_manoeuvre(view: View, order: o.Manoeuvre) -> str:
    pieces = [f"cast off {', '.join(order.cast_off)}"] if order.cast_off else []
    pieces += [f"take out {', '.join(order.detach)}"] if order.detach else []
    for group, to in order.moves.items():
        where = to if to.startswith(boardplay.OFF) else f"to {names.hex_name(view, order.zone, to)}"
        pieces.append(f"{names.group_name(group)} {where}")
    pieces += [f"merge {names.group_name(one)} into {names.group_name(into)}" for one, into in order.merge.items()]
    return f"{names.write_head(order.zone, order.moment)} {'; '.join(pieces) or 'stay'}"


# ---- fire ----


def _guns(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    moment, rest = names.moment_of(rest)
    shots: list[o.Aim] = []
    same = free = hold = False
    for piece in split(rest, ";"):
        said = key(piece)
        if said in ("again", "same", "as before"):
            same = True
        elif said in ("umpire", "free"):
            free = True
        elif said in ("hold", "hold fire", "nothing"):
            hold = True
        else:
            shots += _shots(view, zone, piece)
    if not (shots or same or free or hold):
        raise Unclear(
            "Write: fire umpire, fire again, fire hold, or who at whom: fire goeben at c3; breslau secondary at c4.", "H7.5"
        )
    return (o.FireGuns(zone, tuple(shots), same, free, moment),)


def _shots(view: View, zone: str, piece: str) -> list[o.Aim]:
    ships, at, target = piece.partition(" at ")
    if not at:
        raise Unclear(f"{piece[:30]!r} names no target: write goeben at c3, or goeben primary at c3.", "H7.5")
    counter = _counter(target)
    *_, last = ships.split() or [""]
    gun = next((one for one in o.Gun if one.value == last.lower()), None)
    if gun is not None:
        return [o.Aim(ship, gun, counter) for ship in names.ships(view, ships[: -len(last)])]
    aims = aiming.Aims(view, *names.board_of(view, zone))
    found = [
        o.Aim(one, o.Gun(weapon), counter)
        for one in (aims.ships() if ships.strip().lower() == "all" else names.ships(view, ships))
        for _, weapon in aims.weapons(one)
        if counter in aims.chances[one, weapon]
    ]
    if not found:
        raise Unclear(f"No gun of {ships[:30]} reaches {counter}; targets lists what does.", "H7.5")
    return found


def _counter(text: str) -> str:
    said = text.strip().lower().removeprefix("counter").strip()
    if not re.fullmatch(r"[ce][0-9]{1,4}", said):
        raise Unclear(f"{text[:12]!r} is no counter of the enemy: write it as c3; board lists them.", "7.27")
    return said


def _write_guns(view: View, order: o.FireGuns) -> str:
    pieces = [f"{shot.ship} {shot.gun.value} at {shot.target}" for shot in order.shots]
    pieces += ["again"] if order.same else []
    pieces += ["umpire"] if order.free else []
    return f"{names.write_head(order.zone, order.moment)} {'; '.join(pieces) or 'hold'}"


def _torpedoes(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    moment, rest = names.moment_of(rest)
    if key(rest) in NO | {"hold", "nothing"}:
        return (o.FireTorpedoes(zone, {}, moment),)
    spreads: dict[str, str] = {}
    for piece in split(rest, ";"):
        ships, at, target = piece.partition(" at ")
        if not at:
            raise Unclear("Write who at whom: torpedoes goeben at c3; or torpedoes hold.", "H7.7")
        spreads.update(dict.fromkeys(names.ships(view, ships), _counter(target)))
    if not spreads:
        raise Unclear("Write who at whom: torpedoes goeben at c3; or torpedoes hold.", "H7.7")
    return (o.FireTorpedoes(zone, spreads, moment),)


def _write_torpedoes(view: View, order: o.FireTorpedoes) -> str:
    pieces = [f"{ship} at {target}" for ship, target in order.spreads.items()]
    return f"{names.write_head(order.zone, order.moment)} {'; '.join(pieces) or 'hold'}"


def _keep(view: View, text: str) -> tuple[o.Order, ...]:
    zone, rest = names.battle_of(view, text)
    fleet, by, ship = rest.rpartition(" with ")
    if not by:
        raise Unclear("Write the fleet and the ship that keeps its counter: keep 3 with goeben.", "7.33")
    return (o.Keep(zone, names.fleet(view, fleet), names.ship(view, ship)),)


ORDERS: tuple[Saying[View], ...] = (
    Saying(
        o.Basic,
        ("basic",),
        ("basic yes", "basic no"),
        "fight this battle by basic combat, without the board, if both want it",
        _basic,
        lambda view, order: f"{names.write_head(order.zone)} {'yes' if order.on else 'no'}",
    ),
    Saying(
        o.Enter,
        ("enter",),
        ("enter 3 by W",),
        "by which side of the board a fleet comes on",
        _enter,
        lambda view, order: f"{names.write_head(order.zone)} {names.number(order.fleet)} by {order.side.value}",
    ),
    Saying(
        o.SetUp,
        ("set up",),
        ("set up umpire", "set up G6: goeben, breslau; W3: gloucester"),
        "set your ships up on the board",
        _set_up,
        _write_set_up,
    ),
    Saying(
        o.Manoeuvre,
        ("steer", "manoeuvre"),
        ("steer stay", "steer group 1 to G6; goeben NW; all N", "steer group 2 off W; merge 3 into 1; take out breslau"),
        "all that your groups do in a movement step; those not named stay; cast off breslau drops a tow",
        _manoeuvre,
        _write_manoeuvre,
    ),
    Saying(
        o.FireGuns,
        ("fire",),
        ("fire umpire", "fire again", "fire hold", "fire goeben at c3; breslau secondary at c4; all at c3"),
        "your fire in a gunnery step",
        _guns,
        _write_guns,
    ),
    Saying(
        o.FireTorpedoes,
        ("torpedoes",),
        ("torpedoes hold", "torpedoes goeben at c3"),
        "your torpedoes in a torpedo step",
        _torpedoes,
        _write_torpedoes,
    ),
    Saying(
        o.Keep,
        ("keep",),
        ("keep 3 with goeben",),
        "a fleet has left the board in parts: whose part keeps its counter",
        _keep,
        lambda view, order: f"{names.write_head(order.zone)} {names.number(order.fleet)} with {order.ship}",
    ),
)
