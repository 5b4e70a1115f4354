"""The course of a battle on the board: set-up, the twenty impulses, new rounds, the end (7.2, 7.31, 7.36).

Rules of this file: one question at a time. A step is passed over only on grounds that both sides can see. It is a conduct
of battles: `asks` who owes a word, `go_on` once nobody does, `hear` an order. What the steps are stands in the tables.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import initiative
from room40_server.rules.dreadnought.setting import speed_rank
from room40_server.rules.dreadnought.state import Battle, State, card, ships_of, with_item
from room40_server.rules.dreadnought.tactical import (
    aftermath,
    detection,
    entry,
    firing,
    ground,
    moving,
    set_up,
    surprise,
    told,
)
from room40_server.rules.dreadnought.tactical.board import Stage, Tactical
from room40_server.rules.game import Refused

MOVE, GUNNERY, TORPEDOES, INITIATIVE = "move", "gunnery", "torpedoes", "initiative"
"""What an impulse may be (7.31)."""


def begin(state: State, zone: str, dice: Dice) -> State:
    """Lay out the board of a battle: the initiative, and by which sides the fleets of the one that has it come on (7.2)."""
    battle = replace(state.battles[zone], board=Tactical())
    forces = {side: [s.id for i in battle.fleets[side] for s in ships_of(state, state.fleets[i])] for side in Side}
    state = told.joined(ground.put(state, battle), battle, forces)
    state = _throw(state, zone, {s: tuple(state.ships[i] for i in ids) for s, ids in forces.items()}, dice)
    battle = state.battles[zone]
    nearer = surprise.hexes_nearer(state, battle)
    if nearer:
        state = told.surprised(state, zone, ground.first(battle), nearer)
    return ground.put(state, battle, entries=entry.entries(state, battle, ground.first(battle)))


def _throw(state: State, zone: str, forces: Mapping[Side, Any], dice: Dice) -> State:
    """The initiative of a round (7.2, H16, H11)."""
    battle = state.battles[zone]
    thrown = initiative.of_round(state.setting, battle.round, forces[Side.CP], forces[Side.EN], dice)
    state = ground.put(state, replace(battle, initiative=thrown.side.value))
    return told.initiative(state, zone, battle.round, thrown)


# ---- who is asked ---------------------------------------------------------------------------------------------------


def asks(state: State, zone: str) -> dict[str, str]:
    """The sides that owe a decision before the battle goes on, and its kind."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    proposer = _proposer(board)
    if proposer is not None:
        return {proposer.enemy.value: "basic"}
    first = ground.first(battle)
    if board.stage is Stage.ENTRY:
        return {first.value: "entry"} if entry.unnamed(state, board) else {}
    if board.stage is Stage.SECOND_SETS_UP:
        return {first.enemy.value: "set up"}
    if board.stage is Stage.FIRST_SETS_UP:
        return {first.value: "set up"}
    if board.stage is Stage.KEEP:
        return {side.value: "keep" for side in aftermath.owing(state, battle)}
    return _asks_in_step(state, battle) if board.step else {}


def _proposer(board: Tactical) -> Side | None:
    return next((s for s in board.wants_basic if s.enemy not in board.declined), None)


def _asks_in_step(state: State, battle: Battle) -> dict[str, str]:
    board = ground.board_of(battle)
    step = ground.impulse(state, board)
    if step.do == MOVE:
        mover = ground.mover(battle, step)
        return {} if cannot_move(state, board, mover, step.slowest) else {mover.value: "manoeuvre"}
    if step.do == GUNNERY and firing.guns_may_speak(state, battle):
        return {side.value: "gunnery" for side in Side if side.value not in board.guns}
    if step.do == TORPEDOES and firing.torpedoes_may_run(state, battle):
        return {side.value: "torpedoes" for side in Side if side.value not in board.torpedoes}
    return {}


def cannot_move(state: State, board: Tactical, side: Side, slowest: str) -> bool:
    """Whether the enemy knows already that a side has nothing that may move in a step: he knows every ship it has there,
    and none was built so fast. Blind he never knows that there are no more (H21.9)."""
    if state.setting.blind:
        return False
    known = detection.known_ships(board, side.enemy)
    ships = ground.ships_on(state, board, side)
    return all(s.id in known and speed_rank(card(state, s).speed) < speed_rank(slowest) for s in ships)


# ---- going on -------------------------------------------------------------------------------------------------------


def go_on(state: State, zone: str, dice: Dice) -> State:
    """One thing more, nobody owing a word: a stage of the set-up, a step of fire, or a step in which nothing is done."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    if board.stage is Stage.ENTRY:
        return ground.put(state, battle, stage=Stage.SECOND_SETS_UP)
    if board.stage is Stage.KEEP:
        return aftermath.settle(state, zone)
    if not board.step:
        return _next(state, zone, dice, after=1)  # round 1: the initiative is thrown already
    do = ground.impulse(state, board).do
    if do == GUNNERY and board.guns:
        state = firing.fire_guns(state, zone, dice)
    elif do == TORPEDOES and board.torpedoes:
        state = firing.fire_torpedoes(state, zone, dice)
    return _next(state, zone, dice, after=board.step)


def _next(state: State, zone: str, dice: Dice, after: int) -> State:
    """The step after this one, or the end of the battle, or a new round (7.31, 7.36)."""
    over = _over(state, zone, after)
    if over is not None:
        return over
    battle = state.battles[zone]
    if after < len(ground.table(state).impulses):
        return ground.put(state, battle, step=after + 1)
    seen = ground.detection(state)
    state = ground.put(state, replace(battle, round=battle.round + 1), step=1, stirred=False)
    state = told.sight(state, zone, seen, ground.detection(state))
    board = ground.board_of(state.battles[zone])
    state = _throw(state, zone, {side: ground.ships_on(state, board, side) for side in Side}, dice)
    return ground.put(state, state.battles[zone], step=2)


def _over(state: State, zone: str, after: int) -> State | None:
    """The end of the battle if it is reached (7.36).

    A side without a ship on the board; nobody in sight of anybody, at once if they have been in sight, else after step 20.
    I: so does a whole round in which nobody moved or fired, and the last round that the tables allow.
    """
    battle = state.battles[zone]
    board = ground.board_of(battle)
    for side in Side:
        if not ground.groups_of(board, side):
            return aftermath.end(state, zone, told.none_left(side), lost_sight=False)
    whole = after >= len(ground.table(state).impulses)
    if (board.met or whole) and not ground.in_sight(state, board):
        why = told.no_sight(ground.detection(state), met=board.met)
        return aftermath.end(state, zone, why, lost_sight=True)
    if whole and not board.stirred:
        return aftermath.end(state, zone, "in a whole round nobody has moved or fired", lost_sight=False)
    most = ground.table(state).most_rounds
    if whole and most and battle.round >= most:
        return aftermath.end(state, zone, told.spent(most), lost_sight=False)
    return None


# ---- orders ---------------------------------------------------------------------------------------------------------


def hear(state: State, side: Side, order: Any, dice: Dice) -> State:
    """Carry out a side's word, which must answer what it is asked. Raises `Refused`."""
    zone = str(order.zone)
    kind = state.asked.get(side.value, "")
    handler = _HEARD[type(order)]
    if kind not in _ANSWERS[type(order)]:
        raise Refused("7.31", f"That is not asked for now; what is: {_ASKED_WORDS.get(kind, kind)}.", zone)
    if isinstance(order, o.Manoeuvre | o.FireGuns | o.FireTorpedoes):
        _check_moment(state.battles[zone], order.moment)
    return handler(state, zone, side, order, dice)


def _check_moment(battle: Battle, moment: int) -> None:
    """Two clients may hold one seat: what one of them orders for a step that the other has answered is for no other step."""
    board = ground.board_of(battle)
    number, step = divmod(moment, o.MOMENTS)
    if moment and (number, step) != (battle.round, board.step):
        now = f"step {board.step} of round {battle.round} is in hand"
        raise Refused("7.31", f"That was for step {step} of round {number}, which is over; {now}.", str(battle.zone))


def _basic(state: State, zone: str, side: Side, order: o.Basic, dice: Dice) -> State:
    """Propose basic combat before the set-up is done, or answer a proposal (H6)."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    if state.asked[side.value] == "basic":
        if order.on:
            return told.to_basic(ground.put(state, replace(battle, board=None)), zone)
        state = ground.put(state, battle, declined=(*board.declined, side))
        return told.proposed(state, zone, side, agreed=False)
    if not order.on:
        raise Refused("H6", "Basic combat is not proposed.", zone)
    if side.enemy in board.declined:
        raise Refused("H6", "The enemy has declined basic combat in this battle.", zone)
    state = ground.put(state, battle, wants_basic=(*board.wants_basic, side))
    return told.proposed(state, zone, side, agreed=None)


def _enter(state: State, zone: str, side: Side, order: o.Enter, dice: Dice) -> State:
    return entry.enter(state, state.battles[zone], side, order)


def _set_up(state: State, zone: str, side: Side, order: o.SetUp, dice: Dice) -> State:
    before = ground.board_of(state.battles[zone])
    return detection.look(set_up.set_up(state, state.battles[zone], side, order), zone, before)


def _manoeuvre(state: State, zone: str, side: Side, order: o.Manoeuvre, dice: Dice) -> State:
    before = ground.board_of(state.battles[zone])
    state = detection.look(moving.manoeuvre(state, state.battles[zone], side, order), zone, before)
    return _next(state, zone, dice, after=before.step)


def _guns(state: State, zone: str, side: Side, order: o.FireGuns, dice: Dice) -> State:
    battle = state.battles[zone]
    firing.check_guns(state, battle, side, order)
    return ground.put(state, battle, guns=with_item(ground.board_of(battle).guns, side.value, order))


def _torpedoes(state: State, zone: str, side: Side, order: o.FireTorpedoes, dice: Dice) -> State:
    battle = state.battles[zone]
    firing.check_torpedoes(state, battle, side, order)
    return ground.put(state, battle, torpedoes=with_item(ground.board_of(battle).torpedoes, side.value, order))


def _keep(state: State, zone: str, side: Side, order: o.Keep, dice: Dice) -> State:
    return aftermath.keep(state, zone, side, order)


_SETTING_UP = frozenset({"entry", "set up", "basic"})
_ANSWERS: Mapping[type, frozenset[str]] = {
    o.Basic: _SETTING_UP,
    o.Enter: frozenset({"entry"}),
    o.SetUp: frozenset({"set up"}),
    o.Manoeuvre: frozenset({"manoeuvre"}),
    o.FireGuns: frozenset({"gunnery"}),
    o.FireTorpedoes: frozenset({"torpedoes"}),
    o.Keep: frozenset({"keep"}),
}
"""Which orders answer which questions."""

_ASKED_WORDS: Mapping[str, str] = {
    "": "nothing",
    "manoeuvre": "movement",
    "gunnery": "fire",
    "basic": "basic combat, yes or no",
}
"""What is asked, as a player is told it."""

_HEARD: Mapping[type, Callable[[State, str, Side, Any, Dice], State]] = {
    o.Basic: _basic,
    o.Enter: _enter,
    o.SetUp: _set_up,
    o.Manoeuvre: _manoeuvre,
    o.FireGuns: _guns,
    o.FireTorpedoes: _torpedoes,
    o.Keep: _keep,
}
