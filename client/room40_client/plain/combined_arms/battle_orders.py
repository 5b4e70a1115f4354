"""What is answered in battles (K3.7, K5, K6)."""

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40_client.plain.combined_arms import names
from room40_client.plain.grammar import Saying, Unclear, split
from room40_client.tui.combined_arms.papers import homeless


def _choose(view: View, text: str) -> tuple[o.Order, ...]:
    return (o.ChooseBattle(names.space(view, text)),)


def _submerge(view: View, text: str) -> tuple[o.Order, ...]:
    if text.strip().lower() in names.NOBODY:
        return (o.Submerge(),)
    return (o.Submerge(names.units(view, text, view.ask.choices, "that may submerge")),)


def _casualties(view: View, text: str) -> tuple[o.Order, ...]:
    said = text.strip().lower()
    if said in names.UMPIRE:
        if not view.ask.suggestion:
            raise Unclear("The umpire suggests nothing now.", "K5.5")
        return (o.Casualties(tuple(view.ask.suggestion)),)
    if said in names.NOBODY:
        return (o.Casualties(()),)
    return (o.Casualties(names.units(view, text, _lives(view), "that can take the hits")),)


def _lives(view: View) -> list[str]:
    """Each unit as often as it can be hit: all once, then those that stand it a second time (K5.5)."""
    choices = list(dict.fromkeys(view.ask.choices))
    known = [unit for unit in choices if unit in view.units]
    twice = [unit for unit in known if view.setting.types[view.units[unit].type].hits > view.units[unit].damage + 1]
    return [*known, *twice]


def _retreat(view: View, text: str) -> tuple[o.Order, ...]:
    where = text[3:] if text.lower().startswith("to ") else text
    return (o.Retreat(names.space(view, where)),)


def _bombard(view: View, text: str) -> tuple[o.Order, ...]:
    said = text.strip().lower()
    if said in names.NOBODY:
        return (o.Bombard(),)
    if said in names.UMPIRE:
        return (o.Bombard(tuple(view.ask.suggestion)),)
    return (o.Bombard(names.units(view, text, view.ask.choices, "that may bombard")),)


def _land(view: View, text: str) -> tuple[o.Order, ...]:
    said = text.strip().lower()
    if said in names.UMPIRE:
        return (o.LandHomeless(homeless.spread(view)),)
    if said in names.NOBODY:
        return (o.LandHomeless({}),)
    places: dict[str, str] = {}
    for piece in split(text, ";"):
        who, where, name = piece.rpartition(" in ")
        if not where:
            raise Unclear(
                "Write who lands where: land fighter-1 in port-marran; fighter-2 in sorrel; or land umpire.", "K3.7"
            )
        left = [unit for unit in view.ask.choices if unit not in places]
        places.update(dict.fromkeys(names.units(view, who, left, "without a deck"), names.space(view, name)))
    if not places:
        raise Unclear("Write who lands where: land fighter-1 in port-marran; fighter-2 in sorrel; or land umpire.", "K3.7")
    return (o.LandHomeless(places),)


def _nobody_or(units: tuple[str, ...]) -> str:
    return names.write_units(units) or "none"


ORDERS: tuple[Saying[View], ...] = (
    Saying(
        o.ChooseBattle,
        ("fight",),
        ("fight port-tavik",),
        "which battle is fought next",
        _choose,
        lambda view, order: order.space,
    ),
    Saying(
        o.Casualties,
        ("casualties", "lose"),
        ("casualties 2 infantry, 1 tank", "casualties umpire"),
        "who takes the hits, a battleship twice for two; umpire: as he suggests",
        _casualties,
        lambda view, order: _nobody_or(order.units),
    ),
    Saying(o.Press, ("press",), ("press",), "fight another round", lambda view, text: (o.Press(),), lambda view, order: ""),
    Saying(
        o.Retreat,
        ("retreat",),
        ("retreat to strait",),
        "all that may, retreat to a space that is offered",
        _retreat,
        lambda view, order: f"to {order.to}",
    ),
    Saying(
        o.Submerge,
        ("submerge",),
        ("submerge none", "submerge all", "submerge submarine-1"),
        "which submarines submerge instead of striking",
        _submerge,
        lambda view, order: _nobody_or(order.units),
    ),
    Saying(
        o.Bombard,
        ("bombard",),
        ("bombard umpire", "bombard 1 cruiser", "bombard none"),
        "which ships bombard before an assault",
        _bombard,
        lambda view, order: _nobody_or(order.units),
    ),
    Saying(
        o.LandHomeless,
        ("land",),
        ("land umpire", "land fighter-1 in port-marran; fighter-2 in sorrel"),
        "where fighters that lost their carrier land",
        _land,
        lambda view, order: "; ".join(f"{unit} in {space}" for unit, space in order.places.items()) or "none",
    ),
)
