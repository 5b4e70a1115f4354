"""Reading the files of a scenario, so that whatever is wrong is said in one sentence with file, table and key.

Rules of this file: nothing here knows a rule of play. A file is small (`MAX_BYTES`), text, and never trusted.
"""

import csv
import io
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")
Raw = dict[str, object]
"""A TOML table as it was read, before it is given a type."""

MAX_BYTES = 1_000_000
_PATH = re.compile(r"^(?P<what>.*?)(?: - at `(?:key` in `)?\$(?P<path>.*)`)?$", re.DOTALL)
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")


class ScenarioError(Exception):
    """A broken file of a scenario, for who runs the server: the file, the table, the key, and one sentence."""

    def __init__(self, file: str, table: str, key: str, sentence: str) -> None:
        super().__init__(file, table, key, sentence)
        self.file, self.table, self.key, self.sentence = file, table, key, sentence

    def __str__(self) -> str:
        where = " ".join(part for part in (f"[{self.table}]" if self.table else "", self.key) if part)
        return f"{self.file}{', ' + where if where else ''}: {self.sentence}"


def data_root() -> Path:
    """The folder of the scenarios: inside an installed package, or at the top of the source tree."""
    installed = Path(__file__).parent / "data"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "scenarios"


def shown(path: Path) -> str:
    """A path as an operator sees it: from the folder of the scenarios on."""
    try:
        return path.relative_to(data_root().parent).as_posix()
    except ValueError:
        return path.as_posix()


def read_text(path: Path) -> str:
    """The text of a file of reasonable size. Raises `ScenarioError`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ScenarioError(shown(path), "", "", f"this file cannot be read ({error.strerror}).") from error
    if len(data) > MAX_BYTES:
        raise ScenarioError(shown(path), "", "", f"this file is larger than {MAX_BYTES} bytes.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ScenarioError(shown(path), "", "", "this file is not UTF-8 text.") from error
    odd = next((c for c in text if ord(c) < 32 and c not in "\n\r\t"), None)
    if odd is not None:
        raise ScenarioError(shown(path), "", "", f"this file holds the control character {ord(odd)}.")
    return text


def read_toml(path: Path) -> Raw:
    """A TOML file, untyped. Raises `ScenarioError`."""
    try:
        return tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError(shown(path), "", "", f"this is no TOML: {str(error)[:200]}.") from error


def typed(raw: object, kind: type[T], file: str, table: str = "") -> T:
    """The value as the type that it should have. Raises `ScenarioError` that names the place."""
    try:
        return msgspec.convert(raw, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise misfit(error, file, table) from error
    except RecursionError as error:
        raise ScenarioError(file, table, "", "this is nested too deeply.") from error


def misfit(error: Exception, file: str, table: str = "") -> ScenarioError:
    """A value of the wrong type as a `ScenarioError`."""
    found = _PATH.match(str(error))
    what, path = (found["what"], found["path"] or "") if found else (str(error), "")
    names = [n for n in re.split(r"[.\[\]]+", path) if n]
    field = _FIELD.search(what)
    if field:
        names.append(field["name"])
    key = names.pop() if names else ""
    if (key.isdigit() or key == "...") and names:
        key = names.pop() + f"[{key}]"
    inside = ".".join(([table] if table else []) + names)
    return ScenarioError(file, inside, key, what.replace("Object ", "this table ").replace("`", "") + ".")


def read_csv(path: Path, columns: Sequence[str]) -> list[Mapping[str, str]]:
    """The rows of a CSV file with just these columns, stripped. Raises `ScenarioError`."""
    reader = csv.DictReader(io.StringIO(read_text(path)), strict=True)
    try:
        head = list(reader.fieldnames or ())
        for column in columns:
            if column not in head:
                raise ScenarioError(shown(path), "line 1", column, "this column is missing.")
        for column in head:
            if column not in columns:
                raise ScenarioError(shown(path), "line 1", column, "this column is not known.")
        rows: list[Mapping[str, str]] = []
        for row in reader:
            if None in row or None in row.values():
                raise ScenarioError(
                    shown(path), f"line {reader.line_num}", "", "this line has not as many fields as the first."
                )
            rows.append({key: value.strip() for key, value in row.items()})
    except csv.Error as error:
        raise ScenarioError(shown(path), f"line {reader.line_num}", "", f"this is no CSV: {error}.") from error
    return rows


def merged(base: Mapping[str, object], over: Mapping[str, object]) -> Raw:
    """`base` with the keys of `over` put in, table by table; lists are replaced whole."""
    result: Raw = dict(base)
    for key, value in over.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) and both else value
    return result
