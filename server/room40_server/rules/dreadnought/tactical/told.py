"""A battle on the board in the signal logs and in the umpire's record: to each viewpoint what it may know (7.21, 7.27).

Rules of this file: a target lies face up, so all may know it; a ship that fires may be unknown to those it fires at. One
line a step of fire, so that a battle does not flood the log.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from room40.dreadnought.orders import Side
from room40.geometry.hexgrid import SIDES
from room40.geometry.seachart import Direction
from room40_server.rules.dreadnought import news
from room40_server.rules.dreadnought.battle_news import thrown
from room40_server.rules.dreadnought.damage import TOO_LATE, words, worth
from room40_server.rules.dreadnought.gunnery import Salvo, is_halved
from room40_server.rules.dreadnought.initiative import Initiative
from room40_server.rules.dreadnought.state import Battle, Happening, State, fleet_of
from room40_server.rules.dreadnought.tactical import detection, ground
from room40_server.rules.dreadnought.tactical.board import Tactical
from room40_server.rules.dreadnought.torpedoes import Run
from room40_server.rules.game import PUBLIC

KIND = "battle"

_THE = {Side.CP: "the Central Powers", Side.EN: "the Entente"}
_CLASS = {"primary": "P", "secondary": "S", "tertiary": "T"}
_HAVE = {Side.CP: "have", Side.EN: "has"}


def knows(board: Tactical, viewpoint: str, state: State, ship: str) -> bool:
    """Whether a viewpoint knows which counter on the board a ship is: its own, or one it has identified; the public what the
    enemy of the ship has."""
    side = state.ships[ship].side
    return viewpoint == side or ship in detection.known_ships(board, side.enemy)


def name(board: Tactical, viewpoint: str, state: State, ship: str) -> str:
    """A ship in words that a viewpoint may read."""
    return state.ships[ship].name if knows(board, viewpoint, state, ship) else "a ship"


def joined(state: State, battle: Battle, forces: Mapping[Side, Sequence[str]]) -> State:
    """The battle begins: each side knows its own ships, and of the other how many counters there are."""
    for viewpoint in news.VIEWPOINTS:
        words = []
        for side, ships in forces.items():
            own = ", ".join(state.ships[i].name for i in ships)
            blind = state.setting.blind and viewpoint != side
            number = f"{len(ships)} counter{'s' * (len(ships) != 1)}"
            words.append(f"{_THE[side]}: {own if viewpoint == side else 'unseen' if blind else number}")
        text = f"Battle in {battle.zone} (5.47). {news.sentence('; '.join(words))}."
        state = news.tell(state, viewpoint, KIND, text, "5.47", battle.zone)
    return state


def initiative(state: State, zone: str, number: int, found: Initiative) -> State:
    """The initiative of a round (7.2)."""
    figures = {"round": number, "total": found.total, **found.modifiers}
    dice = (found.die,) if found.die else ()
    fact = Happening(state.turn, f"initiative {found.side.value}", zone, figures=figures, dice=dice)
    text = f"Round {number}. Initiative: {thrown(found)} (7.2)."
    return news.tell_all(news.record(state, fact), KIND, text, "7.2", zone)


def sight(state: State, zone: str, before: int, now: int) -> State:
    """That one sees less far in this round than in the last, or farther, as a scenario may have it (7.27); else nothing."""
    if now == before:
        return state
    text = f"Sight is {now} hexes from now on; it was {before} (7.27)."
    return news.tell_all(state, KIND, text, "7.27", zone)


def surprised(state: State, zone: str, side: Side, hexes: int) -> State:
    """That the set-up of a side is shifted (7.28)."""
    text = f"Surprise: {_THE[side]} {_HAVE[side]} come up {hexes} hex{'es' * (hexes > 1)} nearer (7.28)."
    return news.tell_all(state, KIND, text, "7.28", zone)


def cast_off(state: State, zone: str, side: Side, tug: str, towed: str) -> State:
    """A tow is dropped (7.34): its owner's own business."""
    text = f"{state.ships[tug].name} casts off {state.ships[towed].name} (7.34)."
    return news.tell(state, side, KIND, text, "7.34", zone)


def left(
    state: State,
    zone: str,
    side: Side,
    gone: Mapping[str, Direction],
    before: Tactical,
    seen: Sequence[Direction],
) -> State:
    """Groups that left the board, and those that tried to in sight of the enemy (7.33).

    How counters that leave are grouped is nobody's business but their owner's: the others are told how many go over a side.
    """
    out: Counter[Direction] = Counter()
    for group_id, over in sorted(gone.items()):
        ships = before.groups[group_id].ships
        out[over] += len(ships)
        names = ", ".join(state.ships[i].name for i in ships)
        beyond = ground.open_sides(state, state.battles[zone].zone, side)[over]
        state = news.record(state, Happening(state.turn, f"left board {over}", beyond, ships=ships))
        text = f"{names} {'has' if len(ships) == 1 else 'have'} left the board over {over}, into {beyond} (7.33)."
        state = news.tell(state, side, KIND, text, "7.33", zone)
    for over in (d for d in SIDES if out[d] and not state.setting.blind):
        many = out[over] > 1
        text = (
            f"{out[over]} counter{'s' * many} of {_THE[side]} {'have' if many else 'has'} left the board over {over} (7.33)."
        )
        for viewpoint in (side.enemy.value, PUBLIC):
            state = news.tell(state, viewpoint, KIND, text, "7.33", zone)
    for over in (d for d in SIDES if d in seen):
        text = f"{news.sentence(_THE[side])} would leave over {over} in sight of the enemy: all ships are moved back (7.33)."
        state = news.tell_all(state, KIND, text, "7.33", zone)
    return state


def salvoes(before: State, state: State, zone: str, fired: Sequence[Salvo]) -> State:
    """A gunnery step in one line for each viewpoint, a sentence for each target; a fact for each salvo."""
    battle = before.battles[zone]
    board = ground.board_of(battle)
    at: dict[str, list[Salvo]] = {}
    for salvo in fired:
        at.setdefault(salvo.shot.target, []).append(salvo)
    if at:
        for viewpoint in news.VIEWPOINTS:
            said = [_fire(before, state, board, viewpoint, target, own) for target, own in at.items()]
            text = f"Step {board.step}, gunnery (H7.5). {' '.join(said)}"
            state = news.tell(state, viewpoint, KIND, text, "H7.5", zone)
    for salvo in fired:
        shot = salvo.shot
        figures = {"round": battle.round, "step": board.step, "range": shot.range}
        figures |= {"dice": len(salvo.pips), "hits": salvo.hits}
        pips = salvo.pips + tuple(p for pair in salvo.damage for p in pair)
        fact = Happening(state.turn, f"fire {shot.gun}", zone, ships=(shot.ship, shot.target), figures=figures, dice=pips)
        state = news.record(state, fact)
    return _sunk(before, state, zone)


def _fire(state: State, after: State, board: Tactical, viewpoint: str, target: str, fired: Sequence[Salvo]) -> str:
    """All fire at one target: "At Lion: Goeben P 126534 S 5112, Breslau T 11: 3+4 hull -1."; P, S, T as on ship cards."""
    said = []
    for ship, own in groupby(fired, key=lambda s: s.shot.ship):
        halved = " halved" if viewpoint == state.ships[ship].side and is_halved(fleet_of(state, ship), ship) else ""
        guns = " ".join(f"{_CLASS[s.shot.gun]} {_pips(s.pips)}" for s in own)
        said.append((name(board, viewpoint, state, ship), f"{halved} {guns}"))
    hits = [("+".join(map(str, pips)), did) for s in fired for pips, did in zip(s.damage, s.told, strict=True)]
    done = _effects(hits) if any(dice for dice, _ in hits) or not hits else words(state.ships[target], after.ships[target])
    return f"At {state.ships[target].name}: {_firers(said)}: {done}."


def _firers(said: Iterable[tuple[str, str]]) -> str:
    """Who fired what; of boats of a class that follow each other the class is said once: "German TB #1 T 4, #2 T 6"."""
    found, last = [], ""
    for who, what in said:
        family, sign, number = who.rpartition(" #")
        found.append(f"#{number}{what}" if sign and family == last else f"{who}{what}")
        last = family
    return ", ".join(found)


def _effects(hits: Sequence[tuple[str, str]]) -> str:
    """What hits did, dice and words; those that did the same after each other together: "1+3, 5+2 hull -2; 2 hits more"."""
    alike = ((did, [dice for dice, _ in same]) for did, same in groupby(hits, key=itemgetter(1)))
    return "; ".join(_more(dice) if did == TOO_LATE else f"{', '.join(dice)} {did}" for did, dice in alike) or "no hit"


def _more(dice: Sequence[str]) -> str:
    """Hits on what is sunk already: their dice change nothing."""
    return f"{len(dice)} hit{'s' * (len(dice) > 1)} more"


def _pips(pips: tuple[int, ...]) -> str:
    return "".join(map(str, pips)) or "none"


def runs(before: State, state: State, zone: str, fired: Sequence[Run]) -> State:
    """A torpedo step in one line for each viewpoint; a fact for each spread."""
    battle = before.battles[zone]
    board = ground.board_of(battle)
    at: dict[tuple[str, int], list[Run]] = {}
    for run in fired:
        at.setdefault((run.spread.target, run.needed), []).append(run)
    if at:
        for viewpoint in news.VIEWPOINTS:
            said = " ".join(_runs(before, state, board, viewpoint, t, needed, own) for (t, needed), own in at.items())
            text = f"Step {board.step}, torpedoes (H7.7). {said}"
            state = news.tell(state, viewpoint, KIND, text, "H7.7", zone)
    for run in fired:
        spread = run.spread
        figures = {"round": battle.round, "step": board.step, "range": spread.range}
        figures |= {"dice": len(run.pips), "hits": run.hits}
        ships = (spread.ship, spread.target)
        state = news.record(state, Happening(state.turn, "torpedoes", zone, (), ships, figures, run.pips + run.effects))
    return _sunk(before, state, zone)


def _runs(
    state: State, after: State, board: Tactical, viewpoint: str, target: str, needed: int, fired: Sequence[Run]
) -> str:
    """All torpedoes at one target: "At Lion, 5+ hits: Moltke 5, Rostock 2: effect 4 hull -2."."""
    said = _firers((name(board, viewpoint, state, run.spread.ship), f" {_pips(run.pips)}") for run in fired)
    hits = [
        (f"effect {die}" if die else "", did)
        for run in fired
        for die, did in zip(run.effects or (0,) * run.hits, run.told, strict=True)
    ]
    done = _effects(hits) if any(dice for dice, _ in hits) or not hits else words(state.ships[target], after.ships[target])
    return f"At {state.ships[target].name}, {needed}+ hits: {said}: {done}."


def _sunk(before: State, state: State, zone: str) -> State:
    for ship in before.ships.values():
        if state.ships[ship.id].sunk and not ship.sunk:
            led = f" {ship.leader} is lost with her (H16)." if ship.leader else ""
            state = news.tell_all(state, KIND, f"{ship.name} is sunk: {worth(state, ship)} points (H18).{led}", "H18", zone)
    return state


def ended(state: State, zone: str, why: str) -> State:
    """The battle is over, and why (7.36)."""
    battle = state.battles[zone]
    when = f"round {battle.round}, step {ground.board_of(battle).step}"
    return news.tell_all(state, KIND, f"The battle in {zone} is over: {why}; {when} (7.36).", "7.36", zone)


def none_left(side: Side) -> str:
    """That a side has no ship on the board, as a reason for the end."""
    return f"{_THE[side]} {_HAVE[side]} no ship left on the board"


def no_sight(range_: int, met: bool) -> str:
    """That nobody is in sight of an enemy, as a reason for the end: from so many hexes on nothing is seen (7.27, 7.36)."""
    sides = "the sides have lost sight of each other" if met else "the sides have not found each other"
    return f"{sides}, no enemies being within {range_} hexes"


def spent(rounds: int) -> str:
    """That the tables let no battle last longer, as a reason for the end."""
    return f"it has lasted {rounds} rounds, and none lasts longer"


def to_basic(state: State, zone: str) -> State:
    """Both sides have agreed on basic combat (H6)."""
    return news.tell_all(state, KIND, f"Both sides agree to basic combat in {zone} (H6).", "H6", zone)


def proposed(state: State, zone: str, side: Side, agreed: bool | None) -> State:
    """Basic combat is proposed (None), or declined."""
    verb = f"{'propose' if side is Side.CP else 'proposes'} basic combat"
    if agreed is False:
        verb = f"{'decline' if side is Side.CP else 'declines'} basic combat"
    return news.tell_all(state, KIND, f"{news.sentence(_THE[side])} {verb} in {zone} (H6).", "H6", zone)
