"""Bombardment of a port from the sea (H11, 11.1).

All fleets of a side that bombard one port in a turn do it together: the batteries reply first, then every ship that still
floats fires. A port's battery is six boxes; each primary hit on the port also takes a box of it, as primaries do against
its armour (H7.5), and a damaged battery throws its dice in proportion, rounded up. At night half of the dice of each
class are thrown, rounded down over all ships.
"""

from msgspec.structs import replace

from room40.dreadnought.sheet import Action
from room40_server.rules.dice import Dice, throw_many
from room40_server.rules.dreadnought import damage, inshore, lots, ports, raiders, work
from room40_server.rules.dreadnought.damage import Blow
from room40_server.rules.dreadnought.news import name_for, record, score, sentence, tell
from room40_server.rules.dreadnought.setting import Port
from room40_server.rules.dreadnought.state import Fleet, Happening, State, card, is_night, with_item
from room40_server.rules.game import PUBLIC


def step(state: State, dice: Dice) -> State:
    """Every bombardment of the turn, port by port (H11)."""
    for fleet in work.at(state, Action.BOMBARD):
        reason = inshore.bombards_not(state, fleet)
        if reason:
            text = f"Fleet {fleet.number} does not bombard: {reason} (H11)."
            state = tell(state, fleet.side, "bombardment", text, "H11", fleet.zone)
    for zone in sorted(state.setting.ports):
        fleets = [f for f in work.at(state, Action.BOMBARD) if f.zone == zone and not inshore.bombards_not(state, f)]
        if fleets:
            state = _bombard(state, state.setting.ports[zone], tuple(fleets), dice)
    return state


def _bombard(state: State, port: Port, fleets: tuple[Fleet, ...], dice: Dice) -> State:
    side = fleets[0].side
    for fleet in fleets:
        state = raiders.show(state, fleet.id, "5.2", "it bombards")
    state, reply, losses = _reply(state, port, fleets, dice)
    state, hits, thrown = _fire(state, port, fleets, dice)
    table = state.setting.tables.bombardment
    points = min(table.points_a_turn, hits // table.hits_per_point)
    if points:
        state = score(state, side, f"bombardment {port.zone}", points)
    ids = tuple(f.id for f in fleets)
    figures = {"hits": hits, "points": points}
    state = record(state, Happening(state.turn, "bombardment", port.zone, ids, figures=figures, dice=thrown))
    result = f"{_count(hits, 'hit')}, {_count(points, 'point')} (H11)."
    own = " and ".join(f"Fleet {f.number}" for f in fleets)
    text = f"{own} bombard{'' if len(fleets) > 1 else 's'} {port.name}: {reply}{losses} {_pips(thrown)}{result}"
    state = tell(state, side, "bombardment", text, "H11", port.zone)
    enemy = sentence(" and ".join(name_for(state, side.enemy, f.id) for f in fleets))
    text = f"{enemy}: {port.name} is bombarded: {reply} {result}"
    state = tell(state, side.enemy, "bombardment", text, "H11", port.zone)
    return tell(state, PUBLIC, "bombardment", f"{port.name} is bombarded: {result}", "H11", port.zone)


def battery_dice(state: State, port: Port) -> int:
    """The dice a port's batteries throw now: in proportion to the boxes left, rounded up (H11)."""
    table = state.setting.tables.bombardment
    built = (
        port.dice if port.dice is not None else table.major_dice if ports.is_major(state, port.zone) else table.minor_dice
    )
    left = state.batteries.get(port.zone, table.battery_boxes)
    return -(-built * left // table.battery_boxes)


def _reply(state: State, port: Port, fleets: tuple[Fleet, ...], dice: Dice) -> tuple[State, str, str]:
    """The batteries' fire: what all may know of it, and what it did to the ships."""
    table, gunnery = state.setting.tables.bombardment, state.setting.tables.gunnery
    major = ports.is_major(state, port.zone)
    gun, range_ = (table.major_class, gunnery.range_primary) if major else (table.minor_class, table.minor_range)
    pips = throw_many(dice, f"batteries {port.zone}", battery_dice(state, port))
    hits = sum(p >= gunnery.hit_on for p in pips)
    losses = ""
    for _ in range(hits):
        targets = [s for f in fleets for s in inshore.guns(state, state.fleets[f.id])]
        if not targets:
            break
        target = lots.draw(dice, f"batteries' target {port.zone}", targets)
        boats = damage.is_boats(card(state, target))
        roll = () if boats else throw_many(dice, f"damage {target.id}", 2)
        state, told = damage.strike(state, target.id, Blow(gun, roll, range_), dice)
        losses += f" {target.name}: {told}."
    return state, f"the batteries reply with {len(pips)} dice, {_count(hits, 'hit')};", losses


def _fire(state: State, port: Port, fleets: tuple[Fleet, ...], dice: Dice) -> tuple[State, int, tuple[int, ...]]:
    """The ships' fire at the port: hits, and all dice thrown (H11)."""
    table = state.setting.tables.bombardment
    share = 2 if is_night(state) else 1
    ships = [s for f in fleets for s in inshore.guns(state, state.fleets[f.id])]
    primary = throw_many(dice, f"bombard {port.zone} primary", sum(s.primary for s in ships) // share)
    secondary = throw_many(dice, f"bombard {port.zone} secondary", sum(s.secondary for s in ships) // share)
    main = sum(p >= table.primary_on for p in primary)
    lesser = sum(p >= table.secondary_on for p in secondary)
    boxes = state.setting.tables.gunnery.boxes
    worn = main * boxes["primary"][table.battery_armour] + lesser * boxes["secondary"][table.battery_armour]
    left = max(0, state.batteries.get(port.zone, table.battery_boxes) - worn)
    if worn:
        state = replace(state, batteries=with_item(state.batteries, port.zone, left))
    return state, main + lesser, primary + secondary


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number or 'no'} {what}s"


def _pips(thrown: tuple[int, ...]) -> str:
    return f"Dice {' '.join(map(str, thrown))}: " if thrown else ""
