"""Dots and Boxes: the grid, its lines, and the rules as an immutable state.

A grid of r x c boxes has (r + 1) x (c + 1) dots. Its edges are numbered, horizontal ones first, and
a set of edges is an integer with a bit for each; this grid, 1 x 2, has 7 edges:

    •--0--•--1--•       h 0 0, h 0 1
    4     5     6       v 0 0, v 0 1, v 0 2        edge of h r c = r * columns + c
    •--2--•--3--•       h 1 0, h 1 1               edge of v r c = horizontals + r * (columns+1) + c

What a course calls actions, result, terminal and utility is here `moves()`, `play(line)`,
`is_over` and the difference of `scores`.
"""

from __future__ import annotations

import functools
import operator
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from bombe.boards.display import Drawable
from bombe.boards.errors import BoardError, IllegalMoveError, UsageError
from bombe.boards.facts import FACTS
from bombe.boards.game import opponent
from bombe.boards.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.dots.game import Dots
    from bombe.boards.game import MoveLike, Player

MAX_SIDE: int = FACTS["dots"]["largest"]
Kind = Literal["h", "v"]
_LINE = re.compile(r"[ \t]*([hv])[ \t]+([0-9]{1,3})[ \t]+([0-9]{1,3})[ \t]*")


class Line(NamedTuple):
    """A move: the horizontal or vertical line that begins at the dot in that row and column."""

    kind: Kind
    row: int
    column: int

    def __str__(self) -> str:
        """Render as lists of edges have it: h 0 1."""
        return f"{self.kind} {self.row} {self.column}"

    @classmethod
    def parse(cls, text: str) -> Line:
        """Read 'h 0 1': a horizontal line, its row and its column."""
        match = _LINE.fullmatch(text) if isinstance(text, str) else None
        if not match:
            raise UsageError(f"{text!r:.40} is not a line; write h or v, a row and a column: h 0 1")
        return cls("h" if match[1] == "h" else "v", int(match[2]), int(match[3]))

    @classmethod
    def of(cls, line: MoveLike) -> Line:
        """Return a line, a plain tuple of its three parts, or the text of one, as a Line."""
        if type(line) is cls and type(line[1]) is type(line[2]) is int:
            return line
        if isinstance(line, str):
            return cls.parse(line)
        try:
            kind, *place = line
            row, column = map(operator.index, place)  # type: ignore[arg-type] # it checks
        except (TypeError, ValueError):
            raise UsageError(
                f'{line!r} is not a line: give kind, row and column, such as ("h", 0, 1)'
            ) from None
        return cls(kind, row, column)  # type: ignore[arg-type] # the grid refuses other kinds


@dataclass(frozen=True)
class Geometry:
    """The tables of one grid: the lines in order of their edges, and which edges bound a box."""

    lines: tuple[Line, ...]
    box_edges: tuple[int, ...]
    boxes_of: tuple[tuple[int, ...], ...]


@functools.cache
def _geometry(rows: int, columns: int) -> Geometry:
    lines = tuple(_lines(rows, columns))
    edge = {line: i for i, line in enumerate(lines)}
    sides = [
        [edge[line] for line in _sides(row, column)]
        for row in range(rows)
        for column in range(columns)
    ]
    return Geometry(
        lines,
        tuple(sum(1 << e for e in four) for four in sides),
        tuple(tuple(b for b, four in enumerate(sides) if e in four) for e in range(len(lines))),
    )


def _lines(rows: int, columns: int) -> Iterator[Line]:
    for row in range(rows + 1):
        yield from (Line("h", row, column) for column in range(columns))
    for row in range(rows):
        yield from (Line("v", row, column) for column in range(columns + 1))


def _sides(row: int, column: int) -> tuple[Line, ...]:
    """Return the top, the bottom, the left and the right line of a box."""
    return (
        Line("h", row, column),
        Line("h", row + 1, column),
        Line("v", row, column),
        Line("v", row, column + 1),
    )


@dataclass(frozen=True, order=True)
class Grid:
    """A grid of `rows` x `columns` boxes; box = row * columns + column."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        if not (type(self.rows) is type(self.columns) is int):
            self._make_ints()
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.columns <= MAX_SIDE):
            sides = {"rows": self.rows, "columns": self.columns}
            raise BoardError(sentence("no-grid", **sides, largest=MAX_SIDE))

    def _make_ints(self) -> None:
        """Take numbers of other libraries as ints; raise BoardError for what is no whole number."""
        try:
            for name in ("rows", "columns"):
                object.__setattr__(self, name, operator.index(getattr(self, name)))
        except TypeError:
            raise BoardError(
                f"{self.rows!r:.20} x {self.columns!r:.20} boxes: give two whole numbers"
            ) from None

    @classmethod
    def parse(cls, text: str) -> Grid:
        """Read '3x4': 3 rows of 4 boxes."""
        match = re.fullmatch(r"\s*(\d{1,9})\s*[xX]\s*(\d{1,9})\s*", f"{text}")
        if not match:
            raise UsageError(
                f"{text!r:.40} is not a grid; write rows x columns of boxes, such as 3x4"
            )
        return cls(int(match[1]), int(match[2]))

    @classmethod
    def of(cls, grid: Grid | str) -> Grid:
        """Return a grid as it is, or the one that a text such as '3x4' names."""
        if isinstance(grid, Grid):
            return grid
        if isinstance(grid, str):
            return cls.parse(grid)
        raise UsageError(f"{grid!r} is not a grid; give '3x4' or Grid(3, 4)")

    def __str__(self) -> str:
        """Render as rows x columns of boxes: 3x4."""
        return f"{self.rows}x{self.columns}"

    @property
    def boxes(self) -> int:
        """The number of boxes."""
        return self.rows * self.columns

    @property
    def horizontals(self) -> int:
        """The number of horizontal edges, which come first."""
        return (self.rows + 1) * self.columns

    @property
    def edges(self) -> int:
        """The number of edges."""
        return self.horizontals + self.rows * (self.columns + 1)

    @property
    def all_edges(self) -> int:
        """The set of all edges."""
        return (1 << self.edges) - 1

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines in the order of their edges."""
        return _geometry(self.rows, self.columns).lines

    @property
    def box_edges(self) -> tuple[int, ...]:
        """For each box the set of its four edges."""
        return _geometry(self.rows, self.columns).box_edges

    @property
    def boxes_of(self) -> tuple[tuple[int, ...], ...]:
        """For each edge the box or the two boxes beside it."""
        return _geometry(self.rows, self.columns).boxes_of

    def place(self, box: int) -> tuple[int, int]:
        """Turn a box into its row and column."""
        return divmod(box, self.columns)

    def edge(self, line: Line) -> int:
        """Turn a line into its edge; a line that is not on the grid raises."""
        line = Line.of(line)
        if reason := self.why_not(line):
            raise BoardError(reason)
        if line.kind == "h":
            return line.row * self.columns + line.column
        return self.horizontals + line.row * (self.columns + 1) + line.column

    def why_not(self, line: Line) -> str | None:
        """Return why a line is not on the grid; None if it is."""
        line = Line.of(line)
        if line.kind not in ("h", "v"):
            return sentence("no-kind", line=line)
        last_row, last_column = self.rows - (line.kind == "v"), self.columns - (line.kind == "h")
        if 0 <= line.row <= last_row and 0 <= line.column <= last_column:
            return None
        last = {"row": last_row, "column": last_column}
        return sentence("no-line", line=line, grid=self, kind=line.kind, **last)

    def edge_set(self, lines: Iterable[Line]) -> int:
        """Return the set of the edges of lines."""
        return functools.reduce(lambda edges, line: edges | 1 << self.edge(line), lines, 0)

    def lines_of(self, edges: int) -> list[Line]:
        """Return the lines of a set of edges, in order."""
        return [line for edge, line in enumerate(self.lines) if edges >> edge & 1]

    def completed(self, edges: int, edge: int) -> list[int]:
        """Return the boxes that drawing `edge` completes where `edges` are drawn."""
        after = edges | 1 << edge
        return [box for box in self.boxes_of[edge] if not self.box_edges[box] & ~after]

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return for each symmetry, the identity first, the edge that each edge becomes."""
        from bombe.boards.dots.symmetries import symmetries  # which takes grids apart

        return symmetries(self)


def require_dots(state: object) -> None:
    """Raise UsageError for what is no position of Dots and Boxes."""
    if not isinstance(state, DotsState):
        raise UsageError(f"{state!r:.40} is not a DotsState: read it by bombe.dots.read")


@dataclass(frozen=True, repr=False)
class DotsState(Drawable):
    """A position of Dots and Boxes, immutable: `play` returns the next one, `undo` the last.

    `edges` are the drawn edges and `owners` the player who completed each box; 0 is a box that is
    open, or one whose owner a text did not tell. `history` holds the lines drawn in play.
    """

    grid: Grid
    edges: int = 0
    owners: tuple[int, ...] = ()
    to_move: Player = 1
    extra_turn: bool = True
    history: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.grid, Grid):
            raise UsageError(f"a state needs a Grid, not {self.grid!r:.40}: give Grid(2, 3)")
        if not (isinstance(self.owners, tuple) and self.to_move in (1, 2)):
            raise UsageError("owners are a tuple of numbers, and 1 or 2 is to move")
        if not (type(self.edges) is int and isinstance(self.history, tuple)):
            raise UsageError("edges are a set of bits, see Grid.edge_set; history is a tuple")
        if not self.owners:
            object.__setattr__(self, "owners", (0,) * self.grid.boxes)
        if not 0 <= self.edges <= self.grid.all_edges:
            raise BoardError(sentence("no-edges", grid=self.grid, last=self.grid.edges - 1))
        if len(self.owners) != self.grid.boxes or any(
            each not in (0, 1, 2) for each in self.owners
        ):
            raise BoardError(sentence("owners", boxes=self.grid.boxes, grid=self.grid))
        for box, sides in enumerate(self.grid.box_edges):
            if self.owners[box] and sides & ~self.edges:
                raise BoardError(sentence("owner-early", box=box))

    @classmethod
    def start(cls, grid: Grid | str, *, extra_turn: bool = True) -> DotsState:
        """Begin a game; without `extra_turn` the turn passes after every line, scored or not."""
        return cls(Grid.of(grid), extra_turn=extra_turn)

    @property
    def game(self) -> Dots:
        """Dots and Boxes."""
        from bombe.boards.dots.game import DOTS  # which is made of this class

        return DOTS

    @property
    def scores(self) -> tuple[int, int]:
        """The boxes of players 1 and 2, as far as their owners are known."""
        return self.owners.count(1), self.owners.count(2)

    @property
    def status(self) -> str:
        """Scores, who moves, and the rule where it is not the usual one, on one line."""
        first, second = self.scores
        mover = "the game is over" if self.is_over else f"player {self.to_move} to move"
        return f"{first} to {second}, {mover}{'' if self.extra_turn else ', no extra turn'}"

    def __str__(self) -> str:
        """Render as a drawing, and the status below it."""
        from bombe.boards.dots.drawing import drawing_lines

        return "\n".join([*drawing_lines(self), self.status])

    def caption(self) -> str:
        """Return what notebooks say below the picture."""
        return self.status

    def __repr__(self) -> str:
        """Return the position on one line."""
        lines = "; ".join(map(str, self.grid.lines_of(self.edges)))
        return f"<DotsState {self.grid}: {lines or 'no lines'}: {self.status}>"

    @property
    def is_over(self) -> bool:
        """Whether every line is drawn."""
        return self.edges == self.grid.all_edges

    def moves(self) -> list[Line]:
        """List the lines that are not drawn."""
        return self.grid.lines_of(self.grid.all_edges & ~self.edges)

    def reasons(self, line: MoveLike) -> tuple[str, ...]:
        """Return all the reasons for which the rules refuse a line; none means that it is legal."""
        line = Line.of(line)
        found = [sentence("over")] if self.is_over else []
        if reason := self.grid.why_not(line):
            found.append(reason)
        elif self.edges >> self.grid.edge(line) & 1:
            found.append(sentence("drawn", line=line))
        return tuple(found)

    def completes(self, line: MoveLike) -> int:
        """Count the boxes that the line completes: 0, 1 or 2."""
        line = self._require_legal(line)
        return len(self.grid.completed(self.edges, self.grid.edge(line)))

    def play(self, line: MoveLike) -> DotsState:
        """Draw a line; who completes a box scores it and, with the extra turn, moves again."""
        line = self._require_legal(line)
        edge = self.grid.edge(line)
        boxes = self.grid.completed(self.edges, edge)
        owners = list(self.owners)
        for box in boxes:
            owners[box] = self.to_move
        return replace(
            self,
            edges=self.edges | 1 << edge,
            owners=tuple(owners),
            to_move=self.to_move if boxes and self.extra_turn else opponent(self.to_move),
            history=(*self.history, line),
        )

    def undo(self) -> DotsState:
        """Return the position before the last line of the history."""
        if not self.history:
            raise UsageError("there is no line to undo: the history is empty")
        *earlier, last = self.history
        edge = self.grid.edge(last)
        boxes = self.grid.boxes_of[edge]
        for mover in (1, 2):
            before = replace(
                self,
                edges=self.edges & ~(1 << edge),
                owners=tuple(0 if b in boxes else owner for b, owner in enumerate(self.owners)),
                to_move=mover,
                history=tuple(earlier),
            )
            if before.play(last) == self:
                return before
        raise UsageError(f"{last} cannot be undone: the history does not lead to this position")

    def _require_legal(self, line: MoveLike) -> Line:
        line = Line.of(line)
        if reasons := self.reasons(line):
            raise IllegalMoveError(line, reasons)
        return line
