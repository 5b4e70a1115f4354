"""A drawing of a map on a grid: every space in a cell of its own, neighbours near; the same map, the same drawing.

Laid out: stress majorisation (distances on paper are to be those in steps), begun from classical scaling, so nothing is
left to chance. Snapped: each space to the nearest free cell, from the middle outwards; then spaces move and change places
as long as that brings neighbours nearer and leaves the drawing as it was.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from room40.geometry.spacemap import SpaceMap

Near = Mapping[str, tuple[str, ...]]
Cell = tuple[int, int]
Floats = npt.NDArray[np.float64]

ROUNDS = 300
STEP = 1.5
"""Cells between two neighbours, as a rule."""
STAY, PULL = 1.0, 0.7
"""What it costs to be a cell away from where one should be, and a cell further than need be from a neighbour; squared."""
PASSES = 40
REACH = 2
"""So many cells a space looks around for a better place."""


def laid_out(near: Near) -> dict[str, Cell]:
    """Space -> column and row, for a map that hangs together."""
    keys = sorted(near)
    points = _majorised(_steps(near, keys))
    return snapped(near, dict(zip(keys, map(tuple, _turned(points).tolist()), strict=True)))


def snapped(near: Near, points: Mapping[str, tuple[float, float]]) -> dict[str, Cell]:
    """Space -> column and row, each as near as may be to its point; the points' own unit does not matter."""
    keys = sorted(near)
    wanted = np.array([points[key] for key in keys], dtype=np.float64)
    at = {key: i for i, key in enumerate(keys)}
    touching = [[at[other] for other in near[key]] for key in keys]
    lengths = [float(np.hypot(*(wanted[i] - wanted[j]))) for i, others in enumerate(touching) for j in others if i < j]
    wanted = np.round(wanted * (STEP / max(float(np.median(lengths)), 1e-9)), 6)
    grid = _Grid(wanted, touching)
    grid.settle()
    cells = _tight(grid.cells)
    return {key: cells[at[key]] for key in keys}


def _steps(near: Near, keys: list[str]) -> Floats:
    """Distances in steps, made uneven by less than a hundredth so that no two drawings are equally good."""
    space_map, at = SpaceMap(near), {key: i for i, key in enumerate(keys)}
    found = np.zeros((len(keys), len(keys)))
    for key in keys:
        for other, distance in space_map.distances(key, len(keys)).items():
            i, j = sorted((at[key], at[other]))
            found[at[key], at[other]] = distance * (1 + ((i * 7919 + j * 104_729) % 997) / 997 / 100)
    return found


def _majorised(steps: Floats) -> Floats:
    """Points whose distances are as the steps, near ones above all."""
    if len(steps) == 2:
        return np.array([[0.0, 0.0], [1.0, 0.0]])
    weights = np.divide(1, steps**2, out=np.zeros_like(steps), where=steps > 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    points = _scaled(steps)
    for _ in range(ROUNDS):
        apart = np.hypot(*(points[:, None, :] - points[None, :, :]).transpose(2, 0, 1))
        pull = np.divide(weights * steps, apart, out=np.zeros_like(steps), where=apart > 1e-9)
        points = inverse @ ((np.diag(pull.sum(axis=1)) - pull) @ points)
    return points


def _scaled(steps: Floats) -> Floats:
    """Classical scaling: the plane in which the squared distances lie best."""
    number = len(steps)
    middle = np.eye(number) - 1 / number
    values, vectors = np.linalg.eigh(-0.5 * middle @ steps**2 @ middle)
    plane: Floats = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 1e-9))
    return plane


def _turned(points: Floats) -> Floats:
    """The drawing wider than high, and the first space in the upper left quarter: no mirror image is left to choose."""
    points = points - points.mean(axis=0)
    _, vectors = np.linalg.eigh(points.T @ points)
    points = points @ vectors[:, ::-1]
    first = next((p for p in points if abs(p[0]) > 1e-6 and abs(p[1]) > 1e-6), np.ones(2))
    return points * np.where(first > 0, -1, 1)


class _Grid:
    """Spaces in cells, and where they would rather be."""

    def __init__(self, wanted: Floats, touching: list[list[int]]) -> None:
        self.wanted = [(float(x), float(y)) for x, y in wanted]
        self.touching = touching
        self.cells: list[Cell] = [(0, 0)] * len(self.wanted)
        self.held: dict[Cell, int] = {}

    def settle(self) -> None:
        """Everybody into a cell, then about until nobody gains by it."""
        middle = (sum(x for x, _ in self.wanted) / len(self.wanted), sum(y for _, y in self.wanted) / len(self.wanted))
        outwards = sorted(range(len(self.wanted)), key=lambda i: (round(_squared(self.wanted[i], middle), 6), i))
        for i in outwards:
            self.put(i, next(cell for cell in _around(self.wanted[i]) if cell not in self.held))
        for _ in range(PASSES):
            moved = sum(self.improve(i) for i in range(len(self.wanted)))
            if not moved:
                break

    def put(self, i: int, cell: Cell) -> None:
        """Space `i` into a cell."""
        self.cells[i] = cell
        self.held[cell] = i

    def improve(self, i: int) -> bool:
        """Move a space to the best cell nearby, changing places with who is there; whether it moved."""
        x, y = self.cells[i]
        best, gain = None, 1e-6
        for dx in range(-REACH, REACH + 1):
            for dy in range(-REACH, REACH + 1):
                found = self.gain(i, (x + dx, y + dy)) if dx or dy else 0.0
                if found > gain + 1e-9:
                    best, gain = (x + dx, y + dy), found
        if best is not None:
            self.swap(i, best)
        return best is not None

    def gain(self, i: int, cell: Cell) -> float:
        """How much the drawing is better with space `i` there."""
        other = self.held.get(cell)
        moved = [i] if other is None else [i, other]
        before = sum(self.cost(k) for k in moved)
        here = self.cells[i]
        self.swap(i, cell)
        after = sum(self.cost(k) for k in moved)
        self.swap(i, here)
        return before - after

    def swap(self, i: int, cell: Cell) -> None:
        """Space `i` into a cell; who is there takes the one it leaves."""
        here, other = self.cells[i], self.held.get(cell)
        del self.held[here]
        self.put(i, cell)
        if other is not None and other != i:
            self.put(other, here)

    def cost(self, i: int) -> float:
        """What is wrong with where a space is."""
        cell = self.cells[i]
        apart = (max(abs(cell[0] - x), abs(cell[1] - y)) - 1 for x, y in (self.cells[k] for k in self.touching[i]))
        return STAY * _squared(cell, self.wanted[i]) + PULL * sum(steps * steps for steps in apart)


def _around(point: tuple[float, float]) -> Iterator[Cell]:
    """The cells, nearest to a point first."""
    x, y = round(point[0]), round(point[1])
    radius = 0
    while True:
        ring = [(x + dx, y + dy) for dx in range(-radius, radius + 1) for dy in range(-radius, radius + 1)]
        ring = [cell for cell in ring if max(abs(cell[0] - x), abs(cell[1] - y)) == radius]
        yield from sorted(ring, key=lambda cell: (round(_squared(cell, point), 6), cell))
        radius += 1


def _squared(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _tight(cells: list[Cell]) -> list[Cell]:
    """The cells without empty columns and rows, from 0 on."""
    columns = {x: i for i, x in enumerate(sorted({x for x, _ in cells}))}
    rows = {y: i for i, y in enumerate(sorted({y for _, y in cells}))}
    return [(columns[x], rows[y]) for x, y in cells]
