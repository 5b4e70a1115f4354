"""Battles at random, for tests of what must hold in every one of them."""

from collections.abc import Iterator
from random import Random

from room40.dreadnought.orders import Side
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.state import Phase, State
from tests.dreadnought import kit
from tests.dreadnought.tactical import players
from tests.dreadnought.tactical.board_kit import ZONE, at_sea

CENTRAL_POWERS = (
    "Goeben", "Seydlitz", "Moltke", "Derfflinger", "Von der Tann", "Bluecher", "Roon", "Rostock", "Stralsund", "Kolberg",
    "Graudenz", "Frankfurt", "Breslau", "Albatross", "German TB #1", "German TB #2", "German TB #3", "Luebeck",
)  # fmt: skip
ENTENTE = (
    "Lion", "Tiger", "Princess Royal", "New Zealand", "Indefatigable", "Inflexible", "Southampton", "Birmingham",
    "Nottingham", "Lowestoft", "Arethusa", "Aurora", "Undaunted", "Dublin", "L/M-class DD #1", "L/M-class DD #2",
    "L/M-class DD #3", "troopship #1", "collier #1",
)  # fmt: skip
AROUND = ("D3", "D5", "C4", "C5", "E4", "E5", "")


def fleets(rng: Random, side: str, names: tuple[str, ...]) -> dict[str, object]:
    """One to three fleets of a side, now and then with an escort."""
    left = list(names)
    rng.shuffle(left)
    made: dict[str, object] = {}
    for number in range(1, rng.choice((1, 1, 2, 3)) + 1):
        ships = [left.pop() for _ in range(min(len(left), rng.choice((1, 2, 3, 5, 6, 9))))]
        escort = number > 1 and rng.random() < 0.3
        mission = "escort" if escort else rng.choice(("intercept", "bombardment"))
        more = {"charge": f"{side}-1"} if escort else {}
        if ships:
            came = rng.choice(AROUND)
            made[f"{side}-{number}"] = kit.fleet(mission, ships, ZONE, came_from=came, **more)
    for fleet in made.values():
        if fleet["mission"] == "escort":
            fleet["came_from"] = made[f"{side}-1"]["came_from"]
    return made


def battle(seed: int, **more: object) -> State:
    """A battle about to be set up."""
    rng = Random(seed)
    both = {**fleets(rng, "CP", CENTRAL_POWERS), **fleets(rng, "EN", ENTENTE)}
    light, weather = rng.choice(("day", "day", "night")), rng.choice((1, 2, 2, 3, 4, 5, 6))
    setting = {"blind": rng.random() < 0.25, "mixed_fleets": True}
    land = tuple(z for z in AROUND if z and rng.random() < 0.15 and not any(f["came_from"] == z for f in both.values()))
    first, surprise = rng.choice(("CP", "EN")), rng.random() < 0.2
    return at_sea(both, first=first, surprise=surprise, light=light, weather=weather, setting=setting, land=land)


def play(state: State, seed: int, *, leaves: float = 0.15, bold: bool = False) -> Iterator[State]:
    """Every state of a battle, played at random by two players who see only their views."""
    rng, dice = Random(seed), SeededDice(seed.to_bytes(8, "big"))
    yield state
    while state.phase is Phase.BATTLES and state.asked:
        seat = rng.choice(sorted(state.asked))
        view = kit.GAME.view(state, seat)
        state = kit.GAME.submit(state, seat, players.answer(view, rng, leaves, bold), dice)
        yield state


def whole_game_ships(state: State) -> dict[str, Side]:
    """Every ship with her side."""
    return {s.id: s.side for s in state.ships.values()}
