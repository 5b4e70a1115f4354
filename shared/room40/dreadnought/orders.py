"""What a seat may ask in the 1914-18 system: one frozen Struct per kind of order, a tagged union of all.

Things are named by id, never by position. Texts are bounded; their meaning is checked by the rules.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from room40.geometry.seachart import Direction

FleetId = Annotated[str, Meta(max_length=12, pattern=r"^[A-Z]{2}-[0-9]{1,3}\Z")]
ShipId = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]+\Z")]
ZoneKey = Annotated[str, Meta(max_length=6, pattern=r"^[A-Z]{1,2}[1-9][0-9]{0,2}\Z")]
Turn = Annotated[int, Meta(ge=1, le=999)]
RouteText = Annotated[str, Meta(max_length=60)]
"""A slot as players write it; `sheet.read_slot` gives it meaning."""
Ships = Annotated[tuple[ShipId, ...], Meta(max_length=80)]
HexKey = Annotated[str, Meta(max_length=6, pattern=r"^-?[0-9]{1,2},-?[0-9]{1,2}\Z")]
"""A hex of the tactical board by its axial coordinates, "q,r" (H21.34)."""
GroupId = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]+\Z")]
"""An own group on the tactical board; of a ship taken out of its group in the same order, the ship."""
Token = Annotated[str, Meta(max_length=6, pattern=r"^[ce][0-9]{1,4}\Z")]
"""An enemy counter on the tactical board, as this side has it in view: "c7", "e12"."""
Destination = Annotated[str, Meta(max_length=9, pattern=r"^(-?[0-9]{1,2},-?[0-9]{1,2}|off [NS]?[EW]( [NS][EW]?)?)\Z")]
"""Where a group goes: a hex, or off the board over a side, "off W"; "off W SW" names the step too."""


class Side(StrEnum):
    """The two sides; they are the seats too."""

    CP = "CP"
    EN = "EN"

    @property
    def enemy(self) -> "Side":
        """The other side."""
        return Side.EN if self is Side.CP else Side.CP


class Mission(StrEnum):
    """What a fleet is out for (5.2)."""

    TRANSPORT = "transport"
    BOMBARDMENT = "bombardment"
    ESCORT = "escort"
    INTERCEPT = "intercept"
    ABORT = "abort"
    MINELAYING = "minelaying"
    MINESWEEPING = "minesweeping"
    RAIDING = "raiding"


class Claim(StrEnum):
    """What may be claimed before a contact die is thrown (5.46)."""

    LEADER = "leader"
    LARGE = "large"
    SMALL_CRAFT = "small craft"
    INTERCEPT = "intercept"
    RAIDER_PLUS = "raider +1"
    RAIDER_MINUS = "raider -1"
    AIRSHIP = "airship"


class Habit(StrEnum):
    """How a fleet answers for its owner when claims are asked (house rule H21.7)."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


class Stance(StrEnum):
    """What a side wants of the next round of a basic combat (H6)."""

    CONTINUE = "continue"
    CLOSE = "close"
    WITHDRAW = "withdraw"


class _Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What all orders share: they refuse fields they do not know."""


class Formation(_Order, frozen=True):
    """One fleet as its owner wants it formed before the game: its counter, its ships, its mission (5.2)."""

    fleet: FleetId
    ships: Ships
    mission: Mission
    charge: FleetId | None = None


class Form(_Order, frozen=True, tag="form"):
    """Before the game: the whole division of the side's ships into fleets (5.2, 5.25)."""

    fleets: Annotated[tuple[Formation, ...], Meta(max_length=40)]


class Plot(_Order, frozen=True, tag="plot"):
    """Write one slot of the order sheet (5.1)."""

    fleet: FleetId
    turn: Turn
    route: RouteText


class Abort(_Order, frozen=True, tag="abort"):
    """Give up the mission and go home by a shortest path (5.2 Abort).

    `port` is the zone of the friendly port to make for, the nearest when left out. `slots` writes the moves by hand,
    turn -> route; left out, the server writes a shortest path.
    """

    fleet: FleetId
    port: ZoneKey | None = None
    slots: Annotated[dict[str, RouteText], Meta(max_length=80)] = {}


class Merge(_Order, frozen=True, tag="merge"):
    """`fleet` joins `into`; the counter and written orders of `into` stay (5.21)."""

    fleet: FleetId
    into: FleetId


class Part(_Order, frozen=True):
    """A new fleet that comes out of a split: its ships, and the one zone it enters after the split, if any."""

    ships: Ships
    zone: ZoneKey | None = None


class Split(_Order, frozen=True, tag="split"):
    """Split a fleet on Intercept or Raiding (5.24). Ships that no part names stay under the old counter.

    `before` is the zone the whole fleet enters before it splits; otherwise each part, and the old counter by `zone`,
    may enter one zone after it.
    """

    fleet: FleetId
    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=20)]
    zone: ZoneKey | None = None
    before: ZoneKey | None = None


class NewMission(_Order, frozen=True, tag="mission"):
    """A new mission after six turns running in a friendly port (5.22)."""

    fleet: FleetId
    mission: Mission
    charge: FleetId | None = None


class Counter(_Order, frozen=True, tag="counter"):
    """Take a raider's counter off the map, or put it on (5.2 Raiding). `now`: in this orders phase, else on moving."""

    fleet: FleetId
    on_map: bool
    now: bool = False


class Linger(_Order, frozen=True, tag="linger"):
    """A minesweeping fleet stays this turn to sweep; its plan slides by a turn (5.2)."""

    fleet: FleetId
    on: bool = True


class Tow(_Order, frozen=True, tag="tow"):
    """`ship` takes `towed` in tow; `towed` left out casts off (H11)."""

    ship: ShipId
    towed: ShipId | None = None


class Fly(_Order, frozen=True, tag="fly"):
    """An airship's zones of this turn, up to three; none: it goes home or stays there (H14)."""

    airship: ShipId
    zones: Annotated[tuple[ZoneKey, ...], Meta(max_length=6)] = ()


class Dive(_Order, frozen=True, tag="dive"):
    """A submarine enters a neighbouring zone this turn, or stays (H15)."""

    submarine: ShipId
    zone: ZoneKey | None = None


class HabitOf(_Order, frozen=True, tag="habit"):
    """A fleet's standing instruction for claims (H21.7)."""

    fleet: FleetId
    habit: Habit


class ChooseZone(_Order, frozen=True, tag="zone"):
    """The Entente's choice of the zone that is checked first on a swap (5.44)."""

    zone: ZoneKey


class ChooseQuarry(_Order, frozen=True, tag="quarry"):
    """Which of two equal parts of a divided enemy the pursuer follows (H21.8)."""

    fleet: FleetId
    label: Annotated[str, Meta(max_length=12)]


class MakeClaims(_Order, frozen=True, tag="claims"):
    """The claims of this side for the contact check that is asked about, none included (5.46)."""

    claims: Annotated[tuple[Claim, ...], Meta(max_length=7)] = ()


class Fight(_Order, frozen=True, tag="fight"):
    """A side's word before a round of basic combat (H6): its stance, its targets, and who stays behind on a withdrawal.

    `targets` names own ship -> enemy ship; what it leaves out the umpire spreads by the rule.
    """

    zone: ZoneKey
    stance: Stance = Stance.CONTINUE
    targets: Annotated[dict[ShipId, ShipId], Meta(max_length=80)] = {}
    behind: Ships = ()


class Gun(StrEnum):
    """The gun classes of a ship (H2)."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    TERTIARY = "tertiary"


class Basic(_Order, frozen=True, tag="basic"):
    """Before the set-up is done: fight by basic combat in place of the board, or not (H6); done if both sides want it.

    Asked kind "basic": the enemy has proposed it, and this is the answer.
    """

    zone: ZoneKey
    on: bool = True


class Enter(_Order, frozen=True, tag="enter"):
    """The side of the board by which a fleet that did not move this turn comes on (7.24)."""

    zone: ZoneKey
    fleet: FleetId
    side: Direction


class SetUp(_Order, frozen=True, tag="set up"):
    """Set up all the side's ships on the board: hex -> ships (7.22 to 7.28). None: the umpire sets up."""

    zone: ZoneKey
    places: Annotated[dict[HexKey, Ships], Meta(max_length=91)] = {}


MOMENTS = 100
"""The steps of a battle are numbered through, for orders: 100 for a round and one for a step."""
Moment = Annotated[int, Meta(ge=0, lt=2**31)]


class Manoeuvre(_Order, frozen=True, tag="manoeuvre"):
    """All of a side's doings in one movement step (7.31, 7.32): groups it does not name stay.

    In this order: `cast_off` names ships that drop their tow (7.34), `detach` ships taken out of their groups (7.35),
    `moves` group -> where it goes, `merge` group -> the group that it joins where both end (7.3). A ship that is detached
    is named in `moves` and `merge` by its own id. `moment`: the step for which it is meant, 0 for whichever is in hand.
    """

    zone: ZoneKey
    moves: Annotated[dict[GroupId, Destination], Meta(max_length=80)] = {}
    merge: Annotated[dict[GroupId, GroupId], Meta(max_length=80)] = {}
    detach: Ships = ()
    cast_off: Ships = ()
    moment: Moment = 0


class Aim(_Order, frozen=True):
    """One gun class of an own ship at one enemy counter (H7.5)."""

    ship: ShipId
    gun: Gun
    target: Token


class FireGuns(_Order, frozen=True, tag="guns"):
    """A side's fire in a gunnery step, secret until both are in (H7.5). Guns left without a word hold their fire.

    `same`: guns not named fire as in the last step in which they did, where they still may. `free`: guns that then have
    no target fire as the umpire thinks best. `moment` as in `Manoeuvre`.
    """

    zone: ZoneKey
    shots: Annotated[tuple[Aim, ...], Meta(max_length=240)] = ()
    same: bool = False
    free: bool = False
    moment: Moment = 0


class FireTorpedoes(_Order, frozen=True, tag="torpedoes"):
    """A side's torpedoes in a torpedo step, secret until both are in (H7.7): own ship -> enemy counter; all its mounts.

    `moment` as in `Manoeuvre`.
    """

    zone: ZoneKey
    spreads: Annotated[dict[ShipId, Token], Meta(max_length=80)] = {}
    moment: Moment = 0


class Keep(_Order, frozen=True, tag="keep"):
    """A fleet divided into equal parts by leaving the board: its counter goes with this ship's part (7.33, H21.18)."""

    zone: ZoneKey
    fleet: FleetId
    ship: ShipId


class Pursue(_Order, frozen=True, tag="pursue"):
    """After a battle: write "pursuit" into the next two slots (5.23). `label` is the enemy counter's."""

    fleet: FleetId
    label: Annotated[str, Meta(max_length=12)]


class Exchange(_Order, frozen=True, tag="exchange"):
    """After a battle: `ships` change over to `fleet`, of the same mission and still on the tactical map (7.29)."""

    ships: Ships
    fleet: FleetId


class Rejoin(_Order, frozen=True, tag="rejoin"):
    """After leaving a battle: slots from the present zone back to the written route (7.37, H21.19)."""

    fleet: FleetId
    slots: Annotated[dict[str, RouteText], Meta(max_length=80)]


class Commit(_Order, frozen=True, tag="commit"):
    """My orders of this phase are complete."""


class Reopen(_Order, frozen=True, tag="reopen"):
    """Take a commit back, while the other side has not committed."""


class Concede(_Order, frozen=True, tag="concede"):
    """Give the game up."""


Order = (
    Form
    | Plot
    | Abort
    | Merge
    | Split
    | NewMission
    | Counter
    | Linger
    | Tow
    | Fly
    | Dive
    | HabitOf
    | ChooseZone
    | ChooseQuarry
    | MakeClaims
    | Fight
    | Basic
    | Enter
    | SetUp
    | Manoeuvre
    | FireGuns
    | FireTorpedoes
    | Keep
    | Pursue
    | Exchange
    | Rejoin
    | Commit
    | Reopen
    | Concede
)
"""Everything a seat may say."""
