"""Every case script of the 1942 system: what it expects must come of it."""

import pytest

from tests.combined_arms.scripts import Course, Expect, courses, play


def every_course() -> list[object]:
    return [pytest.param(course, id=name, marks=pytest.mark.clause(*course.clause)) for name, course in courses()]


@pytest.mark.parametrize("course", every_course())
def test_case(course: Course) -> None:
    assert "\n".join(play(course)) == ""


SETUP = {"links": "1-2", "units": {"1": "1 cruiser Germans, 1 destroyer British"}}
AWAY = {"order": "move", "units": ["cruiser-1"], "path": ["1", "2"]}


@pytest.mark.parametrize("wrong, says", [
    ({"do": [{**AWAY, "refused": "K1"}]}, "is accepted"),
    ({"do": [{**AWAY, "path": ["2", "1"]}]}, "is refused by K1.2"),
    ({"do": [AWAY], "dice": [1]}, "dice (1,) are not thrown"),
    ({"do": [{"order": "commit"}]}, "no throw is left"),
    ({"do": [AWAY], "expect": Expect(at={"cruiser-1": "1"})}, "at: {'cruiser-1': '2'}, not {'cruiser-1': '1'}"),
])  # fmt: skip
def test_a_case_that_goes_wrong_is_told_so(wrong: dict[str, object], says: str) -> None:
    assert says in "\n".join(play(Course("a case", ["K1"], SETUP, **wrong)))
