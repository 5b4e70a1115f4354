"""The journal takes an entry once, in its place, durably; and tells what it took."""

import asyncio
import sqlite3
import stat

import pytest

from room40_server.journal import JournalError, WrongSeq
from room40_server.journal.entries import fold, read_entry
from room40_server.journal.sqlite import SqliteJournal


async def test_what_was_appended_is_read_back_in_order(journal):
    await journal.append("a", 0, [b"1", b"2"])
    await journal.append("b", 0, [b"x"])
    await journal.append("a", 2, [b"3"])
    assert await journal.read("a") == [b"1", b"2", b"3"]
    assert await journal.read("a", 2) == [b"3"]
    assert await journal.read("nobody") == []
    assert await journal.tables() == ["a", "b"]


@pytest.mark.parametrize("expected", [0, 2, 9])
async def test_an_entry_out_of_its_place_is_refused(journal, expected):
    await journal.append("a", 0, [b"1"])
    with pytest.raises(WrongSeq):
        await journal.append("a", expected, [b"fork"])
    assert await journal.read("a") == [b"1"]


async def test_a_second_owner_cannot_fork_a_table_and_the_others_in_the_group_do_not_suffer(journal, tmp_path):
    await journal.append("a", 0, [b"1"])
    other = SqliteJournal(tmp_path / "tables.db")
    await other.append("a", 1, [b"theirs"])
    forged, honest = journal.append("a", 1, [b"fork"]), journal.append("b", 0, [b"mine"])
    with pytest.raises(WrongSeq):
        await forged
    await honest
    assert await journal.read("a") == [b"1", b"theirs"]
    assert await journal.read("b") == [b"mine"]
    other.close()


@pytest.mark.parametrize(
    "damage",
    [
        "delete from entry where seq=2",
        "delete from entry where seq=1",
        "update entry set body='text' where seq=2",
        "update entry set body=7 where seq=3",
        "update entry set seq=9 where seq=3",
    ],
)
async def test_a_record_with_a_hole_in_it_is_not_read_as_if_it_had_none(journal, tmp_path, damage):
    await journal.append("a", 0, [b"1", b"2", b"3"])
    with sqlite3.connect(tmp_path / "tables.db") as db:
        db.execute(damage)
    with pytest.raises(JournalError, match=r"entry [123] of table a is missing or damaged"):
        await journal.read("a")
    assert await journal.tables() == ["a"]


async def test_entries_that_wait_together_share_commits(journal):
    await asyncio.gather(*(journal.append(f"t{n}", 0, [b"x"]) for n in range(300)))
    assert journal.commits < 300
    assert len(await journal.tables()) == 300


async def test_entries_are_on_the_disk_before_the_append_is_done(journal, tmp_path):
    await journal.append("a", 0, [b"1"])
    with sqlite3.connect(tmp_path / "tables.db") as db:
        assert db.execute("select body from entry").fetchall() == [(b"1",)]


async def test_only_its_owner_may_read_a_journal(journal, tmp_path):
    assert stat.S_IMODE((tmp_path / "tables.db").stat().st_mode) == 0o600


async def test_a_file_that_is_no_journal_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "tables.db").write_bytes(b"no database at all, only some text" * 100)
    with pytest.raises(JournalError, match="cannot be used as a journal"):
        SqliteJournal(tmp_path / "tables.db")
    with pytest.raises(JournalError, match="cannot be used as a journal"):
        SqliteJournal(tmp_path / "no such folder" / "tables.db")


@pytest.mark.parametrize("raw", [b"", b"\xc1", b"\x80", b"\x90", b"\x81\xa4type\xa5dance"])
def test_an_entry_that_cannot_be_read_is_a_journal_error(raw):
    with pytest.raises(JournalError):
        read_entry(raw)
    with pytest.raises(JournalError):
        fold([raw])
