"""What is asked of a seat in the 1942 system, in words, and what answers it."""

from room40.combined_arms.views import BattleView, View
from room40_client.plain.combined_arms import names
from room40_client.plain.grammar import listed
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.homeward import still_out
from room40_client.tui.combined_arms.papers import matchups, placement_sheet, purchase_sheet, terms
from room40_client.tui.combined_arms.papers.purchase_sheet import Draft
from room40_client.tui.combined_arms.planned import battles_ahead


def asked(view: View) -> list[str]:
    """The lines that say what is wanted, and the commands that answer."""
    if view.result:
        return [f"Result: {view.result}"]
    kind = view.ask.kind
    if not kind:
        return [_waiting(view)]
    power = terms.power_name(view, view.power)
    if kind == "purchase":
        return [_purchase(view, power)]
    if kind in words.MOVES:
        return _moving(view, power)
    if kind == "mobilise":
        return [_placing(view, power)]
    return _battle(view)


def _waiting(view: View) -> str:
    watching = "Watching. " if view.seat == "public" else ""
    others = [words.seat_name(view, seat) for seat in view.waiting if seat != view.seat]
    kinds = sorted({kind for seat, kind in view.waiting.items() if seat != view.seat})
    return f"{watching}Waiting for {listed(others)}: {', '.join(kinds)}." if others else f"{watching}The game goes on."


def _purchase(view: View, power: str) -> str:
    draft = Draft(dict(view.plan.purchases), dict(view.plan.repairs))
    bought = terms.count(view, draft.units) or "nothing yet"
    repaired = sum(draft.repairs.values())
    more = f", {repaired} points repaired" if repaired else ""
    left = purchase_sheet.left(view, draft)
    return f"Purchase, {power}: {left} to spend; bought {bought}{more}. As buy 2 infantry, 1 tank; then commit."


def _moving(view: View, power: str) -> list[str]:
    is_combat = view.ask.kind == "combat move"
    number = len(view.plan.moves)
    planned = f"{number} move{'' if number == 1 else 's'}"
    if is_combat:
        ahead = len(battles_ahead(view))
        planned += f", {ahead} battle{'' if ahead == 1 else 's'} to come"
    what = "Combat move" if is_combat else "Non-combat move"
    found = [f"{what}, {power}: {planned}. As move 2 infantry from A to B; then commit."]
    if not is_combat and (out := still_out(view)):
        found.append(f"{words.units(view, out)} still in the air: fly home lands them.")
    return [*found, *(f"In the way of the commit: {sentence}" for sentence in view.ask.missing)]


def _placing(view: View, power: str) -> str:
    left = terms.count(view, placement_sheet.unplaced(view)) or "nothing"
    return f"Mobilise, {power}: {left} to place. As place 2 infantry in A, or place all in A; then commit."


# ---- battles ----


def _battle(view: View) -> list[str]:
    ask, battle = view.ask, view.battles.get(view.ask.battle) or view.battles.get(view.current)
    where = f"Battle in {terms.space_name(view, battle.space)}" if battle else "Battle"
    if battle is not None and battle.round:
        where += f", round {battle.round}"
    if ask.kind == "choose battle":
        return ["Which battle next?", *_battles(view), "Type a number."]
    if battle is not None and ask.kind == "press or retreat":
        return [f"{where}: press on or retreat? {_left(view, battle)}", *press_or_retreat(view), "Type a number."]
    suggested = f" The umpire suggests {words.units(view, ask.suggestion)}." if ask.suggestion else ""
    choices = f"Of {names.ids(view, ask.choices)}." if ask.choices else ""
    if ask.kind == "casualties":
        hits = f"{ask.number} hit{'' if ask.number == 1 else 's'}"
        return [f"{where}: {hits} to take.{suggested} casualties umpire, or as casualties 1 infantry.", choices]
    if ask.kind == "submerge":
        return [f"{where}: do your submarines submerge? submerge none, submerge all.", choices]
    if ask.kind == "bombard":
        return [f"{where}: which ships bombard? {ask.number} may.{suggested} bombard umpire, bombard none.", choices]
    if ask.kind == "land homeless":
        places = [
            f"{unit}: {listed([terms.space_name(view, s) for s in found], 'or')}." for unit, found in ask.places.items()
        ]
        return ["Fighters without a deck: where do they land? land umpire, or as land fighter-1 in A.", *places]
    return [f"{where}: you are asked: {ask.kind}."]


def _battles(view: View) -> list[str]:
    found = []
    for number, space in enumerate(view.ask.choices, 1):
        battles = [one for one in view.battles.values() if one.space == space and not one.outcome]
        forces = [matchups.of_battle(view, one) for one in battles if one.kind != "raid"]
        against = (
            f", {terms.count(view, forces[0].attackers)} against {terms.count(view, forces[0].defenders)}" if forces else ""
        )
        kind = listed(list(dict.fromkeys("landing" if one.assault and one.kind == "land" else one.kind for one in battles)))
        found.append(f"{number}: {terms.space_name(view, space)}, {kind}{against}.")
    return found


def _left(view: View, battle: BattleView) -> str:
    asked = matchups.of_battle(view, battle)
    return f"{terms.count(view, asked.attackers) or 'nobody'} against {terms.count(view, asked.defenders) or 'nobody'}."


def press_or_retreat(view: View) -> list[str]:
    """The choices by number: press first, then where one may retreat."""
    retreats = [f"retreat to {terms.space_name(view, space)}" for space in view.ask.choices]
    return [f"{number}: {words_}." for number, words_ in enumerate(["press", *retreats], 1)]
