"""What is typed for fleets, ships, zones, hexes and groups, and what they are called in answer."""

import re

from room40.dreadnought.board_views import BoardView
from room40.dreadnought.sheet import SlotFault, read_slot, write_slot
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import Board, Hex, parse_hex
from room40.geometry.seachart import Direction, Zone, parse_zone
from room40_client.plain.grammar import Unclear, key, one_of, split
from room40_client.tui.board import terms
from room40_client.tui.draw import words


def fleet(view: View, text: str) -> str:
    """The own fleet that a text means: "3", "fleet 3", "CP-3"; without a text the only one, or the one asked about."""
    said = text.strip().lower().removeprefix("fleet").strip().upper()
    ids = [found for found in words.by_number(view) if view.fleets[found].ships]
    if not said and view.ask.fleet in ids:
        return view.ask.fleet
    wanted = f"{view.seat}-{said}" if said.isdecimal() else said
    if wanted in view.fleets:
        return wanted
    if re.fullmatch(r"[A-Z]{2}-[0-9]{1,3}", wanted):
        return wanted
    raise Unclear(f"Which fleet? You have {', '.join(str(view.fleets[found].number) for found in ids) or 'none'}.")


def number(fleet_id: str) -> str:
    """A fleet by its number."""
    return fleet_id.rpartition("-")[2]


def side_of(fleet_id: str) -> str:
    """Whose fleet it is."""
    return fleet_id.rpartition("-")[0]


def ship(view: View, text: str) -> str:
    """The own ship that a text means."""
    return one_of(text, {found: one.name for found, one in view.ships.items()}, "ship of yours")


def ships(view: View, text: str) -> tuple[str, ...]:
    """Own ships: "goeben, breslau"."""
    return tuple(ship(view, piece) for piece in split(text))


def ship_name(view: View, ship_id: str) -> str:
    """A ship's name, with her boats if there are several, and whether a leader is aboard."""
    found = view.ships.get(ship_id)
    if found is None:
        return ship_id
    notes = [f"{found.boats} boats"] if found.boats > 1 else []
    notes += ["leader"] if found.leader else []
    return f"{found.name} ({', '.join(notes)})" if notes else found.name


def enemy(view: View, zone: str, text: str) -> str:
    """The enemy ship of a battle that a text means."""
    battle = view.battle.get(zone)
    known = {} if battle is None else {found: one.name for found, one in battle.ships.items() if one.side != view.seat}
    return one_of(text, known, "enemy ship")


def zone(text: str) -> Zone:
    """The zone that a text means."""
    found = parse_zone(text)
    if found is None:
        raise Unclear(f"{text[:12]!r} is no zone: write it as R32.", "5.0")
    return found


def label(view: View, text: str) -> str:
    """The enemy counter that a text means: "A"."""
    said = text.strip().lower().removeprefix("counter").removeprefix("enemy").strip()
    known = [*view.seen, *view.ask.choices, *(one for fleet in view.fleets.values() for one in fleet.prey)]
    found = next((one for one in known if one.lower() == said), "")
    if not found:
        raise Unclear(f"No enemy counter {text[:12]!r} is in view; sightings lists them.")
    return found


def slot(text: str) -> str:
    """A slot of the order sheet in its one spelling."""
    found = read_slot(text)
    if isinstance(found, SlotFault):
        raise Unclear(found.sentence, found.clause)
    return write_slot(found)


_TURN = re.compile(r"(\d{1,3})\s+(\S.*)")


def slots(text: str) -> dict[str, str]:
    """Several slots with their turns: "7 R31/R32, 8 S33"."""
    found: dict[str, str] = {}
    for piece in split(text):
        said = _TURN.fullmatch(piece)
        if said is None:
            raise Unclear(f"{piece[:20]!r} names no turn: write 7 R31/R32, 8 stay.", "5.1")
        found[str(int(said[1]))] = slot(said[2])
    return found


def write_slots(of: dict[str, str]) -> str:
    """The inverse of `slots`."""
    return ", ".join(f"{turn} {text}" for turn, text in of.items())


_IN = re.compile(r"in ([A-Za-z]{1,2} ?\d{1,3})\b[\s:,]*", re.IGNORECASE)
_AT = re.compile(r"at moment (\d{1,10})\b[\s:,]*", re.IGNORECASE)


def battle_of(view: View, text: str) -> tuple[str, str]:
    """The zone of the battle meant, by "in Q28" at the beginning or by what is asked, and the rest."""
    if said := _IN.match(text):
        return zone(said[1]), text[said.end() :]
    found = view.ask.zone or next(iter(view.battle), "")
    if not found:
        raise Unclear("There is no battle now.")
    return found, text


def moment_of(text: str) -> tuple[int, str]:
    """The moment meant, by "at moment 207" at the beginning, 0 for whichever is in hand, and the rest."""
    said = _AT.match(text)
    return (int(said[1]), text[said.end() :]) if said else (0, text)


def write_head(zone_: str, moment: int = 0) -> str:
    """What `battle_of` and `moment_of` read."""
    return f"in {zone_}" + (f" at moment {moment}" if moment else "") + ":"


def board_of(view: View, zone_: str) -> tuple[BattleView, BoardView]:
    """The board on which a battle is fought."""
    if zone_ not in view.board or zone_ not in view.battle:
        raise Unclear("There is no battle on the board now.")
    return view.battle[zone_], view.board[zone_]


def geometry(view: View, zone_: str) -> Board:
    """The hexes of a battle's board; of the usual one where it is not there."""
    return terms.geometry(view.board[zone_]) if zone_ in view.board else Board()


def hex_of(view: View, zone_: str, text: str) -> Hex:
    """The hex that a text means: "G6", "W3"."""
    found = geometry(view, zone_).named(text.replace(" ", ""))
    if found is None:
        raise Unclear(f"{text[:12]!r} is no hex of the board: write it as G6, or W3 at the edge.", "7.21")
    return found


def hex_name(view: View, zone_: str, at: str) -> str:
    """A hex by its key as it is said."""
    found = parse_hex(at)
    board = geometry(view, zone_)
    return board.name(found) if found is not None and found in board else at


def side(text: str) -> Direction:
    """The side of the board that a text means: "W", "south-west"."""
    said = key(text).replace(" ", "").removesuffix("side")
    for full, letter in (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w")):
        said = said.replace(full, letter)
    if said.upper() not in Direction.__members__:
        raise Unclear(f"{text[:12]!r} is no side of the board: W, E, NW, NE, SW or SE.", "7.24")
    return Direction(said.upper())


def group(view: View, zone_: str, text: str, among: tuple[str, ...] = ()) -> str:
    """The own group that a text means: its number, the hex in which it stands alone, or a ship in it.

    `among`: ships taken out of their groups, which are groups by themselves.
    """
    board = view.board.get(zone_)
    groups = board.groups if board else {}
    said = key(text).removeprefix("group").strip()
    if numbered := next((name for name in groups if group_name(name) == f"group {said}"), ""):
        return numbered
    for name in (*groups, *among):
        if key(name) == key(text):
            return name
    at = geometry(view, zone_).named(text.replace(" ", ""))
    there = [found for found, one in groups.items() if at is not None and one.hex == str(at)]
    if len(there) == 1:
        return there[0]
    if there:
        raise Unclear(f"Several groups stand in {text}: {', '.join(group_name(one) for one in there)}.")
    found = ship(view, text)
    return found if found in among else next((name for name, one in groups.items() if found in one.crew), found)


_GROUP = re.compile(r"(?:[ce]g|cp-|en-)(\d+)")


def group_name(group_id: str) -> str:
    """A group as it is said, "group 2"; a ship taken out of her group by her own name."""
    said = _GROUP.fullmatch(group_id)
    return f"group {said[1]}" if said else group_id
