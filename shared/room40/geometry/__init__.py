"""Where things are: the staggered sea chart, the hexagonal board. No game, no I/O."""
