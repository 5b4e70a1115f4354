"""The land, sea and air system of 1942, a module per phase; `turn.py` is the way in."""
