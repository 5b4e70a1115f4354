"""Who fires at whom in basic combat: the rule of spreading (H6.8), and the umpire's spread for ships left without a word.

Rules of this file: "firers" and "targets" are ships that can fire and can be fired at over the round's range; whoever
lists them has seen to that.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from room40_server.rules.dice import SIDES_OF_A_DIE
from room40_server.rules.dreadnought import torpedoes
from room40_server.rules.dreadnought.damage import is_boats, worth
from room40_server.rules.dreadnought.gunnery import dice_of, guns_bearing, may_be_target
from room40_server.rules.dreadnought.state import Ship, State, card

_TORPEDO_BOXES = 2
"""What a torpedo is reckoned to cost a ship when the umpire weighs targets; no rule."""


def firers(state: State, ships: Iterable[Ship], range_: int) -> tuple[Ship, ...]:
    """The ships that have guns or torpedoes to fire over this range in this weather."""
    return tuple(s for s in ships if guns_bearing(state, s, range_) or torpedoes.can_fire(state, s, range_))


def targets(state: State, ships: Iterable[Ship], range_: int) -> tuple[Ship, ...]:
    """The ships at which guns may be aimed over this range (H7.5)."""
    table = state.setting.tables.gunnery
    return tuple(s for s in ships if not s.sunk and may_be_target(table, card(state, s), range_))


def can_spread(named: Mapping[str, str], firing: int, aims: Iterable[str], smaller: bool) -> bool:
    """Whether the targets named leave the rule within reach (H6.8).

    No ship is a target twice before every enemy has been one, in whatever order they were named; the smaller side need
    not spread. `firing`: how many ships fire, those not named among them.
    """
    counted = Counter(named.values())
    missing = sum(1 for aim in aims if not counted[aim])
    return smaller or max(counted.values(), default=0) < 2 or missing <= firing - len(named)


def spread(
    state: State, firing: Sequence[Ship], aims: Sequence[Ship], named: Mapping[str, str], smaller: bool, range_: int
) -> dict[str, str]:
    """A target for every firing ship: those named as far as the rule lets them, the others by the umpire (H6.8)."""
    if not aims:
        return {}
    known = {a.id for a in aims}
    fixed = {s.id: named[s.id] for s in firing if named.get(s.id) in known}
    chosen = dict(fixed)
    scales = _scales(state, firing, aims, range_)
    own = [s.id for s in firing if s.id not in fixed]
    for ship in sorted(own, key=lambda s: -sum(scales.hopes[s, a.id] for a in aims)):
        chosen[ship] = _best(scales, ship, chosen, smaller)
    if not smaller:
        _mend(scales, [*own, *fixed], chosen)
    return {s.id: chosen[s.id] for s in firing}


class _Scales(Struct, frozen=True):
    """What the umpire weighs: hull boxes that a ship may hope to cost a target, in sixths; each target's points and hull."""

    hopes: dict[tuple[str, str], int]
    points: dict[str, int]
    sixths: dict[str, int]


def _scales(state: State, firing: Sequence[Ship], aims: Sequence[Ship], range_: int) -> _Scales:
    return _Scales(
        {(s.id, a.id): _hope(state, s, a, range_) for s in firing for a in aims},
        {a.id: max(1, worth(state, a)) for a in aims},
        {a.id: SIDES_OF_A_DIE * a.hull for a in aims},
    )


def _mend(scales: _Scales, firing: Sequence[str], chosen: dict[str, str]) -> None:
    """Shift ships from enemies that are targets twice to those that are none, the umpire's own choices first."""
    for ship in firing:
        counted = Counter(chosen.values())
        if counted[chosen[ship]] > 1 and len(counted) < len(scales.points):
            others = {i: t for i, t in chosen.items() if i != ship}
            chosen[ship] = _best(scales, ship, others, False)


def _best(scales: _Scales, ship: str, chosen: Mapping[str, str], smaller: bool) -> str:
    counted = Counter(chosen.values())
    free = [a for a in scales.points if not counted[a]]
    among = free if free and not smaller else list(scales.points)
    return max(among, key=lambda a: (_gain(scales, ship, a, chosen), -counted[a]))


def _gain(scales: _Scales, ship: str, aim: str, chosen: Mapping[str, str]) -> int:
    """The victory points a ship may hope for from a target, in thousandths, after what others are to do to it."""
    others = sum(scales.hopes[i, aim] for i, target in chosen.items() if target == aim)
    counts = min(scales.hopes[ship, aim], max(0, scales.sixths[aim] - others))
    return 1000 * counts * scales.points[aim] // max(1, scales.sixths[aim])


def _hope(state: State, ship: Ship, aim: Ship, range_: int) -> int:
    """The hull boxes a ship may hope to cost a target, in sixths: as if every hit struck the hull."""
    table, built, hull = state.setting.tables.gunnery, card(state, ship), card(state, aim)
    hope = 0
    for gun in guns_bearing(state, ship, range_):
        boxes = 1 if is_boats(hull) else table.boxes[gun][hull.hull_armour]
        hope += dice_of(table, ship, built, gun, hull) * boxes
    if torpedoes.can_fire(state, ship, range_):
        hope += torpedoes.dice_of(ship) * (1 if is_boats(hull) else _TORPEDO_BOXES)
    return hope
