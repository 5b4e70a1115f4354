"""The odds of the battles that a plan brings about, reckoned beside the screen (K8)."""

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import matchups, reckoning, terms
from room40_client.tui.combined_arms.planned import battles_ahead

Chances = dict[str, str]
"""Space -> how likely the attacker is to win there, in words."""


async def chances(view: View) -> Chances:
    """The odds of each battle to come, but of raids."""
    found: Chances = {}
    for ahead in battles_ahead(view):
        asked = matchups.of_space(view, ahead.space)
        if ahead.kind != "raid" and asked.attackers and asked.defenders:
            odds = await reckoning.beside(asked)
            found[ahead.space] = f"attacker wins {terms.percent(odds.attacker)}"
    return found
