"""A player of the computer for the 1942 system, a module per thing it does."""
