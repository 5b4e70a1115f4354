"""However a file is spoilt, it is refused in a sentence or what comes of it can be played."""

import re
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from room40_server.importer.xml_tree import CannotImport
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.dice import ScriptedDice
from tests.combined_arms.shores import MAP, bring_in

LINES = MAP.splitlines()
VALUE = re.compile(r'"([^"]*)"')
WHOLE = [i for i, line in enumerate(LINES) if line.strip().startswith("<") and line.rstrip().endswith("/>")]
"""Lines that can be taken out, doubled or moved without spoiling the XML itself."""
NUMBERS = ("", "x", "-1", "0", "7", "999999", "true", "false")
WORDS = [*sorted({word for i in WHOLE for word in VALUE.findall(LINES[i])}), *NUMBERS]

Spoil = tuple[int, str, int]


@st.composite
def spoils(draw: st.DrawFn) -> list[Spoil]:
    """Some lines, what happens to each, and with what."""
    one = st.tuples(
        st.sampled_from(WHOLE), st.sampled_from(["out", "twice", "first", "second", "third"]), st.integers(0, len(WORDS) - 1)
    )
    return draw(st.lists(one, min_size=1, max_size=8))


def spoilt(how: list[Spoil]) -> str:
    lines = list(LINES)
    for at, what, word in how:
        if what == "out":
            lines[at] = ""
        elif what == "twice":
            lines[at] += lines[at]
        else:
            found = list(VALUE.finditer(lines[at]))
            number = ("first", "second", "third").index(what)
            if number < len(found):
                lines[at] = lines[at][: found[number].start(1)] + WORDS[word] + lines[at][found[number].end(1) :]
    return "\n".join(lines)


@settings(max_examples=20)
@given(spoils())
def test_a_spoilt_file_is_refused_or_plays(how: list[Spoil]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = bring_in(Path(folder), spoilt(how))
        except CannotImport as refused:
            words = str(refused)
        else:
            words = ""
    if words:
        assert words.endswith(".")
        assert words.isprintable()
    else:
        assert advance(found.state, ScriptedDice(())).asked
        assert all(finding.sentence.endswith((".", "…")) for finding in found.findings)
