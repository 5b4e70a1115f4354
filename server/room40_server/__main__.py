"""`python -m room40_server`: what an operator can ask of a server.

serve        accept players
scenarios    list what can be played
adjudicate   play a case script
odds         the odds of a battle of the 1942 system
import-map   make a scenario of the 1942 system out of another program's map
replay       read a journal again, and run the rules over it
verify       derive every die of a table from its seed
"""

import argparse
import asyncio
import errno
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from room40.protocol.text import clean
from room40_server.config import DEFAULT_PORT, Settings, SshSettings, WebSettings, create_secret
from room40_server.journal import JournalError
from room40_server.systems import ScenarioProblem, SystemProblem, Systems, built_in, system_from


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 well, 1 the answer is no, 2 it could not be done."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["odds"]:
        from room40_server import odds  # numpy takes 100 ms to import

        return odds.main(words[1:])
    if words[:1] == ["import-map"]:
        from room40_server.importer import command as importer

        return importer.main(words[1:])
    given = _parser().parse_args(words)
    command: Callable[[argparse.Namespace], int] = given.command
    try:
        return command(given)
    except (JournalError, ScenarioProblem, SystemProblem, OSError) as error:
        sys.stderr.write(f"room40-server: {error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="room40-server", description="The server of Room 40.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="accept players until stopped")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (%(default)s)")
    serve.add_argument("--port", type=int, default=DEFAULT_PORT, help="0 takes any free one (%(default)s)")
    serve.add_argument("--journal", type=Path, required=True, metavar="FILE", help="where the tables are kept")
    serve.add_argument("--until-eof", action="store_true", help="stop when standard input ends, as a private server does")
    serve.add_argument("--create-secret", metavar="SECRET", help="only who knows it may open tables")
    serve.add_argument(
        "--announce", nargs="?", const="", default="", metavar="URL", help="the address that players reach it under"
    )
    _takes_ssh(serve)
    _takes_web(serve)
    _takes_systems(serve)
    _takes_scenarios(serve)
    serve.set_defaults(command=_serve)

    scenarios = commands.add_parser("scenarios", help="list what can be played")
    _takes_systems(scenarios)
    _takes_scenarios(scenarios)
    scenarios.set_defaults(command=_scenarios)

    adjudicate = commands.add_parser("adjudicate", help="play a case script and print what happened")
    adjudicate.add_argument("script", type=Path)
    adjudicate.add_argument("--seat", help="print only this seat's view")
    adjudicate.add_argument("--state", action="store_true", help="print the whole state too")
    adjudicate.set_defaults(command=_adjudicate)

    commands.add_parser("odds", help="the odds of a battle of the 1942 system", add_help=False)
    commands.add_parser("import-map", help="make a scenario out of another program's map", add_help=False)

    replay = commands.add_parser("replay", help="read a journal again, and run the rules over it")
    replay.add_argument("journal", type=Path)
    replay.add_argument("tables", nargs="*", metavar="TABLE")
    _takes_systems(replay)
    replay.set_defaults(command=_replay)

    verify = commands.add_parser("verify", help="derive every die of a table from its seed")
    verify.add_argument("journal", type=Path)
    verify.add_argument("table")
    verify.set_defaults(command=_verify)
    return parser


def _takes_ssh(parser: argparse.ArgumentParser) -> None:
    ssh = parser.add_argument_group("SSH", "let people in by SSH too, each with a key of his own: no shell, only tables")
    ssh.add_argument("--ssh", type=int, metavar="PORT", help="the port to listen on; 0 takes any free one")
    ssh.add_argument("--ssh-keys", type=Path, metavar="FILE", help="let in these keys only, one a line")
    ssh.add_argument("--ssh-open", action="store_true", help="whoever is let in may open tables")
    ssh.add_argument("--ssh-watch", action="store_true", help="the user called watch needs no key, and only watches")
    ssh.add_argument(
        "--ssh-public", action="append", default=[], metavar="TABLE", help="a table anybody may watch; all: every one"
    )
    ssh.add_argument(
        "--ssh-idle", type=float, default=60.0, metavar="MINUTES", help="end sessions so long without a sign (%(default)g)"
    )


def _ssh(given: argparse.Namespace) -> SshSettings | None:
    """How the SSH door is run, if there is to be one. Raises `SystemProblem` if something is said of one that is not."""
    said = (given.ssh_keys, given.ssh_open, given.ssh_watch, given.ssh_public)
    if given.ssh is None:
        if any(said):
            raise SystemProblem("There is no SSH door to set anything of: add --ssh PORT.")
        return None
    if given.ssh_idle <= 0:
        raise SystemProblem("--ssh-idle wants more than no minutes.")
    return SshSettings(
        given.ssh, given.ssh_watch, given.ssh_open, tuple(given.ssh_public), given.ssh_keys, 60 * given.ssh_idle
    )


def _takes_web(parser: argparse.ArgumentParser) -> None:
    web = parser.add_argument_group("web", "let people watch in a browser: nothing can be ordered there")
    web.add_argument("--web", type=int, metavar="PORT", help="the port to listen on; 0 takes any free one")
    web.add_argument(
        "--web-public", action="append", default=[], metavar="TABLE", help="a table anybody may watch; all: every one"
    )


def _web(given: argparse.Namespace) -> WebSettings | None:
    """How watching in a browser is run, if it is. Raises `SystemProblem` if there are pages and nothing to see on them."""
    if given.web is None and given.web_public:
        raise SystemProblem("There are no pages to show a table on: add --web PORT.")
    if given.web is not None and not given.web_public:
        raise SystemProblem("--web shows nothing yet: say what may be watched with --web-public TABLE, or --web-public all.")
    return None if given.web is None else WebSettings(given.web, tuple(given.web_public))


def _takes_systems(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--with-system", action="append", default=[], metavar="MODULE", help="a system from outside (its SYSTEM)"
    )


def _takes_scenarios(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--scenarios", action="append", default=[], type=Path, metavar="FOLDER", help="scenarios of your own"
    )


def _folders(given: argparse.Namespace) -> tuple[Path, ...]:
    """The folders of the operator's own scenarios; he is told of those that are not there."""
    for folder in given.scenarios:
        if not folder.is_dir():
            sys.stderr.write(f"room40-server: there is no folder {folder}\n")
    return tuple(given.scenarios)


def _serve(given: argparse.Namespace) -> int:
    from room40_server.serve import serve  # websockets takes 100 ms to import

    settings = Settings(
        given.host,
        given.port,
        given.journal,
        create_secret(given.create_secret),
        given.announce.rstrip("/"),
        given.until_eof,
        tuple(given.with_system),
        _folders(given),
        _ssh(given),
        _web(given),
    )
    try:
        asyncio.run(serve(settings))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        wanted = (("--ssh", given.ssh), ("--web", given.web), ("--port", given.port))
        option, port = next((one for one in wanted if str(one[1]) in str(error)), wanted[-1])
        sys.stderr.write(f"room40-server: {given.host}, port {port} is in use already; {option} N takes another\n")
        return 2
    return 0


def _scenarios(given: argparse.Namespace) -> int:
    for card in _systems(given, _folders(given)).scenarios():
        sys.stdout.write(f"{card.name:20} {clean(card.title, 200)}  ({', '.join(card.seats)})\n")
    return 0


def _adjudicate(given: argparse.Namespace) -> int:
    from room40_server import adjudicate

    words = [str(given.script), *(["--seat", given.seat] if given.seat else []), *(["--state"] if given.state else [])]
    return adjudicate.main(words)


def _replay(given: argparse.Namespace) -> int:
    from room40_server.replay import read_journal, replay

    systems = _systems(given)
    found = [replay(table, raws, systems) for table, raws in read_journal(given.journal, given.tables).items()]
    _print_json(found)
    return 1 if any(table.difference for table in found) else 0


def _verify(given: argparse.Namespace) -> int:
    from room40_server.replay import read_journal, verify

    found = verify(given.table, read_journal(given.journal, [given.table])[given.table])
    _print_json(found)
    return 1 if found.wrong else 0


def _systems(given: argparse.Namespace, folders: Sequence[Path] = ()) -> Systems:
    return Systems([system_from(module) for module in given.with_system], built_in(folders))


def _print_json(value: object) -> None:
    json.dump(msgspec.to_builtins(value), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    sys.exit(main())
