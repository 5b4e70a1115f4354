"""What a viewpoint may see, built by naming it.

Rules of this file: every fact that travels is read here by name. The board is open; what is hidden is an unfinished phase.
So `units`, `owners`, `money` are read only through `_board_of`, and purchases, repairs, moves, engagements and placements
only in `_plan`, which asks `_is_inside` first. Once the game is over everything may be told.
"""

from collections.abc import Mapping

from msgspec import Struct

from room40.combined_arms.views import (
    BattleView,
    CanalView,
    EventView,
    MoveView,
    PlacementView,
    PlanView,
    PowerView,
    RollView,
    SettingView,
    SpaceView,
    TypeView,
    UnitView,
    View,
)
from room40_server.rules.combined_arms import asks, landing_plan
from room40_server.rules.combined_arms.state import (
    Battle,
    Event,
    Phase,
    Setting,
    Space,
    State,
    Unit,
    UnitType,
    are_friends,
    seat_of,
)

MOVES = (Phase.COMBAT_MOVE, Phase.NONCOMBAT_MOVE)
"""The phases in which the board stands as the moves given leave it (K1.2)."""
NO_PLAN = PlanView({}, {}, {}, {}, {}, {})


class _Board(Struct, frozen=True):
    """What stands on the board for a viewpoint."""

    units: Mapping[str, Unit]
    owners: Mapping[str, str]
    money: Mapping[str, int]


def view(state: State, viewpoint: str) -> View:
    """The view of a seat or of the public."""
    board = _board_of(state, viewpoint)
    return View(
        seat=viewpoint,
        setting=_setting(state.setting),
        round=state.round,
        power=state.power,
        phase=state.phase.value,
        units={key: _unit(unit) for key, unit in sorted(board.units.items())},
        owners=dict(sorted(board.owners.items())),
        held=dict(sorted(state.start_owners.items())),
        money=dict(sorted(board.money.items())),
        damage=dict(sorted(state.damage.items())),
        bought={} if state.phase is Phase.PURCHASE else dict(sorted(state.purchases.items())),
        plan=_plan(state) if _is_inside(state, viewpoint) else NO_PLAN,
        battles={key: _battle(battle) for key, battle in sorted(state.battles.items())},
        current=state.current,
        ask=asks.ask(state, viewpoint),
        waiting=dict(sorted(state.asked.items())),
        conceded=list(state.conceded),
        log=_log(state.log),
        result=state.result,
    )


def _is_inside(state: State, viewpoint: str) -> bool:
    """Whether a viewpoint sees the unfinished phase: the seat of the power in turn, and its allies if the table says so."""
    if viewpoint not in state.setting.seats or state.power not in state.setting.powers:
        return False
    if seat_of(state, state.power) == viewpoint:
        return True
    allied = any(are_friends(state, state.power, power) for power in state.setting.seats[viewpoint])
    return state.setting.allies_see and allied


def _board_of(state: State, viewpoint: str) -> _Board:
    """The board with the moves of this phase for those who may see them, as it was before for all others."""
    if state.phase in MOVES and not _is_inside(state, viewpoint):
        return _Board(state.base, state.base_owners, state.base_money)
    return _Board(state.units, state.owners, state.money)


def _plan(state: State) -> PlanView:
    """The unfinished phase, for those inside it; orders of a phase that is complete are no plan any more."""
    if state.phase is Phase.PURCHASE:
        return PlanView(dict(sorted(state.purchases.items())), dict(sorted(state.repairs.items())), {}, {}, {}, {})
    if state.phase in MOVES:
        moves = {
            str(number): MoveView(
                given.power, list(given.order.units), list(given.order.path), given.order.duty.value, dict(given.aboard)
            )
            for number, given in sorted(state.given.items())
        }
        homeward = landing_plan.plan(state)
        landing = {key: homeward.places[key] for key in sorted(landing_plan.in_the_air(state)) if key in homeward.places}
        carriers = dict(sorted(homeward.carriers.items()))
        return PlanView({}, {}, moves, dict(sorted(state.engage.items())), {}, {}, landing, carriers)
    if state.phase is Phase.MOBILISE:
        placements = {
            space: PlacementView(dict(sorted(one.units.items())), list(one.landing))
            for space, one in sorted(state.placements.items())
        }
        return PlanView({}, {}, {}, {}, placements, dict(sorted(state.placed.items())))
    return NO_PLAN


def _unit(unit: Unit) -> UnitView:
    return UnitView(
        type=unit.type,
        owner=unit.owner,
        space=unit.space,
        aboard=unit.aboard,
        damage=unit.damage,
        used=unit.used,
        moved_in=unit.moved_in,
        path=list(unit.path),
        came_from=unit.came_from,
        loaded=unit.loaded,
        unloaded=unit.unloaded,
        fought=unit.fought,
        duty=unit.duty,
        assault=unit.assault,
        submerged=unit.submerged,
    )


def _battle(battle: Battle) -> BattleView:
    return BattleView(
        space=battle.space,
        kind=battle.kind,
        attacker=battle.attacker,
        assault=battle.assault,
        hostile=battle.hostile,
        round=battle.round,
        step=battle.step,
        attackers=list(battle.attackers),
        defenders=list(battle.defenders),
        marked=list(battle.marked),
        strikers=list(battle.strikers),
        hits={side: dict(kinds) for side, kinds in battle.hits.items()},
        rolls=[RollView(roll.side, roll.what, roll.needs, list(roll.pips)) for roll in battle.rolls],
        powers={side: list(powers) for side, powers in battle.powers.items()},
        began={side: dict(counts) for side, counts in battle.began.items()},
        lost={side: dict(counts) for side, counts in battle.lost.items()},
        outcome=battle.outcome,
    )


LINES = 4000
"""So many lines of the log are shown, the newest: a view must fit into one frame however long a game lasts."""
_last_log: list[tuple[Mapping[int, Event], dict[str, EventView]]] = []
"""The log shown last: it is the same for all viewpoints, and most orders add nothing to it."""


def _log(log: Mapping[int, Event]) -> dict[str, EventView]:
    kept = next((shown for of, shown in _last_log if of is log), None)
    if kept is None:
        newest = ((n, e) for n, e in log.items() if n > len(log) - LINES)  # they are numbered from 1 on
        kept = {str(n): EventView(e.round, e.power, e.phase, e.clause, e.space, e.text) for n, e in newest}
        _last_log[:] = [(log, kept)]
    return kept


_settings: dict[int, tuple[Setting, SettingView]] = {}
_KEPT = 64


def _setting(setting: Setting) -> SettingView:
    """What never changes; remembered, as it is the fattest part of a view."""
    kept = _settings.get(id(setting))
    if kept is None or kept[0] is not setting:
        if len(_settings) >= _KEPT:
            _settings.clear()
        kept = _settings[id(setting)] = setting, _make_setting(setting)
    return kept[1]


def _make_setting(setting: Setting) -> SettingView:
    seats = {power: seat for seat, powers in setting.seats.items() for power in powers}
    return SettingView(
        name=setting.name,
        title=setting.title,
        briefing=setting.briefing,
        spaces={key: _space(space, setting.connections.get(key, ())) for key, space in setting.spaces.items()},
        canals={canal.name: CanalView(list(canal.zones), list(canal.shores)) for canal in setting.canals},
        powers={k: PowerView(p.name, p.alliance, p.letter, seats.get(k, "")) for k, p in setting.powers.items()},
        order=list(setting.order),
        types={key: _type(kind) for key, kind in setting.types.items()},
        cities_to_win=dict(setting.cities_to_win),
        rounds=setting.rounds,
        die_sides=setting.die_sides,
        transport_infantry=setting.transport_infantry,
        raid_limit=setting.raid_limit,
        allies_see=setting.allies_see,
    )


def _space(space: Space, near: tuple[str, ...]) -> SpaceView:
    return SpaceView(
        name=space.name,
        water=space.water,
        value=space.value,
        impassable=space.impassable,
        capital_of=space.capital_of,
        city=space.city,
        original=space.original,
        near=list(near),
        x=space.x,
        y=space.y,
    )


def _type(kind: UnitType) -> TypeView:
    return TypeView(
        name=kind.name,
        plural=kind.plural or f"{kind.name}s",
        cost=kind.cost,
        attack=kind.attack,
        defence=kind.defence,
        move=kind.move,
        domain=kind.domain.value,
        traits=list(kind.traits),
        hits=kind.hits,
        bombard=kind.bombard,
        decks=kind.decks,
        supported=kind.supported,
        sold=kind.sold,
    )
