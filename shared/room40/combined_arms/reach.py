"""Where units of the power in turn can go now: a hint for who plans moves, from the view alone; the umpire decides.

    reach = Reach(view)
    for way in reach.ways(("tank-1",)):
        way.path, way.left, way.meets

What is offered would be accepted as a `Move`, and whatever would be accepted ends where something is offered; the checks at
the commit (landing plan, cargo that must land, transports sent alone) are of the whole set and are no part of it.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from room40.combined_arms.berths import Berths
from room40.combined_arms.orders import Duty
from room40.combined_arms.situation import COMBAT_MOVE, NONCOMBAT_MOVE, Situation, survey, type_of
from room40.combined_arms.views import UnitView, View


class Manner(StrEnum):
    """How units go: over land, by sea, through the air; aboard a transport in a zone; ashore out of one."""

    MARCH = "march"
    SAIL = "sail"
    FLY = "fly"
    LOAD = "load"
    LAND = "land"


class Meets(StrEnum):
    """What comes of it at the end of the way: nothing, an empty territory is taken, a battle if you wish, a battle."""

    NOTHING = "nothing"
    TAKES = "takes"
    MAY_FIGHT = "may fight"
    FIGHTS = "fights"


class Way(Struct, frozen=True):
    """One thing that units can do. `path`: their present space first; `left`: movement left to the slowest of them then.

    `duties`: what aircraft may be sent to do there; `takes`: the territories taken on the way and at its end;
    `aboard`: land unit -> the ship it loads on.
    """

    manner: Manner
    path: tuple[str, ...]
    left: int
    meets: Meets
    duties: tuple[Duty, ...] = ()
    takes: tuple[str, ...] = ()
    aboard: dict[str, str] = {}

    @property
    def end(self) -> str:
        """Where it ends."""
        return self.path[-1]


class Reach:
    """All that the power in turn can do, asked unit by unit or for several together."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.moves = view.ask.kind in (COMBAT_MOVE, NONCOMBAT_MOVE) and view.ask.kind == view.phase
        self.in_combat_move = view.phase == COMBAT_MOVE
        self.situation: Situation = survey(view)
        self.berths = Berths(view, self.situation)

    def ways(self, ids: Sequence[str]) -> tuple[Way, ...]:
        """The ways of units that are in one space and go together, the shortest to each space; () if there are none."""
        found = [self.view.units.get(unit_id) for unit_id in dict.fromkeys(ids)]
        units = {i: u for i, u in zip(dict.fromkeys(ids), found, strict=True) if u is not None}
        if not self.moves or not units or len(units) < len(found) or len({u.space for u in units.values()}) > 1:
            return ()
        if any(u.owner != self.view.power for u in units.values()):
            return ()
        movers = [mover for i, u in units.items() if (mover := self._mover(i, u, units)) is not None]
        if any(not mover.ready() for mover in movers):
            return ()
        here = next(iter(units.values())).space
        return (*self._overland(movers, here), *self._by_transport(units, here))

    def _mover(self, unit_id: str, unit: UnitView, units: dict[str, UnitView]) -> "_Mover | None":
        """What moves by itself; cargo named beside its ship goes along with it (C4.10)."""
        if unit.aboard in units and type_of(self.view, unit).domain == "land":
            return None
        return _MOVERS[type_of(self.view, unit).domain](self, unit_id, unit)

    def _overland(self, movers: Sequence["_Mover"], here: str) -> Iterator[Way]:
        """Everything but loading and unloading: a search by steps that all of them can make."""
        spaces = self.view.setting.spaces
        budget = min(mover.left for mover in movers)
        paths: dict[str, tuple[str, ...]] = {}
        edge: list[tuple[str, ...]] = [(here,)]
        for depth in range(1, budget + 1):
            further: list[tuple[str, ...]] = []
            for path in edge:
                for there in spaces[path[-1]].near:
                    if there in paths or spaces[there].impassable:
                        continue
                    if all(mover.may_step(path[-1], there, depth > 1) for mover in movers):
                        paths[there] = (*path, there)
                        further.append(paths[there])
            edge = [path for path in further if path[-1] != here]
        for path in paths.values():
            if all(mover.may_end(path[-1]) for mover in movers):
                yield self._way(movers, path, budget - len(path) + 1)

    def _way(self, movers: Sequence["_Mover"], path: tuple[str, ...], left: int) -> Way:
        manner = min((mover.manner for mover in movers), key=_ORDER.index)
        meets = max((mover.meets(path[-1]) for mover in movers), key=list(Meets).index)
        on_foot = any(mover.manner is Manner.MARCH for mover in movers)
        takes = tuple(dict.fromkeys(s for s in path[1:] if on_foot and self.is_taken(s)))
        sets = [mover.duties(path[-1]) for mover in movers if mover.manner is Manner.FLY]
        duties = tuple(duty for duty in Duty if sets and all(duty in offered for offered in sets))
        return Way(manner, path, left, meets, duties, takes)

    def is_taken(self, territory: str) -> bool:
        """Whether land units take a territory by walking in (K3.1)."""
        situation = self.situation
        return (
            self.in_combat_move
            and not self.view.setting.spaces[territory].water
            and territory not in situation.friendly
            and territory not in situation.defended
        )

    def _by_transport(self, units: dict[str, UnitView], here: str) -> Iterator[Way]:
        if any(type_of(self.view, unit).domain != "land" for unit in units.values()):
            return
        spaces = self.view.setting.spaces
        guns = any("anti-aircraft" in type_of(self.view, unit).traits for unit in units.values())
        if guns and self.in_combat_move:
            return
        if spaces[here].water:
            for there in spaces[here].near:
                if not spaces[there].water and self.berths.may_land(units, here, there):
                    yield Way(Manner.LAND, (here, there), 0, self._on_landing(there), takes=self._landed(there))
            return
        for zone in spaces[here].near:
            if not spaces[zone].water:
                continue
            aboard = self.berths.berths(units, zone)
            if aboard is not None:
                yield Way(Manner.LOAD, (here, zone), 0, Meets.NOTHING, aboard=aboard)
            for there in spaces[zone].near:
                if not spaces[there].water and (over := self.berths.ferry(units, zone, there)) is not None:
                    yield Way(Manner.LAND, (here, zone, there), 0, self._on_landing(there), (), self._landed(there), over)

    def _on_landing(self, there: str) -> Meets:
        if not self.in_combat_move:
            return Meets.NOTHING
        return Meets.FIGHTS if there in self.situation.defended else Meets.TAKES

    def _landed(self, there: str) -> tuple[str, ...]:
        return (there,) if self.is_taken(there) else ()


class _Mover:
    """One unit that moves by itself: which steps it may make. `moved` below: it has made one before, in this phase."""

    manner = Manner.MARCH

    def __init__(self, reach: Reach, unit_id: str, unit: UnitView) -> None:
        self.reach, self.id, self.unit = reach, unit_id, unit
        self.kind = type_of(reach.view, unit)
        self.situation = reach.situation
        self.left = max(0, self.kind.move - unit.used)
        self.has_moved = len(unit.path) > 1

    def ready(self) -> bool:
        """Whether it may do anything in this phase (C1.5, K3.1)."""
        return self.reach.in_combat_move or (self.unit.moved_in != COMBAT_MOVE and not self.unit.fought)

    def may_step(self, here: str, there: str, moved: bool) -> bool:
        """Whether it may go from a space to the next."""
        raise NotImplementedError

    def may_end(self, there: str) -> bool:
        """Whether its way may end there."""
        return True

    def meets(self, there: str) -> Meets:
        """What comes of its being there."""
        raise NotImplementedError

    def duties(self, there: str) -> tuple[Duty, ...]:
        """What it may be sent to do there; of aircraft."""
        return ()


class _Marcher(_Mover):
    """A land unit on its feet: the first hostile territory stops it, but for a blitz (C4.5, C4.6, K3.1)."""

    def ready(self) -> bool:
        if self.reach.in_combat_move and "anti-aircraft" in self.kind.traits:
            return False
        return super().ready()

    def may_step(self, here: str, there: str, moved: bool) -> bool:
        spaces, friendly = self.reach.view.setting.spaces, self.situation.friendly
        if spaces[here].water or spaces[there].water:
            return False
        blitzes = "blitz" in self.kind.traits and here not in self.situation.occupied
        if (moved or self.has_moved) and here not in friendly and not blitzes:
            return False
        return self.reach.in_combat_move or there in friendly

    def meets(self, there: str) -> Meets:
        if not self.reach.in_combat_move or there in self.situation.friendly:
            return Meets.NOTHING
        return Meets.FIGHTS if there in self.situation.defended else Meets.TAKES


class _Ship(_Mover):
    """A ship: stopped by surface warships, a submarine by destroyers; canals may be shut (C4.4, C4.7, K3.2, K3.9, K3.10)."""

    manner = Manner.SAIL

    def __init__(self, reach: Reach, unit_id: str, unit: UnitView) -> None:
        super().__init__(reach, unit_id, unit)
        under = "submarine" in self.kind.traits
        self.stops = self.situation.patrolled if under else self.situation.hostile
        self.unloads = reach.berths.unloads(unit_id)

    def may_step(self, here: str, there: str, moved: bool) -> bool:
        if not self.reach.view.setting.spaces[there].water or (here, there) in self.situation.shut:
            return False
        if (moved or self.has_moved) and here in self.stops:
            return False
        return self.reach.in_combat_move or there not in self.stops

    def may_end(self, there: str) -> bool:
        """What is unloaded in this phase is so from where its ship is (K3.8)."""
        return not self.unloads or there == self.unit.space

    def meets(self, there: str) -> Meets:
        if not self.reach.in_combat_move:
            return Meets.NOTHING
        if there in self.situation.hostile:
            return Meets.FIGHTS
        return Meets.MAY_FIGHT if there in self.situation.met else Meets.NOTHING


class _Flyer(_Mover):
    """An aircraft: nothing on its way stops it; what it meets depends on what it is sent to do (C3.4, K3.1, K4)."""

    manner = Manner.FLY

    def ready(self) -> bool:
        return True

    def may_step(self, here: str, there: str, moved: bool) -> bool:
        return True

    def meets(self, there: str) -> Meets:
        situation = self.situation
        if not self.reach.in_combat_move or there in situation.friendly:
            return Meets.NOTHING
        if there in situation.defended or there in situation.guarded or there in situation.hostile:
            return Meets.FIGHTS
        return Meets.MAY_FIGHT if there in situation.met else Meets.NOTHING

    def duties(self, there: str) -> tuple[Duty, ...]:
        found = [Duty.BATTLE]
        if self.reach.in_combat_move:
            if "bomber" in self.kind.traits and there in self.situation.industrial:
                found.append(Duty.RAID)
            if not self.reach.view.setting.spaces[there].water:
                found.append(Duty.LANDING)
        return tuple(found)


class _Fixed(_Mover):
    """What never moves (K2)."""

    def ready(self) -> bool:
        return False

    def may_step(self, here: str, there: str, moved: bool) -> bool:
        return False

    def meets(self, there: str) -> Meets:
        return Meets.NOTHING


_MOVERS: dict[str, type[_Mover]] = {"land": _Marcher, "sea": _Ship, "air": _Flyer, "fixed": _Fixed}
_ORDER = [Manner.MARCH, Manner.SAIL, Manner.FLY]
