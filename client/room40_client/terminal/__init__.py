"""The terminal and the line to it: what it can do, what it shows, the fewest bytes that change it, its manners.

`profile` guesses what kind of terminal this is. `cells` is a grid of cells in `styles`, and reads into it what Textual
writes; `ascii` has a plain sign for every other. `diff` finds the bytes from one grid to the next, `outlet` sends them,
`keys` reads what is typed, `driver` puts it all where Textual wants a driver. `manners` is what a program owes the terminal
it runs in.
"""
