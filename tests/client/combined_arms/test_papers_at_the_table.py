"""From the map into a battle and back: told dice by dice, once, whether or not anything is asked."""

from room40.combined_arms import orders as o
from room40_client.tui.combined_arms.papers import BattleScreen, OddsScreen, PlacementScreen, PurchaseScreen, telling
from room40_client.tui.combined_arms.table import TableScreen
from room40_server.rules.combined_arms.state import State
from tests.client.combined_arms.tables import table, two_islands
from tests.combined_arms import kit


def sortie(*types: str) -> State:
    """Marran has sent units of these types from West Bay by the North Sea to East Bay; the move is not committed."""
    state = kit.give(two_islands(), o.Commit())
    units = [u.id for u in state.units.values() if u.space == "west-bay" and u.owner == "marran" and u.type in types]
    return kit.give(state, o.Move(tuple(units), ("west-bay", "north-sea", "east-bay")))


async def test_committing_the_move_opens_the_battle_without_telling_it_as_news() -> None:
    async with table(sortie("battleship", "submarine", "fighter"), bots=True) as story:
        await story.keys("c", "enter")
        await story.until("Battle in East Bay")
        assert isinstance(story.app.screen, BattleScreen)
        assert "lines to read" not in story.text
        await story.keys("escape")
        assert "the next dice" not in story.row("#asked")


async def test_a_battle_that_asks_nothing_is_told_all_the_same_and_only_once() -> None:
    state = sortie("submarine")
    alone = {i: u for i, u in state.units.items() if u.space != "east-bay" or u.owner == "marran" or u.type == "transport"}
    base = {i: u for i, u in state.base.items() if i in alone}
    state = type(state)(**{f: getattr(state, f) for f in state.__struct_fields__} | {"units": alone, "base": base})
    async with table(state, bots=True) as story:
        await story.keys("c", "enter")
        await story.until("Marran has won.")
        assert isinstance(story.app.screen, BattleScreen)
        await story.keys("enter")
        assert isinstance(story.app.screen, TableScreen)
        assert "lines to read" not in story.text


async def test_enter_opens_the_paper_of_what_is_asked() -> None:
    async with table(two_islands()) as story:
        await story.keys("enter")
        assert isinstance(story.app.screen, PurchaseScreen)
        await story.keys("2", "enter", "c", "enter")
        await story.keys("c", "enter")
        await story.keys("enter")
        assert isinstance(story.app.screen, PlacementScreen)
        await story.keys("a", "enter")
        assert isinstance(story.app.screen, TableScreen)


async def test_odds_open_at_the_space_under_the_cursor() -> None:
    async with table(sortie("battleship")) as story:
        await story.go("port tavik")
        await story.keys("o")
        assert isinstance(story.app.screen, OddsScreen)
        assert "Odds: Port Tavik" in story.text


async def test_what_was_told_in_a_battle_is_no_news_afterwards() -> None:
    async with table(sortie("battleship", "submarine", "fighter"), bots=True) as story:
        await story.keys("c", "enter")
        await story.until("Battle in East Bay")
        await story.keys("escape", "q")
        assert isinstance(story.app.screen, TableScreen)
        assert telling.told(story.table.desk) >= set(telling.phase(story.table.desk.view))
        assert story.table.news_step() is None
