"""What a viewpoint of the 1942 system may see.

One `View` serves a seat and the public. Everything is a map by id or by running number, scalars, or a short list replaced
whole; there are no nulls, so two views differ by a merge patch. A fact stands here because somebody named it: what is not
a field cannot travel.
"""

from msgspec import Struct


class _Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """What all parts of a view share."""


class TypeView(_Seen, frozen=True):
    """A line of the unit table (K2). `domain`: "land", "sea", "air" or "fixed"; the numbers as in the scenario.

    `sold`: whether it can be bought.
    """

    name: str
    plural: str
    cost: int
    attack: int
    defence: int
    move: int
    domain: str
    traits: list[str]
    hits: int
    bombard: int
    decks: int
    supported: int
    sold: bool = True


class SpaceView(_Seen, frozen=True):
    """A territory or sea zone. `near`: the spaces it touches. `x`, `y`: where it is drawn, -1: nowhere in particular.

    `capital_of` and `original` are powers, "" for none: whose capital it is, whose it is by right (K5.9).
    """

    name: str
    water: bool
    value: int
    impassable: bool
    capital_of: str
    city: bool
    original: str
    near: list[str]
    x: int
    y: int


class CanalView(_Seen, frozen=True):
    """A canal between two zones, open to who has held all its shores since the turn began (K3.2)."""

    zones: list[str]
    shores: list[str]


class PowerView(_Seen, frozen=True):
    """A power: its alliance, its letter on the map, the seat that holds it."""

    name: str
    alliance: str
    letter: str
    seat: str


class SettingView(_Seen, frozen=True):
    """What never changes in a game. `order`: the powers in turn; `rounds`: the last round, 0: none (K1)."""

    name: str
    title: str
    briefing: str
    spaces: dict[str, SpaceView]
    canals: dict[str, CanalView]
    powers: dict[str, PowerView]
    order: list[str]
    types: dict[str, TypeView]
    cities_to_win: dict[str, int]
    rounds: int
    die_sides: int
    transport_infantry: int
    raid_limit: int
    allies_see: bool


class UnitView(_Seen, frozen=True):
    """A unit as the viewpoint knows it. `aboard`: the ship that carries it; `used`: movement spent this turn.

    `moved_in`: the phase in which it moved; `path`: its way in this phase; `came_from`: the space before the last;
    `duty`: of an aircraft, "battle", "raid" or "landing"; `assault`: the territory it is to land in. "" for none.
    """

    type: str
    owner: str
    space: str
    aboard: str
    damage: int
    used: int
    moved_in: str
    path: list[str]
    came_from: str
    loaded: bool
    unloaded: str
    fought: bool
    duty: str
    assault: str
    submerged: bool


class MoveView(_Seen, frozen=True):
    """A move of the unfinished phase (K1.2). `aboard`: land unit -> the ship it loads on, or leaves."""

    power: str
    units: list[str]
    path: list[str]
    duty: str
    aboard: dict[str, str]


class PlacementView(_Seen, frozen=True):
    """What is to appear in a space at the end of phase 5, and the fighters waiting there that land (K3.5, K7)."""

    units: dict[str, int]
    landing: list[str]


class PlanView(_Seen, frozen=True):
    """The unfinished phase of the power in turn; empty for those who may not see it.

    `purchases`: type -> number; `repairs`: space -> points; `moves`: by number; `engage`: zone -> whether to attack there;
    `placements`: by space; `placed`: complex -> units it brings forth. `landing`: aircraft in the air -> the territory or
    zone in which the landing plan lets it land, for those that can; `carriers`: the carriers that must move for that -> the
    zone to which (K3.4).
    """

    purchases: dict[str, int]
    repairs: dict[str, int]
    moves: dict[str, MoveView]
    engage: dict[str, bool]
    placements: dict[str, PlacementView]
    placed: dict[str, int]
    landing: dict[str, str] = {}
    carriers: dict[str, str] = {}


class RollView(_Seen, frozen=True):
    """Dice of a battle: whose ("attacker", "defender"), what for, at what number they hit, how they fell."""

    side: str
    what: str
    needs: int
    pips: list[int]


class BattleView(_Seen, frozen=True):
    """A battle, open to all (K5). `kind`: "raid", "sea" or "land"; `step`: what it has come to; `outcome`: "" until over.

    `marked`: casualties that stand aside. `hits`: side that takes them -> kind -> number. `rolls`: this round's.
    `powers`: side -> whose units it began with; `began`: side -> type -> number that it began with; `lost`: the same of what
    it has lost, with what they carried.
    """

    space: str
    kind: str
    attacker: str
    assault: bool
    hostile: bool
    round: int
    step: str
    attackers: list[str]
    defenders: list[str]
    marked: list[str]
    strikers: list[str]
    hits: dict[str, dict[str, int]]
    rolls: list[RollView]
    powers: dict[str, list[str]]
    began: dict[str, dict[str, int]]
    lost: dict[str, dict[str, int]]
    outcome: str


class AskView(_Seen, frozen=True):
    """What this seat owes now. `kind`: "purchase", "combat move", "choose battle", "casualties" and so on, "" for nothing.

    `battle`: the one it is about, "". `choices`: what may be named: units, or spaces to fight in or to retreat to. `number`:
    how many of them are due (casualties) or allowed (bombardment), 0: any. `suggestion`: the umpire's. `places`: of
    fighters without a deck, where each can land. `missing`: what stands in the way of the commit of a combat move, one
    sentence each. `moment`: what this question is called in orders, so that they answer no other.
    """

    kind: str
    clause: str
    battle: str
    choices: list[str]
    number: int
    suggestion: list[str]
    places: dict[str, list[str]]
    missing: list[str]
    moment: str = ""


class EventView(_Seen, frozen=True):
    """A line of the log. `space` is where to look, or ""."""

    round: int
    power: str
    phase: str
    clause: str
    space: str
    text: str


class View(_Seen, frozen=True):
    """All that a viewpoint knows.

    `seat`: a seat or "public". `power`: the one whose turn it is. `owners`: territory -> power, "" neutral; `held`: the
    same as it was when the turn began, by which canals, landings and new units are judged (K3.2, K3.6, K7). `damage`: of
    complexes by territory. `bought`: what the power in turn has paid for and not yet placed. `current`: the battle being
    fought, "". `waiting`: seat -> the kind of decision it owes. `result`: "" until the end.
    """

    seat: str
    setting: SettingView
    round: int
    power: str
    phase: str
    units: dict[str, UnitView]
    owners: dict[str, str]
    held: dict[str, str]
    money: dict[str, int]
    damage: dict[str, int]
    bought: dict[str, int]
    plan: PlanView
    battles: dict[str, BattleView]
    current: str
    ask: AskView
    waiting: dict[str, str]
    conceded: list[str]
    log: dict[str, EventView]
    result: str
