"""A table through a pipe: a battle on the board, a turn on land and sea, a watcher, and lines that break."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems
from tests.client.plain.pipe import PATIENCE, Pipe, Replies, reply, room40, started
from tests.end_to_end.house import serving
from tests.end_to_end.tables import link, open_table

SEED = bytes(31) + b"\x05"


async def at_table(
    path: Path, system: str, scenario: str, seat: str, talk: Callable[[Pipe], None], computers: tuple[str, ...] = ()
) -> tuple[int, str]:
    """A talk at a seat of a fresh table; what the command ends with."""
    journal = path / "tables.db"
    await open_table(journal, Systems(), system, scenario, SEED, computers)
    async with serving(journal) as server:
        return await asyncio.to_thread(_talk, path, str(link(server.base, seat)), talk)


def _talk(home: Path, url: str, talk: Callable[[Pipe], None]) -> tuple[int, str]:
    with room40(home, "watch" if url.endswith(f"#{PUBLIC}") else "join", url) as pipe:
        talk(pipe)
        return pipe.end()


FIGHTING: Replies = (
    ("Result:", "quit"),
    ("set up umpire", "set up umpire"),
    ("may move", "steer all N"),
    ("fire umpire", "fire umpire"),
    ("torpedoes hold", "torpedoes hold"),
    ("commit", "commit"),
    ("Which ship keeps", "1"),
)


@pytest.mark.slow
@pytest.mark.clause("7.31", "H7.5")
async def test_a_battle_is_fought_on_the_board_to_its_end(tmp_path: Path) -> None:
    heard: list[str] = []

    def talk(pipe: Pipe) -> None:
        for _ in range(400):
            asked = pipe.asked("points")
            answer = reply(asked, FIGHTING)
            assert answer, asked
            pipe.type(answer)
            if answer == "quit":
                break
            if answer == "set up umpire":
                pipe.type("steps")
            if answer == "steer all N" and pipe_refused(pipe):
                pipe.type("steer stay")
                pipe.until("Done: steer in")
        heard.extend(pipe.heard)

    def pipe_refused(pipe: Pipe) -> bool:
        while (line := pipe.line()) is not None:
            if line.startswith(("Done: steer", "Refused: ")):
                return line.startswith("Refused: ")
        return False

    assert await at_table(tmp_path, "dreadnought", "coronel", "EN", talk, ("CP",)) == (0, "")
    assert any(line.startswith("Done: steer in ") and "group 1 to " in line for line in heard)
    assert any(line.startswith("At Good Hope: ") for line in heard)
    assert any(" is sunk: " in line for line in heard)
    assert any(line.startswith("Result: ") for line in heard)


@pytest.mark.slow
@pytest.mark.clause("K2", "K3", "K7")
async def test_a_first_turn_is_played_from_the_purchase_to_the_placing(tmp_path: Path) -> None:
    def talk(pipe: Pipe) -> None:
        pipe.until("Purchase, Marran: 10 to spend")
        pipe.type("buy 9 tanks")
        refused = pipe.line()
        assert refused is not None
        assert refused.startswith("Refused: That costs 45 and you have 10. (K2)")
        pipe.type("buy 1 infantry, 1 tank", "commit")
        pipe.until("Done: buy 1 infantry, 1 tank")
        pipe.until("Combat move, Marran: 0 moves, 0 battles to come")
        pipe.type("move 1 submarine from west-bay to north-sea", "move 2 infantry from port-marran to west-bay", "moves")
        pipe.until("Done: move submarine-1 from west-bay > north-sea")
        pipe.until("Done: move infantry-", "Refused: ")
        pipe.until("1: 1 submarine: West Bay > North Sea")
        pipe.type("take back", "take back 1", "move 1 tank port-marran to port-tavik")
        pipe.until("Done: take back 2")
        pipe.until("Done: take back 1")
        pipe.until("Done: move tank-1 from strait > port-tavik")
        pipe.until("Combat move, Marran: 3 moves, 1 battle to come.")
        pipe.type("odds port-tavik", "commit")
        pipe.until("Attacker wins ")
        pipe.until("Done: commit")
        asked = pipe.asked("cities", "East: ")
        for _ in range(20):
            if any("Mobilise" in line for line in asked):
                break
            pipe.type(reply(asked, LATER))
            asked = pipe.asked("cities", "East: ")
        pipe.type("place all in port-marran", "purchase", "commit")
        pipe.until("Done: place 1 infantry, 1 tank in port-marran")
        pipe.until("In Port Marran: 1 infantry, 1 tank.")
        pipe.until("Marran places ", "Marran brings forth ", "Marran mobilises ")

    assert await at_table(tmp_path, "combined_arms", "two-islands", "west", talk, ("east",)) == (0, "")


LATER: Replies = (
    ("casualties umpire", "casualties umpire"),
    ("Which battle", "1"),
    ("press on or retreat", "press"),
    ("submerge none", "submerge none"),
    ("bombard umpire", "bombard umpire"),
    ("land umpire", "land umpire"),
    ("in the air", "fly home"),
    ("commit", "commit"),
)


async def test_who_watches_hears_what_all_may_and_orders_nothing(tmp_path: Path) -> None:
    def talk(pipe: Pipe) -> None:
        pipe.until("Watching. Waiting for the Central Powers and the Entente: planning.")
        pipe.type("fleets", "commit", "status", "who")
        assert pipe.line() == "You have no fleets."
        assert pipe.line() == "You are watching; only the players give orders."
        pipe.until("you are watching")
        assert pipe.line() == "Central Powers; waited for."

    assert await at_table(tmp_path, "dreadnought", "first-cruise", PUBLIC, talk) == (0, "")


@pytest.mark.slow
async def test_a_watcher_who_only_waits_hears_the_game_to_its_end(tmp_path: Path) -> None:
    def talk(pipe: Pipe) -> None:
        pipe.type("wait")
        pipe.until("Result: ")

    ended = await at_table(tmp_path, "dreadnought", "first-cruise", PUBLIC, talk, ("CP", "EN"))
    assert ended == (0, "")


async def test_who_is_heard_by_nobody_any_more_leaves(tmp_path: Path) -> None:
    journal = tmp_path / "tables.db"
    await open_table(journal, Systems(), "dreadnought", "first-cruise", SEED)
    async with serving(journal) as server:
        assert await asyncio.to_thread(_deaf, tmp_path, str(link(server.base, "CP"))) == (0, b"")


def _deaf(home: Path, url: str) -> tuple[int, bytes]:
    """Hear a command until it asks, and then no more; what it ends with."""
    process = started(home, "join", url)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdin, process.stderr:
        with process.stdout:
            while b"commit, when you are done" not in process.stdout.readline():
                pass
        process.stdin.write(b"fleets\nfleets\n")
        process.stdin.flush()
        return process.wait(PATIENCE), process.stderr.read()


async def test_what_is_said_is_heard_by_all_and_cannot_move_a_cursor(tmp_path: Path) -> None:
    def talk(pipe: Pipe) -> None:
        pipe.until("commit, when you are done")
        pipe.type("say Guten Tag, \x1b[31mHerr Admiral")
        pipe.until("(Central Powers): Guten Tag, [31mHerr Admiral", "Central Powers: Guten Tag, [31mHerr Admiral")
        pipe.type("chat")
        pipe.until("Guten Tag, [31mHerr Admiral")
        pipe.type("say")
        pipe.until("Say what? Write: say, and the words.")

    assert await at_table(tmp_path, "dreadnought", "first-cruise", "CP", talk) == (0, "")


async def test_an_order_typed_while_the_line_is_down_waits_and_counts_once(tmp_path: Path) -> None:
    journal = tmp_path / "tables.db"
    await open_table(journal, Systems(), "dreadnought", "first-cruise", SEED)
    async with serving(journal) as server:
        with room40(tmp_path, "join", str(link(server.base, "CP"))) as pipe:
            await asyncio.to_thread(pipe.until, "commit, when you are done")
            await server.stop(signal.SIGKILL)
            await asyncio.to_thread(pipe.until, "The line is down; it is being tried again.")
            pipe.type("1: 1 R11", "fleets")
            await asyncio.to_thread(pipe.until, "the order waits")
            await asyncio.to_thread(pipe.until, "Fleet 1, R12")
            await server.start()
            await asyncio.to_thread(pipe.until, "Done: 1: 1 R11")
            pipe.type("sheet")
            await asyncio.to_thread(pipe.until, "1: 1 R11, 2 S9/T9")
            assert await asyncio.to_thread(pipe.end) == (0, "")


async def test_who_leaves_while_an_order_waits_is_told_that_it_was_not_given(tmp_path: Path) -> None:
    journal = tmp_path / "tables.db"
    await open_table(journal, Systems(), "dreadnought", "first-cruise", SEED)
    async with serving(journal) as server:
        with room40(tmp_path, "join", str(link(server.base, "CP"))) as pipe:
            await asyncio.to_thread(pipe.until, "commit, when you are done")
            await server.stop(signal.SIGKILL)
            await asyncio.to_thread(pipe.until, "The line is down")
            pipe.type("commit", "quit")
            await asyncio.to_thread(pipe.until, "1 order has not been given")
            assert await asyncio.to_thread(pipe.end) == (0, "")


async def test_the_lines_after_a_link_that_is_handed_in_are_commands(tmp_path: Path) -> None:
    journal = tmp_path / "tables.db"
    await open_table(journal, Systems(), "dreadnought", "first-cruise", SEED)
    async with serving(journal) as server:
        with room40(tmp_path, "join", "-") as pipe:
            pipe.type(str(link(server.base, "CP")), "habit 1 never", "commit")
            await asyncio.to_thread(pipe.until, "Done: habit 1 never")
            await asyncio.to_thread(pipe.until, "Waiting for the Entente: planning. reopen takes your commit back.")
            pipe.type("reopen")
            await asyncio.to_thread(pipe.until, "Done: reopen")
            assert await asyncio.to_thread(pipe.end) == (0, "")


async def test_a_link_that_opens_nothing_is_one_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path / "tables.db") as server:
        with room40(tmp_path, "join", f"{server.base}/t/nowhere#secret") as pipe:
            status, complaint = await asyncio.to_thread(pipe.end)
    assert (status, pipe.heard) == (2, [])
    assert complaint == "room40: There is no such table, or this link does not open it.\n"


@pytest.mark.slow
def test_a_game_left_at_the_end_of_the_lines_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    with room40(tmp_path, "play", "first-cruise", "--side", "CP") as pipe:
        pipe.until("commit, when you are done")
        pipe.type("2: 1 R11")
        pipe.until("Done: 2: 1 R11")
        assert pipe.end() == (0, "")
    with room40(tmp_path, "play") as pipe:
        pipe.until("Which game?")
        assert any(line.startswith("1: Go on: First cruise, ") for line in pipe.heard)
        pipe.type("one", "1", "sheet")
        pipe.until("2: 1 R11, 2 T10")
        os.kill(pipe.number, signal.SIGTERM)
        assert pipe.end() == (0, "")


@pytest.mark.slow
def test_what_cannot_be_played_is_one_sentence(tmp_path: Path) -> None:
    for words in (("no-such",), ("first-cruise", "--side", "XX"), ("--continue",)):
        with room40(tmp_path, "play", *words) as pipe:
            status, complaint = pipe.end()
        assert (status, pipe.heard) == (2, [])
        assert complaint.startswith("room40: There is no ") or " has no side " in complaint
        assert complaint.count("\n") == 1
