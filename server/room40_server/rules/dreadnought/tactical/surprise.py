"""Surprise: the side with initiative sets up nearer the middle, one hex by day and two by night (7.28, H21.14)."""

from collections.abc import Collection, Iterator, Mapping
from itertools import product

from room40.geometry.hexgrid import OUTWARD, SIDES, STEPS, Hex, add
from room40.geometry.seachart import Direction
from room40_server.rules.dreadnought.state import Battle, State, is_night
from room40_server.rules.dreadnought.tactical import ground

Steps = tuple[str, ...]


def hexes_nearer(state: State, battle: Battle) -> int:
    """How many hexes nearer the middle the side with initiative sets up (7.28): none without surprise."""
    numbers = ground.table(state)
    if not battle.surprise:
        return 0
    return numbers.surprise_night if is_night(state) else numbers.surprise_day


def inward(side: Direction) -> tuple[str, str]:
    """The two steps that lead inwards from a side: those that lead outwards over the opposite one (H21.14)."""
    return OUTWARD[SIDES[(SIDES.index(side) + 3) % 6]]


def ways(side: Direction, nearer: int) -> Iterator[Steps]:
    """Every choice of inward steps, one for each hex nearer."""
    return product(inward(side), repeat=nearer)


def advance(hex_: Hex, steps: Steps, enemy: Collection[Hex]) -> Hex:
    """Where a hex of the ring ends: a step that would land on the enemy stops adjacent (H21.14)."""
    for step in steps:
        there = add(hex_, STEPS[step])
        if there in enemy:
            break
        hex_ = there
    return hex_


def bases(places: Collection[Hex], steps: Steps, enemy: Collection[Hex]) -> Iterator[Mapping[Hex, Hex]]:
    """The set-ups before the steps that end in these hexes: final hex -> the hex it came from."""
    options = []
    for hex_ in places:
        found = []
        for made in range(len(steps), -1, -1):
            back = hex_
            for step in reversed(steps[:made]):
                back = add(back, STEPS[step], -1)
            if advance(back, steps, enemy) == hex_ and back not in found:
                found.append(back)
        options.append(found)
    for choice in product(*options):
        if len(set(choice)) == len(choice):
            yield dict(zip(places, choice, strict=True))
