"""The commit of a combat move with forty aircraft, and the joint landing plan it is checked by (K3.4)."""

import contextlib
import time
from collections.abc import Iterator

from tests.combined_arms.kit import give
from tests.combined_arms.oceans import crowded, dispersed

from benchmarks.figures import Figure
from room40.combined_arms.orders import Commit
from room40_server.rules.combined_arms.state import State
from room40_server.rules.game import Refused

BAR = 50.0
OCEANS = 20


def landings() -> Iterator[Figure]:
    """The best of five commits of a legal set, and the worst of many that are refused, each at its best of three."""
    opening = crowded()
    yield Figure("commit, forty aircraft that stay", _best(opening, 5), "ms", BAR)
    worst = max(_best(dispersed(opening, seed), 3) for seed in range(OCEANS))
    yield Figure("commit, forty aircraft of which some are lost", worst, "ms", BAR, f"the worst of {OCEANS} sets")


def _best(state: State, times: int) -> float:
    return min(_commit(state) for _ in range(times))


def _commit(state: State) -> float:
    begun = time.process_time()
    with contextlib.suppress(Refused):
        give(state, Commit())
    return 1000 * (time.process_time() - begun)
