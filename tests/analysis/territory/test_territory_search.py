"""The kernel's search in the newer play modes, against minimax to the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from endgame_brute import Minimax, Position
from endgame_positions import endgames, position_of

from bombe.analysis.territory import kernel as native
from bombe.boards import Board, Rules, Shape
from bombe.boards.errors import UnsupportedError
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import SudokuState

pytestmark = pytest.mark.skipif(
    not native.is_available(Shape(1, 1)), reason="the kernel is missing"
)

MODES = [Rules.ROWS, Rules.BORDER, Rules.RANDOM]


class OneSkip(Minimax):
    """Minimax on one solution, with at most one skip in each position, as the search has it."""

    def legal(self, position: Position) -> list[tuple[int, int]]:
        """Return the fills and the skip: where the opponent could play, then the first cell."""
        moves = super().legal(position)
        skips = [move for move in moves if not self.stands(position, *move)]
        theirs = set(self.open(position, 1 - position.mover))
        skips.sort(key=lambda move: (move[0] not in theirs, move))
        return [move for move in moves if self.stands(position, *move)] + skips[:1]


def questions(seed: int, count: int, rules: Rules) -> Iterator[tuple[SudokuState, OneSkip]]:
    """Yield endgames; their first solution is treated as the only one."""
    for state, minimax in endgames(seed, count, 8, rules):
        one = OneSkip(minimax.m, minimax.n, state.board.values, state.allowed)
        one.skips = len(one.solutions) == 1
        one.solutions = one.solutions[:1]
        if not state.is_over:
            yield state, one


def given(state: SudokuState, minimax: OneSkip) -> native.TerritoryInput:
    position, cells = position_of(state), range(minimax.size**2)
    bombs = [0] * len(cells)
    whole = position._replace(occupied=None)
    for cell, value in Minimax.legal(minimax, whole) if minimax.skips else ():
        if not minimax.stands(position, cell, value):
            bombs[cell] |= 1 << value
    mine, theirs = (set(minimax.open(position, player)) for player in (0, 1))
    if position.mover:
        mine, theirs = theirs, mine
    return native.TerritoryInput(
        state.board.values,
        bytes(minimax.solutions[0]),
        bytes((cell in mine) + 2 * (cell in theirs) for cell in cells),
        bytes([1] * len(cells)),
        bombs,
    )


def ended(search: native.TerritorySearch, nodes: int | None = None) -> int:
    """Search to the end of the game, in slices; return their number."""
    slices = 1
    while not search.go_on(Meter(Budget(nodes=nodes))):
        slices += 1
    return slices


def worth(minimax: OneSkip, position: Position, found: native.TerritoryMove | None) -> int:
    """Return what the move found is worth by minimax."""
    results = minimax.results(position)
    assert found
    for (cell, value), result in results.items():
        if cell == found.cell and minimax.stands(position, cell, value) != found.is_skip:
            return result
    raise AssertionError(found)


@pytest.mark.parametrize("rules", MODES)
def test_the_end_of_the_game_is_seen_as_minimax_sees_it(rules: Rules) -> None:
    checked = 0
    for state, minimax in questions(3, 50, rules):
        position = position_of(state)
        search = native.TerritorySearch(state.board.shape, 2**16)
        search.begin(given(state, minimax))
        ended(search)
        assert search.value == minimax.margin(position), state
        assert worth(minimax, position, search.best) == search.value
        checked += 1
    assert checked > 25


def test_only_the_roots_are_chosen() -> None:
    checked = 0
    for state, minimax in questions(5, 60, Rules.BORDER):
        position = position_of(state)
        fills = {
            cell: result
            for (cell, value), result in minimax.results(position).items()
            if minimax.stands(position, cell, value)
        }
        root = min(fills, key=fills.__getitem__)
        cells = range(minimax.size**2)
        question = given(state, minimax)._replace(roots=bytes(cell == root for cell in cells))
        search = native.TerritorySearch(state.board.shape, 2**16)
        search.begin(question)
        ended(search)
        assert search.best
        assert search.best.is_skip or search.best.cell == root
        checked += len(fills) > 1
    assert checked > 10


def test_slices_change_nothing() -> None:
    for state, minimax in questions(6, 40, Rules.ROWS):
        whole, sliced = (native.TerritorySearch(state.board.shape, 2**16) for _ in range(2))
        for search in (whole, sliced):
            search.begin(given(state, minimax))
        slices = ended(sliced, nodes=3)
        assert ended(whole) == 1 <= slices
        assert (whole.best, whole.value, whole.depth) == (sliced.best, sliced.value, sliced.depth)


def test_a_search_is_used_again_for_the_next_position() -> None:
    searches: dict[Shape, native.TerritorySearch] = {}
    for state, minimax in questions(7, 60, Rules.RANDOM):
        shape = state.board.shape
        again = searches.setdefault(shape, native.TerritorySearch(shape, 2**16))
        fresh = native.TerritorySearch(shape, 2**16)
        for search in (again, fresh):
            search.begin(given(state, minimax))
            ended(search)
        assert (again.best, again.value) == (fresh.best, fresh.value)


@pytest.mark.parametrize(
    "shape", [Shape(1, 1), Shape(2, 2), Shape(2, 5), Shape(3, 4), Shape(4, 4), Shape(5, 5)]
)
def test_boards_of_any_size_are_searched(shape: Shape) -> None:
    board = Board.empty(shape)
    cells = shape.cells
    rows = bytes((cell < shape.size) + 2 * (cell >= cells - shape.size) for cell in range(cells))
    search = native.TerritorySearch(shape)
    search.begin(
        native.TerritoryInput(board.values, board.values, rows, b"\1" * cells, [0] * cells)
    )
    search.go_on(Meter(Budget(nodes=3000)))
    assert search.depth > 1 or cells == 1
    assert search.best
    assert 0 <= search.best.cell < shape.size


def test_larger_boards_are_refused() -> None:
    assert not native.is_available(Shape(6, 6))
    with pytest.raises(UnsupportedError, match="6x6"):
        native.TerritorySearch(Shape(6, 6))


def test_a_limit_of_depth_ends_the_search() -> None:
    board = Board.empty(Shape(3, 3))
    search = native.TerritorySearch(board.shape)
    everywhere = b"\3" * 81
    given = native.TerritoryInput(board.values, board.values, everywhere, everywhere, [0] * 81)
    search.begin(given, deepest=2)
    assert search.go_on(Meter())
    assert search.depth == 2
