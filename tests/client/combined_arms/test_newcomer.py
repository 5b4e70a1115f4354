"""What one who plays for the first time is told: true, and why."""

import pytest

from room40.combined_arms import orders as o
from room40.combined_arms.reach import Reach
from room40_client.tui.combined_arms import homeward, picking
from room40_client.tui.combined_arms.draw.schematic import battles
from room40_client.tui.combined_arms.papers import BattleScreen, PlacementScreen
from room40_client.tui.combined_arms.planned import battles_ahead
from room40_client.tui.combined_arms.table import TableScreen
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.views import view
from tests.client.combined_arms.papers_kit import RulesWire, paper
from tests.client.combined_arms.tables import table, two_islands
from tests.combined_arms import kit
from tests.combined_arms.kit import GAME, dice

FLOWN = {"used": 1, "moved_in": "combat move"}


def after_a_battle(fighters: int, far: int = 0) -> State:
    """Fighters over an own carrier with land in reach, after a battle; `far` others a zone further out, no land in reach."""
    units = {"6": f"1 carrier Germans, {fighters} fighter Germans", "norway": "1 infantry Germans"}
    if far:
        units["7"] = f"{far} fighter Germans"
    fields = {f"fighter-{n}": FLOWN for n in range(1, fighters + 1)}
    fields |= {f"fighter-{n}": {"used": 3, "moved_in": "combat move"} for n in range(fighters + 1, fighters + far + 1)}
    lands = {"norway": "Germans 3"}
    return kit.game("norway-6 6-7", lands=lands, units=units, phase="non-combat move", fields=fields)


def flown_home(state: State) -> State:
    """The state with all the moves home made."""
    while True:
        of = view(state, "germans")
        order = next(homeward.next_moves(of, Reach(of)), None)
        if order is None:
            return state
        state = GAME.submit(state, "germans", order, dice())


def aircraft(state: State) -> int:
    """How many fighters there are."""
    return sum(unit.type == "fighter" for unit in state.units.values())


@pytest.mark.clause("C4.3")
async def test_fighters_over_their_carrier_are_home() -> None:
    async with table(after_a_battle(2), "germans") as story:
        assert "not home" not in story.row("#asked")
        await story.go("6")
        assert "on the carrier" in story.text
        assert "Norway" not in story.text.split("─ 6")[1].split("touches")[0]
        await story.keys("f")
        assert story.wire.orders == []
        await story.keys("c")
        assert "not landed" not in story.text
        await story.keys("enter")
        assert aircraft(story.wire.state) == 2


@pytest.mark.clause("C4.3")
@pytest.mark.parametrize(("fighters", "far"), [(2, 0), (3, 0), (2, 1), (2, 2), (4, 2), (1, 1)])
def test_flying_home_leaves_the_decks_to_who_needs_them(fighters: int, far: int) -> None:
    state = flown_home(after_a_battle(fighters, far))
    assert homeward.still_out(view(state, "germans")) == []
    assert aircraft(kit.give(state, o.Commit())) == fighters + far


@pytest.mark.clause("K3.5")
@pytest.mark.parametrize(("fighters", "out"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_who_is_said_to_be_out_is_who_is_lost(fighters: int, out: int) -> None:
    state = after_a_battle(fighters)
    assert len(homeward.still_out(view(state, "germans"))) == out
    assert aircraft(kit.give(state, o.Commit())) == fighters - out


async def test_aircraft_can_still_be_flown_home_when_the_commit_is_asked_about() -> None:
    async with table(after_a_battle(3), "germans") as story:
        await story.keys("c")
        assert "1 fighter not landed: lost" in story.text
        assert "f fly home" in story.text
        await story.keys("escape", *["tab"] * 2)
        assert "c commit" in story.row("#keys")
        await story.keys("c")
        await story.keys("f")
        await story.app.workers.wait_for_complete()
        assert "1 move home." in story.row("#status")
        await story.keys("c")
        assert "not landed" not in story.text


async def test_what_follows_c_at_once_is_meant_for_its_question() -> None:
    attack = kit.give(two_islands(), o.Commit())
    async with table(attack) as story:
        await story.go("port mar")
        await story.keys("enter", *["down"] * 4, "1", "enter")
        await story.go("ostrey")
        await story.keys("enter", "1", "c", "enter")
        assert story.wire.orders[-1] == o.Commit()


async def test_where_units_go_and_what_they_meet_there_is_said_in_full() -> None:
    async with table(kit.give(two_islands(), o.Commit())) as story:
        await story.go("port mar")
        await story.keys("enter", "1", "down", "1", "enter")
        await story.go("tavik hills")
        assert story.row("#status") == " 1 infantry, 1 artillery to: West Bay > North Sea > Tavik Hills"
        assert story.row("#asked") == " an assault, a battle"
        await story.keys("enter")
        assert story.row("#status") == " 1 infantry, 1 artillery: Port Marran > West Bay > North Sea > Tavik Hills."
        await story.keys("backspace")
        assert "Taken back: 1 infantry, 1 artillery: Port Marran > West Bay > North Sea > " in story.row("#status")


async def test_which_units_cannot_go_is_said() -> None:
    async with table(kit.give(two_islands(), o.Commit())) as story:
        await story.go("port mar")
        await story.keys("enter", "1", *["down"] * 3, "1", "enter")  # an infantry and the fighter
        await story.go("east bay")
        await story.keys("enter")
        assert "1 infantry cannot go to East Bay; the others can." in story.row("#status")
        await story.go("fells")
        assert "cannot go" not in story.row("#status")
        await story.keys("enter")
        assert "it is closed (K3.1)" in story.row("#status")


@pytest.mark.clause("K3.2")
def test_why_units_cannot_go_somewhere_is_said() -> None:
    of = view(kit.give(two_islands(), o.Commit()), "west")
    reach = Reach(of)
    says = {
        (("battleship-1",), "lagoon"): "1 battleship cannot go to The Lagoon: the canal is shut (K3.2).",
        (("battleship-1",), "sorrel"): "1 battleship cannot go to Sorrel: ships stay at sea.",
        (("battleship-1",), "west-bay"): "1 battleship: in West Bay already.",
        (("infantry-1", "infantry-2", "infantry-3"), "tavik-hills"): "Not all of these can go to Tavik Hills at once.",
    }
    fleet = ("battleship-1", "carrier-1", "fighter-2", "submarine-1", "transport-1")
    says[fleet, "lagoon"] = "4 units cannot go to The Lagoon: the canal is shut (K3.2); the others can."
    for (units, end), sentence in says.items():
        assert picking.why_not(of, reach, units, end) == sentence
    ships = view(kit.game("6-7 7-8 8-9", units={"6": "1 cruiser Germans"}), "germans")
    assert picking.why_not(ships, Reach(ships), ("cruiser-1",), "9").endswith(": 3 spaces away, 2 movement left.")
    lands = {"egypt": "British 2", "jordan": "Germans 1"}
    units = {"14": "1 cruiser Germans"}
    shut = kit.game("14-15 egypt-14 jordan-14", lands=lands, units=units, canals=(("suez", "14-15", "egypt jordan"),))
    of = view(shut, "germans")
    assert picking.why_not(of, Reach(of), ("cruiser-1",), "15").endswith(": the canal is shut (K3.2).")


@pytest.mark.clause("K3.6")
def test_in_the_non_combat_move_aircraft_are_offered_places_to_land_only() -> None:
    lands = {"norway": "Germans 3", "sweden": "British 3"}
    units = {"sweden": "1 bomber Germans, 1 fighter Germans, 1 infantry British", "6": "1 carrier Germans"}
    fields = {"bomber-1": FLOWN, "fighter-1": FLOWN}
    links = "norway-6 norway-sweden sweden-6"
    of = view(kit.game(links, lands=lands, units=units, phase="non-combat move", fields=fields), "germans")
    reach = Reach(of)
    assert set(picking.aim(of, reach, ("bomber-1",)).ways) == {"norway"}
    assert set(picking.aim(of, reach, ("fighter-1",)).ways) == {"norway", "6"}


def test_what_sails_without_its_fighters_is_said_so() -> None:
    units = {"6": "1 carrier Germans, 1 fighter Germans"}
    fields = {"fighter-1": {"aboard": "carrier-1"}}
    of = view(kit.game("6-7", units=units, fields=fields), "germans")
    notes = {group.type: group.note for group in picking.groups(of, Reach(of), "6")}
    assert notes["carrier"] == "1 fighter aboard, to be moved apart"


def test_guns_do_not_count_among_those_fought() -> None:
    lands = {"norway": "Germans 3", "sweden": "British 3"}
    units = {"norway": "3 infantry Germans", "sweden": "1 infantry British, 1 anti-aircraft-gun British"}
    state = kit.game("norway-sweden", lands=lands, units=units)
    state = kit.give(state, o.Move(("infantry-1", "infantry-2"), ("norway", "sweden")))
    (ahead,) = battles_ahead(view(state, "germans"))
    assert (ahead.attackers, ahead.defenders) == (2, 1)


def test_fighters_on_a_carrier_that_is_attacked_count_and_cargo_does_not() -> None:
    units = {"6": "2 cruiser Germans", "7": "1 carrier British (2 fighter), 1 transport British (1 infantry)"}
    state = kit.give(kit.game("6-7", units=units), o.Move(("cruiser-1", "cruiser-2"), ("6", "7")))
    (ahead,) = battles_ahead(view(state, "germans"))
    assert (ahead.attackers, ahead.defenders) == (2, 4)


def test_a_battle_is_marked_where_one_will_be_and_nowhere_else() -> None:
    state = kit.give(two_islands(), o.Commit())
    assert battles(view(state, "west")) == frozenset()
    of = view(state, "west")
    ashore = picking.aim(of, Reach(of), ("infantry-1",)).ways
    empty = kit.give(state, *ashore["the-neck"][0].moves)
    assert battles(view(empty, "west")) == frozenset()
    defended = kit.give(state, *ashore["tavik-hills"][0].moves)
    assert battles(view(defended, "west")) == frozenset({"tavik-hills"})
    shared = kit.game("6-7", units={"6": "1 submarine Germans, 1 submarine British"}, phase="non-combat move")
    assert battles(view(shared, "germans")) == frozenset()


@pytest.mark.clause("K5.4")
async def test_every_round_that_is_fought_is_counted() -> None:
    state = kit.game(
        "germany-poland",
        lands={"germany": "Germans 3", "poland": "British 3"},
        units={"germany": "1 infantry Germans", "poland": "1 infantry British"},
    )
    state = kit.give(state, o.Move(("infantry-1",), ("germany", "poland")), o.Commit(), pips=(6, 6))
    async with paper(BattleScreen, RulesWire(state, pips=(6, 6))) as story:
        await story.keys(*["space"] * 4)
        assert "Round 1 is fought." in story.asked
        await story.keys("enter", *["space"] * 4)
        assert "Round 2 is fought." in story.asked


@pytest.mark.clause("K7")
async def test_of_a_zone_where_the_enemy_lies_it_is_said_when_ships_are_placed() -> None:
    lands, units = {"britain": "British 8"}, {"britain": "1 industrial-complex British", "6": "2 submarine Germans"}
    state = kit.game(
        "britain-6 britain-7", lands=lands, units=units, turn="British", phase="mobilise", purchases={"destroyer": 1}
    )
    async with paper(PlacementScreen, RulesWire(state)) as story:
        assert "enemy: 2 submarines" in next(row for row in story.text.splitlines() if row.startswith(">6"))


async def test_f1_explains_while_units_are_picked_and_before_a_commit() -> None:
    async with table(kit.give(two_islands(), o.Commit())) as story:
        await story.keys("enter", "f1")
        assert "The rules, by clause" in story.text
        await story.keys("escape")
        assert "which go?" in story.text
        await story.keys("escape", "c", "f1")
        assert "The rules, by clause" in story.text
        await story.keys("escape", "enter")
        assert story.wire.orders == [o.Commit()]


async def test_a_single_line_is_not_read_by_itself() -> None:
    state = kit.give(two_islands(), o.Commit(), o.Commit())
    async with table(state) as story:
        await story.keys("c", "enter")
        assert story.wire.state.power == "tavik"
        assert "Marran collects 9." in story.row("#about")
        await story.keys("space")
        assert story.table.news_step() is None
        assert "Tavik begins its turn" in story.row("#status")


async def test_nobody_reads_of_the_moves_he_made_after_a_battle() -> None:
    lands = {"germany": "Germans 3", "poland": "British 3", "italy": "Germans 1"}
    units = {"germany": "3 infantry Germans", "poland": "1 infantry British"}
    state = kit.game("germany-poland germany-italy", lands=lands, units=units, purchases={"infantry": 1})
    state = kit.give(state, o.Move(("infantry-1", "infantry-2"), ("germany", "poland")))
    async with table(state, "germans") as story:
        await story.keys("c", "enter")
        while not isinstance(story.app.screen, TableScreen) or story.wire.state.phase != "non-combat move":
            await story.keys("enter")
        await story.go("germany")
        await story.keys("enter", "enter", "enter", "c", "enter")
        assert story.wire.state.phase == "mobilise"
        assert story.table.news_step() is None
