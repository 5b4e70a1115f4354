"""A battle in the signal logs and in the umpire's record: everything in it is seen by all (H6)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from room40.dreadnought.orders import Side, Stance
from room40_server.rules.dreadnought import news
from room40_server.rules.dreadnought.damage import worth
from room40_server.rules.dreadnought.gunnery import Salvo, is_halved
from room40_server.rules.dreadnought.initiative import Initiative
from room40_server.rules.dreadnought.state import Battle, Happening, Ship, State, fleet_of
from room40_server.rules.dreadnought.torpedoes import Run

KIND = "battle"

_THE = {Side.CP: "the Central Powers", Side.EN: "the Entente"}
_WISHES = {Stance.CONTINUE: "continue", Stance.CLOSE: "close", Stance.WITHDRAW: "withdraw"}


def joined(battle: Battle, state: State, present: Mapping[Side, Iterable[Ship]]) -> State:
    """The battle begins: who is in it."""
    forces = "; ".join(f"{_THE[side]}: {', '.join(s.name for s in ships)}" for side, ships in present.items())
    return _tell(state, battle.zone, f"Battle in {battle.zone} (5.47). {news.sentence(forces)}.", "5.47")


def thrown(found: Initiative) -> str:
    """The initiative die in words: "die 5, leader -1 = 4: the Entente"."""
    if not found.die:
        return f"as the scenario has it, {_THE[found.side]}"
    more = "".join(f", {name} {by:+d}" for name, by in found.modifiers.items())
    total = f" = {found.total}" if found.modifiers else ""
    return f"die {found.die}{more}{total}: {_THE[found.side]}"


def way(
    state: State, battle: Battle, stance: Stance, side: str, found: Initiative | None, pace: Mapping[Side, tuple[str, str]]
) -> State:
    """What is done in this round and why (H6.3). `pace`: each side's slowest ship and its speed."""
    if battle.round == 1:
        words = f"Round 1. Initiative: {thrown(found)} (7.2)." if found else "Round 1."
        return _tell(_dice(state, battle, found), battle.zone, words, "7.2")
    wish = {s: _WISHES[battle.words[s.value].stance] for s in Side}
    if not side:
        return _tell(state, battle.zone, f"Round {battle.round}. Both sides want to {_WISHES[stance]} (H6).", "H6")
    chosen = Side(side)
    wants = f"{_THE[chosen]} want to {wish[chosen]}" if chosen is Side.CP else f"{_THE[chosen]} wants to {wish[chosen]}"
    other = f"{_THE[chosen.enemy]} to {wish[chosen.enemy]}"
    slow = ", ".join(f"{name} {speed}" for name, speed in (pace[s] for s in (chosen, chosen.enemy)))
    why = f"slowest ships alike ({slow}), initiative {thrown(found)}" if found else f"slowest ships {slow}"
    verb = "have their" if chosen is Side.CP else "has its"
    text = f"Round {battle.round}. {news.sentence(wants)}, {other}; {why}; {_THE[chosen]} {verb} way (H6)."
    return _tell(_dice(state, battle, found), battle.zone, text, "H6")


def _dice(state: State, battle: Battle, found: Initiative | None) -> State:
    if found is None:
        return state
    figures = {"round": battle.round, "total": found.total, **found.modifiers}
    what = f"initiative {found.side.value}"
    return news.record(state, Happening(state.turn, what, battle.zone, figures=figures, dice=(found.die,)))


def salvoes(before: State, state: State, zone: str, fired: Sequence[Salvo]) -> State:
    """A gunnery step: a line for each ship that fired, and for each that sank."""
    number = before.battles[zone].round
    for (ship_id, target_id), group in groupby(fired, key=lambda s: (s.shot.ship, s.shot.target)):
        own = list(group)
        halved = " halved (5.2)" if is_halved(fleet_of(before, ship_id), ship_id) else ""
        guns = ", ".join(_salvo(s) for s in own)
        effects = "; ".join(t for s in own for t in _hits(s))
        text = f"Round {number}. {_name(state, ship_id)} fires at {_name(state, target_id)}{halved}: {guns}"
        state = _tell(state, zone, f"{text}; {effects} (H7.5)." if effects else f"{text} (H7.5).", "H7.5")
        for salvo in own:
            state = news.record(state, _fact(state, zone, number, salvo))
    return _sunk(before, state, zone)


def _fact(state: State, zone: str, number: int, salvo: Salvo) -> Happening:
    shot = salvo.shot
    figures = {"round": number, "range": shot.range, "dice": len(salvo.pips), "hits": salvo.hits}
    pips = salvo.pips + tuple(p for pair in salvo.damage for p in pair)
    return Happening(state.turn, f"fire {shot.gun}", zone, ships=(shot.ship, shot.target), figures=figures, dice=pips)


def _salvo(salvo: Salvo) -> str:
    return f"{_pips(salvo.pips, salvo.shot.gun)}, {_count(salvo.hits)}"


def _hits(salvo: Salvo) -> list[str]:
    return [
        f"{'+'.join(str(p) for p in pips)} {words}" if pips else words
        for pips, words in zip(salvo.damage, salvo.told, strict=True)
    ]


def _pips(pips: tuple[int, ...], kind: str) -> str:
    fell = f" ({' '.join(str(p) for p in pips)})" if pips else ""
    return f"{len(pips)} {kind} {'die' if len(pips) == 1 else 'dice'}{fell}"


def _count(hits: int) -> str:
    return "no hit" if not hits else f"{hits} hit{'s' * (hits > 1)}"


def runs(before: State, state: State, zone: str, fired: Sequence[Run]) -> State:
    """A torpedo step: a line for each ship that fired, and for each that sank."""
    number = before.battles[zone].round
    for run in fired:
        spread = run.spread
        effects = "; ".join(
            f"effect {die} {words}" if die else words
            for die, words in zip(run.effects or (0,) * run.hits, run.told, strict=True)
        )
        who = f"Round {number}. {_name(state, spread.ship)} fires torpedoes at {_name(state, spread.target)}"
        text = f"{who}: {_pips(run.pips, 'torpedo')}, {run.needed} or more needed, {_count(run.hits)}"
        state = _tell(state, zone, f"{text}; {effects} (H7.7)." if effects else f"{text} (H7.7).", "H7.7")
        figures = {"round": number, "range": spread.range, "dice": len(run.pips), "hits": run.hits}
        fact = Happening(
            state.turn, "torpedoes", zone, ships=(spread.ship, spread.target), figures=figures, dice=run.pips + run.effects
        )
        state = news.record(state, fact)
    return _sunk(before, state, zone)


def _sunk(before: State, state: State, zone: str) -> State:
    for ship in before.ships.values():
        if state.ships[ship.id].sunk and not ship.sunk:
            points = f"{worth(state, ship)} points to {_THE[ship.side.enemy]}"
            led = f" {ship.leader} is lost with her (H16)." if ship.leader else ""
            state = _tell(state, zone, f"{ship.name} is sunk: {points} (H18).{led}", "H18")
    return state


def ended(state: State, zone: str, why: str) -> State:
    """The battle is over, and why."""
    battle = state.battles[zone]
    rounds = f"{battle.rounds_fought} round{'s' * (battle.rounds_fought != 1)} fought"
    return _tell(state, zone, f"The battle in {zone} is over: {why}; {rounds} (H6).", "H6")


def withdrawal(side: str) -> str:
    """Who drew off, as a reason for the end."""
    return (
        "both sides have drawn off" if not side else f"{_THE[Side(side)]} {'have' if side == Side.CP else 'has'} drawn off"
    )


def destroyed(side: Side) -> str:
    """That a side has nothing left afloat, as a reason for the end."""
    return f"{_THE[side]} {'have' if side is Side.CP else 'has'} no ship left there"


def _name(state: State, ship_id: str) -> str:
    return state.ships[ship_id].name


def _tell(state: State, zone: str, text: str, clause: str) -> State:
    return news.tell_all(state, KIND, text, clause, zone)
