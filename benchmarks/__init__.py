"""What the program costs, measured: `python -m benchmarks` (docs/benchmarks.md)."""
