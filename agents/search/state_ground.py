"""The ground that every game has without writing one: its immutable states, in a stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from bombe.agents.search.ground import Option
    from bombe.boards.game import AnyMove, State

MoveT_co = TypeVar("MoveT_co", bound="AnyMove", covariant=True)


class StateGround(Generic[MoveT_co]):
    """A position of any game to search on. An option is the number of a legal move, and 0."""

    def __init__(self, state: State[MoveT_co]) -> None:
        self._stack = [(state, _moves(state))]

    @property
    def state(self) -> State[MoveT_co]:
        """The position as the rules know it."""
        return self._stack[-1][0]

    @property
    def to_move(self) -> int:
        """The player whose turn it is."""
        return self.state.to_move

    @property
    def margin(self) -> int:
        """Player 1's score minus player 2's."""
        first, second = self.state.scores
        return first - second

    @property
    def moves_left(self) -> int:
        """More than any search looks ahead: no bound is known."""
        return 1 << 30

    def options(self) -> list[Option]:
        """Return an option for each legal move."""
        return [(number, 0) for number in range(len(self._stack[-1][1]))]

    def move(self, option: Option) -> MoveT_co:
        """Return the move that an option stands for."""
        return self._stack[-1][1][option[0]]

    def play(self, number: int, _: int = 0, /) -> int:
        """Play a move and return its points for its mover."""
        state, moves = self._stack[-1]
        mover = state.to_move - 1
        after = state.play(moves[number])
        self._stack.append((after, _moves(after)))
        return after.scores[mover] - state.scores[mover]

    def undo(self) -> None:
        """Take the last move back."""
        self._stack.pop()

    def copy(self) -> StateGround[MoveT_co]:
        """Return a ground that begins here."""
        return StateGround(self.state)

    def points(self, number: int, /) -> int:
        """Return what a move scores."""
        points = self.play(number)
        self.undo()
        return points

    def scoring(self) -> dict[int, int]:
        """Return the moves that score, each with its points."""
        points = {number: self.points(number) for number, _ in self.options()}
        return {number: scored for number, scored in points.items() if scored > 0}

    def key(self) -> Hashable:
        """Return what the rest of the game depends on."""
        return self.state.game.key(self.state)


def _moves(state: State[MoveT_co]) -> Sequence[MoveT_co]:
    return () if state.is_over else state.moves()
