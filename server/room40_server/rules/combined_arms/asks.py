"""What a seat is asked and what it may answer (K1, K5). Only the seat that is asked is told its choices."""

from msgspec.structs import replace

from room40.combined_arms.orders import Order
from room40.combined_arms.views import AskView
from room40_server.rules.combined_arms import (
    battle_steps,
    battles,
    bombardment,
    hits,
    homeless,
    moving,
    retreats,
    submarines,
)
from room40_server.rules.combined_arms.state import Phase, State, seat_of
from room40_server.rules.game import Refused

NOTHING = AskView("", "", "", [], 0, [], {}, [])

CLAUSES = {
    "purchase": "K2",
    "combat move": "K3.1",
    "choose battle": "K5.11",
    "submerge": "K6.2",
    "casualties": "K5.5",
    "press or retreat": "K5.8",
    "bombard": "K5.3",
    "land homeless": "K3.7",
    "non-combat move": "K3.1",
    "mobilise": "K7",
}
"""The clause of each kind of decision."""


def moment(state: State) -> str:
    """What the question now asked is called: no other of the game is called the same."""
    named = f"{state.round} {state.power} {state.phase.value}"
    if state.current:
        battle = state.battles[state.current]
        return f"{named}, {state.current}, {battle.round} {battle.step}"
    over = sum(bool(battle.outcome) for battle in state.battles.values())
    return f"{named}, {over} over" if state.phase is Phase.COMBAT else named


def check_moment(state: State, kind: str, order: Order) -> None:
    """Two clients may hold one seat: what one says of a question that the other has answered is said of no other."""
    if order.moment and order.moment != moment(state):
        raise Refused("K1", f"That was for a question that is answered; asked now: {kind}.", kind)


def ask(state: State, seat: str) -> AskView:
    """What the seat owes now, with what it may answer."""
    kind = state.asked.get(seat, "")
    if not kind:
        return NOTHING
    asked = replace(NOTHING, kind=kind, clause=CLAUSES[kind], battle=state.current, moment=moment(state))
    if kind == "choose battle":
        return replace(asked, choices=[battle.space for battle in battles.to_choose(state)])
    if kind == "combat move":
        return replace(asked, missing=[fault.sentence for fault in moving.faults(state)])
    if kind == "land homeless":
        own = [u for u in homeless.fighters(state) if u.owner in state.setting.powers and seat_of(state, u.owner) == seat]
        return replace(asked, choices=[u.id for u in own], places={u.id: list(homeless.places(state, u)) for u in own})
    return _in_battle(state, asked) if state.current else asked


def _in_battle(state: State, asked: AskView) -> AskView:
    which = battle_steps.asked_side(state)
    if asked.kind == "submerge":
        return replace(asked, choices=[unit.id for unit in submarines.free(state, which)])
    if asked.kind == "press or retreat":
        return replace(asked, choices=list(retreats.options(state)))
    if asked.kind == "bombard":
        ships, suggested = bombardment.ships(state), bombardment.all_that_may(state)
        limit = min(bombardment.limit(state), len(ships))
        return replace(asked, choices=[unit.id for unit in ships], number=limit, suggestion=list(suggested))
    wanted = list(hits.suggestion(state, which))
    return replace(asked, choices=list(hits.places(state, which)), number=hits.due(state, which), suggestion=wanted)
