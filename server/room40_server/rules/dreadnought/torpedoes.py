"""Torpedoes (H7.7)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from room40_server.rules.dice import Dice, throw_many
from room40_server.rules.dreadnought.damage import TOO_LATE, is_boats, lose_boats, lose_hull, lose_speed, settle, words
from room40_server.rules.dreadnought.setting import ShipClass
from room40_server.rules.dreadnought.state import Ship, State, card, grade, with_ship
from room40_server.rules.dreadnought.tables import TorpedoTable


class Spread(Struct, frozen=True):
    """One ship's torpedoes at one target, `range` hexes away (0: the same hex)."""

    ship: str
    target: str
    range: int


class Run(Struct, frozen=True):
    """What came of a spread: its dice, how many hit, and the effect dice with what each did, in order."""

    spread: Spread
    needed: int
    pips: tuple[int, ...]
    hits: int
    effects: tuple[int, ...] = ()
    told: tuple[str, ...] = ()


def dice_of(ship: Ship) -> int:
    """The dice a ship throws: one a mount that stands and has not fired since port (H7.7)."""
    return 0 if ship.sunk else min(ship.torpedo_mounts, ship.torpedoes)


def in_range(table: TorpedoTable, range_: int) -> bool:
    """Whether torpedoes reach so far (H7.7)."""
    return range_ <= table.range


def can_fire(state: State, ship: Ship, range_: int) -> bool:
    """Whether a ship has torpedoes to fire so far (H7.7): not in a seaway (H4.1), and not with a tow (H11)."""
    ready = bool(dice_of(ship)) and grade(state).torpedoes and in_range(state.setting.tables.torpedoes, range_)
    return ready and not ship.towing and not any(s.towing == ship.id for s in state.ships.values())


def needed(table: TorpedoTable, target: Ship, range_: int) -> int:
    """The die that hits (H7.7): easier in the same hex, and against a ship dead in the water."""
    best = table.hit_on_same_hex if range_ == 0 else table.hit_on
    return min(best, table.hit_on_dead_in_water) if target.speed == "0" else best


def reload(ship: Ship) -> Ship:
    """All mounts that stand are loaded again: in port (H7.7)."""
    return ship if ship.torpedoes == ship.torpedo_mounts else replace(ship, torpedoes=ship.torpedo_mounts)


def fire(state: State, spreads: Sequence[Spread], dice: Dice) -> tuple[State, tuple[Run, ...]]:
    """A torpedo step (H7.7): all dice to hit in the order given, then all effect dice, then all losses.

    Spreads of ships that cannot fire them throw nothing (`can_fire`).
    """
    table = state.setting.tables.torpedoes
    good = [s for s in spreads if can_fire(state, state.ships[s.ship], s.range)]
    thrown = []
    for spread in good:
        need = needed(table, state.ships[spread.target], spread.range)
        pips = throw_many(dice, f"torpedoes {spread.ship} {spread.target}", dice_of(state.ships[spread.ship]))
        thrown.append(Run(spread, need, pips, sum(p >= need for p in pips)))
    for spread in good:
        state = with_ship(state, replace(state.ships[spread.ship], torpedoes=0))
    rolled = [replace(run, effects=_effect_dice(state, run, dice)) for run in thrown]
    runs = []
    for run in rolled:
        told = []
        for die in run.effects or (0,) * run.hits:
            state, sentence = strike(state, run.spread.target, die)
            told.append(sentence)
        runs.append(replace(run, told=tuple(told)))
    return state, tuple(runs)


def _effect_dice(state: State, run: Run, dice: Dice) -> tuple[int, ...]:
    target = state.ships[run.spread.target]
    if is_boats(card(state, target)):
        return ()
    return throw_many(dice, f"torpedo effect {target.id}", run.hits)


def apply_effect(state: State, ship_id: str, die: int) -> State:
    """One torpedo (or mine) hit on a ship, by the effect die (H7.7); a counter of boats loses one whatever the die."""
    return strike(state, ship_id, die)[0]


def strike(state: State, ship_id: str, die: int) -> tuple[State, str]:
    """`apply_effect`, and what it did in words for the log. A ship already sunk takes no more."""
    ship = state.ships[ship_id]
    if ship.sunk:
        return state, TOO_LATE
    after = effect(state.setting.tables.torpedoes, ship, card(state, ship), die)
    return settle(state, after), words(ship, after)


def effect(table: TorpedoTable, ship: Ship, built: ShipClass, die: int) -> Ship:
    """What one torpedo does to a ship (H7.7); armour does not matter."""
    if is_boats(built):
        return lose_boats(ship, built)
    ship = lose_hull(ship, built, table.effect_hull[str(die)])
    return lose_speed(ship, table.effect_speed[str(die)]) if ship.hull else ship
