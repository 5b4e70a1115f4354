"""The same journal gives the same game; and a record that was tampered with is found out."""

import asyncio

import pytest
from msgspec.structs import replace

from room40.protocol.codec import encode
from room40_server.journal import JournalError
from room40_server.journal.entries import Ordered, read_entry
from room40_server.lobby import Lobby
from room40_server.replay import replay, verify
from room40_server.rules.game import PUBLIC
from room40_server.systems import System, Systems
from tests.server.house import Tape, asked
from tests.server.mini_naval import CARD, SYSTEM, Bot, MiniNaval, open_scenario


@pytest.fixture
async def record(journal):
    """The journal of a game that two computers played to its end."""
    lobby = Lobby(journal, Systems([SYSTEM], {}))
    made = await lobby.create(asked(computers=("red", "blue")))
    table, _ = await lobby.enter(made.table, made.watch)
    tape, over = Tape(), asyncio.Event()
    keep = tape.send
    tape.send = lambda frame: (keep(frame), over.set() if table.outcome else None)
    table.join(PUBLIC, -1, 0, tape)
    await over.wait()
    await lobby.close()
    return await journal.read(made.table)


def change(record, wanted, **fields):
    """The record with the first order that is `wanted` falsified."""
    entries = [read_entry(raw) for raw in record]
    place = next(n for n, entry in enumerate(entries) if isinstance(entry, Ordered) and wanted(entry))
    entries[place] = replace(entries[place], **fields)
    return [encode(entry) for entry in entries]


SYSTEMS = Systems([SYSTEM], {})


async def test_the_rules_make_the_same_game_of_a_journal_again(record):
    found = replay("t", record, SYSTEMS)
    assert found.difference == ""
    assert found.outcome.endswith("has won.")
    assert found.throws > 10


async def test_every_die_follows_from_the_seed(record):
    assert verify("t", record).wrong == ""
    assert verify("t", record).throws == replay("t", record, SYSTEMS).throws


async def test_a_falsified_die_is_found(record):
    dice = next(entry.dice for entry in map(read_entry, record) if isinstance(entry, Ordered) and entry.dice)
    purpose, pips = dice[0]
    false = ((purpose, pips % 6 + 1), *dice[1:])
    forged = change(record, lambda entry: entry.dice, dice=false)
    assert verify("t", forged).wrong.startswith("throw 1, for 'contact'")
    assert replay("t", forged, SYSTEMS).difference != ""


async def test_a_falsified_outcome_is_found(record):
    forged = change(record, lambda entry: entry.patch, patch={"turn": 9})
    assert "becomes another" in replay("t", forged, SYSTEMS).difference


async def test_an_order_that_the_rules_refuse_is_found(record):
    forged = change(record, lambda entry: entry.seat == "blue", seat="red")
    assert "order 1 of red" in replay("t", forged, SYSTEMS).difference


async def test_a_record_that_makes_the_rules_fail_is_found(record):
    class Weak(MiniNaval):
        def submit(self, *given):
            raise KeyError("ghost")

    systems = Systems([System(Weak(), open_scenario, Bot, lambda: [CARD])], {})
    assert "the rules fail (KeyError: 'ghost')" in replay("t", record, systems).difference


async def test_a_record_without_its_beginning_is_said_to_be_so_by_name(record):
    with pytest.raises(JournalError, match=r"^table t: .*begin"):
        replay("t", record[1:], SYSTEMS)


async def test_a_journal_of_other_rules_is_only_folded(record):
    class Newer(MiniNaval):
        version = 2

    systems = Systems([System(Newer(), open_scenario, Bot, lambda: [CARD])], {})
    assert "only folded" in replay("t", record, systems).difference
