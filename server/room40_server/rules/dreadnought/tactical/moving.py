"""A movement step: tows dropped, damaged ships taken out, groups moved, off the board too, and merged (7.3, 7.31 to 7.35).

Rules of this file: an order is the whole of a side's movement in the step, and is judged as a whole at its end (7.32).
"""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.boardplay import exits, off_steps, read_off
from room40.dreadnought.orders import Side
from room40.geometry.hexgrid import Hex, distance, parse_hex
from room40.geometry.seachart import Direction
from room40_server.rules.dreadnought.state import Battle, State, card, ships_of, with_ship
from room40_server.rules.dreadnought.tactical import ground, groups, leaving, told
from room40_server.rules.dreadnought.tactical.board import Group, Tactical
from room40_server.rules.dreadnought.tactical.leaving import Exits
from room40_server.rules.game import Refused


def manoeuvre(state: State, battle: Battle, side: Side, order: o.Manoeuvre) -> State:
    """Carry out a side's movement step (7.31 to 7.35). Raises `Refused`, and then nothing has changed."""
    zone = str(battle.zone)
    state, names = _cast_off(state, battle, side, order.cast_off)
    state, names = _detach(state, state.battles[zone], side, order.detach, names)
    battle = state.battles[zone]
    board = ground.board_of(battle)
    near, off = _courses(state, battle, side, order, names)
    moved = {i: _at(g, near[i]) if i in near else g for i, g in board.groups.items()}
    gone = {i for i in off if leaving.unseen(state, board, board.groups[i])}
    moved = {i: g for i, g in moved.items() if i not in gone}
    moved, shifted = leaving.shift_back(state, moved, {i: way for i, way in off.items() if i not in gone})
    moved = _merged(state, side, order, names, moved)
    _check_stacks(state, side, moved)
    after = _gone(state, battle, side, board, gone, off)
    stirred = after.stirred or bool(off) or any(near[i] != board.groups[i].hex for i in near)
    state = ground.put(state, replace(battle, board=replace(after, groups=moved, stirred=stirred)))
    return told.left(state, zone, side, {i: off[i][0] for i in gone}, board, [off[i][0] for i in shifted])


def _at(group: Group, hex_: Hex) -> Group:
    return replace(group, hex=hex_)


def _cast_off(state: State, battle: Battle, side: Side, tugs: tuple[str, ...]) -> tuple[State, dict[str, str]]:
    """Drop tows (7.34): for good, as none is taken up in battle. A tow of another category than her tug, one group with her
    for the tow alone, forms her own (7.3): ship -> the new group.
    """
    names: dict[str, str] = {}
    for tug in tugs:
        board = ground.board_of(state.battles[str(battle.zone)])
        group = _group(board, side, tug)
        if group is None or not state.ships[tug].towing:
            raise Refused("7.34", f"You have no ship {tug!r} with a tow on the board.", tug)
        towed = state.ships[tug].towing
        state = with_ship(state, replace(state.ships[tug], towing=""))
        state = told.cast_off(state, str(battle.zone), side, tug, towed)
        if groups.category(card(state, state.ships[tug])) != groups.category(card(state, state.ships[towed])):
            board, names[towed] = _taken_out(board, side, group, towed)
            state = ground.put(state, replace(state.battles[str(battle.zone)], board=board))
    return state, names


def _taken_out(board: Tactical, side: Side, group: Group, ship: str) -> tuple[Tactical, str]:
    """A ship in a group of her own, in the same hex."""
    new, numbered = groups.new_id(board.numbered, side)
    left = replace(group, ships=tuple(i for i in group.ships if i != ship))
    formed = {**board.groups, group.id: left, new: Group(new, group.fleet, group.hex, (ship,))}
    return replace(board, groups=formed, numbered=numbered), new


def _group(board: Tactical, side: Side, ship: str) -> Group | None:
    found = ground.group_of(board, ship)
    return found if found is not None and ground.side_of(found) is side else None


def _detach(
    state: State, battle: Battle, side: Side, ships: tuple[str, ...], names: Mapping[str, str]
) -> tuple[State, dict[str, str]]:
    """Take damaged ships out of their groups, each into a group of its own (7.35); ship -> the new group, with `names`."""
    board = ground.board_of(battle)
    names = dict(names)
    for ship in ships:
        group = _group(board, side, ship)
        if group is None:
            raise Refused("7.35", f"You have no ship {ship!r} on the board.", ship)
        found = state.ships[ship]
        if not groups.may_detach(state, found):
            sentence = f"{found.name} has not lost half its main guns, half its hull or any speed, so it stays in its group."
            raise Refused("7.35", sentence, ship)
        if len(group.ships) == 1:
            raise Refused("7.35", f"{found.name} is a group by itself already.", ship)
        if found.towing or ground.tug_of(state, ship):
            raise Refused("7.34", f"{found.name} tows or is towed: drop the tow first.", ship)
        board, names[ship] = _taken_out(board, side, group, ship)
    return ground.put(state, replace(battle, board=board)), names


def _own(board: Tactical, side: Side, name: str, names: Mapping[str, str]) -> Group:
    group = board.groups.get(names.get(name, name))
    if group is None or ground.side_of(group) is not side:
        raise Refused("7.3", f"You have no group {name!r} on the board.", name)
    return group


def _courses(
    state: State, battle: Battle, side: Side, order: o.Manoeuvre, names: Mapping[str, str]
) -> tuple[dict[str, Hex], Exits]:
    """Where each group goes: hexes on the board, and sides over which groups leave it."""
    board = ground.board_of(battle)
    near: dict[str, Hex] = {}
    off = {}
    for name, text in order.moves.items():
        group = _own(board, side, name, names)
        if group.id in near or group.id in off:
            raise Refused("7.32", "A group moves once in a step.", name)
        _check_may_move(state, battle, group)
        way = read_off(text)
        if way is not None:
            _check_exit(state, battle, side, group, *way)
            off[group.id] = way
            continue
        near[group.id] = _near(state, group, text)
    return near, off


def _check_may_move(state: State, battle: Battle, group: Group) -> None:
    if groups.may_move(state, battle, group):
        return
    board = ground.board_of(battle)
    lead = next(s.name for s in ships_of(state, state.fleets[group.fleet]) if s.id in group.ships)
    last = groups.last_move(state, ground.impulse(state, board).who)
    if ground.has_tow(state, group) and board.step != last:
        sentence = f"The group of {lead} has a tow: it moves in step {last} only, unless it drops the tow."
        raise Refused("7.34", sentence, group.id)
    speed, needed = ground.group_speed(state, group), ground.impulse(state, board).slowest
    sentence = f"The group of {lead} has speed {speed}; in step {board.step} groups of {needed} and faster move."
    if speed == "0":
        sentence = f"The group of {lead} cannot move: a ship in it is dead in the water."
    raise Refused("7.31", sentence, group.id)


def _near(state: State, group: Group, text: str) -> Hex:
    hex_ = parse_hex(text)
    if hex_ is None:
        raise Refused("7.32", f"{text!r} is neither a hex nor a way off the board.", text)
    if hex_ not in ground.grid(state):
        raise Refused("7.32", f"{hex_} is no hex of the board; to leave it say over which side.", text)
    if distance(hex_, group.hex) > 1:
        name = ground.grid(state).name(hex_)
        raise Refused("7.32", f"{name} is {distance(hex_, group.hex)} hexes away; a group moves one hex a step.", text)
    return hex_


def _check_exit(state: State, battle: Battle, side: Side, group: Group, over: str, step: str) -> None:
    """Ships go out over a side from its ring hexes, where the side is open (7.33)."""
    board, sides = ground.grid(state), ground.open_sides(state, battle.zone, side)
    if not board.is_ring(group.hex) or group.hex not in board.along(Direction(over)):
        name = board.name(group.hex)
        raise Refused("7.33", f"{name} is not on the {over} side of the board.", group.id)
    if Direction(over) not in exits(board, group.hex, sides):
        raise Refused("7.33", f"The {over} side of the board is closed: no ship leaves over it.", over)
    if step and step not in off_steps(board, group.hex, Direction(over)):
        raise Refused("7.33", f"A step {step} does not lead off the board there.", step)


def _merged(
    state: State, side: Side, order: o.Manoeuvre, names: Mapping[str, str], moved: dict[str, Group]
) -> dict[str, Group]:
    """Merge groups that end in one hex: of one fleet, up to eight ships (7.3, 7.29)."""
    most = ground.table(state).stack
    board = Tactical(groups=moved)
    for name, target in order.merge.items():
        group, into = _own(board, side, name, names), _own(board, side, target, names)
        if group.id == into.id:
            raise Refused("7.3", "A group cannot merge with itself.", name)
        if group.fleet != into.fleet:
            raise Refused("7.29", "Ships of different fleets are never one group.", name)
        if group.hex != into.hex:
            raise Refused("7.3", "Groups merge only in one hex.", name)
        if len(group.ships) + len(into.ships) > most:
            count = len(group.ships) + len(into.ships)
            raise Refused("7.3", f"The merged group would hold {count} ships; {most} is the most.", name)
        kept = {i: g for i, g in board.groups.items() if i != group.id}
        board = replace(board, groups={**kept, into.id: replace(into, ships=(*into.ships, *group.ships))})
    return board.groups


def _check_stacks(state: State, side: Side, moved: Mapping[str, Group]) -> None:
    """No more than eight ships of a side in a hex at the end of the movement (7.32)."""
    most = ground.table(state).stack
    counts: Counter[Hex] = Counter()
    for group in moved.values():
        if ground.side_of(group) is side:
            counts[group.hex] += len(group.ships)
    for hex_, count in counts.items():
        if count > most:
            name = ground.grid(state).name(hex_)
            raise Refused("7.32", f"{count} of your ships would end in {name}; {most} is the most.", str(hex_))


def _gone(state: State, battle: Battle, side: Side, board: Tactical, gone: set[str], off: Exits) -> Tactical:
    """The board with those who left it written down: the zone beyond, and the round (7.33)."""
    beyond = ground.open_sides(state, battle.zone, side)
    left, left_in = dict(board.left), dict(board.left_in)
    for group_id in sorted(gone):
        for ship in board.groups[group_id].ships:
            left[ship], left_in[ship] = beyond[off[group_id][0]], battle.round
    return replace(board, left=left, left_in=left_in)
