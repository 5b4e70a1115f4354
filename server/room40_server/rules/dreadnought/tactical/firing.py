"""The gunnery and torpedo steps: what may be fired at what, the orders, and the fire of both sides at once (7.31, H7.5,
H7.7).

Rules of this file: a target must lie face up (7.27, H21.32), and the face is looked at before anything else is said of it,
so that no refusal tells what a face-down counter is.
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40.geometry.hexgrid import Hex, distance
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import gunnery, torpedoes
from room40_server.rules.dreadnought.damage import GUNS, is_boats, worth
from room40_server.rules.dreadnought.gunnery import Shot
from room40_server.rules.dreadnought.state import Battle, State, card, grade, without
from room40_server.rules.dreadnought.tactical import detection, ground, told
from room40_server.rules.dreadnought.tactical.board import Tactical
from room40_server.rules.dreadnought.torpedoes import Spread
from room40_server.rules.game import Refused

Reaches = Callable[[State, str, str, int], bool]
"""Whether a ship ("": unknown to its enemy) may fire at a target over a range."""


def targets_up(state: State, board: Tactical, side: Side) -> dict[Hex, tuple[str, ...]]:
    """The enemies at which a side may fire: those that lie face up, by hex (7.27).

    By hex and name, so that what the umpire picks among equals tells nothing of the groups in which they sail.
    """
    own, range_ = list(ground.standing(board, side)), ground.detection(state)
    enemies = sorted(ground.standing(board, side.enemy).items())
    return {h: tuple(sorted(ships)) for h, ships in enemies if ground.is_face_up(h, own, range_)}


def guns_may_speak(state: State, battle: Battle) -> bool:
    """Whether a gunnery step is worth asking about, on grounds that both sides can see.

    Some counter lies face up, and somebody within reach of it is unknown to his enemy, or has guns that reach as built.
    """
    return any(_may(state, battle, side, _gun_reaches) for side in Side)


def torpedoes_may_run(state: State, battle: Battle) -> bool:
    """Whether a torpedo step is worth asking about, on grounds that both sides can see, as `guns_may_speak`."""
    return grade(state).torpedoes and any(_may(state, battle, side, _torpedo_reaches) for side in Side)


def _may(state: State, battle: Battle, side: Side, reaches: Reaches) -> bool:
    board = ground.board_of(battle)
    ups = targets_up(state, board, side)
    aimed = [aim for aims in ups.values() for aim in aims]
    # blind, a ship out of sight may stand anywhere beyond it: what is done must not depend on whether one does (H21.9)
    if state.setting.blind and any(reaches(state, "", aim, ground.detection(state) + 1) for aim in aimed):
        return True
    known = detection.known_ships(board, side.enemy)
    enemies = list(ground.standing(board, side.enemy))
    in_view = {h: ships for h, ships in ground.standing(board, side).items() if detection.is_shown(state, h, enemies)}
    for hex_, ships in in_view.items():
        for there, aims in ups.items():
            range_ = distance(hex_, there)
            if any(reaches(state, ship if ship in known else "", aim, range_) for ship in ships for aim in aims):
                return True
    return False


def _gun_reaches(state: State, ship: str, aim: str, range_: int) -> bool:
    table = state.setting.tables.gunnery
    if not gunnery.may_be_target(table, card(state, state.ships[aim]), range_):
        return False
    if not ship:
        return range_ <= max(table.range_primary, table.range_secondary, table.range_tertiary)
    built = card(state, state.ships[ship])
    has = {"primary": built.primary, "secondary": built.secondary, "tertiary": built.tertiary}
    return any(has[g] and gunnery.allows(grade(state), g) and range_ <= gunnery.reach(table, built, g) for g in GUNS)


def _torpedo_reaches(state: State, ship: str, aim: str, range_: int) -> bool:
    if not torpedoes.in_range(state.setting.tables.torpedoes, range_):
        return False
    return not ship or bool(card(state, state.ships[ship]).torpedo_mounts)


# ---- orders ---------------------------------------------------------------------------------------------------------


def _target(state: State, board: Tactical, side: Side, token: str) -> str:
    """The ship under an enemy counter that may be fired at."""
    ship = detection.watch_of(board, side).tokens.get(token)
    if ship is None:
        raise Refused("7.27", f"You see no enemy counter {token} on the board.", token)
    if not any(ship in ships for ships in targets_up(state, board, side).values()):
        raise Refused("7.27", f"Counter {token} lies face down: it is not seen well enough to be fired at.", token)
    return ship


def _firer(board: Tactical, side: Side, ship: str) -> Hex:
    group = ground.group_of(board, ship)
    if group is None or ground.side_of(group) is not side:
        raise Refused("H7.5", f"You have no ship {ship!r} on the board.", ship)
    return group.hex


def holds_fire(state: State, board: Tactical, ship: str) -> bool:
    """Whether the scenario lets only others of this ship's side fire in the first step of fire of its opening battle."""
    opening = state.setting.opening
    only = opening.first_fire.get(state.ships[ship].side.value, ()) if opening else ()
    return bool(only) and not board.standing and ship not in only


def check_guns(state: State, battle: Battle, side: Side, order: o.FireGuns) -> None:
    """Raise `Refused` for fire that may not be (H7.5)."""
    board = ground.board_of(battle)
    at = ground.where(board)
    shots = []
    for aim in order.shots:
        here, ship = _firer(board, side, aim.ship), _target(state, board, side, aim.target)
        if holds_fire(state, board, aim.ship):
            name = state.ships[aim.ship].name
            raise Refused("7.31", f"{name} has no clear view in the first step of fire; others of her side fire.", aim.ship)
        shots.append(Shot(aim.ship, aim.gun.value, ship, distance(here, at[ship])))
        fault = gunnery.shot_fault(state, shots[-1])
        if fault is not None:
            raise fault
    fault = gunnery.divided_fire(state, shots)
    if fault is not None:
        raise fault


def check_torpedoes(state: State, battle: Battle, side: Side, order: o.FireTorpedoes) -> None:
    """Raise `Refused` for torpedoes that may not be fired (H7.7, H11)."""
    board = ground.board_of(battle)
    at = ground.where(board)
    for ship, token in order.spreads.items():
        range_ = distance(_firer(board, side, ship), at[_target(state, board, side, token)])
        name = state.ships[ship].name
        if not grade(state).torpedoes:
            raise Refused("H4.1", f"In a {grade(state).name} torpedoes cannot be fired.", ship)
        if not torpedoes.dice_of(state.ships[ship]):
            raise Refused("H7.7", f"{name} has no torpedo left to fire.", ship)
        if not torpedoes.can_fire(state, state.ships[ship], 0):
            raise Refused("H11", f"{name} tows or is towed and fires no torpedoes.", ship)
        if not torpedoes.in_range(state.setting.tables.torpedoes, range_):
            raise Refused("H7.7", f"Counter {token} is {range_} hexes away, out of reach of torpedoes.", token)


# ---- the steps ------------------------------------------------------------------------------------------------------


def shots_of(state: State, battle: Battle, side: Side) -> list[Shot]:
    """All shots of a side in this step: as ordered, as before, as the umpire thinks best, by the side's word."""
    board = ground.board_of(battle)
    order = board.guns.get(side.value)
    if order is None:
        return []
    at, tokens = ground.where(board), detection.watch_of(board, side).tokens
    shots = [
        Shot(aim.ship, aim.gun.value, tokens[aim.target], distance(at[aim.ship], at[tokens[aim.target]]))
        for aim in order.shots
    ]
    done = {(s.ship, s.gun) for s in shots}
    if order.same:
        again = [s for s in same_shots(state, board, side) if (s.ship, s.gun) not in done]
        shots += again
        done |= {(s.ship, s.gun) for s in again}
    return shots + (_free(state, board, side, done) if order.free else [])


def same_shots(state: State, board: Tactical, side: Side) -> list[Shot]:
    """The fire of earlier steps that may be given again: gun by gun the last target, while it may still be fired at."""
    at, ups = ground.where(board), targets_up(state, board, side)
    aims = {ship for ships in ups.values() for ship in ships}
    shots = []
    for key, target in board.standing.get(side.value, {}).items():
        ship, _, gun = key.partition(" ")
        if ship not in at or target not in aims:
            continue
        shot = Shot(ship, gun, target, distance(at[ship], at[target]))
        if gunnery.shot_fault(state, shot) is None:
            shots.append(shot)
    return shots


def _free(state: State, board: Tactical, side: Side, done: set[tuple[str, str]]) -> list[Shot]:
    """The umpire's fire for guns left without a word: each at what it may hope to hurt most.

    By hex and name, so that the order of the dice tells nothing of the groups in which they sail.
    """
    ups = targets_up(state, board, side)
    shots = []
    for hex_, ships in sorted(ground.standing(board, side).items()):
        near = {there: distance(hex_, there) for there in ups}
        for ship in sorted(i for i in ships if not holds_fire(state, board, i)):
            for gun in GUNS:
                if (ship, gun) not in done:
                    aims = [Shot(ship, gun, aim, near[there]) for there, names in ups.items() for aim in names]
                    shots += _best(state, [s for s in aims if gunnery.shot_fault(state, s) is None])
    return shots


def _best(state: State, shots: list[Shot]) -> list[Shot]:
    hopes = [(hope(state, s), -s.range, s) for s in shots if gunnery.shot_dice(state, s)]
    found = max(hopes, key=lambda h: h[:2], default=None)
    return [found[2]] if found is not None else []


def hope(state: State, shot: Shot) -> int:
    """The victory points a shot may hope for, in thousandths, as if every hit struck the hull.

    Where the hull's armour holds there is still something to be had of guns and mounts behind less.
    """
    target = state.ships[shot.target]
    built = card(state, target)
    boxes = 1 if is_boats(built) else state.setting.tables.gunnery.boxes[shot.gun][built.hull_armour]
    dice = gunnery.shot_dice(state, shot)
    return dice + 1000 * dice * boxes * max(1, worth(state, target)) // max(1, target.hull)


def fire_guns(state: State, zone: str, dice: Dice) -> State:
    """The gunnery step: both sides' dice, then all losses (H7.5)."""
    battle = state.battles[zone]
    shots = [shot for side in Side for shot in shots_of(state, battle, side)]
    before = state
    state, salvoes = gunnery.fire(state, shots, dice)
    state = told.salvoes(before, state, zone, salvoes)
    board = ground.board_of(battle)
    standing = {side.value: _remembered(state, board, side, shots) for side in Side}
    board = replace(board, guns={}, standing=standing, stirred=board.stirred or bool(shots))
    return _clear(state, replace(battle, board=board))


def _remembered(state: State, board: Tactical, side: Side, shots: Iterable[Shot]) -> dict[str, str]:
    old: Mapping[str, str] = board.standing.get(side.value, {})
    new = {f"{s.ship} {s.gun}": s.target for s in shots if state.ships[s.ship].side is side}
    kept = {**old, **new}
    return {k: t for k, t in kept.items() if not (state.ships[t].sunk or state.ships[k.partition(" ")[0]].sunk)}


def fire_torpedoes(state: State, zone: str, dice: Dice) -> State:
    """The torpedo step: both sides' dice, then all losses (H7.7)."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    at = ground.where(board)
    spreads = []
    for side in Side:
        order, tokens = board.torpedoes.get(side.value), detection.watch_of(board, side).tokens
        for ship, token in order.spreads.items() if order is not None else ():
            spreads.append(Spread(ship, tokens[token], distance(at[ship], at[tokens[token]])))
    before = state
    state, runs = torpedoes.fire(state, spreads, dice)
    state = told.runs(before, state, zone, runs)
    board = replace(board, torpedoes={}, stirred=board.stirred or bool(runs))
    return _clear(state, replace(battle, board=board))


def _clear(state: State, battle: Battle) -> State:
    """Take the sunk off the board, and what is empty with them; see again who sees whom."""
    before = ground.board_of(battle)
    groups = {i: replace(g, ships=_afloat(state, g.ships)) for i, g in before.groups.items()}
    empty = [i for i, g in groups.items() if not g.ships]
    state = ground.put(state, replace(battle, board=replace(before, groups=without(groups, *empty))))
    return detection.look(state, str(battle.zone), before)


def _afloat(state: State, ships: tuple[str, ...]) -> tuple[str, ...]:
    left = tuple(i for i in ships if not state.ships[i].sunk)
    return left if len(left) < len(ships) else ships
