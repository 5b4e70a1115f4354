"""What a viewpoint sees of a battle on the board (7.21, 7.27, H21.9).

Rules of this file: of the enemy nothing is read but `Watch`, where counters stand that are in view, and the cards of ships
that are known. The public has of each side what the other side has.
"""

from room40.dreadnought.boardplay import nearest
from room40.dreadnought.orders import Side
from room40.dreadnought.views import BoardView, GroupView, LastSeenView, StackView
from room40_server.rules.dreadnought import gunnery, torpedoes
from room40_server.rules.dreadnought.damage import GUNS, part
from room40_server.rules.dreadnought.state import Battle, Ship, ShipClass, State, card, fleet_of, grade
from room40_server.rules.dreadnought.tables import GunneryTable, Impulse
from room40_server.rules.dreadnought.tactical import detection, entry, firing, ground, groups, impulses, set_up
from room40_server.rules.dreadnought.tactical.board import Glimpse, Group, Stage, Tactical, Watch

DOING = {"move": "manoeuvre", "gunnery": "gunnery", "torpedoes": "torpedoes", "initiative": ""}
"""What each kind of impulse asks for."""


def board_view(state: State, battle: Battle, side: Side | None) -> BoardView:
    """The board as a seat sees it, or the public."""
    board = ground.board_of(battle)
    asked = impulses.asks(state, str(battle.zone))
    kind = asked.get(side.value, "") if side is not None else ""
    viewers = [side] if side is not None else list(Side)
    gunnery_table = state.setting.tables.gunnery
    return BoardView(
        radius=ground.grid(state).radius,
        zones={s.value: str(z) for s, z in ground.open_sides(state, battle.zone, side).items()},
        detection=ground.detection(state),
        stack=ground.table(state).stack,
        impulses=[_impulse(step) for step in ground.table(state).impulses],
        hit_on=gunnery_table.hit_on,
        small_range=gunnery_table.small_craft_range,
        small_share=gunnery_table.small_craft_primary_share,
        step=board.step,
        doing=doing(state, battle),
        mover=_mover(state, battle),
        entries=[s.value for s in entry.sides(board)],
        stacks={v.enemy.value: _stacks(state, board, v) for v in viewers},
        known={token: ship for v in viewers for token, ship in _known(board, v).items()},
        last_seen={ship: _glimpse(g) for v in viewers for ship, g in _lost(state, board, v).items()},
        groups={g.id: _group(state, g) for g in ground.groups_of(board, side)} if side else {},
        arms=_arms(state, board, side) if side else {},
        may_move=_movable(state, battle, side) if side and kind == "manoeuvre" else [],
        may_detach=_detachable(state, board, side) if side else [],
        entry=_entry(battle, side) if side else {},
        may_stand=_may_stand(state, battle, side) if side and kind == "set up" else {},
        proposal=_proposal(state, battle, side) if side and kind == "set up" else {},
        same=_same(board, side) if side else {},
    )


def known_ships(board: Tactical, side: Side | None) -> list[str]:
    """The enemy ships that a viewpoint has ever known in this battle; the public those that their enemies have."""
    viewers = [side] if side is not None else list(Side)
    return [ship for v in viewers for ship in detection.watch_of(board, v).glimpses]


def _impulse(step: Impulse) -> str:
    return f"{step.who} {step.slowest}" if step.do == "move" else step.do


def doing(state: State, battle: Battle) -> str:
    """What is going on, by the name of what is asked: the same for all viewpoints."""
    board = ground.board_of(battle)
    asked = impulses.asks(state, str(battle.zone))
    if board.stage is not Stage.IMPULSES:
        return next(iter(asked.values()), "")
    return DOING[ground.impulse(state, board).do] if board.step else ""


def _mover(state: State, battle: Battle) -> str:
    board = ground.board_of(battle)
    if board.stage is not Stage.IMPULSES:
        return next(iter(impulses.asks(state, str(battle.zone))), "")
    step = ground.impulse(state, board) if board.step else None
    return ground.mover(battle, step).value if step is not None and step.do == "move" else ""


def _stacks(state: State, board: Tactical, viewer: Side) -> dict[str, StackView]:
    """The enemy counters in view of a side, by hex."""
    own, range_ = list(ground.standing(board, viewer)), ground.detection(state)
    names = {ship: token for token, ship in detection.watch_of(board, viewer).tokens.items()}
    found = {}
    for hex_, ships in ground.standing(board, viewer.enemy).items():
        tokens = sorted((names[i] for i in ships if i in names), key=_number)
        if tokens:
            near = nearest(hex_, own)
            found[str(hex_)] = StackView(tokens, near is not None and near < range_)
    return found


def _number(token: str) -> int:
    return int(token[1:])


def _known(board: Tactical, viewer: Side) -> dict[str, str]:
    watch = detection.watch_of(board, viewer)
    return {token: watch.tokens[token] for token in watch.known}


def _lost(state: State, board: Tactical, viewer: Side) -> dict[str, Glimpse]:
    """Ships known once whose counter is lost in a stack or out of view, sunk ones left out."""
    watch: Watch = detection.watch_of(board, viewer)
    known = detection.known_ships(board, viewer)
    return {ship: g for ship, g in watch.glimpses.items() if ship not in known and not state.ships[ship].sunk}


def _glimpse(seen: Glimpse) -> LastSeenView:
    return LastSeenView(str(seen.hex), seen.round, seen.step)


def _group(state: State, group: Group) -> GroupView:
    return GroupView(group.fleet, str(group.hex), list(group.ships), ground.group_speed(state, group))


def _arms(state: State, board: Tactical, side: Side) -> dict[str, dict[str, list[int]]]:
    own = ground.ships_on(state, board, side)
    return {s.id: {} if firing.holds_fire(state, board, s.id) else arms(state, s) for s in own}


def arms(state: State, ship: Ship) -> dict[str, list[int]]:
    """What a ship has to fire as things stand: gun class or "torpedoes" -> its reach in hexes and its dice."""
    table, built, weather = state.setting.tables, card(state, ship), grade(state)
    halved = gunnery.is_halved(fleet_of(state, ship.id), ship.id)
    found = {}
    for gun in GUNS:
        dice = _full(table.gunnery, ship, built, gun, halved) if part(ship, gun) else 0
        if dice and gunnery.allows(weather, gun):
            found[gun] = [gunnery.reach(table.gunnery, built, gun), dice]
    if torpedoes.can_fire(state, ship, 0):
        found["torpedoes"] = [table.torpedoes.range, torpedoes.dice_of(ship)]
    return found


def _full(table: GunneryTable, ship: Ship, built: ShipClass, gun: str, halved: bool) -> int:
    """The dice of a gun class at a target of size."""
    number = part(ship, gun) + gunnery.elite(table, ship, built, gun)
    return number // 2 if halved else number


def _movable(state: State, battle: Battle, side: Side) -> list[str]:
    own = ground.groups_of(ground.board_of(battle), side)
    return [g.id for g in own if groups.may_move(state, battle, g)]


def _detachable(state: State, board: Tactical, side: Side) -> list[str]:
    own = [g for g in ground.groups_of(board, side) if len(g.ships) > 1]
    return [i for g in own for i in g.ships if groups.may_detach(state, state.ships[i])]


def _entry(battle: Battle, side: Side) -> dict[str, str]:
    return dict(ground.board_of(battle).entries) if ground.first(battle) is side else {}


def _may_stand(state: State, battle: Battle, side: Side) -> dict[str, list[str]]:
    return {fleet: [str(h) for h in hexes] for fleet, hexes in set_up.offers(state, battle, side).items()}


def _proposal(state: State, battle: Battle, side: Side) -> dict[str, list[str]]:
    return {str(h): list(ships) for h, ships in set_up.proposal(state, battle, side).items()}


def _same(board: Tactical, side: Side) -> dict[str, str]:
    """The fire that "same again" would give, as far as its targets' counters are still known."""
    names = detection.known_ships(board, side)
    aims = board.standing.get(side.value, {})
    return {key: names[target] for key, target in aims.items() if target in names}
