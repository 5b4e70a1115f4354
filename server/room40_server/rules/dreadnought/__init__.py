"""The naval system of 1914-18, a module per clause family; `turn.py` is the way in."""
