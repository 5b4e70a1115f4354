"""Reading the files of a scenario, so that whatever is wrong is said in one sentence with file, table and key.

Rules of this file: nothing here knows a rule of play. A file is small (`MAX_BYTES`), text, and never trusted.
"""

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, TypeVar, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")
Raw = dict[str, object]
"""A TOML table as it was read, before it is given a type."""

MAX_BYTES = 1_000_000
Place = tuple[str | int, ...]
"""Where a value stands: keys, and numbers of items."""

_AT = re.compile(r" - at `.*$", re.DOTALL)
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")
_PLAINLY = (
    ("Object contains unknown", "this table has no"),
    ("Object missing required", "this table lacks the"),
    ("Expected `str` matching regex", "this is not written as it must be:"),
    ("`object`", "a table"),
    ("`array`", "a list"),
    ("`str`", "a text"),
    ("`int`", "a whole number"),
    ("`float`", "a number"),
    ("`bool`", "true or false"),
    (", got ", ", found "),
)
"""msgspec's words, and a plainer way to say the same."""


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
        path, sentence = _blamed(raw, kind, ()) or ((), str(error))
        raise _misfit(path, sentence, file, table) from error
    except RecursionError as error:
        raise ScenarioError(file, table, "", "this is nested too deeply.") from error


def _blamed(raw: object, kind: object, path: Place) -> tuple[Place, str] | None:
    """The innermost place that does not fit its type, and why; msgspec's own path does not name the key of a table."""
    try:
        msgspec.convert(raw, kind, str_keys=True)
        return None
    except msgspec.ValidationError as error:
        why = _AT.sub("", str(error))
    for key, value, inner in _parts(raw, kind):
        found = _blamed(value, inner, (*path, key))
        if found is not None:
            return found
    field = _FIELD.search(why)
    return ((*path, field["name"]) if field else path), why


def _parts(raw: object, kind: object) -> Iterator[tuple[str | int, object, object]]:
    """The parts of a value, each with the type that it should have. A wrong key of a table is a part too."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if isinstance(kind, UnionType):
        kind = next((k for k in get_args(kind) if isinstance(k, type) and issubclass(k, msgspec.Struct)), kind)
    origin, inside = get_origin(kind), get_args(kind)
    if isinstance(raw, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind, include_extras=True)
        for part in msgspec.structs.fields(kind):
            if part.encode_name in raw:
                yield part.encode_name, raw[part.encode_name], hints[part.name]
    elif isinstance(raw, dict) and origin is dict:
        for key, value in raw.items():
            yield str(key), key, inside[0]
            yield str(key), value, inside[1]
    elif isinstance(raw, list) and origin is tuple:
        kinds = inside[:1] * len(raw) if inside[-1] is Ellipsis else inside
        yield from zip(range(1, len(raw) + 1), raw, kinds, strict=False)


def _misfit(path: Place, why: str, file: str, table: str) -> ScenarioError:
    """What does not fit, at its place; items of a list are counted from 1."""
    names: list[str] = [table] if table else []
    for part in path:
        if isinstance(part, int) and names:
            names[-1] += f"[{part}]"
        else:
            names.append(str(part))
    key = names.pop() if path and names else ""
    for said, plain in _PLAINLY:
        why = why.replace(said, plain)
    return ScenarioError(file, ".".join(names), key, why.replace("`", "") + ".")


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
