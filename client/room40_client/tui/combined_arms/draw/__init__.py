"""Pure drawing for the 1942 table: a view to lines of runs."""
