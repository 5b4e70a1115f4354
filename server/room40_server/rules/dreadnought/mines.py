"""Minefields on the edges between zones (H13).

What a field is to whom: its owner and whoever has struck or found it know it. A crossing without effect is told to nobody
(H21.33); one that strikes is told to the victim with all its dice, and to the owner that his field was struck, no more.
A sweeper that finds nothing is told the same whether or not there was anything to find.
"""

from msgspec.structs import replace

from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import Action
from room40.geometry.seachart import Zone, edge
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import lots, missions, submarines, towing, work
from room40_server.rules.dreadnought.news import record, score, tell
from room40_server.rules.dreadnought.setting import Kind
from room40_server.rules.dreadnought.state import (
    Fleet,
    Happening,
    Minefield,
    Ship,
    State,
    card,
    ships_of,
    with_item,
    without,
)


def cross(state: State, fleet_id: str, start: Zone, end: Zone, dice: Dice) -> State:
    """A fleet crosses an edge: every enemy field on it throws its die; the owner passes (H13)."""
    border = edge(start, end)
    for key in sorted(state.mines):
        fleet = state.fleets.get(fleet_id)
        field = state.mines[key]
        if fleet is None or not submarines.company(state, fleet):
            break
        if field.edge == border and field.side != fleet.side:
            state = _strike(state, key, fleet, end, dice)
    return state


def _strike(state: State, key: str, fleet: Fleet, zone: Zone, dice: Dice) -> State:
    table, field = state.setting.tables.mines, state.mines[key]
    die = dice.throw(f"mines {field.edge} {fleet.id}")
    hits = 2 if die >= table.two_ships_on else 1 if die >= table.one_ship_on else 0
    if not hits:
        return state
    told, worn, hurt = [], 0, []
    left = list(submarines.company(state, fleet))
    for number in range(1, min(hits, len(left)) + 1):
        target = lots.draw(dice, f"mine's victim {fleet.id}", left)
        left.remove(target)
        state, words = submarines.struck(state, target.id, dice)
        told.append(f"{target.name} is hit ({words})")
        hurt.append(target.id)
        worn += number == 2 or state.ships[target.id].sunk
    state = _weaken(state, key, worn, fleet.side)
    state = record(state, Happening(state.turn, "mined", zone, (fleet.id,), tuple(hurt), {"hits": len(hurt)}, (die,)))
    text = f"Fleet {fleet.number} runs on mines at the edge {field.edge}: die {die}, {' and '.join(told)} (H13)."
    state = tell(state, fleet.side, "mines", text, "H13", zone)
    return tell(state, field.side, "mines", f"Your field on {field.edge} has been struck (H13).", "H13", zone)


def _weaken(state: State, key: str, by: int, known_to: Side) -> State:
    """A field loses strength, at nought it is gone; the side that met it knows it (H13)."""
    field = state.mines[key]
    if field.strength <= by:
        return replace(state, mines=without(state.mines, key))
    known = field.known if known_to in field.known else (*field.known, known_to)
    return replace(state, mines=with_item(state.mines, key, replace(field, strength=field.strength - by, known=known)))


def lay(state: State) -> State:
    """Fleets that lay mines: in the fourth turn running in a zone beside the edge the field lies there (H13)."""
    for fleet in work.at(state, Action.LAY):
        towards = work.slot_now(state, fleet).towards
        reason = _cannot_lay(state, fleet, towards)
        if reason:
            state = tell(
                state, fleet.side, "mines", f"Fleet {fleet.number} lays no mines: {reason} (H13).", "H13", fleet.zone
            )
            continue
        border = edge(fleet.zone, towards)
        needed = state.setting.tables.mines.laying_turns
        state, turns = work.one_turn(state, fleet, f"lay {border}")
        if turns < needed:
            text = f"Fleet {fleet.number} lays mines on {border}: turn {turns} of {needed} (H13)."
            state = tell(state, fleet.side, "mines", text, "H13", fleet.zone)
        else:
            state = work.done(_laid(state, fleet, border), fleet)
    return state


def layers(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet that can lay mines: minelayers and those the scenario names, none with a tow (5.2, H11)."""
    tied = towing.busy(state, fleet)
    return tuple(s for s in ships_of(state, fleet) if s.id not in tied and missions.lays_mines(state, s))


def _cannot_lay(state: State, fleet: Fleet, towards: Zone) -> str:
    if fleet.mission not in (Mission.MINELAYING, Mission.RAIDING):
        return f"its mission is {fleet.mission}"
    if not layers(state, fleet):
        return "no ship of it can"
    if fleet.in_port:
        return "it lies in port"
    if not state.setting.chart.is_open(fleet.zone, towards, fleet.side):
        return f"no sea leads from {fleet.zone} to {towards}"
    return ""


def _laid(state: State, fleet: Fleet, border: str) -> State:
    """A new field; on an edge that has one of the same side the strengths add up. Points once an edge (H18)."""
    table, key = state.setting.tables, f"{border} {fleet.side}"
    old = next((k for k, m in state.mines.items() if m.edge == border and m.side == fleet.side), None)
    before = state.mines[old] if old else Minefield(border, fleet.side, 0, (fleet.side,))
    field = replace(before, strength=before.strength + table.mines.strength)
    state = replace(state, mines=with_item(state.mines, old or key, field))
    state = record(state, Happening(state.turn, "mines laid", fleet.zone, (fleet.id,), figures={"strength": field.strength}))
    reason = f"field {border}"
    if border in state.setting.fields_wanted and reason not in state.points.get(fleet.side, {}):
        state = score(state, fleet.side, reason, table.victory.field)
    return tell(state, fleet.side, "mines", f"Fleet {fleet.number} has laid a field on {border} (H13).", "H13", fleet.zone)


def sweepers(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet that can sweep: minesweepers and those the scenario names, none with a tow (5.2, H11)."""
    tied = towing.busy(state, fleet)
    able = (s for s in ships_of(state, fleet) if s.sweeps_mines or card(state, s).kind is Kind.MS)
    return tuple(s for s in able if s.id not in tied)


def sweep(state: State, dice: Dice) -> State:
    """Fleets on Minesweeping that sweep, by their slot or by lingering (H13, 5.2)."""
    for fleet in sorted(state.fleets.values(), key=lambda f: f.id):
        at_it = fleet.lingering or work.slot_now(state, fleet).action is Action.SWEEP
        if not at_it or not work.may_operate(state, fleet) or fleet.in_port:
            continue
        if fleet.mission is not Mission.MINESWEEPING or not sweepers(state, fleet):
            text = f"Fleet {fleet.number} sweeps nothing: that takes minesweepers on Minesweeping (H13)."
            state = tell(state, fleet.side, "mines", text, "H13", fleet.zone)
            continue
        near = [k for k in sorted(state.mines) if _lies_by(state.mines[k], fleet)]
        known = [k for k in near if fleet.side in state.mines[k].known]
        state = _clear(state, known[0], fleet, dice) if known else _find(state, near, fleet, dice)
    return state


def _lies_by(field: Minefield, fleet: Fleet) -> bool:
    return field.side != fleet.side and fleet.zone in field.edge.split("-")


def _find(state: State, near: list[str], fleet: Fleet, dice: Dice) -> State:
    """Each counter throws for each unknown field by its zone; nobody is told of dice that find nothing (H13)."""
    found = []
    for key in near:
        pips = [dice.throw(f"find mines {fleet.id}") for _ in sweepers(state, fleet)]
        if max(pips) >= state.setting.tables.mines.found_on:
            state = _weaken(state, key, 0, fleet.side)
            found.append(f"a field on {state.mines[key].edge}")
    text = f"Fleet {fleet.number} sweeps at {fleet.zone} and finds {' and '.join(found) or 'nothing'} (H13)."
    return tell(state, fleet.side, "mines", text, "H13", fleet.zone)


def _clear(state: State, key: str, fleet: Fleet, dice: Dice) -> State:
    """Each counter throws: 6 clears one strength, from the third turn 5; a 1 hits the sweeper (H13)."""
    table, field = state.setting.tables.mines, state.mines[key]
    turns = field.sweeping.get(fleet.id, 0) + 1
    state = replace(
        state, mines=with_item(state.mines, key, replace(field, sweeping=with_item(field.sweeping, fleet.id, turns)))
    )
    needed = table.cleared_on_later if turns >= table.later_from_turn else table.cleared_on
    told = []
    for ship in sweepers(state, fleet):
        if key not in state.mines:
            break
        die = dice.throw(f"clear mines {fleet.id}")
        words = f"{ship.name} {die}"
        if die >= needed:
            state = _weaken(state, key, 1, fleet.side)
            words += ", cleared" if key in state.mines else ", the last are cleared"
        elif die <= table.sweeper_hit_on:
            state, hurt = submarines.struck(state, ship.id, dice)
            words += f", hit ({hurt})"
        told.append(words)
    text = f"Fleet {fleet.number} sweeps the field on {field.edge}: {'; '.join(told)} (H13)."
    return tell(state, fleet.side, "mines", text, "H13", fleet.zone)
