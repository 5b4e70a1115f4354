"""A map of another program comes in whole, and what cannot is listed with its place; nothing is guessed."""

from pathlib import Path

import pytest

from room40_server.bots.combined_arms.player import Bot
from room40_server.rules.combined_arms.state import Phase, State, UnitType
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import ScriptedDice, SeededDice
from tests.combined_arms.kit import GAME
from tests.combined_arms.random_player import RandomPlayer
from tests.combined_arms.shores import MAP, bring_in, changed, line, said
from tests.combined_arms.test_scenarios import check


@pytest.fixture(name="state", scope="module")
def shores(tmp_path_factory: pytest.TempPathFactory) -> State:
    return bring_in(tmp_path_factory.mktemp("map")).state


def test_spaces_come_with_their_water_values_cities_and_capitals(state: State) -> None:
    spaces = state.setting.spaces
    assert list(spaces)[:3] == ["arden-home", "arden-coast", "brask-home"]
    assert {key for key, space in spaces.items() if space.water} == {"east-sea", "west-sea"}
    home = spaces["arden-home"]
    assert (home.name, home.value, home.city, home.capital_of) == ("Arden Home", 8, True, "ardeners")
    assert spaces["high-peaks"].impassable
    assert not spaces["the-isthmus"].impassable
    assert not spaces["corl"].city


def test_what_belongs_to_whom_by_right_is_told_from_who_holds_it(state: State) -> None:
    assert state.owners["arden-coast"] == "ardeners"
    assert state.setting.spaces["arden-coast"].original == "braskers"
    assert state.owners["the-isthmus"] == ""


def test_connections_hold_both_ways_and_canals_have_zones_and_shores(state: State) -> None:
    near = state.setting.connections
    assert near["the-isthmus"] == ("arden-coast", "brask-home", "east-sea", "west-sea")
    assert "the-isthmus" in near["west-sea"]
    (canal,) = state.setting.canals
    assert (canal.name, canal.zones, canal.shores) == ("the-cut", ("east-sea", "west-sea"), ("the-isthmus",))


def test_powers_play_in_the_order_of_the_steps_not_of_the_list(state: State) -> None:
    setting = state.setting
    assert setting.order == ("braskers", "ardeners", "corlmen")
    assert [(p.alliance, p.letter) for p in setting.powers.values()] == [("South", "B"), ("North", "A"), ("North", "C")]
    assert state.money == {"braskers": 15, "ardeners": 12, "corlmen": 7}
    assert setting.seats == {"south": ("braskers",), "north": ("ardeners", "corlmen")}
    assert setting.cities_to_win == {"North": 2, "South": 2}


def test_a_power_of_no_alliance_is_alone_whatever_it_is_called(tmp_path: Path) -> None:
    alone = ('<alliance player="Braskers" alliance="South"/>', "")
    setting = bring_in(tmp_path, changed(alone, ('alliance="North"', 'alliance="Braskers"'))).state.setting
    assert [power.alliance for power in setting.powers.values()] == ["Braskers", "Braskers (2)", "Braskers (2)"]
    assert setting.cities_to_win == {}


def test_a_table_may_be_opened_with_a_seat_for_each_power(tmp_path: Path) -> None:
    assert bring_in(tmp_path).raw["seatings"] == {
        "3": {"braskers": ["braskers"], "ardeners": ["ardeners"], "corlmen": ["corlmen"]}
    }


def test_units_have_the_values_of_the_file(state: State) -> None:
    types = state.setting.types
    assert (types["tank"].attack, types["tank"].defence, types["tank"].cost, types["tank"].traits) == (3, 2, 6, ("blitz",))
    assert (types["infantry"].supported, types["infantry"].traits) == (2, ("infantry",))
    assert types["artillery"].traits == ("artillery",)
    assert types["transport"].traits == ("transport",)
    assert (types["carrier"].traits, types["carrier"].decks) == (("surface warship", "carrier"), 2)
    assert types["destroyer"].traits == ("surface warship", "destroyer")
    assert (types["fighter"].traits, types["bomber"].traits) == (("fighter",), ("bomber",))
    assert (types["anti-aircraft-gun"].defence, types["industrial-complex"].traits) == (1, ("complex",))


def test_a_unit_that_is_not_ours_becomes_a_type_of_its_own(state: State) -> None:
    made = state.setting.types["dreadnought"]
    assert (made.name, made.attack, made.hits, made.bombard, made.cost) == ("dreadnought", 5, 3, 5, 30)
    assert made.traits == ("surface warship",)


@pytest.mark.clause("K2")
def test_only_what_every_power_may_buy_is_sold(state: State, tmp_path: Path) -> None:
    def sold(types: dict[str, UnitType]) -> set[str]:
        return {key for key, kind in types.items() if kind.sold}

    assert sold(state.setting.types) == {"infantry", "tank", "fighter"}
    text = changed(
        ('<playerProduction player="Corlmen" frontier="all"/>', '<playerProduction player="Corlmen" frontier="late"/>')
    )
    found = bring_in(tmp_path, text)
    assert sold(found.state.setting.types) == set()
    assert any("not every power may buy 'infantry' at the same price, so nobody may." in words for words in said(found))


def test_forces_stand_where_they_stood_and_aircraft_at_sea_are_aboard(state: State) -> None:
    found: dict[tuple[str, str, str], int] = {}
    for unit in state.units.values():
        key = (unit.owner, unit.space, unit.type)
        found[key] = found.get(key, 0) + 1
    assert found["ardeners", "arden-home", "infantry"] == 4
    assert found["braskers", "brask-home", "anti-aircraft-gun"] == 1
    assert len(state.units) == 23
    assert {u.aboard for u in state.units.values() if u.type == "fighter"} == {"carrier-1"}


def test_what_is_left_out_is_listed_with_line_and_name_and_nothing_else_is(tmp_path: Path) -> None:
    found = [words for words in said(bring_in(tmp_path)) if "propertyList" not in words]
    assert found == [
        f"line {line(MAP, 'resource name=' + chr(34) + 'amber')}, resource 'amber': money is 'PUs' alone; this resource is "
        "left out with all that is counted in it.",
        f"line {line(MAP, 'delegate name=' + chr(34) + 'research')}, delegate 'research': there is no research; its steps "
        "are left out.",
        f"line {line(MAP, 'productionFrontier name=' + chr(34) + 'late')}, productionFrontier 'late': no power begins with "
        "it; left out.",
        f"line {line(MAP, 'canJump')}, unitAttachment of 'armour', canJump: 'true' is left out.",
        f"line {line(MAP, 'Kamikaze')}, property 'Kamikaze': 'true' is left out.",
        f"line {line(MAP, 'Submersible')}, property 'Submersible Subs': the file turns this rule off; here it is always "
        "played.",
    ]


NINE = '<option name="production" value="9"/>'
CANNOT = {
    "dangling connection": (
        ('<connection t1="Corl" t2="West Sea"/>', '<connection t1="Corl" t2="West Sea"/><connection t1="Corl" t2="Moon"/>'),
        "connection 'Corl' to 'Moon': the territory 'Moon' is not on the map, so this is left out.",
    ),
    "connection to itself": (
        ('<connection t1="Corl" t2="West Sea"/>', '<connection t1="Corl" t2="West Sea"/><connection t1="Corl" t2="Corl"/>'),
        "connection 'Corl' to 'Corl': a space does not touch itself; this is left out.",
    ),
    "duplicate name": (
        ('<territory name="Corl"/>', '<territory name="Corl"/><territory name="Corl" water="true"/>'),
        "territory 'Corl': line 10 has this name already; this one is left out.",
    ),
    "cut off": (
        ('<territory name="Corl"/>', '<territory name="Corl"/><territory name="Rock"/>'),
        "territory 'Rock': nothing leads here from the rest of the map; left out.",
    ),
    "unknown unit": (
        ('unitType="armour" territory', 'unitType="elephant" territory'),
        "unitPlacement of 'elephant' in 'Arden Coast': there is no unit 'elephant'; left out.",
    ),
    "unit without values": (
        ('<unit name="aaGun"/>', '<unit name="aaGun"/><unit name="blimp"/>'),
        "unit 'blimp': no unitAttachment says what it can do; left out.",
    ),
    "unit that cannot be read": (
        ('<option name="attack" value="4"/>', '<option name="attack" value="four"/>'),
        "unitAttachment of 'bomber', attack: 'four' is no number from 0 to 99 and is left out.",
    ),
    "unknown owner": (
        ('quantity="4" owner="Ardeners"', 'quantity="4" owner="Nobody"'),
        "unitPlacement of 'infantry' in 'Arden Home': 'Nobody' is no power of this game; left out.",
    ),
    "among enemies": (
        ('unitType="armour" territory="Arden Coast"', 'unitType="armour" territory="Brask Home"'),
        "unitPlacement of 'armour' in 'Brask Home': 2 left out: this territory is not held by the alliance of these units.",
    ),
    "no deck": (
        ('unitType="fighter" territory="West Sea" quantity="2"', 'unitType="fighter" territory="West Sea" quantity="5"'),
        "unitPlacement of 'fighter' in 'West Sea': 3 left out: there is no room for it aboard the ships of this power "
        "there.",
    ),
    "canal of one end": (
        ('<attachment name="canalAttachment" attachTo="West Sea"', '<attachment name="oddAttachment" attachTo="West Sea"'),
        "canalAttachment 'The Cut': a canal joins two sea zones; the canal is left out and the way is open to all.",
    ),
    "attachment of a kind of its own": (
        ('<attachment name="canalAttachment" attachTo="West Sea"', '<attachment name="oddAttachment" attachTo="West Sea"'),
        "oddAttachment of 'West Sea': nothing of it is taken over.",
    ),
    "income of the sea": (
        ('name="territoryAttachment" attachTo="The Isthmus"', 'name="territoryAttachment" attachTo="East Sea"'),
        "territory 'East Sea': a sea zone has no owner, value, capital or city, and is not closed; left out.",
    ),
    "other output": (
        ('<option name="production" value="9"/>', f'{NINE}<option name="unitProduction" value="3"/>'),
        "territoryAttachment of 'Brask Home', unitProduction: a complex brings forth what its territory earns, 9, not '3'.",
    ),
    "other hold": (
        ('<option name="transportCapacity" value="5"/>', '<option name="transportCapacity" value="8"/>'),
        "unitAttachment of 'transport', transportCapacity: a transport carries one land unit of any kind and one infantry, "
        "whatever the file says.",
    ),
    "other dice": (
        ('<info name="Two Shores" version="1"/>', '<info name="Two Shores"/><diceSides value="12"/>'),
        "diceSides: dice have 6 sides here, not '12'.",
    ),
    "other turn": (
        ('<step name="Corlmen2" delegate="fight" player="Corlmen"/>', ""),
        "step 'Corlmen0': the turn of 'Corlmen' is purchase, move, move, place, end; here every turn is purchase, move, "
        "battle, move, place, end.",
    ),
    "too many cities": (
        ('<property name="South Total Victory VCs" value="2"/>', '<property name="South Total Victory VCs" value="7"/>'),
        "property 'South Total Victory VCs': the map has 2 cities, so 7 cannot be asked for; left out.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CANNOT)
def test_what_cannot_be_expressed_is_left_out_and_said_at_its_line(what: str, tmp_path: Path) -> None:
    change, words = CANNOT[what]
    found = bring_in(tmp_path, changed(change))
    lines = [one for one in said(found) if one.partition(", ")[2] == words]
    assert len(lines) == 1, said(found)
    assert lines[0].startswith("line ")


def test_neutral_territories_that_let_nobody_in_are_impassable(tmp_path: Path) -> None:
    rule = '<property name="Neutrals Are Impassable" value="true"/><property name="Kamikaze" value="true"/>'
    found = bring_in(tmp_path, changed(('<property name="Kamikaze" value="true"/>', rule)))
    assert found.state.setting.spaces["the-isthmus"].impassable
    assert any("what nobody can enter has no owner and no value; both are left out." in words for words in said(found))


def test_a_game_without_victory_by_cities_says_so_and_may_end_after_rounds(tmp_path: Path) -> None:
    found = bring_in(
        tmp_path, changed(('name="Total Victory" value="true"', 'name="Total Victory" value="false"')), rounds=5
    )
    assert (found.state.setting.cities_to_win, found.state.setting.rounds) == ({}, 5)
    assert any("no victory by cities is turned on for 'North'" in words for words in said(found))


def test_older_files_that_spell_attachment_otherwise_are_read_the_same(tmp_path: Path) -> None:
    older = MAP.replace("attachment", "attatchment").replace("Attachment", "Attatchment").replace("attachTo", "attatchTo")
    old, new = bring_in(tmp_path, older), bring_in(tmp_path)
    assert old.raw == new.raw
    assert said(old) == said(new)


def test_newer_files_that_say_what_a_submarine_does_have_one(tmp_path: Path) -> None:
    deeds = (
        'name="isDestroyer" value="true"/>',
        'name="isFirstStrike" value="true"/><option name="canEvade" value="true"/>',
    )
    assert bring_in(tmp_path, changed(deeds)).state.setting.types["destroyer"].traits == ("submarine",)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_computer_plays_an_imported_map_and_is_refused_nothing(seed: int, tmp_path: Path) -> None:
    state, dice = advance(bring_in(tmp_path, rounds=4).state, ScriptedDice(())), SeededDice(bytes([seed]))
    bots = {seat: Bot() for seat in state.setting.seats}
    for _ in range(400):
        if state.phase is Phase.OVER:
            break
        seat = next(iter(state.asked))
        for order in bots[seat].decide(view(state, seat), seat):
            state = GAME.submit(state, seat, order, dice)
        check(state)
    assert state.phase is Phase.OVER


def test_an_imported_map_is_played_to_its_end(tmp_path: Path) -> None:
    state = advance(bring_in(tmp_path, rounds=6).state, ScriptedDice(()))
    player, dice = RandomPlayer(3), SeededDice(b"shores")
    for _ in range(2000):
        if state.phase is Phase.OVER:
            break
        state = player.play(state, dice)
        check(state)
    assert state.phase is Phase.OVER
    assert any(event.clause == "C5.1" for event in state.log.values())
