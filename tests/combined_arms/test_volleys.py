"""A volley is told in one sentence that the rules write and screens read back (K5.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from room40.combined_arms.volleys import Fall, Volley, read, write
from tests.combined_arms.fights import fight, told

falls = st.builds(
    Fall,
    st.builds("{} {}".format, st.integers(1, 60), st.sampled_from(["infantry", "anti-aircraft guns", "tank", "cruisers"])),
    st.integers(1, 6),
    st.lists(st.integers(1, 6), min_size=1, max_size=60).map(tuple),
)
volleys = st.builds(
    Volley,
    st.sampled_from(["attacker", "defender"]),
    st.sampled_from(["fires", "strikes by surprise", "fires anti-aircraft guns, target by target"]),
    st.lists(falls, min_size=1, max_size=6).map(tuple),
)


@pytest.mark.clause("K5.4")
@given(volleys)
def test_what_is_written_of_a_volley_is_read_back(volley: Volley) -> None:
    assert read(write(volley)) == volley


def test_other_lines_of_the_log_tell_of_no_volley() -> None:
    for text in ("", "Germany loses 2 infantry.", "The attacker has won in 6.", "The attacker fires: nonsense. 2 hits."):
        assert read(text) is None


@pytest.mark.clause("K5.4")
def test_the_volleys_of_a_battle_are_told_so() -> None:
    seas = {"6": "1 cruiser Germans, 1 destroyer British"}
    lines = told(fight("6-7", 4, 6, 2, 1, units=seas))
    assert [read(line) for line in lines if read(line)] == [
        Volley("attacker", "fires", (Fall("1 cruiser", 3, (4,)),)),
        Volley("defender", "fires", (Fall("1 destroyer", 2, (6,)),)),
        Volley("attacker", "fires", (Fall("1 cruiser", 3, (2,)),)),
        Volley("defender", "fires", (Fall("1 destroyer", 2, (1,)),)),
    ]
