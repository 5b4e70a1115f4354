"""What a case script of the 1942 system says of its situation and of what must come of it, typed (docs/case-scripts.md).

Rules of this file: only shapes; `setup.py` makes a state of them, `player.py` carries the steps out, `expect.py` compares.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from room40_server.scenario_files import Raw

Count = Annotated[int, Meta(ge=0, le=9999)]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """The situation: upon a scenario, or upon the spaces that `links` names. Spaces, units and powers by name or key.

    `units`: space -> what stands there and nothing else: "2 infantry Germans, 1 transport Germans (1 tank)". `lands`:
    territory -> owner, value and words. `start_owners`: what had another owner when the turn began. `fields`, `setting`:
    overrides of a unit and of the rules' Setting.
    """

    links: str = ""
    lands: dict[str, str] = {}
    units: dict[str, str] = {}
    owners: dict[str, str] = {}
    turn: str = ""
    phase: str = "combat move"
    round: Annotated[int, Meta(ge=1, le=999)] = 1
    money: dict[str, Count] = {}
    canals: tuple[tuple[str, str, str], ...] = ()
    start_owners: dict[str, str] = {}
    damage: dict[str, Count] = {}
    purchases: dict[str, Count] = {}
    fields: dict[str, Raw] = {}
    setting: Raw = {}


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold. What is left out is not looked at.

    `inside`: all that stands in a space; `at`, `aboard`: unit -> space, ship ("": none); `gone`: units that are no more;
    `fights`: the zones with a sea battle to come, in the combat move; `fought`: the spaces of the battles in the order in
    which they began; `income`: what a power would collect; `told`, `untold`: texts in the log, or in none of its lines;
    `missing`: what the seat in turn is told of, before a commit; `landing`: of the plan, aircraft -> where it lands.
    """

    legal: bool | UnsetType = UNSET
    refused: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    power: str | UnsetType = UNSET
    round: int | UnsetType = UNSET
    result: str | UnsetType = UNSET
    inside: dict[str, tuple[str, ...]] = {}
    at: dict[str, str] = {}
    aboard: dict[str, str] = {}
    owners: dict[str, str] = {}
    income: dict[str, int] = {}
    money: dict[str, int] = {}
    damage: dict[str, int] | UnsetType = UNSET
    fights: tuple[str, ...] | UnsetType = UNSET
    battles: tuple[str, ...] | UnsetType = UNSET
    fought: tuple[str, ...] | UnsetType = UNSET
    gone: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    asked: dict[str, str] | UnsetType = UNSET
    retreats: tuple[str, ...] | UnsetType = UNSET
    missing: tuple[str, ...] | UnsetType = UNSET
    landing: dict[str, str] | UnsetType = UNSET
    dice: int | UnsetType = UNSET
