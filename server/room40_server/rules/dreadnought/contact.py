"""Contact (5.4): the checks of the turn one after the other, then the battles that come of them (5.47).

Where a player must speak, the step stops: the Entente names the zone of a swap that is checked first ("swap"), both
sides make their claims for a check with a die ("claims"), also when they have nothing to claim: not to be asked would
tell the enemy so.
"""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40.geometry.seachart import Zone, place
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import claims, contact_news, movement, ports, presence, raiders
from room40_server.rules.dreadnought.state import (
    Battle,
    Check,
    Contacts,
    Fleet,
    Pair,
    Phase,
    State,
    grade,
    is_night,
    with_item,
)
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    """Make the next checks; ask "swap" or "claims" where a player must speak; at the end form the battles (5.47)."""
    if state.contacts is None:
        state = replace(state, contacts=Contacts(presence.pairs(state)))
    while (contacts := _contacts(state)).open:
        if contacts.asked is None:
            pair = _next(contacts)
            if pair is None:
                return replace(state, asked={Side.EN.value: "swap"})
            state = _take_up(state, pair)
            if state.asked:
                return state
        state = _check(state, dice)
    return _form_battles(state)


def swap_choices(state: State) -> tuple[Pair, ...]:
    """The checks among which the Entente is to name the first (5.44); empty when it is not asked."""
    contacts = state.contacts
    if contacts is None or contacts.asked is not None or not contacts.open:
        return ()
    rivals = presence.rivals(contacts.open, contacts.open[0])
    return rivals if len(rivals) > 1 and _key(rivals[0]) not in contacts.chosen else ()


def choose_zone(state: State, side: Side, order: o.ChooseZone, dice: Dice) -> State:
    """The Entente names the zone of a swap that is checked first (5.44)."""
    choices = swap_choices(state) if state.asked.get(side) == "swap" else ()
    if not choices:
        raise Refused("5.44", "No zone is to be chosen now.", order.zone)
    if order.zone not in [p.zone for p in choices]:
        raise Refused("5.44", f"Choose {' or '.join(p.zone for p in choices)}.", order.zone)
    contacts = _contacts(state)
    chosen = with_item(contacts.chosen, _key(choices[0]), order.zone)
    return replace(state, contacts=replace(contacts, chosen=chosen), asked={})


def make_claims(state: State, side: Side, order: o.MakeClaims, dice: Dice) -> State:
    """A side makes its claims (5.46); they stay secret until both have."""
    contacts = _contacts(state)
    if state.asked.get(side) != "claims" or contacts.asked is None:
        raise Refused("5.46", "No claims are to be made now.")
    pair = contacts.asked
    made = tuple(c for c in o.Claim if c in order.claims)
    if fault := claims.fault(state, state.fleets[fleet_in(pair, side)], pair.zone, made):
        raise fault
    left = {s: kind for s, kind in state.asked.items() if s != side}
    return replace(state, asked=left, contacts=replace(contacts, claims=with_item(contacts.claims, side.value, made)))


def fleet_in(pair: Pair, side: Side) -> str:
    """The side's fleet of a pair."""
    return pair.cp if side is Side.CP else pair.en


def _contacts(state: State) -> Contacts:
    return state.contacts or Contacts(())


def _key(pair: Pair) -> str:
    return f"{pair.cp} {pair.en}"


def _next(contacts: Contacts) -> Pair | None:
    """The check that is up; None if the Entente must first choose."""
    rivals = presence.rivals(contacts.open, contacts.open[0])
    chosen = contacts.chosen.get(_key(rivals[0]))
    if len(rivals) > 1 and chosen is None:
        return None
    return next((p for p in rivals if p.zone == chosen), contacts.open[0])


def _take_up(state: State, pair: Pair) -> State:
    """Begin a check: ask for claims unless it is automatic or a standing instruction answers (5.46, H21.7)."""
    made: dict[str, tuple[o.Claim, ...]] = {}
    if not pair.automatic:
        answers = {s: claims.by_habit(state, state.fleets[fleet_in(pair, s)], pair.zone) for s in Side}
        made = {side.value: answer for side, answer in answers.items() if answer is not None}
    asked = {} if pair.automatic else {side.value: "claims" for side in Side if side.value not in made}
    return replace(state, asked=asked, contacts=replace(_contacts(state), asked=pair, claims=made))


def _check(state: State, dice: Dice) -> State:
    """Make the check that is up (5.4, 5.41, 5.42) and all that follows from it."""
    contacts = _contacts(state)
    pair = contacts.asked
    assert pair is not None
    check = _automatic(state, pair) if pair.automatic else _throw(state, pair, contacts.claims, dice)
    chosen = {key: zone for key, zone in contacts.chosen.items() if key != _key(pair)}
    state = replace(state, checks=(*state.checks, check))
    if check.contact:
        for fleet_id in (pair.cp, pair.en):
            state = raiders.show(state, fleet_id, pair.automatic or "5.4", "it is found")
    state = contact_news.tell(state, check)
    if check.contact:
        for fleet_id in (pair.cp, pair.en):
            state = movement.stand(state, state.fleets[fleet_id], pair.zone, pair.port)
    left = tuple(p for p in contacts.open if p != pair and not (check.contact and _void(state, p, pair)))
    return replace(state, contacts=Contacts(left, (*contacts.made, check), chosen))


def _void(state: State, other: Pair, made: Pair) -> bool:
    """Whether contact of one pair voids another check: the same pair's, or one where a fleet of it no longer is (5.44)."""
    if (other.cp, other.en) == (made.cp, made.en):
        return True
    met = {made.cp, made.en} & {other.cp, other.en}
    return any(not _stands_at(state.fleets[fleet_id], other) for fleet_id in met)


def _stands_at(fleet: Fleet, pair: Pair) -> bool:
    """Whether a fleet that has made contact is where a check is made: a zone and the port in it are two places (H21.28)."""
    return fleet.zone == pair.zone and (fleet.in_port is pair.port or ports.lies_in_port(fleet))


def _automatic(state: State, pair: Pair) -> Check:
    """Contact without a die, claims, weather or surprise (5.42, 5.23, H12, H21.14)."""
    return Check(state.turn, pair.zone, pair.cp, pair.en, pair.automatic, 0, {}, 0, True, False)


def _throw(state: State, pair: Pair, made: dict[str, tuple[o.Claim, ...]], dice: Dice) -> Check:
    """The contact die with weather and claims (5.4, 5.45, 5.46); a natural 6 is contact and surprise (5.41)."""
    table = state.setting.tables.contact
    modifiers = {"weather": grade(state).contact} if grade(state).contact else {}
    for side in Side:
        modifiers |= {f"{side.value} {claim.value}": claims.worth(state, claim) for claim in made.get(side.value, ())}
    die = dice.throw(f"contact {pair.zone} {pair.cp} {pair.en}")
    total = die + sum(modifiers.values())
    surprise = die >= table.surprise_on
    contact = surprise or total >= (table.night if is_night(state) else table.day)
    return Check(state.turn, pair.zone, pair.cp, pair.en, "", die, modifiers, total, contact, surprise)


def _form_battles(state: State) -> State:
    """One battle in each zone where there was contact, with all fleets that made it there (5.47, H21.29)."""
    battles: dict[str, Battle] = {}
    made = [c for c in _contacts(state).made if c.contact]
    for zone in sorted({c.zone for c in made}, key=place):
        here = [c for c in made if c.zone == zone]
        fleets = {
            Side.CP.value: _with_escorts(state, {c.cp for c in here}),
            Side.EN.value: _with_escorts(state, {c.en for c in here}),
        }
        battles[zone] = Battle(Zone(zone), fleets, surprise=any(c.surprise for c in here))
    return replace(state, contacts=None, battles=battles, phase=Phase.PASSAGE)


def _with_escorts(state: State, fleet_ids: set[str]) -> tuple[str, ...]:
    """Fleets with the escorts that go into battle with them (5.2 Escort), by number."""
    fleets = [f for i in fleet_ids for f in presence.company(state, state.fleets[i])]
    return tuple(f.id for f in sorted(fleets, key=lambda f: f.number))
