"""Every clause has its place in the code and a test, and `docs/clauses.md` says so."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

TOOL = Path(__file__).parents[2] / "docs" / "make_clause_table.py"


@cache
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_clause_table", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@cache
def collected() -> Any:
    return tool().collect()


def test_every_clause_has_a_place_and_a_test() -> None:
    assert tool().holes(collected()) == []


def test_the_table_in_docs_is_up_to_date() -> None:
    table = tool()
    assert table.TABLE.read_text("utf-8") == table.written(collected()), "run: python docs/make_clause_table.py"


def test_a_clause_is_not_taken_for_one_that_begins_like_it() -> None:
    table = tool()
    assert table.names("Stop and delay (5.43).", "5.43")
    assert not table.names("Stop and delay (5.43).", "5.4")
    assert not table.names("One battle a zone (H21.29).", "H2")
    assert table.names("Not in the same zone (5.2 Raiding).", "5.2 Raiding")
    assert table.names("As 5.2.", "5.2")
    assert not table.names("15.2 of something", "5.2")


def test_a_clause_without_a_test_is_a_hole() -> None:
    table = tool()
    assert table.holes({"5.3": table.Entry(["movement.py: sail"], [])}) == ["5.3 has no test."]
    assert table.holes({"5.3": table.Entry([], ["test"])}) == ["5.3 has no place in the code."]
