"""Games that the computer plays: every decision by a player from its seat's view alone."""

from collections.abc import Mapping

from msgspec import Struct

from room40.combined_arms.orders import Order
from room40_server import combined_arms_scenarios
from room40_server.bots.combined_arms.player import Bot
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import Refused
from tests.combined_arms.kit import GAME
from tests.combined_arms.random_player import RandomPlayer


class Played(Struct):
    """A game that is over. `refused`: what the computer was refused, and why."""

    state: State
    orders: list[tuple[str, Order]]
    refused: list[tuple[Order, str]]


def play(scenario: str, seed: int, players: Mapping[str, Bot | RandomPlayer] | None = None) -> Played:
    """A whole game; every seat that no player is given for is played by the computer."""
    state = combined_arms_scenarios.load(scenario)
    dice = SeededDice(bytes([seed]) * 32)
    seats = {seat: (players or {}).get(seat) or Bot(seed) for seat in state.setting.seats}
    game = Played(state, [], [])
    while game.state.phase is not Phase.OVER:
        seat = next(iter(game.state.asked))
        player = seats[seat]
        if isinstance(player, RandomPlayer):
            game.state = player.play(game.state, dice)
        else:
            decide(game, seat, player, dice)
    return game


def decide(game: Played, seat: str, bot: Bot, dice: SeededDice) -> None:
    """One decision, as a table would carry it out: the rest is dropped when an order is refused."""
    kind = game.state.asked[seat]
    orders = bot.decide(view(game.state, seat), seat)
    assert orders, f"the computer has no answer to {kind!r}"
    for order in orders:
        try:
            game.state = GAME.submit(game.state, seat, order, dice)
        except Refused as refused:
            game.refused.append((order, str(refused)))
            assert len(game.refused) < 50, game.refused[-3:]
            return
        game.orders.append((seat, order))
        if game.state.asked.get(seat) != kind:
            return
