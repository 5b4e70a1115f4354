"""Where things are: the staggered sea chart. No game, no I/O."""
