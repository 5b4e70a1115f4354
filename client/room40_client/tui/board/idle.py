"""Steps in which a side can do nothing are answered by the client at once: nobody waits for a key that means nothing."""

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40_client.tui.board import aiming, manoeuvring, terms

Asked = tuple[int, str, int, int, str, str]
"""Which question it is: turn, zone, round, step, kind, fleet."""


def asked(view: View) -> Asked | None:
    """The question that this seat is asked on the board; None if none is."""
    found = terms.on_board(view)
    if found is None or view.ask.kind not in terms.KINDS:
        return None
    battle, board = found
    return view.turn, battle.zone, battle.round, board.step, view.ask.kind, view.ask.fleet


def answer(view: View) -> o.Order | None:
    """The empty answer where there is nothing to choose; None where there is (7.31, 7.33, H7.5, H7.7)."""
    found = terms.on_board(view)
    if found is None:
        return None
    battle, board = found
    kind = view.ask.kind
    if kind == "manoeuvre" and manoeuvring.idle(view, battle.zone, board):
        return o.Manoeuvre(battle.zone)
    if kind == "gunnery" and aiming.idle(view, battle, board, torpedoes=False):
        return o.FireGuns(battle.zone)
    if kind == "torpedoes" and aiming.idle(view, battle, board, torpedoes=True):
        return o.FireTorpedoes(battle.zone)
    if kind == "keep" and len(view.ask.choices) == 1:
        return o.Keep(battle.zone, view.ask.fleet, view.ask.choices[0])
    return None
