"""Case scripts of the 1942 system."""
