"""What is told of a contact check: dice and claims are open to all (5.46); fleets are named as each viewpoint knows them."""

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import news, sight
from room40_server.rules.dreadnought.state import Check, Happening, State, grade, is_night
from room40_server.rules.game import PUBLIC


def tell(state: State, check: Check) -> State:
    """Tell a check to both sides, and to the public if it can see the fleets; keep it in the umpire's record."""
    figures = {"die": check.die, "total": check.total, "contact": int(check.contact), "surprise": int(check.surprise)}
    dice = (check.die,) if check.die else ()
    state = news.record(state, Happening(check.turn, "contact check", check.zone, (check.cp, check.en), (), figures, dice))
    for viewpoint in news.VIEWPOINTS:
        if viewpoint != PUBLIC or _public_sees(state, check):
            text = _line(state, check, viewpoint)
            state = news.tell(state, viewpoint, "contact", text, _clause(check), check.zone)
    return state


def _public_sees(state: State, check: Check) -> bool:
    if not state.setting.double_blind:
        return True
    return all(sight.label(state, PUBLIC, fleet_id) for fleet_id in (check.cp, check.en))


def _line(state: State, check: Check, viewpoint: str) -> str:
    own, other = (check.en, check.cp) if viewpoint == Side.EN else (check.cp, check.en)
    one, two = (news.name_for(state, viewpoint, i) for i in (own, other))
    if check.automatic:
        return news.sentence(f"{one} meets {two} off {check.zone}: contact without a die ({check.automatic}).")
    verb = "sights" if check.contact else "misses"
    figures = ", ".join([f"die {check.die}", *_modifiers(state, check, viewpoint)])
    light = " by night" if is_night(state) else ""
    outcome = "surprise" if check.surprise else "contact" if check.contact else "no contact"
    text = f"{one} {verb} {two} off {check.zone}{light}: {figures} = {check.total}, {outcome} ({_clause(check)})."
    return news.sentence(text)


def _clause(check: Check) -> str:
    return check.automatic or ("5.41" if check.surprise else "5.4")


def _modifiers(state: State, check: Check, viewpoint: str) -> list[str]:
    """Weather and claims in words: "+1 clear", "+2 intercept", "+2 enemy's intercept"."""
    words = []
    for name, worth in check.modifiers.items():
        side, _, claim = name.partition(" ")
        claim = claim.removesuffix(" +1").removesuffix(" -1")
        if not claim:
            words.append(f"{worth:+d} {grade(state).name}")
        elif viewpoint == PUBLIC:
            words.append(f"{worth:+d} {news.SIDE_NAMES[Side(side)]} {claim}")
        else:
            words.append(f"{worth:+d} {claim}" if side == viewpoint else f"{worth:+d} enemy's {claim}")
    return words
