"""The tactical board and the battle by a word (7.2, 7.3, H7)."""

from room40.dreadnought.board_views import BattleShipView, BoardView
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import SIDES, bearing, distance
from room40_client.plain.dreadnought import names
from room40_client.plain.grammar import Fact, Unclear, listed
from room40_client.tui.board import aiming, telling, terms
from room40_client.tui.board.manoeuvring import Manoeuvres
from room40_client.tui.board.terms import spot
from room40_client.tui.draw import words


def _now(view: View) -> tuple[BattleView, BoardView]:
    found = terms.on_board(view)
    if found is None:
        raise Unclear("There is no battle on the board now.")
    return found


def board(view: View, _: str = "") -> list[str]:
    """The whole board: the step, own groups, enemy stacks, where sides lead."""
    battle, of = _now(view)
    geometry = terms.geometry(of)
    found = [f"Battle in {battle.zone}, round {battle.round}, {terms.impulse(view, battle, of)}."]
    if of.entries:
        found.append(f"Coming on by {listed(of.entries)}: the {words.side_name(battle.initiative)}.")
    found.append(f"Sight {of.detection} hexes. Most in a hex: {of.stack} of a side.")
    closed = "" if len(of.zones) == len(SIDES) else "; the rest is land"
    found.append(f"Sides: {', '.join(f'{side} to {zone}' for side, zone in of.zones.items())}{closed}.")
    movers = Manoeuvres(view, battle.zone, of).movers() if of.groups else []
    for key, group in sorted(of.groups.items()):
        may = ", may move" if key in movers and view.ask.kind == "manoeuvre" else ""
        ships = ", ".join(names.ship_name(view, ship) for ship in group.ships)
        fleet = names.number(group.fleet)
        where = geometry.name(spot(group.hex))
        found.append(f"{names.group_name(key).capitalize()}, {where}, speed {group.speed}, fleet {fleet}{may}: {ships}.")
    for side, stacks in sorted(of.stacks.items()):
        for key in sorted(stacks, key=lambda one: spot(one)):
            found.append(f"{words.side_name(side)} {_stack(view, battle, of, side, key)}")
    return [*found, *_set_up(view, battle, of)]


def _stack(view: View, battle: BattleView, of: BoardView, side: str, key: str) -> str:
    stack = of.stacks[side][key]
    up = "" if stack.up else ", face down"
    counters = ", ".join(_counter(view, battle, of, counter) for counter in stack.counters)
    return f"in {terms.geometry(of).name(spot(key))}{_range(of, key)}{up}: {counters}."


def _counter(view: View, battle: BattleView, of: BoardView, counter: str) -> str:
    ship = of.known.get(counter, "")
    kind = f" {battle.ships[ship].kind}" if ship in battle.ships else ""
    return f"{counter} {terms.name(view, battle, ship)}{kind}" if ship else counter


def _range(of: BoardView, key: str) -> str:
    """How far it is from the nearest own group, and where from there."""
    if not of.groups:
        return ""
    at = spot(key)
    nearest = min(sorted(of.groups), key=lambda one: distance(spot(of.groups[one].hex), at))
    here = spot(of.groups[nearest].hex)
    far, group = distance(here, at), names.group_name(nearest)
    return f", {far} hex{'es' if far > 1 else ''} {bearing(here, at)} of {group}" if far else f", with {group}"


def stirred(before: View, view: View) -> list[str]:
    """The enemy's stacks that are not as they were in the same battle: moved, newly in sight, known or face up; and
    hexes in which none is left. The log does not tell this: on a screen one sees it.
    """
    one, other = terms.on_board(before), terms.on_board(view)
    if one is None or other is None or one[0].zone != other[0].zone:
        return []
    battle, of = other
    found = []
    for side, stacks in sorted(of.stacks.items()):
        old = {at: _looks(one[1], side, at) for at in one[1].stacks.get(side, {})}
        new = {at: _looks(of, side, at) for at in stacks}
        found += [
            f"{words.side_name(side)} {_stack(view, battle, of, side, at)}"
            for at in sorted(new, key=spot)
            if new[at] != old.get(at)
        ]
        if gone := [terms.geometry(of).name(spot(at)) for at in sorted(old, key=spot) if at not in new]:
            found.append(f"{words.side_name(side)}: nothing now in {listed(gone)}.")
    return found


def _looks(of: BoardView, side: str, at: str) -> tuple[bool, tuple[tuple[str, str], ...]]:
    stack = of.stacks[side][at]
    return stack.up, tuple((counter, of.known.get(counter, "")) for counter in stack.counters)


def _set_up(view: View, battle: BattleView, of: BoardView) -> list[str]:
    """While one sets up: where each fleet may stand, and what the umpire proposes."""
    geometry = terms.geometry(of)
    found = [
        f"Fleet {names.number(fleet)} may stand in {', '.join(geometry.name(spot(at)) for at in hexes)}."
        for fleet, hexes in of.may_stand.items()
    ]
    if of.proposal:
        placed = [f"{geometry.name(spot(at))}: {', '.join(ships)}" for at, ships in of.proposal.items()]
        found.append(f"The umpire would set up {'; '.join(placed)}.")
    entry = [f"Fleet {names.number(fleet)} comes on by {side}." for fleet, side in of.entry.items() if side != "?"]
    seen = [
        f"{terms.name(view, battle, ship)}: last seen in {geometry.name(spot(last.hex))}, "
        f"round {last.round}, step {last.step}."
        for ship, last in of.last_seen.items()
    ]
    return [*entry, *found, *seen]


def stack(view: View, text: str) -> list[str]:
    """What stands in a hex, or all about a group."""
    battle, of = _now(view)
    geometry = terms.geometry(of)
    at = geometry.named(text.replace(" ", ""))
    if at is None:
        at = spot(of.groups[name].hex) if (name := names.group(view, battle.zone, text)) in of.groups else None
    if at is None:
        raise Unclear(f"{text[:20]!r} is neither a hex of the board, as G6, nor a group of yours.")
    found = [f"{geometry.name(at)}:"]
    for key, group in sorted(of.groups.items()):
        if spot(group.hex) == at:
            ships = ", ".join(f"{names.ship_name(view, s)}{_arms(of, s)}" for s in group.ships)
            found.append(f"{names.group_name(key).capitalize()}, speed {group.speed}: {ships}.")
            if leaves := [ship for ship in group.ships if ship in of.may_detach]:
                found.append(f"May be taken out: {', '.join(leaves)}.")
    for side, stacks in sorted(of.stacks.items()):
        if str(at) in stacks:
            found.append(f"{words.side_name(side)} {_stack(view, battle, of, side, str(at))}")
    return found if len(found) > 1 else [f"{geometry.name(at)}: nothing."]


def _arms(of: BoardView, ship: str) -> str:
    arms = of.arms.get(ship)
    if arms is None:
        return ""
    found = [
        f"{name} {arm[1]} dice to {arm[0]}"
        for name, arm in (
            ("primary", arms.primary),
            ("secondary", arms.secondary),
            ("tertiary", arms.tertiary),
            ("torpedoes", arms.torpedoes),
        )
        if arm
    ]
    return f" ({', '.join(found)})" if found else ""


def targets(view: View, _: str = "") -> list[str]:
    """What the own guns, or torpedoes in their step, reach, with the hits to be hoped for."""
    battle, of = _now(view)
    aims = aiming.Aims(view, battle, of, view.ask.kind == "torpedoes")
    found = []
    for ship in aims.ships():
        said = []
        for counter in aims.targets(ship):
            hope = f", {aims.hope(ship, counter):.1f} hits" if not aims.torpedoes else ""
            guns = listed([gun for _, gun in aims.weapons(ship) if counter in aims.chances[ship, gun]])
            said.append(f"{_counter(view, battle, of, counter)} at {aims.range(ship, counter)} by {guns}{hope}")
        found.append(f"{names.ship_name(view, ship)}: {'; '.join(said)}.")
    again = [
        f"{ship} at {_counter(view, battle, of, counter)}"
        for counter, by in of.same.items()
        for ship in by
        if view.ask.kind == "gunnery"
    ]
    return [*(found or ["Nothing is in reach."]), *([f"Again would be: {', '.join(again)}."] if again else [])]


def steps(view: View, _: str = "") -> list[str]:
    """The steps of a round from the one in hand, and how guns hit."""
    one, of = _now(view)
    lead = f"Initiative: the {words.side_name(one.initiative)}." if one.initiative else "Nobody has the initiative yet."
    ahead = [f"{n} {_step(view, one, text)}" for n, text in enumerate(of.impulses, 1) if n >= of.step]
    found = [lead, f"Steps, from the one in hand: {'; '.join(ahead)}."]
    small = f"at small craft only to {of.small_range} hexes, and one in {of.small_share} of the primaries"
    return [*found, f"Guns hit on {of.hit_on} and more; {small}."]


def _step(view: View, one: BattleView, text: str) -> str:
    """A step of a round: "you move speed 2, 2+", "gunnery"."""
    what, _, speed = text.partition(" ")
    if what not in ("A", "B") or not one.initiative:
        return text
    return f"{terms.mover(view, terms.side_of(one, what))} {terms.of_speed(speed)}"


def battle(view: View, _: str = "") -> list[str]:
    """The ships of the battle, one's own first."""
    if not view.battle:
        return report(view)
    found = []
    for one in view.battle.values():
        lead = f", initiative: the {words.side_name(one.initiative)}" if one.initiative else ""
        found.append(f"Battle in {one.zone}, round {one.round}{lead}.")
        for key in sorted(one.ships, key=lambda k: (one.ships[k].side != view.seat, one.ships[k].name)):
            found.append(_battle_ship(one.ships[key]))
    return found


def _battle_ship(ship: BattleShipView) -> str:
    if ship.sunk:
        return f"{ship.name}, {words.side_name(ship.side)}: sunk."
    boxes = [
        ("hull", ship.hull),
        ("primary", ship.primary),
        ("secondary", ship.secondary),
        ("tertiary", ship.tertiary),
        ("torpedo mounts", ship.torpedo_mounts),
    ]
    left = ", ".join(f"{name} {number}" for name, number in boxes if number)
    boats = f", boats {ship.boats}" if ship.boats > 1 else ""
    return f"{ship.name}, {words.side_name(ship.side)}, {ship.kind}: speed {ship.speed}, {left}{boats}."


def known_ship(view: View, key: str) -> list[str]:
    """A ship of the battle that is known by name."""
    found = []
    for one in view.battle.values():
        if key in one.ships:
            found.append(_battle_ship(one.ships[key]))
            found += _built(view, one.ships[key])
    return found


def _built(view: View, ship: BattleShipView) -> list[str]:
    """What her card says of her class, where it is known."""
    card = view.classes.get(ship.who.card or ship.kind)
    if card is None:
        return []
    guns = f"primary {card.primary} to range {card.primary_range}, secondary {card.secondary}, tertiary {card.tertiary}"
    armour = f"Armour: hull {card.hull_armour}, primary {card.primary_armour}"
    return [
        f"As built: hull {card.hull}, {guns}, torpedo mounts {card.torpedo_mounts}, speed {card.speed}.",
        f"{armour}. Worth {card.points} points.",
    ]


def report(view: View, _: str = "") -> list[str]:
    """Everything that was told of the last battle."""
    turn, zone = telling.last_battle(view)
    if not turn:
        return ["There has been no battle."]
    return [f"Battle in {zone}, turn {turn}.", *(event.text for event in telling.of_battle(view, turn, zone))]


FACTS: tuple[Fact[View], ...] = (
    Fact(("board",), ("board",), "the tactical board: groups, enemy stacks, sides", board),
    Fact(("stack", "hex", "group"), ("stack G6", "group 1"), "what stands in a hex, with its guns", stack),
    Fact(("targets",), ("targets",), "what your guns reach, and the hits to hope for", targets),
    Fact(("steps",), ("steps",), "the steps of a round, and how guns hit", steps),
    Fact(("battle",), ("battle",), "the ships of the battle", battle),
    Fact(("report",), ("report",), "all that was told of the last battle", report),
)
