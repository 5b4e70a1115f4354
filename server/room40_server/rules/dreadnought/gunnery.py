"""Gunnery: who may fire at whom, with how many dice, and a step of fire (H7.5, 5.2 Bombardment).

Rules of this file: ranges and targets are arguments, so basic combat and a tactical board use the same functions. In a
step all dice to hit are thrown in the order of the shots, then all damage dice, and only then is anything lost: a ship
sunk in the step has fired.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought.orders import Mission
from room40_server.rules.dice import Dice, throw_many
from room40_server.rules.dreadnought.damage import GUNS, Blow, is_boats, part, strike
from room40_server.rules.dreadnought.setting import Kind, ShipClass
from room40_server.rules.dreadnought.state import Fleet, Ship, State, card, fleet_of, grade, with_fleet
from room40_server.rules.dreadnought.tables import Grade, GunneryTable
from room40_server.rules.game import Refused

SMALL_TARGETS = frozenset({Kind.DL, Kind.DD, Kind.TB})
"""Hard to hit: only from near, and with few of the big guns (H7.5)."""


class Shot(Struct, frozen=True):
    """A gun class of a ship at one target, `range` hexes away. `gun`: "primary", "secondary", "tertiary"."""

    ship: str
    gun: str
    target: str
    range: int


class Salvo(Struct, frozen=True):
    """What came of a shot: the dice to hit, how many hit, the damage dice of each, and what each did in words."""

    shot: Shot
    pips: tuple[int, ...]
    hits: int
    damage: tuple[tuple[int, ...], ...] = ()
    told: tuple[str, ...] = ()


def reach(table: GunneryTable, built: ShipClass, gun: str) -> int:
    """How many hexes a gun class of a card reaches (H7.5)."""
    if gun == "primary":
        return built.primary_range or table.range_primary
    return table.range_secondary if gun == "secondary" else table.range_tertiary


def allows(weather: Grade, gun: str) -> bool:
    """Whether the weather lets a gun class fire (H4.1)."""
    return {"primary": True, "secondary": weather.secondaries, "tertiary": weather.tertiaries}[gun]


def guns_bearing(state: State, ship: Ship, range_: int) -> tuple[str, ...]:
    """The gun classes of a ship that can fire so far, in this weather, with the boxes that stand."""
    built, table = card(state, ship), state.setting.tables.gunnery
    if ship.sunk:
        return ()
    return tuple(g for g in GUNS if part(ship, g) and allows(grade(state), g) and range_ <= reach(table, built, g))


def may_be_target(table: GunneryTable, built: ShipClass, range_: int) -> bool:
    """Whether guns may be aimed at a ship of this card from so far: at small craft only from near (H7.5)."""
    return built.kind not in SMALL_TARGETS or range_ <= table.small_craft_range


def elite(table: GunneryTable, ship: Ship, built: ShipClass, gun: str) -> int:
    """The dice that elite gunners add: by primary boxes standing, by secondaries in a ship built without (H7.5, H21.31)."""
    counts = "primary" if built.primary else "secondary"
    return part(ship, gun) // table.elite_boxes_per_die if "elite_gunnery" in built.flags and gun == counts else 0


def dice_of(table: GunneryTable, ship: Ship, built: ShipClass, gun: str, target: ShipClass, halved: bool = False) -> int:
    """The dice a gun class throws (H7.5): one a box; primaries a third at small craft, at least one; halved last (5.2)."""
    number = part(ship, gun)
    if not number:
        return 0
    number += elite(table, ship, built, gun)
    if gun == "primary" and target.kind in SMALL_TARGETS:
        number = max(1, number // table.small_craft_primary_share)
    return number // 2 if halved else number


def is_halved(fleet: Fleet | None, ship_id: str) -> bool:
    """Whether a ship's gunnery is halved in this step: on Bombardment, and not yet fired in this battle (5.2).

    I: counted ship by ship. `begin` starts the count anew for a battle; `fire` keeps it.
    """
    return fleet is not None and fleet.mission is Mission.BOMBARDMENT and ship_id not in fleet.halved_fire_done


def begin(state: State, fleets: Iterable[str]) -> State:
    """A new battle of these fleets: the first step of fire is still to come for all their ships (5.2 Bombardment)."""
    for fleet_id in fleets:
        if state.fleets[fleet_id].halved_fire_done:
            state = with_fleet(state, replace(state.fleets[fleet_id], halved_fire_done=()))
    return state


def shot_fault(state: State, shot: Shot, seen: bool = True) -> Refused | None:
    """Why a shot may not be fired (H7.5, 7.27), or None. `seen`: the target is in sight and face up."""
    ship, target = state.ships[shot.ship], state.ships[shot.target]
    table = state.setting.tables.gunnery
    if ship.sunk or not part(ship, shot.gun):
        return Refused("H7.5", f"{ship.name} has no {shot.gun} guns left to fire.", ship.name)
    if target.sunk:
        return Refused("H7.5", f"{target.name} is sunk already.", target.name)
    if not allows(grade(state), shot.gun):
        return Refused("H4.1", f"In a {grade(state).name} the {shot.gun} guns cannot be worked.", ship.name)
    if not seen:
        return Refused("7.27", f"{target.name} is not seen well enough to be fired at.", target.name)
    if shot.range > reach(table, card(state, ship), shot.gun):
        return Refused("H7.5", f"{target.name} is out of reach of the {shot.gun} guns of {ship.name}.", target.name)
    if not may_be_target(table, card(state, target), shot.range):
        return Refused("H7.5", f"{target.name} is too small a target so far off.", target.name)
    return None


def divided_fire(state: State, shots: Sequence[Shot]) -> Refused | None:
    """Each gun class of a ship picks one target (H7.5): the refusal if one is named for two, else None."""
    named: set[tuple[str, str]] = set()
    for shot in shots:
        if (shot.ship, shot.gun) in named:
            name = state.ships[shot.ship].name
            return Refused("H7.5", f"The {shot.gun} guns of {name} fire at one target in a step.", name)
        named.add((shot.ship, shot.gun))
    return None


def shot_dice(state: State, shot: Shot) -> int:
    """The dice of a shot as things stand, the halving of 5.2 included."""
    ship, target = state.ships[shot.ship], state.ships[shot.target]
    halved = is_halved(fleet_of(state, shot.ship), shot.ship)
    return dice_of(state.setting.tables.gunnery, ship, card(state, ship), shot.gun, card(state, target), halved)


def fire(state: State, shots: Sequence[Shot], dice: Dice) -> tuple[State, tuple[Salvo, ...]]:
    """A gunnery step (H7.5) of legal shots. Dice: those to hit, shot by shot; two for each hit; then as losses ask."""
    hit_on = state.setting.tables.gunnery.hit_on
    salvoes = []
    for shot in shots:
        pips = throw_many(dice, f"{shot.gun} {shot.ship} {shot.target}", shot_dice(state, shot))
        salvoes.append(Salvo(shot, pips, sum(p >= hit_on for p in pips)))
    state = _has_fired(state, shots)
    salvoes = [replace(s, damage=damage_dice(state, s.shot.target, s.hits, dice)) for s in salvoes]
    done = []
    for salvo in salvoes:
        told = []
        for pips in salvo.damage:
            state, sentence = strike(state, salvo.shot.target, blow(state, salvo.shot, pips), dice)
            told.append(sentence)
        done.append(replace(salvo, told=tuple(told)))
    return state, tuple(done)


def damage_dice(state: State, target: str, hits: int, dice: Dice) -> tuple[tuple[int, ...], ...]:
    """Two dice for each hit on a ship; none, but a place for each hit, on a counter of boats (H7.5, H9)."""
    if is_boats(card(state, state.ships[target])):
        return ((),) * hits
    return tuple(throw_many(dice, f"damage {target}", 2) for _ in range(hits))


def blow(state: State, shot: Shot, pips: tuple[int, ...]) -> Blow:
    """A hit of a shot, to be worked off with its damage dice."""
    heavy = "heavy_secondary" in card(state, state.ships[shot.ship]).flags
    return Blow(shot.gun, pips, shot.range, heavy and shot.gun == "secondary")


def _has_fired(state: State, shots: Sequence[Shot]) -> State:
    for ship_id in dict.fromkeys(s.ship for s in shots):
        fleet = fleet_of(state, ship_id)
        if fleet is not None and is_halved(fleet, ship_id):
            state = with_fleet(state, replace(fleet, halved_fire_done=(*fleet.halved_fire_done, ship_id)))
    return state
