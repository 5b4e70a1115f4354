"""A battle on the board comes back whole from the patches that a journal keeps."""

import msgspec
import pytest

from room40.protocol import mergepatch
from room40_server.rules.dreadnought.state import State
from tests.dreadnought.tactical.random_battles import battle, play


@pytest.mark.clause("7.31")
@pytest.mark.parametrize("seed", [3, 8, 14])
def test_a_battle_is_rebuilt_from_its_patches(seed: int) -> None:
    state = battle(seed)
    tree = mergepatch.to_tree(state)
    for after in play(state, seed):
        patch = mergepatch.diff(state, after)
        tree = mergepatch.merge(tree, msgspec.msgpack.decode(msgspec.msgpack.encode(patch)))
        state = after
    assert msgspec.convert(tree, State, str_keys=True) == state


@pytest.mark.clause("7.21")
def test_no_view_of_a_battle_holds_a_null() -> None:
    from tests.dreadnought import kit

    def nulls(value: object) -> bool:
        if isinstance(value, dict):
            return any(map(nulls, value.values()))
        return any(map(nulls, value)) if isinstance(value, list) else value is None

    for state in play(battle(5), 5):
        for viewpoint in ("CP", "EN", "public"):
            assert not nulls(msgspec.to_builtins(kit.GAME.view(state, viewpoint)))
