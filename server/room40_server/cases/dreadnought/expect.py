"""Comparing what a case script expects with what came of it. Every difference is one sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec import UNSET, UnsetType

from room40.dreadnought.sheet import write_slot
from room40_server.cards import slug
from room40_server.cases.dreadnought import boards
from room40_server.cases.dreadnought.setup import BOXES, phase_of, slot_of
from room40_server.cases.dreadnought.shapes import Expect
from room40_server.cases.named import named
from room40_server.rules.dice import Throw
from room40_server.rules.dreadnought import views
from room40_server.rules.dreadnought.state import Battle, Check, State
from room40_server.rules.game import Refused
from room40_server.scenario_files import Raw, ScenarioError

Faults = Iterator[str]


@dataclass
class Seen:
    """What a game has shown on its way: it is not all in the last state any more."""

    checks: list[Check] = field(default_factory=list)
    battles: dict[tuple[int, str], Battle] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    refusal: Refused | None = None
    answer: object = None
    dice: tuple[Throw, ...] = ()

    def look(self, state: State) -> None:
        """Take down what may be gone in the next state."""
        made = state.contacts.made if state.contacts else ()
        for check in (*state.checks, *made):
            if check not in self.checks:
                self.checks.append(check)
        for zone, battle in state.battles.items():
            self.battles[(state.turn, zone)] = battle
        self.asked |= {f"{seat} {kind}" for seat, kind in state.asked.items()}


def failures(expect: Expect, state: State, seen: Seen, file: str) -> tuple[str, ...]:
    """What does not hold. Raises `ScenarioError` for an expectation that means nothing."""
    parts = (
        _verdict(expect, seen),
        _where_it_stands(expect, state, file),
        _fleets(expect, state, file),
        _fleet_particulars(expect, state),
        _contacts(expect, seen),
        _things(expect, state, file),
        _umpire(expect, state, seen),
        _told(expect, state),
        _views(expect, state),
        _board(expect, state, seen, file),
    )
    return tuple(sentence for part in parts for sentence in part)


def _verdict(expect: Expect, seen: Seen) -> Faults:
    refusal = seen.refusal
    if not isinstance(expect.legal, UnsetType) and expect.legal != (refusal is None):
        yield f"the order should be {'legal' if expect.legal else 'refused'}: {refusal or 'it was accepted'}"
    if not isinstance(expect.refused, UnsetType) and (refusal is None or refusal.clause != expect.refused):
        yield f"the order should be refused by {expect.refused}: {refusal or 'it was accepted'}"
    if not isinstance(expect.says, UnsetType) and (refusal is None or expect.says not in refusal.sentence):
        yield f"the refusal should say {expect.says!r}: {refusal}"
    if expect.answer is not UNSET and seen.answer != expect.answer:
        yield f"the answer should be {expect.answer}, not {seen.answer}"


def _where_it_stands(expect: Expect, state: State, file: str) -> Faults:
    if not isinstance(expect.phase, UnsetType) and phase_of(expect.phase, file) is not state.phase:
        yield f"the phase should be {expect.phase}, not {state.phase.value}"
    for name in ("turn", "weather", "result"):
        wanted, now = getattr(expect, name), getattr(state, name)
        if wanted is not UNSET and wanted != now:
            yield f"the {name} should be {wanted}, not {now}"
    if not isinstance(expect.asked, UnsetType) and expect.asked != state.asked:
        yield f"asked should be {expect.asked}, not {state.asked}"
    for side, wanted_choices in expect.choices.items():
        choices = views.view(state, side).ask.choices
        if sorted(choices) != sorted(wanted_choices):
            yield f"{side} should choose from {sorted(wanted_choices)}, not {sorted(choices)}"


def _fleets(expect: Expect, state: State, file: str) -> Faults:
    named = {*expect.zone_after, *expect.orders_after, *expect.left_over, *expect.fleets}
    gone = sorted(named - set(state.fleets))
    if gone:
        yield f"there is no fleet {', '.join(gone)}"
        return
    for fleet_id, zone in expect.zone_after.items():
        if state.fleets[fleet_id].zone != zone:
            yield f"{fleet_id} should be in {zone}, not {state.fleets[fleet_id].zone}"
    for fleet_id, slots in expect.orders_after.items():
        for number, text in slots.items():
            slot = state.fleets[fleet_id].sheet.get(int(number))
            wanted = slot_of(text, file, number) if text else None
            if slot != wanted:
                now = write_slot(slot) if slot else "nothing"
                yield f"slot {number} of {fleet_id} should be {text or 'empty'}, not {now}"
    for fleet_id, zones in expect.left_over.items():
        if state.fleets[fleet_id].owed != zones:
            yield f"{fleet_id} should still owe {list(zones)}, not {list(state.fleets[fleet_id].owed)}"


def _fleet_particulars(expect: Expect, state: State) -> Faults:
    for fleet_id, raw in expect.fleets.items():
        if fleet_id in state.fleets:
            yield from _differs(raw, _fleet_facts(state, fleet_id), fleet_id)
    for side, names in expect.exist.items():
        there = sorted(f for f in state.fleets if f.startswith(side) and state.fleets[f].ships)
        if there != sorted(names):
            yield f"the fleets of {side} should be {sorted(names)}, not {there}"


def _fleet_facts(state: State, fleet_id: str) -> Mapping[str, object]:
    facts = dict(_plain(state.fleets[fleet_id]))
    facts["ships"] = sorted(state.ships[i].name for i in state.fleets[fleet_id].ships)
    return facts


def _contacts(expect: Expect, seen: Seen) -> Faults:
    if not isinstance(expect.checks, UnsetType):
        made = [_check_facts(c) for c in seen.checks]
        if len(made) != len(expect.checks):
            yield f"{len(expect.checks)} contact checks should be made, not {len(made)}: {made}"
        else:
            for wanted, check in zip(expect.checks, made, strict=True):
                wanted = {**wanted, "automatic": bool(wanted["automatic"])} if "automatic" in wanted else wanted
                yield from _differs(wanted, check, f"the check in {check['zone']}")
    if not isinstance(expect.battles, UnsetType):
        fought = [_battle_facts(turn, battle) for (turn, _), battle in sorted(seen.battles.items())]
        if len(fought) != len(expect.battles):
            yield f"{len(expect.battles)} battles should be fought, not {len(fought)}: {fought}"
        else:
            for wanted, battle in zip(expect.battles, fought, strict=True):
                yield from _differs(wanted, battle, f"the battle in {battle['zone']}")


def _check_facts(check: Check) -> Mapping[str, object]:
    return {**_plain(check), "pair": [check.cp, check.en], "automatic": bool(check.automatic), "by": check.automatic}


def _battle_facts(turn: int, battle: Battle) -> Mapping[str, object]:
    sides = {side: sorted(fleets) for side, fleets in battle.fleets.items()}
    return {**_plain(battle), "CP": [], "EN": [], **sides, "turn": turn}


def _things(expect: Expect, state: State, file: str) -> Faults:
    for name, raw in expect.ships.items():
        if slug(name) not in state.ships:
            raise ScenarioError(file, "expect.ships", name, "no ship of this name is in the game.")
        raw = {BOXES.get(key, key): value for key, value in raw.items()}
        yield from _differs(raw, _plain(state.ships[slug(name)]), name)
    for what, wanted, things in (
        ("airship", expect.airships, state.airships),
        ("submarine", expect.submarines, state.submarines),
    ):
        for key, raw in wanted.items():
            thing = things.get(key)
            yield from _differs(raw, _plain(thing) if thing else {}, f"{what} {key}")
    if not isinstance(expect.mines, UnsetType):
        fields = {f.edge: _plain(f) for f in state.mines.values()}
        if sorted(fields) != sorted(expect.mines):
            yield f"there should be minefields on {sorted(expect.mines)}, not {sorted(fields)}"
        for edge, raw in expect.mines.items():
            yield from _differs(raw, fields.get(edge, {}), f"the field {edge}")
    for zone, rating in expect.traffic.items():
        if state.traffic.get(zone, 0) != rating:
            yield f"the traffic of {zone} should be {rating}, not {state.traffic.get(zone, 0)}"
    for side, points in expect.points.items():
        if sum(state.points.get(side, {}).values()) != points:
            yield f"{side} should have {points} points, not {state.points.get(side, {})}"


def _umpire(expect: Expect, state: State, seen: Seen) -> Faults:
    if not isinstance(expect.dice, UnsetType) and expect.dice != len(seen.dice):
        yield f"{expect.dice} dice should be thrown, not {[t.purpose for t in seen.dice]}"
    if not isinstance(expect.purposes, UnsetType):
        thrown = [t.purpose for t in seen.dice]
        matches = len(thrown) == len(expect.purposes) and all(w in t for w, t in zip(expect.purposes, thrown, strict=True))
        if not matches:
            yield f"the dice should be for {list(expect.purposes)}, not {thrown}"
    for words in expect.never_asked:
        if words in seen.asked:
            yield f"{words.replace(' ', ' was asked for ', 1)}"
    for raw in expect.record:
        happened = [_plain(h) for h in state.record.values()]
        if not any(not tuple(_differs(raw, fact, "")) for fact in happened):
            yield f"the record should hold {raw}: {[h for h in happened if h.get('what') == raw.get('what')]}"


def _told(expect: Expect, state: State) -> Faults:
    for viewpoint, wanted in expect.events.items():
        lines = [e.text for e in state.log.get(viewpoint, {}).values()]
        for words in wanted:
            if not any(words in line for line in lines):
                yield f"{viewpoint} should be told {words!r}: {lines}"
    for viewpoint, unwanted in expect.no_events.items():
        for words in unwanted:
            if any(words in e.text for e in state.log.get(viewpoint, {}).values()):
                yield f"{viewpoint} must not be told {words!r}"


def _views(expect: Expect, state: State) -> Faults:
    for viewpoint, raw in expect.views.items():
        view = named(views.view(state, viewpoint))
        text = msgspec.json.encode({k: v for k, v in view.items() if k not in ("classes", "scenario")}).decode()
        for words in _list(raw, "contains"):
            if words not in text:
                yield f"the view of {viewpoint} should hold {words!r}"
        for words in _list(raw, "lacks"):
            if words in text:
                yield f"the view of {viewpoint} must not hold {words!r}"
        counters = [c["zone"] for c in view["seen"].values()]
        if "seen" in raw and sorted(counters) != sorted(_list(raw, "seen")):
            yield f"{viewpoint} should see counters in {sorted(_list(raw, 'seen'))}, not {sorted(counters)}"
        at = raw.get("at", {})
        for path, value in (at if isinstance(at, dict) else {}).items():
            found = _found(view, str(path).split("."))
            if value not in found:
                yield f"{path} in the view of {viewpoint} should be {value}, not {found}"
        for path in _list(raw, "missing"):
            if any(value not in ("", [], {}, 0) for value in _found(view, path.split("."))):
                yield f"{path} should not be in the view of {viewpoint}"


def _board(expect: Expect, state: State, seen: Seen, file: str) -> Faults:
    """What is expected of the latest battle on the board, over or not."""
    if expect.board:
        fought = [battle for _, battle in sorted(seen.battles.items()) if battle.board is not None]
        if not fought:
            yield "there should be a battle on the board"
        else:
            yield from boards.differences(expect.board, state, fought[-1], file)


def _found(value: object, path: list[str]) -> list[object]:
    """The values at a path; "*" is any key."""
    if not path:
        return [value]
    if not isinstance(value, dict):
        return []
    keys = list(value) if path[0] == "*" else [path[0]] if path[0] in value else []
    return [found for key in keys for found in _found(value[key], path[1:])]


def _list(raw: Raw, key: str) -> list[str]:
    value = raw.get(key, [])
    return [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)]


def _plain(thing: msgspec.Struct) -> dict[str, object]:
    plain = msgspec.to_builtins(thing)
    assert isinstance(plain, dict)
    return plain


def _differs(wanted: Mapping[str, object], facts: Mapping[str, object], what: str) -> Faults:
    """What is wanted and is not so; keys that nobody wants are not looked at."""
    for key, value in wanted.items():
        if key not in facts:
            yield f"{what} has no {key}"
        elif _sorted(value) != _sorted(facts[key]) if key == "ships" else not _same(value, facts[key]):
            yield f"{what}: {key} should be {value}, not {facts[key]}"


def _same(wanted: object, fact: object) -> bool:
    if isinstance(wanted, dict) and isinstance(fact, dict):
        return all(key in fact and _same(value, fact[key]) for key, value in wanted.items())
    return wanted == fact or (isinstance(wanted, list) and isinstance(fact, tuple) and wanted == list(fact))


def _sorted(value: object) -> object:
    return sorted(map(str, value)) if isinstance(value, list | tuple) else value
