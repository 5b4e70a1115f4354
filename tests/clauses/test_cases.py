"""Every case script in this folder, a test a variant: what it expects must come of it."""

from pathlib import Path

import pytest

from room40_server.cases.play import play
from room40_server.cases.script import Course, courses, read_script

HERE = Path(__file__).parent


def every_course() -> list[object]:
    found = []
    for path in sorted(HERE.rglob("*.toml")):
        script = read_script(path)
        for course in courses(script, path.name):
            name = f"{path.stem}-{course.v}" if course.v else path.stem
            found.append(pytest.param(course, path.name, id=name, marks=pytest.mark.clause(*script.clauses)))
    return found


@pytest.mark.parametrize("course, file", every_course())
def test_case(course: Course, file: str) -> None:
    assert "\n".join(play(course, file).failures) == ""
