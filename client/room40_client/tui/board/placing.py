"""A side's set-up on the board: which of its ships stand where (7.22 to 7.28)."""

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView
from room40.dreadnought.views import View
from room40.geometry.hexgrid import Hex
from room40_client.tui.board import terms
from room40_client.tui.board.terms import spot


class Placing:
    """The set-up as planned; it begins as the umpire would set up."""

    def __init__(self, view: View, zone: str, board: BoardView) -> None:
        self.view = view
        self.zone = zone
        self.board = board
        self.places: dict[str, Hex] = {s: spot(key) for key, ships in board.proposal.items() for s in ships}
        self.held: tuple[str, ...] = ()

    def ships(self) -> list[str]:
        """Every ship to be set up: by fleet, the heaviest first."""
        fleets = [self.view.fleets[f] for f in self.board.may_stand if f in self.view.fleets]
        found = [s for fleet in fleets for s in fleet.ships if self._afloat(s)]
        found += [s for s in self.places if s not in found]
        return sorted(found, key=lambda s: (self.fleet(s), terms.kind_order(terms.kind_of(self.view, s)), s))

    def _afloat(self, ship: str) -> bool:
        return ship in self.view.ships and not self.view.ships[ship].sunk

    def fleet(self, ship: str) -> str:
        """A ship's fleet."""
        return next((f for f, fleet in self.view.fleets.items() if ship in fleet.ships), "")

    def offers(self, ships: tuple[str, ...]) -> frozenset[Hex]:
        """The hexes in which all of some ships may stand."""
        offered = [{spot(key) for key in self.board.may_stand.get(self.fleet(s), [])} for s in ships]
        return frozenset(set.intersection(*offered)) if offered else frozenset()

    def stacks(self) -> dict[Hex, tuple[str, ...]]:
        """The ships by hex; those held in hand stand nowhere."""
        found: dict[Hex, tuple[str, ...]] = {}
        for ship in self.ships():
            if ship in self.places and ship not in self.held:
                found[self.places[ship]] = (*found.get(self.places[ship], ()), ship)
        return found

    def unplaced(self) -> list[str]:
        """The ships that stand nowhere yet."""
        return [s for s in self.ships() if s not in self.places and s not in self.held]

    def lift(self, hex_: Hex) -> bool:
        """Take the ships of a hex in hand."""
        self.held = self.stacks().get(hex_, ())
        return bool(self.held)

    def take(self, ships: tuple[str, ...]) -> None:
        """Take some ships in hand."""
        self.held = ships

    def put(self, hex_: Hex) -> str:
        """Put the ships in hand into a hex; why not, or ""."""
        if hex_ not in self.offers(self.held):
            return f"These ships may not stand in {terms.geometry(self.board).name(hex_)}."
        there = self.stacks().get(hex_, ())
        if len(there) + len(self.held) > self.board.stack:
            return f"No more than {self.board.stack} of your ships may stand in a hex."
        self.places.update(dict.fromkeys(self.held, hex_))
        self.held = ()
        return ""

    def clear(self) -> None:
        """Take every ship off the board."""
        self.places, self.held = {}, ()

    def order(self) -> o.SetUp:
        """The order; where all stands as the umpire would have it, it leaves the set-up to him."""
        places: dict[str, tuple[str, ...]] = {str(hex_): ships for hex_, ships in self.stacks().items()}
        same = {key: frozenset(ships) for key, ships in self.board.proposal.items()}
        if {key: frozenset(ships) for key, ships in places.items()} == same:
            return o.SetUp(self.zone)
        return o.SetUp(self.zone, places)
