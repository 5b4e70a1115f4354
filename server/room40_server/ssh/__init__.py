"""The SSH door: a public key is a player, and a session is a client process on a terminal of its own.

door.py       who may come in, and what he asked for; errands.py: what can be asked for
sessions.py   one SSH session: terminal and client, one way and the other
pty.py        a pseudo-terminal, its flow held up where nobody reads
clients.py    the process that has the client loaded, and the clients that are copies of it
places.py     which key holds which seat; host_key.py: the door's own key
limits.py     how many at once; line.py: how much, where the library has no bound
"""
