"""What a terminal shows after certain bytes, cell by cell, by an emulator that is not ours."""

import pyte


class Emulator:
    """A terminal. Lines end as the kernel hands them on: LF as CR LF."""

    def __init__(self, width: int, height: int) -> None:
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.screen)
        self._stream.feed("\x1b[?7l")  # words never run over to the next line, as in the program

    def feed(self, text: str) -> None:
        self._stream.feed(text.replace("\n", "\r\n"))

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def looks(self) -> list[list[tuple[object, ...]]]:
        """Each cell as it is seen: of a blank neither the letter's colour nor its weight."""
        return [[_look(self.screen.buffer[y][x]) for x in range(self.screen.columns)] for y in range(self.screen.lines)]


def _look(cell: pyte.screens.Char) -> tuple[object, ...]:
    if cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough):
        return " ", cell.bg
    return cell.data, cell.fg, cell.bg, cell.bold, cell.italics, cell.underscore, cell.strikethrough, cell.reverse
