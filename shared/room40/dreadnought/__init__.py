"""The vocabulary of the 1914-18 system: what a seat may say (orders, sheet) and what it may see (views)."""
