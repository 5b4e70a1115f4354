"""The keys of the board in full, and what its signs mean: a player needs no other legend."""

from room40_client.tui.draw.bar import Keys

ALWAYS: Keys = [
    ("arrows", "look round the board; in a fire step Up and Down choose the target"),
    ("g", "go to a hex by its name"),
    ("Space", "pick what is under the cursor"),
    ("Enter", "give the order of this step"),
    ("i", "everything in this hex"),
    ("n", "names of all hexes"),
    ("k", "what the signs on the board mean"),
    ("v", "ship cards"),
    ("l", "report of the battle so far"),
    ("y", "chat"),
    ("F1", "the rules, at the clause that matters"),
    ("Esc", "skip what is told; leave off"),
    ("f", "to the chart, and back"),
    ("Ctrl+Q", "leave the table"),
]

IN_FULL = {
    "done": "all groups move as shown",
    "move": "move the group: w north, s south, q e a d the ways between",
    "all": "all groups at once",
    "next": "the next group",
    "ship": "the next ship",
    "take out": "take a ship out of her group",
    "merge": "make one group of those in this hex",
    "guns' reach": "what the guns reach, class by class",
    "stay": "let the group stay after all",
    "cast off": "cast off the tow",
    "fire": "fire as it is planned",
    "hold all": "hold all fire of this step",
    "target": "choose the target",
    "aim": "this ship fires at the chosen target",
    "all at it": "every ship that can fires at it",
    "hold": "this ship holds her fire",
    "umpire": "leave it to the umpire",
    "gun class": "another class of guns",
    "as shown": "set up as shown",
    "cursor": "move the cursor: w north, s south, q e a d the ways between",
    "lift": "take a stack in hand",
    "put down": "put down what is in hand",
    "clear": "take all ships off the board",
    "signs": "what the signs on the board mean",
}
"""What the line of keys says shortly, for the list of all keys."""

SIGNS: Keys = [
    ("CA5", "your stack: its heaviest type, and how many counters stand there"),
    ("ca2", "an enemy stack that is known; ca2? in part, or as last seen"),
    ("??4", "enemy counters face down: none of yours is near enough to know"),
    ("( )", "where the chosen group may go, or ships may be set up"),
    ("(NW A3)", "over this side the chosen group may leave, into that zone"),
    ("> <", "what is aimed at"),
    ("[ ]", "the cursor; in the line at the top, the step in hand"),
    ("^ v /^ \\v", "from here a group goes this way; ->NW it leaves the board"),
    ("~", "how far the chosen group sees; who is there is seen, not known"),
    ("p s t", "hexes in reach of primary, secondary, tertiary guns"),
    (". + :", "sea; the middle, where who lacks the initiative sets up; a corner"),
    ("NW2 E4", "hexes of the edge, where who has the initiative sets up"),
    ("i C E g t", "the steps: initiative, C or E moves, guns, torpedoes (F1, 7.31)"),
    ("2+ 2 1 1s", "speeds, the best first: the better, the more steps to move in"),
    ("BB BC B CD", "battleship, battle-cruiser, old battleship, coast defence ship"),
    ("CA CL AMC", "armoured cruiser, light cruiser, armed merchant cruiser"),
    ("DL DD TB", "flotilla leader, destroyers, torpedo boats"),
    ("P3 S6 T1", "primary, secondary, tertiary guns: a die for each box"),
    ("P 416: 5+6", "dice of the primaries; then two for each hit, and what it did"),
    ("r1", "range in hexes"),
    ("Goeben*", "a leader is aboard her"),
]
"""What stands on the board and beside it, and what it means."""
