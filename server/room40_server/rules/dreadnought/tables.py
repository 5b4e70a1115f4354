"""Every number of the 1914-18 system, typed. The values stand in `scenarios/dreadnought/tables.toml`.

A scenario may override any of them. The field names are the keys of that file; its comments say the clause.
"""

from msgspec import Struct


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the tables file."""


class Grade(_Table, frozen=True):
    """One grade of weather (H4.1): detection in hexes; what may fire, fly, and how fast small craft are."""

    name: str
    contact: int
    detection_day: int
    detection_night: int
    torpedoes: bool
    secondaries: bool
    tertiaries: bool
    small_craft_zones: int
    airships_fly: bool
    airships_find: bool
    airship_lost_on: int
    """A die of this or more loses an airship that is out; 7: never."""
    coaling: bool


class WeatherTable(_Table, frozen=True):
    """The weather die (H4.1)."""

    grades: tuple[Grade, ...]
    better_on: int
    worse_on: int
    worse_on_in_winter: int


class PlanningTable(_Table, frozen=True):
    """Slots and fleets (5.1, 5.2)."""

    slots_ahead: int
    port_turns_for_new_mission: int
    mixed_nationality_ships: int
    raiding_fleets: int
    raiding_ships: int
    raider_hidden_again_after: int
    fast_zones: int
    slow_zones: int


class ContactTable(_Table, frozen=True):
    """The contact die (5.4, 5.45, 5.46)."""

    day: int
    night: int
    surprise_on: int
    leader: int
    large_fleet: int
    large_fleet_over: int
    small_craft: int
    intercept: int
    raider: int
    airship: int


class PursuitTable(_Table, frozen=True):
    """The pursuit die (5.23)."""

    needed: int
    day: int
    faster: int
    turns: int


class InitiativeTable(_Table, frozen=True):
    """The initiative die (7.2, H16, H11): the Central Powers have it at `central_powers_up_to` or less."""

    central_powers_up_to: int
    leader: int
    nationality: int


class GunneryTable(_Table, frozen=True):
    """Gunnery (H7.5). `damage`: 2d6 -> what is hit; `boxes`: gun class -> armour -> boxes lost."""

    hit_on: int
    range_primary: int
    range_primary_old: int
    range_secondary: int
    range_tertiary: int
    elite_boxes_per_die: int
    small_craft_range: int
    small_craft_primary_share: int
    damage: dict[str, str]
    boxes: dict[str, dict[str, int]]
    heavy_secondary_range: int
    heavy_secondary_needs: int
    heavy_secondary_boxes: int
    critical: dict[str, str]
    magazine_on: int
    magazine_flash_prone_on: int
    magazine_else_primary: int


class TorpedoTable(_Table, frozen=True):
    """Torpedoes (H7.7). `effect`: die -> hull boxes and speed lost."""

    range: int
    hit_on: int
    hit_on_same_hex: int
    hit_on_dead_in_water: int
    effect_hull: dict[str, int]
    effect_speed: dict[str, int]


class BasicCombatTable(_Table, frozen=True):
    """Basic combat (H6). `long_battle_rounds`: from this many rounds on 7.38 applies."""

    day_rounds: int
    night_rounds: int
    long_battle_rounds: int
    first_range: int
    later_range: int
    close_range: int


class Impulse(_Table, frozen=True):
    """One of the twenty steps of a round (7.31): "initiative", "move", "gunnery" or "torpedoes".

    A movement step is of side `who`, "A" with the initiative or "B" without, and for groups of speed `slowest` or more.
    """

    do: str
    who: str = ""
    slowest: str = ""


class TacticalTable(_Table, frozen=True):
    """The tactical board (7.2, 7.3, H7.41). Distances in hexes; ships are counters (H9)."""

    radius: int
    centre_radius: int
    stack: int
    least_stack: int
    first_ships: int
    mixed_nationality_ships: int
    surprise_day: int
    surprise_night: int
    long_battle_rounds: int
    """A battle that reached this round is a long one (7.38)."""
    most_rounds: int
    """No battle is longer; 0: no limit."""
    impulses: tuple[Impulse, ...]


class BombardmentTable(_Table, frozen=True):
    """Bombardment of a port (H11)."""

    primary_on: int
    secondary_on: int
    hits_per_point: int
    points_a_turn: int
    minor_dice: int
    minor_class: str
    minor_range: int
    major_dice: int
    major_class: str
    battery_boxes: int
    battery_armour: str


class CargoTable(_Table, frozen=True):
    """Cargo (H11)."""

    loading_turns: int
    unloading_turns_port: int
    unloading_turns_beach: int
    merchant_points: int
    troopship_points: int


class FuelTable(_Table, frozen=True):
    """Fuel in twelfths of a unit (H12)."""

    twelfths: int
    stay: int
    one_zone: int
    two_zones: int
    towing_zone: int
    major_port_share: int
    """A major port fills capacity / this a turn, a minor port half of that."""
    collier_units: int
    collier_worst_weather: int


class MineTable(_Table, frozen=True):
    """Minefields (H13)."""

    strength: int
    laying_turns: int
    one_ship_on: int
    two_ships_on: int
    found_on: int
    cleared_on: int
    cleared_on_later: int
    later_from_turn: int
    sweeper_hit_on: int


class AirshipTable(_Table, frozen=True):
    """Airships (H14), in zones and turns."""

    range: int
    speed: int
    endurance: int
    shadows_on: int


class SubmarineTable(_Table, frozen=True):
    """Submarines (H15)."""

    attack_on: int
    attack_on_ace: int
    destroyers: int
    hit_on: int
    hit_on_ace: int
    sunk_on: int
    points: int


class MerchantTable(_Table, frozen=True):
    """Merchants (H10). `search_on`: traffic rating -> the die needed."""

    search_on: dict[str, int]
    two_ships: int
    points: int
    recovery_turns: int


class RepairTable(_Table, frozen=True):
    """Repair (H7.5)."""

    dead_in_water_on: int
    port_turns: int


class VictoryTable(_Table, frozen=True):
    """Points and grades of victory (H18)."""

    merchant: int
    troopship: int
    collier: int
    field: int
    cargo_merchant: int
    cargo_troopship: int
    leader: int
    decisive_times: float
    decisive_more: int
    marginal_times: float


class RatingsTable(_Table, frozen=True):
    """How a ship's ratings follow from her particulars (H2.1). Lists are "from so much on": value, in rising order.

    Gun weights are fractions as text, so that nothing is rounded on the way.
    """

    primary: tuple[tuple[float, str], ...]
    """Calibre in inches -> boxes a gun of the broadside; the first calibre is the smallest primary."""
    secondary: tuple[tuple[float, str], ...]
    tertiary: tuple[tuple[float, str], ...]
    armour: tuple[tuple[int, str], ...]
    """Belt in millimetres -> armour."""
    speeds: tuple[tuple[float, str], ...]
    """Knots -> speed."""
    hull: int
    tons_per_hull_box: int
    hull_of_kind: dict[str, int]
    """Kinds whose hull does not follow from their tons; for counters of boats, a boat."""
    miles_per_fuel_unit: int
    secondaries_per_point: int


class Tables(_Table, frozen=True):
    """All tables."""

    weather: WeatherTable
    planning: PlanningTable
    contact: ContactTable
    pursuit: PursuitTable
    initiative: InitiativeTable
    gunnery: GunneryTable
    torpedoes: TorpedoTable
    basic_combat: BasicCombatTable
    tactical: TacticalTable
    bombardment: BombardmentTable
    cargo: CargoTable
    fuel: FuelTable
    mines: MineTable
    airships: AirshipTable
    submarines: SubmarineTable
    merchants: MerchantTable
    repair: RepairTable
    victory: VictoryTable
    ratings: RatingsTable
