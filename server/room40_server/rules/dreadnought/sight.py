"""What counters each viewpoint has in view (5.2 Raiding, H11, H14, H21.10).

Rules of this file: a label is dealt when a counter comes into view, in order of zone and then of fleet number, and
carries no information: a counter that went out of view comes back under a new one. What enemies see of a fleet is only
what is written into `State.sightings` here; a fleet that changes in secret changes no sighting.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from room40.dreadnought.orders import Mission, Side
from room40.geometry.seachart import Zone, place, row_letters
from room40_server.rules.dreadnought import airships, news
from room40_server.rules.dreadnought.presence import charge_of, company
from room40_server.rules.dreadnought.state import Fleet, Phase, Sighting, Sightings, State, fleets_of, ships_of, with_fleets
from room40_server.rules.dreadnought.tactical.board import Tactical, Watch
from room40_server.rules.game import PUBLIC

REMEMBERED = 6
"""Turns for which a counter that went out of view is remembered as last seen: a day."""


def look(state: State) -> State:
    """Bring every viewpoint's sightings up to date; called by `turn` when a phase ends in which counters may move."""
    for viewpoint in news.VIEWPOINTS:
        state = _look(state, viewpoint)
    state = _name_quarries(state)
    # who meets in basic combat is seen when it begins (H6); on a board it is known afterwards who was made out
    remembered = Phase.AFTER_BATTLE if state.setting.battles == "tactical" else Phase.BATTLES
    return _remember_battles(state) if state.phase is remembered else state


def label(state: State, viewpoint: str, fleet_id: str) -> str:
    """The label under which a viewpoint has a fleet's counter in view, "" if it has not."""
    seen = state.sightings.get(viewpoint, Sightings()).seen
    return next((name for name, sighting in seen.items() if sighting.fleet == fleet_id), "")


def fleet_under(state: State, viewpoint: str, name: str) -> Fleet | None:
    """The fleet whose counter a viewpoint has in view under a label; None if no such counter is in view, or no longer is.

    Of a counter that its owner has struck since it was looked at (7.29), the fleet that its ships went over to: who sees
    the counter does not know that it is gone, nor may anything tell him.
    """
    sighting = state.sightings.get(viewpoint, Sightings()).seen.get(name)
    if sighting is None:
        return None
    fleet = state.fleets.get(sighting.fleet)
    if fleet is not None:
        return fleet
    heirs = {f.id: len({s.id for s in ships_of(state, f)} & set(sighting.crew)) for f in fleets_of(state, sighting.side)}
    most = max(heirs, key=lambda i: heirs[i], default="")
    return state.fleets[most] if most and heirs[most] else None


def identify(state: State, viewpoint: str, ships: Iterable[str]) -> State:
    """Let a viewpoint know these ships by name from now on."""
    known = state.sightings.get(viewpoint, Sightings())
    names = tuple(sorted({*known.known_ships, *ships}))
    return _put(state, viewpoint, replace(known, known_ships=names)) if names != known.known_ships else state


def shows_counter(state: State, fleet: Fleet) -> bool:
    """Whether a fleet's counter stands on the map for all to see, were nobody blind.

    Not: a raider off the map (5.2), a fleet in port (H11), an escort, whose counter lies in its charge's box. But whoever
    was in a battle this turn has shown itself, and so has a raider that entered a port (H11).
    """
    if not ships_of(state, fleet):
        return False
    if charge_of(state, fleet) is not None:
        return False
    if _in_battle(state, fleet):
        return True
    if fleet.in_port:
        return fleet.mission is Mission.RAIDING and fleet.on_map and fleet.shown_on == state.turn
    return fleet.on_map


def _look(state: State, viewpoint: str) -> State:
    old = state.sightings.get(viewpoint, Sightings())
    labels = {sighting.fleet: name for name, sighting in old.seen.items()}
    seen: dict[str, Sighting] = {}
    dealt = old.dealt
    for fleet in sorted(_in_sight(state, viewpoint), key=lambda f: (place(f.zone), f.side, f.number)):
        name = labels.get(fleet.id)
        report, crew = _report(state, viewpoint, fleet), tuple(s.id for s in ships_of(state, fleet))
        if name is None:
            dealt += 1
            name = row_letters(dealt)
            seen[name] = Sighting(fleet.id, fleet.side, fleet.zone, state.turn, state.turn, report, crew=crew)
            state = _tell_sighted(state, viewpoint, name, fleet)
        else:
            before = old.seen[name]
            report_now = report or before.strength
            seen[name] = replace(before, zone=fleet.zone, last=state.turn, strength=report_now, crew=crew)
        if report and (name not in old.seen or old.seen[name].strength != report):
            who = news.counter_name(viewpoint, fleet.side, name)
            state = news.tell(state, viewpoint, "airship", f"An airship reports on {who}: {report}.", "H14", fleet.zone)
    gone = {name: sighting for name, sighting in old.seen.items() if name not in seen and not _sunk(state, sighting)}
    for name, sighting in gone.items():
        state = _tell_lost(state, viewpoint, name, sighting)
    kept = {name: s for name, s in old.lost.items() if state.turn - s.last <= REMEMBERED}
    return _put(state, viewpoint, replace(old, seen=seen, lost={**kept, **gone}, dealt=dealt))


def _name_quarries(state: State) -> State:
    """Let every pursuer know under which label it has its quarry in view now."""
    hunts = ((f, f.pursuit) for f in state.fleets.values() if f.pursuit is not None)
    named = ((f, hunt, label(state, f.side, hunt.quarry)) for f, hunt in hunts)
    return with_fleets(
        state, [replace(f, pursuit=replace(hunt, label=name)) for f, hunt, name in named if name != hunt.label]
    )


def _put(state: State, viewpoint: str, sightings: Sightings) -> State:
    if state.sightings.get(viewpoint) == sightings:
        return state
    return replace(state, sightings={**state.sightings, viewpoint: sightings})


def _in_sight(state: State, viewpoint: str) -> list[Fleet]:
    """The fleets of others whose counters this viewpoint sees now."""
    others = [f for f in state.fleets.values() if f.side != viewpoint and shows_counter(state, f)]
    if not state.setting.double_blind:
        return others
    if viewpoint in tuple(Side):
        side = Side(viewpoint)
        watched = _watched(state, side)
        return [f for f in others if f.zone in watched or _in_battle(state, f) or airships.over(state, f.zone, side)]
    shared = {f.zone for f in others if f.side is Side.CP} & {f.zone for f in others if f.side is Side.EN}
    return [f for f in others if f.zone in shared or _in_battle(state, f)]


def _watched(state: State, side: Side) -> set[Zone]:
    """The zones that a side watches when all are blind: from its fleets, its shore and its ports (H21.10)."""
    fleets = {f.zone for f in fleets_of(state, side) if not f.in_port and ships_of(state, f)}
    ports = {p.zone for p in state.setting.ports.values() if p.side == side}
    return fleets | ports | set(state.setting.coast_watch.get(side, ()))


def _in_battle(state: State, fleet: Fleet) -> bool:
    if fleet.fought == state.turn:
        return True
    return any(fleet.id in ids for battle in state.battles.values() for ids in battle.fleets.values())


def _sunk(state: State, sighting: Sighting) -> bool:
    """Whether the counter is gone because all its ships went down in a battle before everyone's eyes.

    Lost to a mine or a submarine it is out of sight like any other that is gone: who did not see it does not know.
    """
    fought = state.phase is Phase.AFTER_BATTLE and sighting.zone in state.battles
    return fought and bool(sighting.ships) and all(state.ships[ship].sunk for ship in sighting.ships)


def _report(state: State, viewpoint: str, fleet: Fleet) -> str:
    """What an own airship over the fleet counts of its counters, escorts included; "" if there is none (H14)."""
    if viewpoint not in tuple(Side) or not airships.over(state, fleet.zone, Side(viewpoint)):
        return ""
    return airships.report(state, fleet.zone, fleet)


def with_escorts(state: State, fleet: Fleet) -> list[Fleet]:
    """A fleet and the escorts in its box (5.2 Escort)."""
    return list(company(state, fleet))


def _tell_sighted(state: State, viewpoint: str, name: str, fleet: Fleet) -> State:
    who = news.counter_name(viewpoint, fleet.side, name)
    text = f"{who[:1].upper()}{who[1:]} sighted at {fleet.zone}, course unknown."
    return news.tell(state, viewpoint, "sighting", text, "H21.10", fleet.zone)


def _tell_lost(state: State, viewpoint: str, name: str, sighting: Sighting) -> State:
    who = news.counter_name(viewpoint, sighting.side, name)
    text = f"{who[:1].upper()}{who[1:]} is out of sight; last seen at {sighting.zone}."
    return news.tell(state, viewpoint, "sighting", text, "H21.10", sighting.zone)


def _remember_battles(state: State) -> State:
    """Let every viewpoint keep the names of the ships that it met in battle: all of them in basic combat (H6), on the board
    those that it came to know (7.27)."""
    for battle in state.battles.values():
        fleets = [state.fleets[i] for ids in battle.fleets.values() for i in ids if i in state.fleets]
        for viewpoint in news.VIEWPOINTS:
            others = [f for f in fleets if f.side != viewpoint]
            if battle.board is None:
                state = _remember(state, viewpoint, others)
            else:
                state = _remember_board(state, viewpoint, others, known_of(battle.board, viewpoint))
    return state


def known_ships(state: State, viewpoint: str) -> frozenset[str]:
    """The enemy ships that a viewpoint knows by name: from battles before, and from the boards of this turn (7.27)."""
    before = state.sightings.get(viewpoint, Sightings()).known_ships
    boards = [known_of(b.board, viewpoint) for b in state.battles.values() if b.board is not None]
    return frozenset(before).union(*boards)


def known_of(board: Tactical, viewpoint: str) -> frozenset[str]:
    """The enemy ships that a viewpoint came to know on a board; the public those that their enemies did."""
    watches = board.watch.values() if viewpoint == PUBLIC else [board.watch.get(Side(viewpoint), Watch())]
    return frozenset(ship for watch in watches for ship in watch.glimpses)


def _remember_board(state: State, viewpoint: str, fleets: list[Fleet], known: frozenset[str]) -> State:
    """What a battle on the board lets a viewpoint know: the ships, and whose they are where all the enemy's were one fleet.

    Of several fleets, or one divided, nobody sees which ship belongs to which counter (H21.10).
    """
    state = identify(state, viewpoint, known)
    for side in {f.side for f in fleets}:
        own = [f for f in fleets if f.side is side]
        if len({f.charge or f.id for f in own}) == 1:
            state = _remember(state, viewpoint, own, known)
    return state


def _remember(state: State, viewpoint: str, fleets: list[Fleet], known_ships: frozenset[str] | None = None) -> State:
    """Write the ships of these fleets that a viewpoint knows, None: all, beside their counters."""
    ships = {f.id: tuple(s.id for s in ships_of(state, f) if known_ships is None or s.id in known_ships) for f in fleets}
    state = identify(state, viewpoint, [ship for fleet in ships.values() for ship in fleet])
    known = state.sightings.get(viewpoint, Sightings())
    seen = dict(known.seen)
    for name, sighting in known.seen.items():
        aboard = [ship for f in fleets if sighting.fleet in (f.id, f.charge) for ship in ships[f.id]]
        if aboard:
            seen[name] = replace(sighting, ships=tuple(aboard))
    return _put(state, viewpoint, replace(known, seen=seen))
