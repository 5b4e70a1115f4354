"""What is said line by line is meant for what was asked when it was said."""

import pytest

from room40.combined_arms import orders as o
from room40.protocol.mergepatch import to_tree
from room40_client.plain.combined_arms import CombinedArms
from room40_server.rules.combined_arms.views import view
from room40_server.rules.game import Refused
from tests.client.combined_arms.tables import two_islands
from tests.combined_arms.kit import GAME, dice


@pytest.mark.clause("K1")
def test_a_commit_said_of_one_phase_commits_no_other() -> None:
    spoken, state = CombinedArms(), two_islands()
    order = spoken.timed(spoken.read(to_tree(view(state, "west"))), o.Commit())
    assert isinstance(order, o.Commit)
    after = GAME.submit(state, "west", order, dice())
    with pytest.raises(Refused, match="a question that is answered"):
        GAME.submit(after, "west", order, dice())
