"""The ship table: names are found as players write them, and a ship is built as her card says (H2)."""

import pytest

from room40.dreadnought.orders import Side
from room40_server import scenarios
from room40_server.cards import build, card_of, library
from room40_server.rules.dreadnought.setting import BOATS, Kind

TABLES = scenarios.tables({}, "")


@pytest.mark.clause("H2")
@pytest.mark.parametrize(
    "written, key",
    [
        ("Goeben", "goeben"),
        ("goeben", "goeben"),
        ("New Zealand", "indefatigable"),
        ("Blücher", "bluecher"),
        ("German TB #3", "german-tb"),
        ("L/M-class DD", "l-m-class-dd"),
        ("troopship # 2", "troopship"),
        ("Thunderer", "orion"),
    ],
)
def test_a_ship_is_found_by_her_name_or_her_class(written: str, key: str) -> None:
    card = card_of(written, library())
    assert card is not None
    assert card.key == key


def test_a_ship_that_was_never_built_is_not_found() -> None:
    assert card_of("Bismarck", library()) is None


@pytest.mark.clause("H2", "H12")
def test_a_new_ship_has_all_her_boxes_and_full_bunkers() -> None:
    card = library().cards["goeben"]
    ship = build("Goeben", card, Side.CP, TABLES, "Souchon")
    assert (ship.hull, ship.primary, ship.secondary, ship.tertiary, ship.torpedoes) == (12, 6, 4, 2, 1)
    assert ship.fuel == 10 * 12
    assert (ship.id, ship.speed, ship.leader, ship.nation) == ("goeben", "2", "Souchon", "DE")


@pytest.mark.clause("H9")
def test_a_counter_of_boats_has_a_box_of_hull_and_more_than_one_boat_only_if_it_is_of_boats() -> None:
    for card in library().cards.values():
        assert card.boats == 1 or (card.kind in BOATS and card.hull == card.boats), card.key


@pytest.mark.clause("H21.31")
def test_secondary_armour_is_one_step_below_the_hulls() -> None:
    below = {"heavy": "light", "light": "none", "none": "none"}
    assert all(card.secondary_armour == below[card.hull_armour] for card in library().cards.values())


@pytest.mark.clause("H21.31")
def test_secondaries_of_eight_to_nine_point_four_inch_are_marked() -> None:
    cards = library().cards
    assert all("heavy_secondary" in cards[k].flags for k in ("danton", "scharnhorst", "rurik", "bluecher"))
    assert all("heavy_secondary" not in cards[k].flags for k in ("goeben", "dublin", "lion"))


def test_a_card_of_any_nation_sails_under_its_owners_flag() -> None:
    card = library().cards["collier"]
    assert [build("collier #1", card, side, TABLES).nation for side in Side] == ["DE", "UK"]


@pytest.mark.clause("5.2 Minelaying", "5.2 Minesweeping")
def test_minelayers_lay_and_minesweepers_sweep_from_the_yard() -> None:
    for card in library().cards.values():
        ship = build("x", card, Side.EN, TABLES)
        assert ship.lays_mines == (card.kind is Kind.ML)
        assert ship.sweeps_mines == (card.kind is Kind.MS)
