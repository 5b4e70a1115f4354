"""What holds for every test: property tests draw the same examples each time, and a slow machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "room40", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("room40")
