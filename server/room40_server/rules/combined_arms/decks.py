"""Where aircraft can land: friendly ground, and the decks of carriers wherever these may be (C4.3, K3.4, K3.5, K3.6, K7)."""

from msgspec import Struct
from msgspec.structs import replace

from room40_server.rules.combined_arms import sea_moves
from room40_server.rules.combined_arms.situation import survey
from room40_server.rules.combined_arms.state import Domain, Phase, State, Unit, are_friends, has, type_of, with_units


class Decks(Struct, frozen=True):
    """Carriers that are alike. `zones`: where each may be when aircraft land; `free`: the places on each; `ships`: who they
    are, () for carriers to be built; `now`: where they are; `pool`, `at`: of bought ones, the type and the complex.
    """

    zones: tuple[str, ...]
    free: int
    count: int
    ships: tuple[str, ...] = ()
    now: str = ""
    pool: str = ""
    at: str = ""


def landing_fields(state: State) -> frozenset[str]:
    """Territories that have been friendly since the start of the turn; none taken in it (K3.4, K3.6)."""
    return frozenset(
        key
        for key, owner in state.owners.items()
        if are_friends(state, state.power, owner)
        and are_friends(state, state.power, state.start_owners.get(key, ""))
        and not state.setting.spaces[key].impassable
    )


def offers(state: State) -> tuple[Decks, ...]:
    """The decks of the alliance with what may yet be done with them: moved in phase 4, or built (C2.2, K3.4)."""
    found: dict[tuple[str, tuple[str, ...], int], list[str]] = {}
    situation, fights = survey(state), frozenset(sea_moves.sea_fights(state) if state.phase is Phase.COMBAT_MOVE else ())
    guests = _guests(state)
    for _, ship in sorted(state.units.items()):
        if not has(state, ship, "carrier") or not are_friends(state, ship.owner, state.power):
            continue
        zones: tuple[str, ...] = (ship.space,)
        if ship.owner == state.power and ship.space not in fights and _may_still_move(ship):
            left = type_of(state, ship).move - ship.used
            zones = _sea_reach(state, ship.space, left, situation.hostile - fights, situation.shut)
        free = type_of(state, ship).decks - guests.get(ship.id, 0)
        if free > 0:
            found.setdefault((ship.space, zones, free), []).append(ship.id)
    afloat = tuple(Decks(zones, free, len(ids), tuple(ids), now) for (now, zones, free), ids in found.items())
    return (*afloat, *_bought(state))


def free_decks(state: State, ship: Unit) -> int:
    """The places on a carrier that nobody has taken (K3.4)."""
    return type_of(state, ship).decks - sum(u.aboard == ship.id for u in state.units.values())


def land_on_decks(state: State) -> State:
    """The aircraft of the power in turn that are over a zone land on friendly decks there, own decks first (C4.3)."""
    for _, unit in sorted(state.units.items()):
        if unit.owner != state.power or not has(state, unit, "fighter") or unit.aboard:
            continue
        here = [s for s in state.units.values() if s.space == unit.space and has(state, s, "carrier")]
        here = [s for s in here if are_friends(state, s.owner, state.power) and free_decks(state, s) > 0]
        if here:
            deck = min(here, key=lambda s: (s.owner != state.power, s.id))
            state = with_units(state, replace(unit, aboard=deck.id))
    return state


def complexes(state: State) -> dict[str, int]:
    """The complexes that the power in turn has owned since the start of its turn -> what each can still bring forth (K7)."""
    return {
        u.space: max(0, state.setting.spaces[u.space].value - state.damage.get(u.space, 0))
        for _, u in sorted(state.units.items())
        if has(state, u, "complex") and owned_all_turn(state, u.space)
    }


def owned_all_turn(state: State, territory: str) -> bool:
    """Whether the power in turn has owned a territory since the start of its turn (K7)."""
    return state.owners.get(territory) == state.power == state.start_owners.get(territory)


def zones_beside(state: State, territory: str) -> tuple[str, ...]:
    """The sea zones that a territory touches."""
    return tuple(z for z in state.setting.connections.get(territory, ()) if state.setting.spaces[z].water)


def _bought(state: State) -> tuple[Decks, ...]:
    """Carriers bought this turn, at each complex that could launch them (K3.4, K7)."""
    bought = {key: n for key, n in state.purchases.items() if n and "carrier" in state.setting.types[key].traits}
    if not bought:
        return ()
    return tuple(
        Decks(zones_beside(state, place), state.setting.types[key].decks, min(number, output), pool=key, at=place)
        for key, number in bought.items()
        for place, output in complexes(state).items()
        if output and zones_beside(state, place)
    )


def _guests(state: State) -> dict[str, int]:
    """Carrier -> aircraft of other powers aboard: they do not make room in this turn (C4.2, K3.4)."""
    found: dict[str, int] = {}
    for unit in state.units.values():
        if unit.aboard and unit.owner != state.power and type_of(state, unit).domain is Domain.AIR:
            found[unit.aboard] = found.get(unit.aboard, 0) + 1
    return found


def _may_still_move(ship: Unit) -> bool:
    return ship.moved_in != Phase.COMBAT_MOVE.value and not ship.fought


def _sea_reach(
    state: State, start: str, points: int, closed: frozenset[str], shut: frozenset[tuple[str, str]]
) -> tuple[str, ...]:
    """Where a carrier can go in phase 4 (K3.2, K3.10)."""
    found, edge = {start}, [start]
    for _ in range(points):
        edge = [
            there
            for here in edge
            for there in state.setting.connections.get(here, ())
            if state.setting.spaces[there].water and there not in closed and (here, there) not in shut
        ]
        found |= set(edge)
    return tuple(sorted(found))
