"""Mini-naval, a tiny game of hidden movement that stands for any system in the tests of the table and the wire.

Two sides of four fleets on a map of 10 by 6 zones. Each side plots its fleets in secret and commits; then all move, and
fleets that meet may sight and fire on each other. The game ends when a side has no ship left, or after twelve turns.

Its orders are arrays, as the systems of the house have them not: the shape is each system's own.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from room40.protocol.messages import ScenarioCard
from room40_server.rules.dice import Dice
from room40_server.rules.game import PUBLIC, Refused
from room40_server.systems import Options, ScenarioProblem, System

WIDTH, HEIGHT = 10, 6
CLASSES = (("BB", 9, 5, 1), ("CA", 6, 4, 2), ("CL", 4, 3, 2), ("DD", 2, 2, 2))
LAST_TURN = 12
SEATS = ("red", "blue")


def neighbours(zone: int) -> list[int]:
    """The zones that touch `zone`."""
    sides = (
        (zone - 1, zone % WIDTH > 0),
        (zone + 1, zone % WIDTH < WIDTH - 1),
        (zone - WIDTH, zone >= WIDTH),
        (zone + WIDTH, zone < WIDTH * (HEIGHT - 1)),
    )
    return [near for near, is_there in sides if is_there]


class Ship(Struct, frozen=True):
    name: str
    kind: str
    hull: int
    guns: int
    speed: int
    damage: int = 0


class Fleet(Struct, frozen=True):
    zone: int
    ships: dict[str, Ship]
    plot: tuple[int, ...] = ()


class Sighting(Struct, frozen=True):
    zone: int
    kind: str
    name: str
    damage: int


class State(Struct, frozen=True):
    turn: int
    last_turn: int
    committed: tuple[str, ...]
    sides: dict[str, dict[int, Fleet]]
    seen: dict[str, Sighting]
    events: tuple[tuple[str | int, ...], ...]
    winner: str | None = None


class PublicView(Struct, frozen=True):
    turn: int
    committed: tuple[str, ...]
    seen: dict[str, Sighting]
    events: tuple[tuple[str | int, ...], ...]
    winner: str | None


class SideView(PublicView, frozen=True):
    fleets: dict[int, Fleet]


class Plot(Struct, frozen=True, tag="plot", array_like=True, forbid_unknown_fields=True):
    fleet: Annotated[int, Meta(ge=0, lt=100)]
    path: Annotated[tuple[Annotated[int, Meta(ge=0, lt=WIDTH * HEIGHT)], ...], Meta(max_length=8)]


class Commit(Struct, frozen=True, tag="commit", array_like=True, forbid_unknown_fields=True):
    pass


class Crash(Struct, frozen=True, tag="crash", array_like=True, forbid_unknown_fields=True):
    """An order at which the rules break, as rules with a bug would."""


Order = Plot | Commit | Crash


class MiniNaval:
    name = "mini-naval"
    version = 1
    state_type = State

    @property
    def order_type(self) -> object:
        return Order

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def submit(self, state: State, seat: str, order: Order, dice: Dice) -> State:
        if state.winner:
            raise Refused("1.0", "The game is over.")
        if seat in state.committed:
            raise Refused("1.1", "You have already committed this turn.")
        if isinstance(order, Crash):
            raise KeyError("a bug")
        if isinstance(order, Plot):
            return _plot(state, seat, order)
        state = replace(state, committed=(*state.committed, seat))
        return _resolve(state, dice) if len(state.committed) == 2 else state

    def waiting(self, state: State) -> Mapping[str, str]:
        if state.winner:
            return {}
        return {seat: "orders" for seat in SEATS if seat not in state.committed}

    def view(self, state: State, viewpoint: str) -> Struct:
        public = (state.turn, state.committed, state.seen, state.events, state.winner)
        return PublicView(*public) if viewpoint == PUBLIC else SideView(*public, state.sides[viewpoint])

    def outcome(self, state: State) -> str:
        return f"{state.winner} has won." if state.winner else ""


def opening(last_turn: int = LAST_TURN) -> State:
    def fleet(side: int, number: int) -> Fleet:
        ships = {}
        for place in range(4):
            kind, hull, guns, speed = CLASSES[(number + place) % 4]
            ships[f"{side}{number}{place}"] = Ship(f"Ship-{side}{number}{place}", kind, hull, guns, speed)
        return Fleet(number * WIDTH + (WIDTH - 1) * side, ships)

    sides = {seat: {number: fleet(side, number) for number in range(4)} for side, seat in enumerate(SEATS)}
    return State(1, last_turn, (), sides, {}, ())


def afloat(fleet: Fleet) -> list[str]:
    return [key for key, ship in fleet.ships.items() if ship.damage < ship.hull]


def steps(fleet: Fleet) -> int:
    return min((fleet.ships[key].speed for key in afloat(fleet)), default=0)


def _plot(state: State, seat: str, order: Plot) -> State:
    fleet = state.sides[seat].get(order.fleet)
    if fleet is None:
        raise Refused("1.2", "You have no such fleet.", str(order.fleet))
    if len(order.path) > steps(fleet):
        raise Refused("1.3", f"Fleet {order.fleet} moves at most {steps(fleet)} zones.", str(order.fleet))
    at = fleet.zone
    for zone in order.path:
        if zone not in neighbours(at):
            raise Refused("1.4", f"Zone {zone} does not touch zone {at}.", str(zone))
        at = zone
    if order.path == fleet.plot:
        return state
    fleets = {**state.sides[seat], order.fleet: replace(fleet, plot=order.path)}
    return replace(state, sides={**state.sides, seat: fleets})


def _resolve(state: State, dice: Dice) -> State:
    sides = {
        seat: {key: replace(f, zone=f.plot[-1], plot=()) if f.plot else f for key, f in fleets.items()}
        for seat, fleets in state.sides.items()
    }
    seen, events = dict(state.seen), []
    for red in sides["red"]:
        for blue in sides["blue"]:
            pair = (("red", red), ("blue", blue))
            zone = sides["red"][red].zone
            if zone != sides["blue"][blue].zone or not all(afloat(sides[s][f]) for s, f in pair):
                continue
            roll = dice.throw("contact")
            events.append(("contact" if roll >= 4 else "nocontact", zone, roll))
            if roll >= 4:
                _fire(sides, pair, dice, events)
                for seat, key in pair:
                    for name, ship in sides[seat][key].ships.items():
                        seen[name] = Sighting(zone, ship.kind, ship.name, ship.damage)
    return replace(
        state,
        turn=state.turn + 1,
        committed=(),
        sides=sides,
        seen=seen if seen != state.seen else state.seen,
        events=tuple(events),
        winner=_winner(sides, state.turn >= state.last_turn),
    )


def _fire(sides, pair, dice, events) -> None:
    for (seat, key), (enemy, target_key) in (pair, pair[::-1]):
        for gun in afloat(sides[seat][key]):
            for _ in range(sides[seat][key].ships[gun].guns):
                if dice.throw("gun") < 6:
                    continue
                target = sides[enemy][target_key]
                live = afloat(target)
                if not live:
                    break
                hit = live[(dice.throw("target") - 1) % len(live)]
                ship = replace(target.ships[hit], damage=target.ships[hit].damage + 1)
                sides[enemy][target_key] = replace(target, ships={**target.ships, hit: ship})
                events.append(("hit", hit))


def _winner(sides, is_last: bool) -> str | None:
    left = {seat: sum(len(afloat(fleet)) for fleet in fleets.values()) for seat, fleets in sides.items()}
    if is_last or not all(left.values()):
        return "red" if left["red"] > left["blue"] else "blue"
    return None


class Bot:
    """Red sails for the enemy, blue waits for him."""

    def decide(self, view: SideView, seat: str) -> Sequence[Struct]:
        assert isinstance(view, SideView)
        plots = []
        for key, fleet in view.fleets.items():
            towards = fleet.zone + (1 if seat == "red" else 0)
            if steps(fleet) and towards in neighbours(fleet.zone) and not fleet.plot:
                plots.append(Plot(key, (towards,)))
        return [*plots, Commit()]


def open_scenario(name: str, options: Options) -> State:
    if name != "skirmish":
        raise ScenarioProblem(f"No scenario is called {name!r}.")
    turns = options.get("turns", LAST_TURN)
    if not isinstance(turns, int):
        raise ScenarioProblem("The option 'turns' is a number.")
    return opening(turns)


CARD = ScenarioCard("mini-naval", "skirmish", "A skirmish", "Four fleets a side.", SEATS)
SYSTEM = System(MiniNaval(), open_scenario, Bot, lambda: [CARD])
