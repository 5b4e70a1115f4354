"""Any key at any time: no paper falls over, and whatever is ordered, the rules can read it."""

import random

import pytest

from room40_client.tui.combined_arms.papers import BattleScreen, LogScreen, OddsScreen, PlacementScreen, PurchaseScreen
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.turn import advance
from tests.client.combined_arms.papers_kit import Made, RulesWire, paper
from tests.client.combined_arms.test_papers_battle import SEA, TWO_SEAS, invasion
from tests.client.combined_arms.test_papers_others import bought
from tests.client.combined_arms.test_papers_purchase import shop
from tests.combined_arms.fights import fight
from tests.combined_arms.kit import game

KEYS = ["enter", "space", "up", "down", "left", "right", "tab", "plus", "minus", "backspace", "home", "end", "pageup"]
KEYS += [*"0123456789aAbcdehjklmoprstuwx", "f1", "question_mark", "pagedown", "escape"]

TABLES: list[tuple[Made, State]] = [
    (PurchaseScreen, shop(40, damage=2)),
    (PlacementScreen, bought(at_sea="3 fighter Germans", infantry=2, carrier=1, fighter=2)),
    (BattleScreen, invasion()),
    (BattleScreen, game("6-7", phase="combat", units=SEA)),
    (BattleScreen, game("6-7 7-8", phase="combat", units=TWO_SEAS)),
    (OddsScreen, invasion()),
    (LogScreen, fight("6-7", 1, 6, units={"6": "1 cruiser Germans, 1 destroyer British"})),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(TABLES)))
async def test_no_key_fells_a_paper(number: int) -> None:
    made, state = TABLES[number]
    chance = random.Random(number)
    wire = RulesWire(state, pips=tuple(chance.randint(1, 6) for _ in range(4000)), others=True)
    if not state.asked and state.battles:
        wire.show(advance(state, wire.dice))
    for _ in range(3):
        async with paper(made, wire, size=chance.choice([(80, 24), (120, 40), (40, 12)]), ascii=number % 2 == 0) as story:
            for _ in range(25):
                await story.pilot.press(chance.choice(KEYS))
                if number % 2 == 0:
                    assert all(ord(sign) < 127 for sign in story.text)
                assert "inside this program" not in story.text
            assert story.app.is_running
