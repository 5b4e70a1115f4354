"""Where the spaces of an imported map are drawn: from the centres that lie beside the file, else laid out."""

from collections.abc import Mapping
from pathlib import Path

from room40_server.importer.reading import number
from room40_server.importer.spaces import Atlas

CENTRES = "centers.txt"
MAX_BYTES = 2_000_000

Point = tuple[float, float]


def places(atlas: Atlas, file: Path) -> tuple[dict[str, tuple[int, int]], str]:
    """Space -> column and row, and where that comes from, in words."""
    from room40_server.importer import layout  # numpy takes 100 ms to import

    near = {place.id: tuple(sorted(place.near)) for place in atlas.places.values()}
    found = centres(file)
    if found is not None:
        path, points = found
        by_id = {place.id: points[name] for name, place in atlas.places.items() if name in points}
        missing = [place.name for name, place in atlas.places.items() if name not in points]
        if not missing:
            return layout.snapped(near, by_id), f"drawn by {path.name}"
        why = f"{path.name} has no centre of {len(missing)} spaces, the first of them {missing[0]!r}"
        return layout.laid_out(near), f"laid out, for {why}"
    return layout.laid_out(near), f"laid out, for there is no {CENTRES} beside the file"


def centres(file: Path) -> tuple[Path, Mapping[str, Point]] | None:
    """The centres beside the file or in the folder above, where such maps keep them; None if there are none."""
    for folder in (file.parent, file.parent.parent):
        path = folder / CENTRES
        if path.is_file() and path.stat().st_size <= MAX_BYTES:
            return path, read_centres(path.read_text("utf-8", errors="replace"))
    return None


def read_centres(text: str) -> dict[str, Point]:
    """Name -> where its centre lies; lines that say nothing of the kind are passed over, the first of a name counts."""
    found: dict[str, Point] = {}
    for line in text.splitlines():
        name, bracket, rest = line.strip().rpartition("(")
        across, comma, down = rest.removesuffix(")").partition(",")
        x, y = number(across), number(down)
        if bracket and comma and rest.endswith(")") and name.strip() and x is not None and y is not None:
            found.setdefault(name.strip(), (float(x), float(y)))
    return found
