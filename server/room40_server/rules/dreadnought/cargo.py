"""Cargo (H11, 11.5): only fleets on Transport load and unload, lying still."""

from msgspec.structs import replace

from room40.dreadnought.sheet import Action
from room40_server.rules.dreadnought import inshore, ports, work
from room40_server.rules.dreadnought.news import record, score, tell
from room40_server.rules.dreadnought.setting import Kind
from room40_server.rules.dreadnought.state import Fleet, Happening, Ship, State, card, ships_of, with_ships


def capacity(state: State, ship: Ship) -> int:
    """The points of cargo a ship holds (H11); 0 for all but merchants and troopships."""
    table = state.setting.tables.cargo
    return {Kind.MERCHANT: table.merchant_points, Kind.TROOPSHIP: table.troopship_points}.get(card(state, ship).kind, 0)


def worth(state: State, ship: Ship) -> int:
    """The victory points of the cargo aboard, delivered: a full ship's, in proportion, down (H18)."""
    table, room = state.setting.tables.victory, capacity(state, ship)
    full = table.cargo_troopship if card(state, ship).kind is Kind.TROOPSHIP else table.cargo_merchant
    return full * ship.cargo // room if room else 0


def step(state: State) -> State:
    """Load and unload (H11)."""
    for fleet in work.at(state, Action.LOAD):
        state = _load(state, fleet)
    for fleet in work.at(state, Action.UNLOAD):
        state = _unload(state, fleet)
    return state


def _load(state: State, fleet: Fleet) -> State:
    empty = tuple(s for s in ships_of(state, fleet) if capacity(state, s) and not s.cargo)
    reason = inshore.handles_no_cargo(fleet)
    reason = reason or ("" if ports.rests_in_port(state, fleet) else "it does not lie in a friendly port")
    reason = reason or ("" if empty else "no ship of it has room")
    if reason:
        return _say(state, fleet, f"does not load: {reason}")
    needed = state.setting.tables.cargo.loading_turns
    state, turns = work.one_turn(state, fleet, f"load {fleet.zone}")
    if turns < needed:
        return _say(state, fleet, f"loads at {fleet.zone}: turn {turns} of {needed}")
    state = with_ships(state, (replace(s, cargo=capacity(state, s), cargo_from=fleet.zone) for s in empty))
    return _say(work.done(state, fleet), fleet, f"is loaded: {_names(empty)}")


def _unload(state: State, fleet: Fleet) -> State:
    laden = inshore.laden(state, fleet)
    reason = inshore.unloads_not(state, fleet)
    if reason:
        return _say(state, fleet, f"does not unload: {reason}")
    table = state.setting.tables.cargo
    needed = table.unloading_turns_port if fleet.in_port else table.unloading_turns_beach
    state, turns = work.one_turn(state, fleet, f"unload {fleet.zone} {'port' if fleet.in_port else 'beach'}")
    if turns < needed:
        return _say(state, fleet, f"unloads at {fleet.zone}: turn {turns} of {needed}")
    delivered = tuple(s for s in laden if s.cargo_from != fleet.zone)
    for ship in delivered:
        state = score(state, fleet.side, f"cargo {ship.id}", worth(state, ship))
    state = with_ships(state, (replace(s, cargo=0, cargo_from="") for s in laden))
    figures = {"ships": len(delivered)}
    state = record(state, Happening(state.turn, "unloaded", fleet.zone, (fleet.id,), tuple(s.id for s in laden), figures))
    return _say(work.done(state, fleet), fleet, f"has unloaded at {fleet.zone}: {_names(laden)}")


def _say(state: State, fleet: Fleet, words: str) -> State:
    return tell(state, fleet.side, "cargo", f"Fleet {fleet.number} {words} (H11).", "H11", fleet.zone)


def _names(ships: tuple[Ship, ...]) -> str:
    return ", ".join(s.name for s in ships)
