"""A battle as it is told at this table: what has been read, what waits, and the cards as they were when it was read."""

from room40_client.tui.board import cards, telling
from room40_client.tui.board.cards import Boxes
from room40_client.tui.board.task import Glance
from room40_client.tui.board.telling import Piece
from room40_client.tui.draw.runs import Line, fit, line, rule, safe


class Teller:
    """Tells one battle.

    While it tells, `shown` stand in the panel, the newest from place `newest` on, and then the cards of those `struck`.
    """

    def __init__(self, glance: Glance) -> None:
        self.glance = glance
        self.turn = glance.view.turn
        self.zone = glance.battle.zone
        self.first: dict[str, Boxes] = cards.cards(glance.view)
        """Every ship's card as it was first seen in this battle."""
        self.read = dict(self.first)
        """Every ship's card as it was when all that is told had been told."""
        self.shown: list[Piece] = []
        self.waiting: list[Piece] = []
        self.newest = 0
        self.struck: list[str] = []

    @property
    def telling(self) -> bool:
        """Whether something is being told."""
        return bool(self.shown or self.waiting)

    def take(self, read: int) -> bool:
        """A new view; the log has been read as far as line `read`. Whether something has come that is to be told."""
        for key, boxes in cards.cards(self.glance.view).items():
            self.first.setdefault(key, boxes)
            self.read.setdefault(key, boxes)
        known = self.waiting[-1].number if self.waiting else read
        fresh = telling.pieces(self.glance.view, telling.unread(self.glance.view, known))
        self.waiting += fresh
        return bool(fresh)

    def on(self) -> int:
        """Tell the next, and after the last the boxes that are gone; the line to which the log is read, 0 if no further."""
        if self.waiting:
            taken = telling.stop(self.waiting)
            same = bool(self.shown) and self.waiting[0].head in ("", self.shown[-1].head)
            self.shown = self.shown if same else []
            self.newest = len(self.shown)
            self.shown += self.waiting[:taken]
            del self.waiting[:taken]
            return self._read_to()
        hurt = cards.hurt(self.read, self.now())
        if hurt and not self.struck:
            self.struck = hurt
            return 0
        return self.all()

    def all(self) -> int:
        """All has been told."""
        self.shown += self.waiting
        read = self._read_to()
        self.shown, self.waiting, self.struck = [], [], []
        self.read.update(self.now())
        return read

    def _read_to(self) -> int:
        return max((piece.number for piece in self.shown if piece.ends), default=0)

    def now(self) -> dict[str, Boxes]:
        """The cards as they are now, those of ships out of view as they were last."""
        known = {**self.read, **cards.cards(self.glance.view)}
        return cards.sunk_by_name(known, telling.sunk(self.glance.view, self.turn, self.zone))

    # ---- drawing ----

    def panel(self, columns: int, room: int, with_cards: bool) -> list[Line]:
        """The panel in which dice fall: what has been told, the newest last, then the cards."""
        head = rule(line((self._head() or f"Battle in {safe(self.zone)}", "strong")), columns)
        told = telling.told(self.shown, self.newest, columns - 2)
        if self.struck and with_cards:
            struck = self._cards(self.struck, self.read, self.now(), columns - 1)
            told = [*told[-max(1, room - 1 - len(struck)) :], *struck]
        return [head, *(line(" ", *of) for of in told[-(room - 1) :])]

    def _head(self) -> str:
        """The step of fire that is being told: ships sunk are told under it."""
        return next((piece.head for piece in reversed(self.shown) if piece.head), "")

    def height(self, most: int) -> int:
        """How high the panel is to be: higher when many cards are struck off."""
        return min(most, max(7, len(self.struck) + 4))

    def papers(self, columns: int, room: int, read: int) -> list[Line]:
        """On a tall screen, side by side: what is told, or the last signals, and the cards of the ships in the battle."""
        if room < 3:
            return []
        half = columns // 2
        told = self.panel(half, room, with_cards=False) if self.shown else self._signals(half, room, read)
        now = dict(self.read) if self.shown and not self.struck else self.now()
        was = self.read if self.struck else now
        side = [rule(line(("Ship cards", "strong")), columns - half)]
        side += self._cards(self._in_battle(now), was, now, columns - half)[: room - 1]
        empty: Line = ()
        pairs = [(told[at] if at < len(told) else empty, side[at] if at < len(side) else empty) for at in range(room)]
        return [line(*fit(one, half), *other) for one, other in pairs]

    def _in_battle(self, now: dict[str, Boxes]) -> list[str]:
        """The ships of the battle: those just hurt first, one's own before the enemy's."""
        own = [s for group in self.glance.board.groups.values() for s in group.ships if s in now]
        known = [s for s in self.glance.battle.ships if s not in own and not now[s].sunk]
        return [*self.struck, *(s for s in [*own, *known] if s not in self.struck)]

    def _cards(self, keys: list[str], was: cards.Cards, now: cards.Cards, columns: int) -> list[Line]:
        whole = cards.built(self.glance.view, self.first)
        return cards.lines(self.glance.view, keys, whole, was, now, columns)

    def all_cards(self, columns: int) -> list[Line]:
        """Every card of the battle, one's own first, with what was struck off since it began."""
        now, seat = self.now(), self.glance.view.seat
        keys = sorted(now, key=lambda key: now[key].side != seat)
        return self._cards(keys, self.first, now, columns)

    def report(self, columns: int) -> list[Line]:
        """The report of the battle, as far as it has gone."""
        return telling.report(self.glance.view, columns, self.first, self.now())

    def _signals(self, columns: int, room: int, read: int) -> list[Line]:
        """The last signals of this battle."""
        log = self.glance.view.log
        fought = [n for n in sorted(map(int, log)) if n <= read and log[str(n)].kind == telling.KIND]
        head = rule(line(("Signals", "strong")), columns)
        told = telling.signals(self.glance.view, fought[-30:], columns - 2) or [line(("  nothing yet", "dim"))]
        return [head, *told[-(room - 1) :]]
