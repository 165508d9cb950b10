"""A mutable position for any game: a stack of its immutable states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from bombe.agents.search.mutable import Action
    from bombe.boards.game import AnyMove, State

MoveT_co = TypeVar("MoveT_co", bound="AnyMove", covariant=True)


class StateStack(Generic[MoveT_co]):
    """A position of any game to search. An action is the index of a legal move, and 0."""

    def __init__(self, state: State[MoveT_co]) -> None:
        self._stack = [(state, _moves(state))]

    @property
    def state(self) -> State[MoveT_co]:
        """The current state of the game."""
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
        """A number beyond the depth of any search: no bound is known."""
        return 1 << 30

    def actions(self) -> list[Action]:
        """Return an action for each legal move."""
        return [(number, 0) for number in range(len(self._stack[-1][1]))]

    def move(self, action: Action) -> MoveT_co:
        """Return the move that an action encodes."""
        return self._stack[-1][1][action[0]]

    def play(self, number: int, _: int = 0, /) -> int:
        """Play a move and return the points that it scores for its mover."""
        state, moves = self._stack[-1]
        mover = state.to_move - 1
        after = state.play(moves[number])
        self._stack.append((after, _moves(after)))
        return after.scores[mover] - state.scores[mover]

    def undo(self) -> None:
        """Undo the last move."""
        self._stack.pop()

    def copy(self) -> StateStack[MoveT_co]:
        """Return an independent copy, which cannot be undone beyond this point."""
        return StateStack(self.state)

    def points(self, number: int, /) -> int:
        """Return what a move scores."""
        points = self.play(number)
        self.undo()
        return points

    def scoring(self) -> dict[int, int]:
        """Return the moves that score, each with its points."""
        points = {number: self.points(number) for number, _ in self.actions()}
        return {number: scored for number, scored in points.items() if scored > 0}

    def key(self) -> Hashable:
        """Return all that the rest of the game depends on."""
        return self.state.game.key(self.state)


def _moves(state: State[MoveT_co]) -> Sequence[MoveT_co]:
    return () if state.is_over else state.moves()
