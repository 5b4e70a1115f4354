"""Odds reckoned beside the screen, in a thread, so that no key waits for them (K8)."""

import asyncio

from room40.combined_arms.forces import Odds, Question


def reckon(asked: Question) -> Odds:
    """The odds; numpy is imported here, when somebody asks for the first time."""
    from room40.combined_arms.odds import odds

    return odds(asked)


async def beside(asked: Question) -> Odds:
    """The odds, from a thread of their own."""
    return await asyncio.to_thread(reckon, asked)
