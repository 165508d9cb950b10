"""What a check consists of: what a replay led to, questions to a solver, and faults."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bombe.boards import Board
    from bombe.boards.errors import Place


class BoardQuestion(NamedTuple):
    """A board after a move, by the number of the move, and whether the move is said to be a bomb.

    Number 0 is the start.
    """

    number: int
    board: Board
    is_bomb: bool


class Replay(NamedTuple):
    """What a replay led to; with a `problem` it ended before the move that has it."""

    scores: tuple[int, int]
    to_move: int
    is_over: bool
    questions: tuple[BoardQuestion, ...] = ()
    problem: str = ""


class LogFault(NamedTuple):
    """What is wrong with a log, in one line: where, in which game (empty: none), and what."""

    place: Place
    game: str
    problem: str

    @property
    def words(self) -> str:
        """The game, if there is one, and the problem."""
        return f"game {self.game}: {self.problem}" if self.game else self.problem

    def __str__(self) -> str:
        """Return place, game and problem."""
        return f"{self.place}: {self.words}"
