"""A server with a table, for the tests that want the whole program on a real terminal."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import pytest

from room40_client.reception import create, links


@pytest.fixture(scope="module")
def seats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The links of a fresh table of the Goeben, "watch" among them."""
    journal = tmp_path_factory.mktemp("tables") / "tables.db"
    command = [sys.executable, "-m", "room40_server", "serve", "--port", "0", "--journal", str(journal), "--until-eof"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        base = server.stdout.readline().split()[1]
        found, watch = links(asyncio.run(create(base, "dreadnought", "goeben")), base)
        yield {seat: str(link) for seat, link in found.items()} | {"watch": str(watch)}
        server.terminate()
