"""Case scripts of the 1914 system."""
