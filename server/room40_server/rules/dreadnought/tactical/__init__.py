"""The battle on the tactical board (7.2, 7.3)."""
