"""What may be asked for at the SSH door: a table, and nothing that any shell would understand."""

import pytest

from room40_server.ssh.errands import HOW, LONGEST, Errand, NoErrand, errand


@pytest.mark.parametrize(
    "command, found",
    [
        (None, Errand()),
        ("  ", Errand()),
        ("4f1c09a7d2", Errand("4f1c09a7d2")),
        ("4f1c09a7d2 hYb-_9", Errand("4f1c09a7d2", "hYb-_9")),
        ("'4f1c09a7d2 hYb-_9'", Errand("4f1c09a7d2", "hYb-_9")),
        ("wss://play.example.org/t/4f1c09a7d2#hYb", Errand("4f1c09a7d2", "hYb")),
    ],
)
def test_a_command_names_a_table_and_the_word_that_opens_it(command: str | None, found: Errand) -> None:
    assert errand(command) == found


@pytest.mark.parametrize(
    "command",
    [
        "a b c",
        "table;id",
        "$(id)",
        "`id`",
        "table\x00",
        "table\x1b[2J",
        "../table",
        "täble",
        "x" * 65,
        "a " * LONGEST,
        "ws://host/t/table",
        "ws://host/t/ta%20ble#x",
        "/t/",
        "scp -t /tmp",
    ],
)
def test_anything_else_is_refused_and_never_quoted(command: str) -> None:
    with pytest.raises(NoErrand) as no:
        errand(command)
    assert str(no.value) == HOW
