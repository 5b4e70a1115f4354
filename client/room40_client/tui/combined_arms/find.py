"""Finding a space by what is typed of its name."""

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


def found(view: View, text: str) -> list[str]:
    """The spaces whose names begin with a text, then those with a word that does, then those that hold it."""
    wanted = text.strip().lower()
    ranked: list[tuple[int, str, str]] = []
    for key in view.setting.spaces:
        name = terms.space_name(view, key).lower()
        if name.startswith(wanted):
            rank = 0
        elif any(word.startswith(wanted) for word in name.split()):
            rank = 1
        elif wanted in name or wanted in key:
            rank = 2
        else:
            continue
        ranked.append((rank, name, key))
    return [key for _, _, key in sorted(ranked)]
