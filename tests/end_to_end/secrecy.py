"""The record of a game held against what each viewpoint was shown: no more, no less, and nothing it may not know."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought.board_views import LeftView, WhoView
from room40.dreadnought.orders import Commit, Fight, Reopen, Side
from room40.protocol import codec
from room40_server.journal.entries import Opened, Ordered, orders_of, read_entry
from room40_server.rules.dice import ScriptedDice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import PUBLIC
from room40_server.systems import AnyGame
from tests.dreadnought.leak_fields import STATE_SEEN, changed

IN_SECRET = frozenset({Phase.PLAN, Phase.ORDERS})
"""Phases in which no order but a commit shows to anyone else (5.1)."""
OWN_OF_FLEETS = frozenset({"id", "side", "ships", "off_board"})
"""What all may know of a fleet whose counter they see: that it left the board too, for it then stands in the zone beyond
(7.33)."""
KNOWN_OF_SHIPS = frozenset({"id", "side", "card", "sunk"})
SEEN_OF_SHIPS = KNOWN_OF_SHIPS | frozenset(WhoView.__struct_fields__ + LeftView.__struct_fields__) | {"nation"}
"""What an enemy who has met a ship in battle may know of her; of others he knows nothing at all."""


class Step(Struct, frozen=True):
    """An order of the record, with the state before and after it."""

    before: Any
    entry: Ordered
    order: Struct
    after: Any


def steps(raws: Sequence[bytes], game: AnyGame) -> Iterator[Step]:
    """The rules run over the record once more. The dice fall as they fell."""
    opened = read_entry(raws[0])
    assert isinstance(opened, Opened)
    state: Any = codec.shape(opened.patch, game.state_type)
    for entry in orders_of(raws):
        order = codec.shape_any(codec.unpack(entry.order), game.order_type)
        after = game.submit(state, entry.seat, order, ScriptedDice(pips for _, pips in entry.dice))
        yield Step(state, entry, order, after)
        state = after


def assert_orders_are_secret(step: Step) -> None:
    """No order of the orders phase made a frame for anyone but its own seat (5.1)."""
    if step.before.phase in IN_SECRET and not isinstance(step.order, Commit | Reopen):
        assert set(step.entry.versions) <= {step.entry.seat}, f"{step.order} shows to {step.entry.versions}"


def shown_by(record: Sequence[Step], game: AnyGame, viewpoint: str) -> Mapping[int, bytes]:
    """Version -> the view, as the record says that `viewpoint` was to be shown it."""
    versions = {0: codec.encode(game.view(record[0].before, viewpoint))}
    for step in record:
        if viewpoint in step.entry.versions:
            versions[step.entry.versions[viewpoint]] = codec.encode(game.view(step.after, viewpoint))
    return versions


def assert_twins_look_alike(state: State, game: AnyGame) -> None:
    """With all that a side hides made otherwise at once, the enemy and the public see the same to the byte."""
    for side in Side:
        twin = _otherwise(state, side)
        assert all(twin.fleets[i] != fleet for i, fleet in state.fleets.items() if fleet.side is side)
        for viewpoint in (side.enemy.value, PUBLIC):
            there = _as_known_to(twin, state, viewpoint)
            one, two = game.view(state, viewpoint), game.view(there, viewpoint)
            assert codec.encode(one) == codec.encode(two), f"turn {state.turn}, {state.phase}: {side} shows to {viewpoint}"


def _otherwise(state: State, side: Side) -> State:
    """The state with everything changed that `side` has and neither the enemy nor the public may know."""
    fleets = {i: _all_changed(f, OWN_OF_FLEETS) for i, f in state.fleets.items() if f.side is side}
    met = {s for known in state.sightings.values() for s in known.known_ships}
    met |= {s for b in state.battles.values() for ids in b.fleets.values() for i in ids for s in state.fleets[i].ships}
    own = {i: ship for i, ship in state.ships.items() if ship.side is side}
    ships = {i: _all_changed(ship, SEEN_OF_SHIPS if i in met else KNOWN_OF_SHIPS) for i, ship in own.items()}
    twin = replace(
        state,
        fleets={**state.fleets, **fleets},
        ships={**state.ships, **ships},
        airships={i: a for i, a in state.airships.items() if a.side is not side},
        submarines={i: s for i, s in state.submarines.items() if s.side is not side},
        battles={
            zone: replace(b, words={**b.words, **_other_words(b.zone, b.words, side)}) for zone, b in state.battles.items()
        },
    )
    return _all_changed(twin, STATE_SEEN | {"checks", "contacts", "goals_met"})


def _as_known_to(twin: State, state: State, viewpoint: str) -> State:
    """The twin without what others than `viewpoint` have in view and in their logs, and without mines it has not found."""
    return replace(
        twin,
        sightings={v: s for v, s in state.sightings.items() if v == viewpoint},
        log={v: lines for v, lines in state.log.items() if v == viewpoint},
        mines={e: m for e, m in state.mines.items() if viewpoint in m.known},
    )


def _other_words(zone: Any, words: Mapping[str, Fight], side: Side) -> dict[str, Fight]:
    return {side.value: Fight(zone, behind=("nobody",))} if side in words else {}


def _all_changed(thing: Any, keep: frozenset[str]) -> Any:
    """The thing with every field but those kept made otherwise."""
    return replace(thing, **{name: getattr(twin, name) for name, twin in changed(thing, keep)})
