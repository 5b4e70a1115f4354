"""The fixtures of `tests.server.house`, for every test in this folder."""

from tests.server.house import house, journal, lobby, made

__all__ = ["house", "journal", "lobby", "made"]
