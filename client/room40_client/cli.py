"""`room40`: play against the computer, join or watch a table, and the server's own commands.

Whatever goes wrong, a person gets one sentence. What takes long to import is imported by the command that needs it.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen

    from room40_client.terminal.profile import Name, Profile
    from room40_client.terminal.recording import Recording
    from room40_client.tui.palette import Ink

SERVER_COMMANDS = {
    "serve": "accept players until stopped",
    "scenarios": "list what can be played",
    "adjudicate": "play a case script and print what happened",
    "odds": "the odds of a battle of the 1942 system",
    "import-map": "make a scenario of the 1942 system out of another program's map",
    "replay": "read a journal again, and run the rules over it",
    "verify": "derive every die of a table from its seed",
}
TRUE, FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off"})


class Complaint(Exception):
    """What a person is told in one sentence instead of being served."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 well, 1 it ended with a complaint, 2 it could not be begun."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given and given[0] in SERVER_COMMANDS:
            return _as_server(given)
        options = _parser().parse_args(given)
        command: Callable[[argparse.Namespace], int] = options.command
        return command(options)
    except Complaint as complaint:
        sys.stderr.write(f"room40: {complaint}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"room40: {error.strerror or error}" + (f": {error.filename}\n" if error.filename else "\n"))
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="room40", description="Wargames of hidden information, played in a terminal.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play against the computer; the game is kept")
    play.add_argument("scenario", nargs="?", default="", help="which scenario; without it you choose on the screen")
    play.add_argument("--side", default="", metavar="SEAT", help="your seat: CP or EN in 1914, as west in 1942")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as double_blind=yes")
    play.add_argument("--continue", dest="go_on", action="store_true", help="go on with the game that was left last")
    play.set_defaults(command=_play)

    table = commands.add_parser("open", help="open a table on a server, and print the links of its seats")
    table.add_argument("server", help="the server's address: ws://host:port")
    table.add_argument("scenario")
    table.add_argument("--computer", action="append", default=[], metavar="SEAT", help="a seat the computer plays")
    table.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as double_blind=yes")
    table.add_argument("--system", default="", help="the system of rules; left out, the scenario's")
    table.set_defaults(command=_open)

    join = commands.add_parser("join", help="take your seat at a table")
    watch = commands.add_parser("watch", help="watch a table; nothing can be ordered")
    for one in (join, watch):
        one.add_argument("url", help="the link you were given: ws://host:port/t/TABLE#SECRET; -: read it, or ask for it")
        one.set_defaults(command=_join)
    watch.add_argument("--record", default="", metavar="FILE", help="keep what is shown in a new file, for asciinema")
    for one in (play, join, watch):
        one.add_argument("--name", default=os.environ.get("USER", "")[:40], help="what you are called in the chat")
        one.add_argument("--profile", default="", metavar="NAME", help="rich, lean, ascii or plain; without it, a guess")
        one.add_argument("--ascii", dest="profile", action="store_const", const="ascii", help="as --profile ascii")
        one.add_argument("--no-thin", dest="thin", action="store_false", help="draw as Textual does, for comparison")
        one.add_argument("--no-mouse", dest="mouse", action="store_false", help="leave the mouse to the terminal")
    for name, what in SERVER_COMMANDS.items():
        commands.add_parser(name, help=what, add_help=False)
    return parser


def _as_server(given: list[str]) -> int:
    """Become the server's own command; what it keeps or reads is in the user's data folder unless it is told where."""
    if not {"-h", "--help"}.intersection(given):
        given[1:1] = _usual_places(given)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "room40_server", *given])


def _usual_places(given: Sequence[str]) -> list[str]:
    """The arguments that a command of the server lacks, with the folders of the user: his journal, his own scenarios."""
    from room40_client import kept

    def lacks(option: str) -> bool:
        return not any(word.partition("=")[0] == option for word in given)

    found: list[str] = []
    if given[0] == "serve" and lacks("--journal"):
        found += ["--journal", str(kept.home() / "server.db")]
    if given[0] == "scenarios" and lacks("--scenarios"):
        found += ["--scenarios", str(kept.scenarios())]
    if given[0] == "import-map" and lacks("--to"):
        found += ["--to", str(kept.scenarios())]
    return found


def _play(options: argparse.Namespace) -> int:
    profile = _profile(options)
    if profile.name == "plain":
        return _plain(options)
    from room40_client import kept
    from room40_client.tui.palette import Ink
    from room40_client.tui.screens.start import Start, Wanted

    if options.go_on and not kept.unfinished():
        raise Complaint("There is no unfinished game to go on with.")
    wanted = Wanted(options.scenario, options.side, _options(options.option), options.go_on, options.name)

    def first(ink: Ink) -> Start:
        return Start(ink, wanted)

    return _show(first, profile)


def _open(options: argparse.Namespace) -> int:
    """Open a table; the operator's secret, where the server wants one, stands in the environment."""
    import asyncio

    from room40.protocol.links import LinkError, server_address
    from room40.protocol.messages import Made
    from room40_client.reception import create, links, system_of
    from room40_client.session import SessionClosed

    async def opened(base: str, asked: dict[str, int | str | bool]) -> Made:
        system = options.system or await system_of(base, options.scenario)
        secret = os.environ.get("ROOM40_CREATE_SECRET", "")
        return await create(base, system, options.scenario, asked, tuple(options.computer), "", secret)

    try:
        base = server_address(options.server)
        made = asyncio.run(opened(base, _options(options.option)))
    except (LinkError, SessionClosed) as problem:
        raise Complaint(str(problem)) from None
    seats, watch = links(made, base)
    for seat, link in seats.items():
        sys.stdout.write(f"{seat:8} room40 join '{link}'\n")
    sys.stdout.write(f"{'watch':8} room40 watch '{watch}'\n")
    return 0


def _join(options: argparse.Namespace) -> int:
    from room40.protocol.links import LinkError, parse_link

    try:
        options.url = _link(options)
        link = parse_link(options.url)
    except LinkError as error:
        raise Complaint(str(error)) from None
    profile = _profile(options)
    recording = _recording(options, profile)
    if profile.name == "plain":
        return _plain(options)
    from room40_client.session import Session
    from room40_client.tui.palette import Ink
    from room40_client.tui.screens.door import Door

    def first(ink: Ink) -> Door:
        return Door(Session(link, options.name), ink)

    return _show(first, profile, recording)


def _link(options: argparse.Namespace) -> str:
    """The link as it was typed; "-" keeps it off the command line, which everybody on the machine can read."""
    from room40_client import asked_link

    if options.url != asked_link.HANDED_IN:
        return str(options.url)
    try:
        given = asked_link.read()
    except EOFError:
        raise Complaint("No link was given.") from None
    if _profile_name(options) != "plain":
        asked_link.back_to_the_terminal()
    return given


def _recording(options: argparse.Namespace, profile: "Profile") -> "Recording | None":
    """The recording that is wanted, if any."""
    path = getattr(options, "record", "")
    if not path:
        return None
    if profile.name == "plain" or not profile.thin:
        raise Complaint("--record keeps a screen as it is drawn: not line by line, and not with --no-thin.")
    from room40_client.terminal.recording import Recording

    columns, lines = os.get_terminal_size()
    try:
        return Recording(path, columns, lines)
    except FileExistsError:
        raise Complaint(f"{path} is there already, and is not overwritten.") from None


def _show(first: "Callable[[Ink], Screen[None]]", profile: "Profile", recording: "Recording | None" = None) -> int:
    from room40_client.tui import app

    said = app.run(first, profile, recording)
    if recording is not None:
        recording.close()
        said = said or (recording.failure and f"The recording is cut short: {recording.failure}.")
    if said:
        sys.stderr.write(f"room40: {said}\n")
    return 1 if said else 0


def _plain(options: argparse.Namespace) -> int:
    """Line by line, on any pipe."""
    from room40.protocol.links import parse_link
    from room40_client import plain

    try:
        if "url" in options:
            return plain.run_table(parse_link(options.url), options.name)
        wanted = plain.Wanted(options.scenario, options.side, _options(options.option), options.go_on)
        return plain.run_play(wanted, options.name)
    except plain.Trouble as trouble:
        raise Complaint(str(trouble)) from None


def _profile(options: argparse.Namespace) -> "Profile":
    """What kind of terminal this is. For the screens there must be one at both ends: without it they would wait for ever."""
    from room40_client.terminal import manners, profile

    name = _profile_name(options)
    found = profile.of_name(name, os.environ, options.mouse, options.thin)
    if name != "plain":
        if no := manners.refusal(all(end.isatty() for end in (sys.stdin, sys.stdout, sys.stderr))):
            raise Complaint(no)
        profile.settle(found)
        gc.disable()  # next to nothing of what is imported is ever garbage; the app collects again once it stands
    return found


def _profile_name(options: argparse.Namespace) -> "Name":
    from room40_client.terminal import profile

    try:
        return profile.chosen(options.profile, os.environ, getattr(sys.stdout, "encoding", "") or "")
    except profile.UnknownProfile as unknown:
        raise Complaint(str(unknown)) from None


def _options(pieces: Sequence[str]) -> dict[str, int | str | bool]:
    """Options of a scenario as they were typed: yes and no, numbers, else words."""
    found: dict[str, int | str | bool] = {}
    for piece in pieces:
        name, equals, value = piece.partition("=")
        if not equals or not name.strip():
            raise Complaint(f"{piece!r} is no option: write NAME=VALUE, as double_blind=yes.")
        word = value.strip().lower()
        number = int(word) if word.lstrip("-").isdecimal() and len(word) < 10 else None
        found[name.strip()] = True if word in TRUE else False if word in FALSE else value if number is None else number
    return found


if __name__ == "__main__":
    sys.exit(main())
