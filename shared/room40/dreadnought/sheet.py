"""The order sheet: one slot a fleet and turn, as players write it (5.1).

A slot as text: `stay`, `R32`, `R31/R32`; then, if wanted, `port` (enter the port of the last zone, or stay in it) and
one action: `bombard`, `load`, `unload`, `sweep`, `search`, `coal`, `lay C5` (mines on the edge towards C5), `pursue`.
Lower case and blanks are forgiven. `write_slot` is the one spelling, `read_slot` its forgiving inverse.
"""

import re
from enum import StrEnum

from msgspec import Struct

from room40.geometry.seachart import SeaChart, Zone, parse_zone

MAX_ROUTE_TEXT = 60


class Action(StrEnum):
    """What a fleet does in the zone where its slot ends (5.2)."""

    NONE = ""
    BOMBARD = "bombard"
    LOAD = "load"
    UNLOAD = "unload"
    LAY = "lay"
    SWEEP = "sweep"
    SEARCH = "search"
    COAL = "coal"
    PURSUE = "pursue"


class Slot(Struct, frozen=True, omit_defaults=False):
    """What one fleet does in one turn: the zones it enters, none to two; whether it enters or keeps to a port; an action.

    `towards` is the other zone of the edge on which mines are laid.
    """

    zones: tuple[Zone, ...] = ()
    port: bool = False
    action: Action = Action.NONE
    towards: Zone = Zone("")


STAY = Slot()


class SlotFault(Struct, frozen=True):
    """Why a text is no slot: the clause, and a sentence for the player."""

    clause: str
    sentence: str


_WORDS = re.compile(r"[A-Za-z]{1,2} ?\d+|[A-Za-z]+|/|\S")


def read_slot(text: str) -> Slot | SlotFault:
    """The slot a player means. "Q31 / p32", "stay", "j36 port", "C5 bombard", "stay (bombard)", "stay lay C5"."""
    if len(text) > MAX_ROUTE_TEXT:
        return SlotFault("5.1", f"A slot is written in at most {MAX_ROUTE_TEXT} letters.")
    words = [w for w in _WORDS.findall(text) if w not in "()/,;-–"]
    if not words:
        return SlotFault("5.1", "Write the zones to enter, as R31/R32, or stay.")
    zones: list[Zone] = []
    port, action, towards = False, Action.NONE, Zone("")
    for word in words:
        zone, lower = parse_zone(word), word.lower()
        if zone is not None:
            if action is Action.LAY:
                towards = zone
            elif action is Action.NONE:
                zones.append(zone)
            elif action is not Action.BOMBARD:  # "bombard C5" names its own zone; a fleet bombards where it is
                return SlotFault("5.1", f"The zone {zone} stands after {action.value}; write the route first.")
        elif lower in ("port", "in", "harbour"):
            port = port or lower != "in"
        elif lower in ("stay", "-"):
            continue
        elif lower in _ACTIONS and action is Action.NONE:
            action = _ACTIONS[lower]
        else:
            return SlotFault("5.1", f"{word[:12]!r} is neither a zone, as R32, nor stay, port or an action.")
    if action is Action.LAY and not towards:
        return SlotFault("H13", "Say on which edge the mines are laid, as: lay C5.")
    return Slot(tuple(zones), port, action, towards)


_ACTIONS = {a.value: a for a in Action if a is not Action.NONE}


def write_slot(slot: Slot) -> str:
    """A slot in its one spelling; `read_slot(write_slot(s)) == s`."""
    parts = ["/".join(slot.zones) or ("" if slot.action is Action.PURSUE else "stay")]
    if slot.port:
        parts.append("port")
    if slot.action is not Action.NONE:
        parts.append(slot.action.value)
    if slot.towards:
        parts.append(slot.towards)
    return " ".join(p for p in parts if p)


def route_fault(chart: SeaChart, side: str, start: Zone, slot: Slot, pace: int, in_port: bool = False) -> SlotFault | None:
    """What is wrong with a slot's zones for a fleet that starts the turn in `start`, may enter `pace` zones (5.1, 5.11).

    A zone and the port in it are two places: from the port (`in_port`) a fleet may enter the zone round it, and from
    the zone the port (house rules H21.28). The client asks this while a player types; the server asks again and decides.
    """
    if len(slot.zones) > pace:
        most = "one zone" if pace == 1 else "no zone" if pace < 1 else "two zones"
        return SlotFault("5.11", f"This fleet may enter {most} a turn; {'/'.join(slot.zones)} is {len(slot.zones)}.")
    here = start
    for position, zone in enumerate(slot.zones):
        if not chart.has(zone):
            return SlotFault("5.0", f"{zone} is not on this chart.")
        if not chart.is_water(zone):
            return SlotFault("5.0", f"{zone} is land.")
        through_the_mole = position == 0 and in_port != (slot.port and len(slot.zones) == 1)
        if zone == here and not through_the_mole:
            return SlotFault("5.1", f"{zone} cannot be entered from {here}: it is the same zone.")
        if zone != here and not chart.touches(here, zone):
            return SlotFault("5.1", f"{zone} does not touch {here}.")
        if zone != here and not chart.is_open(here, zone, side):
            return SlotFault("5.0", f"There is no way through from {here} to {zone}.")
        here = zone
    return None


def end_of(start: Zone, slot: Slot) -> Zone:
    """Where a fleet stands after the slot."""
    return slot.zones[-1] if slot.zones else start
