"""The papers of the 1942 table: purchase, placement, battles, odds, the log, each a screen over pure drawing."""

from room40_client.tui.combined_arms.papers.battle import BattleScreen
from room40_client.tui.combined_arms.papers.log import LogScreen
from room40_client.tui.combined_arms.papers.odds import OddsScreen
from room40_client.tui.combined_arms.papers.placement import PlacementScreen
from room40_client.tui.combined_arms.papers.purchase import PurchaseScreen

__all__ = ["BattleScreen", "LogScreen", "OddsScreen", "PlacementScreen", "PurchaseScreen"]
