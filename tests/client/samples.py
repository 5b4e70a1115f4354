"""Views made by hand: the flight of the Goeben as the Entente sees it on the second evening."""

from msgspec.structs import replace

from room40.dreadnought.board_views import BattleShipView, LeftView, WhoView
from room40.dreadnought.views import (
    AskView,
    BattleView,
    ClassView,
    CounterView,
    EventView,
    FleetView,
    PortView,
    ScenarioView,
    ShipView,
    View,
)

ROWS = [
    "~~~~~~.#######################################################....####",
    "~~~~~..#############################################...####..~~.######",
    "~~~~~~~.############################################.~~...#.~~~.######",
    "~~~~~~~.##################....#####################.~~~.###....#######",
    "~~~~~~~.##################.~...###################..~~~~~.......######",
    "~~~~~~.#############...###.~~~.##################.~~~~~~..~~~~~..#####",
    "..~~~~~############..~~.###..~..##################.~~~~~~~~~~~~~~.####",
    "##.#..#######......~~~~.####.~~~..##############..~~~~~~~~~~~~~~~~.###",
    "#############.~~~~~~~....####.~~~...#############.~~~~~~~~~~~~~~~~~~.#",
    "#############.~~~~~~~#.~..###..~~~~.############.~~~~~~~...~~~~~~~~~.#",
    "############..~~~~~~~..~~~.#####.~~~~.###########.~~~~..###..~~~~~~~.#",
    "##########..~~~~~~~~~..~~~~..###..~~.###########......#######.......##",
    "##########.~~~~~~~~~.##.~~~~~..##....####.#.........##################",
    "########.~~~...~~~~~.#.~~~~~~~.#.~...####......#######################",
    "########.~~~..~~~~~~~.#~~~~~~~~.#.~~~..###.~~~..######################",
    "########.~.~~~~~~~~~...~~~~~~~~...~~~~.##...~...######################",
    "########..~~~~~~~~~~~~~~~~~~~~~..~~~~~......~~..######################",
    "#######.~~~~~~~~~~~~~~~~~~......~~~~~...#....~..######################",
    "######..~~~~~~~~~~~~~~..~~~..##~~~~~~~~~.#.~...~.#####################",
    "##....~~~~~~..........#..~~~~..~~~~~~~~...~...~...##..####.#.#########",
    "...~~~~~~..#############.~~~~~~~~~~~~~~~~..~~~~~~.~..~~.#..~.#########",
    ".~~~~~~..###############.~~~~.~~~~~~~~~~~~~~~~~..~~~~~~~~~~~##########",
    ".#.....##################~~~~~~~~~~~~~~~~~~....~~~~~~~~....~.#########",
    "########################.~~~~~~~~~~~~~~~~~~~.~~~~~~~~~~..~~~.#########",
    "#######################.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~.#########",
]

PORTS = {
    "U2": PortView("Gibraltar", "EN", "major"),
    "H18": PortView("Toulon", "EN", "major"),
    "S24": PortView("Bizerta", "EN", "major"),
    "V30": PortView("Malta", "EN", "major"),
    "R32": PortView("Messina", "", "minor"),
    "M35": PortView("Brindisi", "", "major"),
    "J36": PortView("Cattaro", "CP", "major"),
    "R38": PortView("Cephalonia", "", "minor"),
    "N46": PortView("Dardanelles", "CP", "minor"),
}

SCENARIO = ScenarioView(
    name="goeben",
    title="Flight of the Goeben",
    briefing="War has come while a German squadron lies at Messina.\nFind her, or lose the Straits.",
    date="1914-08-06",
    first_turn_of_day=4,
    night=[5, 6],
    length=30,
    rows=ROWS,
    shifted="even",
    first_row=1,
    first_column=1,
    closed=[],
    canals={},
    ports=PORTS,
    traffic={"T40": 1},
    goals={"goeben": "The Goeben reaches the Dardanelles: 20 points."},
    counters=8,
    fuel=True,
    double_blind=False,
)


def _class(kind: str, nation: str, speed: str, guns: tuple[int, int, int], hull: int, boats: int = 1) -> ClassView:
    return ClassView(kind, nation, speed, guns[0], 3, guns[1], guns[2], 1, hull, "light", "light", 7, hull + guns[0], boats)


CLASSES = {
    "inflexible": _class("BC", "UK", "2", (6, 3, 0), 9),
    "indefatigable": _class("BC", "UK", "2", (6, 3, 0), 10),
    "gloucester": _class("CL", "UK", "2", (0, 0, 3), 4),
    "defence": _class("CA", "UK", "1", (0, 7, 2), 8),
    "beagle": _class("DD", "UK", "2", (0, 0, 1), 3, 3),
}


def ship(name: str, card: str, leader: str = "", **lost: int) -> ShipView:
    """A ship of a class, with what she has lost."""
    built = CLASSES[card]
    return ShipView(
        name=name,
        kind=built.type,
        hull=built.hull - lost.get("hull", 0),
        primary=built.primary - lost.get("primary", 0),
        secondary=built.secondary,
        tertiary=built.tertiary,
        torpedo_mounts=built.torpedo_mounts,
        torpedoes=built.torpedo_mounts,
        speed=built.speed,
        boats=built.boats,
        fuel=80,
        leader=leader,
        cargo=0,
        towing="",
        sunk=False,
        card=card,
    )


SHIPS = {
    "inflexible": ship("Inflexible", "inflexible", leader="Milne", hull=2, primary=1),
    "indefatigable": ship("Indefatigable", "indefatigable"),
    "gloucester": ship("Gloucester", "gloucester"),
    "defence": ship("Defence", "defence", leader="Troubridge"),
    "beagle-1": ship("Beagle", "beagle"),
}


def fleet(number: int, ships: list[str], zone: str, mission: str = "intercept", pace: int = 2, **other: object) -> FleetView:
    """A fleet on turn 5 whose turns 5 and 6 are fixed; turn 7 is open."""
    standing = FleetView(
        number=number,
        mission=mission,
        charge="",
        ships=ships,
        zone=zone,
        in_port=False,
        on_map=True,
        hidden=False,
        port_turns=0,
        pace=pace,
        sheet={},
        open=[7],
        blank=[7],
        plot_from={"7": zone},
        owed=[],
        may=["abort", "split", "habit", "form"],
        habit="ask",
        lingering=False,
        pursuing="",
    )
    made = replace(standing, **other)
    return made if "blank" in other else replace(made, blank=[t for t in made.open if str(t) not in made.sheet])


FLEETS = {
    "EN-1": fleet(
        1,
        ["inflexible", "indefatigable"],
        "Q28",
        sheet={"3": "P26/P27", "4": "Q28", "5": "Q29/Q30", "6": "R30/R31"},
        plot_from={"7": "R31"},
    ),
    "EN-3": fleet(
        3, ["gloucester"], "R38", sheet={"5": "R37/R36", "6": "stay"}, plot_from={"7": "R36"}, may=["habit", "merge"]
    ),
    "EN-4": fleet(
        4,
        ["defence", "beagle-1"],
        "V30",
        pace=1,
        in_port=True,
        sheet={"5": "stay port", "6": "stay port", "7": "stay port"},
        plot_from={"7": "V30 port"},
    ),
}

LOG = {
    "1": EventView(4, "weather", "H4.1", "", "The weather is clear: die 3."),
    "2": EventView(5, "movement", "5.3", "R32", "Enemy A stays in R32."),
    "3": EventView(5, "contact", "5.4", "R38", "Fleet 3 looks for enemy A off R38: die 4, clear +1 = 5, no contact (5.4)."),
    "4": EventView(5, "contact", "5.41", "Q28", "Fleet 1 sights enemy B off Q28: die 6, contact, surprise (5.41)."),
}

NOTHING = AskView("", "", "", "", "", [], [])
ORDERS = AskView("orders", "5.1", "", "", "", [], [])


def goeben(**changes: object) -> View:
    """The Entente's view in the orders phase of turn 5, with what a test wants changed."""
    view = View(
        seat="EN",
        turn=5,
        phase="orders",
        time="6 Aug 1914 20:00",
        light="night",
        weather=1,
        scenario=SCENARIO,
        classes=CLASSES,
        fleets=FLEETS,
        ships=SHIPS,
        seen={"A": CounterView("CP", "R32", 4, 5, "", [])},
        lost={"B": CounterView("CP", "T40", 2, 3, "", ["Breslau"])},
        airships={},
        submarines={},
        mines={},
        traffic={"T40": 1},
        battle={},
        ask=ORDERS,
        waiting=["CP", "EN"],
        log=LOG,
        points={"CP": 0, "EN": 0},
        result="",
    )
    return replace(view, **changes)


def written() -> View:
    """The same, all slots written."""
    fleets = {i: replace(f, sheet={**f.sheet, "7": f.sheet.get("7", "stay")}) for i, f in FLEETS.items()}
    return goeben(fleets=fleets, ask=replace(ORDERS, missing=[]))


def claims() -> View:
    """A contact check is asked about."""
    ask = AskView("claims", "5.46", "R32", "EN-1", "A", ["leader", "intercept"], [])
    return goeben(phase="contact", ask=ask, waiting=["EN"])


def fight() -> View:
    """Round 2 of a battle."""
    ships = {
        "inflexible": BattleShipView(WhoView("EN", "Inflexible", "BC"), LeftView(7, 5, 3, 0, 1, "2", 1, False)),
        "goeben": BattleShipView(WhoView("CP", "Goeben", "BC"), LeftView(12, 6, 3, 4, 1, "2", 1, False)),
        "breslau": BattleShipView(WhoView("CP", "Breslau", "CL"), LeftView(4, 0, 0, 2, 1, "2", 1, False)),
    }
    ask = AskView("fight", "H6", "R32", "", "", ["continue", "close", "withdraw"], [])
    return goeben(phase="battles", ask=ask, waiting=["EN"], battle={"R32": BattleView("R32", 2, "EN", ships)})


def watching() -> View:
    """What a watcher sees."""
    seen = {"A": CounterView("CP", "R32", 4, 5, "", []), "K": CounterView("EN", "Q28", 1, 5, "", [])}
    return goeben(seat="public", fleets={}, ships={}, classes={}, lost={}, seen=seen, ask=NOTHING)
