"""From a view to what is drawn on the chart, and what the line under it says of one zone."""

from collections.abc import Mapping, Sequence

from room40.dreadnought.sheet import SlotFault, read_slot
from room40.dreadnought.views import CounterView, FleetView, PortView, View
from room40.geometry.seachart import SeaChart, Terrain, Zone
from room40_client.tui.draw import words
from room40_client.tui.draw.chart import PortMark, Scene, Token
from room40_client.tui.draw.runs import Line, Run, line, safe


def scene_of(view: View, chart: SeaChart, selected: str = "", trace: Sequence[Zone] = ()) -> Scene:
    """The chart of a view: own fleets, enemy counters, ports, and the selected fleet's written route."""
    fleet = view.fleets.get(selected)
    path: dict[Zone, Run] = dict.fromkeys(route_ahead(fleet, view.turn), ("*", "path")) if fleet else {}
    path.update(dict.fromkeys(trace, ("+", "trace")))
    ports = {Zone(zone): _port_mark(port, view.seat) for zone, port in view.scenario.ports.items()}
    return Scene(chart, _tokens(view, selected), ports, path)


def route_ahead(fleet: FleetView, turn: int) -> tuple[Zone, ...]:
    """The zones a fleet's sheet takes it through from `turn` on."""
    ahead: list[Zone] = []
    for key in sorted((k for k in fleet.sheet if int(k) >= turn), key=int):
        slot = read_slot(fleet.sheet[key]) if fleet.sheet[key] else None
        if slot is not None and not isinstance(slot, SlotFault):
            ahead.extend(slot.zones)
    return tuple(ahead)


def _tokens(view: View, selected: str) -> dict[Zone, tuple[Token, ...]]:
    found: dict[Zone, list[Token]] = {}
    for fleet_id in words.by_number(view):
        fleet = view.fleets[fleet_id]
        style = "own chosen" if fleet_id == selected else "own"
        if fleet.ships:
            token = Token(str(fleet.number), style, mine=True, in_port=fleet.in_port)
            found.setdefault(Zone(fleet.zone), []).append(token)
    for label, counter in sorted(view.lost.items()):
        found.setdefault(Zone(counter.zone), []).append(Token(_sign(label).lower(), "lost"))
    for label, counter in sorted(view.seen.items(), reverse=True):
        friend = view.seat == "public" and counter.side == "EN"
        found.setdefault(Zone(counter.zone), []).insert(0, Token(_sign(label), "own" if friend else "enemy"))
    for airship in view.airships.values():
        if airship.state == "out":
            found.setdefault(Zone(airship.zone), []).append(Token("^", "own", mine=True))
    for submarine in view.submarines.values():
        if not submarine.sunk:
            found.setdefault(Zone(submarine.zone), []).append(Token("v", "own", mine=True))
    return {zone: tuple(sorted(tokens, key=lambda t: not t.mine)) for zone, tokens in found.items()}


def _sign(label: str) -> str:
    """A counter's label where there is little room; once all is told, "EN-2" becomes "E2"."""
    side, dash, number = safe(label).partition("-")
    return side[:1] + number if dash else side


def _port_mark(port: PortView, seat: str) -> PortMark:
    if not port.side:
        return PortMark(safe(port.name), "=", "port")
    mine = port.side == seat or (seat == "public" and port.side == "EN")
    return PortMark(safe(port.name), "@" if mine else "%", "port mine" if mine else "port theirs")


_TERRAIN = {Terrain.SEA: "sea", Terrain.COAST: "coast"}


def about_zone(view: View, chart: SeaChart, zone: Zone) -> Line:
    """Everything the view knows of a zone, for the line under the chart."""
    terrain = chart.terrain(zone)
    parts: list[str | Run] = [(zone, "strong"), " ", _TERRAIN.get(terrain, "land") if terrain else "off the chart"]
    if port := view.scenario.ports.get(zone):
        owner = "neutral" if not port.side else "own" if port.side == view.seat else words.side_name(port.side)
        parts.append(f", {safe(port.name)} ({owner}, {safe(port.grade)} port)")
    for fleet in _fleets_in(view, zone):
        parts += ["  ", (f"Fleet {fleet.number}", "own"), f" {safe(fleet.mission)}{_berth(fleet)}"]
    for label, counter in _counters_in(view.seen, zone):
        parts += ["  ", (f"{safe(label)}", "enemy"), f": {_counter(counter)}"]
    for label, counter in _counters_in(view.lost, zone):
        parts += ["  ", (safe(label).lower(), "lost"), f" last seen here turn {counter.last}"]
    for name in (a.name for a in view.airships.values() if a.zone == zone):
        parts.append(f"  airship {safe(name)}")
    for name in (s.name for s in view.submarines.values() if s.zone == zone and not s.sunk):
        parts.append(f"  submarine {safe(name)}")
    if rating := view.traffic.get(zone, view.scenario.traffic.get(zone, 0)):
        parts.append(f"  merchants {rating}")
    mines = [edge for edge in view.mines if zone in edge.split("-")]
    if mines:
        parts.append(f"  mines {', '.join(safe(edge) for edge in mines)}")
    return line(*parts)


def _fleets_in(view: View, zone: Zone) -> list[FleetView]:
    return [view.fleets[f] for f in words.by_number(view) if view.fleets[f].zone == zone and view.fleets[f].ships]


def _berth(fleet: FleetView) -> str:
    return " in port" if fleet.in_port else " off the map" if fleet.hidden or not fleet.on_map else ""


def _counters_in(counters: Mapping[str, CounterView], zone: Zone) -> list[tuple[str, CounterView]]:
    return [(label, c) for label, c in sorted(counters.items()) if c.zone == zone]


def _counter(counter: CounterView) -> str:
    known = f", {safe(counter.strength)}" if counter.strength else ""
    names = f", fought with {', '.join(safe(n) for n in counter.ships[:4])}" if counter.ships else ""
    return f"{words.side_name(counter.side)}, since turn {counter.since}{known}{names}"
