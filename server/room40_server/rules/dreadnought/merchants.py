"""Merchants: a raider's search, and the traffic's recovery (H10, 10.2)."""

from msgspec.structs import replace

from room40.dreadnought.orders import Mission
from room40.dreadnought.sheet import Action
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import missions, raiders, work
from room40_server.rules.dreadnought.news import record, score, tell, tell_all
from room40_server.rules.dreadnought.state import Fleet, Happening, State, is_night, ships_of, with_item, without


def search(state: State, dice: Dice) -> State:
    """Raiders that search for merchants instead of entering a second zone, by day (H10). A failure shows nobody."""
    for fleet in work.at(state, Action.SEARCH):
        reason = _cannot(state, fleet)
        if reason:
            text = f"Fleet {fleet.number} does not search: {reason} (H10)."
            state = tell(state, fleet.side, "merchants", text, "H10", fleet.zone)
        else:
            state = _search(state, fleet, dice)
    return state


def _cannot(state: State, fleet: Fleet) -> str:
    if fleet.mission is not Mission.RAIDING:
        return "only a raider may"
    if is_night(state):
        return "that is done by day"
    if len(fleet.entered) > state.setting.tables.planning.slow_zones:
        return "it entered two zones"
    if fleet.in_port:
        return "it lies in port"
    return ""


def _search(state: State, fleet: Fleet, dice: Dice) -> State:
    table = state.setting.tables.merchants
    rating = state.traffic.get(fleet.zone, 0)
    if not rating:
        text = f"Fleet {fleet.number} searches at {fleet.zone}, where no merchants sail (H10)."
        return tell(state, fleet.side, "merchants", text, "H10", fleet.zone)
    die = dice.throw(f"search {fleet.id}")
    bonus = table.two_ships if missions.ship_count(ships_of(state, fleet)) > 1 else 0
    found = die + bonus >= table.search_on[str(rating)]
    shown = f"die {die} + {bonus} for two ships = {die + bonus}" if bonus else f"die {die}"
    words = "sinks a merchant" if found else "finds none"
    text = f"Fleet {fleet.number} searches for merchants at {fleet.zone}: {shown}, {words} (H10)."
    state = tell(state, fleet.side, "merchants", text, "H10", fleet.zone)
    happening = Happening(state.turn, "search", fleet.zone, (fleet.id,), figures={"sunk": int(found)}, dice=(die,))
    state = record(state, happening)
    return _sunk(state, fleet, rating) if found else state


def _sunk(state: State, fleet: Fleet, rating: int) -> State:
    table = state.setting.tables.merchants
    state = score(state, fleet.side, "merchant", table.points)
    due = (*state.traffic_back.get(fleet.zone, ()), state.turn + table.recovery_turns)
    state = replace(
        state,
        traffic=with_item(state.traffic, fleet.zone, rating - 1),
        traffic_back=with_item(state.traffic_back, fleet.zone, due),
    )
    state = raiders.show(state, fleet.id, "5.2", "it sank a merchant")
    return tell_all(state, "merchants", f"A merchant is sunk at {fleet.zone} (H10).", "H10", fleet.zone)


def recover(state: State) -> State:
    """At the end of the turn each zone's traffic gains the points that are due (H10)."""
    for zone in sorted(state.traffic_back):
        due = [t for t in state.traffic_back[zone] if t <= state.turn]
        if due:
            later = tuple(t for t in state.traffic_back[zone] if t > state.turn)
            back = with_item(state.traffic_back, zone, later) if later else without(state.traffic_back, zone)
            traffic = with_item(state.traffic, zone, state.traffic.get(zone, 0) + len(due))
            state = replace(state, traffic=traffic, traffic_back=back)
    return state
