"""A Dots and Boxes position as a drawing, as people type it.

    player 2 to move
    no extra turn
    +---+   +
    | 1 |
    +---+   +

The first two lines are left out where player 1 is to move and the extra turn is on. Dots are four
characters apart, `+`, `·` or `•`; 1 or 2 in a complete box is its owner, where that is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.boards.dots.state import DotsState, Line
from bombe.boards.text.spans import BLANKS, Span, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.dots.expected import Expected
    from bombe.boards.game import Player

DOTS = "+·•"
_ACROSS, _DOWN = "-─", "|│"
_STEP = 4
"""Characters from a dot to the next."""
_SETTINGS: dict[str, dict[str, Any]] = {
    "player 1 to move": {"to_move": 1},
    "player 2 to move": {"to_move": 2},
    "extra turn": {"extra_turn": True},
    "no extra turn": {"extra_turn": False},
}


def write(state: DotsState) -> str:
    """Draw the position; the moves that led to it are lost."""
    return "".join(f"{line}\n" for line in (*_settings(state), *drawing_lines(state)))


def _settings(state: DotsState) -> Iterator[str]:
    if state.to_move == 2:
        yield "player 2 to move"
    if not state.extra_turn:
        yield "no extra turn"


def drawing_lines(state: DotsState) -> Iterator[str]:
    """Yield the lines of the drawing without the settings above it."""
    grid = state.grid
    lines = set(grid.lines_of(state.edges))
    for row in range(grid.rows + 1):
        pieces = ["---" if Line("h", row, c) in lines else "   " for c in range(grid.columns)]
        yield f"+{'+'.join(pieces)}+"
        if row < grid.rows:
            walls = ["|" if Line("v", row, c) in lines else " " for c in range(grid.columns + 1)]
            owners = state.owners[row * grid.columns : (row + 1) * grid.columns]
            boxes = [f" {owner or ' '} " for owner in owners]
            yield "".join(map("".join, zip(walls, [*boxes, ""], strict=True))).rstrip()


def read(lines: list[Span], expected: Expected) -> DotsState:
    """Read a drawing."""
    return _Drawing(lines, expected).state()


class _Drawing:
    """A drawing: what stands above it, then lines of dots and, between them, lines of walls."""

    def __init__(self, lines: list[Span], expected: Expected) -> None:
        self.expected = expected
        self.settings: dict[str, Any] = {}
        self.body = self._after_settings(lines)
        while self.body and (self.body[-1].is_blank or self.body[-1].is_comment):
            self.body.pop()
        first = self.body[0]
        self.left = len(first.text) - len(first.text.lstrip(BLANKS))
        columns = (len(first.text.rstrip(BLANKS)) - self.left) // _STEP
        self.grid = expected.agreed_grid(first, len(self.body) // 2, columns)

    def state(self) -> DotsState:
        """Read the lines and the owners."""
        drawing_lines: list[Line] = []
        owners = [0] * self.grid.boxes
        for index, line in enumerate(self.body):
            row, is_walls = divmod(index, 2)
            drawing_lines += self._walls(line, row) if is_walls else self._dots(line, row)
        edges = self.grid.edge_set(drawing_lines)
        for row, line in enumerate(self.body[1::2]):
            for column in range(self.grid.columns):
                owners[row * self.grid.columns + column] = self._owner(line, row, column, edges)
        rule = self.expected.agreed_rule(self.body[0], named=self.settings.get("extra_turn"))
        mover: Player = self.settings.get("to_move", 1)
        if len(self.body) % 2 == 0:
            raise self.body[-1].refuse("dots-ends")
        return DotsState(self.grid, edges, tuple(owners), mover, rule)

    def _after_settings(self, lines: list[Span]) -> list[Span]:
        """Read the settings above the drawing; return the lines from its first dots on."""
        for index, line in enumerate(lines):
            if line.text.strip(BLANKS)[:1] in tuple(DOTS):
                return lines[index:]
            if line.is_blank or line.is_comment:
                continue
            words = " ".join(line.text.split())
            if words not in _SETTINGS:
                raise line.refuse("dots-begins", text=shown(words))
            self.settings |= _SETTINGS[words]
        raise lines[-1].refuse("dots-no-drawing")

    def _dots(self, line: Span, row: int) -> Iterator[Line]:
        for column in range(self.grid.columns + 1):
            at = self.left + column * _STEP
            self._require(line, at, DOTS, "a dot")
            if column < self.grid.columns:
                for offset in range(1, _STEP):
                    self._require(line, at + offset, _ACROSS + " ", "a line or a blank")
                piece = line.text[at + 1 : at + _STEP]
                if piece.strip() and " " in piece:
                    raise line.refuse("dots-gap", at + 1)
                if piece.strip():
                    yield Line("h", row, column)
        self._end(line)

    def _walls(self, line: Span, row: int) -> Iterator[Line]:
        for column in range(self.grid.columns + 1):
            at = self.left + column * _STEP
            if self._require(line, at, _DOWN + " ", "a line or a blank") != " ":
                yield Line("v", row, column)
        self._end(line)

    def _owner(self, line: Span, row: int, column: int, edges: int) -> int:
        at = self.left + column * _STEP
        for offset in (1, 3):
            self._require(line, at + offset, " ", "a blank")
        owner = self._require(line, at + 2, " 12", "the owner 1 or 2, or a blank")
        if owner == " ":
            return 0
        if self.grid.box_edges[row * self.grid.columns + column] & ~edges:
            raise line.refuse("dots-owner", at + 2)
        return int(owner)

    def _require(self, line: Span, at: int, allowed: str, what: str) -> str:
        """Return the character there, a blank beyond the end of the line; raise if not allowed."""
        found = line.text[at : at + 1] or " "
        if found not in allowed:
            raise line.refuse("dots-place", at, text=shown(found), what=what)
        return found

    def _end(self, line: Span) -> None:
        """Raise if there is text beside the drawing."""
        if line.text[: self.left].strip(BLANKS):
            raise line.refuse("dots-left")
        right = self.left + self.grid.columns * _STEP + 1
        if extra := line.word(right):
            raise extra.refuse("dots-right")
