"""A side's fire in a gunnery or torpedo step: what may be fired at, with hopes of hits, and what shall be (H7.5)."""

from collections.abc import Iterable

from msgspec import Struct

from room40.dreadnought import boardplay
from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import Hex, distance
from room40_client.tui.board import terms
from room40_client.tui.board.terms import spot

UMPIRE, HOLD = "umpire", "hold"
"""What a gun may be told besides a target: to fire as the umpire thinks best, or not at all."""
TORPEDOES = "torpedoes"
GUNS = tuple(gun.value for gun in o.Gun)


class Chance(Struct, frozen=True):
    """What one weapon may do to one counter: range in hexes, dice, hits to be hoped for (0 for torpedoes: not reckoned)."""

    range: int
    dice: int
    hits: float


Weapon = tuple[str, str]
"""An own ship and a gun class, or torpedoes."""


class Aims:
    """The plan of fire. `torpedoes`: of a torpedo step, in which every mount is held until it is told otherwise."""

    def __init__(self, view: View, battle: BattleView, board: BoardView, torpedoes: bool = False) -> None:
        self.view = view
        self.battle = battle
        self.board = board
        self.torpedoes = torpedoes
        self.chances = _chances(view, battle, board, (TORPEDOES,) if torpedoes else GUNS)
        fired = [(at, ship, guns) for at, by in board.same.items() for ship, guns in by.items()]
        self._before = {(ship, gun): at for at, ship, guns in fired for gun in GUNS if gun[0] in guns}
        self.told: dict[Weapon, str] = {weapon: self._default(weapon) for weapon in self.chances}

    def _default(self, weapon: Weapon) -> str:
        if self.torpedoes:
            return HOLD
        same = self._before.get(weapon, "")
        return same if same in self.chances[weapon] else UMPIRE

    def ships(self) -> list[str]:
        """The own ships with something in reach, the heaviest first."""
        found = {ship for ship, _ in self.chances}
        return sorted(found, key=lambda s: (terms.kind_order(terms.kind_of(self.view, s)), s))

    def weapons(self, ship: str) -> list[Weapon]:
        """A ship's weapons that reach something."""
        return [weapon for weapon in self.chances if weapon[0] == ship]

    def targets(self, ship: str, gun: str = "") -> list[str]:
        """The counters in reach of a ship, or of one of her gun classes, the best first."""
        found = {c for w in self.weapons(ship) if gun in ("", w[1]) for c in self.chances[w]}
        return sorted(found, key=lambda c: (-self.hope(ship, c, gun), self.range(ship, c), c))

    def hope(self, ship: str, counter: str, gun: str = "") -> float:
        """The hits to be hoped for if all a ship's guns, or one class, fire at a counter."""
        weapons = [w for w in self.weapons(ship) if gun in ("", w[1])]
        return sum(self.chances[w][counter].hits for w in weapons if counter in self.chances[w])

    def range(self, ship: str, counter: str) -> int:
        """How far a counter is from a ship."""
        return next(self.chances[w][counter].range for w in self.weapons(ship) if counter in self.chances[w])

    def aim(self, ship: str, what: str, gun: str = "") -> bool:
        """Tell a ship's guns, or one class: a counter, `UMPIRE` or `HOLD`; whether any could be told so."""
        able = [w for w in self.weapons(ship) if gun in ("", w[1]) and (what in (UMPIRE, HOLD) or what in self.chances[w])]
        if self.torpedoes and what == UMPIRE:
            return False
        self.told.update(dict.fromkeys(able, what))
        return bool(able)

    def all_at(self, what: str) -> int:
        """Tell every ship that can; how many could."""
        return sum(self.aim(ship, what) for ship in self.ships())

    def said(self, ship: str) -> dict[str, str]:
        """What a ship's weapons are told, by gun class."""
        return {weapon[1]: self.told[weapon] for weapon in self.weapons(ship)}

    def total(self) -> dict[str, float]:
        """The hits hoped for by counter; fire left to the umpire does not count."""
        found: dict[str, float] = {}
        for weapon, what in self.told.items():
            if what in self.chances[weapon]:
                found[what] = found.get(what, 0.0) + self.chances[weapon][what].hits
        return found

    def order(self) -> o.FireGuns | o.FireTorpedoes:
        """The order that says it, in as few words as will do."""
        zone = self.battle.zone
        if self.torpedoes:
            return o.FireTorpedoes(zone, {w[0]: what for w, what in self.told.items() if what not in (UMPIRE, HOLD)})
        if HOLD in self.told.values():  # "as before" and "as you think best" would wake the guns that are to be silent
            fire = {w: self._best(w) if what == UMPIRE else what for w, what in self.told.items() if what != HOLD}
            shots = [self._aim(weapon, what) for weapon, what in fire.items()]
            return o.FireGuns(zone, tuple(shots))
        again = {w for w in self.told if self._default(w) == self.told[w] != UMPIRE}
        left = any(what == UMPIRE for what in self.told.values())
        if any(what == UMPIRE and self._default(w) != UMPIRE for w, what in self.told.items()):
            again = set()  # a gun is no more to fire as before
        shots = [self._aim(w, what) for w, what in self.told.items() if what != UMPIRE and w not in again]
        return o.FireGuns(zone, tuple(shots), same=bool(again), free=left)

    def _best(self, weapon: Weapon) -> str:
        able = self.chances[weapon]
        return min(able, key=lambda c: (-able[c].hits, able[c].range, c))

    @staticmethod
    def _aim(weapon: Weapon, target: str) -> o.Aim:
        return o.Aim(weapon[0], o.Gun(weapon[1]), target)


def idle(view: View, battle: BattleView, board: BoardView, torpedoes: bool) -> bool:
    """Whether no own weapon reaches anything that may be fired at."""
    return not _chances(view, battle, board, (TORPEDOES,) if torpedoes else GUNS)


def reach_of(board: BoardView, ships: Iterable[str]) -> dict[str, int]:
    """The furthest reach of each gun class of some ships."""
    found: dict[str, int] = {}
    for ship in ships:
        for gun, (reach, dice) in boardplay.weapons(board.arms.get(ship)).items():
            if dice and gun != TORPEDOES:
                found[gun] = max(found.get(gun, 0), reach)
    return found


def rings(board: BoardView, ships: Iterable[str], centre: Hex) -> dict[Hex, str]:
    """The hexes within reach of some ships in one hex, with the gun classes that reach them: "pst"."""
    reach = reach_of(board, ships)
    found: dict[Hex, str] = {}
    for hex_ in terms.geometry(board).hexes():
        letters = "".join(gun[0] for gun in GUNS if distance(hex_, centre) <= reach.get(gun, -1))
        if letters and hex_ != centre:
            found[hex_] = letters
    return found


def _chances(view: View, battle: BattleView, board: BoardView, guns: tuple[str, ...]) -> dict[Weapon, dict[str, Chance]]:
    """Every weapon that reaches something, with what it reaches: counters face up (7.27, H7.5, H7.7)."""
    enemy = "CP" if view.seat == "EN" else "EN"
    up = [(c, spot(key)) for key, stack in board.stacks.get(enemy, {}).items() if stack.up for c in stack.counters]
    found: dict[Weapon, dict[str, Chance]] = {}
    for group in board.groups.values():
        for ship in group.ships:
            for gun in guns:
                reach, dice = boardplay.weapons(board.arms.get(ship)).get(gun, (0, 0))
                if not dice:
                    continue
                near: dict[str, Chance] = {}
                for counter, hex_ in up:
                    target = battle.ships.get(board.known.get(counter, ""))
                    kind = target.kind if target else ""
                    range_ = distance(spot(group.hex), hex_)
                    if not boardplay.reaches(reach, range_, gun, kind, board.small_range):
                        continue
                    thrown = boardplay.dice_at(dice, gun, kind, board.small_share)
                    hits = 0.0 if gun == TORPEDOES else thrown * (7 - board.hit_on) / 6
                    near[counter] = Chance(range_, thrown, hits)
                if near:
                    found[(ship, gun)] = near
    return found
