"""The vocabulary of the 1942 system: what a seat may say (orders), and what it may see (views)."""
