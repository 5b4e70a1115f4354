"""Groups: how they form, what they may do, merging and taking damaged ships out (7.3, 7.29, 7.35)."""

from collections.abc import Mapping

from room40.dreadnought.orders import Side
from room40.geometry.hexgrid import Hex
from room40_server.rules.dreadnought.damage import GUNS, part
from room40_server.rules.dreadnought.setting import CAPITAL, LIGHT, ShipClass, speed_rank
from room40_server.rules.dreadnought.state import Battle, Ship, State, card
from room40_server.rules.dreadnought.tactical import ground
from room40_server.rules.dreadnought.tactical.board import Group

CAPITAL_SHIPS, LIGHT_SHIPS, OTHERS = "capital", "light", "other"
"""The categories of ships that form groups (7.3, H2)."""


def category(built: ShipClass) -> str:
    """The category of a ship: capital, light or other."""
    return CAPITAL_SHIPS if built.kind in CAPITAL else LIGHT_SHIPS if built.kind in LIGHT else OTHERS


def new_id(numbered: Mapping[str, int], side: Side) -> tuple[str, dict[str, int]]:
    """The next group id of a side ("cg3"), and the count with it."""
    number = numbered.get(side.value, 0) + 1
    return f"{side.value[0].lower()}g{number}", {**numbered, side.value: number}


def form(
    state: State, battle: Battle, side: Side, places: Mapping[Hex, tuple[str, ...]]
) -> tuple[dict[str, Group], dict[str, int]]:
    """The groups of a side as it sets up: by hex, fleet and category, a tow with her tug (7.3, 7.29); and their number."""
    numbered = ground.board_of(battle).numbered
    formed: dict[str, Group] = {}
    home = {ship: i for i in battle.fleets[side] for ship in state.fleets[i].ships}
    for hex_ in sorted(places):
        kin: dict[tuple[str, str], list[str]] = {}
        for ship in places[hex_]:
            kin.setdefault((home[ship], _forms_with(state, ship)), []).append(ship)
        for (fleet, _), ships in sorted(kin.items()):
            group_id, numbered = new_id(numbered, side)
            formed[group_id] = Group(group_id, fleet, hex_, tuple(ships))
    return formed, numbered


def _forms_with(state: State, ship_id: str) -> str:
    """The category by which a ship is grouped: in tow, her tug's."""
    return category(card(state, state.ships[ground.tug_of(state, ship_id) or ship_id]))


def may_detach(state: State, ship: Ship) -> bool:
    """Whether a damaged ship may be taken out of its group (7.35).

    It has lost at least half its main guns (the highest class it was built with), or half its hull boxes, or any speed. A
    counter of boats has its boats for hull.
    """
    built = card(state, ship)
    main = next((gun for gun in GUNS if _built(built, gun)), "")
    if main and 2 * part(ship, main) <= _built(built, main):
        return True
    if built.boats > 1 and 2 * ship.boats <= built.boats:
        return True
    return 2 * ship.hull <= built.hull or speed_rank(ship.speed) < speed_rank(built.speed)


def _built(built: ShipClass, gun: str) -> int:
    return {"primary": built.primary, "secondary": built.secondary, "tertiary": built.tertiary}[gun]


def may_move(state: State, battle: Battle, group: Group) -> bool:
    """Whether a group may move in the impulse in hand: its side's, fast enough (7.31), with a tow only the last (7.34)."""
    board = ground.board_of(battle)
    step = ground.impulse(state, board)
    if step.do != "move" or ground.mover(battle, step) is not ground.side_of(group):
        return False
    if ground.has_tow(state, group) and board.step != last_move(state, step.who):
        return False
    return speed_rank(ground.group_speed(state, group)) >= speed_rank(step.slowest)


def last_move(state: State, who: str) -> int:
    """The last movement step of a round for the side with ("A") or without ("B") the initiative: 18 or 17 (7.34)."""
    impulses = ground.table(state).impulses
    return max(n for n, step in enumerate(impulses, 1) if step.do == "move" and step.who == who)
