"""What the computer reckons with: chances, dangers, who must stay, what ships can carry, where aircraft come down."""

import random
from typing import Any

import pytest

from room40.combined_arms import orders as o
from room40_server.bots.combined_arms.aims import Aims
from room40_server.bots.combined_arms.chances import Chances, chances_of
from room40_server.bots.combined_arms.guard import CAPITAL_RISK, Guard
from room40_server.bots.combined_arms.lifts import lifts_to
from room40_server.bots.combined_arms.muster import Muster
from room40_server.bots.combined_arms.player import Bot
from room40_server.bots.combined_arms.reading import Reading
from room40_server.bots.combined_arms.threats import Threats
from room40_server.rules.combined_arms.odds import kinds
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.views import view
from tests.combined_arms.kit import game, give, types

ON_LAND = ("infantry", "artillery", "tank", "fighter", "bomber")


def reading(state: State, power: str = "germans") -> Reading:
    return Reading(view(state, power), power)


def muster(state: State) -> Muster:
    return Muster(reading(state), random.Random(1))


@pytest.fixture(name="chances", scope="module")
def table() -> Chances:
    return Chances(kinds(types()), 6)


@pytest.mark.clause("K8")
def test_a_guess_is_near_the_exact_odds(chances: Chances) -> None:
    chance = random.Random(8)
    far: list[float] = []
    for _ in range(80):
        mine = {key: chance.randint(1, 5) for key in chance.sample(ON_LAND, 3)}
        theirs = {key: chance.randint(1, 5) for key in chance.sample(ON_LAND[:4], 2)}
        guess, exact = chances.guess(mine, theirs), chances.exact(mine, theirs, at_sea=False)
        far.append(abs(guess.win - exact.win))
    assert sum(far) / len(far) < 0.06
    assert max(far) < 0.25


def test_more_attackers_never_make_a_guess_worse(chances: Chances) -> None:
    theirs = {"infantry": 4, "tank": 2}
    wins = [chances.guess({"infantry": 2, "tank": number}, theirs).win for number in range(8)]
    assert wins == sorted(wins)
    assert wins[0] < 0.05
    assert wins[-1] > 0.9


def test_nobody_attacks_with_nothing_and_nothing_stops_nobody(chances: Chances) -> None:
    assert chances.guess({}, {"infantry": 1}).win == 0.0
    assert chances.guess({"infantry": 1}, {}).win == 1.0


SHORE = {"home": "Germans 8 capital", "front": "British 3", "isle": "British 5", "rock": "British 1"}


def test_a_threat_counts_who_can_walk_fly_and_be_shipped_and_nobody_else() -> None:
    state = game(
        "home-front front-rock home-5 5-6 6-7 7-8 6-isle",
        lands=SHORE,
        units={
            "front": "2 infantry British, 1 aagun British",
            "rock": "1 tank British, 3 infantry British",
            "isle": "1 bomber British, 4 artillery British, 1 fighter Americans",
            "6": "1 transport British, 1 cruiser British",
            "8": "1 transport British (2 infantry)",
        },
    )
    r = reading(state)
    threats = Threats(r, chances_of(r.kinds.table, 6))
    assert threats.on_land("home") == {"british": {"infantry": 2, "tank": 1, "bomber": 1, "artillery": 2, "cruiser": 1}}


@pytest.mark.clause("C4.8")
def test_a_transport_threatens_with_what_it_can_load_on_its_way() -> None:
    state = game(
        "home-5 5-6 6-7 7-8 6-isle 8-rock",
        lands={key: SHORE[key] for key in ("home", "isle", "rock")},
        units={"isle": "1 tank British", "rock": "2 infantry British", "7": "1 transport British"},
    )
    r = reading(state)
    assert Threats(r, chances_of(r.kinds.table, 6)).on_land("home") == {"british": {"tank": 1}}


def test_the_last_to_move_in_the_last_round_fears_nobody() -> None:
    what: dict[str, Any] = {"lands": SHORE, "units": {"home": "1 infantry Germans", "front": "9 infantry British"}}
    links = "home-front home-5 5-isle front-rock"
    early = reading(game(links, **what, setting={"rounds": 5}))
    late = reading(game(links, **what, setting={"rounds": 5, "order": ("british", "germans")}, round=5))
    dangers = [Guard(r, Threats(r, chances_of(r.kinds.table, 6))).danger("home") for r in (early, late)]
    assert dangers[0] > 0.9
    assert dangers[1] == 0.0


def test_a_capital_lets_go_whom_it_does_not_need() -> None:
    state = game(
        "home-front home-5 5-isle front-rock",
        lands=SHORE,
        units={"home": "6 infantry Germans", "front": "2 infantry British, 1 tank British"},
    )
    r = reading(state)
    guard = Guard(r, Threats(r, chances_of(r.kinds.table, 6)))
    assert guard.may_leave(["infantry-1"])
    gone = [f"infantry-{n}" for n in range(1, 6)]
    assert not guard.may_leave(gone)
    assert guard.danger("home", gone) > CAPITAL_RISK


@pytest.mark.clause("K2", "K3.8")
def test_a_lift_is_one_unit_of_any_kind_and_one_infantry() -> None:
    state = game(
        "home-5 5-6 6-isle home-front",
        lands={key: SHORE[key] for key in ("home", "isle", "front")},
        units={"home": "3 tank Germans, 3 infantry Germans", "5": "2 transport Germans, 1 transport Germans (1 artillery)"},
    )
    lifts = lifts_to(muster(state), "6")
    forces = sorted(sorted(state.units[i].type for i in lift.force) for lift in lifts)
    assert forces == [["artillery", "infantry"], ["infantry", "tank"], ["infantry", "tank"]]
    boarded = [i for lift in lifts for i in lift.boards]
    assert len(set(boarded)) == len(boarded)


@pytest.mark.clause("K3.4", "C2.2")
def test_a_fighter_finds_a_deck_only_where_one_is_free() -> None:
    links, lands = "home-5 5-6 6-7 7-8", {"home": "Germans 8"}
    full = game(links, lands=lands, units={"home": "3 fighter Germans", "7": "1 carrier Germans (1 fighter Germans)"})
    homes = muster(full).homes
    assert homes.home("fighter-1", "8", 1) == "7"
    homes.reserve("fighter-1", "7")
    assert homes.home("fighter-2", "8", 1) == ""


def test_ships_gather_beside_the_works_on_the_side_of_what_is_worth_taking() -> None:
    state = game(
        "home-5 home-9 5-6 6-isle 9-10 10-rock",
        lands={"home": "Germans 8 capital", "isle": "British 8 capital", "rock": "British 1"},
        units={"home": "1 factory Germans, 4 infantry Germans", "isle": "1 infantry British"},
    )
    r = reading(state)
    aims = Aims(r, Threats(r, chances_of(r.kinds.table, 6)))
    assert aims.station == "5"
    assert aims.ports == {"home"}
    assert aims.goes_overseas == 1.0


@pytest.mark.clause("K3.5", "C4.1")
def test_own_fighters_follow_their_carrier_home() -> None:
    state = game(
        "home-5 5-6 6-7 7-isle",
        lands={"home": "Germans 8 capital", "isle": "British 5"},
        units={"home": "1 factory Germans, 2 infantry Germans", "7": "1 carrier Germans (2 fighter Germans)"},
        phase="non-combat move",
    )
    after = give(state, *Bot(1).decide(view(state, "germans"), "germans"), o.Commit())
    carrier = after.units["carrier-1"]
    assert carrier.space != "7"
    assert {u.aboard for u in after.units.values() if u.type == "fighter"} == {"carrier-1"}


@pytest.mark.clause("K3.5", "K7")
def test_it_says_who_lands_on_a_new_carrier_that_has_not_room_for_all() -> None:
    state = game(
        "home-5 5-6",
        lands={"home": "Germans 8 capital"},
        units={"home": "1 factory Germans", "5": "3 fighter Germans"},
        phase="mobilise",
        purchases={"carrier": 1},
    )
    after = give(state, *Bot(1).decide(view(state, "germans"), "germans"))
    assert sum(u.type == "fighter" and bool(u.aboard) for u in after.units.values()) == 2
