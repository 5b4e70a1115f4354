"""Every action of the 1942 table: its keys, its words, its place; bindings, key help and palette are made from it."""

from room40_client.tui.actions import Action

MAP, PLAN, ANSWERS, PAPERS, GAME = "The map", "Moves", "What is asked", "Papers", "The game"

ACTIONS = (
    Action("enter", "enter", "What is asked: move units, go there, buy, place, fight", ANSWERS),
    Action("commit", "c", "Commit the phase", ANSWERS),
    Action("move", "m", "Move units from this space", PLAN),
    Action("take_back", "backspace", "Take the last move back", PLAN),
    Action("plan", "p", "The planned moves, the landing plan; take moves back", PLAN),
    Action("fly_home", "f", "Fly home: the moves of the landing plan", PLAN),
    Action("engage", "e", "Attack or leave alone the submarines and transports here", PLAN),
    Action("next(1)", "tab", "Next space that matters; next target", MAP),
    Action("next(-1)", "shift+tab", "The one before", MAP),
    Action("go(-1,0)", "left,h", "Cursor west", MAP),
    Action("go(1,0)", "right,l", "Cursor east", MAP),
    Action("go(0,-1)", "up,k", "Cursor north", MAP),
    Action("go(0,1)", "down,j", "Cursor south", MAP),
    Action("near", "n", "Go to a space that this one touches", MAP),
    Action("find", "slash,g", "Find a space by its name", MAP),
    Action("zoom(1)", "plus,equals_sign", "Larger cells", MAP),
    Action("zoom(-1)", "minus", "Smaller cells", MAP),
    Action("escape", "escape", "Leave what is being done; skip the news", MAP),
    Action("read_on", "space", "Read on: what has happened", PAPERS),
    Action("spaces", "t", "Table of spaces; list of targets", PAPERS),
    Action("units", "u", "Every unit in this space", PAPERS),
    Action("paper('battle')", "b", "The battle", PAPERS),
    Action("paper('odds')", "o", "Odds of a battle", PAPERS),
    Action("paper('log')", "s", "Log of the game", PAPERS),
    Action("briefing", "d", "Briefing and how the game stands", PAPERS),
    Action("chat", "x", "Chat", PAPERS),
    Action("rules", "f1", "The rules, by clause", GAME),
    Action("keys", "question_mark", "All keys", GAME),
    Action("concede", "C", "Give the game up", GAME),
    Action("leave", "q,ctrl+q", "Leave the table", GAME),
)
