"""Bombardment: ships that support a landing where there was no sea battle (C3.3, K5.3)."""

from collections.abc import Sequence

from msgspec.structs import replace

from room40_server.rules.combined_arms import fire
from room40_server.rules.combined_arms.fighting import ATTACKER, DEFENDER, is_seaborne, side, standing
from room40_server.rules.combined_arms.hits import ANY
from room40_server.rules.combined_arms.state import State, Unit, type_of, with_units
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


def landed(state: State) -> tuple[Unit, ...]:
    """The land units that this assault has put ashore."""
    return tuple(unit for unit in side(state, ATTACKER) if is_seaborne(unit))


def ships(state: State) -> tuple[Unit, ...]:
    """The own ships that can bombard: in a zone that units land from, where no sea battle was fought, once a turn (K5.3)."""
    zones = {unit.came_from for unit in landed(state)}
    fought = {battle.space for battle in state.battles.values() if battle.kind == "sea"}
    return able(state, frozenset(zones - fought))


def able(state: State, zones: frozenset[str]) -> tuple[Unit, ...]:
    """The own ships in these zones that can bombard and have done nothing else."""
    return tuple(
        unit
        for _, unit in sorted(state.units.items())
        if unit.owner == state.power and unit.space in zones and type_of(state, unit).bombard and not unit.fought
    )


def limit(state: State) -> int:
    """How many may: one for each land unit unloaded (K5.3)."""
    return len(landed(state))


def is_choice(state: State) -> bool:
    """Whether the attacker has a choice: more ships than may, or one that could do something else this turn (K5.3).

    Ships that have moved in the combat move lose nothing by it, if no other landing is to come that they could support.
    """
    ready = ships(state)
    if not ready or not standing(state, DEFENDER):
        return False
    if len(ready) > limit(state) and len({unit.type for unit in ready}) > 1:
        return True
    zones = {unit.space for unit in ready}
    others = {u.space for u in state.units.values() if u.assault and u.aboard and u.owner == state.power}
    return bool(zones & others) or any(not unit.moved_in for unit in ready)


def check(state: State, chosen: Sequence[str]) -> tuple[str, ...]:
    """The ships that bombard, refused if they may not or are too many (K5.3)."""
    may = {unit.id for unit in ships(state)}
    firing = tuple(dict.fromkeys(chosen))
    for unit_id in firing:
        if unit_id not in may:
            raise Refused("K5.3", f"{unit_id!r} is no ship that can bombard for this landing.", unit_id)
    if len(firing) > limit(state):
        raise Refused("K5.3", f"{limit(state)} units land, so at most as many ships bombard, not {len(firing)}.")
    return firing


def all_that_may(state: State) -> tuple[str, ...]:
    """The ships that bombard when nobody is asked: the strongest, as many as may."""
    ready = sorted(ships(state), key=lambda u: (-type_of(state, u).bombard, u.id))
    return tuple(unit.id for unit in ready[: limit(state)])


def bombard(state: State, firing: Sequence[str], dice: Dice) -> State:
    """The ships fire once; casualties still fire back once (K5.3)."""
    if not firing or not standing(state, DEFENDER):
        return state
    units = [replace(state.units[i], fought=True) for i in firing]
    state = with_units(state, *units)
    volley: dict[fire.Shots, int] = {}
    for unit in sorted(units, key=lambda u: list(state.setting.types).index(u.type)):
        key = (unit.type, type_of(state, unit).bombard, ANY)
        volley[key] = volley.get(key, 0) + 1
    return fire.throw(state, volley, ATTACKER, "bombards", "K5.3", dice)
