"""No field that a viewpoint may not know changes what it is shown: field by field, a new field included (H21)."""

from typing import Any

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Claim, Fight, Side
from room40.protocol import codec
from room40_server.rules.dreadnought import sight, views
from room40_server.rules.dreadnought.state import (
    Airship,
    Battle,
    Check,
    Contacts,
    Happening,
    Minefield,
    Pair,
    Phase,
    State,
    Submarine,
    with_fleet,
    with_item,
    with_ship,
    without,
)
from room40_server.rules.dreadnought.tactical.board import Tactical
from tests.dreadnought.kit import GAME, dice, fleet, game
from tests.dreadnought.leak_fields import FLEET_LOOKED_AT, SETTING_SEEN, STATE_SEEN, changed

pytestmark = pytest.mark.clause("H21.10")
BLINDNESS = pytest.mark.parametrize("double_blind", [False, True])
PHASES = pytest.mark.parametrize("phase", ["plan", "orders", "pursuit", "contact", "after battle"])


def position(phase: str = "orders", *, double_blind: bool = False) -> State:
    """A position with something of everything: fleets at sea, in port, hidden, escorting; airships, submarines, mines."""
    state = game(
        {
            "EN-1": fleet("intercept", ["Lion", "Tiger"], "C5", {5: "C6", 6: "C7"}, leader="Lion"),
            "EN-2": fleet("transport", ["troopship"], "C2", {5: "stay load"}, in_port=True),
            "EN-3": fleet("escort", ["Dublin"], "C5", charge="EN-1"),
            "CP-1": fleet("bombardment", ["Moltke"], "D7", {5: "stay", 6: "D6"}),
            "CP-2": fleet("raiding", ["Goeben"], "C5", {5: "C6"}, leader="Goeben", on_map=False),
            "CP-3": fleet("intercept", ["Seydlitz", "Rostock"], "F3", {5: "stay"}, in_port=True),
            "CP-4": fleet("escort", ["Breslau"], "D7", charge="CP-1"),
        },
        turn=5,
        phase=phase,
        ports={"C2": "major EN", "F3": "major CP"},
        setting={"double_blind": double_blind},
    )
    sea = {i: f.zone for i, f in state.fleets.items()}
    return sight.look(
        replace(
            state,
            asked={"CP": "orders", "EN": "orders"} if phase == "orders" else {},
            airships={
                "l-1": Airship("l-1", "L 1", Side.CP, sea["CP-3"]),
                "c-1": Airship("c-1", "C 1", Side.EN, sea["EN-2"]),
            },
            submarines={
                "u-1": Submarine("u-1", "U 1", Side.CP, sea["EN-1"]),
                "e-1": Submarine("e-1", "E 1", Side.EN, sea["CP-1"]),
            },
            mines={
                "C4-C5": Minefield("C4-C5", Side.CP, 2, (Side.CP,)),
                "D6-D7": Minefield("D6-D7", Side.EN, 2, (Side.EN,)),
            },
            points={"CP": {"field C4-C5": 3, "merchant": 1}, "EN": {"cargo troopship": 6}},
            record={1: Happening(5, "search")},
            checks=(Check(5, sea["CP-1"], "CP-1", "EN-1", "", 3, {}, 3, False, False),),
        )
    )


def shown(state: State, viewpoint: str) -> bytes:
    """What a viewpoint is sent of a state, to the byte."""
    return codec.encode(views.view(state, viewpoint))


def assert_hidden(state: State, twin: State, viewpoint: str, what: str) -> None:
    assert shown(state, viewpoint) == shown(twin, viewpoint), what


def blind_to(side: Side) -> tuple[str, str]:
    """The viewpoints that may not know a side's secrets."""
    return side.enemy.value, "public"


@PHASES
@BLINDNESS
def test_no_field_of_a_fleet_shows_before_counters_are_looked_at(phase: str, double_blind: bool) -> None:
    state = position(phase, double_blind=double_blind)
    for ship_fleet in state.fleets.values():
        for name, twin in changed(ship_fleet, frozenset({"id", "side", "ships"})):
            for viewpoint in blind_to(ship_fleet.side):
                assert_hidden(state, with_fleet(state, twin), viewpoint, f"{ship_fleet.id}.{name}")


@BLINDNESS
def test_no_field_of_a_fleet_but_where_its_counter_stands_shows_when_counters_are_looked_at(double_blind: bool) -> None:
    state = position("contact", double_blind=double_blind)
    for ship_fleet in state.fleets.values():
        for name, twin in changed(ship_fleet, FLEET_LOOKED_AT):
            for viewpoint in blind_to(ship_fleet.side):
                assert_hidden(state, sight.look(with_fleet(state, twin)), viewpoint, f"{ship_fleet.id}.{name}")


@PHASES
def test_no_field_of_a_ship_shows_to_who_has_not_met_it(phase: str) -> None:
    state = position(phase)
    for ship in state.ships.values():
        for name, twin in changed(ship, frozenset({"id", "side", "card"})):
            looked = state if name == "sunk" else sight.look(with_ship(state, twin))
            for viewpoint in blind_to(ship.side):
                assert_hidden(state, looked, viewpoint, f"{ship.id}.{name}")
                assert_hidden(state, with_ship(state, twin), viewpoint, f"{ship.id}.{name}")


def test_no_field_of_an_airship_a_submarine_or_an_unknown_minefield_shows() -> None:
    state = position()
    for kind in ("airships", "submarines", "mines"):
        things: dict[str, Any] = getattr(state, kind)
        for key, thing in things.items():
            for name, twin in changed(thing, frozenset({"id", "side", "known"})):
                for viewpoint in blind_to(thing.side):
                    assert_hidden(state, replace(state, **{kind: with_item(things, key, twin)}), viewpoint, f"{key}.{name}")


def test_whether_there_is_an_airship_a_submarine_or_a_minefield_does_not_show() -> None:
    state = position()
    for kind in ("airships", "submarines", "mines"):
        things: dict[str, Any] = getattr(state, kind)
        for key, thing in things.items():
            for viewpoint in blind_to(thing.side):
                assert_hidden(state, replace(state, **{kind: without(things, key)}), viewpoint, key)


@BLINDNESS
def test_whether_a_fleet_lies_in_port_hides_or_escorts_does_not_show(double_blind: bool) -> None:
    state = position("contact", double_blind=double_blind)
    for key in ("EN-2", "EN-3", "CP-2", "CP-3", "CP-4"):
        side = state.fleets[key].side
        for viewpoint in blind_to(side):
            assert_hidden(state, sight.look(replace(state, fleets=without(state.fleets, key))), viewpoint, key)


def test_who_swaps_ships_between_fleets_in_secret_shows_nothing() -> None:
    state = position()
    for one, two in (("CP-1", "CP-3"), ("CP-1", "CP-2"), ("EN-1", "EN-2")):
        first, second = state.fleets[one], state.fleets[two]
        twin = with_fleet(state, replace(first, ships=second.ships, mission=second.mission))
        twin = with_fleet(twin, replace(second, ships=first.ships, mission=first.mission))
        for viewpoint in blind_to(first.side):
            assert_hidden(state, twin, viewpoint, f"{one} {two}")


@PHASES
def test_no_field_of_the_state_that_is_not_named_as_visible_shows(phase: str) -> None:
    state = position(phase)
    for name, twin in changed(state, STATE_SEEN):
        for viewpoint in ("CP", "EN", "public"):
            assert_hidden(state, twin, viewpoint, name)


def test_no_field_of_the_setting_that_is_not_named_as_visible_shows() -> None:
    state = position()
    for name, twin in changed(state.setting, SETTING_SEEN | {"tables"}):
        for viewpoint in ("CP", "EN", "public"):
            assert_hidden(state, replace(state, setting=twin), viewpoint, name)


def test_the_cards_of_ships_never_met_and_the_enemys_counters_do_not_show() -> None:
    state = position()
    own = {"CP": {"Moltke", "Goeben", "Seydlitz", "Rostock", "Breslau"}, "public": set[str]()}
    for viewpoint, known in own.items():
        cards = {key: made for key, made in state.setting.cards.items() if key in known}
        few = replace(state.setting, cards={**cards}, counters=with_item(state.setting.counters, "EN", 3))
        view = views.view(state, viewpoint)
        assert set(view.classes) == known
        assert codec.encode(replace(view, scenario=views.view(replace(state, setting=few), viewpoint).scenario)) == shown(
            state, viewpoint
        )


def test_what_another_viewpoint_sees_and_reads_does_not_show() -> None:
    state = position()
    for kind in ("sightings", "log"):
        kept: dict[str, Any] = getattr(state, kind)
        for other in ("CP", "EN", "public"):
            twin = replace(state, **{kind: without(kept, other)})
            for viewpoint in {"CP", "EN", "public"} - {other}:
                assert_hidden(state, twin, viewpoint, f"{kind} {other}")


def test_points_for_secret_doings_do_not_show() -> None:
    state = position()
    for side, reason in (("CP", "field C4-C5"), ("EN", "cargo troopship"), ("EN", "sunk goeben"), ("EN", "leader goeben")):
        more = with_item(state.points, side, {**state.points[side], reason: 17})
        hidden_from = blind_to(Side(side)) if "goeben" not in reason else ("public",)
        for viewpoint in hidden_from:
            assert_hidden(state, replace(state, points=more), viewpoint, reason)
    for reason in ("gone goeben", "gone-leader goeben"):
        more = with_item(state.points, "EN", {**state.points["EN"], reason: 17})
        hidden_from = ("EN", "public")
        for viewpoint in hidden_from:
            assert_hidden(state, replace(state, points=more), viewpoint, reason)


def test_the_enemys_claims_and_words_do_not_show_before_both_are_in() -> None:
    state = position("contact")
    pair = Pair("CP-1", "EN-1", state.fleets["EN-1"].zone, 1)
    asked = replace(state, contacts=Contacts((pair,), asked=pair), asked={"CP": "claims"})
    for made in ((), (Claim.LEADER,), (Claim.LEADER, Claim.INTERCEPT)):
        twin = replace(asked, contacts=Contacts((pair,), asked=pair, claims={"EN": made}))
        assert_hidden(asked, twin, "CP", str(made))
    battle = Battle(pair.zone, {"CP": ("CP-1",), "EN": ("EN-1",)}, round=2)
    state = replace(position("battles"), asked={"CP": "fight"})
    words = [replace(battle, words={"EN": Fight(pair.zone, behind=b)}) for b in ((), ("lion",))]
    one, two = (replace(state, battles={"C5": w}) for w in words)
    assert_hidden(one, two, "CP", "words")
    assert_hidden(one, two, "public", "words")


def test_checks_to_come_do_not_show() -> None:
    state = position("contact")
    pair = Pair("CP-1", "EN-1", state.fleets["EN-1"].zone, 1)
    more = Pair("CP-2", "EN-1", state.fleets["EN-1"].zone, 2)
    one = replace(state, contacts=Contacts((pair,), asked=pair), asked={"EN": "claims"})
    two = replace(state, contacts=Contacts((pair, more), asked=pair), asked={"EN": "claims"})
    for viewpoint in ("EN", "public"):
        assert_hidden(one, two, viewpoint, "checks to come")


def test_who_wants_a_commit_back_shows_only_that_he_is_waited_for() -> None:
    state = replace(position(), asked={"EN": "orders"}, committed=(Side.CP,))
    again = replace(state, asked={"EN": "orders", "CP": "orders"}, committed=())
    one, two = views.view(state, "EN"), views.view(again, "EN")
    assert replace(one, waiting=[]) == replace(two, waiting=[])


def test_the_visible_fields_are_fields() -> None:
    assert set(State.__struct_fields__) >= STATE_SEEN
    assert set(type(position().setting).__struct_fields__) >= SETTING_SEEN
    assert position().phase is Phase.ORDERS


def after_a_battle(battles: str) -> State:
    """Two Entente fleets have fought one of the Central Powers; on the board it came to know none of their ships."""
    fought = {"fought": 4, "in_port": False}
    state = game(
        {
            "CP-1": fleet("intercept", ["Moltke"], "C4", {4: "stay", 5: "stay"}, **fought),
            "EN-1": fleet("intercept", ["Lion"], "C4", {4: "stay", 5: "stay"}, **fought),
            "EN-2": fleet("intercept", ["Tiger"], "C4", {4: "stay", 5: "stay"}, **fought),
        },
        turn=4,
        phase="battles",
        setting={"battles": battles},
    )
    board = Tactical() if battles == "tactical" else None
    sides = {"CP": ("CP-1",), "EN": ("EN-1", "EN-2")}
    battle = Battle(state.fleets["CP-1"].zone, sides, board=board, lost_sight=True)
    state = replace(sight.look(replace(state, battles={"C4": battle})), phase=Phase.AFTER_BATTLE)
    over = {"C4": replace(battle, over=True)}
    return replace(state, battles=over, asked={"CP": "after battle", "EN": "after battle"})


@pytest.mark.clause("7.29", "5.23")
@pytest.mark.parametrize("battles", ["basic", "tactical"])
def test_a_fleet_that_gives_its_last_ship_away_is_pursued_under_its_label_all_the_same(battles: str) -> None:
    state = after_a_battle(battles)
    twin = GAME.submit(state, "EN", o.Exchange(("tiger",), "EN-1"), dice())
    assert "EN-2" not in twin.fleets
    assert views.view(state, "CP").fleets["CP-1"].prey == ["A", "B"]
    for viewpoint in ("CP", "public"):
        assert_hidden(state, twin, viewpoint, "exchange")
    one, two = (GAME.submit(s, "CP", o.Pursue("CP-1", "B"), dice()) for s in (state, twin))
    assert_hidden(one, two, "CP", "exchange")
    assert two.fleets["CP-1"].pursuit.quarry == "EN-1"


@pytest.mark.clause("5.21", "5.23")
def test_a_pursuer_does_not_see_its_quarry_merge_in_secret() -> None:
    state = GAME.submit(after_a_battle("basic"), "CP", o.Pursue("CP-1", "B"), dice())
    state = replace(sight.look(state), phase=Phase.ORDERS, asked={"CP": "orders", "EN": "orders"})
    merged = GAME.submit(state, "EN", o.Merge("EN-2", "EN-1"), dice())
    assert views.view(state, "CP").fleets["CP-1"].pursuing == "B"
    assert_hidden(state, merged, "CP", "merge")
    assert views.view(sight.look(merged), "CP").fleets["CP-1"].pursuing == "A"


def test_what_may_be_seen_does_show() -> None:
    """So that the tests above could fail."""
    state = position("contact")
    moved = sight.look(with_fleet(state, replace(state.fleets["CP-1"], zone=state.fleets["EN-1"].zone)))
    assert shown(moved, "EN") != shown(state, "EN")
    assert shown(with_fleet(state, replace(state.fleets["CP-1"], port_turns=4)), "CP") != shown(state, "CP")
    assert shown(with_ship(state, replace(state.ships["moltke"], fuel=1)), "CP") != shown(state, "CP")
