"""`docs/protocol.md` says what the messages are."""

import re
from pathlib import Path
from typing import get_args

import pytest

from room40.protocol import messages

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ROWS = {
    name: (int(kind), re.findall(r"`(\w+)`", fields))
    for kind, name, fields in re.findall(r"^\| (\d) \| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE)
}
KINDS = [*get_args(messages.AnyUp), *get_args(messages.AnyDown)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_message_stands_in_the_document_with_its_number_and_fields(kind):
    assert ROWS[kind.__name__] == (kind.__struct_config__.tag, list(kind.__struct_fields__))


def test_the_document_names_no_message_that_is_not():
    assert set(ROWS) == {kind.__name__ for kind in KINDS}


@pytest.mark.parametrize("code", sorted(messages.FINAL))
def test_every_final_close_code_stands_in_the_document(code):
    assert re.search(rf"^\| {code} \|.*\| no \|$", PAGE, re.MULTILINE)


def test_the_document_is_of_this_version():
    assert f"version **{messages.PROTOCOL}**" in PAGE
