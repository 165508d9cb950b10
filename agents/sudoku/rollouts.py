"""Playouts over legal moves: the mover picks at random among the k best, by points and penalty.

The score of a move is its points. With a penalty, the most that the opponent can then score at once
in a region that the move touches is subtracted: one empty cell is left there, and had a legal value
before the move. Moves with equal scores are equally likely to be among the k best. With `reach`,
where not every cell is open to both, those of no score on the cells nearest to the opponent are
better than the others: there cells are taken from it, and others are opened.

A set of moves is one integer: value v on cell c is bit (v - 1) * cells + c. So the moves of a set
of cells are one product, and a move is played with one `and`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.sudoku.claims import WORTH, front, territory
from bombe.agents.sudoku.scratch import Scratch, shape_tables
from bombe.boards.bits import bit_list, single_bits
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from typing import Self  # which Python 3.10, for which this is exported, does not have

    from bombe.agents.search.mutable import Action
    from bombe.boards import Shape, SudokuState

_FRONT = 0.5
"""The score of a move on the cells nearest to the opponent that would have none."""
_PLIES = 8
"""The moves of a playout with `reach`; one to the end of the game says less of the fight now."""
_FEW = 8
"""A set of so few moves is searched bit by bit; a larger one by drawing until a move is in it."""


class MoveTables(NamedTuple):
    """What depends only on the shape: `spread` times a set of cells is the set of their moves.

    `actions` has the action of each bit, `own` the moves of each cell, `peers` the cells in its
    regions. Shifting a set of moves by each of the `folds` in turn puts their cells in `first`.
    """

    spread: int
    folds: tuple[int, ...]
    first: int
    actions: tuple[Action, ...]
    own: tuple[int, ...]
    peers: tuple[int, ...]


@functools.cache
def move_tables(shape: Shape) -> MoveTables:
    """Return the tables of a shape, which are made once."""
    tables, cells = shape_tables(shape), range(shape.cells)
    spread = sum(1 << value * shape.cells for value in range(shape.size))
    regions = tables.regions
    return MoveTables(
        spread,
        tuple(shape.cells << step for step in reversed(range((shape.size - 1).bit_length()))),
        (1 << shape.cells) - 1,
        tuple((cell, 2 << value) for value in range(shape.size) for cell in cells),
        tuple(spread << cell for cell in cells),
        tuple(regions[a] | regions[b] | regions[c] for a, b, c in tables.regions_of),
    )


class MoveScratch(Scratch):
    """A position that keeps the set of legal moves up to date, those of both players."""

    __slots__ = ("_earlier", "legal", "moves")

    def __init__(self, state: SudokuState) -> None:
        super().__init__(state)
        self.moves = move_tables(state.board.shape)
        self._earlier: list[int] = []
        cells = state.board.shape.cells
        self.legal = 0
        for cell in bit_list(self.empty):
            for value in bit_list(self.candidates(cell)):
                self.legal |= 1 << (value - 1) * cells + cell

    def copy(self) -> Self:
        """Return an independent position, which cannot be undone beyond this point."""
        copy = super().copy()
        copy.moves, copy.legal, copy._earlier = self.moves, self.legal, []  # noqa: SLF001 - as the base class does
        return copy

    def play(self, cell: int, bit: int = 0) -> int:
        """Fill a cell for the mover, pass the turn, and return the points."""
        legal, moves = self.legal, self.moves
        self._earlier.append(legal)
        gone = moves.own[cell]
        if bit:
            gone |= moves.peers[cell] << (bit.bit_length() - 2) * len(moves.own)
        self.legal = legal & ~gone
        return super().play(cell, bit)

    def skip(self) -> None:
        """Play a bomb: only the turn passes; the taboo move is not recorded."""
        self._earlier.append(self.legal)
        super().skip()

    def undo(self) -> None:
        """Undo the last `play` or `skip`."""
        self.legal = self._earlier.pop()
        super().undo()

    @property
    def live(self) -> int:
        """The empty cells for which a value is left."""
        tables, moves = self.moves, self.legal
        for shift in tables.folds:
            moves |= moves >> shift
        return moves & tables.first

    @property
    def mine(self) -> int:
        """The legal moves of the mover."""
        if self.is_unrestricted:
            return self.legal
        return self.legal & self.playable * self.moves.spread

    def actions(self) -> Iterator[Action]:
        """Yield the mover's legal moves."""
        return map(self.moves.actions.__getitem__, bit_list(self.mine))


class MovePlayout:
    """Plays positions that follow from one root to the end, by legal moves."""

    def __init__(
        self,
        root: MoveScratch,
        rng: random.Random,
        k: int,
        *,
        penalise: bool,
        reach: bool = False,
    ) -> None:
        self._draw, self._k, self._penalise = rng.random, k, penalise
        self._reach = reach and not root.is_unrestricted
        self._most = _PLIES if self._reach else root.moves_left
        self._root_moves = bit_list(root.legal)

    def __call__(self, position: MoveScratch) -> int:
        """Play until the mover has no legal move; return the margin.

        With `reach` few moves are played, and territory is added to the margin.
        """
        pool, actions, left = self._root_moves.copy(), position.moves.actions, self._most
        while left and (mine := position.mine):
            position.play(*actions[self._pick(position, mine, pool)])
            left -= 1
        if not self._reach:
            return position.margin
        claims = WORTH * territory(position)
        return position.margin + (claims if position.to_move == 1 else -claims)

    def first(self, position: MoveScratch) -> Action | None:
        """Return one of the k best moves of the root; None if there is none."""
        mine, pool = position.mine, self._root_moves.copy()
        return position.moves.actions[self._pick(position, mine, pool)] if mine else None

    def _pick(self, position: MoveScratch, mine: int, pool: list[int]) -> int:
        """Return one of the k best of the mover's moves, as the number of its bit.

        `pool` has all legal moves in any order; some that are no longer legal are removed from it.
        """
        spread, draw = position.moves.spread, self._draw
        at = int(draw() * min(self._k, mine.bit_count()))
        for cells in self._levels(position, position.live):
            moves = mine & cells * spread
            count = moves.bit_count()
            if at < count:
                if count <= _FEW:
                    return _nth(moves, int(draw() * count))
                return self._drawn(moves, position.legal, pool)
            at -= count
        raise AssertionError("the levels hold all legal moves")

    def _drawn(self, moves: int, legal: int, pool: list[int]) -> int:
        """Draw one of the moves from the pool; remove those drawn before that are not legal."""
        draw = self._draw
        while True:
            at = int(draw() * len(pool))
            move = pool[at]
            if moves >> move & 1:
                return move
            if not legal >> move & 1:
                pool[at] = pool[-1]
                pool.pop()

    def _levels(self, position: MoveScratch, live: int) -> Iterator[int]:
        """Yield the sets of the mover's cells with equal scores, the best first."""
        cells = live if position.is_unrestricted else live & position.playable
        pairs = last_pairs(position, live) if self._penalise else {}
        close = functools.reduce(int.__or__, pairs, 0) & cells
        levels: dict[float, int] = {0: cells & ~close}
        if scoring := position.cells_of_regions(1) & cells:
            levels[0] &= ~scoring
            _add_scoring(levels, position, scoring, pairs if scoring & close else {})
            close &= ~scoring
        if self._reach and (nearest := front(position) & levels[0]):
            levels[0] ^= nearest
            levels[_FRONT] = nearest
        if position.is_unrestricted:
            # Then each of the others gives points away: it is ranked only if these are not enough.
            for score in sorted((score for score in levels if score >= 0), reverse=True):
                yield levels.pop(score)
        if close:
            for gain, givers in gains_by_cells(position, live, pairs).items():
                levels[-gain] = levels.get(-gain, 0) | givers & close
                close &= ~givers
            levels[0] = levels.get(0, 0) | close
        for score in sorted(levels, reverse=True):
            yield levels[score]


def _add_scoring(
    levels: dict[float, int], position: MoveScratch, cells: int, pairs: dict[int, int]
) -> None:
    """Add each cell that completes a region to the level of its score."""
    known = gains_by_cells(position, position.live, pairs) if pairs else {}
    for cell, points in position.scoring().items():
        if cells >> cell & 1:
            score = points - next((gain for gain in known if known[gain] >> cell & 1), 0)
            levels[score] = levels.get(score, 0) | 1 << cell


def last_pairs(position: Scratch, live: int) -> dict[int, int]:
    """Return the last two cells of the regions that have two, both `live`, with their number."""
    pairs: dict[int, int] = {}
    regions, left = position.tables.regions, position.left
    region = left.find(2)
    while region >= 0:
        pair = regions[region] & live
        if pair & (pair - 1):
            pairs[pair] = pairs.get(pair, 0) + 1
        region = left.find(2, region + 1)
    return pairs


def gains_by_cells(position: Scratch, live: int, pairs: dict[int, int]) -> dict[int, int]:
    """Return which cells of the pairs let the opponent score at once, by the points.

    The keys are the points of three, two and one regions; no cell is in two of the sets.
    """
    one, two, three = POINTS[1:]
    gains = {three: 0, two: 0, one: 0}
    left, regions_of = position.left, position.tables.regions_of
    scoring, open_to = position.cells_of_regions(1), live & position.reach[2 - position.to_move]
    for pair, count in pairs.items():
        for last in single_bits(pair & open_to):
            completed = count
            if last & scoring:
                crossed = regions_of[last.bit_length() - 1]
                completed += sum([left[region] == 1 for region in crossed])
            gains[POINTS[completed]] |= pair ^ last
    gains[two] &= ~gains[three]
    gains[one] &= ~(gains[three] | gains[two])
    return gains


def _nth(moves: int, n: int) -> int:
    """Return the position of the n-th set bit."""
    for _ in range(n):
        moves &= moves - 1
    return (moves & -moves).bit_length() - 1
