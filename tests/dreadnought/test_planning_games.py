"""Random orders over whole games: what is open and allowed can be written, and no fleet ever jumps (5.1, 5.3)."""

import random

import pytest

from room40.dreadnought import orders as o
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought import asks, battles, contact, planning, plots, turn
from room40_server.rules.dreadnought.state import Phase
from room40_server.rules.game import Refused

from .kit import GAME, fleet, game

PORTS = {"B2": "major CP", "E3": "minor CP", "G8": "major EN", "C8": "minor EN"}


def board():
    fleets = {
        "CP-1": fleet("raiding", ["Goeben", "Breslau"], "C3", leader="Goeben"),
        "CP-2": fleet("intercept", ["Seydlitz", "Rostock", "Frankfurt"], "C3"),
        "CP-3": fleet("bombardment", ["Stralsund", "Roon"], "B2", in_port=True),
        "CP-4": fleet("escort", ["German TB #1"], "B2", charge="CP-3", in_port=True),
        "EN-1": fleet("intercept", ["Lion", "Tiger", "Arethusa"], "C7"),
        "EN-2": fleet("intercept", ["Dublin", "Chatham"], "E6"),
        "EN-3": fleet("transport", ["troopship #1"], "G8", in_port=True),
        "EN-4": fleet("escort", ["Southampton"], "G8", charge="EN-3", in_port=True),
    }
    return game(fleets, phase="plan", turn=1, length=12, ports=PORTS, land=("D6", "E5"))


def a_slot(state, plotted, number, rng):
    zone, _ = plots.stands_at(state, plotted, number)
    pace = plots.planned_pace(state, plotted)
    owed = plotted.owed if number == min(plots.open_slots(state, plotted)) else ()
    zones = list(owed[:pace])
    for _ in range(0 if owed else rng.randint(0, pace)):
        zone = rng.choice(state.setting.chart.sea_neighbours(zone, plotted.side))
        zones.append(zone)
    enters = zones and PORTS.get(zones[-1], "").endswith(plotted.side) and rng.random() < 0.5
    return ("/".join(zones) or "stay") + (" port" if enters else "")


def other_order(state, plotted, rng):
    """An order that `planning.may` allows, with random particulars: these may be refused, but only in so many words."""
    tags = planning.may(state, plotted)
    tag = rng.choice([*tags, "", "", ""])
    mates = [f.id for f in state.fleets.values() if f.side == plotted.side and f.id != plotted.id]
    return {
        "abort": lambda: o.Abort(plotted.id),
        "merge": lambda: o.Merge(plotted.id, rng.choice(mates)),
        "split": lambda: o.Split(plotted.id, (o.Part(plotted.ships[:1]),)),
        "mission": lambda: o.NewMission(plotted.id, rng.choice(list(o.Mission))),
        "counter": lambda: o.Counter(plotted.id, rng.random() < 0.3, rng.random() < 0.5),
    }.get(tag, lambda: None)()


def tried(state, side, order, dice):
    try:
        return GAME.submit(state, side, order, dice), None
    except Refused as no:
        return state, no


def write_orders(state, side, rng, dice):
    for fleet_id in [f.id for f in state.fleets.values() if f.side == side]:
        order = other_order(state, state.fleets[fleet_id], rng) if fleet_id in state.fleets else None
        if order is not None:
            state, no = tried(state, side, order, dice)
            assert no is None or (no.clause and no.sentence.endswith("."))
    for fleet_id in [f.id for f in state.fleets.values() if f.side == side]:
        for number in plots.open_slots(state, state.fleets[fleet_id]):
            route = a_slot(state, state.fleets[fleet_id], number, rng)
            state = GAME.submit(state, side, o.Plot(fleet_id, number, route), dice)
    assert planning.missing(state, side) == ()
    return state


def answer(state, side, rng):
    return {
        "plan": o.Commit,
        "orders": o.Commit,
        "after battle": o.Commit,
        "claims": o.MakeClaims,
        "swap": lambda: o.ChooseZone(contact.swap_choices(state)[0].zone),
        "fight": lambda: o.Fight(battles.current(state).zone, rng.choice(asks.stances(state, battles.current(state)))),
    }[state.asked[side]]()


def no_fleet_jumped(before, after):
    """Between two decisions lies one movement at most: two zones, over water."""
    chart = after.setting.chart
    for moved in after.fleets.values():
        if moved.id in before.fleets:
            assert chart.distances(before.fleets[moved.id].zone, moved.side)[moved.zone] <= 2, moved


@pytest.mark.clause("5.1")
@pytest.mark.parametrize("seed", range(20))
def test_random_games_are_planned_to_the_end_and_no_fleet_jumps(seed):
    rng, dice = random.Random(seed), SeededDice(bytes([seed]) * 32)
    state = turn.advance(board(), dice)
    while state.phase is not Phase.OVER:
        side = rng.choice(sorted(state.asked))
        if state.asked[side] in ("plan", "orders"):
            state = write_orders(state, side, rng, dice)
        before, state = state, GAME.submit(state, side, answer(state, side, rng), dice)
        no_fleet_jumped(before, state)
    assert state.result
