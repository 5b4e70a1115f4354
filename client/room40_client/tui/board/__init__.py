"""What is done on the tactical board: plans of each kind of step, before Textual sees them (7.2, 7.3)."""
