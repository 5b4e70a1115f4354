"""The sea chart as text: no boxes, every second row half a zone to the right, rulers with the keys (5.0).

A *scene* says what stands where; this file turns scene, zoom and line into runs, and points into zones. Chart
coordinates count characters from the chart's north-west corner, without the rulers.
"""

from msgspec import Struct

from room40.geometry.seachart import SeaChart, Terrain, Zone, place, row_letters, zone_at
from room40_client.tui.draw.runs import Line, Run, fit, line


class Zoom(Struct, frozen=True):
    """How many characters wide and lines high a zone is drawn."""

    width: int
    height: int


ZOOMS = (Zoom(2, 1), Zoom(4, 2), Zoom(8, 3))


class PortMark(Struct, frozen=True):
    """A port as drawn: its name, a sign that says whose it is, and the style."""

    name: str
    sign: str
    style: str


class Token(Struct, frozen=True):
    """A fleet counter as drawn: an own fleet's number or an enemy's label. `mine` decides who is named first."""

    text: str
    style: str
    mine: bool = False
    in_port: bool = False


class Scene(Struct, frozen=True):
    """All that is drawn on the chart. `path` are the zones of a route with the sign that marks them."""

    chart: SeaChart
    tokens: dict[Zone, tuple[Token, ...]] = {}
    ports: dict[Zone, PortMark] = {}
    path: dict[Zone, Run] = {}


GLYPHS = {Terrain.SEA: ".", Terrain.COAST: ":", Terrain.LAND: "#"}
STYLES = {Terrain.SEA: "sea", Terrain.COAST: "coast", Terrain.LAND: "land"}


def extent(chart: SeaChart, zoom: Zoom) -> tuple[int, int]:
    """Width and height of the whole chart in characters."""
    columns = max((len(row) for row in chart.rows), default=0)
    return columns * zoom.width + zoom.width // 2, len(chart.rows) * zoom.height


def origin(chart: SeaChart, zoom: Zoom, zone: Zone) -> tuple[int, int]:
    """Where a zone's first character stands."""
    row, column = place(zone)
    shift = zoom.width // 2 if chart.is_shifted(row) else 0
    return (column - chart.first_column) * zoom.width + shift, (row - chart.first_row) * zoom.height


def zone_under(chart: SeaChart, zoom: Zoom, x: int, y: int) -> Zone | None:
    """The zone drawn at a point; None beside the chart."""
    row = chart.first_row + y // zoom.height
    shift = zoom.width // 2 if chart.is_shifted(row) else 0
    zone = zone_at(row, chart.first_column + (x - shift) // zoom.width) if row > 0 and x >= shift else None
    return zone if zone and place(zone)[1] > 0 and chart.has(zone) else None


def gutter_width(chart: SeaChart) -> int:
    """The columns that the row letters take at the left."""
    return len(row_letters(chart.first_row + len(chart.rows) - 1)) + 1


def gutter(chart: SeaChart, zoom: Zoom, y: int, cursor: Zone | None = None) -> Line:
    """The row letters before chart line `y`."""
    columns = gutter_width(chart)
    number, sub = divmod(y, zoom.height)
    if sub or number >= len(chart.rows):
        return ((" " * columns, "ruler"),)
    row = chart.first_row + number
    style = "ruler cursor" if cursor and place(cursor)[0] == row else "ruler"
    letters = row_letters(row)
    return line((letters, style), (" " * (columns - len(letters)), "ruler"))


def ruler(chart: SeaChart, zoom: Zoom, cursor: Zone | None = None) -> Line:
    """The column numbers above the chart; at the smallest zoom every second, and the cursor's always."""
    here = place(cursor)[1] if cursor else 0
    columns = max((len(row) for row in chart.rows), default=0)
    letters = [" "] * (columns * zoom.width + 4)
    styled = range(0)
    numbers = [c for c in range(chart.first_column, chart.first_column + columns) if zoom.width > 2 or c % 2 == 0]
    if here:
        numbers = [c for c in numbers if zoom.width > 2 or abs(c - here) != 1] + [here]
    for column in numbers:
        at = (column - chart.first_column) * zoom.width + zoom.width // 4
        text = str(column)
        letters[at : at + len(text)] = text
        if column == here:
            styled = range(at, at + len(text))
    text = "".join(letters)[: extent(chart, zoom)[0]]
    if not styled:
        return line((text, "ruler"))
    a, b = styled.start, styled.stop
    return line((text[:a], "ruler"), (text[a:b], "ruler cursor"), (text[b:], "ruler"))


def chart_line(scene: Scene, zoom: Zoom, y: int, cursor: Zone | None = None) -> Line:
    """Line `y` of the chart, whole width."""
    chart = scene.chart
    number, sub = divmod(y, zoom.height)
    if not 0 <= number < len(chart.rows):
        return ()
    row = chart.first_row + number
    runs: list[Run] = [(" " * (zoom.width // 2), "")] if chart.is_shifted(row) else []
    for offset in range(len(chart.rows[number])):
        zone = zone_at(row, chart.first_column + offset)
        cell = _cell(scene, zoom, zone, sub, zone == cursor)
        runs.extend((text, f"{style} cursor".strip()) for text, style in cell) if zone == cursor else runs.extend(cell)
    return line(*runs)


def _cell(scene: Scene, zoom: Zoom, zone: Zone, sub: int, under_cursor: bool) -> Line:
    if zoom.width == 2:
        return _small(scene, zone)
    terrain = scene.chart.terrain(zone) or Terrain.LAND
    if terrain is Terrain.LAND and zone not in scene.tokens and not (under_cursor and sub == 0):
        return ((GLYPHS[terrain] * zoom.width, STYLES[terrain]),)
    if sub == 0:
        return fit(line((zone, "key")), zoom.width)
    if sub == zoom.height - 1 and zone in scene.tokens:
        return _tokens(scene, zone, zoom.width)
    return _place(scene, zone, zoom.width) if sub == 1 else ((" " * zoom.width, ""),)


def _small(scene: Scene, zone: Zone) -> Line:
    """Two characters: fleets before route before port before the sea."""
    if tokens := scene.tokens.get(zone):
        return _pair(tokens)
    if mark := scene.path.get(zone):
        return fit((mark,), 2)
    if port := scene.ports.get(zone):
        return line((port.sign, port.style), (" ", ""))
    terrain = scene.chart.terrain(zone) or Terrain.LAND
    glyph = GLYPHS[terrain]
    return ((glyph * 2 if terrain is Terrain.LAND else glyph + " ", STYLES[terrain]),)


def _pair(tokens: tuple[Token, ...]) -> Line:
    """Several counters in two characters: the first of each side, "+" for one more, "&" where there is no room."""
    mine = [t for t in tokens if t.mine]
    theirs = [t for t in tokens if not t.mine]
    if mine and theirs:
        first = mine[0].text if len(mine) == 1 and len(mine[0].text) == 1 else "&"
        return line((first, mine[0].style), (theirs[0].text[:1], theirs[0].style))
    ours = mine or theirs
    first = ours[0].text[:2]
    tail = "+" if len(ours) > 1 else "@" if ours[0].in_port else " "
    if len(first) == 1:
        return line((first, ours[0].style), (tail, ours[0].style if tail == "+" else "port"))
    return line(("&+", ours[0].style)) if len(ours) > 1 else line((first, ours[0].style))


def _place(scene: Scene, zone: Zone, columns: int) -> Line:
    """What a zone is, under its key: a mark of a route, a port by name, sea or coast."""
    terrain = scene.chart.terrain(zone) or Terrain.LAND
    mark = scene.path.get(zone)
    if port := scene.ports.get(zone):
        name = line((port.sign + port.name[: columns - (3 if mark else 2)], port.style))
        return fit(line(*((mark,) if mark else ()), *name), columns)
    return fit(line(mark or (GLYPHS[terrain], STYLES[terrain])), columns)


def _tokens(scene: Scene, zone: Zone, columns: int) -> Line:
    """The counters in a zone, as many as find room."""
    tokens = scene.tokens[zone]
    runs: list[Run] = []
    used = 0
    for number, token in enumerate(tokens):
        text = " " + token.text + ("@" if token.in_port else "")
        more = number < len(tokens) - 1
        if used + len(text) + more > columns:
            runs.append(("+", token.style))
            break
        runs.extend([(" ", ""), (text[1:], token.style)])
        used += len(text)
    return fit(line(*runs), columns)
