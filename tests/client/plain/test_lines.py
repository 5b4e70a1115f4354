"""Lines out and lines in: what may stand in one, and that no end of a pipe is lost."""

import asyncio
import io
import os

import pytest

from room40_client.plain.keyboard import LONGEST, Keyboard
from room40_client.plain.outlet import Outlet


def said(*texts: str, signs: bool = False, columns: int = 0) -> str:
    """What an outlet makes of texts."""
    stream = io.BytesIO()
    Outlet(stream, signs, prompts=False, columns=columns).say(*texts)
    return stream.getvalue().decode()


def test_without_utf_8_nothing_but_ascii_is_written() -> None:
    assert said("Königsberg → Åland … “so”") == 'Konigsberg > Aland ~ "so"\n'


def test_with_utf_8_letters_keep_their_accents_and_signs_are_still_words() -> None:
    assert said("Königsberg → Åland", signs=True) == "Königsberg > Åland\n"


def test_no_control_character_leaves_the_program() -> None:
    assert said("a\x1b[31mb\x07c\u202ed\te", signs=True) == "a[31mbcd e\n"


def test_in_a_pipe_one_thing_is_one_line_and_on_a_terminal_it_is_broken_between_words() -> None:
    text = "word " * 30
    assert said(text).count("\n") == 1
    lines = said(text, columns=78).splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= 78


def test_what_comes_while_a_prompt_stands_begins_a_line_and_the_prompt_comes_again() -> None:
    stream = io.BytesIO()
    outlet = Outlet(stream, False, prompts=True)
    outlet.prompt()
    outlet.prompt()
    outlet.say("News.")
    outlet.prompt()
    outlet.typed_at()
    outlet.say("Answer.")
    assert stream.getvalue() == b"> \nNews.\n> Answer.\n"


async def test_lines_are_read_to_the_end_and_the_end_is_told_as_often_as_one_asks() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"commit\r\n  1: stay \n\n" + b"x" * (LONGEST + 10) + b"\nlast \xff")
    os.close(writing)
    keyboard = Keyboard(reading)
    found = [await keyboard.line() for _ in range(5)]
    assert found[:3] == ["commit", "1: stay", ""]
    assert found[3] == "x" * LONGEST
    assert found[4] == "last \N{REPLACEMENT CHARACTER}"
    assert [await keyboard.line(), await keyboard.line()] == [None, None]
    os.close(reading)


async def test_more_lines_than_may_be_typed_ahead_all_come() -> None:
    reading, writing = os.pipe()
    keyboard = Keyboard(reading)
    wanted = [f"line {number}" for number in range(2500)]
    await asyncio.to_thread(os.write, writing, "".join(f"{line}\n" for line in wanted).encode())
    os.close(writing)
    assert [await keyboard.line() for _ in wanted] == wanted
    assert await keyboard.line() is None
    os.close(reading)


@pytest.mark.parametrize("module", ["lobby", "table", "dreadnought", "combined_arms"])
def test_nothing_of_the_screens_is_loaded_for_it(module: str) -> None:
    import subprocess
    import sys

    program = (
        f"import sys, room40_client.plain.{module}; print([m for m in sys.modules if m.partition('.')[0] == 'textual'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == "[]\n"
