"""Odds of the battles of a game: planned in the combat move, about to be fought, or being fought (K8)."""

from collections.abc import Iterable, Mapping

from room40.combined_arms.forces import Kind, Odds, Question
from room40.combined_arms.odds import odds
from room40_server.rules.combined_arms import anti_aircraft, assaults, bombardment, opening
from room40_server.rules.combined_arms.fighting import is_hostile, without
from room40_server.rules.combined_arms.state import Battle, Domain, State, Unit, UnitType, type_of


def kinds(types: Mapping[str, UnitType]) -> dict[str, Kind]:
    """The unit table as odds know it."""
    return {key: kind(line) for key, line in types.items()}


def kind(line: UnitType) -> Kind:
    """A line of the unit table as odds know it."""
    return Kind(
        line.key,
        line.name,
        line.cost,
        line.attack,
        line.defence,
        line.domain.value,
        line.traits,
        line.hits,
        line.bombard,
        line.supported,
        line.plural,
    )


def question(state: State, battle: Battle) -> Question:
    """What odds are asked of a battle of the power in turn: of who would fight in it, or of who is left in it (K8)."""
    begun = battle.round or battle.attackers
    attackers, defenders = _in_it(state, battle) if begun else _would_fight(state, battle)
    mine, theirs = _counted(attackers), _counted(defenders)
    if battle.kind == "land" and not begun:
        if any(type_of(state, unit).domain is Domain.AIR for unit in attackers):
            gun = anti_aircraft.gun(state, battle.space)
            theirs |= {gun.type: 1} if gun else {}
        mine |= _counted(_would_bombard(state, battle))
    return Question(
        kinds(state.setting.types),
        mine,
        theirs,
        at_sea=battle.kind == "sea",
        attackers_hit=_counted(unit for unit in attackers if unit.damage),
        defenders_hit=_counted(unit for unit in defenders if unit.damage),
        die_sides=state.setting.die_sides,
    )


def of_battle(state: State, battle: Battle) -> Odds:
    """The odds of a battle on land or at sea (K8)."""
    return odds(question(state, battle))


def _in_it(state: State, battle: Battle) -> tuple[list[Unit], list[Unit]]:
    attackers = without(battle.attackers, battle.marked)
    return [state.units[i] for i in attackers], [state.units[i] for i in without(battle.defenders, battle.marked)]


def _would_fight(state: State, battle: Battle) -> tuple[list[Unit], list[Unit]]:
    if battle.kind == "sea":
        return opening.attackers_at_sea(state, battle.space), opening.defenders_at_sea(state, battle.space)
    attackers = [*assaults.overland(state, battle.space), *assaults.declared(state, battle.space)]
    return attackers, list(opening.defenders_on_land(state, battle.space))


def _would_bombard(state: State, battle: Battle) -> list[Unit]:
    """Ships in the zones of the landing where nobody would be fought first (K5.3)."""
    fought = {other.space for other in state.battles.values() if other.kind == "sea"}
    zones = assaults.zones(state, battle.space) - fought
    return list(bombardment.able(state, frozenset(zone for zone in zones if not is_hostile(state, zone))))


def _counted(units: Iterable[Unit]) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in units:
        found[unit.type] = found.get(unit.type, 0) + 1
    return found
