"""A small game from case-like data, for tests of the rules of 1942.

    state = game(
        "6-7 7-8 germany-6 norway-6",
        lands={"germany": "Germans 10 capital", "norway": "British 3"},
        units={"6": "2 submarine Germans, 1 destroyer British", "germany": "3 infantry Germans"},
        turn="Germans",
    )

Spaces are what the links name; those in `lands` are territories, the rest sea zones. Words of a land: its owner or "-", its
value, then any of "capital", "city", "impassable", "by-right-of POWER". Units in brackets are aboard each of the ships
before them: "1 transport Germans (2 infantry)", "1 carrier British (1 fighter Americans)". Ids are type and number in
order of writing: "submarine-1", "infantry-3". The type names of the cases stand for ours.
"""

from typing import Any

from msgspec.structs import replace

from room40.combined_arms.orders import Order
from room40_server.cards import slug
from room40_server.cases.combined_arms import expect
from room40_server.cases.combined_arms.setup import POWERS, lay_out, opened, types
from room40_server.cases.combined_arms.shapes import Setup
from room40_server.rules.combined_arms.state import State, seat_of
from room40_server.rules.combined_arms.turn import CombinedArms
from room40_server.rules.dice import ScriptedDice
from room40_server.rules.game import Refused

__all__ = ["GAME", "POWERS", "dice", "game", "give", "inside", "refusal", "slug", "types"]
GAME = CombinedArms()


def game(
    links: str,
    *,
    lands: dict[str, str] | None = None,
    units: dict[str, str] | None = None,
    turn: str = "Germans",
    phase: str = "combat move",
    money: dict[str, int] | None = None,
    canals: tuple[tuple[str, str, str], ...] = (),
    start_owners: dict[str, str] | None = None,
    setting: dict[str, Any] | None = None,
    fields: dict[str, dict[str, Any]] | None = None,
    **more: Any,
) -> State:
    """A state in a phase of a power's turn, with the seat asked where the phase asks at once.

    `canals`: (name, "14-15", "egypt jordan"). `start_owners`: territories that had another owner when the turn began.
    `fields`: unit id -> fields that differ. In phase "combat" the units of the power in turn have done their combat move
    and the battles are built, not yet begun.
    """
    spec = Setup(
        links, lands or {}, units or {}, turn=turn, phase=phase, money=money or {}, canals=canals,
        start_owners=start_owners or {},
    )  # fmt: skip
    state = lay_out(spec, "", {}, "the test")
    forces = state.units | {i: replace(state.units[i], **changes) for i, changes in (fields or {}).items()}
    return opened(replace(state, units=forces, setting=replace(state.setting, **(setting or {})), **more), dice())


def dice(*pips: int) -> ScriptedDice:
    """Dice that fall so."""
    return ScriptedDice(pips)


def give(state: State, *orders: Order, by: str = "", pips: tuple[int, ...] = ()) -> State:
    """The state after orders of a seat: that of the power in turn unless said, and of whoever is asked in a battle."""
    thrown = dice(*pips)
    for order in orders:
        seat = slug(by) or (next(iter(state.asked)) if len(state.asked) == 1 else seat_of(state, state.power))
        state = GAME.submit(state, seat, order, thrown)
    return state


def refusal(state: State, order: Order, by: str = "") -> Refused:
    """Why an order is refused; it must be."""
    try:
        give(state, order, by=by)
    except Refused as refused:
        return refused
    raise AssertionError(f"not refused: {order}")


def inside(state: State, space: str) -> list[str]:
    """What is in a space, as texts: ["2 submarine Germans"], cargo among it."""
    return list(expect.inside(state, space))
