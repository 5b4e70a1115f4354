"""What the machine is worth at the moment, without which no time can be compared."""

import os
import platform
import time
from collections.abc import Iterator

from benchmarks.figures import Figure


def machine() -> Iterator[Figure]:
    """A fixed piece of work, best and worst of ten: the two differ when others work too."""
    times = []
    for _ in range(10):
        begun = time.perf_counter()
        sum(number * number for number in range(200_000))
        times.append(1000 * (time.perf_counter() - begun))
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs, Python {platform.python_version()}"
    yield Figure("this machine: 200,000 squares added up", min(times), "ms", None, f"worst {max(times):.0f} ms; {load}")
