"""What a game may cost on the wire: counted at the socket, so the same on every machine."""

import pytest
from benchmarks import fight, goeben, naval


@pytest.mark.slow
def test_the_goeben_keeps_to_its_bytes() -> None:
    figures = {figure.name: figure for figure in goeben.wire()}
    assert {name for name, figure in figures.items() if figure.bar is not None} == {
        "Goeben snapshot, CP",
        "Goeben snapshot, EN",
        "Goeben snapshot, public",
        "Goeben plot, to its own seat",
        "Goeben secret order, frames to anyone else",
    }
    for figure in figures.values():
        assert figure.value > 0 or figure.bar == 0
        assert figure.holds, figure


@pytest.mark.slow
def test_battles_on_the_board_keep_to_their_bytes() -> None:
    figures = list(fight.fight(6))
    assert [figure.bar for figure in figures] == [12 * 1024, 12 * 1024, 60, None, 60, 0]
    for figure in figures:
        assert figure.value > 0 or figure.bar == 0
        assert figure.holds, figure


@pytest.mark.slow
def test_the_wire_keeps_to_its_bytes() -> None:
    figures = [figure for figure in naval.wire() if figure.unit == "B"]
    assert [figure.bar for figure in figures] == [280, 60, 12, 11, 0, 20, 13]
    for figure in figures:
        assert figure.value > 0 or figure.bar == 0
        assert figure.holds, figure
