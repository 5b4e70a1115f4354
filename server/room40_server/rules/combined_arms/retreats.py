"""Retreat: when, where to, who goes and who stays (K5.8)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.fighting import (
    ATTACKER,
    can_retreat,
    is_hostile,
    is_seaborne,
    now,
    put,
    side,
    without,
)
from room40_server.rules.combined_arms.state import Domain, Phase, State, Unit, are_friends, type_of, with_units
from room40_server.rules.game import Refused


def origins(state: State, attackers: tuple[Unit, ...]) -> tuple[str, ...]:
    """Where attackers by land or sea came from in this turn; those that were there, or only flew, count for nothing."""
    return tuple(
        sorted(
            {
                unit.came_from
                for unit in attackers
                if can_retreat(state, unit) and unit.came_from and unit.moved_in == Phase.COMBAT_MOVE.value
            }
        )
    )


def options(state: State) -> tuple[str, ...]:
    """Where the attacker may retreat to after this round; () if he may not (K5.8).

    If nobody is left but aircraft, or aircraft and units that came by sea, the aircraft may break off: the space of the
    battle itself stands for that.
    """
    battle = now(state)
    if not battle.round:
        return ()
    attackers = side(state, ATTACKER)
    if any(can_retreat(state, unit) for unit in attackers):
        return tuple(space for space in battle.origins if _is_friendly(state, space))
    if any(type_of(state, unit).domain is Domain.AIR for unit in attackers):
        return (battle.space,)
    return ()


def _is_friendly(state: State, space: str) -> bool:
    """A friendly territory, or a zone without enemy surface warships where no battle with such was or is to be fought."""
    if not state.setting.spaces[space].water:
        return are_friends(state, state.power, state.owners.get(space, ""))
    battles = (battle for battle in state.battles.values() if battle.kind == "sea" and battle.space == space)
    return not is_hostile(state, space) and not any(battle.hostile for battle in battles)


def retreat(state: State, space: str) -> State:
    """All that may, go to one space; aircraft break off and stay over this one; who came by sea fights on (K3.12, K5.8)."""
    battle = now(state)
    if space not in options(state):
        raise Refused("K5.8", f"You cannot retreat to {news.name_of_space(state, space)}.", space)
    attackers = side(state, ATTACKER)
    going = [unit for unit in attackers if can_retreat(state, unit)]
    leaving = [unit for unit in attackers if not is_seaborne(unit)]
    for unit in going:
        carried = [replace(u, space=space, assault="") for u in state.units.values() if u.aboard == unit.id]
        state = with_units(state, replace(unit, space=space, came_from="", unloaded=""), *carried)
    state = put(state, attackers=without(battle.attackers, (unit.id for unit in leaving)))
    power, where = news.name_of_power(state, battle.attacker), news.name_of_space(state, space)
    flying = len(leaving) > len(going)
    text = f"{power} retreats to {where}{', its aircraft break off' if flying else ''}."
    if not going:
        text = f"The aircraft of {power} break off."
    return news.tell(state, "K5.8", battle.space, text)
