"""Case scripts: a situation of the rules, what is done in it, and what must come of it. `docs/case-scripts.md` says how."""
