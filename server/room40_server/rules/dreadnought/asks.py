"""What a seat is asked now, in the words of its view: the kind of decision, what it is about, what may be answered."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from room40.dreadnought.orders import Side, Stance
from room40.dreadnought.views import AskView
from room40_server.rules.dreadnought import after_battle, battles, claims, contact, planning, pursuit, sight
from room40_server.rules.dreadnought.state import Battle, Pair, Phase, State, is_night
from room40_server.rules.dreadnought.tactical import aftermath, entry, ground
from room40_server.rules.game import Refused

NOTHING = AskView("", "", "", "", "", [], [])
"""Nothing is asked."""


def ask(state: State, side: Side) -> AskView:
    """What this side owes now; `NOTHING` when it owes nothing, but for what both know of a battle on the board."""
    kind = state.asked.get(side)
    if kind is None:
        return _looking_on(state)
    return _ABOUT[kind](state, side, replace(NOTHING, kind=kind))


def _looking_on(state: State) -> AskView:
    """Nothing is owed. In a battle on the board the rule and the zone stay in view, which the enemy is asked about."""
    battle = battles.current(state) if state.phase is Phase.BATTLES else None
    kind = next(iter(state.asked.values()), "")
    if battle is None or battle.board is None or kind not in _CLAUSES:
        return NOTHING
    return replace(NOTHING, clause=_CLAUSES[kind], zone=battle.zone)


def _plan(state: State, side: Side, asked: AskView) -> AskView:
    return replace(asked, clause="5.2", missing=_sentences(planning.faults(state, side)))


def _orders(state: State, side: Side, asked: AskView) -> AskView:
    return replace(asked, clause="5.1", missing=_sentences(planning.faults(state, side)))


def _after_battle(state: State, side: Side, asked: AskView) -> AskView:
    return replace(asked, clause="7.37", missing=_sentences(after_battle.missing(state, side)))


def _sentences(faults: Iterable[Refused]) -> list[str]:
    return [fault.sentence for fault in faults]


def _swap(state: State, side: Side, asked: AskView) -> AskView:
    """Which zone of a swap is checked first (5.44)."""
    pairs = contact.swap_choices(state)
    if not pairs:
        return replace(asked, clause="5.44")
    return replace(_about_pair(state, side, pairs[0], asked), clause="5.44", zone="", choices=[p.zone for p in pairs])


def _claims(state: State, side: Side, asked: AskView) -> AskView:
    """What this side may claim before the die: what is true of its own fleet (5.46)."""
    pair = state.contacts.asked if state.contacts else None
    if pair is None:
        return replace(asked, clause="5.46")
    true = claims.true_claims(state, state.fleets[contact.fleet_in(pair, side)], pair.zone)
    return replace(_about_pair(state, side, pair, asked), clause="5.46", choices=[c.value for c in true])


def _about_pair(state: State, side: Side, pair: Pair, asked: AskView) -> AskView:
    enemy = contact.fleet_in(pair, side.enemy)
    return replace(asked, zone=pair.zone, fleet=contact.fleet_in(pair, side), label=sight.label(state, side, enemy))


def _fight(state: State, side: Side, asked: AskView) -> AskView:
    """The word before a round of the battle that is being fought (H6)."""
    battle = battles.current(state)
    if battle is None:
        return replace(asked, clause="H6")
    return replace(asked, clause="H6", zone=battle.zone, choices=[s.value for s in stances(state, battle)])


def stances(state: State, battle: Battle) -> tuple[Stance, ...]:
    """What may be wanted of the next round (H6.2, H6.3, H6.7): nothing but fire in the first, by night no long range."""
    if battle.round == 1:
        return (Stance.CONTINUE,)
    return (Stance.CLOSE, Stance.WITHDRAW) if is_night(state) else tuple(Stance)


def _quarry(state: State, side: Side, asked: AskView) -> AskView:
    """Which of equal parts of a divided enemy is followed (H21.8)."""
    fleet = pursuit.tied(state, side)
    if fleet is None:
        return replace(asked, clause="H21.8")
    labels = pursuit.part_labels(state, fleet)
    return replace(asked, clause="H21.8", zone=fleet.zone, fleet=fleet.id, choices=sorted(labels))


_CLAUSES = {
    "basic": "H6",
    "entry": "7.24",
    "set up": "7.2",
    "manoeuvre": "7.31",
    "gunnery": "7.31",
    "torpedoes": "7.31",
    "keep": "7.33",
}
"""The questions of a battle on the board, and the rule of each; of all steps that which numbers them. Another for each step
would travel each time, and which step it is stands on the board.
"""


def _on_board(state: State, side: Side, asked: AskView) -> AskView:
    """A question of a battle on the board: what may be answered stands on the board itself (7.2, 7.3)."""
    battle = battles.current(state)
    return replace(asked, clause=_CLAUSES[asked.kind], zone=battle.zone if battle is not None else "")


def _entry(state: State, side: Side, asked: AskView) -> AskView:
    """By which side of the board a fleet that did not move comes on (7.24)."""
    battle = battles.current(state)
    asked = _on_board(state, side, asked)
    if battle is None or battle.board is None:
        return asked
    sides = ground.open_sides(state, battle.zone, side)
    return replace(asked, fleet=entry.unnamed(state, battle.board)[0], choices=[s.value for s in sides])


def _keep(state: State, side: Side, asked: AskView) -> AskView:
    """Which part of a fleet divided in equal ones has its counter: a ship of each; one where there is no choice (H21.18)."""
    battle = battles.current(state)
    asked = _on_board(state, side, asked)
    if battle is None or battle.board is None:
        return asked
    fleet, choices = aftermath.question(state, battle, side)
    return replace(asked, fleet=fleet, choices=list(choices))


_ABOUT: Mapping[str, Callable[[State, Side, AskView], AskView]] = {
    "plan": _plan,
    "orders": _orders,
    "quarry": _quarry,
    "swap": _swap,
    "claims": _claims,
    "fight": _fight,
    "after battle": _after_battle,
    **dict.fromkeys(_CLAUSES, _on_board),
    "entry": _entry,
    "keep": _keep,
}
"""How each kind of decision is described."""
