"""The authority: rules, tables, journal and gateway. It alone knows the truth."""
