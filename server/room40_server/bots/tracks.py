"""Where enemy counters have been seen from turn to turn, and where they will be if they hold on."""

from msgspec import Struct

from room40.dreadnought.views import View
from room40.geometry.seachart import SeaChart, Zone, place, zone_at
from room40_server.bots.reading import zone


class Track(Struct, frozen=True):
    """A counter's places by turn, the last two that differ in turn."""

    turn: int
    zone: Zone
    turn_before: int = 0
    zone_before: str = ""

    def later(self, turn: int, at: Zone) -> "Track":
        """The track with one more sight of the counter."""
        if turn == self.turn:
            return Track(turn, at, self.turn_before, self.zone_before)
        return Track(turn, at, self.turn, self.zone)


class Tracks:
    """The tracks of all counters in view, by label."""

    def __init__(self) -> None:
        self._tracks: dict[str, Track] = {}

    def note(self, view: View) -> None:
        """Take in what a view shows."""
        kept = {name: track for name, track in self._tracks.items() if name in view.seen and track.turn <= view.turn}
        for name, counter in view.seen.items():
            at = zone(counter.zone)
            kept[name] = kept[name].later(view.turn, at) if name in kept else Track(view.turn, at)
        self._tracks = kept

    def lies_still(self, label: str) -> bool:
        """Whether a counter was in the same zone when last seen two turns running."""
        track = self._tracks[label]
        return track.turn_before > 0 and track.zone_before == track.zone

    def forecast(self, chart: SeaChart, label: str, turn: int) -> Zone:
        """Where a counter will be at the end of `turn` if it holds its course and speed; it stops short of land."""
        track = self._tracks[label]
        if not track.zone_before or track.turn <= track.turn_before:
            return track.zone
        (row, x), (row_before, x_before) = _half_zones(chart, track.zone), _half_zones(chart, Zone(track.zone_before))
        turns = track.turn - track.turn_before
        found = track.zone
        for step in range(1, max(0, turn - track.turn) + 1):
            there = row + round((row - row_before) * step / turns)
            across = x + (x - x_before) * step / turns
            next_zone = zone_at(there, round((across - chart.is_shifted(there)) / 2)) if there > 0 else found
            if not chart.has(next_zone) or not chart.is_water(next_zone):
                break
            found = next_zone
        return found


def _half_zones(chart: SeaChart, at: Zone) -> tuple[int, int]:
    """Row, and place across in half zones, so that shifted rows can be compared with others."""
    row, column = place(at)
    return row, 2 * column + chart.is_shifted(row)
