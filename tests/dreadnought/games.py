"""Whole games by players of the computer, and small games made up at random, for tests and benchmarks."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from random import Random
from typing import Protocol

import msgspec
from msgspec.structs import replace

from room40.dreadnought.orders import Commit, Order, Reopen, Side
from room40.dreadnought.views import View
from room40.geometry.seachart import Zone, edge
from room40_server.rules.dice import Dice, Throw
from room40_server.rules.dreadnought.setting import Goal, Kind
from room40_server.rules.dreadnought.state import Airship, Minefield, Phase, State, Submarine, fleet_of
from room40_server.rules.dreadnought.turn import advance
from room40_server.rules.game import PUBLIC, Refused
from tests.dreadnought.kit import GAME, cards, fleet, game

MANY = 20_000
"""Orders after which a game is taken to go round in circles."""
SECRET = frozenset({Phase.PLAN, Phase.ORDERS, Phase.AFTER_BATTLE})
"""Phases in which an order shows to nobody but its own side."""
NATIONS = {Side.CP: ("DE", "AH"), Side.EN: ("UK", "FR", "IT")}


class Player(Protocol):
    """A player of one seat."""

    def decide(self, view: View, seat: str = "") -> list[Order]: ...


class DiceByPurpose:
    """Dice that fall by what they are thrown for and how often they were thrown for it, whatever else was thrown between."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._counts: dict[str, int] = {}
        self.thrown: list[Throw] = []

    def throw(self, purpose: str) -> int:
        count = self._counts[purpose] = self._counts.get(purpose, 0) + 1
        pips = sha256(f"{self._seed}:{purpose}:{count}".encode()).digest()[0] % 6 + 1
        self.thrown.append(Throw(purpose, pips))
        return pips

    def copy(self) -> "DiceByPurpose":
        """Dice that will fall the same from here on."""
        twin = DiceByPurpose(self._seed)
        twin._counts = dict(self._counts)
        return twin


Watch = Callable[[State, str, Order, State], None]
"""Looks on: the state before an order, the seat, the order, the state after."""


def play(state: State, players: Mapping[str, Player], dice: Dice, rng: Random, watch: Watch | None = None) -> State:
    """A game to its end. Raises `AssertionError` if an order is refused, or nothing comes of a decision."""
    state = advance(state, dice)
    for _ in range(MANY):
        if not state.asked:
            return state
        seat = rng.choice(sorted(state.asked))
        orders = players[seat].decide(GAME.view(state, seat), seat)
        assert orders, f"{seat} has no answer to {GAME.view(state, seat).ask}"
        for order in orders:
            before = state
            try:
                state = GAME.submit(state, seat, order, dice)
            except Refused as refused:
                raise AssertionError(f"turn {state.turn}, {state.phase.value}: {order} of {seat}: {refused}") from refused
            if watch is not None:
                watch(before, seat, order, state)
            if seat not in state.asked:
                break
    raise AssertionError(f"the game goes round in circles in turn {state.turn}, {state.phase.value}")


def check(before: State, seat: str, order: Order, after: State) -> None:
    """What holds after every order: views are well formed, a secret order shows to its own side alone, tows are together."""
    for tug in after.ships.values():
        with_her = fleet_of(after, tug.id)
        assert not tug.towing or (with_her is not None and tug.towing in with_her.ships), f"{tug.id} tows across fleets"
    view = GAME.view(after, seat)
    assert msgspec.convert(msgspec.to_builtins(view, str_keys=True), View, str_keys=True) == view
    if before.phase in SECRET and not isinstance(order, Commit | Reopen):
        for viewpoint in {Side(seat).enemy.value, PUBLIC}:
            assert GAME.view(before, viewpoint) == GAME.view(after, viewpoint), f"{order} of {seat} shows to {viewpoint}"
    elif before.phase is not after.phase:
        for viewpoint in (Side.CP.value, Side.EN.value, PUBLIC):
            seen = GAME.view(after, viewpoint)
            assert msgspec.convert(msgspec.to_builtins(seen, str_keys=True), View, str_keys=True) == seen


# ---- small games made up at random


def made_up(seed: int, *, length: int = 12) -> State:
    """A small game with something of everything: few zones, so that fleets meet."""
    rng = Random(f"made up {seed}")
    rows, columns = rng.choice([("A-F", 6), ("A-G", 8), ("C-H", (3, 9))])
    empty = game({}, rows=rows, columns=columns, shifted=rng.choice(["even", "odd"]))
    zones = list(empty.setting.chart.zones())
    land = tuple(rng.sample(zones, rng.randint(0, len(zones) // 8)))
    sea = [z for z in zones if z not in land]
    harbours = rng.sample(sea, 4)
    ports = dict(zip(harbours, ["major CP", "minor CP", "major EN", "minor EN"], strict=True))
    state = game(
        {**_fleets(rng, Side.CP, sea, harbours[:2]), **_fleets(rng, Side.EN, sea, harbours[2:])},
        phase="plan",
        length=length,
        rows=rows,
        columns=columns,
        shifted=empty.setting.chart.shifted,
        land=land,
        ports=ports,  # type: ignore[arg-type]
        weather=rng.randint(1, 5),
        setting={
            "double_blind": rng.random() < 0.3,
            "fuel": rng.random() < 0.7,
            "winter": rng.random() < 0.3,
            "coast_watch": {"EN": tuple(rng.sample(sea, 2))},
            "goals": _goals(rng, sea),
        },
        traffic={z: rng.randint(1, 2) for z in rng.sample(sea, 5)},
    )
    return replace(
        state,
        airships={f"air-{s.lower()}": Airship(f"air-{s.lower()}", f"Air {s}", s, rng.choice(sea)) for s in Side},
        submarines={f"sub-{s.lower()}": Submarine(f"sub-{s.lower()}", f"Sub {s}", s, rng.choice(sea)) for s in Side},
        mines={m.edge: m for m in _mines(rng, state, sea)},
    )


def _goals(rng: Random, sea: list[Zone]) -> dict[str, Goal]:
    return (
        {"reach": Goal("reach", Side.CP, 5, "Reach the far shore.", ("goeben",), rng.choice(sea))}
        if rng.random() < 0.5
        else {}
    )


def _mines(rng: Random, state: State, sea: list[Zone]) -> list[Minefield]:
    found = []
    for side in Side:
        one = rng.choice(sea)
        for other in state.setting.chart.sea_neighbours(one)[:1]:
            found.append(Minefield(edge(one, other), side, 2, (side,)))
    return found


def _fleets(rng: Random, side: Side, sea: list[Zone], harbours: list[Zone]) -> dict[str, dict[str, object]]:
    """Four to six fleets of a side, each in its own place."""
    warships = [n for n, c in sorted(cards().items()) if c.nation in NATIONS[side] and c.kind in _FIGHTING]
    rng.shuffle(warships)
    warships.sort(key=lambda n: cards()[n].nation != NATIONS[side][0])
    raider = "Goeben" if side is Side.CP else next(n for n in warships if cards()[n].boats == 1)
    names = [raider, *(w for w in warships if w != raider)]
    found: dict[str, dict[str, object]] = {}
    own = list(Side).index(side) + 1

    def put(mission: str, ships: list[str], **more: object) -> str:
        name, port = f"{side}-{len(found) + 1}", rng.random() < 0.4
        zone = rng.choice(harbours if port else sea)
        found[name] = fleet(mission, ships, zone, **{"in_port": port, **more})
        return name

    put("raiding", names[:1], leader=names[0], in_port=False)
    for start in range(1, 1 + 2 * rng.randint(1, 3), 2):
        put("intercept", names[start : start + 2])
    if rng.random() < 0.5:
        put("bombardment", names[8:9], in_port=False)
    if rng.random() < 0.5:
        charge = put("transport", [f"troopship #{own}", f"merchant #{own}"])
        found[f"{side}-{len(found) + 1}"] = {**found[charge], "mission": "escort", "ships": names[9:10], "charge": charge}
    if rng.random() < 0.5:
        put("minesweeping", [f"minesweeper #{own}"])
    return found


_FIGHTING = frozenset({Kind.BB, Kind.B, Kind.BC, Kind.CA, Kind.CL, Kind.DD, Kind.TB})
