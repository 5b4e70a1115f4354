"""`python -m benchmarks [NAME ...]`: measure, and print each figure beside its bar."""

import argparse
import sys
from collections.abc import Mapping

from benchmarks import balance, combined_arms, fight, goeben, landings, machine, many, naval, odds, screen, ssh
from benchmarks.figures import Measure, row

GAMES = 100
BATTLES = 10_000


def main() -> int:
    """Run the benchmarks that are named, or all; status 1 if a bar was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="What Room 40 costs, measured.")
    parser.add_argument("--games", type=int, default=GAMES, help="how many random games (%(default)s)")
    parser.add_argument("--battles", type=int, default=BATTLES, help="how many battles (%(default)s)")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join({**measures(0, 0), **families(0)})}; without any, all"
    )
    given = parser.parse_args()
    found = {**measures(given.games, given.battles), **families(given.games)}
    if unknown := [name for name in given.names if name not in found]:
        parser.error(f"there is no benchmark {unknown[0]!r}")
    missed = 0
    for name in given.names or measures(given.games, given.battles):
        for figure in found[name]():
            print(row(figure), flush=True)
            missed += not figure.holds
    print("all hold" if not missed else f"{missed} missed")
    return 1 if missed else 0


def measures(games: int, battles: int) -> Mapping[str, Measure]:
    """All benchmarks by name, in the order in which they are run."""
    return {
        "machine": machine.machine,
        "teaching": goeben.teaching,
        "rebuild": goeben.rebuilding,
        "goeben": goeben.wire,
        "screen": screen.screen,
        "ssh": ssh.ssh_door,
        "wire": naval.wire,
        "load": naval.load,
        "fold": naval.folding,
        "games": lambda: many.games(games),
        "balance": lambda: balance.balance(battles),
        "board": lambda: balance.soak(battles // 10),
        "landings": landings.landings,
        "odds": odds.battles,
        "world": combined_arms.world,
        "wild": lambda: combined_arms.wild(3 * games),
        "alliances": lambda: combined_arms.balance(games),
        "fight": lambda: fight.fight(12),
        "scenarios": lambda: balance.games(max(1, battles // 160)),
    }


def families(games: int) -> Mapping[str, Measure]:
    """Several benchmarks under one name; they are not run unless named."""
    return {"combined_arms": lambda: combined_arms.combined_arms(games)}


if __name__ == "__main__":
    sys.exit(main())
