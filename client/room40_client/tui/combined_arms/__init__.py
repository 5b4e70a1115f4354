"""The 1942 table: the map of spaces, the planning of moves, and the papers laid over them."""
