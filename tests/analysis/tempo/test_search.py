"""The kernel's search by the tempo law, against minimax over the moves that the law allows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from endgame_brute import Minimax, Position
from endgame_positions import endgames, position_of

from bombe.analysis.tempo import kernel as native
from bombe.boards import Board, Rules, Shape
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import SudokuState

pytestmark = pytest.mark.skipif(not native.is_available(), reason="the kernel is missing")


class ByTheLaw(Minimax):
    """Minimax on one solution; a player who has the tempo only makes moves that keep it."""

    def legal(self, position: Position) -> list[tuple[int, int]]:
        """Return the moves to consider; of all skips, the one with the least value, then cell."""
        moves = super().legal(position)
        fills = [move for move in moves if self.stands(position, *move)]
        skips = sorted(set(moves) - set(fills), key=lambda move: (move[1], move[0]))[:1]
        bombs, is_odd = self.bombs(position), position.values.count(0) % 2
        if not is_odd:
            return skips if bombs % 2 and skips else fills
        keeping = [move for move in fills if self.bombs(self.after(position, move)) % 2 == 0]
        return (keeping if bombs else []) or fills + (skips if bombs else [])

    def results_of_all(self, position: Position) -> dict[tuple[int, int], int]:
        """Return the value of every move if the law is followed after it."""
        return {move: self._result(position, move) for move in super().legal(position)}

    def bombs(self, position: Position) -> int:
        """Count all bombs of both players."""
        whole = position._replace(occupied=None)
        return sum(not self.stands(whole, *move) for move in super().legal(whole))


def questions(seed: int, count: int, rules: Rules) -> Iterator[tuple[SudokuState, ByTheLaw]]:
    """Yield endgames; their first solution is treated as the only one."""
    for state, minimax in endgames(seed, count, 7, rules):
        law = ByTheLaw(minimax.m, minimax.n, state.board.values, state.allowed)
        law.skips = len(law.solutions) == 1
        law.solutions = law.solutions[:1]
        if not state.is_over:
            yield state, law


def given(state: SudokuState, law: ByTheLaw) -> native.TempoInput:
    position, size = position_of(state), law.size
    bombs = [0] * size**2
    for cell, value in Minimax.legal(law, position._replace(occupied=None)) if law.skips else ():
        if not law.stands(position, cell, value):
            bombs[cell] |= 1 << value
    flags = b""
    if state.allowed is not None:
        mine, theirs = (set(law.open(position, player)) for player in (0, 1))
        if position.mover:
            mine, theirs = theirs, mine
        flags = bytes((cell in mine) + 2 * (cell in theirs) for cell in range(size**2))
    solution = bytes(law.solutions[0]) if law.skips else bytes(size**2)
    return native.TempoInput(state.board.values, solution, bombs, flags or None)


def roots_of(state: SudokuState, law: ByTheLaw) -> dict[tuple[int, int], native.Root]:
    position = position_of(state)
    return {
        (cell, value): native.Root(
            cell * law.size + value - 1, is_skip=not law.stands(position, cell, value)
        )
        for cell, value in Minimax.legal(law, position)
    }


def ended(search: native.TempoSearch, nodes: int | None = None) -> int:
    """Search to the end of the game, in slices; return their number."""
    slices = 1
    while not search.go_on(Meter(Budget(nodes=nodes))):
        slices += 1
    return slices


@pytest.mark.parametrize("rules", list(Rules))
def test_the_end_of_the_game_is_seen_as_minimax_sees_it(rules: Rules) -> None:
    checked = 0
    for state, law in questions(3, 60, rules):
        roots, results = roots_of(state, law), law.results_of_all(position_of(state))
        search = native.TempoSearch(state.board.shape, 2**16)
        search.begin(given(state, law), list(roots.values()))
        ended(search)
        best = list(roots)[search.best]
        assert search.value == results[best] == max(results.values()), state
        checked += 1
    assert checked > 40


def test_extras_are_added_to_what_a_move_is_worth() -> None:
    rng = random.Random(5)
    for state, law in questions(4, 60, Rules.CLASSIC):
        results = law.results_of_all(position_of(state))
        roots = [root._replace(extra=rng.randint(-9, 9)) for root in roots_of(state, law).values()]
        search = native.TempoSearch(state.board.shape, 2**16)
        search.begin(given(state, law), roots)
        ended(search)
        worth = [result + root.extra for result, root in zip(results.values(), roots, strict=True)]
        assert search.value == worth[search.best] == max(worth)


def test_slices_change_nothing() -> None:
    for state, law in questions(5, 40, Rules.CLASSIC):
        whole, sliced = (native.TempoSearch(state.board.shape, 2**16) for _ in range(2))
        for search in (whole, sliced):
            search.begin(given(state, law), list(roots_of(state, law).values()))
        slices = ended(sliced, nodes=3)
        assert ended(whole) == 1 <= slices
        assert (whole.best, whole.value, whole.depth) == (sliced.best, sliced.value, sliced.depth)


def test_a_search_is_used_again_for_the_next_position() -> None:
    shape = Shape(3, 3)
    searches = {shape: native.TempoSearch(shape, 2**16)}
    for state, law in questions(6, 60, Rules.CLASSIC):
        shape = state.board.shape
        again = searches.setdefault(shape, native.TempoSearch(shape, 2**16))
        fresh = native.TempoSearch(shape, 2**16)
        for search in (again, fresh):
            search.begin(given(state, law), list(roots_of(state, law).values()))
            ended(search)
        assert (again.best, again.value) == (fresh.best, fresh.value)


@pytest.mark.parametrize("shape", [Shape(5, 5), Shape(4, 5), Shape(1, 1), Shape(6, 6)])
def test_boards_of_any_size_are_searched(shape: Shape) -> None:
    board = Board.empty(shape)
    roots = [native.Root(cell * shape.size) for cell in range(shape.cells)]
    search = native.TempoSearch(shape)
    search.begin(native.TempoInput(board.values, board.values, [0] * shape.cells, None), roots)
    search.go_on(Meter(Budget(nodes=5000)))
    assert search.depth > 1 or shape.cells == 1
    assert 0 <= search.best < len(roots)


def test_a_limit_of_depth_ends_the_search() -> None:
    board = Board.empty(Shape(3, 3))
    roots = [native.Root(cell * 9) for cell in range(81)]
    search = native.TempoSearch(board.shape)
    search.begin(native.TempoInput(board.values, board.values, [0] * 81, None), roots, deepest=2)
    assert search.go_on(Meter())
    assert search.depth == 2
