"""What is asked of a seat, in words, and what answers it."""

from room40.dreadnought.views import View
from room40_client.plain.dreadnought import names
from room40_client.plain.grammar import listed
from room40_client.tui.board import aiming
from room40_client.tui.board.manoeuvring import Manoeuvres
from room40_client.tui.draw import words
from room40_client.tui.draw.asked import CLAIM_WORDS

WHAT = {"plan": "Plan", "orders": "Orders", "after battle": "After the battle"}


def asked(view: View) -> list[str]:
    """The lines that say what is wanted, and the commands that answer."""
    ask = view.ask
    if view.result:
        return [f"Result: {view.result}"]
    if not ask.kind:
        return [_waiting(view)]
    if ask.kind in WHAT:
        return _orders(view)
    if ask.kind == "claims":
        ours = words.fleet_name(view, ask.fleet) if ask.fleet else "We"
        return [f"Claims? {ours} and counter {ask.label} may meet in {ask.zone}.", *_choices(view, "claim nothing")]
    if ask.kind == "swap":
        return ["Which zone first? Two are checked.", *_choices(view)]
    if ask.kind == "quarry":
        return [f"Whom to pursue? The enemy has divided before {words.fleet_name(view, ask.fleet)}.", *_choices(view)]
    if ask.kind == "fight":
        battle = view.battle.get(ask.zone)
        return [f"Battle in {ask.zone}, round {battle.round if battle else 1}: your word?", *_choices(view)]
    return _board(view)


def _waiting(view: View) -> str:
    others = [words.side_name(side) for side in view.waiting if side != view.seat]
    watching = "Watching. " if view.seat == "public" else ""
    if not others:
        return f"{watching}The turn goes on: {words.phase(view.phase)}."
    committed = view.phase in WHAT and view.seat in ("CP", "EN") and view.seat not in view.waiting
    more = " reopen takes your commit back." if committed else ""
    return f"{watching}Waiting for the {' and the '.join(others)}: {words.phase(view.phase)}.{more}"


def _orders(view: View) -> list[str]:
    what = WHAT[view.ask.kind]
    found = _due(view, what) + [f"{what}: {sentence}" for sentence in view.ask.missing]
    if not found and view.ask.kind == "after battle":
        return ["After the battle: abort, pursue, rejoin or go on; then commit."]
    return found or [f"{what}: turn {view.turn}, all is written. commit, when you are done."]


def _due(view: View, what: str) -> list[str]:
    """The slots that must still be written, fleets that owe the same together, with an example for the first."""
    alike: dict[tuple[int, ...], list[str]] = {}
    owing: dict[str, str] = {}
    for fleet_id in words.by_number(view):
        fleet = view.fleets[fleet_id]
        if turns := words.due(view, fleet):
            number = str(fleet.number)
            alike.setdefault(tuple(turns), []).append(number)
            if owed := words.owed(fleet, turns[0]):
                owing[number] = "/".join(owed)
    found = []
    for turns_, numbers in alike.items():
        route = owing.get(numbers[0], "stay")
        fleets = f"fleet{'s' if len(numbers) > 1 else ''} {listed(numbers)}"
        found.append(f"{what} due: {fleets}, {words.slots(list(turns_))}. As {numbers[0]}: {turns_[0]} {route}")
    return [*found, *(f"Fleet {number} still owes {route}: begin with it." for number, route in owing.items())]


def _choices(view: View, nothing: str = "") -> list[str]:
    """The choices by number; `nothing`: the command that takes none."""
    choices = view.ask.choices
    said = [f"{number}: {CLAIM_WORDS.get(choice, choice)}." for number, choice in enumerate(choices, 1)]
    if not choices and nothing:
        return [f"Nothing can be claimed. Type: {nothing}"]
    return [*said, f"Type numbers, or: {nothing}" if nothing else "Type a number."]


def _board(view: View) -> list[str]:
    """What is asked on the tactical board."""
    ask, kind = view.ask, view.ask.kind
    where = f"battle in {ask.zone}"
    step = ""
    if ask.zone in view.board and ask.zone in view.battle:
        step = f"step {view.board[ask.zone].step}, round {view.battle[ask.zone].round}"
    if kind == "basic":
        return [f"Basic combat? The enemy proposes it for the {where}. basic yes, or basic no."]
    if kind == "entry":
        return _entry(view, where)
    if kind == "set up":
        return [f"Set up, {where}. set up umpire does it for you; board tells where your ships may stand."]
    if kind == "manoeuvre":
        movers = _movers(view)
        who = listed(movers) or "only ships taken out of their groups"
        return [f"Movement, {step}: {who} may move. steer stay, or as steer {next(iter(movers), 'group 1')} NW."]
    if kind == "gunnery":
        how = "fire umpire, fire again, fire hold; targets lists what they reach."
        return [f"Gunnery, {step}: {_firing(view, False)} {how}"]
    if kind == "torpedoes":
        how = "torpedoes hold, or as torpedoes SHIP at COUNTER; targets lists them."
        return [f"Torpedoes, {step}: {_firing(view, True)} {how}"]
    if kind == "keep":
        fleet = words.fleet_name(view, ask.fleet)
        return [f"{fleet} left the {where} in parts. Which ship keeps its counter?", *_choices(view)]
    return [f"You are asked in the {where}: {kind}.", *_choices(view)]


def _entry(view: View, where: str) -> list[str]:
    board = view.board.get(view.ask.zone)
    zones = board.zones if board else {}
    sides = [f"{number}: {side}{f' from {zones[side]}' if side in zones else ''}." for number, side in _sides(view)]
    who = words.fleet_name(view, view.ask.fleet) if view.ask.fleet else "your fleet"
    return [f"Entry, {where}: by which side does {who} come on?", *sides, "Type a number."]


def _sides(view: View) -> list[tuple[int, str]]:
    return list(enumerate(view.ask.choices, 1))


def _movers(view: View) -> list[str]:
    """The groups that may move."""
    board = view.board.get(view.ask.zone)
    movers = Manoeuvres(view, view.ask.zone, board).movers() if board else []
    return [names.group_name(group) for group in movers]


def _firing(view: View, torpedoes: bool) -> str:
    if view.ask.zone not in view.board or view.ask.zone not in view.battle:
        return ""
    aims = aiming.Aims(view, view.battle[view.ask.zone], view.board[view.ask.zone], torpedoes)
    ships = [names.ship_name(view, ship) for ship in aims.ships()]
    return f"{listed(ships)} can fire." if ships else "nothing is in reach."
