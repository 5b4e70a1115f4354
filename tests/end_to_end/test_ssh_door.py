"""People who come in by OpenSSH: what they find, what they are refused, and what is left of them when they are gone."""

import asyncio
import shutil
import socket
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from benchmarks.ssh import turn

from room40_server.ssh import limits
from room40_server.systems import Systems
from tests.end_to_end.ssh_kit import PATIENCE, Keys, SshServer, Window, ssh, ssh_serving, window
from tests.end_to_end.tables import TABLE, open_table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None or shutil.which("ssh-keygen") is None, reason="there is no OpenSSH"),
]
ENTER = "\r"
AT_SEA = "to the chart"


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path)


@pytest.fixture
async def journal(tmp_path: Path) -> Path:
    """A journal with a table of the teaching scenario, whose secrets are the names of its seats."""
    path = tmp_path / "tables.db"
    await open_table(path, Systems(), "dreadnought", "first-cruise", bytes(32))
    return path


async def shows(terminal: Window, words: str) -> None:
    """The screen comes to show these words."""
    await asyncio.to_thread(terminal.wait_for, words)


async def ends(terminal: Window) -> int:
    """The exit status."""
    return await asyncio.to_thread(terminal.wait)


async def until(wanted: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


async def run(*argv: str, said: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """A command without a terminal."""

    def ran() -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(argv, input=said, capture_output=True, timeout=PATIENCE)

    return await asyncio.to_thread(ran)


def own_port(keys: Keys, server: SshServer, program: str, key: str = "anne") -> list[str]:
    """The beginning of a command of OpenSSH other than a session with a terminal."""
    return [program, *keys.options(key), "-P" if program != "ssh" else "-p", str(server.port)]


async def test_a_player_plays_resizes_is_cut_off_and_finds_his_place(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal) as server:
        preloaded = server.descendants()
        with window(ssh(keys, "anne", server.port, f"'{TABLE} CP'")) as person:
            await shows(person, AT_SEA)
            person.press(ENTER)
            await shows(person, "Enter commits it")
            person.resize(100, 30)
            await until(lambda: person.settle() == 0 and "? keys" in person.last_line)
            person.press(ENTER)
            await shows(person, "Waiting for the Entente")
            person.cut_off()
            await until(lambda: server.descendants() == preloaded)
        with window(ssh(keys, "anne", server.port, TABLE)) as person:
            await shows(person, "Waiting for the Entente")
            person.press("r")
            await shows(person, "Enter commits it")
            person.press("q")
            assert await ends(person) == 0
        await until(lambda: server.descendants() == preloaded)


async def test_another_key_finds_no_seat_there_and_a_key_that_is_not_listed_no_door(journal: Path, keys: Keys) -> None:
    listed = keys.folder / "listed"
    anne, ben = (keys.make(name).with_suffix(".pub").read_text() for name in ("anne", "ben"))
    listed.write_text(f"# players\n{anne}\n{ben}")
    async with ssh_serving(journal, "--ssh-keys", str(listed)) as server:
        with window(ssh(keys, "anne", server.port, f"'{TABLE} CP'")) as person:
            await shows(person, AT_SEA)
        for words in (TABLE, "nowhere", f"'{TABLE} wrong'", "ls", "watch"):
            with window(ssh(keys, "ben", server.port, words)) as person:
                assert await ends(person) == 1
                assert "There is no such table, or this" in person.text
        for key, user in (("carl", "player"), ("", "player"), ("", "watch"), ("carl", "watch")):
            with window(ssh(keys, key, server.port, TABLE, user=user)) as person:
                assert await ends(person) == 255
                assert "Permission denied" in person.text


async def test_commands_copies_and_forwarding_are_refused(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal) as server:
        preloaded = server.descendants()
        host, at = "player@127.0.0.1", f"127.0.0.1:{server.base.rpartition(':')[2]}"
        for command in ("cat /etc/passwd", "sh -c id", f"{TABLE};id", "$(id)", "../x", "x" * 500, "scp -t /"):
            ran = await run(*own_port(keys, server, "ssh"), host, command)
            assert (ran.returncode, ran.stdout) == (1, b"")
            assert b"This door opens tables, nothing else" in ran.stderr
        ran = await run(*own_port(keys, server, "ssh"), host)  # without a terminal it is line by line
        assert ran.returncode == 0
        assert b"This key holds no seat yet" in ran.stdout
        assert b"\x1b" not in ran.stdout
        secret = keys.folder / "copied"
        secret.write_text("text")
        for words in (["sftp"], ["scp", "-O", str(secret)], ["scp", "-s", str(secret)]):
            ran = await run(*own_port(keys, server, words[0]), *words[1:], host + (":/tmp/x" if words[1:] else ""))
            assert ran.returncode != 0
        refused = (["-W", at], ["-N", "-R", f"0:{at}"], ["-N", "-R", "/tmp/never.sock:" + at], ["-N", "-w", "0:0"])
        for words in refused:
            ran = await run(*own_port(keys, server, "ssh"), "-o", "ExitOnForwardFailure=yes", *words, host)
            assert ran.returncode == 255, words
            assert ran.stdout == b""
        assert server.descendants() == preloaded
        assert not Path("/tmp/never.sock").exists()


async def test_a_flood_of_connections_is_turned_away_and_then_all_is_well(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal) as server:
        with ExitStack() as flood:
            sockets = [flood.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(50)]
            greeted = [await asyncio.to_thread(one.recv, 8) for one in sockets]
            assert greeted.count(b"SSH-2.0-") == limits.AN_ADDRESS
            assert greeted.count(b"") == 50 - limits.AN_ADDRESS
            assert (await run(*own_port(keys, server, "ssh"), "player@127.0.0.1", TABLE)).returncode == 255
        with ExitStack() as flood:
            people = [flood.enter_context(window(ssh(keys, "anne", server.port))) for _ in range(limits.A_KEY)]
            for person in people:
                await shows(person, "This key holds no seat yet")
            with window(ssh(keys, "anne", server.port)) as person:
                assert await ends(person) == 255
                assert "Too many sessions" in person.text
            people[0].press("q")
            assert await ends(people[0]) == 0
            with window(ssh(keys, "anne", server.port)) as person:
                await shows(person, "This key holds no seat yet")


async def test_a_watcher_needs_no_key_but_a_public_table_or_its_word(journal: Path, keys: Keys) -> None:
    await open_table(journal, Systems(), "dreadnought", "goeben", bytes(32), table="secret")
    async with ssh_serving(journal, "--ssh-watch", "--ssh-public", TABLE) as server:
        for words in (TABLE, "'secret public'"):
            with window(ssh(keys, "", server.port, words, user="watch")) as watcher:
                await shows(watcher, "Waiting for the Central Powers and the Entente")
                watcher.press("q")
                assert await ends(watcher) == 0
        with window(ssh(keys, "", server.port, user="watch")) as watcher:
            await shows(watcher, "To watch")
            assert "secret" not in watcher.text
            watcher.press(ENTER)
            await shows(watcher, "Waiting for the Central Powers and the Entente")
        for words, said in (("secret", "it wants its watchers' word"), (f"'{TABLE} CP'", "This link is a seat's")):
            with window(ssh(keys, "", server.port, words, user="watch")) as watcher:
                assert await ends(watcher) == 1
                assert said in watcher.text
        with window(ssh(keys, "anne", server.port, "'secret CP'", user="watch")) as watcher:
            assert await ends(watcher) == 1  # who comes as watch has no key, whatever he could show


async def test_who_may_open_tables_gets_the_words_for_the_others(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal, "--ssh-open") as server:
        with window(ssh(keys, "anne", server.port)) as person:
            await shows(person, "New tables")
            person.press(ENTER)
            await shows(person, "your side")
            person.press(ENTER)
            await shows(person, "the other seats")
            person.press("2")
            await shows(person, "The table is laid")
            words = next(line for line in person.text.splitlines() if line.startswith(" EN ")).split("HOST ")[1].strip()
            with window(ssh(keys, "ben", server.port, words)) as other:
                await shows(other, AT_SEA)
            person.press(ENTER)
            await shows(person, AT_SEA)
            person.press(ENTER + "q")
            await shows(person, "waits for you")
            person.press("q")
            assert await ends(person) == 0
    async with ssh_serving(journal) as server:
        with window(ssh(keys, "anne", server.port)) as person:
            await shows(person, "First cruise   Central Powers   waits for you")
            assert "New tables" not in person.text


async def test_a_turn_of_the_goeben_over_a_compressed_line_keeps_to_its_bytes() -> None:
    figure = await turn()
    assert figure.value > 1000
    assert figure.holds, figure


async def test_the_environment_says_how_a_session_is_drawn(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal) as server:
        ascii_only = ssh(keys, "anne", server.port, "-o", "SetEnv=ROOM40_PROFILE=ascii", TABLE, "CP")
        with window(ascii_only) as person:
            await shows(person, AT_SEA)
            person.press(ENTER)
            await shows(person, "Enter commits it")
            await asyncio.to_thread(person.settle)
            assert max(person.text) < "\x7f"


async def test_without_a_terminal_orders_come_line_by_line_through_a_pipe(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal) as server:
        words = [*own_port(keys, server, "ssh"), "-T", "player@127.0.0.1", TABLE, "CP"]
        ran = await run(*words, said=b"commit\nquit\n")
        assert ran.returncode == 0
        assert b"Done: commit" in ran.stdout
        assert b"\x1b" not in ran.stdout
        ran = await run(*words[:-1])  # at the end of its input it leaves
        assert ran.returncode == 0
        assert b"Turn 1 of 6" in ran.stdout
        assert b"commit, when you are done" not in ran.stdout


async def test_what_is_piped_in_after_the_choice_of_a_table_is_for_the_table(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal) as server:
        command = [*own_port(keys, server, "ssh"), "-T", "player@127.0.0.1"]
        assert (await run(*command, TABLE, "CP", said=b"quit\n")).returncode == 0
        ran = await run(*command, said=b"1\ncommit\nquit\n")
        assert ran.returncode == 0
        assert b"Done: commit" in ran.stdout


async def test_a_session_in_which_nothing_happens_ends_and_says_why(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal, "--ssh-idle", "0.05") as server:
        with window(ssh(keys, "anne", server.port)) as person:
            assert await ends(person) != 255
            assert "Nothing has happened here for a long time" in person.text
        preloaded = server.descendants()
        assert len(preloaded) == 1


async def test_who_stops_reading_is_waited_for_and_a_server_that_stops_says_so(journal: Path, keys: Keys) -> None:
    async with ssh_serving(journal) as server:
        with window(ssh(keys, "anne", server.port, f"'{TABLE} CP'")) as person:
            await shows(person, AT_SEA)
            server.process.terminate()
            assert await ends(person) != 255
            assert "The server stops" in person.text
    async with ssh_serving(journal) as server:
        with window(ssh(keys, "anne", server.port, TABLE)) as person:
            await shows(person, AT_SEA)
            person.stop_reading()  # the server must be able to stop all the same
