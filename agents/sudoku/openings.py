"""Where games of Competitive Sudoku begin: on given boards, or on a new board each round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bombe.agents.openings import Openings, drawn_seed
from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.boards import Rules, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.game import game_named
from bombe.boards.sudoku.game import SUDOKU

if TYPE_CHECKING:
    from bombe.boards import Shape
    from bombe.boards.game import AnyGame, Json

KINDS = tuple(kind for kind in BoardKind if kind not in (BoardKind.FULL, BoardKind.UNSOLVABLE))
"""The kinds of generated boards on which a game can be played."""


def in_mode(state: SudokuState, rules: Rules) -> SudokuState:
    """Return a board that nothing was played on in a play mode; other positions stay as they are.

    A position that says its mode keeps it, and so does a classic game in progress.
    """
    return state.under(rules) if state == SudokuState.start(state.board) else state


@dataclass(frozen=True)
class SudokuOpenings(Openings):
    """Games begin on these positions in turn, or on a new board of `shape` each round.

    With `rules` None each position keeps its play mode; otherwise it goes on in that one.
    """

    positions: tuple[SudokuState, ...] = ()
    shape: Shape | None = None
    kind: BoardKind = BoardKind.IMPROPER
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if bool(self.positions) == (self.shape is not None):
            raise UsageError("games begin on given boards or on generated ones: choose one of them")
        if self.kind not in KINDS:
            raise UsageError(f"no game can be played on {self.kind} boards: choose another kind")

    @property
    def game(self) -> AnyGame:
        """Competitive Sudoku; known even if there are no positions."""
        return game_named(SUDOKU.name)

    def position(self, number: int, seed: int) -> SudokuState:
        """Return the position of a round before the random moves."""
        drawn = drawn_seed(number, seed)
        if self.shape is not None:
            board = generate(self.shape, self.kind, drawn)
            return SudokuState.start(board, self.rules or Rules.CLASSIC, drawn)
        position = self.positions[number % len(self.positions)]
        if self.rules is None:
            return position
        return position.under(self.rules, drawn)

    def with_default_mode(self, rules: Rules) -> SudokuOpenings:
        """Return these openings in a play mode, unless one is named: see `in_mode`."""
        if self.rules is not None:
            return self
        if self.shape is not None:
            return replace(self, rules=rules)
        return replace(self, positions=tuple(in_mode(one, rules) for one in self.positions))

    def turns(self) -> int:
        """Return how many cells a game may fill; bombs take further turns."""
        if self.shape is not None:
            return self.shape.cells
        return max(len(position.board.empty_cells()) for position in self.positions)

    def modes(self) -> set[Rules]:
        """Return the play modes that occur."""
        if self.rules or not self.positions:
            return {self.rules or Rules.CLASSIC}
        return {position.rules for position in self.positions}

    def to_dict(self) -> dict[str, Json]:
        """Return what distinguishes these openings from others."""
        rules = None if self.rules is None else str(self.rules)
        if self.shape is None:
            return {**super().to_dict(), "rules": rules}
        made: dict[str, Json] = {"generate": str(self.shape), "kind": str(self.kind)}
        return {**made, "rules": rules, **self.facts()}
