"""What counters come into view, under which labels (5.2 Raiding, H11, H14, H21.10)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import news, sight
from room40_server.rules.dreadnought.state import Airship, Battle, Fleet, Phase, State, with_fleet, with_ship, without
from tests.dreadnought.kit import fleet, game


def two_sides(**more: object) -> State:
    """Two Entente fleets and one of the Central Powers at sea."""
    return game(
        {
            "EN-1": fleet("intercept", ["Lion", "Tiger"], "C5"),
            "EN-2": fleet("intercept", ["Dublin"], "B2"),
            "CP-1": fleet("bombardment", ["Moltke"], "D7"),
        },
        turn=5,
        **more,  # type: ignore[arg-type]
    )


def seen(state: State, viewpoint: str) -> dict[str, str]:
    """Label -> zone of what a viewpoint has in view."""
    return {name: s.zone for name, s in state.sightings[viewpoint].seen.items()}


def texts(state: State, viewpoint: str) -> list[str]:
    return [event.text for event in state.log.get(viewpoint, {}).values()]


def moved(state: State, fleet_id: str, **changes: object) -> State:
    return sight.look(with_fleet(state, replace(state.fleets[fleet_id], **changes)))  # type: ignore[arg-type]


@pytest.mark.clause("H21.10")
def test_labels_are_dealt_in_order_of_zone_not_of_fleet_number() -> None:
    state = sight.look(two_sides())
    assert seen(state, "CP") == {"A": "B2", "B": "C5"}
    assert seen(state, "EN") == {"A": "D7"}
    assert seen(state, "public") == {"A": "B2", "B": "C5", "C": "D7"}


@pytest.mark.clause("H21.10")
def test_counters_in_one_zone_get_their_labels_by_fleet_number() -> None:
    state = sight.look(moved(two_sides(), "EN-2", zone="C5"))
    assert sight.label(state, "CP", "EN-1") == "A"
    assert sight.label(state, "CP", "EN-2") == "B"


def test_a_label_follows_its_counter_while_it_is_in_view() -> None:
    state = moved(sight.look(two_sides()), "EN-1", zone="A1")
    assert seen(state, "CP") == {"A": "B2", "B": "A1"}


def test_a_counter_that_comes_back_into_view_has_a_new_label() -> None:
    state = moved(sight.look(two_sides()), "EN-1", in_port=True)
    assert seen(state, "CP") == {"A": "B2"}
    assert state.sightings["CP"].lost["B"].zone == "C5"
    state = moved(state, "EN-1", in_port=False)
    assert seen(state, "CP") == {"A": "B2", "C": "C5"}


def test_who_sees_a_counter_reads_of_it_in_his_log() -> None:
    state = sight.look(two_sides())
    assert texts(state, "EN") == ["Enemy A sighted at D7, course unknown."]
    assert texts(state, "public")[2] == "Central Powers fleet C sighted at D7, course unknown."
    state = moved(state, "CP-1", in_port=True)
    assert texts(state, "EN")[1:] == ["Enemy A is out of sight; last seen at D7."]


def test_looking_again_tells_nothing_new() -> None:
    state = sight.look(two_sides())
    assert sight.look(state) == state


@pytest.mark.clause("5.2")
def test_a_raider_off_the_map_is_not_seen() -> None:
    state = game(
        {
            "CP-1": fleet("raiding", ["Goeben"], "C4", leader="Goeben", on_map=False),
            "EN-1": fleet("intercept", ["Lion"], "C5"),
        }
    )
    state = sight.look(state)
    assert seen(state, "EN") == {}
    assert seen(state, "public") == {"A": "C5"}
    assert seen(moved(state, "CP-1", on_map=True), "EN") == {"A": "C4"}


@pytest.mark.clause("H11")
def test_a_fleet_in_port_is_not_seen() -> None:
    state = game({"CP-1": fleet("intercept", ["Moltke"], "C2", in_port=True)}, ports={"C2": "major CP"})
    assert seen(sight.look(state), "EN") == {}


@pytest.mark.clause("H11")
def test_a_raider_is_shown_in_the_turn_in_which_it_enters_a_port() -> None:
    state = game(
        {"CP-1": fleet("raiding", ["Goeben"], "C2", leader="Goeben", in_port=True, shown_on=4)},
        turn=4,
        ports={"C2": "major CP"},
    )
    state = sight.look(state)
    assert seen(state, "EN") == {"A": "C2"}
    assert seen(sight.look(replace(state, turn=5)), "EN") == {}


@pytest.mark.clause("5.2")
def test_an_escort_lies_in_its_charges_box() -> None:
    state = game({"CP-1": fleet("transport", ["merchant"], "C2"), "CP-2": fleet("escort", ["Moltke"], "C2", charge="CP-1")})
    assert seen(sight.look(state), "EN") == {"A": "C2"}


def test_a_fleet_with_no_ship_afloat_has_no_counter() -> None:
    state = two_sides()
    state = with_ship(state, replace(state.ships["moltke"], sunk=True))
    assert seen(sight.look(state), "EN") == {}


def test_a_merged_counter_goes_out_of_view_only_when_it_is_looked_for_again() -> None:
    state = sight.look(two_sides())
    merged = replace(state, fleets=without(state.fleets, "EN-1"))
    assert merged.sightings == state.sightings
    assert seen(sight.look(merged), "CP") == {"A": "B2"}


@pytest.mark.clause("5.42")
def test_a_fleet_in_battle_is_seen_wherever_it_was() -> None:
    state = game(
        {
            "CP-1": fleet("raiding", ["Goeben"], "C4", leader="Goeben", on_map=False),
            "EN-1": fleet("bombardment", ["Lion"], "C4"),
        },
        phase="passage",
    )
    state = replace(state, battles={"C4": Battle(state.fleets["EN-1"].zone, {"CP": ("CP-1",), "EN": ("EN-1",)})})
    assert seen(sight.look(state), "EN") == {"A": "C4"}


@pytest.mark.clause("H6")
def test_the_ships_of_a_battle_are_known_to_the_other_side_by_name() -> None:
    state = two_sides(phase="battles", setting={"battles": "basic"})
    state = moved(state, "CP-1", zone="C5")
    state = replace(state, battles={"C5": Battle(state.fleets["EN-1"].zone, {"CP": ("CP-1",), "EN": ("EN-1",)})})
    state = sight.look(state)
    assert state.sightings["CP"].seen["B"].ships == ("lion", "tiger")
    assert state.sightings["CP"].known_ships == ("lion", "tiger")
    assert state.sightings["EN"].known_ships == ("moltke",)
    assert state.sightings["public"].known_ships == ("lion", "moltke", "tiger")


def sunk_after(phase: str) -> State:
    """The Moltke's battle, and what is seen once she is sunk in that phase."""
    state = two_sides(phase="battles", setting={"battles": "basic"})
    battles = {"D7": Battle(state.fleets["CP-1"].zone, {"CP": ("CP-1",), "EN": ()})}
    state = sight.look(replace(state, battles=battles))
    state = replace(state, phase=Phase(phase), battles=battles if phase == "after battle" else {})
    return sight.look(with_ship(state, replace(state.ships["moltke"], sunk=True)))


def test_a_counter_that_was_sunk_in_battle_is_not_looked_for() -> None:
    state = sunk_after("after battle")
    assert state.sightings["EN"].lost == {}
    assert "out of sight" not in " ".join(texts(state, "EN"))


@pytest.mark.clause("H13", "H21")
def test_a_counter_lost_to_a_mine_is_only_out_of_sight() -> None:
    state = sunk_after("battles")
    assert list(state.sightings["EN"].lost) == ["A"]
    assert texts(state, "EN")[-1] == "Enemy A is out of sight; last seen at D7."


def test_what_went_out_of_view_is_forgotten_after_a_day() -> None:
    state = moved(sight.look(two_sides()), "EN-1", in_port=True)
    assert "B" in sight.look(replace(state, turn=5 + sight.REMEMBERED)).sightings["CP"].lost
    assert "B" not in sight.look(replace(state, turn=6 + sight.REMEMBERED)).sightings["CP"].lost


def aloft(**more: object) -> State:
    state = game(
        {
            "CP-1": fleet("intercept", ["Seydlitz", "Moltke", "Rostock", "German TB #1"], "C4", leader="Seydlitz"),
            "CP-2": fleet("escort", ["German TB #2"], "C4", charge="CP-1"),
        },
        **more,  # type: ignore[arg-type]
    )
    zone = state.fleets["CP-1"].zone
    return replace(state, airships={"l-1": Airship("l-1", "L 1", state.fleets["CP-1"].side.enemy, zone, zone)})


@pytest.mark.clause("H14")
def test_an_airship_reports_how_many_counters_of_each_kind() -> None:
    state = sight.look(aloft())
    assert state.sightings["EN"].seen["A"].strength == "capital 2, light 3, other 0"
    assert texts(state, "EN")[1:] == ["An airship reports on enemy A: capital 2, light 3, other 0."]
    assert state.sightings["public"].seen["A"].strength == ""


@pytest.mark.clause("H14", "H4.1")
@pytest.mark.parametrize(("weather", "light"), [(3, "day"), (2, "night")])
def test_an_airship_finds_nothing_in_mist_or_at_night(weather: int, light: str) -> None:
    assert sight.look(aloft(weather=weather, light=light)).sightings["EN"].seen["A"].strength == ""


def blind(**more: object) -> State:
    return two_sides(setting={"double_blind": True, **more})


@pytest.mark.clause("H21.10")
def test_double_blind_shows_only_what_is_in_a_zone_with_an_own_fleet() -> None:
    state = sight.look(blind())
    assert seen(state, "EN") == {}
    state = moved(state, "CP-1", zone="C5")
    assert seen(state, "EN") == {"A": "C5"}
    assert seen(state, "CP") == {"A": "C5"}
    assert seen(state, "public") == {"A": "C5", "B": "C5"}


@pytest.mark.clause("H21.10")
def test_double_blind_shows_what_the_coast_watch_sees() -> None:
    assert seen(sight.look(blind(coast_watch={"EN": ("D7",)})), "EN") == {"A": "D7"}


@pytest.mark.clause("H21.10")
def test_double_blind_shows_what_an_airship_finds() -> None:
    state = blind()
    fleet_at: Fleet = state.fleets["CP-1"]
    state = replace(state, airships={"l-1": Airship("l-1", "L 1", fleet_at.side.enemy, fleet_at.zone, fleet_at.zone)})
    assert seen(sight.look(state), "EN") == {"A": "D7"}


@pytest.mark.clause("H21.10")
def test_double_blind_a_hidden_raider_sees_without_being_seen() -> None:
    state = game(
        {
            "CP-1": fleet("raiding", ["Goeben"], "C5", leader="Goeben", on_map=False),
            "EN-1": fleet("intercept", ["Lion"], "C5"),
        },
        setting={"double_blind": True},
    )
    state = sight.look(state)
    assert seen(state, "CP") == {"A": "C5"}
    assert seen(state, "EN") == {}
    assert seen(state, "public") == {}


def test_a_label_leads_back_to_its_fleet_for_the_rules_alone() -> None:
    state = sight.look(two_sides())
    found = sight.fleet_under(state, "CP", "B")
    assert found is not None
    assert found.id == "EN-1"
    assert sight.fleet_under(state, "CP", "Z") is None


def test_a_fleet_is_named_as_the_reader_knows_it() -> None:
    state = sight.look(two_sides())
    assert news.name_for(state, "CP", "CP-1") == "Fleet 1"
    assert news.name_for(state, "CP", "EN-1") == "enemy B"
    assert news.name_for(state, "public", "EN-1") == "Entente fleet B"
    hidden = moved(state, "EN-1", in_port=True)
    assert news.name_for(hidden, "CP", "EN-1") == "an enemy fleet"
    assert news.name_for(hidden, "public", "EN-1") == "an Entente fleet"
    assert news.names_for(state, "CP", ["EN-1", "EN-2"]) == "enemy A and enemy B"


def test_sightings_are_the_same_in_whatever_phase_nothing_moved() -> None:
    state = sight.look(two_sides())
    assert sight.look(replace(state, phase=Phase.CONTACT)).sightings == state.sightings
