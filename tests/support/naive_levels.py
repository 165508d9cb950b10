"""The level of a refutation by plain loops over all cells, regions and values."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.why.refutation import Fact, Question
    from bombe.boards import Board


class Position:
    """What is open in each cell; a filled cell is open for its value alone."""

    def __init__(self, board: Board, question: Question) -> None:
        self.shape = board.shape
        values = range(1, self.shape.size + 1)
        self.open = {(c, v) for c in range(self.shape.cells) for v in values}
        self.filled: dict[int, int] = {}
        self.clashes = False
        if question.fact and question.is_not:
            self.open.discard(question.fact)
        for cell, value in enumerate(board.values):
            if value:
                self.place(cell, value)
        if question.fact and not question.is_not:
            self.place(*question.fact)

    def copy(self) -> Position:
        """Return a position that can be changed without changing this one."""
        other = object.__new__(Position)
        other.shape, other.clashes = self.shape, self.clashes
        other.open, other.filled = set(self.open), dict(self.filled)
        return other

    def place(self, cell: int, value: int) -> None:
        """Fill a cell, and close what that excludes."""
        self.clashes |= (cell, value) not in self.open
        self.filled[cell] = value
        self.open -= {(cell, v) for v in range(1, self.shape.size + 1) if v != value}
        self.open -= {(peer, value) for peer in self.shape.geometry.peers[cell]}

    def words(self) -> Iterator[set[tuple[int, int]]]:
        """Yield for each cell what is open there, for each region and value the open places."""
        values = range(1, self.shape.size + 1)
        for cell in range(self.shape.cells):
            yield {(cell, v) for v in values} & self.open
        for region in self.shape.geometry.regions:
            for value in values:
                yield {(cell, value) for cell in region} & self.open

    def is_absurd(self) -> bool:
        """Whether a value stands twice, or nothing is open for a cell or for a region and value."""
        return self.clashes or not all(self.words())

    def singles(self) -> list[tuple[int, int]]:
        """List the empty cells and values of which a word has nothing else."""
        found = {next(iter(word)) for word in self.words() if len(word) == 1}
        return sorted(fact for fact in found if fact[0] not in self.filled)

    def close_singles(self) -> None:
        """Place singles until there are none, or it is absurd."""
        while not self.is_absurd() and (singles := self.singles()):
            self.place(*singles[0])

    def removable(self) -> set[tuple[int, int]]:
        """Return what locked candidates and pairs remove."""
        regions = self.shape.geometry.regions
        found = set()
        for region in regions:
            found |= self._by_pairs(region)
            for other in regions:
                for value in range(1, self.shape.size + 1):
                    places = {cell for cell in region if (cell, value) in self.open}
                    if places <= set(other):
                        found |= {(cell, value) for cell in set(other) - set(region)}
        return found & self.open

    def _by_pairs(self, region: tuple[int, ...]) -> set[tuple[int, int]]:
        values = range(1, self.shape.size + 1)
        found = set()
        for cells in combinations([c for c in region if c not in self.filled], 2):
            for pair in combinations(values, 2):
                inside = {(c, v) for c in cells for v in values if v not in pair}
                outside = {(c, v) for c in region if c not in cells for v in pair}
                if not inside & self.open:
                    found |= outside
                if not outside & self.open:
                    found |= inside
        return found

    def close_pairs(self) -> None:
        """Use singles, locked candidates and pairs until nothing follows, or it is absurd."""
        self.close_singles()
        while not self.is_absurd() and (removed := self.removable()):
            self.open -= removed
            self.close_singles()


def level_of(board: Board, question: Question) -> int:
    """Return the level of a refutation; 3 also where there is none."""
    position = Position(board, question)
    if position.is_absurd():
        return 0
    position.close_singles()
    if position.is_absurd():
        return 1
    position.close_pairs()
    return 2 if position.is_absurd() else 3


def needs_deeper_cases(board: Board, question: Question) -> bool:
    """Return whether cases without cases in them do not do."""
    position = Position(board, question)
    position.close_pairs()
    while not position.is_absurd() and (refuted := _refuted(position)):
        position.open -= refuted
        position.close_pairs()
    return not position.is_absurd()


def _refuted(position: Position) -> set[tuple[int, int]]:
    return {
        fact for fact in position.open if fact[0] not in position.filled and _dies(position, fact)
    }


def _dies(position: Position, fact: Fact | tuple[int, int]) -> bool:
    inside = position.copy()
    inside.place(*fact)
    inside.close_pairs()
    return inside.is_absurd()


def fewest_singles(board: Board, question: Question, most: int) -> int | None:
    """Return how many singles lead to an absurdity at least; None if more than `most`."""
    positions = {frozenset[int](): Position(board, question)}
    for count in range(most + 1):
        if any(position.is_absurd() for position in positions.values()):
            return count
        following: dict[frozenset[int], Position] = {}
        for cells, position in positions.items():
            for single in position.singles():
                more = cells | {single[0]}
                if more not in following:
                    following[more] = position.copy()
                    following[more].place(*single)
        positions = following
    return None
