"""A fleet divided by its battle (7.33, H21.18)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import dividing, planning
from room40_server.rules.dreadnought.state import Phase, with_fleet

from .kit import dice, fleet, game


def squadron(counters=3, **more):
    return game(
        {"CP-1": fleet("intercept", ["Seydlitz", "Moltke", "Rostock", "Stralsund"], "C4", {6: "C5"}, **more)},
        turn=5, phase="battles", counters={"CP": counters, "EN": counters},
    )  # fmt: skip


@pytest.mark.clause("H21.18")
class TestDivided:
    def test_the_counter_goes_with_the_larger_part(self):
        state = dividing.divide(squadron(), "CP-1", ("seydlitz", "moltke", "rostock"), "B4")
        assert (state.fleets["CP-1"].zone, state.fleets["CP-2"].zone) == ("B4", "C4")
        assert state.fleets["CP-2"].ships == ("stralsund",)
        state = dividing.divide(squadron(), "CP-1", ("rostock",), "B4")
        assert (state.fleets["CP-1"].zone, state.fleets["CP-2"].zone) == ("C4", "B4")
        assert state.fleets["CP-2"].off_board

    @pytest.mark.parametrize("choice, zone", [(True, "B4"), (False, "C4")])
    def test_on_a_tie_its_owner_chooses(self, choice, zone):
        state = dividing.divide(squadron(), "CP-1", ("seydlitz", "moltke"), "B4", counter_leaves=choice)
        assert state.fleets["CP-1"].zone == zone

    def test_a_fleet_that_leaves_or_stays_whole_is_not_divided(self):
        state = squadron()
        assert dividing.divide(state, "CP-1", (), "B4") is state
        whole = dividing.divide(state, "CP-1", state.fleets["CP-1"].ships, "B4")
        assert set(whole.fleets) == {"CP-1"}
        assert whole.fleets["CP-1"].zone == "B4"

    def test_with_no_free_counter_one_is_lent_and_goes_back_at_the_first_chance(self):
        state = dividing.divide(squadron(counters=1), "CP-1", ("rostock",), "B4")
        assert dividing.lent(state, state.fleets["CP-2"])
        apart = planning.orders_step(replace(state, phase=Phase.ORDERS, turn=6), dice())
        assert "CP-2" in apart.fleets
        together = with_fleet(state, replace(state.fleets["CP-2"], zone="C4"))
        joined = planning.orders_step(replace(together, phase=Phase.ORDERS, turn=6), dice())
        assert "CP-2" not in joined.fleets
        assert "rostock" in joined.fleets["CP-1"].ships
