"""The battles of a combat phase, in their order: raids, assaults, the others (C5.1, K5.11)."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import (
    anti_aircraft,
    assaults,
    battle_steps,
    bombardment,
    hits,
    homeless,
    news,
    opening,
    raids,
    sea_moves,
    submarines,
)
from room40_server.rules.combined_arms.fighting import ATTACKER, is_hostile
from room40_server.rules.combined_arms.powers import ask
from room40_server.rules.combined_arms.state import Battle, Domain, Phase, State, type_of
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


def build(state: State) -> State:
    """The battles that the committed moves bring about; called at the commit of the combat move (C3.1, C5.1)."""
    landings = {u.assault for u in state.units.values() if u.owner == state.power and u.assault}
    ports = {u.space for u in state.units.values() if u.owner == state.power and u.assault}
    reached = {u.space for u in state.units.values() if u.owner == state.power}
    spaces = [s for s in state.setting.spaces if s in reached or s in landings]
    found = [Battle(s, "raid", state.power) for s in spaces if _is_raided(state, s)]
    for zone in sea_moves.sea_fights(state):
        found.append(Battle(zone, "sea", state.power, assault=zone in ports, hostile=is_hostile(state, zone)))
    for space in spaces:
        if space in landings or _is_attacked(state, space):
            found.append(Battle(space, "land", state.power, assault=space in landings))
    return replace(state, phase=Phase.COMBAT, battles={key(battle): battle for battle in found}, current="")


def key(battle: Battle) -> str:
    """What a battle is called in `State.battles`."""
    return f"{battle.kind} {battle.space}"


def step(state: State, dice: Dice) -> State:
    """Fight until a seat is asked or all battles are over; the non-combat move follows (C5.1, K3.7, K5.11)."""
    if state.current:
        return battle_steps.go_on(state, dice)
    next_ones = to_choose(state)
    if not next_ones:
        state = homeless.step(state)
        return state if state.asked else replace(state, phase=Phase.NONCOMBAT_MOVE)
    at_once = [battle for battle in next_ones if _is_a_formality(state, battle)]
    if at_once or len(next_ones) == 1:
        return _fight(state, (at_once or next_ones)[0])
    return ask(state, "choose battle")


def to_choose(state: State) -> tuple[Battle, ...]:
    """The battles of which one comes next: those of the earliest step that are not over; a landing comes after all the sea
    battles of its assault (C5.1, K5.11)."""
    pending = [battle for battle in state.battles.values() if not battle.outcome and key(battle) != state.current]
    pending.sort(key=lambda battle: (battle.kind == "land", battle.space))
    first = min((_step_of(battle) for battle in pending), default=0)
    at_sea = {battle.space for battle in pending if battle.kind == "sea"}
    return tuple(
        battle
        for battle in pending
        if _step_of(battle) == first and not (battle.kind == "land" and assaults.zones(state, battle.space) & at_sea)
    )


def choose(state: State, seat: str, order: o.ChooseBattle, dice: Dice) -> State:
    """The attacker says which battle of this step is fought next (K5.11)."""
    _asked(state, seat, "choose battle", "K5.11")
    for battle in to_choose(state):
        if battle.space == order.space:
            return replace(_fight(state, battle), asked={})
    where = news.name_of_space(state, order.space)
    raise Refused("K5.11", f"There is no battle in {where} that comes next.", order.space)


def submerge(state: State, seat: str, order: o.Submerge, dice: Dice) -> State:
    """The named submarines submerge, the others strike (K6.2)."""
    which = _asked(state, seat, "submerge", "K6.2")
    return battle_steps.onward(submarines.submerge(state, which, order.units))


def casualties(state: State, seat: str, order: o.Casualties, dice: Dice) -> State:
    """The named units take the hits (K5.5)."""
    which = _asked(state, seat, "casualties", "K5.5")
    hits.check(state, which, order.units)
    return battle_steps.take_losses(state, which, order.units)


def press(state: State, seat: str, order: o.Press, dice: Dice) -> State:
    """The attacker fights another round, or stays (K5.4, K5.6)."""
    _asked(state, seat, "press or retreat", "K5.4")
    return battle_steps.press(state)


def retreat(state: State, seat: str, order: o.Retreat, dice: Dice) -> State:
    """The attacker retreats (K5.8)."""
    _asked(state, seat, "press or retreat", "K5.8")
    return battle_steps.retreat(state, order.to)


def bombard(state: State, seat: str, order: o.Bombard, dice: Dice) -> State:
    """The named ships bombard (K5.3)."""
    _asked(state, seat, "bombard", "K5.3")
    return battle_steps.bombard(state, bombardment.check(state, order.units), dice)


def land_homeless(state: State, seat: str, order: o.LandHomeless, dice: Dice) -> State:
    """The fighters of sunk carriers land where their owner says (K3.7)."""
    _asked(state, seat, "land homeless", "K3.7")
    return replace(homeless.land(state, seat, order.places), asked={})


def _asked(state: State, seat: str, kind: str, clause: str) -> str:
    """Refuse an answer that nobody has asked this seat for; else the side that it answers for."""
    if state.asked.get(seat) != kind:
        raise Refused(clause, f"You are asked to {state.asked.get(seat) or 'wait'} now.", kind)
    return battle_steps.asked_side(state) if state.current else ATTACKER


def _fight(state: State, battle: Battle) -> State:
    return replace(state, current=key(battle))


def _step_of(battle: Battle) -> int:
    """1 raids, 2 assaults with their sea battles, 3 all the others (C5.1, K5.11)."""
    return 1 if battle.kind == "raid" else 2 if battle.assault else 3


def _is_a_formality(state: State, battle: Battle) -> bool:
    """Whether a battle leaves nothing to choose, so that it does not matter when it is fought: raids, which touch nothing
    else, and landings that nobody opposes."""
    if battle.kind == "raid":
        return True
    return battle.kind == "land" and not opening.defenders_on_land(state, battle.space)


def _is_raided(state: State, space: str) -> bool:
    return bool(raids.raiders(state, space)) and raids.has_target(state, space)


def _is_attacked(state: State, territory: str) -> bool:
    """Whether own units are where enemies are, on land; aircraft attack a gun that stands alone, too (C2.3)."""
    if state.setting.spaces[territory].water:
        return False
    attackers = assaults.overland(state, territory)
    if any(type_of(state, unit).domain is Domain.LAND for unit in attackers):
        return bool(opening.defenders_on_land(state, territory))
    has_enemy = opening.defenders_on_land(state, territory) or anti_aircraft.gun(state, territory)
    return bool(attackers) and bool(has_enemy)
