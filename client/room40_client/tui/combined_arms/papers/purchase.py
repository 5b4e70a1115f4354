"""Phase 1: what is bought and repaired, before it is committed (K2, K4)."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.papers import purchase_sheet as sheet
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.papers.paper import Keys, Paper, digit, step, way, window
from room40_client.tui.combined_arms.papers.purchase_sheet import Draft
from room40_client.tui.draw.runs import Line, line
from room40_client.tui.palette import Ink

MOST = 99
"""As many of one type as can be typed."""


class PurchaseScreen(Paper):
    """The unit table with a number before each type. Nothing is paid before Enter; Esc keeps what is written."""

    def __init__(self, ink: Ink, desk: Desk) -> None:
        super().__init__(ink, desk)
        plan = desk.view.plan
        self.draft = Draft(dict(plan.purchases), dict(plan.repairs))
        self.turn = (desk.view.round, desk.view.power)
        self.cursor = 0
        self.typing = ""
        self.is_sure = False
        """Whether Enter was pressed over an empty order once."""

    def is_over(self) -> bool:
        view = self.view
        return view.ask.kind != "purchase" or (view.round, view.power) != self.turn

    # ---- drawing ----

    def heading(self) -> tuple[Line, Line]:
        view = self.view
        left = sheet.left(view, self.draft)
        money = line((f" {left} left ", "own" if left else "strong"), (f"of {view.money.get(view.power, 0)} ", "dim"))
        return line((f"{terms.power_name(view, view.power)} buys, round {view.round}", "strong")), money

    def body(self, columns: int, rows: int) -> list[Line]:
        lines = sheet.page(self.view, self.draft, columns, self.cursor)
        units = len(sheet.buyable(self.view))
        at = self.cursor + 1 + (2 if self.cursor >= units else 0)
        shown = window(lines, rows - 2, at)
        return [*shown, *[line()] * (rows - 2 - len(shown)), line(), sheet.limits(self.view, self.draft)]

    def asked(self) -> Line:
        draft, view = self.draft, self.view
        if self.is_sure:
            return line((" Nothing is bought. Enter again keeps the money and goes on.", "alert"))
        bought = terms.count(view, draft.units)
        repairs = sum(draft.repairs.values())
        mends = f"{repairs} repaired" if repairs else ""
        what = "; ".join(part for part in (bought, mends) if part)
        if not what:
            return line((" What do you buy?", "alert"), "  Choose a unit, type a number; Enter is done.")
        return line((f" {what}", "strong"), f": {sheet.cost(view, draft)}.", ("  Enter pays and goes on.", "alert"))

    def keys(self) -> Keys:
        return [("Up Down", "choose"), ("+ -", "number"), ("0-9", "type it"), ("Enter", "pay, go on"), ("Esc", "map")]

    def all_keys(self) -> Keys:
        return [
            ("Up Down", "choose a unit, or a complex to repair"),
            ("+ - or arrows", "one more, one less"),
            ("0-9", "type the number; Backspace takes a figure back"),
            ("m", "as many as the money allows, or all the repairs"),
            ("x", "buy nothing after all"),
            ("Enter", "pay, and go on to the combat move"),
        ]

    def clause(self) -> str:
        return "K4" if self._space() else "K2"

    # ---- keys ----

    def press(self, key: str) -> None:
        sure, self.is_sure = self.is_sure, False
        figure = digit(key)
        if figure is not None:
            self.typing = (self.typing + str(figure))[-2:]
            self._set(int(self.typing))
            return
        if key == "backspace":
            self.typing = self.typing[:-1] if self.typing else str(self._now())[:-1]
            self._set(int(self.typing or 0))
            return
        self.typing = ""
        if by := way(key):
            rows = len(sheet.buyable(self.view)) + len(sheet.damaged(self.view))
            self.cursor = (self.cursor + by) % max(1, rows)
        elif by := step(key):
            self._set(self._now() + by)
        elif key == "m":
            self._set(self._now() + max(0, self._room()))
        elif key == "x":
            self.draft = Draft({}, {})
        elif key == "enter":
            self._done(sure)

    def leave_it(self) -> None:
        """Back to the map; the umpire keeps what is written, so that allies see it and nothing is lost."""
        if self.is_busy:  # the line is down; what is on its way goes out all the same
            self.dismiss()
        else:
            self.give(*self._said(), then=self._close)

    def _done(self, sure: bool) -> None:
        affordable = min((self.view.setting.types[key].cost for key in sheet.buyable(self.view)), default=0)
        if not any((*self.draft.units.values(), *self.draft.repairs.values())) and not sure:
            self.is_sure = self.view.money.get(self.view.power, 0) >= affordable
            if self.is_sure:
                return
        self.give(*self._said(), o.Commit())

    def _said(self) -> list[o.Order]:
        """The orders that say what has changed; what costs less comes first, so that no order is refused on the way."""
        units = {key: number for key, number in self.draft.units.items() if number}
        repairs = {space: points for space, points in self.draft.repairs.items() if points}
        plan = self.view.plan
        said: list[o.Order] = []
        if units != plan.purchases:
            said.append(o.Buy(units))
        if repairs != plan.repairs:
            grows = sum(repairs.values()) > sum(plan.repairs.values())
            said.insert(len(said) if grows else 0, o.Repair(repairs))
        return said

    def _close(self) -> None:
        if self.is_mounted and self.app.screen is self:
            self.dismiss()

    def _space(self) -> str:
        """The space whose repair is chosen, "" for a type."""
        at = self.cursor - len(sheet.buyable(self.view))
        spaces = sheet.damaged(self.view)
        return spaces[at] if 0 <= at < len(spaces) else ""

    def _now(self) -> int:
        space = self._space()
        if space:
            return self.draft.repairs.get(space, 0)
        return self.draft.units.get(sheet.buyable(self.view)[self.cursor], 0)

    def _room(self) -> int:
        """How many more the money allows."""
        left = max(0, sheet.left(self.view, self.draft))
        if space := self._space():
            return min(left, self.view.damage.get(space, 0) - self._now())
        return left // max(1, self.view.setting.types[sheet.buyable(self.view)[self.cursor]].cost)

    def _set(self, number: int) -> None:
        if space := self._space():
            damage = self.view.damage.get(space, 0)
            if number > damage:
                self.complain(f"K4: There are {damage} points of damage to repair.", "K4")
            wanted = replace(self.draft, repairs={**self.draft.repairs, space: max(0, min(number, damage))})
        else:
            key = sheet.buyable(self.view)[self.cursor]
            wanted = replace(self.draft, units={**self.draft.units, key: max(0, min(number, MOST))})
        if sheet.left(self.view, wanted) < 0 and sheet.cost(self.view, wanted) > sheet.cost(self.view, self.draft):
            money = self.view.money.get(self.view.power, 0)
            self.complain(f"K2: That costs {sheet.cost(self.view, wanted)} and you have {money}.", "K2")
            self.typing = ""
        else:
            self.draft = wanted
