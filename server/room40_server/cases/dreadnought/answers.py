"""Orders as steps of a case script give them, and the plain answers with which a run plays on by itself."""

from collections.abc import Iterator

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Claim, Order, Side, Stance
from room40.dreadnought.views import View
from room40_server.cards import slug
from room40_server.cases.dreadnought import boards
from room40_server.rules.dreadnought.state import State
from room40_server.scenario_files import Raw, ScenarioError, typed

_SHIP_KEYS = frozenset({"ships", "ship", "towed", "behind"})


def order_of(raw: Raw, file: str, state: State | None = None, seat: str = "") -> Order:
    """The order that a step gives; ships may be named as on their cards. Raises `ScenarioError`."""
    if state is not None and str(raw["order"]) in boards.ORDERS:
        raw = boards.with_ids(state, raw, seat, file)
    fields = {key: value for key, value in _with_ids(raw).items() if key not in ("order", "seat")}
    order: Order = typed({**fields, "type": raw["order"]}, Order, file, "do")  # type: ignore[arg-type]
    return order


def _with_ids(raw: Raw) -> Raw:
    made: Raw = {}
    for key, value in raw.items():
        if key in _SHIP_KEYS:
            made[key] = [slug(str(name)) for name in value] if isinstance(value, list) else slug(str(value))
        elif key == "targets" and isinstance(value, dict):
            made[key] = {slug(str(own)): slug(str(enemy)) for own, enemy in value.items()}
        elif isinstance(value, list):
            made[key] = [_with_ids(v) if isinstance(v, dict) else v for v in value]
        else:
            made[key] = value
    return made


def seat_of(state: State, raw: Raw, file: str) -> str:
    """Whose order a step is, by the fleet or thing that it is for. Raises `ScenarioError`."""
    if "seat" in raw:
        return typed(raw["seat"], Side, file, "do.seat").value
    fleet = str(raw.get("fleet", ""))
    if fleet[:2] in ("CP", "EN"):
        return fleet[:2]
    for key, things in (("ship", state.ships), ("airship", state.airships), ("submarine", state.submarines)):
        thing = things.get(slug(str(raw.get(key, ""))))
        if thing is not None:
            return str(thing.side)
    raise ScenarioError(file, "do", "seat", f"say whose order this is: {raw}.")


def plain_answer(kind: str, seat: str, view: View, raw: Raw, file: str) -> Order:
    """What a run answers when a side is asked: what the step says, or the plainest."""
    choices = view.ask.choices
    match kind:
        case "claims":
            claims = typed(raw.get("claims", {}), dict[str, tuple[Claim, ...]], file, "do.claims")
            return o.MakeClaims(claims.get(seat, ()))
        case "swap":
            return o.ChooseZone(str(raw.get("swap", choices[0] if choices else "")))
        case "quarry":
            return o.ChooseQuarry(view.ask.fleet, str(raw.get("quarry", choices[0] if choices else "")))
        case "fight":
            stances = typed(raw.get("fight", {}), dict[str, Stance], file, "do.fight")
            return o.Fight(view.ask.zone, stances.get(seat, Stance.CONTINUE))
        case _:
            return boards.plain_answer(kind, view) or o.Commit()


def missing_slots(state: State, view: View) -> Iterator[tuple[o.Plot, ...]]:
    """For every slot that a commit would miss, what may be written there: the first zone owed, or "stay"."""
    for fleet_id, fleet in view.fleets.items():
        for number in fleet.open:
            if str(number) not in fleet.sheet and number <= view.scenario.length:
                owed = "/".join(state.fleets[fleet_id].owed[:1])
                yield tuple(o.Plot(fleet_id, number, route) for route in (owed, "stay") if route)
