"""A client on its terminal: bytes both ways, held up where nobody reads, and ended for good. No SSH is needed for it."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from room40.protocol.preloaded import OwnTable, Start, StartScreen
from room40_server.ssh.clients import Client, Clients, NoClient
from room40_server.ssh.pty import HIGHEST, TYPED_AHEAD, WIDEST, Pty

PATIENCE = 30
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
TABLE = OwnTable("a1b2c3", "CP", "The flight of the Goeben", "waits for you")
SCREEN = StartScreen((TABLE,))


class Seen:
    """What a terminal shows, and whether it takes more."""

    def __init__(self) -> None:
        self.text = b""
        self.full: list[bool] = []
        self._more = asyncio.Event()

    def show(self, data: bytes) -> None:
        self.text += data
        self._more.set()

    async def until(self, found: Callable[[bytes], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not found(self.text):
                self._more.clear()
                await self._more.wait()


@pytest.fixture
async def clients() -> AsyncIterator[Clients]:
    house = Clients()
    yield house
    await house.close()


async def begin(clients: Clients, start: Start) -> tuple[Client, Pty, Seen, int]:
    """A client on a terminal of 80x24, and the end of the pipe that it answers by."""
    seen = Seen()
    pty = Pty(seen.show, seen.full.append, (80, 24))
    answers, pipe = os.pipe()
    client = await clients.start(start, pty.client_end, pipe)
    os.close(pipe)
    os.close(pty.client_end)
    pty.resume()
    return client, pty, seen, answers


async def ended(client: Client) -> int:
    async with asyncio.timeout(PATIENCE):
        return await asyncio.shield(client.ended)


def fill(terminal: int) -> int:
    """Write until the terminal takes no more; the bytes that it took."""
    os.set_blocking(terminal, False)
    written = 0
    with suppress(BlockingIOError):
        while True:
            written += os.write(terminal, b"x" * 100)
    return written


def runs(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def state_of(process: int) -> str:
    """As the system calls it: "Z" is dead, "" is not there."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


@pytest.mark.slow
async def test_what_is_chosen_on_the_start_screen_comes_back_by_the_pipe(clients: Clients) -> None:
    client, pty, seen, answers = await begin(clients, Start((), ENVIRONMENT, SCREEN))
    await seen.until(lambda text: b"Goeben" in text)
    limits = Path(f"/proc/{client.process}/limits").read_text()
    assert re.search(r"^Max file size +0 ", limits, re.MULTILINE)
    pty.type(b"\r")
    assert await ended(client) == 0
    assert os.read(answers, 4096) == b'{"type":"sit","table":"a1b2c3","place":"CP"}'
    pty.close()
    os.close(answers)


@pytest.mark.slow
async def test_a_client_whose_terminal_is_gone_ends_and_so_do_all_when_the_door_does(clients: Clients) -> None:
    left, pty, seen, _ = await begin(clients, Start((), ENVIRONMENT, SCREEN))
    other, _, other_seen, _ = await begin(clients, Start((), ENVIRONMENT, SCREEN))
    await seen.until(lambda text: b"Goeben" in text)
    await other_seen.until(lambda text: b"Goeben" in text)
    pty.close()
    await ended(left)
    assert not runs(left.process)
    assert runs(other.process)
    preloaded = clients.process
    await clients.close()
    assert await ended(other) == -signal.SIGHUP
    assert not runs(preloaded)


@pytest.mark.slow
async def test_a_client_that_is_stopped_is_ended_all_the_same(clients: Clients) -> None:
    client, _, seen, _ = await begin(clients, Start((), ENVIRONMENT, SCREEN))
    await seen.until(lambda text: b"Goeben" in text)
    clients.send_signal(client.process, signal.SIGSTOP)
    from room40_server.ssh import clients as module

    quick = tuple((number, 0.05) for number, _ in module.MERCY[:2]) + module.MERCY[2:]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "MERCY", quick)
        await client.end()
    assert await ended(client) == -signal.SIGKILL
    assert not runs(client.process)


@pytest.mark.slow
async def test_when_the_preloaded_process_dies_its_clients_go_and_the_next_start_loads_it_again(clients: Clients) -> None:
    client, _, seen, _ = await begin(clients, Start((), ENVIRONMENT, SCREEN))
    await seen.until(lambda text: b"Goeben" in text)
    first = clients.process
    os.kill(first, signal.SIGKILL)
    await ended(client)
    _, _, again, _ = await begin(clients, Start((), ENVIRONMENT, SCREEN))
    await again.until(lambda text: b"Goeben" in text)
    assert clients.process not in (0, first)


@pytest.mark.slow
async def test_not_even_a_client_that_is_stopped_outlives_the_preloaded_process(clients: Clients) -> None:
    client, _, seen, _ = await begin(clients, Start((), ENVIRONMENT, SCREEN))
    await seen.until(lambda text: b"Goeben" in text)
    clients.send_signal(client.process, signal.SIGSTOP)
    os.kill(clients.process, signal.SIGKILL)
    await ended(client)
    async with asyncio.timeout(PATIENCE):
        while state_of(client.process) not in ("", "Z"):
            await asyncio.sleep(0.01)


@pytest.mark.slow
async def test_a_dumb_terminal_gets_the_start_screen_line_by_line(clients: Clients) -> None:
    client, pty, seen, answers = await begin(clients, Start((), ENVIRONMENT | {"TERM": "dumb"}, SCREEN))
    await seen.until(lambda text: b"q to leave: " in text)
    assert b"\x1b" not in seen.text
    pty.type(b"7\n1\n")
    assert await ended(client) == 0
    await seen.until(lambda text: b"There are 1 to 1." in text)
    assert b'"table":"a1b2c3"' in os.read(answers, 4096)


@pytest.mark.slow
async def test_who_interrupts_leaves_without_a_word(clients: Clients) -> None:
    client, pty, seen, _ = await begin(clients, Start((), ENVIRONMENT | {"TERM": "dumb"}, SCREEN))
    await seen.until(lambda text: b"q to leave: " in text)
    pty.type(b"\x03")
    assert await ended(client) == 130
    pty.drain()
    assert b"failed" not in seen.text


@pytest.mark.slow
async def test_on_a_pipe_a_client_reads_what_was_sent_before_the_end_and_stops_there(clients: Clients) -> None:
    seen = Seen()
    pipe = Pty(seen.show, seen.full.append)
    reader, answers = os.pipe()
    pipe.type(b"9\n1")
    pipe.end_of_input()
    client = await clients.start(Start((), ENVIRONMENT | {"TERM": ""}, SCREEN), pipe.client_end, answers)
    for file in (pipe.client_end, answers):
        os.close(file)
    pipe.resume()
    assert await ended(client) == 0
    pipe.drain()
    assert b"There are 1 to 1." in seen.text
    assert b"\r" not in seen.text
    assert b'"table":"a1b2c3"' in os.read(reader, 4096)
    os.close(reader)
    pipe.close()


@pytest.mark.slow
async def test_a_fault_of_the_client_is_one_sentence_and_no_traceback(clients: Clients) -> None:
    client, _, seen, _ = await begin(clients, Start(("join", "no link"), ENVIRONMENT))
    assert await ended(client) == 2
    await seen.until(lambda text: b"That is no link to a table" in text)
    assert b"Traceback" not in seen.text


async def test_a_start_screen_too_large_to_send_is_refused(clients: Clients) -> None:
    reader, pipe = os.pipe()
    with pytest.raises(NoClient):
        await clients.start(Start((), {"LANG": "x" * 200_000}), reader)
    os.close(reader)
    os.close(pipe)


async def test_output_that_is_not_read_waits_in_the_terminal_and_none_is_lost() -> None:
    seen = Seen()
    pty = Pty(seen.show, seen.full.append, (80, 24))
    written = fill(pty.client_end)
    assert seen.text == b""
    assert written < 256 * 1024
    pty.resume()
    await seen.until(lambda text: len(text) == written)
    pty.pause()
    os.write(pty.client_end, b"last")
    await asyncio.sleep(0)
    assert len(seen.text) == written
    pty.drain()
    assert seen.text.endswith(b"xlast")
    os.close(pty.client_end)
    pty.close()


async def test_keys_wait_for_a_client_that_does_not_read_and_the_line_is_told_when_it_is_enough() -> None:
    seen = Seen()
    pty = Pty(seen.show, seen.full.append, (80, 24))
    pty.type(b"\n" * (TYPED_AHEAD * 4))
    assert seen.full == [True]
    os.set_blocking(pty.client_end, False)
    async with asyncio.timeout(PATIENCE):
        while seen.full == [True]:
            try:
                os.read(pty.client_end, 4096)
            except BlockingIOError:
                await asyncio.sleep(0)
    assert seen.full == [True, False]
    os.close(pty.client_end)
    pty.close()
    pty.type(b"after the end")  # does no harm


@pytest.mark.parametrize("asked, given", [((0, 0), (80, 24)), ((100, 30), (100, 30)), ((65535, 9**9), (WIDEST, HIGHEST))])
async def test_a_terminal_has_the_size_its_owner_says_within_reason(asked: tuple[int, int], given: tuple[int, int]) -> None:
    seen = Seen()
    pty = Pty(seen.show, seen.full.append, asked)
    assert tuple(os.get_terminal_size(pty.client_end)) == given
    os.close(pty.client_end)
    pty.close()
