"""What ships on the tactical board may do to each other, as a player of the computer reckons it (H7.5, H7.7).

Rules of this file: of the enemy nothing is known but what the view shows; an unknown counter is taken for one like one's
own. All figures are victory points that a step of fire may hope to cost.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from room40.dreadnought.board_views import BattleShipView, BoardView
from room40.dreadnought.boardplay import SMALL_KINDS, dice_at, reaches, weapons
from room40.dreadnought.views import BattleView, ShipView, View
from room40.geometry.hexgrid import Hex, distance, parse_hex
from room40_server.bots.reading import CAPITAL, ship_strength

OLD = frozenset({"B", "CA", "CD"})
"""Kinds whose primaries are taken to reach two hexes; those of the others reach three."""
HEAVY = frozenset({"BB", "B", "BC", "CD"})
"""Kinds taken to have heavy armour; cruisers of the old kind light, all others none."""
BOXES = {
    "primary": {"heavy": 1.0, "light": 2.0, "none": 3.0},
    "secondary": {"heavy": 0.15, "light": 1.0, "none": 2.0},
    "tertiary": {"heavy": 0.0, "light": 0.0, "none": 1.0},
    "torpedoes": {"heavy": 1.9, "light": 1.9, "none": 1.9},
}
"""Boxes that a hit costs, by weapon and armour; in the mean for torpedoes."""
STRANGER = 6.0
"""The least strength that an unknown counter is taken for: somewhat more than a light cruiser's."""
TORPEDO_HITS = (1 / 3, 1 / 6)
"""The share of torpedoes that hit in the same hex, and at range 1."""


class Piece(Struct, frozen=True):
    """A ship, or an enemy counter, in a hex: what it has to fire, and what it is as a target.

    `arms`: weapon -> reach in hexes and dice. `up`: it lies face up, so it may be fired at now. `name`: ship or counter.
    """

    name: str
    hex: Hex
    kind: str
    hull: int
    worth: float
    strength: float
    arms: Mapping[str, tuple[int, int]]
    up: bool = False
    known: bool = True

    @property
    def armour(self) -> str:
        """What armour it is taken to have."""
        return "heavy" if self.kind in HEAVY else "light" if self.kind in CAPITAL else "none"


def hex_at(text: str) -> Hex:
    """A hex out of a view."""
    found = parse_hex(text)
    if found is None:
        raise ValueError(text)
    return found


def _worth(ship: ShipView | BattleShipView) -> float:
    return ship.hull + ship.primary + ship.secondary / 2


def own_pieces(view: View, board: BoardView) -> dict[str, Piece]:
    """The side's own ships on the board."""
    found = {}
    for group in board.groups.values():
        for ship_id in group.ships:
            ship = view.ships[ship_id]
            arms = weapons(board.arms.get(ship_id))
            found[ship_id] = Piece(ship_id, hex_at(group.hex), ship.kind, ship.hull, _worth(ship), ship_strength(ship), arms)
    return found


def enemy_pieces(view: View, battle: BattleView, board: BoardView, own: Iterable[Piece]) -> list[Piece]:
    """The enemy counters in view: those known as they are, the rest as the mean of one's own ships."""
    enemy = "EN" if view.seat == "CP" else "CP"
    stranger = _mean(tuple(own))
    found = []
    for where, stack in board.stacks.get(enemy, {}).items():
        for token in stack.counters:
            ship = battle.ships.get(board.known.get(token, ""))
            made = _of_ship(ship) if ship is not None else stranger
            found.append(_placed(made, token, hex_at(where), stack.up))
    return found


def _placed(piece: Piece, name: str, hex_: Hex, up: bool) -> Piece:
    return Piece(name, hex_, piece.kind, piece.hull, piece.worth, piece.strength, piece.arms, up, piece.known)


def _of_ship(ship: BattleShipView) -> Piece:
    guns = {
        "primary": (2 if ship.kind in OLD else 3, ship.primary),
        "secondary": (2, ship.secondary),
        "tertiary": (1, ship.tertiary),
        "torpedoes": (1, ship.torpedo_mounts),
    }
    arms = {gun: arm for gun, arm in guns.items() if arm[1]}
    return Piece("", Hex(0, 0), ship.kind, ship.hull, _worth(ship), ship_strength(ship), arms)


def _mean(own: tuple[Piece, ...]) -> Piece:
    """A counter of which nothing is known: like the mean of one's own."""
    number = max(1, len(own))
    arms: dict[str, tuple[int, int]] = {}
    for gun in ("primary", "secondary", "tertiary"):
        dice = sum(p.arms[gun][1] for p in own if gun in p.arms) / number
        reach = max((p.arms[gun][0] for p in own if gun in p.arms), default=0)
        if dice:
            arms[gun] = (reach, max(1, round(dice)))
    strength = max(STRANGER, sum(p.strength for p in own) / number)
    worth = max(1.0, sum(p.worth for p in own) / number)
    hull = max(1, round(sum(p.hull for p in own) / number))
    kind = "CA" if any(p.kind in CAPITAL for p in own) else "CL"
    return Piece("", Hex(0, 0), kind, hull, worth, strength, arms, known=False)


def hope(board: BoardView, firing: Piece, target: Piece, range_: int, torpedoes: bool = False) -> float:
    """What a step of one ship's fire at a target may cost the enemy, over so many hexes."""
    lost = 0.0
    for gun, (reach, dice) in firing.arms.items():
        if gun == "torpedoes" and not torpedoes:
            continue
        if not reaches(reach, range_, gun, target.kind, board.small_range):
            continue
        if gun == "torpedoes":
            lost += dice * TORPEDO_HITS[min(range_, 1)] * BOXES[gun][target.armour]
        else:
            boxes = 1.0 if target.kind in SMALL_KINDS else BOXES[gun][target.armour]
            lost += dice_at(dice, gun, target.kind, board.small_share) * (7 - board.hit_on) / 6 * boxes
    return min(1.0, lost / max(1, target.hull)) * target.worth


def best_hope(board: BoardView, firing: Piece, targets: Iterable[Piece], at: Hex, torpedoes: bool = False) -> float:
    """The most that a ship may hope for at any of these targets if it stands in a hex, those out of sight left out."""
    hopes = [
        hope(board, firing, target, range_, torpedoes)
        for target in targets
        if (range_ := distance(at, target.hex)) < board.detection
    ]
    return max(hopes, default=0.0)
