"""A scenario of our own format from the file of another program, tried before anything is written."""

from pathlib import Path

from msgspec import Struct

from room40_server.combined_arms_scenarios import from_raw, unit_table
from room40_server.importer import tables, unread
from room40_server.importer.findings import Finding, Findings
from room40_server.importer.forces import Forces
from room40_server.importer.names import shown
from room40_server.importer.places import places
from room40_server.importer.powers import Powers
from room40_server.importer.production import prices
from room40_server.importer.properties import Properties
from room40_server.importer.spaces import Atlas, read_attachments, read_canals
from room40_server.importer.units import UnitTable
from room40_server.importer.xml_tree import CannotImport, Element, read
from room40_server.rules.combined_arms.state import State
from room40_server.scenario_files import Raw, ScenarioError

MOST_TRIES = 1000
"""So many units may stand where they cannot before the file is given up."""


class Imported(Struct, frozen=True):
    """What came of a file: the scenario as it is written, the game it opens, what was left out, how it is drawn."""

    raw: Raw
    state: State
    findings: tuple[Finding, ...]
    drawn: str


def title_of(file: Path, game: Element) -> str:
    """What the map is called, by its own word or the name of the file."""
    info = game.first("info")
    return shown(info.get("name") if info is not None else "") or shown(file.stem) or "Imported map"


def open_file(file: Path) -> Element:
    """The file as a tree. Raises `CannotImport` or `OSError`."""
    game = read(file)
    if game.tag != "game":
        raise CannotImport(f"line {game.line}: this is no map of a game, it begins with {shown(game.tag)!r}.")
    return game


def imported(file: Path, game: Element, target: Path, rounds: int = 0) -> Imported:
    """The scenario of a file, as it will stand in `target`; it ends after so many rounds, 0: never.

    Raises `CannotImport`.
    """
    findings = Findings()
    powers, atlas, properties = Powers(game, findings), Atlas(game, findings), Properties(game, findings)
    read_attachments(game, atlas, powers.ids, properties.asks("Neutrals Are Impassable"))
    if any(not (place.water or place.owner or place.impassable) for place in atlas.places.values()):
        properties.note_price_of_neutrals()
    canals = read_canals(game, atlas)
    units = UnitTable(game, unit_table(), prices(game, powers, findings), findings)
    forces = Forces(game, atlas, powers, units, findings)
    cities = properties.cities_to_win(powers, sum(place.city for place in atlas.places.values()))
    properties.note()
    unread.note(game, findings)
    where, drawn = places(atlas, file)
    raw: Raw = {
        "title": title_of(file, game),
        "blurb": tables.blurb(atlas, powers),
        "briefing": tables.briefing(powers, cities, rounds),
        "order": [side.id for side in powers.sides.values()],
        "rounds": rounds,
        "cities_to_win": cities,
        "powers": tables.powers_table(powers),
        "seats": tables.seats_table(powers),
        "seatings": tables.seatings_table(powers),
        "spaces": tables.spaces_table(atlas, where),
        "canals": tables.canals_table(canals),
        "forces": {},
        "units": units.changes(),
    }
    state = _tried(raw, forces, target)
    forces.note_dropped()
    return Imported(raw, state, findings.all(), drawn)


def _tried(raw: Raw, forces: Forces, target: Path) -> State:
    """The game that the scenario opens; what may not stand where it stands is left out until the loader is content.

    The loader alone knows what may stand where, so it is asked. It names one fault at a time, and every try takes something
    away.
    """
    said: ScenarioError | None = None
    for _ in range(MOST_TRIES):
        raw["forces"] = forces.raw()
        try:
            return from_raw(raw, target)
        except ScenarioError as error:
            said = error
            if not _dropped(forces, error):
                break
    raise CannotImport(f"no scenario comes of it: {said}")


def _dropped(forces: Forces, error: ScenarioError) -> bool:
    """Leave out what the loader complains of, if it is of the starting forces."""
    table, *where = error.table.split(".")
    if table != "forces" or not where:
        return False
    if len(where) == 2:
        return forces.drop(where[0], where[1], error.key, error.sentence)
    return forces.drop(where[0], error.key, "", error.sentence)
