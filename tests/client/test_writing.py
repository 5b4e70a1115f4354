"""Writing the order sheet: the same sentences while typing as the rules give, tracing, doing as last time."""

import pytest
from msgspec.structs import replace

from room40.dreadnought.sheet import Slot, SlotFault, write_slot
from room40.geometry.seachart import Zone
from room40_client.tui import clauses, routes, walk, writing
from room40_client.tui.draw import words
from room40_client.tui.draw.runs import plain
from tests.client import samples

VIEW = samples.goeben()
CHART = words.chart_of(VIEW.scenario)
ONE = VIEW.fleets["EN-1"]
FOUR = replace(VIEW.fleets["EN-4"], open=[7, 8], blank=[7, 8], plot_from={"7": "V30 port", "8": "V30 port"})


@pytest.mark.parametrize(
    "text,clause,sentence",
    [
        ("r31", "5.1", "R31 cannot be entered from R31: it is the same zone."),
        ("r33", "5.1", "R33 does not touch R31."),
        ("r32/r33/r34", "5.11", "This fleet may enter two zones a turn; R32/R33/R34 is 3."),
        ("s30", "5.0", "S30 is land."),
        ("zz9", "5.0", "ZZ9 is not on this chart."),
        ("sail!", "5.1", "'sail' is neither a zone, as R32, nor stay, port or an action."),
    ],
)
def test_an_impossible_slot_says_why_while_it_is_typed(text: str, clause: str, sentence: str) -> None:
    assert writing.check(VIEW, CHART, ONE, 7, text) == SlotFault(clause, sentence)


def test_a_fleet_with_bounds_is_told_where_they_are() -> None:
    fleet = replace(ONE, bounds=31)
    fault = SlotFault("5.1", "Fleet 1 stays in columns 1 to 31; R32 is beyond.")
    assert writing.check(VIEW, CHART, fleet, 7, "r32") == fault


def test_a_slot_is_read_forgivingly() -> None:
    assert writing.check(VIEW, CHART, ONE, 7, " r32 / r33 ") == Slot((Zone("R32"), Zone("R33")))


@pytest.mark.clause("5.43")
@pytest.mark.parametrize("text", ["stay", "q31", "q31/q32"])
def test_a_slot_begins_with_what_delays_have_left_over(text: str) -> None:
    fleet = replace(ONE, owed=["R32"])
    fault = SlotFault("5.43", "Fleet 1 was delayed and still owes R32: begin with it.")
    assert writing.check(VIEW, CHART, fleet, 7, text) == fault
    assert writing.check(VIEW, CHART, fleet, 7, "r32") == Slot((Zone("R32"),))


def trace(fleet: str = "EN-1", turns: tuple[int, ...] = (7,)) -> writing.Trace:
    view = samples.goeben(fleets={**VIEW.fleets, "EN-4": FOUR})
    return writing.Trace(view, CHART, fleet, turns)


def test_a_route_is_traced_zone_by_zone() -> None:
    route = trace()
    assert route.step(Zone("R32")) is None
    assert route.step(Zone("R33")) is None
    assert route.slots() == [(7, "R32/R33")]
    assert route.here == "R33"


def test_a_trace_goes_no_further_than_the_pace_and_the_open_slots() -> None:
    route = trace()
    assert route.sail_to(Zone("R36")) == SlotFault("5.11", "This fleet may enter 2 zones a turn, and no later slot is open.")
    assert route.slots() == [(7, "R32/R33")]


def test_a_slow_fleet_goes_on_in_the_next_turns_slot() -> None:
    route = trace("EN-4", (7, 8))
    assert route.sail_to(Zone("V32")) is None
    assert route.slots() == [(7, "V31"), (8, "V32")]


def test_turning_back_takes_the_zone_back() -> None:
    route = trace("EN-4", (7, 8))
    route.sail_to(Zone("V32"))
    assert route.step(Zone("V31")) is None
    assert route.zones == ("V31",)
    route.back()
    assert route.slots() == [(7, "stay")]


def test_a_trace_refuses_land_and_keeps_its_route() -> None:
    route = trace()
    assert route.step(Zone("S31")) == SlotFault("5.0", "S31 is land.")
    assert route.slots() == [(7, "stay")]


def test_a_trace_may_end_in_port() -> None:
    route = trace()
    route.step(Zone("R32"))
    route.port()
    assert route.text == "R32 port"
    route.port()
    assert route.text == "R32"


def test_as_last_time_repeats_the_course() -> None:
    fleet = replace(ONE, sheet={"5": "P26", "6": "P27/P28"}, plot_from={"7": "P28"})
    slot = writing.as_last_time(VIEW, CHART, fleet, 7)
    assert isinstance(slot, Slot)
    assert write_slot(slot) == "P29/P30"


def test_as_last_time_says_where_the_course_meets_land() -> None:
    fleet = replace(ONE, sheet={"5": "S27", "6": "S28/S29"}, plot_from={"7": "S29"})
    assert writing.as_last_time(VIEW, CHART, fleet, 7) == SlotFault("5.0", "S30 is land.")


def test_as_last_time_stays_where_the_fleet_stayed() -> None:
    slot = writing.as_last_time(VIEW, CHART, replace(ONE, sheet={"6": "stay port"}), 7)
    assert isinstance(slot, Slot)
    assert write_slot(slot) == "stay port"


def test_friendly_ports_stand_nearest_first() -> None:
    ports = routes.friendly_ports(VIEW, CHART, ONE)
    assert [zone for zone, _ in ports][:2] == ["S24", "V30"]


def test_slots_in_a_line_are_read_back() -> None:
    slots = {"6": "R31/R32", "7": "S33 port"}
    assert routes.read_slots(routes.write_slots(slots)) == slots
    assert routes.read_slots("nonsense, 8  r1") == {"8": "r1"}


def test_the_log_is_walked_contact_by_contact() -> None:
    read, seen = 0, []
    while (step := walk.step(VIEW, read, 80, 4)) is not None:
        assert step.read > read
        read = step.read
        seen.append((step.zone, len(step.lines)))
    assert seen == [(None, 2), ("R32", 2), ("R38", 2), ("Q28", 2)]
    assert not walk.unread(VIEW, read)


def test_a_long_signal_is_never_lost_from_the_walk() -> None:
    long = replace(VIEW.log["1"], said="Contact. " * 60)
    view = samples.goeben(log={"1": long, "2": replace(VIEW.log["2"], kind=long.kind, zone=long.zone, turn=long.turn)})
    first = walk.step(view, 0, 40, 4)
    assert first is not None
    assert first.read == 1
    assert sum(plain(of).count("Contact.") for of in first.lines) == 60


def test_who_comes_back_walks_through_the_last_turn() -> None:
    assert walk.last_read(VIEW) == 1


CLAUSES = [
    *("5.0", "5.1", "5.11", "5.12", "5.2", "5.21", "5.22", "5.23", "5.24", "5.25", "5.3", "5.4"),
    *(f"5.4{n}" for n in range(1, 10)),
    *(f"H{n}" for n in (2, 4, 6, 9, 10, 11, 12, 13, 14, 15, 16, 18, 21)),
]


@pytest.mark.parametrize("number", CLAUSES)
def test_every_clause_has_a_help_text(number: str) -> None:
    clause = {c.number: c for c in clauses.load()}[number]
    assert clause.title
    assert 30 < len(clause.text) < 1800


def test_a_ruling_is_looked_up_under_its_clause() -> None:
    all_of_them = clauses.load()
    assert all_of_them[clauses.nearest(all_of_them, "H21.7")].number == "H21"
    assert all_of_them[clauses.nearest(all_of_them, "5.431")].number == "5.43"
    assert clauses.nearest(all_of_them, "") == 0


def test_a_page_of_signals_is_plain_text() -> None:
    step = walk.step(VIEW, 3, 80, 4)
    assert step is not None
    assert plain(step.lines[1]).strip() == "Fleet 1 sights enemy B off Q28: die 6, contact, surprise (5.41)."
