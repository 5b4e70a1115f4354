"""The Textual application: settings for this terminal, the palette of commands, a clean end."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable

from msgspec import Struct
from rich.text import Text
from textual.app import App, SystemCommand
from textual.screen import Screen

from room40_client.tui.actions import Commanded, shown
from room40_client.tui.draw.runs import safe
from room40_client.tui.palette import Ink


class Profile(Struct, frozen=True):
    """What a terminal can do, or is wanted to: ASCII signs only, no colour, the mouse."""

    ascii: bool = False
    mono: bool = False
    mouse: bool = True


def guess(ascii_only: bool = False, mouse: bool = True) -> Profile:
    """The profile of this terminal; NO_COLOR and a character set without line drawing are respected."""
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
    plain = ascii_only or not encoding.startswith("utf")
    return Profile(plain, bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb", mouse)


class Room40(App[str]):
    """The client. It ends with a sentence to say after the screen is given back, or none."""

    TITLE = "Room 40"
    CSS = "Screen { background: ansi_default; color: ansi_default; }"

    def __init__(self, first: "Callable[[Ink], Screen[None]]", profile: Profile | None = None) -> None:
        self.profile = profile or Profile()
        self.ink = Ink(self.profile.mono, self.profile.ascii)
        self._first = first
        super().__init__(ansi_color=True)
        self.animation_level = "none"
        self.theme = "ansi-dark"

    def on_mount(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            # without this the terminal is left in its other screen
            asyncio.get_running_loop().add_signal_handler(number, self.exit, "")
        self.push_screen(self._first(self.ink))
        self.call_after_refresh(_collect_again)

    def on_unmount(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().remove_signal_handler(number)

    def _fatal_error(self) -> None:
        """End with one sentence: Textual's traceback would show the insides of the program, the secrets of the table too.

        For who looks for the fault, the environment's `ROOM40_TRACE` brings it back.
        """
        if os.environ.get("ROOM40_TRACE"):
            super()._fatal_error()
            return
        error = self._exception
        what = f"{type(error).__name__}: {safe(str(error))[:160]}"
        self.panic(Text(f"room40: The screen could not be drawn ({what}). The game is kept where it stands."))

    def action_command_palette(self) -> None:
        """The palette; in ASCII the list of all keys, which is one too."""
        if not self.profile.ascii:
            super().action_command_palette()
        elif isinstance(self.screen, Commanded):
            self.screen.action_keys()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the table."""
        if isinstance(screen, Commanded):
            for action in screen.actions:
                title = f"{action.words} ({shown(action.keys)})"
                yield SystemCommand(title, action.group, _doing(screen, action.does))


def _collect_again() -> None:
    """What is there by now stays; from here on garbage is collected."""
    gc.freeze()
    gc.enable()


def _doing(screen: Screen[object], does: str) -> Callable[[], object]:
    return lambda: screen.run_worker(screen.run_action(does), exit_on_error=False)


def run(first: "Callable[[Ink], Screen[None]]", profile: Profile) -> str:
    """Run the client on this terminal until it is left; the sentence it ends with."""
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    os.environ.setdefault("TEXTUAL_FPS", "30")
    return Room40(first, profile).run(mouse=profile.mouse) or ""
