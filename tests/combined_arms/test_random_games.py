"""Whole games by players at random and by the computer: nothing breaks, nothing is lost or made but by a rule."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms.state import State, Unit
from room40_server.rules.game import Refused
from tests.combined_arms.checks import Watch, Wrong
from tests.combined_arms.games import Game, one
from tests.combined_arms.kit import game, give


@pytest.mark.clause("K1", "K1.2", "K2", "K5.10", "K7")
@pytest.mark.parametrize("seed", [1, 2, 3, pytest.param(range(4, 40), marks=pytest.mark.slow)])
def test_whole_games_go_wrong_in_nothing(seed: int | range) -> None:
    for each in seed if isinstance(seed, range) else [seed]:
        told = one("two-islands", each)
        assert told.fault == ""
        assert told.result
        assert told.refused > 5 < told.orders


@pytest.mark.slow
@pytest.mark.clause("K1.1")
def test_a_whole_game_on_the_map_of_the_world_goes_wrong_in_nothing() -> None:
    assert one("world-1942", 2).fault == ""


def test_the_game_of_a_seed_is_always_the_same() -> None:
    ends = []
    for _ in range(2):
        played = Game("two-islands", 5, views=False)
        played.play()
        ends.append(played.state)
    assert ends[0] == ends[1]


def war() -> State:
    return game(
        "5-6 6-isle home-isle 6-home",
        lands={"home": "Germans 9 capital", "isle": "British 4"},
        units={
            "home": "1 fighter Germans, 1 industrial-complex Germans",
            "isle": "1 infantry British",
            "6": "1 transport Germans (2 infantry)",
        },
        money={"Germans": 20},
        phase="purchase",
    )


SPOILT: dict[str, Callable[[State], State]] = {
    "costs {('germans', 'fighter'): 1}": lambda s: replace(s, units={i: u for i, u in s.units.items() if i != "fighter-1"}),
    "makes {'tank': 1}": lambda s: replace(s, units={**s.units, "tank-9": Unit("tank-9", "tank", "germans", "home")}),
    "was british's": lambda s: _changed(s, "infantry-1", owner="germans", space="home"),
    "of money": lambda s: replace(s, money={**s.money, "germans": 21}),
    "changes money by": lambda s: replace(s, money={**s.money, "germans": 19, "british": 1}),
    "is in isle aboard 'transport-1'": lambda s: _changed(s, "infantry-2", space="isle"),
    "is a ship in home": lambda s: _changed(s, "transport-1", space="home"),
    "hangs in the air": lambda s: _changed(s, "fighter-1", space="6"),
    "transport-1 carries": lambda s: _changed(s, "fighter-1", space="6", aboard="transport-1"),
    "is in home, which is germans's": lambda s: _changed(s, "infantry-1", space="home"),
    "nobody is asked": lambda s: replace(s, asked={}),
    "is shown something": lambda s: replace(s, conceded=("russians",)),
}


def _changed(state: State, unit_id: str, **fields: str) -> State:
    return replace(state, units={**state.units, unit_id: replace(state.units[unit_id], **fields)})


@pytest.mark.parametrize("says", SPOILT)
def test_what_must_never_be_is_seen(says: str) -> None:
    before = war()
    order = o.Buy({"infantry": 1})
    after = give(before, order)
    Watch(before).step(before, order, after)
    with pytest.raises(Wrong) as wrong:
        Watch(before).step(before, order, SPOILT[says](after))
    assert says in str(wrong.value)


@pytest.mark.parametrize(
    "why", [Refused("", "You cannot do that."), Refused("K2", "no"), Refused("K2", "You cannot\ndo that.")]
)
def test_a_refusal_without_clause_or_sentence_is_seen(why: Refused) -> None:
    with pytest.raises(Wrong):
        Watch(war()).refused(war(), o.Commit(), why)
