"""The joint landing plan: could all aircraft of the power in turn get home, if every own die hit (C2.1, C2.2, K3.4, K3.6)?

Aircraft that reach friendly land need nothing else: land has room for all. The others need decks, and carriers that have
not moved may still move, each to one zone, so which deck goes where and who lands on it is one question. It is solved
exactly, as a whole-number programme; aircraft, and carriers, that can do the same things are counted, not told apart.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from room40_server.rules.combined_arms import deck_programme, decks
from room40_server.rules.combined_arms.air_moves import reach
from room40_server.rules.combined_arms.deck_programme import Counts
from room40_server.rules.combined_arms.decks import Decks
from room40_server.rules.combined_arms.state import Domain, State, Unit, has, type_of
from room40_server.rules.game import Refused

Groups = Sequence[tuple[frozenset[str], list[Unit]]]
"""Aircraft that can reach the same zones, with these zones."""


class Plan(Struct, frozen=True):
    """One plan under which the greatest number land. `places`: aircraft -> where it lands; `carriers`: carriers that must
    move -> where to; `built`: zones where bought carriers must be placed; `homeless`: aircraft that cannot be saved.
    """

    places: dict[str, str]
    carriers: dict[str, str]
    built: tuple[str, ...]
    homeless: tuple[str, ...]


def faults(state: State, opening: State) -> list[Refused]:
    """What the commit of the combat move refuses: moves after which aircraft cannot get home (C2.1, C2.2, K3.4).

    Aircraft that nothing could save before the first move do not count.
    """
    homeless = plan(state).homeless
    if not homeless or len(homeless) <= len(_plan(opening).homeless):
        return []
    words = [f"the {type_of(state, u).name} in {_place(state, u)} ({u.id})" for u in map(state.units.get, homeless) if u]
    rest = f" and {len(words) - 6} more" if len(words) > 6 else ""
    return [Refused("K3.4", f"These cannot get home: {', '.join(words[:6])}{rest}.", homeless[0])]


def in_the_air(state: State) -> list[str]:
    """The aircraft of the power in turn that are on no deck, and over water or away from where they began (K3.4)."""
    return [
        u.id
        for u in state.units.values()
        if u.owner == state.power and _flies(state, u) and not u.aboard and (u.used or state.setting.spaces[u.space].water)
    ]


_last: list[tuple[State, Plan]] = []
"""The plan asked for last: views, what is missing and the commit ask for that of the same state, one after the other."""


def plan(state: State) -> Plan:
    """A plan that lands as many aircraft of the power in turn as can be landed (K3.4)."""
    kept = next((known for of, known in _last if of is state), None)
    if kept is None:
        kept = _plan(state)
        _last[:] = [(state, kept)]
    return kept


def _plan(state: State) -> Plan:
    aircraft = [u for _, u in sorted(state.units.items()) if u.owner == state.power and _flies(state, u)]
    fields = decks.landing_fields(state)
    places: dict[str, str] = {}
    at_sea: list[tuple[Unit, dict[str, int]]] = []
    flights: dict[tuple[str, int], dict[str, int]] = {}
    for unit in aircraft:
        start = (unit.space, type_of(state, unit).move - unit.used)
        if start not in flights:
            flights[start] = reach(state, *start)
        flight = flights[start]
        nearest = min((key for key in flight if key in fields), key=lambda k: (flight[k], k), default="")
        if nearest:
            places[unit.id] = nearest
        else:
            at_sea.append((unit, flight))
    if not at_sea:
        return Plan(places, {}, (), ())
    offers = decks.offers(state)
    zones = frozenset(zone for offer in offers for zone in offer.zones)
    seaborne: dict[frozenset[str], list[Unit]] = {}
    for unit, flight in at_sea:
        lands_on = zones.intersection(flight) if has(state, unit, "fighter") else frozenset()
        seaborne.setdefault(lands_on, []).append(unit)
    return _with_decks(state, places, seaborne, offers)


def _flies(state: State, unit: Unit) -> bool:
    return type_of(state, unit).domain is Domain.AIR


def _place(state: State, unit: Unit) -> str:
    return state.setting.spaces[unit.space].name


def _with_decks(
    state: State, places: dict[str, str], seaborne: dict[frozenset[str], list[Unit]], offers: Sequence[Decks]
) -> Plan:
    """The plan with as many of the seaborne as possible on decks; each group of them can reach the same zones."""
    groups = sorted(seaborne.items(), key=lambda item: item[1][0].id)
    as_they_stand = _without_a_move(groups, offers)
    if as_they_stand:
        return Plan(places | as_they_stand, {}, (), ())
    sizes = [len(units) for _, units in groups]
    outputs = decks.complexes(state) if any(offer.at for offer in offers) else {}
    bought = {offer.pool: state.purchases[offer.pool] for offer in offers if offer.pool}
    moves, landings = deck_programme.solve([zones for zones, _ in groups], sizes, offers, outputs, bought)
    return _written(places, groups, offers, _needed(offers, moves, landings), landings)


def _without_a_move(groups: Groups, offers: Sequence[Decks]) -> dict[str, str]:
    """Where all land if no carrier moves and none is built, tried in one pass; {} if that has not come out.

    Each aircraft takes a deck where it is, else where most are free; those with the fewest zones to choose from go first.
    """
    room: dict[str, int] = {}
    for offer in offers:
        if offer.ships:
            room[offer.now] = room.get(offer.now, 0) + offer.free * len(offer.ships)
    found: dict[str, str] = {}
    for reach_, units in sorted(groups, key=lambda group: len(group[0] & room.keys())):
        for unit in units:
            zone = max(sorted(reach_ & room.keys()), key=lambda z: (room[z] > 0, z == unit.space, room[z]), default="")
            if not room.get(zone):
                return {}
            room[zone] -= 1
            found[unit.id] = zone
    return found


def _needed(offers: Sequence[Decks], moves: Counts, landings: Counts) -> Counts:
    """The moves of carriers without those on whose decks nobody lands."""
    wanted = Counter[str]()
    for landed in landings:
        wanted.update(landed)
    spare = {zone: -number for zone, number in wanted.items()}
    for offer, chosen in zip(offers, moves, strict=True):
        for zone, number in chosen.items():
            spare[zone] = spare.get(zone, 0) + number * offer.free
    found: Counts = []
    for offer, chosen in zip(offers, moves, strict=True):
        kept = dict(chosen)
        for zone in [z for z in sorted(kept) if z != offer.now]:
            idle = min(kept[zone], spare[zone] // offer.free)
            kept[zone] -= idle
            spare[zone] -= idle * offer.free
        found.append({zone: number for zone, number in kept.items() if number})
    return found


def _written(
    before: dict[str, str],
    groups: Groups,
    offers: Sequence[Decks],
    moves: Counts,
    landings: Counts,
) -> Plan:
    """The plan unit by unit: who lands where, which carriers go where for it, and who lands nowhere."""
    homeless: list[str] = []
    places = dict(before)
    for (_, units), landed in zip(groups, landings, strict=True):
        waiting = list(units)
        for zone, number in sorted(landed.items()):
            for _ in range(number):
                places[waiting.pop(0).id] = zone
        homeless += [unit.id for unit in waiting]
    carriers: dict[str, str] = {}
    built: list[str] = []
    for offer, chosen in zip(offers, moves, strict=True):
        zones = [zone for zone, number in sorted(chosen.items()) for _ in range(number)]
        if offer.ships:
            carriers |= {ship: zone for ship, zone in zip(offer.ships, zones, strict=False) if zone != offer.now}
        else:
            built += zones
    return Plan(places, carriers, tuple(built), tuple(sorted(homeless)))
