"""What hits do to a ship: boxes, speed, criticals, boats, and its loss (H7.5, H9, H16).

Rules of this file: functions of a `Ship` say what becomes of that ship alone; functions of a `State` also settle what
follows for others when it sinks. Every way of losing a ship ends in `sink`.
"""

from msgspec import Struct
from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import news
from room40_server.rules.dreadnought.setting import BOATS, Kind, ShipClass
from room40_server.rules.dreadnought.state import Happening, Phase, Ship, State, card, with_ship, with_ships

GUNS = ("primary", "secondary", "tertiary")
"""The gun classes, highest first (H2)."""

TOO_LATE = "already sunk"
"""What the log says of a hit on a ship that sank by an earlier one of the same step."""
_SLOWER = {"2+": "2", "2": "1", "1+": "1", "1": "1s", "1s": "0", "0": "0"}
_PASSES_TO = {"primary": "secondary", "secondary": "hull", "tertiary": "hull", "torpedo": "hull"}
_NAMES = {"primary": "primary", "secondary": "secondary", "tertiary": "tertiary", "torpedo": "torpedo mounts"}


class Blow(Struct, frozen=True):
    """One hit to be worked off: the gun class that hit, the pips of the damage dice, and the range in hexes.

    `pips` is empty for a counter of boats, which has no damage roll (H9). `heavy`: the guns are secondaries of 8 to 9.4
    inch (H21.31).
    """

    gun: str
    pips: tuple[int, ...] = ()
    range: int = 0
    heavy: bool = False


class Critical(Struct, frozen=True):
    """A line of the critical table: its name for the log, and the boxes and speed it costs by part."""

    name: str
    losses: tuple[tuple[str, int], ...]


def part(ship: Ship, name: str) -> int:
    """The boxes that stand of "primary", "secondary", "tertiary", "torpedo" or "hull"."""
    return {
        "primary": ship.primary,
        "secondary": ship.secondary,
        "tertiary": ship.tertiary,
        "torpedo": ship.torpedo_mounts,
        "hull": ship.hull,
    }[name]


def armour(built: ShipClass, name: str) -> str:
    """What armours a part: tertiary guns and torpedo mounts have none (H21.31)."""
    known = {"hull": built.hull_armour, "primary": built.primary_armour, "secondary": built.secondary_armour}
    return known.get(name) or "none"


def is_boats(built: ShipClass) -> bool:
    """Whether a card is a counter of destroyers or torpedo boats, which loses boats and not boxes (H9)."""
    return built.kind in BOATS


def lose_speed(ship: Ship, steps: int = 1) -> Ship:
    """Slower by so many steps, down to dead in the water (H7.5)."""
    speed = ship.speed
    for _ in range(steps):
        speed = _SLOWER[speed]
    return replace(ship, speed=speed)


def lose_hull(ship: Ship, built: ShipClass, boxes: int) -> Ship:
    """Fewer hull boxes; half of them gone costs one speed, once, if she still floats (H7.5)."""
    ship = replace(ship, hull=max(0, ship.hull - boxes))
    if ship.hull and not ship.halved and 2 * ship.hull <= built.hull:
        return replace(lose_speed(ship), halved=True)
    return ship


def lose_boxes(ship: Ship, built: ShipClass, name: str, boxes: int) -> Ship:
    """Fewer boxes of one part; those it has not are lost with the rest (H21.32)."""
    if name == "hull":
        return lose_hull(ship, built, boxes)
    left = max(0, part(ship, name) - boxes)
    if name == "primary":
        return replace(ship, primary=left)
    if name == "secondary":
        return replace(ship, secondary=left)
    if name == "tertiary":
        return replace(ship, tertiary=left)
    return replace(ship, torpedo_mounts=left, torpedoes=min(ship.torpedoes, left))


def boxes_of(box: int, left: int, start: int) -> int:
    """The boxes of a counter with `left` of its `start` boats: rounded, at least one if it was built with any (H9)."""
    return max(1, (2 * box * left + start) // (2 * start)) if box else 0


def lose_boats(ship: Ship, built: ShipClass, boats: int = 1) -> Ship:
    """Fewer boats, and the boxes that go with them; no speed is lost, for the boats left are whole (H9)."""
    left = max(0, ship.boats - boats)
    if not left:
        return replace(ship, boats=0, hull=0)
    mounts = min(ship.torpedo_mounts, boxes_of(built.torpedo_mounts, left, built.boats))
    return replace(
        ship,
        boats=left,
        hull=boxes_of(built.hull, left, built.boats),
        primary=boxes_of(built.primary, left, built.boats),
        secondary=boxes_of(built.secondary, left, built.boats),
        tertiary=boxes_of(built.tertiary, left, built.boats),
        torpedo_mounts=mounts,
        torpedoes=min(ship.torpedoes, mounts),
    )


def worth(state: State, ship: Ship) -> int:
    """The victory points for sinking her (H18): her card's, or for a card without any those of her trade."""
    built, table = card(state, ship), state.setting.tables.victory
    trade = {Kind.MERCHANT: table.merchant, Kind.TROOPSHIP: table.troopship, Kind.COLLIER: table.collier}
    return built.points or {**trade, Kind.TANKER: table.collier}.get(built.kind, 0)


def sink(state: State, ship_id: str) -> State:
    """The ship is lost: points to the enemy (H18), her leader goes down with her (H16), a tow parts (H11).

    Lost in a battle she is seen to go; elsewhere, to a mine, a submarine or a battery, the enemy does not learn of it, and
    the points go by another name. Her fleet keeps its counter until `losses.strike_off`, for the fire of the same step
    still counts (H7.5).
    """
    ship = state.ships[ship_id]
    if ship.sunk:
        return state
    enemy = ship.side.enemy
    state = with_ship(state, replace(ship, hull=0, sunk=True, leader="", towing=""))
    state = with_ships(state, (replace(s, towing="") for s in state.ships.values() if s.towing == ship_id))
    lost, leader = ("sunk", "leader") if state.phase is Phase.BATTLES else ("gone", "gone-leader")
    state = news.score(state, enemy, f"{lost} {ship_id}", worth(state, ship))
    if ship.leader:
        state = news.score(state, enemy, f"{leader} {ship_id}", state.setting.tables.victory.leader)
    return news.record(state, Happening(state.turn, "sunk", ships=(ship_id,)))


def settle(state: State, ship: Ship) -> State:
    """Put a damaged ship into the state; without hull she sinks."""
    state = with_ship(state, ship)
    return state if ship.hull else sink(state, ship.id)


def hit(
    state: State, ship_id: str, gun: str, pips: tuple[int, int], dice: Dice, range_: int = 0, heavy: bool = False
) -> State:
    """One hit of a gun class with its damage dice worked off (H7.5); `strike` without the words for the log."""
    return strike(state, ship_id, Blow(gun, pips, range_, heavy), dice)[0]


def strike(state: State, ship_id: str, blow: Blow, dice: Dice) -> tuple[State, str]:
    """Work one hit off on a ship (H7.5); also what it did, for the log ("hull -1; critical 5, boilers: speed 2 to 1").

    Dice: only for a critical, a magazine, and heavy secondaries against heavy armour. A ship already sunk takes no more.
    """
    ship, built = state.ships[ship_id], card(state, state.ships[ship_id])
    if ship.sunk:
        return state, TOO_LATE
    if is_boats(built):
        after = lose_boats(ship, built)
        return settle(state, after), words(ship, after)
    named, *more = state.setting.tables.gunnery.damage[str(sum(blow.pips))].split()
    hurt, boxes, die = _lost(state, ship, built, named, blow, dice)
    after = lose_boxes(ship, built, hurt, boxes)
    if boxes and after.hull and "speed" in more:
        after = lose_speed(after)
    told = [(words(ship, after) if boxes else "the armour holds") + (f" (die {die})" if die else "")]
    if boxes and after.hull and "critical" in more:
        after, sentence = critical(state, after, built, dice)
        told.append(sentence)
    return settle(state, after), "; ".join(told)


def _lost(state: State, ship: Ship, built: ShipClass, named: str, blow: Blow, dice: Dice) -> tuple[str, int, int]:
    """The part a hit ends in after passing on what is gone, the boxes it loses, and the die of the 8 inch rule or 0."""
    while named != "hull" and not part(ship, named):
        named = _PASSES_TO[named]
    table = state.setting.tables.gunnery
    mail = armour(built, named)
    if blow.heavy and blow.gun == "secondary" and mail == "heavy" and blow.range <= table.heavy_secondary_range:
        die = dice.throw(f"heavy secondaries {ship.id}")
        return named, table.heavy_secondary_boxes if die >= table.heavy_secondary_needs else 0, die
    return named, table.boxes[blow.gun][mail], 0


def read_critical(line: str) -> Critical:
    """A line of the critical table, "boilers: speed 1 hull 1"."""
    name, _, rest = line.partition(":")
    tokens = rest.split()
    return Critical(name, tuple((what, int(count)) for what, count in zip(tokens[::2], tokens[1::2], strict=True)))


def critical(state: State, ship: Ship, built: ShipClass, dice: Dice) -> tuple[Ship, str]:
    """A critical hit (H7.5): one die, a second for a magazine."""
    table = state.setting.tables.gunnery
    die = dice.throw(f"critical {ship.id}")
    line = read_critical(table.critical[str(die)])
    after, tail = ship, ""
    if line.name == "magazine":
        second = dice.throw(f"magazine {ship.id}")
        needed = table.magazine_flash_prone_on if "flash_prone" in built.flags else table.magazine_on
        tail = f" die {second}"
        if second >= needed:
            return replace(ship, hull=0), f"critical {die}, magazine{tail}: she blows up"
        after = lose_boxes(after, built, "primary", table.magazine_else_primary)
    for what, count in line.losses:
        if what == "speed":
            after = lose_speed(after, count)
        else:
            after = lose_boxes(after, built, highest(after) if what == "highest" else what, count)
    return after, f"critical {die}, {line.name}{tail}: {words(ship, after)}"


def highest(ship: Ship) -> str:
    """The highest gun class that still has boxes; primary if none has."""
    return next((gun for gun in GUNS if part(ship, gun)), "primary")


def words(before: Ship, after: Ship) -> str:
    """What a ship lost between two states of her, for the log: "hull -2, primary -1, speed 2 to 1"."""
    told = []
    if after.boats != before.boats:
        gone = before.boats - after.boats
        told.append(f"{gone} boat{'s' * (gone > 1)} lost, {after.boats} left")
    else:
        lost = {"hull": before.hull - after.hull}
        lost |= {said: part(before, name) - part(after, name) for name, said in _NAMES.items()}
        told += [f"{name} -{count}" for name, count in lost.items() if count]
    if after.speed != before.speed:
        told.append(f"speed {before.speed} to {after.speed}" if after.speed != "0" else "dead in the water")
    if before.hull and not after.hull:
        told.append("she sinks" if after.boats else "the last of them")
    return ", ".join(told) or "no loss"
