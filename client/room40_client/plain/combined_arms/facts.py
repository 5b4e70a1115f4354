"""Every fact of the 1942 view by a word."""

from collections.abc import Callable

from room40.combined_arms.forces import CannotRead, Odds, Question
from room40.combined_arms.views import BattleView, View
from room40_client.plain.combined_arms import names, news
from room40_client.plain.grammar import Fact, Unclear, listed
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.draw import about, papers
from room40_client.tui.combined_arms.draw.spaces import is_front
from room40_client.tui.combined_arms.draw.stands import stands
from room40_client.tui.combined_arms.papers import matchups, odds_sheet, placement_sheet, purchase_sheet, reckoning, terms
from room40_client.tui.combined_arms.papers.odds_sheet import Draft
from room40_client.tui.draw.runs import plain

# ---- the game ----


def status(view: View) -> str:
    """ "Round 1 of 12, Marran, 1 purchase. Two islands, you are West (Marran, Sorrel)." """
    last = f" of {view.setting.rounds}" if view.setting.rounds else ""
    you = "you are watching" if view.seat == "public" else f"you are {words.seat_name(view, view.seat)}"
    now = f"Round {view.round}{last}, {terms.power_name(view, view.power)}, phase {words.phase(view)}"
    return f"{now}. {view.setting.title}, {you}."


def briefing(view: View) -> list[str]:
    """The scenario in words, the powers in turn, what wins."""
    text = [piece for piece in view.setting.briefing.split("\n") if piece.strip()]
    turns = listed([terms.power_name(view, power) for power in view.setting.order])
    ends = [f"The game ends after round {view.setting.rounds}."] if view.setting.rounds else []
    return [f"{view.setting.title}.", *text, f"In turn: {turns}.", *ends, *cities(view)]


def seats(view: View) -> list[str]:
    """The seats with their powers, and who is waited for."""
    found = []
    for seat in dict.fromkeys(view.setting.powers[power].seat for power in view.setting.order):
        you = ", you" if seat == view.seat else ""
        waits = f", is waited for: {view.waiting[seat]}" if seat in view.waiting else ""
        found.append(f"{words.seat_name(view, seat)}{you}{waits}.")
    return [*found, *(f"{words.seat_name(view, seat)} would give the game up." for seat in view.conceded)]


def cities(view: View, _: str = "") -> list[str]:
    """The cities of each alliance, and how many win."""
    found = []
    for alliance, number in papers.cities(view).items():
        goal = view.setting.cities_to_win.get(alliance, 0)
        wins = f", wins with {goal}" if goal else ""
        found.append(f"{alliance.capitalize()}: {number} cit{'y' if number == 1 else 'ies'}{wins}.")
    return found


def options(view: View, _: str = "") -> list[str]:
    """What this scenario sets of the rules."""
    setting = view.setting
    see = "see" if setting.allies_see else "do not see"
    return [
        f"Dice have {setting.die_sides} sides. Allies {see} each other's plans.",
        f"A transport carries {setting.transport_infantry} units, no more than one of them no infantry.",
        f"A raid leaves no more damage than {setting.raid_limit} times the value of the territory.",
    ]


def money(view: View, _: str = "") -> list[str]:
    """The powers in turn: money, income."""
    found = []
    for power in view.setting.order:
        income = sum(view.setting.spaces[key].value for key, owner in view.owners.items() if owner == power)
        now = ", in turn" if power == view.power else ""
        found.append(f"{terms.power_name(view, power)}{now}: money {view.money.get(power, 0)}, income {income}.")
    return found


# ---- spaces and units ----


def spaces(view: View, text: str) -> list[str]:
    """All spaces, one line each; `mine`: those of the own side's powers; `front`: those that touch the enemy."""
    here = stands(view)
    wanted = text.strip().lower()
    mine = words.held(view)
    tests: dict[str, Callable[[str], bool]] = {
        "": lambda space: True,
        "mine": lambda space: view.owners.get(space) in mine or any(power in mine for power in here.get(space, {})),
        "front": lambda space: is_front(view, here, space),
        "empty": lambda space: not here.get(space),
    }
    if wanted not in tests:
        raise Unclear("Write spaces, spaces mine, or spaces front; space NAME tells one.")
    found = [key for key in view.setting.spaces if tests[wanted](key)]
    return [in_short(view, space) for space in sorted(found, key=lambda one: terms.space_name(view, one))] or ["None."]


def in_short(view: View, space: str) -> str:
    """A space and who stands there: "Port Marran, Marran: Marran 3 infantry, 1 tank"."""
    seen = view.setting.spaces[space]
    owner = view.owners.get(space, "")
    whose = "sea" if seen.water else "closed" if seen.impassable else terms.power_name(view, owner) if owner else "neutral"
    value = f", value {seen.value}{', a city' if seen.city else ''}" if not seen.water and not seen.impassable else ""
    stand = [f"{terms.power_name(view, power)} {_units_of(view, space, power)}" for power in about.powers_in(view, space)]
    return f"{terms.space_name(view, space)}, {whose}{value}: {'; '.join(stand) or 'empty'}."


def _units_of(view: View, space: str, power: str) -> str:
    return terms.count(
        view, terms.counted(view, [i for i, u in view.units.items() if u.space == space and u.owner == power])
    )


def space(view: View, text: str) -> list[str]:
    """All about a space."""
    key = names.space(view, text)
    found = [plain(about.heading(view, key)).replace("  ", ", ") + f". Its name in commands: {key}."]
    for power in about.powers_in(view, key):
        found.append(f"{terms.power_name(view, power)}: {', '.join(about.groups(view, key, power, True))}.")
    if len(found) == 1:
        found.append("Nothing stands here.")
    if (placed := view.plan.placements.get(key)) is not None:
        lands = f", on new decks {listed(placed.landing)}" if placed.landing else ""
        found.append(f"To appear here: {terms.count(view, placed.units)}{lands}.")
    if key in view.plan.engage:
        found.append(f"You {'attack' if view.plan.engage[key] else 'leave alone'} who is here.")
    return [*found, f"It {about.touching(view, key)}."]


def units(view: View, text: str) -> list[str]:
    """The units of a space one by one; without a space those of the own powers, or the power in turn, space by space."""
    if text.strip():
        key = names.space(view, text)
        found = [_unit(view, i) for i in _in_order(view, [i for i, u in view.units.items() if u.space == key])]
        return found or [f"Nothing stands in {terms.space_name(view, key)}."]
    powers = words.held(view) or [view.power]
    where = sorted({u.space for u in view.units.values() if u.owner in powers}, key=lambda one: terms.space_name(view, one))
    return [
        f"{terms.space_name(view, key)}: {terms.power_name(view, power)} {said}."
        for key in where
        for power in powers
        if (said := _units_of(view, key, power))
    ] or ["No units."]


def _in_order(view: View, ids: list[str]) -> list[str]:
    order = {key: number for number, key in enumerate(terms.type_order(view))}
    return sorted(ids, key=lambda i: (view.units[i].owner, order.get(view.units[i].type, 99), len(i), i))


def _unit(view: View, key: str) -> str:
    unit = view.units[key]
    kind = view.setting.types[unit.type]
    notes = [terms.power_name(view, unit.owner)]
    if view.phase in words.MOVES and unit.owner == view.power and kind.move:
        notes.append(f"{max(0, kind.move - unit.used)} of {kind.move} movement left")
    notes += [f"aboard {unit.aboard}"] if unit.aboard else []
    notes += ["damaged"] if unit.damage else []
    notes += ["submerged"] if unit.submerged else []
    notes += [words.DUTIES.get(unit.duty, unit.duty)] if unit.duty in ("raid", "landing") else []
    notes += [f"lands in {terms.space_name(view, unit.assault)}"] if unit.assault else []
    notes += [f"came from {terms.space_name(view, unit.path[0])}"] if len(unit.path) > 1 else []
    notes += [f"last from {terms.space_name(view, unit.came_from)}"] if unit.came_from else []
    done = (
        ("has moved", unit.moved_in),
        ("has loaded", unit.loaded),
        ("has unloaded", unit.unloaded),
        ("has fought", unit.fought),
    )
    notes += [f"{what} in the {said}" if said in words.MOVES else what for what, said in done if said]
    if place := view.plan.landing.get(key):
        notes.append(f"can land in {terms.space_name(view, place)}")
    if place := view.plan.carriers.get(key):
        notes.append(f"must go to {terms.space_name(view, place)}")
    return f"{key}: {', '.join(notes)}."


def types(view: View, text: str) -> list[str]:
    """The unit table, of all types or one."""
    wanted = [names.type_of(view, text)] if text.strip() else terms.type_order(view)
    found = []
    for key in wanted:
        kind = view.setting.types[key]
        notes = f"; {noted}" if (noted := purchase_sheet.notes(kind)) else ""
        price = f"costs {kind.cost}" if kind.sold else "not for sale"
        found.append(f"{kind.name}: {price}, attack {kind.attack}, defence {kind.defence}, move {kind.move}{notes}.")
    return found


# ---- the plan ----


def moves(view: View, _: str = "") -> list[str]:
    """The moves of the phase, the battles and landings that follow."""
    found = [f"{number}: {text}." for number, text in papers.moves(view)] or ["No moves yet."]
    follows = [*papers.battles(view, WIDE), *papers.landing(view, WIDE), *papers.missing(view, WIDE)]
    return [*found, *(_said(plain(of)) for of in follows)]


WIDE = 400
"""Columns enough that no line of the papers is broken."""


def _said(text: str) -> str:
    """A line of a paper as a sentence; a heading, which is not set in, ends in a colon."""
    is_heading = not text.startswith("  ")
    bare = text.strip().removeprefix("x ").strip().rstrip(".")
    return f"{bare}:" if is_heading else f"{bare}."


def purchase(view: View, _: str = "") -> list[str]:
    """What is bought, repaired and placed."""
    plan = view.plan
    found = [f"Bought: {terms.count(view, plan.purchases)}."] if plan.purchases else []
    found += [f"Repaired in {terms.space_name(view, key)}: {number}." for key, number in plan.repairs.items()]
    found += [f"Damage in {terms.space_name(view, key)}: {number}." for key, number in view.damage.items() if number]
    found += [f"Paid for: {terms.count(view, view.bought)}."] if view.bought else []
    found += [f"In {terms.space_name(view, key)}: {terms.count(view, one.units)}." for key, one in plan.placements.items()]
    left = placement_sheet.unplaced(view) if view.phase == "mobilise" else {}
    found += [f"To place: {terms.count(view, left)}."] if left else []
    for yard in purchase_sheet.yards(view):
        placed = plan.placed.get(yard.space, 0)
        found.append(
            f"{terms.space_name(view, yard.space)} brings forth {yard.output}{f', {placed} placed' if placed else ''}."
        )
    return found or ["Nothing is bought."]


# ---- battles ----


def battle(view: View, text: str) -> list[str]:
    """The battles of the phase: the one being fought, or that of a space."""
    wanted = names.space(view, text) if text.strip() else ""
    shown = [one for one in view.battles.values() if wanted in ("", one.space)]
    if not wanted and view.current in view.battles:
        shown = [view.battles[view.current]]
    return [line for one in shown for line in _one_battle(view, one)] or ["There is no battle."]


def _one_battle(view: View, one: BattleView) -> list[str]:
    where = terms.space_name(view, one.space)
    kind = "Landing" if one.assault and one.kind == "land" else {"sea": "Sea battle", "raid": "Raid"}.get(one.kind, "Battle")
    if one.outcome:
        return [f"{kind} in {where}: {one.outcome}.", *_losses(view, one)]
    asked = matchups.of_battle(view, one)
    found = [
        f"{kind} in {where}{f', round {one.round}' if one.round else ', not begun'}{f', {one.step}' if one.step else ''}."
    ]
    found.append(f"Attacker {terms.power_name(view, one.attacker)}: {terms.count(view, asked.attackers) or 'nobody left'}.")
    found.append(f"Defender: {terms.count(view, asked.defenders) or 'nobody left'}.")
    for roll in one.rolls:
        found.append(f"The {roll.side} {roll.what}, hits on {roll.needs}: {' '.join(map(str, roll.pips))}.")
    return [*found, *_losses(view, one)]


def _losses(view: View, one: BattleView) -> list[str]:
    return [f"The {side} has lost {terms.count(view, counts)}." for side, counts in one.lost.items() if any(counts.values())]


def odds(view: View, text: str) -> list[str]:
    """The odds of the battles to come, of one in a space, or of two forces: "2 infantry against 1 tank"."""
    mine, against, theirs = text.partition(" against ")
    if against:
        draft = Draft((names.force(view, mine), names.force(view, theirs)))
        try:
            question = odds_sheet.asked(view, draft)
        except CannotRead as error:
            raise Unclear(str(error), "K8") from None
        if question is None:
            raise Unclear("Give each side some units: odds 2 infantry against 1 tank.", "K8")
        return _odds(view, question, reckoning.reckon(question))
    found = matchups.planned(view)
    if text.strip():
        key = names.space(view, text)
        found = [one for one in found if one.space == key]
    lines = [
        line
        for one in found
        if one.asked.attackers and one.asked.defenders
        for line in (f"{one.title}:", *_odds(view, one.asked, reckoning.reckon(one.asked)))
    ]
    return lines or ["No battle is to come there; or write odds 2 infantry against 1 tank."]


def _odds(view: View, question: Question, found: Odds) -> list[str]:
    chances = [("Attacker wins", found.attacker), ("defender", found.defender), ("both gone", found.both)]
    chances += [("neither can hit", found.neither)] if found.neither else []
    chances += [("the territory is taken", found.takes)] if not question.at_sea else []
    lines = [", ".join(f"{name} {terms.percent(chance)}" for name, chance in chances) + "."]
    for name, left, loss in (
        ("Attacker", found.attackers_left, found.attacker_loss),
        ("Defender", found.defenders_left, found.defender_loss),
    ):
        means = ", ".join(
            f"{left[key]:.1f} {terms.type_name(view, key)}" for key in terms.type_order(view) if left.get(key, 0) >= 0.05
        )
        lines.append(f"{name} keeps {means or 'next to nothing'}; loses {loss:.1f} in cost.")
    return lines


def log(view: View, text: str) -> list[str]:
    """The last lines of the log."""
    if text and not (text.isdecimal() and len(text) < 5):
        raise Unclear("Write how many: log 20.")
    return news.last(view, int(text or 10))


FACTS: tuple[Fact[View], ...] = (
    Fact(("spaces",), ("spaces", "spaces mine", "spaces front"), "the spaces, one line each", spaces),
    Fact(("space", "zone"), ("space port-marran",), "all about a space, and what it touches", space),
    Fact(("units",), ("units", "units port-marran"), "your units space by space, or each one of a space by name", units),
    Fact(("types", "prices"), ("types", "types tank"), "the unit table", types),
    Fact(("moves", "plan"), ("moves",), "your moves, the battles and landings that follow", moves),
    Fact(("purchase", "bought"), ("purchase",), "what is bought, repaired, to be placed", purchase),
    Fact(("battle", "battles"), ("battle", "battle port-tavik"), "the battle being fought, or those of the phase", battle),
    Fact(
        ("odds",),
        ("odds", "odds port-tavik", "odds 2 infantry against 1 tank"),
        "the odds of battles to come, or of any two forces",
        odds,
        is_slow=True,
    ),
    Fact(("money", "powers"), ("money",), "the powers in turn, their money and income", money),
    Fact(("cities", "points"), ("cities",), "the cities of each alliance, and how many win", cities),
    Fact(("options",), ("options",), "what this scenario sets of the rules", options),
    Fact(("log",), ("log", "log 20"), "the last lines of the log", log),
)
