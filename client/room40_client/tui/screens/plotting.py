"""Plotting at the desk: writing a slot, tracing a route, doing as last time (5.1)."""

from room40.dreadnought import orders as o
from room40.dreadnought.sheet import SlotFault, write_slot
from room40.dreadnought.views import FleetView
from room40_client.tui import writing
from room40_client.tui.draw import sheet, words
from room40_client.tui.draw.runs import Line, line
from room40_client.tui.screens.desk import Desk
from room40_client.tui.widgets.lines import Lines


class Plotting(Desk):
    """A desk at which the order sheet can be written."""

    def action_write(self, turn: int = 0) -> None:
        """Write a slot by typing it."""
        view, fleet = self.view, self._plottable()
        if view is None or fleet is None:
            return
        if self.trace:
            self.trace = None
        turn = turn or words.to_write(view, fleet)
        self.mode = "write"
        text = words.written(fleet, turn) or "/".join(words.owed(fleet, turn))
        self.writing = sheet.Writing(self.chosen, turn, text)
        label = f"Fleet {fleet.number}, turn {turn}:"
        self.ask(label, self._written, self.writing.text, self._hint, replacing=bool(words.written(fleet, turn)))
        self.draw()
        self.query_one("#asked", Lines).show([self._hint(self.writing.text)])

    def _hint(self, text: str) -> Line:
        """What a text typed into the open slot is, or what is wrong with it."""
        view, at = self.view, self.writing
        if view is None or at is None:
            return ()
        fleet = view.fleets[at.fleet]
        start, in_port = words.starts_at(fleet, at.turn)
        stands = f"from {start}{' port' if in_port else ''}"
        if not text.strip():
            near = " ".join(self.chart.sea_neighbours(start, view.seat))
            return line(f" F{stands[1:]} to {near} (as r31/s32), or stay; then port, bombard, search …")
        found = writing.check(view, self.chart, fleet, at.turn, text)
        if isinstance(found, SlotFault):
            self.clause = found.clause
            return line((f" {found.clause}: {found.sentence}", "refused"), ("   F1 explains", "dim"))
        return line((f" {write_slot(found)}", "strong"), (f"   {stands}; Enter writes it", "dim"))

    async def _written(self, text: str) -> str:
        view, at = self.view, self.writing
        if view is None or at is None:
            return ""
        found = writing.check(view, self.chart, view.fleets[at.fleet], at.turn, text)
        if isinstance(found, SlotFault):
            return f"{found.clause}: {found.sentence}"
        number = view.fleets[at.fleet].number
        if await self.send(
            [o.Plot(at.fleet, at.turn, write_slot(found))], f"Fleet {number}, turn {at.turn}: {write_slot(found)}"
        ):
            later = words.due(self.view, self.view.fleets[at.fleet]) if self.view and at.fleet in self.view.fleets else []
            self.stop_asking()
            if later and later[0] != at.turn:
                self.action_write(later[0])
            else:
                self.next_due()
        return ""

    def next_due(self) -> None:
        """Go on to the next fleet that wants orders, if the chosen one wants none."""
        view = self.view
        numbered = [f for f in words.by_number(view) if view.fleets[f].ships] if view else []
        if view is None or self.chosen not in numbered or words.due(view, view.fleets[self.chosen]):
            return
        at = numbered.index(self.chosen)
        wanting = [f for f in numbered[at:] + numbered[:at] if words.due(view, view.fleets[f])]
        if wanting:
            self.chosen = wanting[0]
            self.to_fleet()

    def action_trace(self) -> None:
        """Trace the route on the chart."""
        view, fleet = self.view, self._plottable()
        if view is None or fleet is None:
            return
        first = words.to_write(view, fleet)
        turns = [turn for turn in fleet.open if turn >= first]
        self.trace = writing.Trace(view, self.chart, self.chosen, turns)
        self.mode = "trace"
        self.sea.point(self.trace.here)
        self.tell(line((f" Tracing from {self.trace.here}: sail with the arrows; p port, / next turn.", "dim")))
        self.draw()

    def action_again(self) -> None:
        """As last time."""
        view, fleet = self.view, self._plottable()
        if view is None or fleet is None or self.trace:
            return
        turn = words.to_write(view, fleet)
        slot = writing.as_last_time(view, self.chart, fleet, turn)
        if isinstance(slot, SlotFault):
            self.refuse(slot.clause, slot.sentence)
            return
        text = write_slot(slot)
        self.give(o.Plot(self.chosen, turn, text), done=f"Fleet {fleet.number}, turn {turn}: {text}, as last time")

    def _plottable(self) -> FleetView | None:
        """The chosen fleet, if a slot of it may be written now; else say why not."""
        view = self.view
        fleet = view.fleets.get(self.chosen) if view else None
        if fleet is None:
            self.tell(line((" No fleet is chosen.", "dim")))
        elif not fleet.open:
            self.refuse("5.1", f"No slot of fleet {fleet.number} can be written now.")
        return fleet if fleet and fleet.open else None

    def action_port(self) -> None:
        """While tracing: into the port."""
        if self.trace:
            self.trace.port()
            self.draw()

    def action_next_turn(self) -> None:
        """While tracing: the next turn's slot."""
        if self.trace:
            self._heed(self.trace.next_turn())

    def action_back(self) -> None:
        """While tracing: the last zone back."""
        if self.trace:
            self.trace.back()
            self._heed(None)

    def _heed(self, fault: SlotFault | None) -> None:
        """After a step of a trace: follow it, or say what is wrong."""
        if fault:
            self.refuse(fault.clause, fault.sentence)
        elif self.trace:
            self.sea.point(self.trace.here)
            self.draw()
