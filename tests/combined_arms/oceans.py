"""An ocean full of carriers and fighters: the landing plan at its hardest (K3.4)."""

import random

from room40.combined_arms.orders import Buy, Commit, Move
from room40_server.rules.combined_arms.state import State
from tests.combined_arms.kit import game, give

SIZE = 10


def crowded() -> State:
    """A hundred zones, forty fighters over ten carriers that may move, and two complexes that can build four more."""
    links = [f"z{r}{c}-z{r}{c + 1}" for r in range(SIZE) for c in range(SIZE - 1)]
    links += [f"z{r}{c}-z{r + 1}{c}" for r in range(SIZE - 1) for c in range(SIZE)]
    links += ["home-z00", "port-z09"]
    units = {f"z{n}{(3 * n) % SIZE}": "1 carrier Germans, 4 fighter Germans" for n in range(SIZE)}
    yards = {"home": "1 factory Germans", "port": "1 factory Germans"}
    lands = {"home": "Germans 3", "port": "Germans 2"}
    state = game(" ".join(links), lands=lands, units={**units, **yards}, money={"Germans": 60}, phase="purchase")
    return give(state, Buy({"carrier": 4}), Commit())


def dispersed(state: State, seed: int, furthest: int = 3) -> State:
    """Every aircraft flown a way of its own, some of them too far."""
    chance = random.Random(seed)
    for unit in [u for u in state.units.values() if u.type in ("fighter", "bomber")]:
        path = [unit.space]
        for _ in range(chance.randint(1, furthest)):
            path.append(chance.choice(state.setting.connections[path[-1]]))
        state = give(state, Move((unit.id,), tuple(path)))
    return state
