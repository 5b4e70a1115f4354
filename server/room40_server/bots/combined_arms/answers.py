"""Answers to what a seat is asked in battles (K3.7, K5, K6)."""

from collections.abc import Sequence

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import BattleView, View
from room40_server.bots.combined_arms.chances import Chance, chances_of
from room40_server.bots.combined_arms.reading import Reading

SUBMERGES = 0.4
"""With less hope than this submarines hide."""
LANDING_WORTH = 10.0
"""What opening the sea for a landing is worth beyond the ships that are sunk."""
HOPE = 0.2
"""With less nobody presses on, whatever there is to win."""


def choose_battle(reading: Reading) -> Sequence[Order]:
    """The surest of those that may come next: what it leaves over can do no harm to the others (K5.11)."""
    choices = reading.view.ask.choices
    battles = {b.space: b for b in reading.view.battles.values() if not b.outcome and b.space in choices}
    return (o.ChooseBattle(max(choices, key=lambda space: (_before(reading, battles[space]), space))),)


def submerge(reading: Reading) -> Sequence[Order]:
    """All of them, if the battle looks lost for their side; else they strike (K6.2)."""
    battle = _now(reading.view)
    win = _chance(reading, battle).win
    hope = win if _attacks(reading, battle) else 1.0 - win
    return (o.Submerge(tuple(reading.view.ask.choices) if hope < SUBMERGES else ()),)


def casualties(reading: Reading) -> Sequence[Order]:
    """The cheapest; but the last land unit is kept to take a territory that is worth an aircraft (K5.5, K5.9)."""
    ask, battle = reading.view.ask, _now(reading.view)
    side = "attacker" if _attacks(reading, battle) else "defender"
    kinds = [kind for kind, number in battle.hits.get(side, {}).items() if number]
    if battle.kind == "land" and side == "attacker" and kinds == ["any"]:
        chosen = _keeping_a_foot_ashore(reading, battle, ask.choices, ask.number)
        if len(chosen) == ask.number:
            return (o.Casualties(chosen),)
    return (o.Casualties(tuple(ask.suggestion)),)


def press_or_retreat(reading: Reading) -> Sequence[Order]:
    """Fight on as long as more is to be won than lost (K5.4, K5.8)."""
    battle = _now(reading.view)
    chance = _chance(reading, battle)
    prize = LANDING_WORTH if battle.kind == "sea" and battle.assault else 0.0
    if battle.kind == "land" and any(reading.line(reading.units[i]).domain == "land" for i in battle.attackers):
        prize = reading.worth(battle.space)
    thrift = reading.thrift
    if chance.win >= HOPE * thrift and chance.win * prize + thrift * chance.killed >= thrift * chance.lost:
        return (o.Press(),)
    return (o.Retreat(max(reading.view.ask.choices, key=lambda space: (_company(reading, space), space))),)


def bombard(reading: Reading) -> Sequence[Order]:
    """All that may (K5.3)."""
    return (o.Bombard(tuple(reading.view.ask.suggestion)),)


def land_homeless(reading: Reading) -> Sequence[Order]:
    """On the best defended ground beside them; those that must find a deck land where the umpire finds one (K3.7)."""
    places: dict[str, str] = {}
    for unit_id, spaces in reading.view.ask.places.items():
        ground = [space for space in spaces if not reading.spaces[space].water]
        if ground:
            places[unit_id] = max(ground, key=lambda space: (_company(reading, space), space))
    return (o.LandHomeless(places),)


def _now(view: View) -> BattleView:
    return view.battles[view.ask.battle or view.current]


def _attacks(reading: Reading, battle: BattleView) -> bool:
    seat = reading.view.setting.powers[battle.attacker].seat
    if seat != reading.view.seat:
        return False
    return not reading.view.ask.choices or reading.view.ask.choices[0] not in battle.defenders


def _chance(reading: Reading, battle: BattleView) -> Chance:
    """How the battle would go on with those that stand (K8)."""
    mine = reading.counted(i for i in battle.attackers if i not in battle.marked)
    theirs = reading.counted(i for i in battle.defenders if i not in battle.marked)
    chances = chances_of(reading.kinds.table, reading.view.setting.die_sides)
    return chances.exact(mine, theirs, battle.kind == "sea") if mine and theirs else chances.guess(mine, theirs)


def _before(reading: Reading, battle: BattleView) -> float:
    """How a battle that has not begun looks, from what stands in the space."""
    chances = chances_of(reading.kinds.table, reading.view.setting.die_sides)
    return chances.guess(reading.fighters_in(battle.space, True), reading.fighters_in(battle.space, False)).win


def _keeping_a_foot_ashore(reading: Reading, battle: BattleView, choices: Sequence[str], number: int) -> tuple[str, ...]:
    standing = [i for i in battle.attackers if i in choices and i not in battle.marked]
    standing.sort(key=lambda i: (reading.line(reading.units[i]).cost, reading.line(reading.units[i]).attack, i))
    on_foot = [i for i in standing if reading.line(reading.units[i]).domain == "land"]
    flying = [i for i in standing if i not in on_foot]
    if on_foot and flying and reading.worth(battle.space) >= reading.line(reading.units[flying[0]]).cost * 0.8:
        last = on_foot[-1]
        standing.remove(last)
        standing.insert(standing.index(flying[0]) + 1, last)
    return tuple(standing[:number])


def _company(reading: Reading, space: str) -> int:
    """What friends in a space are worth."""
    return reading.cost(reading.fighters_in(space, True))
