"""What each side has of the other's counters: faces, names, and what it remembers (7.21, 7.27, H21.5, H21.9).

Rules of this file: a counter's name in the enemy's view is dealt by what the enemy sees, hex by hex, and never by what the
counter is. It is kept while the counter can be told apart: alone, in a stack that stays together, or face up. When face-down
counters mingle or part, those concerned are dealt anew, and what was known of them is known no more.
"""

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40.geometry.hexgrid import Hex
from room40_server.rules.dreadnought.state import Battle, State
from room40_server.rules.dreadnought.tactical import ground
from room40_server.rules.dreadnought.tactical.board import Glimpse, Tactical, Watch


def look(state: State, zone: str, before: Tactical) -> State:
    """Bring what both sides see up to date after counters have moved or gone; `before` is the board as it was."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    watch = {viewer: _watched(state, battle, viewer, before) for viewer in Side}
    met = board.met or ground.in_sight(state, board)
    return ground.put(state, replace(battle, board=replace(board, watch=watch, met=met)))


def watch_of(board: Tactical, viewer: Side) -> Watch:
    """What a side has of the enemy's counters."""
    return board.watch.get(viewer, Watch())


def is_shown(state: State, hex_: Hex, enemies: list[Hex]) -> bool:
    """Whether counters in a hex stand in the enemy's view at all: always, unless the battle is blind (H21.9)."""
    return not state.setting.blind or ground.is_seen(hex_, enemies, ground.detection(state))


def known_ships(board: Tactical, viewer: Side) -> dict[str, str]:
    """The enemy ships whose counters a side knows now: ship -> counter."""
    watch = watch_of(board, viewer)
    return {watch.tokens[token]: token for token in watch.known}


def _watched(state: State, battle: Battle, viewer: Side, before: Tactical) -> Watch:
    board = ground.board_of(battle)
    old, range_ = watch_of(before, viewer), ground.detection(state)
    names = {ship: token for token, ship in old.tokens.items()}
    was_at, own_before = ground.where(before), list(ground.standing(before, viewer))
    crowd = ground.standing(before, viewer.enemy)
    was_up = {h for h in crowd if ground.is_face_up(h, own_before, range_)}
    own = list(ground.standing(board, viewer))
    tokens: dict[str, str] = {}
    known: list[str] = []
    dealt, glimpses = old.dealt, dict(old.glimpses)
    for hex_, ships in sorted(ground.standing(board, viewer.enemy).items()):
        if not is_shown(state, hex_, own):
            continue
        up = ground.is_face_up(hex_, own, range_)
        kept = {i for i in ships if i in names and _told_apart(state, i, ships, was_at, was_up, crowd)}
        if not up and (kept != set(ships) or len({was_at[i] for i in ships}) > 1):
            kept = set()
        for ship in sorted(ships):
            token = names[ship] if ship in kept else ""
            if not token:
                dealt += 1
                token = f"{viewer.enemy.value[0].lower()}{dealt}"
            tokens[token] = ship
            if up or (ship in kept and token in old.known):
                known.append(token)
            if up:
                glimpses[ship] = Glimpse(hex_, battle.round, board.step)
    return Watch(tokens, tuple(known), dealt, glimpses)


def _told_apart(
    state: State, ship: str, now: tuple[str, ...], was_at: dict[str, Hex], was_up: set[Hex], crowd: ground.Standing
) -> bool:
    """Whether a counter was followed to its present hex: it was face up, or all that lay face down with it came along."""
    if ship not in was_at:
        return False
    hex_ = was_at[ship]
    return hex_ in was_up or all(i in now or state.ships[i].sunk for i in crowd[hex_])
