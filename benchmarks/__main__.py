"""`python -m benchmarks [NAME ...]`: measure, and print each figure beside its bar."""

import argparse
import sys
from collections.abc import Mapping

from benchmarks import goeben, naval
from benchmarks.figures import Measure, row

BENCHMARKS: Mapping[str, Measure] = {
    "teaching": goeben.teaching,
    "rebuild": goeben.rebuilding,
    "goeben": goeben.wire,
    "wire": naval.wire,
    "load": naval.load,
    "fold": naval.folding,
}
"""All there are, in the order in which they are run."""


def main() -> int:
    """Run the benchmarks that are named, or all; status 1 if a bar was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="What Room 40 costs, measured.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; without any, all")
    names = parser.parse_args().names or list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        parser.error(f"there is no benchmark {unknown[0]!r}")
    missed = 0
    for name in names:
        for figure in BENCHMARKS[name]():
            print(row(figure), flush=True)
            missed += not figure.holds
    print(f"{missed} missed" if missed else "all hold")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
