"""Submarines (H15). Their places, their orders and the attacks that come to nothing are known to nobody but the owner.

A die that does not bring the submarine to an attack is told to nobody, not to its owner either: it would tell him of a
fleet. In weather that keeps torpedoes in their tubes (H4.1) a submarine does not attack.
"""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import damage, lots, presence, torpedoes
from room40_server.rules.dreadnought.news import name_for, record, score, sentence, tell
from room40_server.rules.dreadnought.setting import BOATS
from room40_server.rules.dreadnought.state import Fleet, Happening, Ship, State, Submarine, card, grade, ships_of, with_item
from room40_server.rules.game import Refused


def dive(state: State, side: Side, order: o.Dive, dice: Dice) -> State:
    """Write a submarine's zone of this turn: a neighbour, or none to stay (H15)."""
    submarine = state.submarines.get(order.submarine)
    if submarine is None or submarine.side != side or submarine.sunk:
        raise Refused("H15", f"You have no submarine {order.submarine!r}.", order.submarine)
    zone = order.zone or ""
    chart = state.setting.chart
    if order.zone and order.zone != submarine.zone:
        target = next((z for z in chart.neighbours(submarine.zone).values() if z == order.zone), None)
        if target is None:
            raise Refused("5.1", f"{order.zone} does not touch {submarine.zone}.", submarine.id)
        if not chart.is_open(submarine.zone, target, side):
            raise Refused("5.0", f"There is no way through from {submarine.zone} to {target}.", submarine.id)
    return _put(state, replace(submarine, order="" if zone == submarine.zone else zone))


def move(state: State) -> State:
    """At the start of movement every submarine enters the zone it was ordered to (H15)."""
    chart = state.setting.chart
    for submarine in sorted(state.submarines.values(), key=lambda s: s.id):
        if submarine.order and not submarine.sunk:
            target = next(z for z in chart.neighbours(submarine.zone).values() if z == submarine.order)
            state = _put(state, replace(submarine, zone=target, order=""))
    return state


def company(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships that pass as one: the fleet's and its escorts' in the same zone (5.2 Escort)."""
    return tuple(s for f in presence.company(state, fleet) for s in ships_of(state, f))


def attack(state: State, fleet_id: str, zone: str, dice: Dice) -> State:
    """Every enemy submarine in a zone that the fleet entered or stayed in may attack it (H15)."""
    for key in sorted(state.submarines):
        submarine, fleet = state.submarines[key], state.fleets.get(fleet_id)
        if fleet is None or not company(state, fleet):
            break
        if submarine.side == fleet.side or submarine.zone != zone or submarine.sunk or not grade(state).torpedoes:
            continue
        state = _attack(state, submarine, fleet, dice)
    return state


def _attack(state: State, submarine: Submarine, fleet: Fleet, dice: Dice) -> State:
    table = state.setting.tables.submarines
    die = dice.throw(f"submarine {submarine.id} {fleet.id}")
    modifier = table.destroyers if _destroyers(state, fleet) else 0
    if die + modifier < (table.attack_on_ace if submarine.ace else table.attack_on):
        return state
    spread = dice.throw(f"submarine torpedo {submarine.id}")
    hit = spread >= (table.hit_on_ace if submarine.ace else table.hit_on)
    state = record(
        state,
        Happening(state.turn, "submarine attack", submarine.zone, (fleet.id,), (submarine.id,), {"hit": hit}, (die, spread)),
    )
    enemy = sentence(name_for(state, submarine.side, fleet.id))
    to_victim = f"A submarine attacks {name_for(state, fleet.side, fleet.id)}: die {spread}, "
    to_owner = f"{submarine.name} attacks at {submarine.zone}. {enemy}: die {spread}, "
    if hit:
        target = lots.draw(dice, f"submarine's target {fleet.id}", company(state, fleet))
        state, hurt = struck(state, target.id, dice)
        to_victim += f"{target.name} is hit ({hurt})"
        to_owner += "a ship is hit"
    else:
        to_victim, to_owner = to_victim + "no hit", to_owner + "no hit"
    state = tell(state, fleet.side, "submarine", f"{to_victim} (H15).", "H15", submarine.zone)
    state = tell(state, submarine.side, "submarine", f"{to_owner} (H15).", "H15", submarine.zone)
    return _hunt(state, submarine, fleet, dice)


def struck(state: State, ship_id: str, dice: Dice) -> tuple[State, str]:
    """A torpedo or a mine finds a ship: the effect die and what it did in words; a counter of boats throws none (H7.7)."""
    if damage.is_boats(card(state, state.ships[ship_id])):
        return torpedoes.strike(state, ship_id, 0)
    die = dice.throw(f"torpedo effect {ship_id}")
    state, told = torpedoes.strike(state, ship_id, die)
    return state, f"effect {die}, {told}"


def _hunt(state: State, submarine: Submarine, fleet: Fleet, dice: Dice) -> State:
    """Destroyers and torpedo boats still afloat with the fleet look for the submarine (H15)."""
    if not _destroyers(state, fleet):
        return state
    table = state.setting.tables.submarines
    die = dice.throw(f"hunt {submarine.id}")
    sunk = die >= table.sunk_on
    words = "sink the submarine" if sunk else "do not find the submarine"
    state = tell(state, fleet.side, "submarine", f"The destroyers {words}: die {die} (H15).", "H15", submarine.zone)
    if not sunk:
        return state
    state = _put(state, replace(submarine, sunk=True, order=""))
    state = score(state, fleet.side, f"submarine {submarine.id}", table.points)
    state = record(state, Happening(state.turn, "submarine sunk", submarine.zone, (fleet.id,), (submarine.id,), {}, (die,)))
    text = f"{submarine.name} is sunk by destroyers at {submarine.zone} (H15)."
    return tell(state, submarine.side, "submarine", text, "H15", submarine.zone)


def _destroyers(state: State, fleet: Fleet) -> bool:
    """Whether destroyers or torpedo boats are with the fleet; a destroyer leader is none (H21.22)."""
    return any(card(state, s).kind in BOATS for s in company(state, fleet))


def _put(state: State, submarine: Submarine) -> State:
    return replace(state, submarines=with_item(state.submarines, submarine.id, submarine))
