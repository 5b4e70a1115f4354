"""The weather of the turn (H4.1)."""

from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.news import record, tell_all
from room40_server.rules.dreadnought.state import Happening, Phase, State


def step(state: State, dice: Dice) -> State:
    """Throw the weather die and go on to the orders phase; a scenario may fix the first turns, which throw no die."""
    names = state.setting.tables.weather.grades
    fixed = state.setting.fixed_weather
    if state.turn <= len(fixed):
        state = replace(state, weather=fixed[state.turn - 1], phase=Phase.ORDERS)
        state = record(state, Happening(state.turn, "weather", figures={"grade": state.weather}))
        return tell_all(state, "weather", f"The weather is {names[state.weather - 1].name} (H4.1).", "H4.1")
    die = dice.throw("weather")
    before = state.weather
    state = replace(state, weather=after(state, die), phase=Phase.ORDERS)
    state = record(state, Happening(state.turn, "weather", figures={"grade": state.weather}, dice=(die,)))
    now = names[state.weather - 1].name
    words = f"stays {now}" if state.weather == before else f"turns from {names[before - 1].name} to {now}"
    return tell_all(state, "weather", f"The weather {words}: die {die} (H4.1).", "H4.1")


def after(state: State, die: int) -> int:
    """The grade that a die makes of the present one: one better, the same, one worse; never off the table."""
    table = state.setting.tables.weather
    worse_on = table.worse_on_in_winter if state.setting.winter else table.worse_on
    change = 1 if die >= worse_on else -1 if die <= table.better_on else 0
    return min(len(table.grades), max(1, state.weather + change))
