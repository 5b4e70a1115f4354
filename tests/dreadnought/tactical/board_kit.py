"""Battles on the tactical board from case-like data.

state = at_sea({"CP-1": ["Goeben"], "EN-1": ["Dublin"]}, first="CP")            # both still to set up
state = on_board({"CP": {"-5,2": ["Goeben"]}, "EN": {"-1,0": ["Dublin"]}}, step=6, first="EN")
"""

from typing import Any

from msgspec.structs import replace

from room40.dreadnought.orders import Order, Side
from room40.geometry.hexgrid import Hex, parse_hex
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import turn
from room40_server.rules.dreadnought.state import Battle, State
from room40_server.rules.dreadnought.tactical import detection, ground, groups, set_up
from room40_server.rules.dreadnought.tactical.board import Stage, Tactical
from room40_server.rules.game import Refused
from tests.dreadnought import kit

ZONE = "D4"
"""Where battles are fought unless `zone` says otherwise."""


def hex_at(text: str) -> Hex:
    found = parse_hex(text)
    assert found is not None, text
    return found


def fleets_of(fleets: dict[str, Any]) -> dict[str, Any]:
    """Fleets in the zone of the battle: a list of ships, or a whole `kit.fleet`."""
    return {i: f if isinstance(f, dict) else kit.fleet("intercept", f, ZONE) for i, f in fleets.items()}


def at_sea(fleets: dict[str, Any], *, first: str = "CP", surprise: bool = False, **more: Any) -> State:
    """A battle about to be set up; `first` gets the initiative by the die."""
    setting = {"battles": "tactical", "fuel": False, **more.pop("setting", {})}
    zone = Zone(more.pop("zone", ZONE))
    made = fleets_of(fleets)
    state = kit.game(made, phase="battles", setting=setting, turn=more.pop("turn", 3), **more)
    sides = {s.value: tuple(i for i in made if i.startswith(s.value)) for s in Side}
    state = replace(state, battles={str(zone): Battle(zone, sides, surprise)})
    die = 1 if first == "CP" else 6
    return turn.advance(state, kit.dice(die))


def on_board(
    hexes: dict[str, dict[str, list[str]]],
    *,
    step: int = 2,
    first: str = "CP",
    fleets: dict[str, Any] | None = None,
    number: int = 1,
    **more: Any,
) -> State:
    """A battle in a step of its impulses, the ships where `hexes` says. All of a side are one fleet unless `fleets` says."""
    made = fleets or {f"{s}-1": [n for names in at.values() for n in names] for s, at in hexes.items()}
    state = at_sea(made, first=first, **more)
    zone = next(iter(state.battles))
    battle = replace(state.battles[zone], round=number)
    board = Tactical(stage=Stage.IMPULSES, entries=ground.board_of(battle).entries)
    for side in Side:
        places = {hex_at(h): tuple(kit.slug(n) for n in names) for h, names in hexes[side.value].items()}
        formed, numbered = groups.form(state, replace(battle, board=board), side, places)
        board = replace(board, groups={**board.groups, **formed}, numbered=numbered)
    state = ground.put(state, replace(battle, board=board))
    state = detection.look(state, zone, Tactical())
    state = ground.put(state, state.battles[zone], step=step)
    return turn.advance(replace(state, asked={}), kit.dice())


def ground_battle(state: State) -> Battle:
    return state.battles[ZONE]


def board(state: State) -> Tactical:
    return ground.board_of(state.battles[ZONE])


def say(state: State, seat: str, order: Order, *pips: int) -> State:
    """The state after an order and what follows."""
    return kit.GAME.submit(state, seat, order, kit.dice(*pips))


def fault(state: State, side: str, places: dict[str, list[str]]) -> str:
    """The clause by which a set-up is refused, "" if it is legal."""
    named = {hex_at(h): tuple(kit.slug(n) for n in names) for h, names in places.items()}
    found = set_up.fault(state, state.battles[ZONE], Side(side), named)
    return found.clause if found is not None else ""


def refusal(state: State, seat: str, order: Order) -> Refused:
    try:
        say(state, seat, order)
    except Refused as found:
        return found
    raise AssertionError("the order is not refused")


def at(state: State, ship: str) -> str:
    """The hex of a ship by name, "" if it is not on the board."""
    hex_ = ground.where(board(state)).get(kit.slug(ship))
    return str(hex_) if hex_ is not None else ""


def group(state: State, ship: str) -> str:
    """The group of a ship by name."""
    found = ground.group_of(board(state), kit.slug(ship))
    assert found is not None
    return found.id
