"""What can be bought, and for how much."""

from msgspec import Struct

from room40_server.importer.findings import Findings
from room40_server.importer.powers import Powers
from room40_server.importer.reading import number
from room40_server.importer.xml_tree import Element

MOST_COST = 999


class Price(Struct, frozen=True):
    """What one unit of a type costs, and whether every power may buy it."""

    cost: int
    sold: bool


class _Rule(Struct, frozen=True):
    """A rule of production: it makes one `unit` for `cost`."""

    unit: str
    cost: int


def prices(game: Element, powers: Powers, findings: Findings) -> dict[str, Price]:
    """Unit -> its price: what every power may buy at one and the same price is sold, all else is not.

    A unit that is not sold has the price of the first rule that makes it: losses are weighed by it.
    """
    rules = {e.get("name"): rule for e in game.all("productionRule") if (rule := _rule(e, powers.currency, findings))}
    found: dict[str, Price] = {}
    for rule in rules.values():
        found.setdefault(rule.unit, Price(rule.cost, False))
    offers = _offers(game, powers, rules, findings)
    for unit in dict.fromkeys(unit for offer in offers.values() for unit in offer):
        costs = {offer.get(unit) for offer in offers.values()}
        cost = next(iter(costs))
        if len(costs) == 1 and cost is not None:
            found[unit] = Price(cost, True)
        else:
            element = next(e for e in game.all("productionFrontier"))
            words = f"not every power may buy {unit!r} at the same price, so nobody may."
            findings.leave(element, f"productionFrontier {element.get('name')!r}", words)
    return found


def _rule(element: Element, currency: str, findings: Findings) -> _Rule | None:
    where = f"productionRule {element.get('name')!r}"
    costs, results = list(element.all("cost")), list(element.all("result"))
    if len(costs) != 1 or len(results) != 1 or costs[0].get("resource") != currency:
        findings.leave(element, where, f"a unit is bought for {currency!r} alone, one at a time; left out.")
        return None
    cost = number(costs[0].get("quantity"))
    if number(results[0].get("quantity")) != 1 or cost is None or not 0 < cost <= MOST_COST:
        findings.leave(element, where, f"one unit is bought for a price from 1 to {MOST_COST}; left out.")
        return None
    return _Rule(results[0].get("resourceOrUnit"), cost)


def _offers(game: Element, powers: Powers, rules: dict[str, _Rule], findings: Findings) -> dict[str, dict[str, int]]:
    """Power -> what it may buy, and the price."""
    frontiers = {element.get("name"): element for element in game.all("productionFrontier")}
    of_power = {e.get("player"): e.get("frontier") for e in game.all("playerProduction")}
    for name, element in frontiers.items():
        if name not in of_power.values():
            findings.leave(element, f"productionFrontier {name!r}", "no power begins with it; left out.")
    found: dict[str, dict[str, int]] = {}
    for power in powers.sides:
        frontier = frontiers.get(of_power.get(power, ""))
        named = [line.get("name") for line in frontier.all("frontierRules")] if frontier is not None else []
        found[power] = {rules[name].unit: rules[name].cost for name in named if name in rules}
    _repairs(game, findings)
    return found


def _repairs(game: Element, findings: Findings) -> None:
    """A point of damage is repaired for 1 (K4)."""
    used = {e.get("frontier") for e in game.all("playerRepair")}
    lines = [e for f in game.all("repairFrontier") if f.get("name") in used for e in f.all("repairRules")]
    names = {line.get("name") for line in lines}
    for rule in game.all("repairRule"):
        if rule.get("name") in names:
            numbers = [e.get("quantity") for tag in ("cost", "result") for e in rule.all(tag)]
            if numbers != ["1", "1"]:
                findings.leave(rule, f"repairRule {rule.get('name')!r}", "a point of damage is repaired for 1; left out.")
