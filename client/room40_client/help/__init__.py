"""What the client explains: the rules, clause by clause."""
