"""The papers of the 1942 table: purchase, placement, battles, odds, the log, each a screen over pure drawing.

The screens are imported when they are asked for: what is pure here serves without them, and without Textual.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from room40_client.tui.combined_arms.papers.battle import BattleScreen
    from room40_client.tui.combined_arms.papers.log import LogScreen
    from room40_client.tui.combined_arms.papers.odds import OddsScreen
    from room40_client.tui.combined_arms.papers.placement import PlacementScreen
    from room40_client.tui.combined_arms.papers.purchase import PurchaseScreen

__all__ = ["BattleScreen", "LogScreen", "OddsScreen", "PlacementScreen", "PurchaseScreen"]


def __getattr__(name: str) -> object:
    """A screen by its name."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{name.removesuffix('Screen').lower()}"), name)
