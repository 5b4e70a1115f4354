"""Victory (H18): points by reason, the scenario's goals, and the reckoning at the end."""

from collections.abc import Iterator

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.news import SIDE_NAMES, record, score, tell_all
from room40_server.rules.dreadnought.setting import Goal
from room40_server.rules.dreadnought.state import Happening, Phase, Ship, State, card, fleet_of, fleets_of, ships_of

DECISIVE, MARGINAL = "decisive", "marginal"
_WORDS = {
    "merchant": "merchants sunk",
    "bombardment": "bombardment of",
    "sunk": "sunk:",
    "leader": "leader lost with",
    "gone": "sunk:",
    "gone-leader": "leader lost with",
    "damaged": "half her hull gone:",
    "submarine": "submarine sunk:",
    "field": "mines laid on",
    "cargo": "cargo delivered by",
}


def concede(state: State, side: Side) -> State:
    """The side gives the game up: a decisive victory of the other."""
    text = f"The {SIDE_NAMES[side]} give the game up" if side is Side.CP else f"The {SIDE_NAMES[side]} gives the game up"
    return _close(state, f"{text}: a decisive victory of the {SIDE_NAMES[side.enemy]}.")


def goals_reached(state: State) -> State:
    """Goals of the kind "reach" that a ship has met by now (H18): its fleet stands in the zone, or passed it this turn."""
    for key, goal in state.setting.goals.items():
        if goal.kind == "reach" and key not in state.goals_met and any(_there(state, goal, s) for s in goal.ships):
            state = replace(state, goals_met=(*state.goals_met, key))
            state = score(state, goal.side, f"goal {key}", goal.points)
            state = record(state, Happening(state.turn, "goal", goal.zone, figures={"points": goal.points}))
            state = tell_all(state, "goal", f"Goal met: {goal.text} (H18).", "H18", goal.zone)
    return state


def _there(state: State, goal: Goal, ship_id: str) -> bool:
    fleet, ship = fleet_of(state, ship_id), state.ships.get(ship_id)
    if fleet is None or ship is None or ship.sunk:
        return False
    if goal.port:
        return fleet.zone == goal.zone and fleet.in_port
    return goal.zone in (fleet.zone, *fleet.entered)


def is_over(state: State) -> bool:
    """Whether the game ends with this turn: the calendar, a goal that ends it, or a side without a ship (H18)."""
    if state.turn >= state.setting.calendar.length:
        return True
    if any(state.setting.goals[key].ends_game for key in state.goals_met):
        return True
    return any(not any(ships_of(state, f) for f in fleets_of(state, side)) for side in Side)


def finish(state: State) -> State:
    """The end: points for what is damaged and for the goals of the end, the reckoning told to all, the result (H18)."""
    state = _end_goals(_half_damage(state))
    for side in Side:
        for line in reckoning(state, side):
            state = tell_all(state, "reckoning", line, "H18")
    return _close(state, verdict(state))


def _half_damage(state: State) -> State:
    """Half of a ship's points to the enemy, down, for half of its hull lost at the end (H18)."""
    for ship in state.ships.values():
        built = card(state, ship)
        if not ship.sunk and 2 * ship.hull <= built.hull and ship.hull < built.hull and built.points // 2:
            state = score(state, ship.side.enemy, f"damaged {ship.id}", built.points // 2)
    return state


def _end_goals(state: State) -> State:
    """Goals that are known only at the end: "survive" for each ship afloat, "denied" if none was sunk or arrived."""
    for key, goal in state.setting.goals.items():
        ships = [state.ships[s] for s in goal.ships if s in state.ships]
        earned = _earned(state, goal, ships)
        if earned:
            state = score(state, goal.side, f"goal {key}", earned)
            state = replace(state, goals_met=(*state.goals_met, key))
    return state


def _earned(state: State, goal: Goal, ships: list[Ship]) -> int:
    if goal.kind == "survive":
        return goal.points * sum(not s.sunk for s in ships)
    if goal.kind == "denied":
        met = (state.setting.goals[key] for key in state.goals_met)
        arrived = any(m.kind == "reach" and m.zone == goal.zone and set(m.ships) & set(goal.ships) for m in met)
        there = any(_there(state, goal, s.id) for s in ships)
        return 0 if arrived or there or any(s.sunk for s in ships) else goal.points
    return 0


def total(state: State, side: Side) -> int:
    """All of a side's points."""
    return sum(state.points.get(side, {}).values())


def reckoning(state: State, side: Side) -> Iterator[str]:
    """A side's points line by line, then the sum."""
    for reason, points in state.points.get(side, {}).items():
        yield f"{SIDE_NAMES[side]}: {_reason(state, reason)}, {points}."
    yield f"{SIDE_NAMES[side]}: {total(state, side)} points in all."


def _reason(state: State, reason: str) -> str:
    word, _, what = reason.partition(" ")
    if word == "goal":
        return state.setting.goals[what].text.rstrip(".")
    named = state.ships[what].name if what in state.ships else what
    if what in state.submarines:
        named = state.submarines[what].name
    if what in state.setting.ports and word == "bombardment":
        named = state.setting.ports[what].name
    return f"{_WORDS.get(word, word)} {named}".strip()


def verdict(state: State) -> str:
    """Decisive at twice the enemy's and ten more, marginal at 1.25 times, else a draw (H18)."""
    ours, theirs = (total(state, side) for side in Side)
    first = Side.CP if ours >= theirs else Side.EN
    high, low = max(ours, theirs), min(ours, theirs)
    level = grade(state, high, low)
    sums = f"{total(state, first)} to {total(state, first.enemy)}"
    if not level:
        return f"A draw, Central Powers {ours} to Entente {theirs}."
    return f"A {level} victory of the {SIDE_NAMES[first]}, {sums}."


def grade(state: State, high: int, low: int) -> str:
    """The grade of a victory by so many points over so many; "" for a draw (H18)."""
    table = state.setting.tables.victory
    if high == low:
        return ""
    if high >= table.decisive_times * low and high >= low + table.decisive_more:
        return DECISIVE
    return MARGINAL if high >= table.marginal_times * low else ""


def _close(state: State, result: str) -> State:
    state = tell_all(state, "result", result, "H18")
    return replace(state, phase=Phase.OVER, asked={}, result=result)
