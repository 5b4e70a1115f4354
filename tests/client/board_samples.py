"""Views of a battle on the board, made by hand: the Entente's battle cruisers have the Goeben before them off R32."""

from msgspec.structs import replace

from room40.dreadnought.board_views import (
    ArmsView,
    BattleShipView,
    BoardView,
    GroupView,
    LastSeenView,
    LeftView,
    WhoView,
    stack_of,
)
from room40.dreadnought.views import AskView, BattleView, EventView, View
from tests.client import samples

ZONE = "Q28"
IMPULSES = [
    "initiative",
    *("A 2+", "gunnery", "torpedoes", "B 2+"),
    *("A 2", "gunnery", "torpedoes", "B 2"),
    *("A 1", "gunnery", "torpedoes", "B 1"),
    *("A 1s", "gunnery", "torpedoes", "B 1s"),
    *("A 1s", "gunnery", "torpedoes"),
]
SHIPS = {
    "goeben": BattleShipView(WhoView("CP", "Goeben", "BC"), LeftView(12, 6, 3, 4, 1, "2", 1, False)),
    "torpedo-boats-1": BattleShipView(WhoView("CP", "Torpedo boats #1", "TB"), LeftView(3, 0, 0, 1, 1, "2+", 3, False)),
}
GROUPS = {
    "en-1": GroupView("EN-1", "-1,0", {"inflexible": 0, "indefatigable": 1}, "2"),
    "en-2": GroupView("EN-3", "-1,1", {"gloucester": 0}, "2"),
    "en-3": GroupView("EN-4", "-5,2", {"defence": 0}, "1"),
}
ARMS = {
    "inflexible": ArmsView([3, 5], [2, 3], [], [1, 1]),
    "indefatigable": ArmsView([3, 6], [2, 3], [], [1, 1]),
    "gloucester": ArmsView([], [], [1, 3], [1, 1]),
    "defence": ArmsView([], [2, 7], [1, 2], []),
}
STACKS = {"CP": {"1,-1": stack_of(["c3", "c7"], True), "4,-2": stack_of(["c1", "c2", "c9"], False)}}
ZONES = {"NW": "P28", "NE": "P29", "E": "Q29", "W": "Q27", "SW": "R27"}
BOARD = BoardView(
    radius=5,
    zones=ZONES,
    detection=4,
    stack=8,
    impulses=IMPULSES,
    hit_on=6,
    small_range=2,
    small_share=3,
    step=6,
    doing="",
    entries=["E"],
    stacks=STACKS,
    known={"c3": "goeben", "c7": "torpedo-boats-1"},
    last_seen={"breslau": LastSeenView("4,-2", 1, 4)},
    groups=GROUPS,
    arms=ARMS,
    may_move=["en-1", "en-2"],
    may_detach=[],
    entry={},
    may_stand={},
    proposal={},
    same={},
)
KNOWN = {**SHIPS, "breslau": BattleShipView(WhoView("CP", "Breslau", "CL"), LeftView(4, 0, 0, 2, 1, "2", 1, False))}
CLAUSES = {"manoeuvre": "7.31", "gunnery": "H7.5", "torpedoes": "H7.7", "entry": "7.24", "set up": "7.22", "basic": "H6"}


def battle(kind: str = "manoeuvre", seat: str = "EN", **changes: object) -> View:
    """The battle while this seat is asked something, "" for nothing; `changes` are the board's, and `ask`'s choices."""
    choices = changes.pop("choices", [])
    fleet = changes.pop("fleet", "")
    log = changes.pop("log", samples.LOG)
    ships = changes.pop("ships", KNOWN)
    steps = {"gunnery": 7, "torpedoes": 8, "entry": 0, "set up": 0, "basic": 0}
    doing = kind if kind in ("entry", "set up", "basic", "keep") else ""
    board = replace(BOARD, **{"step": steps.get(kind, 6), "doing": doing, **changes})
    first = "EN"
    ask = AskView(kind, CLAUSES.get(kind, "7.33"), ZONE, str(fleet), "", list(choices), []) if kind else samples.NOTHING
    fought = {"battle": {ZONE: BattleView(ZONE, 1, first, ships)}, "board": {ZONE: board}}
    waiting = [seat] if kind else ["CP"]
    return samples.goeben(phase="battles", ask=ask, waiting=waiting, log=log, seat=seat, light="day", **fought)


def moving() -> View:
    """A movement step in which two of three groups may move."""
    return battle()


def firing() -> View:
    """A gunnery step; the Indefatigable fired at the Goeben in the last."""
    return battle("gunnery", same={"c3": {"indefatigable": "p"}})


def torpedoes() -> View:
    """A torpedo step with the cruisers close to the enemy."""
    groups = {**GROUPS, "en-2": replace(GROUPS["en-2"], hex="0,0")}
    return battle("torpedoes", groups=groups)


def set_up() -> View:
    """The set-up of the Entente, which comes on in the west."""
    offer = ["-5,1", "-5,2", "-5,3", "-5,4"]
    proposal = {"-5,2": ["inflexible", "indefatigable"], "-5,3": ["gloucester"]}
    stacks = {"CP": {"0,0": stack_of(["c1", "c2"], False)}}
    more = {"proposal": proposal, "stacks": stacks, "known": {}, "last_seen": {}, "groups": {}, "arms": {}, "may_move": []}
    return battle("set up", may_stand={"EN-1": offer, "EN-3": offer}, entry={"EN-1": "W", "EN-3": "W"}, ships={}, **more)


def entry() -> View:
    """The side by which Fleet 1 comes on is asked."""
    more = {"stacks": {}, "known": {}, "last_seen": {}, "groups": {}, "arms": {}, "may_move": [], "entries": []}
    return battle("entry", fleet="EN-1", choices=["NW", "NE", "E", "SW", "W"], entry={"EN-1": "?"}, ships={}, **more)


def watching() -> View:
    """What the public sees: of each side what the other does."""
    stacks = {**STACKS, "EN": {"-1,0": stack_of(["e1", "e2"], True), "-1,1": stack_of(["e4"], False)}}
    ships = {
        **KNOWN,
        "inflexible": BattleShipView(WhoView("EN", "Inflexible", "BC"), LeftView(7, 5, 3, 0, 1, "2", 1, False)),
    }
    nothing = {"groups": {}, "arms": {}, "may_move": []}
    view = battle("", "public", stacks=stacks, known={**BOARD.known, "e1": "inflexible"}, ships=ships, **nothing)
    return replace(view, fleets={}, ships={}, seat="public")


FALL = (
    "Step 7, gunnery (H7.5). At Inflexible: Goeben P 561243: 3+4 hull -2. "
    "At Goeben: Inflexible P 11663: 4+4 hull -1; 5+1 primary -1. At Torpedo boats #1: Indefatigable S 112: no hit."
)


def fallen() -> View:
    """After that gunnery step: the boxes are off, the log says why, and the next step is asked."""
    log = {**samples.LOG, "5": EventView(5, "battle", "H7.5", ZONE, FALL)}
    hurt = replace(KNOWN["goeben"].left, hull=11, primary=5)
    ships = {**KNOWN, "goeben": replace(KNOWN["goeben"], left=hurt)}
    view = battle(step=10, log=log, ships=ships)
    return replace(view, ships={**view.ships, "inflexible": replace(view.ships["inflexible"], hull=5)})


def over() -> View:
    """The battle has ended: the Goeben is sunk."""
    log = {
        **fallen().log,
        "6": EventView(5, "battle", "H18", ZONE, "Goeben is sunk: 20 points (H18)."),
        "7": EventView(5, "battle", "7.36", ZONE, "The battle in Q28 is over: nobody is left; round 1, step 10 (7.36)."),
    }
    return replace(fallen(), battle={}, board={}, log=log, phase="after battle", ask=samples.ORDERS)
