"""What a viewpoint may see of a battle on the board: its ships, stacks, groups, and what is remembered (7.21, 7.27)."""

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta

from room40.dreadnought.seen import Seen


class WhoView(Seen, frozen=True, array_like=True):
    """Which ship it is; `card` its class, "" if that bears her name."""

    side: str
    name: str
    kind: str
    card: str = ""


class LeftView(Seen, frozen=True, array_like=True):
    """What is left of a ship: her boxes, speed and boats."""

    hull: int
    primary: int
    secondary: int
    tertiary: int
    torpedo_mounts: int
    speed: str
    boats: int
    sunk: bool


class BattleShipView(Seen, frozen=True):
    """A ship in the battle that is being fought, seen by both sides: what never changes, and what is left of her."""

    who: WhoView
    left: LeftView

    @property
    def side(self) -> str:
        return self.who.side

    @property
    def name(self) -> str:
        return self.who.name

    @property
    def kind(self) -> str:
        return self.who.kind

    @property
    def hull(self) -> int:
        return self.left.hull

    @property
    def primary(self) -> int:
        return self.left.primary

    @property
    def secondary(self) -> int:
        return self.left.secondary

    @property
    def tertiary(self) -> int:
        return self.left.tertiary

    @property
    def torpedo_mounts(self) -> int:
        return self.left.torpedo_mounts

    @property
    def speed(self) -> str:
        return self.left.speed

    @property
    def boats(self) -> int:
        return self.left.boats

    @property
    def sunk(self) -> bool:
        return self.left.sunk


class StackView(Seen, frozen=True, array_like=True):
    """The counters of a side in a hex; `up`: face up, so they may be fired at (7.27). `runs`: their tokens by number, those
    that follow each other as the first and the last: "c1-4,9" for c1, c2, c3, c4, c9.
    """

    IN_FULL: ClassVar[dict[str, str]] = {"runs": "counters"}

    runs: Annotated[str, Meta(pattern=r"^[a-z][0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*\Z")]
    up: bool

    @property
    def counters(self) -> list[str]:
        """The tokens, by number, which tells nothing."""
        ends = [run.partition("-") for run in self.runs[1:].split(",")]
        numbers = [n for first, _, last in ends for n in range(int(first), int(last or first) + 1)]
        return [f"{self.runs[0]}{n}" for n in numbers]


def stack_of(counters: Iterable[str], up: bool) -> StackView:
    """The stack of these counters of one side, of which there is at least one."""
    tokens = list(counters)
    numbers = sorted(int(token[1:]) for token in tokens)
    firsts = [n for n in numbers if n - 1 not in numbers]
    lasts = [n for n in numbers if n + 1 not in numbers]
    runs = (str(a) if a == b else f"{a}-{b}" for a, b in zip(firsts, lasts, strict=True))
    return StackView(tokens[0][0] + ",".join(runs), up)


class GroupView(Seen, frozen=True):
    """An own group on the board (7.3): its hex "q,r", its present speed. `crew`: its ships, each with its place in the
    list of its fleet.
    """

    fleet: str
    hex: str
    crew: dict[str, int]
    speed: str

    @property
    def ships(self) -> list[str]:
        """The ships of the group by id, in order of place."""
        return sorted(self.crew, key=lambda ship: self.crew[ship])


class ArmsView(Seen, frozen=True, array_like=True):
    """What an own ship has to fire, as the weather, damage and tows leave it now: of each gun class and of torpedoes its
    reach in hexes and its dice, nothing where it has none.
    """

    primary: list[int]
    secondary: list[int]
    tertiary: list[int]
    torpedoes: list[int]


class LastSeenView(Seen, frozen=True, array_like=True):
    """Where and when an enemy ship was last seen whose counter is not known any more."""

    hex: str
    round: int
    step: int


class BoardView(Seen, frozen=True):
    """The tactical board of a battle, as a viewpoint has it.

    What does not change in a battle: `radius`; `zones`: side of the board -> the zone on that side, left out where the
    side is closed (H7.4); `detection` in hexes; `stack`: most counters of a side in a hex; `impulses`: the twenty steps, as
    "initiative", "A 2+" (A moves groups of 2+ and faster), "gunnery", "torpedoes"; `hit_on`, `small_range`, `small_share`:
    for hopes of hits (H7.5). A is the side that has the initiative (`BattleView.initiative`), B the other.

    `step`: 0 before the first impulse, then the impulse in hand. `doing`: what is going on before the impulses and after
    them: "basic", "entry", "set up", "keep"; "" while the step says it. `entries`: the sides of the board by which A comes
    on, as far as they are settled.

    `stacks`: side -> hex -> its counters: the enemy's, for the public both sides'. A counter's name is dealt to it while
    it can be told apart and says nothing. `known`: counter -> ship, where the viewpoint knows which it is; face down that is
    what it was last seen as. `last_seen`: enemy ships known once whose counter is lost in a stack or out of view.

    For a seat only. `groups`: its own, by id; `arms`: what own ships have to fire, none for one that must hold her fire;
    `may_move`: the groups that may move in its movement step in hand, or in its next of the round; `may_detach`: the
    ships that may be taken out of their groups (7.35); `entry`: own fleet -> its side of the board, "?" to be named. While
    it sets up: `may_stand`: fleet -> hexes in which its ships may stand, where the rest of the set-up agrees; `proposal`:
    hex -> ships, as the umpire would set up. `same`: what "same again" would fire at: counter -> own ship -> her gun classes
    by their first letters ("ps"), where the counter is still known.
    """

    radius: int
    zones: dict[str, str]
    detection: int
    stack: int
    impulses: list[str]
    hit_on: int
    small_range: int
    small_share: int
    step: int
    doing: str
    entries: list[str]
    stacks: dict[str, dict[str, StackView]]
    known: dict[str, str]
    last_seen: dict[str, LastSeenView]
    groups: dict[str, GroupView]
    arms: dict[str, ArmsView]
    may_move: list[str]
    may_detach: list[str]
    entry: dict[str, str]
    may_stand: dict[str, list[str]]
    proposal: dict[str, list[str]]
    same: dict[str, dict[str, str]]
