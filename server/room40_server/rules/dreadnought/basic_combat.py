"""Basic combat: the quick resolution of a battle, without a map (H6).

Rules of this file: `asks` says who owes a word before the battle can go on, `take_word` hears it, `go_on` fights one
round. The words of a round are secret until both are in; all else is seen by all. The ranges are H21.32's.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought.orders import Fight, Side, Stance
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import battle_news as told
from room40_server.rules.dreadnought import fuel, gunnery, initiative, targets, torpedoes
from room40_server.rules.dreadnought.setting import BOATS, speed_rank
from room40_server.rules.dreadnought.state import Battle, Ship, State, card, grade, is_night, ships_of, with_item
from room40_server.rules.game import Refused

Forces = Mapping[Side, tuple[Ship, ...]]


class Way(Struct, frozen=True):
    """What is done in a round (H6.3): the stance, the side that had its way ("": both wanted it), the throw if any."""

    stance: Stance
    side: str = ""
    thrown: initiative.Initiative | None = None


def forces(state: State, battle: Battle) -> dict[Side, tuple[Ship, ...]]:
    """The ships afloat of each side, by fleet."""
    return {
        side: tuple(s for i in battle.fleets.get(side, ()) if i in state.fleets for s in ships_of(state, state.fleets[i]))
        for side in Side
    }


def range_of(state: State, battle: Battle, stance: Stance) -> int:
    """The range of the round about to be fought, in hexes (H21.32, H6.2, H6.7)."""
    table = state.setting.tables.basic_combat
    if is_night(state) or (stance is Stance.CLOSE and battle.round > 1):
        return table.close_range
    return table.first_range if battle.round == 1 else table.later_range


def rounds_allowed(state: State) -> int:
    """How many rounds a battle has at most (H6.7)."""
    table = state.setting.tables.basic_combat
    return table.night_rounds if is_night(state) else table.day_rounds


def speed_in_battle(state: State, ship: Ship) -> str:
    """A ship's speed in this battle: small craft are slow in a seaway (H4.1), a ship out of fuel (H12) or in tow is `1s`.

    I: a tow counts as `1s`, for it moves only in the steps of all groups (7.34); towed, a ship dead in the water too, unless
    her tug is dead in the water herself.
    """
    if any(s.towing == ship.id and s.speed != "0" for s in state.ships.values()):
        return "1s"
    speed = min(ship.speed, "1s", key=speed_rank) if ship.towing else ship.speed
    rough = grade(state).small_craft_zones < state.setting.tables.planning.fast_zones
    if rough and card(state, ship).kind in BOATS:
        speed = min(speed, "1", key=speed_rank)
    if fuel.is_empty(state, ship):
        speed = min(speed, "1s", key=speed_rank)
    return speed


def slowest(state: State, ships: tuple[Ship, ...]) -> Ship:
    """The ship that sets the pace of a side (H6.3)."""
    return min(ships, key=lambda s: speed_rank(speed_in_battle(state, s)))


def can_hurt(state: State, ships: tuple[Ship, ...], range_: int) -> bool:
    """Whether any of these ships has something to fire over this range."""
    return bool(targets.firers(state, ships, range_))


def asks(state: State, zone: str) -> dict[str, str]:
    """The sides that owe a word before the next round: both, but in a round of no fire nobody (H6.3)."""
    battle = state.battles[zone]
    present = forces(state, battle)
    if battle.round == 1 and not _round_of_fire(state, present, range_of(state, battle, Stance.CONTINUE)):
        return {}
    return {side.value: "fight" for side in Side if side not in battle.words}


def _round_of_fire(state: State, present: Forces, range_: int) -> bool:
    return any(can_hurt(state, present[s], range_) and targets.targets(state, present[s.enemy], range_) for s in Side)


def take_word(state: State, side: Side, order: Fight) -> State:
    """Hear a side's word for the round (H6). Refuses ships that are not in the battle, and fire that is not spread."""
    battle = state.battles[order.zone]
    present = forces(state, battle)
    own, enemy = {s.id: s for s in present[side]}, {s.id: s for s in present[side.enemy]}
    range_ = range_of(state, battle, Stance.CLOSE)
    firing = [s.id for s in targets.firers(state, present[side], range_)]
    aims = [s.id for s in targets.targets(state, present[side.enemy], range_)]
    for ship, target in order.targets.items():
        if ship not in own:
            raise Refused("H6", f"No ship of yours afloat in this battle is {ship!r}.", ship)
        if target not in enemy:
            raise Refused("H6", f"No enemy afloat in this battle is {target!r}.", target)
        if ship not in firing:
            raise Refused("H6", f"{own[ship].name} has nothing to fire in this round.", own[ship].name)
        if target not in aims:
            raise Refused("H7.5", f"{enemy[target].name} is too small a target so far off.", enemy[target].name)
    if not targets.can_spread(order.targets, len(firing), aims, len(own) < len(enemy)):
        sentence = "No ship may be a target twice before every enemy has been one; your side is not the smaller."
        raise Refused("H6", sentence, order.zone)
    _check_behind(order, own)
    return _put(state, replace(battle, words=with_item(battle.words, side.value, order)))


def _check_behind(order: Fight, own: Mapping[str, Ship]) -> None:
    if order.behind and order.stance is not Stance.WITHDRAW:
        raise Refused("H6", "Ships are left behind only when their side withdraws.", order.zone)
    for ship in order.behind:
        if ship not in own:
            raise Refused("H6", f"No ship of yours afloat in this battle is {ship!r}.", ship)
    if order.behind and own.keys() <= set(order.behind):
        raise Refused("H6", "If every ship stays behind, nobody withdraws: continue or close instead.", order.zone)


def go_on(state: State, zone: str, dice: Dice) -> State:
    """Fight one round (H6), the words for it being in; says in the battle whether it is over."""
    battle = state.battles[zone]
    present = forces(state, battle)
    if not all(present.values()) or not _round_of_fire(state, present, state.setting.tables.basic_combat.close_range):
        return told.ended(_put(state, replace(battle, over=True)), zone, "neither side can do the other any harm")
    way = decide(state, battle, present, dice)
    if way.thrown is not None:
        battle = replace(battle, initiative=way.thrown.side.value)
    pace = {s: (ship.name, speed_in_battle(state, ship)) for s, ship in _pace(state, present, battle).items()}
    state = told.way(_put(state, battle), battle, way.stance, way.side, way.thrown, pace)
    if way.stance is not Stance.WITHDRAW:
        return _after(_exchange(state, zone, present, range_of(state, battle, way.stance), dice), zone)
    return _withdraw(state, zone, present, way.side, dice)


def decide(state: State, battle: Battle, present: Forces, dice: Dice) -> Way:
    """Whose will is done in this round (H6.3); the initiative is thrown for round 1, and later only to break a tie."""
    table = state.setting.tables.initiative
    if battle.round == 1:
        first = initiative.of_round(state.setting, 1, present[Side.CP], present[Side.EN], dice)
        return Way(Stance.CONTINUE, "", first)
    wish = {side: _stance(state, battle.words[side.value]) for side in Side}
    if wish[Side.CP] is wish[Side.EN]:
        return Way(wish[Side.CP])
    pace = {side: speed_rank(speed_in_battle(state, ship)) for side, ship in _pace(state, present, battle).items()}
    if pace[Side.CP] != pace[Side.EN]:
        faster = max(Side, key=lambda s: pace[s])
        return Way(wish[faster], faster.value)
    thrown = initiative.throw(table, present[Side.CP], present[Side.EN], dice)
    return Way(wish[thrown.side], thrown.side.value, thrown)


def _stance(state: State, word: Fight) -> Stance:
    """What a word means: by night there are only close rounds (H6.7)."""
    return Stance.CLOSE if is_night(state) and word.stance is Stance.CONTINUE else word.stance


def _pace(state: State, present: Forces, battle: Battle) -> dict[Side, Ship]:
    """Each side's slowest ship; I: those it means to leave behind on a withdrawal do not hold it back (H6.6)."""
    left = {s: battle.words[s.value].behind if s.value in battle.words else () for s in Side}
    return {s: slowest(state, tuple(x for x in present[s] if x.id not in left[s])) for s in Side}


def _withdraw(state: State, zone: str, present: Forces, side: str, dice: Dice) -> State:
    """A withdrawal succeeds (H6.6): over, but ships left behind by choice fight one more round alone."""
    battle = state.battles[zone]
    going = [s for s in Side if side in ("", s.value)]
    behind = {s: battle.words[s.value].behind for s in going}
    battle = replace(battle, withdrew=side or "both", behind=tuple(i for ids in behind.values() for i in ids))
    staying = {s: tuple(x for x in present[s] if s not in going or x.id in behind[s]) for s in Side}
    state = _put(state, battle)
    if all(staying.values()):
        stance = Stance.CONTINUE if not side else _stance(state, battle.words[Side(side).enemy.value])
        state = _exchange(state, zone, staying, range_of(state, battle, stance), dice)
    return told.ended(_put(state, replace(state.battles[zone], over=True)), zone, told.withdrawal(side))


def _exchange(state: State, zone: str, present: Forces, range_: int, dice: Dice) -> State:
    """One round of fire (H6.2, H6.4, H6.5): gunnery of both sides at once, then torpedoes if they reach."""
    battle = state.battles[zone]
    aims = {side: _aims(state, battle, present, side, range_) for side in Side}
    shots = [
        gunnery.Shot(ship.id, gun, aims[side][ship.id], range_)
        for side in Side
        for ship in present[side]
        if ship.id in aims[side]
        for gun in gunnery.guns_bearing(state, ship, range_)
    ]
    before = state
    state, salvoes = gunnery.fire(state, shots, dice)
    state = told.salvoes(before, state, zone, salvoes)
    afloat = {side: tuple(state.ships[s.id] for s in present[side] if not state.ships[s.id].sunk) for side in Side}
    spreads = []
    for side in Side:
        again = _aims(state, battle, afloat, side, range_)
        ready = (s for s in afloat[side] if s.id in again and torpedoes.can_fire(state, s, range_))
        spreads += [torpedoes.Spread(s.id, again[s.id], range_) for s in ready]
    before = state
    state, runs = torpedoes.fire(state, spreads, dice)
    state = told.runs(before, state, zone, runs)
    battle = replace(state.battles[zone], rounds_fought=battle.rounds_fought + 1)
    long = battle.rounds_fought >= state.setting.tables.basic_combat.long_battle_rounds
    return _put(state, replace(battle, long=long))


def _aims(state: State, battle: Battle, present: Forces, side: Side, range_: int) -> dict[str, str]:
    """Each firing ship's target in this round: as its owner named, the rest as the umpire spreads (H6.8)."""
    own, enemy = present[side], present[side.enemy]
    named = battle.words[side.value].targets if side.value in battle.words else {}
    firing, aims = targets.firers(state, own, range_), targets.targets(state, enemy, range_)
    return targets.spread(state, firing, aims, named, len(own) < len(enemy), range_)


def _after(state: State, zone: str) -> State:
    """After a round: over if a side is gone or the rounds are spent, else the next round with fresh words (H6.7)."""
    battle = state.battles[zone]
    present = forces(state, battle)
    for side in Side:
        if not present[side]:
            return told.ended(_put(state, replace(battle, over=True)), zone, told.destroyed(side))
    if battle.rounds_fought >= rounds_allowed(state):
        return told.ended(_put(state, replace(battle, over=True)), zone, "the time for it is spent")
    return _put(state, replace(battle, round=battle.round + 1, words={}))


def _put(state: State, battle: Battle) -> State:
    return replace(state, battles=with_item(state.battles, str(battle.zone), battle))
