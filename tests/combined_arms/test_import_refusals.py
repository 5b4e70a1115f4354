"""A file from a stranger does no harm: nothing is fetched, expanded or shown raw, and a refusal is one sentence."""

import os
from pathlib import Path

import pytest

from room40_server import combined_arms_scenarios as scenarios
from room40_server.importer import command, xml_tree
from room40_server.importer.names import Ids
from room40_server.importer.writing import as_toml
from room40_server.importer.xml_tree import CannotImport, parse
from room40_server.own_scenarios import OwnScenarios
from room40_server.scenario_files import read_toml
from tests.combined_arms.shores import MAP, bring_in, changed, said

DOCTYPE = '<!DOCTYPE game SYSTEM "nowhere.dtd">'
BOMB = '<!DOCTYPE game [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
DECLARES = "line 2: the file declares an entity; they are neither fetched nor expanded."


@pytest.mark.parametrize(
    "doctype",
    [
        BOMB,
        '<!DOCTYPE game [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE game [<!ENTITY % a SYSTEM "http://127.0.0.1:9/a.dtd"> %a;]>',
        '<!DOCTYPE game SYSTEM "nowhere.dtd" [<!ENTITY % a "x">]>',
    ],
)
def test_a_file_that_declares_an_entity_is_refused(doctype: str) -> None:
    with pytest.raises(CannotImport) as refused:
        parse(changed((DOCTYPE, doctype)).encode())
    assert str(refused.value) == DECLARES


@pytest.mark.parametrize("where", ['name="Cor&moon;l"', 'name="Corl">&moon;</territory><x y="z"'])
def test_an_entity_from_a_dtd_that_is_not_read_is_refused_not_dropped(where: str) -> None:
    with pytest.raises(CannotImport, match=r"^line 10: the file uses an entity of its own; they are not expanded\.$"):
        parse(MAP.replace('name="Corl"', where, 1).encode())


def test_what_only_looks_like_an_entity_is_read() -> None:
    text = changed(
        ('<territory name="Corl"/>', '<!-- &moon; --><note><![CDATA[a &nbsp; b]]></note><territory name="Corl &amp; Sons"/>')
    )
    assert [e.get("name") for e in parse(text.encode()).all("territory")][4] == "Corl & Sons"


def test_a_dtd_beside_the_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "nowhere.dtd")  # who opens it waits for ever
    assert len(bring_in(tmp_path).state.setting.spaces) == 8


def test_a_dtd_inside_the_file_adds_no_attributes() -> None:
    inner = '<!DOCTYPE game [<!ATTLIST territory water CDATA "true">]>'
    assert [e.get("water") for e in parse(changed((DOCTYPE, inner)).encode()).all("territory")].count("true") == 2


REFUSED = {
    "no XML": (b"<game><map></game>", "line 1: this is no XML: mismatched tag."),
    "empty": (b"", "line 1: this is no XML: no element found."),
    "large": (b"<game>" + b" " * xml_tree.MAX_BYTES + b"</game>", "the file is larger than 8000000 bytes."),
    "deep": (b"\n<a>" * 40, "line 34: elements are nested more than 32 deep."),
    "long": (b'<game a="' + b"x" * 5000 + b'"/>', "line 1: an attribute is longer than 4000 characters."),
    "UTF-16": ("<game/>".encode("utf-16"), "the file is not text in UTF-8 or an encoding of single bytes."),
    "Japanese": (
        b'<?xml version="1.0" encoding="shift_jis"?><game/>',
        "the file is not text in UTF-8 or an encoding of single bytes.",
    ),
    "control characters": (b'<game a="\x1b[2J"/>', "line 1: this is no XML: not well-formed (invalid token)."),
    "not UTF-8": (b'<game a="\xff"/>', "line 1: this is no XML: not well-formed (invalid token)."),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_read_is_refused_in_a_sentence(what: str) -> None:
    data, words = REFUSED[what]
    with pytest.raises(CannotImport) as refused:
        parse(data)
    assert str(refused.value) == words


def test_a_file_of_too_many_elements_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_tree, "MAX_ELEMENTS", 50)
    with pytest.raises(CannotImport, match=r"^line \d+: the file has more than 50 elements\.$"):
        parse(MAP.encode())


@pytest.mark.parametrize(
    "change, words",
    [
        (("<game>", "<play>"), "line 3: this is no map of a game, it begins with 'play'."),
        (('alliance="South"', 'alliance="North"'), "the file has no two alliances whose powers have turns."),
        (("<territory ", "<land "), "the file has no map of at least two territories."),
    ],
)
def test_what_is_no_map_is_refused(change: tuple[str, str], words: str, tmp_path: Path) -> None:
    text = changed(change).replace("</game>", "</play>") if change[1] == "<play>" else changed(change)
    with pytest.raises(CannotImport) as refused:
        bring_in(tmp_path, text)
    assert str(refused.value) == words


def test_names_are_cleaned_of_what_a_terminal_or_a_screen_would_obey(tmp_path: Path) -> None:
    text = changed(('"Corl"', '"Corl&#x9b;2J [red]x[/red] &#x202e;&#xe000;"'), ('"Kamikaze"', '"Kami&#x9b;31m[b]kaze"'))
    found = bring_in(tmp_path, text)
    names = [space.name for space in found.state.setting.spaces.values()]
    assert "Corl2J (red)x(/red)" in names
    assert any("property 'Kami\\x9b31m(b)kaze'" in words for words in said(found))
    assert all(
        character.isprintable() and character not in "[]<>" for words in [*names, *said(found)] for character in words
    )


def test_ids_are_plain_short_and_given_once() -> None:
    ids = Ids("space")
    assert [ids.give(name) for name in ("A B", "a-b", "Åland!", "東京", "東", "x" * 60)] == [
        "a-b", "a-b-2", "aland", "space", "space-2", "x" * 40,
    ]  # fmt: skip
    types = Ids("unit", 20, letters=True)
    assert [types.give(name) for name in ("T-34 tank", "T-35 tank", "88", "s" * 30, "s" * 31)] == [
        "t-tank", "t-tank-b", "unit", "s" * 20, "s" * 18 + "-b",
    ]  # fmt: skip


def run(*words: str | Path) -> int:
    return command.main([str(word) for word in words])


@pytest.fixture(name="file")
def shores_file(tmp_path: Path) -> Path:
    file = tmp_path / "shores.xml"
    file.write_text(MAP, "utf-8")
    return file


def test_the_scenario_is_written_with_its_report_and_is_the_one_that_was_tried(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file, "--to", tmp_path / "own", "--rounds", 9) == 0
    folder = tmp_path / "own" / "combined_arms" / "two-shores"
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == str(folder / "scenario.toml")
    assert shown[1].startswith("Two Shores: 8 spaces (2 of sea), 3 powers, 1 canals, 23 units; laid out")
    assert (folder / "import-report.txt").read_text("utf-8").splitlines() == shown[1:]
    assert sorted(path.name for path in folder.iterdir()) == ["import-report.txt", "scenario.toml"]
    loaded = scenarios.load("two-shores", own=OwnScenarios([tmp_path / "own"], "combined_arms"))
    assert loaded.setting.rounds == 9
    assert loaded.setting.spaces == bring_in(tmp_path).state.setting.spaces


def test_the_same_file_gives_the_same_scenario(file: Path, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        assert run(file, "--to", tmp_path / folder) == 0
    one, two = (
        (tmp_path / folder / "combined_arms" / "two-shores" / "scenario.toml").read_bytes() for folder in ("one", "two")
    )
    assert one == two


def test_nothing_is_written_over_unless_it_is_asked_for(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "own" / "combined_arms" / "mine" / "scenario.toml"
    assert run(file, "--to", tmp_path / "own", "--name", "mine") == 0
    target.write_text("mine", "utf-8")
    capsys.readouterr()
    assert run(file, "--to", tmp_path / "own", "--name", "mine") == 2
    assert capsys.readouterr().err == (
        f"room40 import-map: {target} is there already; --force writes over it, --name takes another name.\n"
    )
    assert target.read_text("utf-8") == "mine"
    assert run(file, "--to", tmp_path / "own", "--name", "mine", "--force") == 0
    assert read_toml(target)["title"] == "Two Shores"


@pytest.mark.parametrize(
    "words, complaint",
    [
        (["--name", "two-islands"], "a scenario that comes with the program is called 'two-islands'"),
        (["--name", "../up"], "'../up' is no name of a scenario"),
        (["--name", "Loud"], "'Loud' is no name of a scenario"),
        (["--rounds", "100"], "a game has up to 99 rounds"),
    ],
)
def test_a_wish_that_cannot_be_granted_writes_nothing(
    words: list[str], complaint: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file, "--to", tmp_path / "own", *words) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1
    assert not (tmp_path / "own").exists()


def test_what_is_no_file_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.xml")
    for name in ("pipe.xml", "missing.xml", "."):
        assert run(tmp_path / name, "--to", tmp_path / "own") == 2
    assert capsys.readouterr().err.splitlines() == [
        f"room40 import-map: {tmp_path / 'pipe.xml'}: this is no file.",
        f"room40 import-map: No such file or directory: {tmp_path / 'missing.xml'}",
        f"room40 import-map: {tmp_path}: this is no file.",
    ]


def test_texts_are_quoted_so_that_they_come_back_as_they_were(tmp_path: Path) -> None:
    odd: dict[str, object] = {"a": 'x"\\\n\tö', "b c": {"d": [1, 2], "e.f": {"g": True}}, "h": {"i": {"j": 1}}}
    path = tmp_path / "odd.toml"
    path.write_text(as_toml(odd, "head"), "utf-8")
    assert read_toml(path) == odd
