"""What each viewpoint may see of a game."""

from msgspec import Struct

from room40_server.rules.combined_arms.state import State


def view(state: State, viewpoint: str) -> Struct:
    """What a seat, or the public, may see."""
    return state
