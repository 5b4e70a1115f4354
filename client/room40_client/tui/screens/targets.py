"""Before a round of basic combat: the stance, and targets where the player does not leave them to the umpire (H6)."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BattleShipView
from room40.dreadnought.orders import Stance
from room40.dreadnought.views import View
from room40_client.tui.draw import asked, papers
from room40_client.tui.draw.runs import Line, Run, line, rule, safe
from room40_client.tui.messages import RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages


class Targets(Screen[o.Fight | None]):
    """Own ships with their targets, the enemy's ships below; answers with the word for this round."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("left,h", "aim(-1)", show=False, priority=True),
        Binding("right,l", "aim(1)", show=False, priority=True),
        Binding("b", "behind", show=False, priority=True),
        Binding("f1", "rules", show=False),
        *(Binding(str(n), f"stance({n})", show=False) for n in range(1, 4)),
    ]

    def __init__(self, ink: Ink, view: View) -> None:
        super().__init__()
        self.ink = ink
        self.view = view
        self.battle = view.battle[view.ask.zone]
        self.stance = view.ask.choices[0] if view.ask.choices else Stance.CONTINUE.value
        self.targets: dict[str, str] = {}
        self.behind: set[str] = set()
        self.mine = self._ships(mine=True)
        self.theirs = self._ships(mine=False)

    def _ships(self, mine: bool) -> list[str]:
        ships = self.battle.ships
        return [s for s in sorted(ships) if (ships[s].side == self.view.seat) == mine and not ships[s].sunk]

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Pages(self.ink, picking=True, id="list")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#list", Pages).focus()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        parts: list[str | Run] = [(f"Battle in {safe(self.battle.zone)}, round {self.battle.round}", "strong"), "  "]
        for number, stance in enumerate(self.view.ask.choices, 1):
            parts.append((f" {number} {safe(stance)} ", "chosen" if stance == self.stance else ""))
        self.query_one("#head", Lines).show([rule(line(*parts), columns)])
        rows = [self._own(ship) for ship in self.mine]
        rows += [line(""), line(("The enemy", "strong"))]
        rows += [line("  ", *_ship(self.battle.ships[ship])) for ship in self.theirs]
        self.query_one("#list", Pages).show(rows)
        keys: asked.Keys = [
            ("Left Right", "target"),
            ("b", "stays behind"),
            ("1-3", "stance"),
            ("Enter", "fight"),
            ("Esc", "leave"),
        ]
        self.query_one("#keys", Lines).show([asked.key_bar(keys, columns)])

    def _own(self, ship: str) -> Line:
        target = self.targets.get(ship)
        aim = f"at {safe(self.battle.ships[target].name)}" if target else "the umpire spreads"
        stays = "  stays behind" if ship in self.behind else ""
        return line("  ", *_ship(self.battle.ships[ship]), (f" {aim}{stays}", "trace" if target else "dim"))

    def action_aim(self, by: int) -> None:
        """The next target for the chosen ship; before the first stands "the umpire spreads"."""
        at = self.query_one("#list", Pages).chosen
        if at < len(self.mine) and self.theirs:
            ship = self.mine[at]
            all_of_them = ["", *self.theirs]
            now = all_of_them.index(self.targets.get(ship, ""))
            aim = all_of_them[(now + by) % len(all_of_them)]
            self.targets = {s: t for s, t in {**self.targets, ship: aim}.items() if t}
            self._draw()

    def action_behind(self) -> None:
        """The chosen ship stays behind on a withdrawal."""
        at = self.query_one("#list", Pages).chosen
        if at < len(self.mine):
            self.behind ^= {self.mine[at]}
            self._draw()

    def action_stance(self, number: int) -> None:
        """What is wanted of the round."""
        if number <= len(self.view.ask.choices):
            self.stance = self.view.ask.choices[number - 1]
            self._draw()

    def action_rules(self) -> None:
        """The rules of basic combat."""
        from room40_client.tui.screens.reading import Rules

        self.app.push_screen(Rules(self.ink, "H6"))

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        behind = tuple(sorted(self.behind)) if self.stance == Stance.WITHDRAW else ()
        self.dismiss(o.Fight(self.battle.zone, Stance(self.stance), self.targets, behind))

    def action_leave(self) -> None:
        """Back to the table without a word."""
        self.dismiss(None)


def _ship(ship: BattleShipView) -> Line:
    guns = papers.boxes(
        ("hull", ship.hull, ship.hull),
        ("P", ship.primary, ship.primary),
        ("S", ship.secondary, ship.secondary),
        ("T", ship.tertiary, ship.tertiary),
        ("torp", ship.torpedo_mounts, ship.torpedo_mounts),
    )
    boats = f"({ship.boats})" if ship.boats > 1 else ""
    return line((f"{safe(ship.name) + boats:<18.18}", "strong"), f" {safe(ship.kind):<3} {safe(ship.speed):<2} ", *guns)
