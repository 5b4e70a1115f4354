"""Who was where this turn and which checks follow, in which order (5.4, 5.44)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import movement, presence
from room40_server.rules.dreadnought.presence import Spot

from .kit import dice, fleet, game

LIGHT, DUBLIN = ["Rostock", "Frankfurt"], ["Dublin", "Chatham"]


def moved(fleets, **more):
    """The fleets after movement; every troopship is laden."""
    state = game(fleets, turn=4, phase="movement", **more)
    ships = {i: replace(s, cargo=3 if i.startswith("troopship") else 0) for i, s in state.ships.items()}
    return movement.step(replace(state, ships=ships), dice())


def checks(state):
    return [(p.zone, p.cp, p.en, p.place) for p in presence.pairs(state)]


def meeting(cp, en, **more):
    """The checks of one fast fleet a side: (start, slot) each."""
    ours, theirs = fleet("intercept", LIGHT, cp[0], {4: cp[1]}), fleet("intercept", DUBLIN, en[0], {4: en[1]})
    return [(zone, at) for zone, _, _, at in checks(moved({"CP-1": ours, "EN-1": theirs}, **more))]


@pytest.mark.clause("5.4")
@pytest.mark.parametrize(
    "cp, en, met",
    [
        (("C4", "stay"), ("C4", "stay"), [("C4", 0)]),
        (("C3", "C4"), ("C4", "stay"), [("C4", 1)]),
        (("C3", "C4/C5"), ("C4", "stay"), [("C4", 1)]),
        (("C3", "C4/C5"), ("C5", "stay"), [("C5", 2)]),
        (("C3", "C4/C5"), ("B3", "C4/D4"), [("C4", 1)]),
        (("C3", "C4/C5"), ("D5", "D4/C4"), [("C4", 2)]),
        (("C3", "C4"), ("C4", "C5"), []),
        (("C3", "C4"), ("D4", "stay"), []),
    ],
)
def test_fleets_may_meet_in_every_zone_where_both_stay_or_enter(cp, en, met):
    assert meeting(cp, en) == met


@pytest.mark.clause("5.44")
def test_two_shared_zones_are_taken_in_the_order_of_entering():
    assert meeting(("C3", "C4/C5"), ("B3", "C4/C5")) == [("C4", 1), ("C5", 2)]


@pytest.mark.clause("5.4")
@pytest.mark.parametrize(
    "cp, en, met",
    [
        (("C4", "C5"), ("C5", "C4"), [("C4", 1), ("C5", 1)]),
        (("C4", "C5/C6"), ("C5", "C4/C3"), [("C4", 1), ("C5", 1)]),
        (("C3", "C4/C5"), ("C5", "C4/C3"), [("C4", 1), ("C3", 2), ("C5", 2)]),
        (("C4", "C5"), ("C5", "D5/C4"), [("C5", 1), ("C4", 2)]),
    ],
)
def test_on_a_swap_the_starting_zones_count(cp, en, met):
    assert meeting(cp, en) == met


@pytest.mark.clause("5.4")
def test_the_starting_zone_counts_for_the_swapping_pair_alone():
    state = moved(
        {
            "CP-1": fleet("intercept", LIGHT, "C4", {4: "C5"}),
            "CP-2": fleet("intercept", ["Roon"], "C6", {4: "C5"}),
            "EN-1": fleet("intercept", DUBLIN, "C5", {4: "C4"}),
        }
    )
    assert checks(state) == [("C4", "CP-1", "EN-1", 1), ("C5", "CP-1", "EN-1", 1)]


@pytest.mark.clause("5.44")
def test_checks_go_by_place_then_zone_then_fleet_number():
    state = moved(
        {
            "CP-2": fleet("intercept", ["Roon"], "D4", {4: "D5"}),
            "CP-10": fleet("intercept", LIGHT, "C3", {4: "C4/C5"}),
            "EN-2": fleet("intercept", ["Lion"], "D5", {4: "stay"}),
            "EN-10": fleet("intercept", DUBLIN, "B3", {4: "C4/C5"}),
            "EN-1": fleet("intercept", ["Tiger"], "D5", {4: "stay"}),
        }
    )
    assert checks(state) == [
        ("C4", "CP-10", "EN-10", 1),
        ("D5", "CP-2", "EN-1", 1),
        ("D5", "CP-2", "EN-2", 1),
        ("C5", "CP-10", "EN-10", 2),
    ]


@pytest.mark.clause("5.44")
@pytest.mark.parametrize(
    "cp, en, choice",
    [
        (("C4", "C5"), ("C5", "C4"), {"C4", "C5"}),
        (("C4", "C5"), ("C5", "D5/C4"), {"C4", "C5"}),
        (("D3", "C4/C5"), ("D6", "C5/C4"), {"C4", "C5"}),
        (("C3", "C4/C5"), ("B3", "C4/C5"), {"C4"}),
        (("C3", "C4"), ("C4", "stay"), {"C4"}),
    ],
)
def test_the_entente_chooses_on_every_swap_and_every_tie_of_one_pair(cp, en, choice):
    ours, theirs = fleet("intercept", LIGHT, cp[0], {4: cp[1]}), fleet("intercept", DUBLIN, en[0], {4: en[1]})
    found = presence.pairs(moved({"CP-1": ours, "EN-1": theirs}))
    assert {p.zone for p in presence.rivals(found, found[0])} == choice


# ---- ports ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("H11", "H21.28")
@pytest.mark.parametrize("harbour", ["minor EN", "major EN"])
def test_a_fleet_in_port_is_in_no_zone(harbour):
    inside = fleet("intercept", DUBLIN, "C4", {4: "stay"}, in_port=True)
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4"}), "EN-1": inside}, ports={"C4": harbour})
    assert checks(state) == []


@pytest.mark.clause("H11", "5.42")
def test_a_fleet_in_a_major_port_is_not_met_by_one_that_bombards_there():
    inside = fleet("intercept", DUBLIN, "C4", {4: "stay"}, in_port=True)
    raid = fleet("bombardment", ["Seydlitz"], "C3", {4: "C4 bombard"})
    assert checks(moved({"CP-1": raid, "EN-1": inside}, ports={"C4": "major EN"})) == []


@pytest.mark.clause("5.42")
def test_contact_is_automatic_where_an_enemy_enters_the_minor_port_of_a_fleet():
    inside = fleet("intercept", DUBLIN, "C4", {4: "stay"}, in_port=True)
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4 port"}), "EN-1": inside}, ports={"C4": "minor EN"})
    assert [(p.zone, p.automatic) for p in presence.pairs(state)] == [("C4", "5.42")]


@pytest.mark.clause("H11")
def test_no_enemy_enters_a_major_port():
    inside = fleet("intercept", DUBLIN, "C4", {4: "stay"}, in_port=True)
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4 port"}), "EN-1": inside}, ports={"C4": "major EN"})
    assert not state.fleets["CP-1"].in_port
    assert checks(state) == []


@pytest.mark.clause("5.4", "H21.28")
def test_who_enters_a_port_from_another_zone_passes_through_the_zone_round_it():
    home = fleet("intercept", DUBLIN, "C3", {4: "C4 port"})
    state = moved({"CP-1": fleet("intercept", LIGHT, "C4", {4: "stay"}), "EN-1": home}, ports={"C4": "major EN"})
    assert state.fleets["EN-1"].in_port
    assert checks(state) == [("C4", "CP-1", "EN-1", 1)]


@pytest.mark.clause("H21.28")
def test_who_goes_into_port_from_the_zone_round_it_only_leaves_that_zone():
    home = fleet("intercept", DUBLIN, "C4", {4: "C4 port"})
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4"}), "EN-1": home}, ports={"C4": "major EN"})
    assert checks(state) == []


@pytest.mark.clause("H21.28", "5.4")
def test_who_comes_out_of_port_enters_the_zone_round_it():
    out = fleet("intercept", DUBLIN, "C4", {4: "C4/C5"}, in_port=True)
    state = moved({"CP-1": fleet("intercept", LIGHT, "C4", {4: "stay"}), "EN-1": out}, ports={"C4": "major EN"})
    assert checks(state) == [("C4", "CP-1", "EN-1", 1)]


# ---- who counts --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.2 Escort", "H21.24")
def test_an_escort_counts_as_part_of_its_charge_and_makes_no_pair_of_its_own():
    state = moved(
        {
            "CP-1": fleet("transport", ["merchant #1"], "C3", {4: "C4"}),
            "CP-2": fleet("escort", ["Roon"], "C3", charge="CP-1"),
            "EN-1": fleet("intercept", DUBLIN, "C4", {4: "stay"}),
        }
    )
    assert checks(state) == [("C4", "CP-1", "EN-1", 1)]
    assert [f.id for f in presence.company(state, state.fleets["CP-1"])] == ["CP-1", "CP-2"]


@pytest.mark.clause("5.2 Escort")
def test_an_escort_apart_from_its_charge_is_met_by_itself():
    state = moved(
        {
            "CP-1": fleet("transport", ["merchant #1"], "C3", {4: "C4"}),
            "CP-2": fleet("escort", ["Roon"], "D5", charge="CP-1"),
            "EN-1": fleet("intercept", DUBLIN, "D5", {4: "stay"}),
        }
    )
    assert checks(state) == [("D5", "CP-2", "EN-1", 0)]


@pytest.mark.clause("5.49")
def test_there_is_no_check_for_a_raider_off_the_map():
    state = game(
        {
            "CP-1": fleet("raiding", ["Goeben"], "C4", leader="Goeben", on_map=False),
            "EN-1": fleet("raiding", ["Gloucester"], "C4", leader="Gloucester", on_map=False),
        },
        turn=4,
    )
    assert presence.pairs(state) == ()
    both = [replace(f, on_map=True) for f in state.fleets.values()]
    assert len(presence.pairs(replace(state, fleets={f.id: f for f in both}))) == 1


@pytest.mark.clause("5.42", "H21.4")
def test_a_raider_off_the_map_is_found_by_one_that_bombards_or_is_bombarding():
    state = game(
        {
            "CP-1": fleet("raiding", ["Goeben"], "C4", {4: "stay bombard"}, leader="Goeben", on_map=False),
            "EN-1": fleet("raiding", ["Gloucester"], "C4", leader="Gloucester", on_map=False),
        },
        turn=4,
        phase="contact",
        ports={"C4": "minor EN"},
    )
    assert [p.automatic for p in presence.pairs(state)] == ["5.42"]


@pytest.mark.clause("5.48")
def test_a_fleet_that_left_a_battle_makes_no_more_contacts_this_turn():
    state = game(
        {
            "CP-1": fleet("intercept", ["Moltke"], "B3"),
            "EN-1": fleet("intercept", DUBLIN, "C4"),
        },
        turn=5,
    )
    state = movement.leave_board(state, state.fleets["EN-1"], "B3")
    assert state.fleets["EN-1"].zone == "B3"
    assert presence.pairs(state) == ()
    assert len(presence.pairs(movement.step(replace(state, turn=6), dice()))) == 1


@pytest.mark.clause("5.42")
@pytest.mark.parametrize("written", ["stay bombard", "stay unload"])
def test_contact_is_automatic_for_who_is_to_bombard_or_unload_with_any_enemy_in_the_zone(written):
    mission = "bombardment" if "bombard" in written else "transport"
    state = moved(
        {
            "CP-1": fleet(mission, ["Seydlitz", "troopship #1"], "C4", {4: written}),
            "EN-1": fleet("intercept", DUBLIN, "C3", {4: "C4/C5"}),
            "EN-2": fleet("intercept", ["Lion"], "C4", {4: "stay"}),
        },
        ports={"C4": "minor EN"},
    )
    assert {(p.en, p.zone, p.automatic) for p in presence.pairs(state)} == {("EN-1", "C4", "5.42"), ("EN-2", "C4", "5.42")}


@pytest.mark.clause("5.42")
@pytest.mark.parametrize(
    "mission, ships, written, ports, found",
    [
        ("bombardment", ["Seydlitz"], "stay bombard", {"C4": "minor EN"}, "5.42"),
        ("bombardment", ["Seydlitz"], "stay bombard", {"C4": "minor CP"}, ""),
        ("bombardment", ["Seydlitz"], "stay bombard", {}, ""),
        ("bombardment", ["collier #1"], "stay bombard", {"C4": "minor EN"}, ""),
        ("transport", ["troopship #1"], "stay unload", {"C4": "minor EN"}, "5.42"),
        ("transport", ["Seydlitz"], "stay unload", {"C4": "minor EN"}, ""),
        ("transport", ["troopship #1"], "stay unload", {}, ""),
    ],
)
def test_a_bombardment_or_landing_of_which_nothing_can_come_makes_no_contact_certain(mission, ships, written, ports, found):
    ours = fleet(mission, ships, "C4", {4: written})
    state = moved({"CP-1": ours, "EN-1": fleet("intercept", DUBLIN, "C4", {4: "stay"})}, ports=ports)
    assert [p.automatic for p in presence.pairs(state)] == [found]


@pytest.mark.clause("5.42", "H11")
@pytest.mark.parametrize("harbour, found", [("minor EN", ["5.42"]), ("major EN", [])])
def test_who_unloads_in_a_minor_port_is_found_from_the_zone_round_it_and_in_a_major_port_is_not(harbour, found):
    inside = fleet("transport", ["troopship #1"], "C4", {4: "stay unload"}, in_port=True)
    passing = fleet("intercept", LIGHT, "C3", {4: "C4/C5"})
    state = moved({"CP-1": passing, "EN-1": inside}, ports={"C4": harbour})
    assert [p.automatic for p in presence.pairs(state)] == found


@pytest.mark.clause("5.42")
def test_on_its_way_to_the_bombardment_a_fleet_is_met_by_the_die():
    state = moved(
        {
            "CP-1": fleet("bombardment", ["Seydlitz"], "C3", {4: "C4/C5 bombard"}),
            "EN-1": fleet("intercept", DUBLIN, "C4", {4: "stay"}),
        }
    )
    assert [(p.zone, p.automatic) for p in presence.pairs(state)] == [("C4", "")]


@pytest.mark.clause("H12")
def test_a_fleet_out_of_fuel_stays_and_is_always_contacted():
    dry = fleet("intercept", DUBLIN, "C4", {4: "C5"}, fuel=0)
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4"}), "EN-1": dry})
    assert state.fleets["EN-1"].zone == "C4"
    assert [(p.zone, p.automatic) for p in presence.pairs(state)] == [("C4", "H12")]


@pytest.mark.clause("H12", "5.2 Escort")
def test_so_is_one_whose_escort_is_out_of_fuel():
    convoy = {
        "EN-1": fleet("intercept", DUBLIN, "C4", {4: "C5"}),
        "EN-2": fleet("escort", ["Lion"], "C4", charge="EN-1", fuel=0),
    }
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4"}), **convoy})
    assert [(p.zone, p.automatic) for p in presence.pairs(state)] == [("C4", "H12")]


# ---- properties ------------------------------------------------------------------------------------------


@st.composite
def cruises(draw):
    """A start and a slot of up to two zones in the middle of the sea."""
    from .kit import chart

    sea = chart()
    here = start = draw(st.sampled_from(["C4", "C5", "D4", "D5"]))
    way = []
    for _ in range(draw(st.integers(0, 2))):
        here = draw(st.sampled_from(sorted(sea.neighbours(here).values())))
        way.append(here)
    return start, "/".join(way) or "stay"


@pytest.mark.clause("5.4")
@given(cruises(), cruises())
def test_the_two_sides_are_treated_alike(cp, en):
    mirrored = meeting((en[0], en[1]), (cp[0], cp[1]))
    assert sorted(meeting(cp, en)) == sorted(mirrored)


@pytest.mark.clause("5.4")
@given(cruises(), cruises())
def test_a_pair_meets_at_most_once_in_a_zone_and_only_where_one_of_them_entered_or_both_stayed(cp, en):
    met = meeting(cp, en)
    assert len({zone for zone, _ in met}) == len(met)
    been = [set(way.split("/")) | {start} for start, way in (cp, en)]
    assert all(zone in been[0] & been[1] for zone, _ in met)


@pytest.mark.clause("5.3")
@given(cruises(), cruises(), cruises())
def test_the_order_in_which_fleets_stand_in_the_books_changes_nothing(one, two, three):
    fleets = {
        "CP-1": fleet("intercept", LIGHT, one[0], {4: one[1]}),
        "EN-1": fleet("intercept", DUBLIN, two[0], {4: two[1]}),
        "EN-2": fleet("intercept", ["Lion"], three[0], {4: three[1]}),
    }
    backwards = dict(reversed(fleets.items()))
    assert presence.pairs(moved(fleets)) == presence.pairs(moved(backwards))


def test_parties_are_the_fleets_afloat():
    state = game({"CP-1": fleet("intercept", LIGHT, "C4"), "EN-1": fleet("intercept", DUBLIN, "C4")})
    sunk = {i: replace(s, sunk=s.side == "EN") for i, s in state.ships.items()}
    state = replace(state, ships=sunk)
    assert presence.parties(state, Side.EN) == ()
    assert presence.pairs(state) == ()


def test_the_port_and_the_zone_round_it_are_two_spots():
    assert Spot("C4") != Spot("C4", True)
