"""Where things are: the staggered sea chart, the hexagonal board, the map of spaces. No game, no I/O."""
