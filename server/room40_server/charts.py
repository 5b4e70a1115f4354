"""Charts as text files: a head of `key: value` lines, a blank line, then a row a line, "A ~~..##".

Keys of the head: `name`, `shifted` (even or odd), `first column` (1 if left out); any number of `port: G29 minor IT Ancona`
(zone, grade, nation or `--`, name), `closed: T18-T19` (an edge nobody crosses) and `canal: Q18-Q19 DE` (an edge for
ships of one nation's side only).
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from room40.geometry.seachart import SeaChart, Terrain, Zone, edge, parse_zone, row_number
from room40_server.scenario_files import ScenarioError, read_text, shown

_ROW = re.compile(r"([A-Z]{1,2}) (\S+)")
_PORT = re.compile(r"(\S+) (major|minor) ([A-Z]{2}|--) ([\w .'()/-]{1,30})")
_EDGE = re.compile(r"([A-Z]{1,2}\d{1,3})-([A-Z]{1,2}\d{1,3})(?: ([A-Z]{2}))?")
MAX_COLUMNS = 200


@dataclass(frozen=True)
class Harbour:
    """A port as the chart has it: `nation` "" for nobody's."""

    name: str
    zone: Zone
    grade: str
    nation: str


@dataclass(frozen=True)
class Sheet:
    """A chart file: the chart, its ports, and its canals, edge -> nation."""

    name: str
    chart: SeaChart
    harbours: dict[str, Harbour]
    canals: dict[str, str]


@cache
def read_chart(path: Path) -> Sheet:
    """A chart file, read once. Raises `ScenarioError` naming the file and the line."""
    return chart_from(read_text(path), shown(path))


def chart_from(text: str, file: str) -> Sheet:
    """A chart from its text; `file` is named in errors."""
    heads: list[tuple[int, str, str]] = []
    rows: list[str] = []
    first_row = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        key, colon, value = line.partition(":")
        if colon and not rows:
            heads.append((number, key.strip().lower(), value.strip()))
            continue
        at = row_number(_row(line, number, file)[0])
        first_row = first_row or at
        if at != first_row + len(rows):
            raise ScenarioError(file, f"line {number}", line[:2].strip(), "this row does not follow the one above it.")
        rows.append(_row(line, number, file)[1])
    return _assembled(heads, tuple(rows), first_row, file)


def _row(line: str, number: int, file: str) -> tuple[str, str]:
    found = _ROW.fullmatch(line.rstrip())
    if not found:
        raise ScenarioError(file, f"line {number}", line[:10].strip(), "a row is its letter, a blank, and a mark a zone.")
    letters, marks = found[1], found[2]
    odd = next((m for m in marks if m not in tuple(Terrain)), None)
    if odd or len(marks) > MAX_COLUMNS:
        fault = (
            f"{odd!r} is no mark of a chart (~ sea, . coast, # land)." if odd else f"a row has at most {MAX_COLUMNS} zones."
        )
        raise ScenarioError(file, f"line {number}", letters, fault)
    return letters, marks


def _assembled(heads: list[tuple[int, str, str]], rows: tuple[str, ...], first_row: int, file: str) -> Sheet:
    single: dict[str, str] = {}
    closed: list[str] = []
    canals: dict[str, str] = {}
    harbours: dict[str, Harbour] = {}
    if not rows:
        raise ScenarioError(file, "", "", "this chart has no rows.")
    bare = SeaChart(rows, "even", first_row, _first_column(heads, file))
    for number, key, value in heads:
        line = f"line {number}"
        if key in ("name", "shifted", "first column"):
            single[key] = value
        elif key == "port":
            port = _harbour(bare, value, line, file)
            if port.zone in harbours:
                raise ScenarioError(file, line, "port", f"{port.zone} has two ports.")
            harbours[port.zone] = port
        elif key in ("closed", "canal"):
            border, nation = _border(bare, key, value, line, file)
            if key == "closed":
                closed.append(border)
            else:
                canals[border] = nation
        else:
            raise ScenarioError(file, line, key[:20], "this is none of name, shifted, first column, port, closed, canal.")
    match single.get("shifted"):
        case "even":
            chart = SeaChart(rows, "even", first_row, bare.first_column, tuple(closed))
        case "odd":
            chart = SeaChart(rows, "odd", first_row, bare.first_column, tuple(closed))
        case _:
            raise ScenarioError(file, "", "shifted", "say which rows lie half a zone east: even or odd.")
    _borders_touch(chart, (*closed, *canals), file)
    return Sheet(single.get("name", ""), chart, harbours, canals)


def _first_column(heads: list[tuple[int, str, str]], file: str) -> int:
    value = next((v for _, k, v in heads if k == "first column"), "1")
    if not re.fullmatch(r"[1-9]\d{0,2}", value):
        raise ScenarioError(file, "", "first column", f"{value[:10]!r} is not a number from 1 to 999.")
    return int(value)


def _harbour(chart: SeaChart, value: str, line: str, file: str) -> Harbour:
    found = _PORT.fullmatch(value)
    zone = parse_zone(found[1]) if found else None
    if not found or zone is None:
        raise ScenarioError(file, line, "port", "a port is its zone, major or minor, a nation or --, and a name.")
    if chart.terrain(zone) is not Terrain.COAST:
        raise ScenarioError(file, line, "port", f"{found[4]} cannot lie in {zone}: that is no coast of this chart.")
    return Harbour(found[4], zone, found[2], "" if found[3] == "--" else found[3])


def _border(chart: SeaChart, key: str, value: str, line: str, file: str) -> tuple[str, str]:
    found = _EDGE.fullmatch(value)
    one, other = (parse_zone(found[1]), parse_zone(found[2])) if found else (None, None)
    if not found or one is None or other is None or bool(found[3]) != (key == "canal"):
        meant = "two zones and a nation, as S5-S6 DE" if key == "canal" else "two zones, as T18-T19"
        raise ScenarioError(file, line, key, f"write {meant}.")
    if not (chart.is_water(one) and chart.is_water(other)):
        raise ScenarioError(file, line, key, f"{one} and {other} are not both water of this chart.")
    return edge(one, other), found[3] or ""


def _borders_touch(chart: SeaChart, borders: tuple[str, ...], file: str) -> None:
    for border in borders:
        one, _, other = border.partition("-")
        if not chart.touches(Zone(one), Zone(other)):
            raise ScenarioError(file, "", border, f"{one} does not touch {other}.")
