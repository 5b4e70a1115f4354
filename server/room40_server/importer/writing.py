"""A scenario and the report of its import, written into a folder whole or not at all."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from room40_server.scenario_files import Raw


def as_toml(raw: Raw, head: str) -> str:
    """A table as TOML, after a line that says what it is."""
    return "\n".join([f"# {head}", "", *_plain(raw), *_tables(raw, ())]) + "\n"


def _plain(table: Mapping[str, object]) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, dict):
            yield f"{_key(key)} = {_value(value)}"


def _tables(table: Mapping[str, object], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            if any(not isinstance(inner, dict) for inner in value.values()):
                yield ""
                yield f"[{'.'.join(map(_key, (*path, key)))}]"
                yield from _plain(value)
            yield from _tables(value, (*path, key))


def _key(key: str) -> str:
    return (
        key if key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key) else json.dumps(key, ensure_ascii=False)
    )


def _value(value: object) -> str:
    """Texts, whole numbers, truths and lists of them; JSON writes them as TOML does."""
    return json.dumps(value, ensure_ascii=False)


def write(folder: Path, texts: Mapping[str, str], instead: bool) -> None:
    """Write the texts into files of the folder, the last one last: nobody sees it before the others are there.

    Raises `FileExistsError` if the last one is there and is not to be written over; else any `OSError`.
    """
    last = list(texts)[-1]
    if (folder / last).exists() and not instead:
        raise FileExistsError(folder / last)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        draft = folder / f".{name}.new"
        try:
            with open(draft, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(folder / name)
        finally:
            with suppress(OSError):
                draft.unlink()
