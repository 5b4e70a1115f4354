"""What a viewpoint may see, built by naming it."""

from room40.dreadnought.views import View
from room40_server.rules.dreadnought.state import State


def view(state: State, viewpoint: str) -> View:
    """The view of a seat or of the public."""
    raise KeyError(viewpoint)
