"""Planning the moves of a phase: pick units, aim, go there, take back, engage, commit (K1.2)."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Duty
from room40.combined_arms.reach import Way
from room40.combined_arms.views import View
from room40_client.tui.combined_arms import homeward, picking, words
from room40_client.tui.combined_arms.base import HALF, TableBase
from room40_client.tui.combined_arms.chances import Chances, chances
from room40_client.tui.combined_arms.confirm import Confirm
from room40_client.tui.combined_arms.draw import papers
from room40_client.tui.combined_arms.ferrying import Trip
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.papers.placement_sheet import unplaced
from room40_client.tui.combined_arms.planned import battles_ahead
from room40_client.tui.combined_arms.units_pick import UnitsPick
from room40_client.tui.draw.runs import Line, line, wrap
from room40_client.tui.screens.pick import Pick

TAKES_BACK, WHERE = " Backspace takes it back.", " t lists where."
MOST_HOME = 100
"""So many moves at most are given at once to bring aircraft home."""


class Planning(TableBase):
    """A table at which moves are planned."""

    _trip: tuple[int, ...] = ()
    """The numbers of the moves that were given last, at a stroke."""
    _trip_said = ""
    """The same in words."""

    def may_plan(self) -> bool:
        """Whether moves are asked of this seat; if not, it is said."""
        if self.desk.ready and self.desk.view.ask.kind in words.MOVES:
            return True
        if self.desk.watching:
            self.tell(line((" You are watching; nothing can be ordered.", "dim")))
        else:
            self.tell(line((" Units move when you are asked for a combat move or a non-combat move.", "dim")))
        return False

    # ---- picking and aiming ----

    async def pick_units(self) -> None:
        """Pick units of the space under the cursor, then aim."""
        if not self.may_plan():
            return
        view, space = self.desk.view, self.cursor
        name = terms.space_name(view, space)
        groups = picking.groups(view, self.reach, space)
        if not groups:
            mine = any(u.owner == view.power and u.space == space for u in view.units.values())
            why = "can move from here now" if mine else f"of {terms.power_name(view, view.power)} is here"
            self.tell(line((f" {name}: nothing {why}.", "dim")))
            return
        if len(groups) == 1 and len(groups[0].ids) == 1:
            picked: tuple[str, ...] | None = groups[0].ids
        else:
            screen = UnitsPick(self.ink, view, f"{name}: which go?", groups, self._reached)
            picked = await self.app.push_screen_wait(screen)
        if picked and self.desk.view.ask.kind == view.ask.kind:
            self.aim_with(picked)

    def _reached(self, units: tuple[str, ...]) -> Line:
        """What is picked can go so far."""
        view = self.desk.view
        found = picking.aim(view, self.reach, units)
        if not found.ways:
            return line((f" {words.units(view, units)} cannot go anywhere together.", "alert"))
        names = [terms.space_name(view, end) for end in picking.ordered(view, found)]
        return line((f" {words.units(view, units, HALF)}", "own"), f" to {', '.join(names)}")

    def aim_with(self, units: tuple[str, ...]) -> None:
        """Look for where these units go."""
        view = self.desk.view
        found = picking.aim(view, self.reach, units)
        if not found.ways:
            self.tell(line((f" {words.units(view, units)}: they cannot go anywhere together.", "alert")))
            return
        self.aim = found
        self.cursor = picking.ordered(view, found)[0] if len(found.ways) == 1 else self.cursor
        self.status = ()
        self.draw()

    async def go_there(self) -> None:
        """Give the move to the space under the cursor."""
        view, found = self.desk.view, self.aim
        if found is None:
            return
        ways = found.ways.get(self.cursor, ())
        if not ways:
            why = picking.why_not(view, self.reach, found.units, self.cursor)
            self.tell(line((f" {self._with_room(why, WHERE)}", "alert")))
            return
        trip = ways[0]
        if len(ways) > 1:
            rows = [line(picking.says(view, one.way, found.units)) for one in ways]
            taken = await self.app.push_screen_wait(Pick(self.ink, "How do they go?", rows))
            if not taken:
                return
            trip = ways[taken[0]]
        duty = await self._duty(trip.way)
        if duty is None or self.aim is not found:
            return
        self.aim = None
        self.cursor = trip.way.end
        said = f"{words.units(view, found.units, HALF)}: {words.path(view, trip.way.path)}."
        if not await self._travel(trip, duty, said):
            self.cursor = found.start
        self.draw()

    def _with_room(self, said: str, more: str) -> str:
        """What is said, with more behind it where the line has room for both."""
        return said + more if len(said) + len(more) + 1 <= self.size.width else said

    async def _travel(self, trip: Trip, duty: Duty, said: str) -> bool:
        """Give the moves of a trip; if one is refused those before it are taken back, for they were given for it."""
        given: list[int] = []
        for move in trip.moves:
            order = replace(move, duty=duty)
            if not await self.give(order, self._with_room(said, TAKES_BACK) if move is trip.moves[-1] else ""):
                status = self.status
                for number in reversed(given):
                    await self.give(o.TakeBack(number))
                self.tell(status)
                return False
            given.append(max(map(int, self.desk.view.plan.moves), default=0))
        self._trip, self._trip_said = tuple(given), said
        return True

    async def _duty(self, way: Way) -> Duty | None:
        """What aircraft are sent to do, asked only where there is a choice (C3.4, K4)."""
        if Duty.RAID not in way.duties:
            return Duty.BATTLE
        rows = [line("fight in the battle"), line("bomb the industrial complex, and not fight (K4)")]
        taken = await self.app.push_screen_wait(Pick(self.ink, "Sent to", rows))
        return None if not taken else Duty.RAID if taken[0] else Duty.BATTLE

    # ---- the plan ----

    async def show_plan(self) -> None:
        """The list of moves; Enter takes one back."""
        view = self.desk.view
        found = papers.moves(view)
        if view.ask.kind not in words.MOVES:
            self.tell(line((" There is no plan of moves now.", "dim")))
            return
        rows = [line((f"{number:>2} ", "strong"), text) for number, text in found]
        columns = self.size.width - 4
        rest = [
            *papers.battles(view, columns, await chances(view)),
            *papers.landing(view, columns),
            *papers.missing(view, columns),
        ]
        rows += rest if found else [line(("No moves yet.", "dim")), *rest]
        taken = await self.app.push_screen_wait(Pick(self.ink, "The plan; Enter takes a move back", rows, numbered=False))
        if taken and taken[0] < len(found):
            await self._take_back(found[taken[0]][0])

    async def take_last_back(self) -> None:
        """Take the last move back; of a trip all its moves."""
        if not self.may_plan():
            return
        numbers = sorted(map(int, self.desk.view.plan.moves))
        if not numbers:
            self.tell(line((" No move is planned.", "dim")))
            return
        trip = self._trip if numbers[-len(self._trip) :] == list(self._trip) else ()
        for number in reversed(trip or numbers[-1:]):
            if not await self._take_back(number):
                return
        if len(trip) > 1:
            self.tell(line((f" Taken back: {self._trip_said}", "strong")))

    async def _take_back(self, number: int) -> bool:
        view = self.desk.view
        given = view.plan.moves.get(str(number))
        said = words.move(view, given) if given else str(number)
        taken = await self.give(o.TakeBack(number), f"Taken back: {said}.")
        if taken:
            self.cursor = given.path[0] if given else self.cursor
            self.draw()
        return taken

    async def engage(self) -> None:
        """Attack, or leave alone, the submarines and transports of the zone under the cursor (C1.6, C3.5, K3.3)."""
        if not self.may_plan():
            return
        view, zone = self.desk.view, self.cursor
        name = terms.space_name(view, zone)
        now = view.plan.engage.get(zone, any(one.space == zone for one in battles_ahead(view)))
        rows = [
            line("attack the enemy's ships there", (" (so it stands)" if now else "", "dim")),
            line("leave submarines and transports alone", ("" if now else " (so it stands)", "dim")),
        ]
        taken = await self.app.push_screen_wait(Pick(self.ink, f"{name}: if your ships meet submarines or transports", rows))
        if taken:
            attack = taken[0] == 0
            done = f"{name}: {'they are attacked' if attack else 'they are left alone'}."
            await self.give(o.Engage(zone, attack), done)

    async def fly_home(self) -> None:
        """Give the moves of the landing plan, until all aircraft that can be are home (K3.4)."""
        if not self.may_plan():
            return
        if self.desk.view.phase != "non-combat move":
            self.tell(line((" Aircraft fly home in the non-combat move, after the battles.", "dim")))
            return
        made = 0
        while made < MOST_HOME and (order := next(homeward.next_moves(self.desk.view, self.reach), None)) is not None:
            if not await self.give(order):
                return
            made += 1
        rest = [i for i in homeward.still_out(self.desk.view) if i not in self.desk.view.plan.landing]
        said = f"{made} move{'' if made == 1 else 's'} home." if made else "No move is needed."
        lost = f" {words.units(self.desk.view, rest)} cannot land." if rest else ""
        self.tell(line((f" {said}", "strong"), (lost, "alert")))

    # ---- the commit ----

    async def commit_phase(self) -> None:
        """Commit what is asked, after saying what follows."""
        view = self.desk.view
        kind = view.ask.kind
        if kind not in (*words.MOVES, "purchase", "mobilise"):
            self.tell(line((" There is nothing to commit now.", "dim")))
            return
        if view.ask.missing:
            await self.give(o.Commit())  # the umpire says what is missing, with its clause
            return
        title = f"Commit the {kind} of {terms.power_name(view, view.power)}?"
        home = "fly home" if any(i in view.plan.landing for i in homeward.still_out(view)) else ""
        question = Confirm(self.ink, title, commit_lines(view, self.size.width, {}), "commit", home)
        self.run_worker(self._odds_into(question, view), exit_on_error=False)
        answer = await self.app.push_screen_wait(question)  # at once: the keys that follow are meant for it
        if answer is None:
            await self.fly_home()
        elif answer:
            await self.give(o.Commit(), "Committed.")

    async def _odds_into(self, question: Confirm, view: View) -> None:
        """Tell the odds of the battles to come in the question, when they have been reckoned."""
        if found := await chances(view):
            question.put(commit_lines(view, self.size.width, found))


def commit_lines(view: View, columns: int, odds: Chances) -> list[Line]:
    """What a commit brings about."""
    kind = view.ask.kind
    if kind == "purchase":
        bought = terms.count(view, view.plan.purchases) or "nothing"
        left = view.money.get(view.power, 0)
        repairs = sum(view.plan.repairs.values())
        more = f", {repairs} points of damage repaired" if repairs else ""
        return [line(f" Bought: {bought}{more}. Money left: {left}.")]
    if kind == "mobilise":
        lines = [
            line(f" {terms.space_name(view, space)}: {terms.count(view, one.units)}")
            for space, one in view.plan.placements.items()
        ]
        if rest := unplaced(view):
            price = sum(view.setting.types[key].cost * number for key, number in rest.items())
            lines.append(line((f" Not placed: {terms.count(view, rest)}; {price} is paid back (K7).", "alert")))
        return lines or [line(" There is nothing to place.")]
    number = len(view.plan.moves)
    lines = [line(f" {number} move{'' if number == 1 else 's'}; nothing can be taken back afterwards.")]
    if kind == "combat move":
        ahead = papers.battles(view, columns, odds)
        lines += ahead or [line((" No battle follows.", "dim"))]
        lines += papers.landing(view, columns)
    else:
        lines += _lost(view, columns)
    return lines


def _lost(view: View, columns: int) -> list[Line]:
    """Aircraft that have not landed: what the commit costs (K3.5)."""
    out = homeward.still_out(view)
    if not out:
        return []
    text = f"{words.units(view, out)} not landed: lost, unless a new carrier can be placed under a fighter (K3.5)."
    saved = any(i in view.plan.landing for i in out)
    lines = [line((f" {piece}", "alert")) for piece in wrap(text, columns - 2)]
    return [*lines, line(" f flies home whom the landing plan can bring home.")] if saved else lines
