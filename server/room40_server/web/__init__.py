"""Watching in a browser: pages that show the screen of a client which only looks on.

door.py      the pages, and who may come in; pages/: what is on them
visits.py    one visit: a client on a terminal of its own, and the browser that shows it
gallery.py   which tables may be watched

The page is textual-serve's, and so is what it says to the server. Its own server is not used: it starts a command by a
shell with the whole environment of the server, and draws in sixty frames a second of millions of colours. Clients come
from where those of the SSH door come from.
"""
