"""What must hold at every step of a game of 1942, whoever plays and whatever he orders.

Units come by placement alone and go as casualties alone; money comes by income, goes by purchase and moves by plunder;
every unit stands where it may; a refusal has its clause and one sentence; a view is of its type and tells nothing of an
unfinished phase.
"""

import re
from collections import Counter

import msgspec

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import View
from room40_server.rules.combined_arms.asks import moment
from room40_server.rules.combined_arms.state import Domain, Event, Phase, State, Unit, are_friends, has, type_of
from room40_server.rules.combined_arms.views import view
from room40_server.rules.game import PUBLIC, Refused

SECRET = (Phase.PURCHASE, Phase.COMBAT_MOVE, Phase.NONCOMBAT_MOVE, Phase.MOBILISE)
MOVES = (Phase.COMBAT_MOVE, Phase.NONCOMBAT_MOVE)
CLAUSE = re.compile(r"(C[1-5](\.\d{1,2})?|K[1-8](\.\d{1,2})?)")
CAPTURED = ("anti-aircraft", "complex")
LOSSES = (
    re.compile(r"(?P<power>.+) loses (?P<what>.+)\."),
    re.compile(r"A (?P<what>.+) of (?P<power>.+) finds no place to land and is lost\."),
    re.compile(r"A (?P<what>.+) of (?P<power>.+) is lost over .+\."),
    re.compile(r"A (?P<what>.+) finds no deck over .+ and is lost\."),
)
Counts = Counter[tuple[str, str]]
"""(power, type) -> number."""


class Wrong(Exception):
    """Something that must never be."""


def hold(truth: bool, sentence: str) -> None:
    """Raise `Wrong` unless it is true."""
    if not truth:
        raise Wrong(sentence)


class Watch:
    """Looks on at a game. `views`: whether every view is looked at too, which costs most of the time."""

    def __init__(self, state: State, views: bool = True) -> None:
        self.views = views
        self.steps = self.refusals = 0
        self._shown: dict[str, bytes] = {}
        self._questions = {moment(state)}
        self._was: tuple[State, bytes] = (state, encoded(state))
        positions(state)
        self._look(state, fresh=True)

    def refused(self, state: State, order: Order, why: Refused) -> None:
        """An order was refused: by a clause, in a sentence."""
        self.refusals += 1
        hold(CLAUSE.fullmatch(why.clause) is not None, f"{order} is refused by {why.clause!r}")
        plain = why.sentence.endswith(".") and "\n" not in why.sentence and 10 < len(why.sentence) < 400
        hold(plain, f"{order} is refused with {why.sentence!r}")

    def step(self, before: State, order: Order, after: State) -> None:
        """An order was carried out, with all that followed."""
        self.steps += 1
        hold(self._was[0] is not before or self._was[1] == encoded(before), f"{order} changes the state before it")
        self._was = (after, encoded(after))
        self._question(before, order, after)
        news = [event for number, event in after.log.items() if number not in before.log]
        units(before, order, after, news)
        money(before, order, after, news)
        positions(after)
        fresh = (before.power, before.round, before.phase) != (after.power, after.round, after.phase)
        self._look(after, fresh or after.phase not in SECRET)

    def _question(self, before: State, order: Order, after: State) -> None:
        """No two questions of a game are called the same: an answer to one is taken for no other."""
        answers = isinstance(order, o.Commit) or (before.phase is Phase.COMBAT and not isinstance(order, o.Concede))
        name = moment(after)
        hold((name in self._questions) is not answers or after.phase is Phase.OVER, f"{order} is followed by {name!r} again")
        self._questions.add(name)

    def _look(self, state: State, fresh: bool) -> None:
        """Every view is of its type, and those outside an unfinished phase see nothing of it (K1.2)."""
        if not self.views:
            return
        for viewpoint in (*state.setting.seats, PUBLIC):
            made = msgspec.msgpack.encode(view(state, viewpoint))
            hold(
                msgspec.msgpack.encode(msgspec.msgpack.decode(made, type=View)) == made,
                f"the view of {viewpoint} is no View",
            )
            if not fresh and is_outside(state, viewpoint):
                hold(made == self._shown[viewpoint], f"{viewpoint} is shown something of an unfinished {state.phase}")
            self._shown[viewpoint] = made


def encoded(state: State) -> bytes:
    """A state as bytes, but for what a scenario fixes and the log."""
    return msgspec.msgpack.encode((state.units, state.owners, state.money, state.damage, state.battles, state.given))


def is_outside(state: State, viewpoint: str) -> bool:
    """Whether a viewpoint may see nothing of the unfinished phase."""
    held = state.setting.seats.get(viewpoint, ())
    friends = [power for power in held if are_friends(state, power, state.power)]
    return state.power not in held and not (friends and state.setting.allies_see)


def units(before: State, order: Order, after: State, news: list[Event]) -> None:
    """Units come by placement and go as casualties that are told; guns and complexes only change hands (K2, K7)."""
    made = Counter(u.type for i, u in after.units.items() if i not in before.units)
    placed: Counter[str] = Counter()
    if before.phase is Phase.MOBILISE and isinstance(order, o.Commit):
        for one in before.placements.values():
            placed.update(one.units)
    hold(made == placed, f"{order} makes {dict(made)} of {dict(placed)}")
    gone: Counts = Counter((u.owner, u.type) for i, u in before.units.items() if i not in after.units)
    told = losses(before, news)
    hold(gone == told, f"{order} costs {dict(gone)}, and {dict(told)} is told")
    drowned = [u for i, u in before.units.items() if i not in after.units and u.aboard and u.aboard not in after.units]
    ashore = gone - Counter((u.owner, u.type) for u in drowned)
    hold(not any(set(CAPTURED) & set(before.setting.types[key].traits) for _, key in ashore), f"{order} destroys a gun")
    for unit_id, unit in after.units.items():
        old = before.units.get(unit_id)
        if old is None or (old.owner == unit.owner and old.type == unit.type):
            continue
        captured = any(has(after, unit, trait) for trait in CAPTURED) and old.type == unit.type
        rightly = {after.owners[unit.space]}
        if isinstance(order, o.TakeBack):  # it was captured by a move that is taken back
            rightly = {after.base[unit_id].owner}
        hold(captured and unit.owner in rightly, f"{unit_id} was {old.owner}'s and is {unit.owner}'s")


def losses(state: State, news: list[Event]) -> Counts:
    """The losses that the log tells."""
    names = {kind.name: key for key, kind in state.setting.types.items()}
    names |= {kind.plural or f"{kind.name}s": key for key, kind in state.setting.types.items()}
    powers = {power.name: key for key, power in state.setting.powers.items()}
    told: Counts = Counter()
    for event in news:
        match = next((found for pattern in LOSSES if (found := pattern.fullmatch(event.text))), None)
        if match is None:
            continue
        power = powers[match["power"]] if "power" in match.re.groupindex else event.power
        for part in re.split(r", | and ", match["what"]):
            number, _, name = part.partition(" ") if part[0].isdigit() else ("1", "", part)
            told[power, names[name]] += int(number)
    return told


def money(before: State, order: Order, after: State, news: list[Event]) -> None:
    """Money comes by income, goes by purchase and repair, is paid back, is plundered (K2, K7, K5.10)."""
    change: Counter[str] = Counter()
    if isinstance(order, o.Commit) and before.phase is Phase.PURCHASE:
        change[before.power] -= price(before, before.purchases) + sum(before.repairs.values())
    if isinstance(order, o.Commit) and before.phase is Phase.MOBILISE:
        placed: Counter[str] = Counter()
        for one in before.placements.values():
            placed.update(one.units)
        change[before.power] += price(before, before.purchases) - price(before, placed)
    names = {power.name: key for key, power in before.setting.powers.items()}
    for event in news:
        if found := re.fullmatch(r"(.+) collects (\d+)\.", event.text):
            power = names[found[1]]
            worth = sum(s.value for key, s in after.setting.spaces.items() if after.owners.get(key) == power)
            hold(int(found[2]) == worth, f"{power} collects {found[2]} and holds {worth}")
            change[power] += worth
        elif found := re.fullmatch(r"(.+) takes (\d+) from the treasury of (.+)\.", event.text):
            change[names[found[1]]] += int(found[2])
            change[names[found[3]]] -= int(found[2])
    are = {power: after.money[power] - before.money[power] for power in after.money}
    hold(
        sum(are.values()) == sum(change.values()), f"{order} makes {sum(are.values())} of money, not {sum(change.values())}"
    )
    if (
        before.phase not in MOVES
    ):  # there capitals taken by a move not yet committed are plundered, and told of at the commit
        hold(all(are[power] == change[power] for power in are), f"{order} changes money by {are}, not {dict(change)}")
    hold(min(after.money.values()) >= 0, f"{order} leaves {after.money}")


def price(state: State, counts: dict[str, int] | Counter[str]) -> int:
    """What units cost."""
    return sum(state.setting.types[key].cost * number for key, number in counts.items())


def positions(state: State) -> None:
    """Every unit stands where its kind may, aboard what may carry it, beside nobody that it would fight (K2, K3)."""
    cargo: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        if unit.aboard:
            cargo.setdefault(unit.aboard, []).append(unit)
        _stands(state, unit)
    for ship_id, aboard in cargo.items():
        _carries(state, ship_id, aboard)
    complexes = Counter(u.space for u in state.units.values() if has(state, u, "complex"))
    hold(max(complexes.values(), default=0) <= 1, "two complexes in one territory")
    for space, damage in state.damage.items():
        hold(0 < damage <= state.setting.raid_limit * state.setting.spaces[space].value, f"{damage} damage in {space}")
        hold(complexes[space] == 1, f"damage in {space}, and no complex")
    hold(state.phase is Phase.OVER or bool(state.asked), "nobody is asked")
    if state.phase is Phase.PURCHASE:
        _at_peace(state)


def _stands(state: State, unit: Unit) -> None:
    kind, space = type_of(state, unit), state.setting.spaces[unit.space]
    hold(not space.impassable, f"{unit.id} is in {space.key}, where nothing can be")
    hold(unit.damage < kind.hits, f"{unit.id} has {unit.damage} damage")
    hold(0 <= unit.used <= max(0, kind.move), f"{unit.id} has moved {unit.used}")
    if kind.domain is Domain.SEA:
        hold(space.water and not unit.aboard, f"{unit.id} is a ship in {space.key}")
    elif kind.domain in (Domain.LAND, Domain.FIXED):
        hold(space.water == bool(unit.aboard), f"{unit.id} is in {space.key} aboard {unit.aboard!r}")
    else:
        hold(space.water or not unit.aboard, f"{unit.id} is in {space.key} aboard {unit.aboard!r}")


def _carries(state: State, ship_id: str, aboard: list[Unit]) -> None:
    ship = state.units.get(ship_id)
    if ship is None:
        raise Wrong(f"{aboard[0].id} is aboard {ship_id}, which is no more")
    hold(all(u.space == ship.space and are_friends(state, u.owner, ship.owner) for u in aboard), f"{ship_id} has lost cargo")
    if has(state, ship, "carrier"):
        fits = len(aboard) <= type_of(state, ship).decks and all(has(state, u, "fighter") for u in aboard)
    else:
        large = sum(not has(state, u, "infantry") for u in aboard)
        lands = all(type_of(state, u).domain is Domain.LAND for u in aboard)
        fits = has(state, ship, "transport") and lands and large <= 1 and len(aboard) <= state.setting.transport_infantry
    hold(fits, f"{ship_id} carries {[u.id for u in aboard]}")


def _at_peace(state: State) -> None:
    """When a turn begins all aircraft have landed, and every territory is held by one alliance alone (K3.5, K5.9)."""
    for unit in state.units.values():
        if state.setting.spaces[unit.space].water:
            hold(type_of(state, unit).domain is not Domain.AIR or bool(unit.aboard), f"{unit.id} hangs in the air")
        else:
            owner = state.owners.get(unit.space, "")
            hold(are_friends(state, unit.owner, owner), f"{unit.id} is in {unit.space}, which is {owner}'s")
        fresh = not (unit.used or unit.path or unit.moved_in or unit.loaded or unit.unloaded or unit.duty or unit.submerged)
        hold(fresh and not unit.fought and not unit.assault, f"{unit.id} begins a turn that it has already used")
