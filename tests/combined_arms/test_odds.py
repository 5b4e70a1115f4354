"""The odds of battles (K8)."""

import json

import pytest
from msgspec.structs import replace

from room40.combined_arms import odds_tree
from room40.combined_arms import orders as o
from room40.combined_arms.attrition import sides
from room40.combined_arms.forces import CannotRead, Odds, Question, question, read_force, read_order
from room40.combined_arms.odds import odds, simulated
from room40_server import odds as command
from room40_server.rules.combined_arms.odds import of_battle
from room40_server.rules.combined_arms.odds import question as asked_of
from room40_server.rules.combined_arms.state import State
from tests.combined_arms.fights import came, fight, landing
from tests.combined_arms.kit import game, give

KINDS = command.unit_table()


def battle(attackers: str, defenders: str) -> Question:
    return question(KINDS, read_force(attackers, KINDS), read_force(defenders, KINDS))


def chances(found: Odds) -> tuple[float, float, float, float]:
    return (found.attacker, found.defender, found.both, found.neither)


REFERENCES = [
    ("2 infantry, 1 tank", "2 infantry", (0.8106, 0.1362, 0.0532)),
    ("infantry", "infantry", (0.25, 0.625, 0.125)),
    ("10 infantry, 5 tanks", "10 infantry, 2 tanks", (0.8265, 0.1621, 0.0114)),
    ("submarine", "destroyer", (0.4, 0.4, 0.2)),
    ("2 submarines", "battleship", (0.4401, 0.5599, 0.0)),
]
OTHERS = [
    ("5 infantry, 2 artillery, 2 fighters, 1 bomber", "5 infantry, tank, fighter, anti-aircraft gun"),
    ("3 infantry, tank, battleship, 2 cruisers", "4 infantry"),
    ("2 submarines, 2 fighters, destroyer", "carrier, 2 fighters, submarine, destroyer"),
    ("2 submarines, battleship", "2 submarines, fighter, carrier, transport"),
    ("cruiser, 2 transports, fighter", "battleship, 2 transports"),
    ("2 submarines, bomber", "3 submarines, transport"),
]


@pytest.mark.clause("K8")
@pytest.mark.parametrize("attackers, defenders, expected", REFERENCES)
def test_the_odds_agree_with_the_reference_values_to_four_decimals(
    attackers: str, defenders: str, expected: tuple[float, float, float]
) -> None:
    found = odds(battle(attackers, defenders))
    assert [round(p, 4) for p in chances(found)[:3]] == list(expected)
    assert found.error == 0.0


@pytest.mark.clause("K8")
@pytest.mark.parametrize("attackers, defenders", [(a, d) for a, d, _ in REFERENCES] + OTHERS)
def test_simulation_agrees_with_the_exact_value_within_four_standard_errors(attackers: str, defenders: str) -> None:
    exact, many = odds(battle(attackers, defenders)), simulated(battle(attackers, defenders), 40_000, seed=7)
    assert exact.battles == 0
    assert many.battles == 40_000
    assert sum(chances(exact)) == pytest.approx(1.0)
    for p, q in zip((*chances(exact), exact.takes), (*chances(many), many.takes), strict=True):
        assert abs(p - q) <= 4 * (p * (1 - p) / 40_000) ** 0.5 + 1e-9
    assert many.attacker_loss == pytest.approx(exact.attacker_loss, rel=0.03, abs=0.1)
    assert many.defender_loss == pytest.approx(exact.defender_loss, rel=0.03, abs=0.1)


@pytest.mark.clause("K8")
@pytest.mark.parametrize("attackers, defenders", [("4 infantry, 2 tanks", "3 infantry, artillery"), OTHERS[4]])
def test_both_ways_to_be_exact_come_to_the_same(attackers: str, defenders: str) -> None:
    asked = battle(attackers, defenders)
    attacker, defender = sides(asked)
    endings = list(odds_tree.solve(attacker, defender, attacker.start, 6))
    assert sum(p for p, a, d in endings if any(a) and not any(d)) == pytest.approx(odds(asked).attacker)


@pytest.mark.clause("K8")
def test_a_battle_with_too_many_ways_to_go_is_simulated_and_says_so() -> None:
    found = odds(
        battle("9 submarines, 5 destroyers, 5 fighters, carrier", "8 submarines, 5 destroyers, 6 fighters, 3 carriers")
    )
    assert found.battles > 0
    assert 0 < found.error < 0.003


@pytest.mark.clause("K8")
def test_the_order_of_losses_makes_a_difference() -> None:
    asked = battle("3 infantry, 3 tanks", "4 infantry")
    assert odds(replace(asked, attacker_order=("infantry",))).attacker < odds(asked).attacker
    flying = battle("1 infantry, 2 fighters", "2 infantry")
    assert odds(replace(flying, hold=True)).takes > odds(flying).takes
    assert odds(replace(flying, hold=True)).attacker < odds(flying).attacker


@pytest.mark.clause("K8", "K5.7")
def test_neither_side_wins_where_neither_can_hit() -> None:
    assert chances(odds(battle("fighter", "submarine"))) == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.clause("K8", "K5.6")
def test_transports_alone_are_sunk_for_certain() -> None:
    assert odds(battle("submarine", "5 transports")).attacker == 1.0
    assert odds(battle("fighter", "2 transports")).attacker == 1.0


@pytest.mark.clause("K8")
@pytest.mark.parametrize(
    "text, why",
    [
        ("2 infantrymen", "No unit is called"), ("", "is no force"), ("-1 tank", "is no force"),
        ("999 tanks, 999 infantry", "200 units at most"), ("2 [red]tanks", "is no force"),
    ],
)  # fmt: skip
def test_a_force_that_cannot_be_read_is_told_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(CannotRead, match=why):
        read_force(text, KINDS)


@pytest.mark.clause("K8")
@pytest.mark.parametrize("attackers, defenders", [("tank", "destroyer"), ("destroyer, tank", "infantry"), ("gun", "tank")])
def test_forces_that_cannot_meet_are_refused(attackers: str, defenders: str) -> None:
    with pytest.raises(CannotRead):
        battle(attackers, defenders)


def test_forces_are_read_as_people_write_them() -> None:
    assert read_force("2 Infantry + AA gun, tank & 3 Tanks", KINDS) == {
        "infantry": 2, "anti-aircraft-gun": 1, "tank": 4,
    }  # fmt: skip
    assert read_order("infantry, tank", KINDS) == ("infantry", "tank")


@pytest.mark.clause("K8")
def test_the_command_prints_odds_and_complains_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["2 infantry, 1 tank", "2 infantry"]) == 0
    assert "attacker wins     81.06 %" in capsys.readouterr().out
    assert command.main(["infantry", "infantry", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["defender"] == pytest.approx(0.625)
    assert command.main(["infantry", "infantry", "--simulate", "1000"]) == 0
    assert "1000 battles simulated" in capsys.readouterr().out
    assert command.main(["infantry", "2 dragons"]) == 2
    assert "No unit is called 'dragons'" in capsys.readouterr().err


FLEETS = {
    "6": "2 submarine Germans, 1 fighter Germans, 1 cruiser Germans, 1 submarine British, 1 carrier British (1 fighter)"
}


def ends(state: State, seed: int) -> str:
    """How a battle ends when nobody submerges, retreats, or chooses otherwise than the umpire suggests."""
    from tests.combined_arms.test_random_battles import fought_out

    class Steady:
        def random(self) -> float:
            return 1.0

    after = fought_out(state, Steady(), seed)  # type: ignore[arg-type]
    mine = [u for u in after.units.values() if u.space == "6" and u.owner == "germans"]
    theirs = [u for u in after.units.values() if u.owner == "british"]
    return "attacker" if mine and not theirs else "defender" if theirs and not mine else "neither" if mine else "both"


@pytest.mark.clause("K8", "K6.1", "K6.3")
def test_the_odds_are_those_of_the_battles_that_are_fought() -> None:
    state = game("6-7", units=FLEETS, phase="combat")
    found = of_battle(state, state.battles["sea 6"])
    number = 256
    won = sum(ends(state, seed) == "attacker" for seed in range(number))
    assert abs(won / number - found.attacker) < 4 * (found.attacker * (1 - found.attacker) / number) ** 0.5
    assert found.battles == 0


@pytest.mark.clause("K8")
def test_a_planned_landing_is_asked_of_with_guns_and_bombardment() -> None:
    state = game(
        "7-coast 7-8", turn="Americans", lands={"coast": "Germans 6"}, phase="combat",
        units={
            "7": "1 transport Americans (1 infantry), 1 cruiser Americans",
            "coast": "1 infantry Germans, 1 anti-aircraft-gun Germans, 1 bomber Americans",
        },
        fields=landing("coast", "infantry-1"),
    )  # fmt: skip
    asked = asked_of(state, state.battles["land coast"])
    assert asked.attackers == {"bomber": 1, "infantry": 1, "cruiser": 1}
    assert asked.defenders == {"infantry": 1, "anti-aircraft-gun": 1}
    assert not asked.at_sea


@pytest.mark.clause("K8", "K5.5")
def test_a_battle_being_fought_is_asked_of_with_what_is_left_and_damaged() -> None:
    state = fight(
        "6-7", 6, 4, 1, 6, units={"6": "1 battleship Germans, 1 cruiser Germans, 2 destroyer British"},
        fields=came("cruiser-1", "7"),
    )  # fmt: skip
    state = give(state, o.Casualties(("battleship-1",)))
    assert state.asked == {"germans": "press or retreat"}
    asked = asked_of(state, state.battles["sea 6"])
    assert asked.attackers_hit == {"battleship": 1}
    assert asked.attackers == {"battleship": 1, "cruiser": 1}
    assert asked.defenders == {"destroyer": 2}
