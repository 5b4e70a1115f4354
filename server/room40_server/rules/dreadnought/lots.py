"""Drawing lots with six-sided dice: which ship a mine or a shell finds (H11, H13, H15)."""

from collections.abc import Sequence
from typing import TypeVar

from room40_server.rules.dice import SIDES_OF_A_DIE, Dice

T = TypeVar("T")


def draw(dice: Dice, purpose: str, items: Sequence[T]) -> T:
    """One of the items, each as likely as the next; one alone throws no die.

    Of two to six it takes one die, split evenly from the first item on (of two: 1-3, 4-6) and thrown again where the
    pips do not divide; of more, two dice read as a number to base six, and so on.
    """
    faces, throws = 1, 0
    while faces < len(items):
        faces, throws = faces * SIDES_OF_A_DIE, throws + 1
    share = faces // len(items)
    while True:
        number = 0
        for _ in range(throws):
            number = number * SIDES_OF_A_DIE + dice.throw(purpose) - 1
        if number < share * len(items):
            return items[number // share]
