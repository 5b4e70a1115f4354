"""A journal read again, with no server: what became of each table, and whether the record is honest.

Two checks. `replay` runs the rules over the orders once more, with the throws as they fell: each must make the same
patch to the byte. `verify` derives every throw from the seed.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from room40.protocol import codec
from room40.protocol.mergepatch import diff
from room40_server.journal import JournalError
from room40_server.journal.entries import Opened, Ordered, fold, orders_of, read_entry
from room40_server.journal.sqlite import SqliteJournal
from room40_server.rules.dice import OutOfDice, ScriptedDice, SeededDice, commitment
from room40_server.rules.game import Refused
from room40_server.systems import AnyGame, Systems


class Replayed(Struct, frozen=True):
    """What a table's journal says. `difference` is "" if the rules make the same game of it again."""

    table: str
    system: str
    scenario: str
    rules: int
    computers: tuple[str, ...]
    orders: int
    throws: int
    outcome: str
    difference: str


class Verified(Struct, frozen=True):
    """Whether the dice of a table fell as its seed makes them. `wrong` names the first that did not."""

    table: str
    promise: str
    throws: int
    wrong: str


def read_journal(path: Path, tables: Sequence[str]) -> dict[str, list[bytes]]:
    """The records of `tables`, or of all if none is named. Raises `JournalError`."""
    if not path.is_file():
        raise JournalError(f"{path} is no journal: there is no such file")

    async def read() -> dict[str, list[bytes]]:
        journal = SqliteJournal(path)
        try:
            found = {table: await journal.read(table) for table in tables or await journal.tables()}
        finally:
            journal.close()
        missing = [table for table, raws in found.items() if not raws]
        if missing:
            raise JournalError(f"{path} has no table {missing[0]}")
        return found

    return asyncio.run(read())


def replay(table: str, raws: Sequence[bytes], systems: Systems) -> Replayed:
    """Fold the record of a table, and run the rules over it again. Raises `JournalError`, `SystemProblem`."""
    try:
        return _replayed(table, raws, systems)
    except JournalError as error:
        raise JournalError(f"table {table}: {error}") from None


def _replayed(table: str, raws: Sequence[bytes], systems: Systems) -> Replayed:
    folded = fold(raws)
    opened = folded.opened
    game = systems.get(opened.system).game
    if opened.rules == game.version:
        state = _state(game, folded.state)
        outcome, difference = game.outcome(state), _first_difference(game, opened, orders_of(raws))
    else:
        outcome, difference = "", f"played by version {opened.rules} of the rules, these are {game.version}: only folded"
    return Replayed(
        table,
        opened.system,
        opened.scenario,
        opened.rules,
        opened.computers,
        len(orders_of(raws)),
        folded.thrown,
        outcome,
        difference,
    )


def verify(table: str, raws: Sequence[bytes]) -> Verified:
    """Derive every throw of a table from its seed. Raises `JournalError`."""
    opened = read_entry(raws[0])
    if not isinstance(opened, Opened):
        raise JournalError("a table's journal does not begin with its opening")
    count = 0
    for entry in orders_of(raws):
        for purpose, pips in entry.dice:
            if SeededDice(opened.seed, count).throw(purpose) != pips:
                return Verified(table, commitment(opened.seed), count, f"throw {count + 1}, for {purpose!r}: {pips}")
            count += 1
    return Verified(table, commitment(opened.seed), count, "")


def _first_difference(game: AnyGame, opened: Opened, orders: Sequence[Ordered]) -> str:
    state = _state(game, opened.patch)
    for entry in orders:
        place = f"order {entry.id} of {entry.seat}"
        dice = ScriptedDice(pips for _, pips in entry.dice)
        try:
            after = game.submit(state, entry.seat, _order(game, entry.order), dice)
        except (Refused, OutOfDice) as error:
            return f"{place}: {error}"
        except Exception as error:  # what the rules can only meet in a record that was damaged
            return f"{place}: the rules fail ({type(error).__name__}: {error})"
        if tuple((throw.purpose, throw.pips) for throw in dice.thrown) != entry.dice or dice.left:
            return f"{place}: other dice are thrown"
        if codec.encode(diff(state, after)) != codec.encode(entry.patch):
            return f"{place}: the state becomes another"
        state = after
    return ""


def _state(game: AnyGame, tree: dict[str, Any]) -> Struct:
    try:
        state: Struct = codec.shape(tree, game.state_type)
    except codec.WireError as error:
        raise JournalError(f"the state cannot be read: {error}") from None
    return state


def _order(game: AnyGame, order: bytes) -> Any:
    try:
        return codec.shape_any(codec.unpack(order), game.order_type)
    except codec.WireError as error:
        raise JournalError(f"an order cannot be read: {error}") from None
