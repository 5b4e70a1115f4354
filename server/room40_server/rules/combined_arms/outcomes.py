"""When a battle is over, and what comes of it (K5.5 repair, K5.6, K5.7, K5.9)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms import captures, casualties, fire, news, retreats
from room40_server.rules.combined_arms.fighting import ATTACKER, DEFENDER, now, put, side
from room40_server.rules.combined_arms.state import Domain, State, Unit, are_friends, has, type_of, with_units

TOLD = {
    "won": "The attacker has won in {}.",
    "defended": "The attacker has lost in {}.",
    "both gone": "Nobody is left in {}.",
    "submerged": "The battle in {} is over; submarines have submerged.",
    "retreated": "",
    "stalemate": "Neither side can hit the other in {}; the battle is over.",
    "raid": "",
    "nobody lands": "Nobody attacks {}.",
}
"""How a battle can end, and how that is told."""


def judge(state: State, in_round: bool = False) -> tuple[State, bool]:
    """The state, and whether the battle is over, once no casualty stands aside any more.

    Defending transports alone are sunk without dice, with no retreat and no submerging (K5.6). Where neither side can hit
    the other the battle ends (K5.7), but not in the middle of a round (`in_round`); transports on both sides wait for the
    attacker's word if he can retreat (K5.6).
    """
    attackers, defenders = side(state, ATTACKER), side(state, DEFENDER)
    if defenders and _are_transports(state, defenders) and fire.can_hit(state, attackers, ATTACKER):
        state = casualties.lose(state, tuple(unit.id for unit in defenders), "K5.6")
        defenders = ()
    if not attackers or not defenders:
        return close(state, _decision(state)), True
    if in_round or not is_deadlock(state):
        return state, False
    if _are_transports(state, attackers) and _are_transports(state, defenders) and retreats.options(state):
        return state, False
    return close(state, "stalemate"), True


def _decision(state: State) -> str:
    """How a battle has ended in which a side has nobody left."""
    hidden = [u for u in state.units.values() if u.submerged and u.space == now(state).space]
    mine = [unit for unit in hidden if are_friends(state, state.power, unit.owner)]
    if side(state, ATTACKER):
        return "won" if len(mine) == len(hidden) else "submerged"
    if mine:
        return "submerged"
    return "defended" if side(state, DEFENDER) or not now(state).round else "both gone"


def is_deadlock(state: State) -> bool:
    """Whether neither side can hit the other (K5.7)."""
    return not any(fire.can_hit(state, side(state, which), which) for which in (ATTACKER, DEFENDER))


def stay(state: State) -> State:
    """The attacker leaves his transports among the enemy's: no unit dies, the battle is over (K5.6)."""
    return close(state, "stalemate")


def close(state: State, outcome: str) -> State:
    """End the battle: damage to ships is repaired, fighters go back to their decks, a territory is taken (K5.5, K5.9)."""
    battle = now(state)
    state = _back_on_deck(_repaired(state))
    name = news.name_of_space(state, battle.space)
    if TOLD[outcome]:
        clause = "K5.11" if outcome == "nobody lands" else "K5.7" if outcome == "stalemate" else "K5.4"
        state = news.tell(state, clause, battle.space, TOLD[outcome].format(name))
    if battle.kind == "land" and outcome == "won":
        state = _taken(state)
    state = put(state, outcome=outcome, step="over", hits={}, marked=())
    return replace(state, current="", asked={})


def _taken(state: State) -> State:
    """A land unit must survive to take the territory (K5.9)."""
    battle = now(state)
    if not any(type_of(state, unit).domain is Domain.LAND for unit in side(state, ATTACKER)):
        return state
    if are_friends(state, state.power, state.owners.get(battle.space, "")):
        return state
    return captures.take(state, battle.space, battle.attacker)


def _repaired(state: State) -> State:
    """Ships that took a hit and did not sink are repaired: damage lasts no longer than the battle (K5.5)."""
    return with_units(state, *(replace(unit, damage=0) for unit in state.units.values() if unit.damage))


def _back_on_deck(state: State) -> State:
    """Defending fighters land on the carriers they flew from; those whose carrier is sunk look elsewhere (K3.7)."""
    decks = now(state).decks
    home = [
        replace(unit, aboard=decks[unit.id])
        for unit in side(state, DEFENDER)
        if decks.get(unit.id) in state.units and not unit.aboard
    ]
    return with_units(state, *home)


def _are_transports(state: State, units: tuple[Unit, ...]) -> bool:
    return bool(units) and all(has(state, unit, "transport") for unit in units)
