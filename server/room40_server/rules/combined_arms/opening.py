"""How a battle opens: who fights in it, and who is only cargo (C3.4, C4.1, C4.2, K3.11, K5.1)."""

from collections import Counter

from msgspec.structs import replace

from room40_server.rules.combined_arms import assaults, news, raids, retreats
from room40_server.rules.combined_arms.fighting import ATTACKER, DEFENDER, enemies_of_attacker, now, put, side
from room40_server.rules.combined_arms.situation import fights_on_land
from room40_server.rules.combined_arms.state import Domain, State, Unit, type_of, with_units


def line_up(state: State) -> State:
    """Find both sides. All own units take part and all enemy ones; other powers of the attacker's alliance do not (K5.1)."""
    battle = now(state)
    if battle.kind == "raid":
        state = put(state, attackers=_ids(raids.raiders(state, battle.space)))
    elif battle.kind == "sea":
        state = _at_sea(state)
    else:
        state = _on_land(state)
    both = (ATTACKER, DEFENDER)
    powers = {which: tuple(sorted({unit.owner for unit in side(state, which)})) for which in both}
    state = put(state, powers=powers, began={which: _counts(state, which) for which in both})
    took_part = [replace(unit, fought=True) for unit in side(state, ATTACKER)]
    return _told(with_units(state, *took_part))


def defenders_on_land(state: State, territory: str) -> tuple[Unit, ...]:
    """The enemy units that defend a territory: not guns and complexes, which are captured (K2)."""
    return tuple(u for u in enemies_of_attacker(state, territory) if fights_on_land(state, u) and not u.aboard)


def _on_land(state: State) -> State:
    space = now(state).space
    state = assaults.put_ashore(state, space)
    attackers = assaults.overland(state, space)
    defenders = _ids(defenders_on_land(state, space))
    return put(state, attackers=_ids(attackers), defenders=defenders, origins=retreats.origins(state, attackers))


def _at_sea(state: State) -> State:
    """Ships and aircraft of both sides; fighters take off from their decks, but guests of an attacking carrier stay aboard
    as cargo (C4.1, C4.2, K3.11). Land units aboard are cargo (C4.10)."""
    space = now(state).space
    attackers = tuple(attackers_at_sea(state, space))
    defenders = tuple(defenders_at_sea(state, space))
    flying = [unit for unit in (*attackers, *defenders) if unit.aboard]
    decks = {unit.id: unit.aboard for unit in flying if unit in defenders}
    state = with_units(state, *(replace(unit, aboard="") for unit in flying))
    return put(
        state,
        attackers=_ids(attackers),
        defenders=_ids(defenders),
        decks=decks,
        origins=retreats.origins(state, attackers),
    )


def attackers_at_sea(state: State, zone: str) -> list[Unit]:
    """The ships and aircraft of the power in turn that fight in a zone (K3.11)."""
    here = [unit for _, unit in sorted(state.units.items()) if unit.space == zone and unit.owner == state.power]
    return [unit for unit in here if _fights_at_sea(state, unit)]


def defenders_at_sea(state: State, zone: str) -> list[Unit]:
    """The enemy ships and aircraft in a zone (K5.1)."""
    return [unit for unit in enemies_of_attacker(state, zone) if _fights_at_sea(state, unit)]


def _fights_at_sea(state: State, unit: Unit) -> bool:
    return type_of(state, unit).domain in (Domain.SEA, Domain.AIR) and not unit.submerged


def _ids(units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def _told(state: State) -> State:
    battle = now(state)
    where, power = news.name_of_space(state, battle.space), news.name_of_power(state, battle.attacker)
    what = {"raid": f"{power} raids {where}", "sea": f"{power} fights in {where}", "land": f"{power} attacks {where}"}
    forces = [_forces(state, which) for which in (ATTACKER, DEFENDER)]
    if battle.kind == "raid":
        forces = forces[:1]
    text = f"{what[battle.kind]}: {' against '.join(force or 'nobody' for force in forces)}."
    return news.tell(state, "C5.1", battle.space, text)


def _forces(state: State, which: str) -> str:
    counts = _counts(state, which)
    return news.count(state, {key: counts[key] for key in state.setting.types if key in counts})


def _counts(state: State, which: str) -> dict[str, int]:
    return dict(sorted(Counter(unit.type for unit in side(state, which)).items()))
