"""Endgames of Competitive Sudoku with exact values, and what a network is told of their moves.

The network values a move by the features that a player can know, which do not depend on the size of
the board: bombe.agents.learn.features. Boards have one solution, so that every fill is known.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.agents.learn.features import FEATURES, FeatureSet, of_fill, of_skip
from bombe.agents.learn.perceptron.samples import LabelledPosition, Samples
from bombe.agents.sudoku.knowledge import BombsByValue
from bombe.agents.sudoku.scratch import Scratch
from bombe.analysis.endgame.margins import Table
from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.analysis.studies.tempo.study import random_endgame
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import Move, SudokuState
from bombe.boards.sudoku.reading import ReadOptions, read_text
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import as_solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from bombe.agents.learn.features import Vector
    from bombe.agents.learn.perceptron.layers import Floats
    from bombe.boards import Board

SHAPES = ("2x3", "3x3")
KINDS = (BoardKind.EASY, BoardKind.IRREDUCIBLE)
FEWEST, MOST = 4, 16
"""The empty cells of the endgames."""
ENDGAMES = 8
"""The endgames that are taken from each board."""
_MEMORY = 2**26
_COUNTS, _COUNT_SCALE = ("empties", "bombs"), 10.0
"""The features that are counts, and what they are divided by, so that all inputs are near 1."""


@dataclass(frozen=True)
class SudokuSubject:
    """Competitive Sudoku on 2x3 and 3x3 boards, easy and irreducible ones."""

    told: FeatureSet

    game = "sudoku"
    left_words = "empty cells"
    unit = "points"
    scale = 8.0
    symmetries = 1

    @property
    def width(self) -> int:
        """The number of inputs of a network."""
        return len(self.told.inputs)

    def labelled(self, number: int, source: str) -> LabelledPosition:
        """Return an endgame whose moves differ in value, the same for the same arguments."""
        board = _board(number // ENDGAMES, source)
        rng = random.Random(f"{source} {number}")
        while True:
            most = min(MOST, len(board.empty_cells()))
            state = random_endgame(board, rng.randint(FEWEST, most), rng)
            found = Table(state, memory=_MEMORY).values(state)
            values = tuple(value.low for value in found)
            if min(values) < max(values):
                return LabelledPosition(_written(state), values)

    def state(self, position: str) -> SudokuState:
        """Return the position that a text describes: shape, board, and taboo moves."""
        board, *taboo = position.split()
        moves = (Move(*map(int, move.split("-"))) for move in taboo)
        (entry,) = read_text(board, "<board>", ReadOptions("line"))
        return SudokuState(entry.state.board, taboo=frozenset(moves))

    def moves(self, position: str) -> Sequence[Move]:
        """Return the legal moves, in order."""
        return self.state(position).moves()

    def key(self, position: str) -> str:
        """Return the text: boards of other seeds differ in more than a symmetry."""
        return position

    def samples(self, labelled: Sequence[LabelledPosition]) -> Samples:
        """Return a row of features for each move."""
        import numpy as np

        rows = [row for each in labelled for row in features_of(self.state(each.position))]
        counts = np.array([len(each.values) for each in labelled], np.intp)
        return Samples(
            facts=np.array(rows, np.float32),
            points=np.zeros(len(rows), np.float32),
            signs=np.ones(len(rows), np.float32),
            values=np.array([v for each in labelled for v in each.values], np.float32),
            starts=np.cumsum(counts) - counts,
            left=np.array([each.position.split()[0].count(".") for each in labelled], np.intp),
        )

    def inputs(self, facts: NDArray[Any], symmetry: int) -> Floats:  # noqa: ARG002 - there is one
        """Return the features of the set that the network is told."""
        import numpy as np

        names = self.told.inputs
        scales = [_COUNT_SCALE if name in _COUNTS else 1.0 for name in names]
        chosen = facts[:, [FEATURES.index(name) for name in names]]
        scaled: Floats = chosen / np.array(scales, np.float32)
        return scaled


def features_of(state: SudokuState) -> Iterator[Vector]:
    """Yield the features of every legal move, in order; the board needs a solution.

    With several solutions the bombs that a fill leaves are not counted: that would take an audit.
    """
    position = Scratch(state)
    true = as_solver("auto").true_candidates(state.board).true
    bombs = UsableBombs(state.board, state.taboo, true)
    by_value = BombsByValue.of(bombs, position) if bombs.is_proper else None
    for move in state.moves():
        cell, bit = state.board.shape.cell(move.row, move.column), 1 << move.value
        if true[cell] & bit:
            left = bombs.count - by_value.removed_by((cell, bit)) if by_value else None
            yield of_fill(position, cell, left)
        else:
            yield of_skip(position, bombs.count - 1)


@functools.lru_cache(maxsize=4)
def _board(number: int, source: str) -> Board:
    """Return a board; the seeds of different sources do not meet."""
    rng = random.Random(f"{source} board {number}")
    return generate(rng.choice(SHAPES), rng.choice(KINDS), rng.randrange(10**6, 10**12))


def _written(state: SudokuState) -> str:
    board = f"{state.board.shape}:{board_line(state.board)}"
    return " ".join([board, *("-".join(map(str, move)) for move in sorted(state.taboo))])
