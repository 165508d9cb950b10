"""Tables that are rings: the values of what fits as a whole, and of minimax."""

from __future__ import annotations

import ctypes
import itertools
import json
import random
import threading
from typing import TYPE_CHECKING, Any

import pytest
from endgame_positions import at, endgames, position_of
from paths import DATA

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.kernel import EndgameInput, EndgameTable
from bombe.analysis.generate.kinds import generate
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.solvers import Budget, Meter, get
from bombe.solvers.native.interface import interface
from bombe.solvers.native.slices import NO_LIMIT

if TYPE_CHECKING:
    from endgame_brute import Minimax

pytestmark = pytest.mark.skipif(not native.is_available(), reason="no kernel")

TOPS = range(5)


def table_of(
    state: SudokuState,
    *,
    top: int = -1,
    cross: int = -1,
    level: int = -1,
    narrow: bool = False,
    threads: int = 1,
) -> tuple[EndgameTable, EndgameInput]:
    """Return a table of a position, as a ring with so many top cells and no more than it needs.

    A level is the only one that is tried: 0 is exact, then some bombs are paired, then dropped.
    """
    board = state.board
    given = input_of(state)
    solutions = [solution.values for solution in get("auto").solutions(board)]
    table = EndgameTable(board.shape, given, solutions, 2**30, skips=True, threads=threads)
    interface().bombe_endgame_fill_by(table.memory.address, narrow, cross, top, level)
    return table, given


def input_of(state: SudokuState) -> EndgameInput:
    shape = state.board.shape
    taboo = bytearray(shape.cells * shape.size)
    for row, column, value in state.taboo:
        taboo[shape.cell(row, column) * shape.size + value - 1] = 1
    return EndgameInput(state.board.values, bytes(taboo), None)


def proper_endgames(seed: int, count: int, most: int) -> list[tuple[SudokuState, Minimax]]:
    """Return small positions with one solution, the only ones whose tables can be rings."""
    return [
        (state, minimax)
        for state, minimax in endgames(seed, count, most)
        if len(minimax.solutions) == 1
    ]


def with_empty_cells(count: int, seed: int = 3) -> SudokuState:
    board = generate("3x3", "irreducible", seed)
    solution = next(iter(get("auto").solutions(board)))
    empty = random.Random(seed).sample(list(board.empty_cells()), count)
    return SudokuState(solution.clear(empty))


def values_of(state: SudokuState, answer: native.EndgameAnswer) -> dict[tuple[int, int], int]:
    size = state.board.shape.size
    assert answer.done
    assert all(low == high for _, _, low, high in answer.moves)
    return {(number // size, number % size + 1): low for number, _, low, _ in answer.moves}


@pytest.mark.parametrize("top", TOPS)
@pytest.mark.parametrize("cross", range(4))
def test_rings_agree_with_minimax(top: int, cross: int) -> None:
    positions = proper_endgames(100 + 4 * top + cross, 25, 8)
    assert len(positions) > 5
    for narrow, (state, minimax) in itertools.product((False, True), positions):
        table, given = table_of(state, top=top, cross=cross, narrow=narrow)
        answer = table.ask(given, Meter(), wants_all=True)
        assert answer is not None
        wanted = minimax.results(position_of(state))
        assert values_of(state, answer) == wanted
        margin = max(wanted.values(), default=0)
        assert (answer.low, answer.high) == (margin, margin)
        play_line(state, minimax, answer)


def play_line(state: SudokuState, minimax: Minimax, answer: native.EndgameAnswer) -> None:
    """Check that each move of the line is a best one."""
    size, position = state.board.shape.size, position_of(state)
    for number in answer.line:
        move = number // size, number % size + 1
        results = minimax.results(position)
        assert results[move] == max(results.values())
        position = minimax.after(position, move)
    assert not minimax.legal(position)


@pytest.mark.parametrize("seed", range(3))
def test_rings_of_two_threads_give_the_values_of_the_whole_table(seed: int) -> None:
    state = with_empty_cells(19, seed)
    whole, given = table_of(state)
    wanted = whole.ask(given, Meter(), wants_all=True)
    assert wanted is not None
    assert whole.is_filled
    for top, threads in itertools.product((0, 2, 4), (1, 2)):
        ring, given = table_of(state, top=top, threads=threads)
        # A stop signal makes the first calls short, so that the other thread comes in early.
        answer = ring.ask(given, Meter(Budget(stop=lambda: False)), wants_all=True)
        assert answer is not None
        assert not ring.is_filled
        assert answer.moves == wanted.moves
        assert values_of(state, answer)
        assert len(answer.line) == len(wanted.line)


@pytest.mark.parametrize("threads", [1, 2])
def test_work_on_a_ring_can_be_cut_anywhere(threads: int) -> None:
    state = with_empty_cells(20)
    whole, given = table_of(state)
    ring, _ = table_of(state, top=1, cross=0, threads=threads)
    wanted, answer, cuts = whole.ask(given, Meter(), wants_all=True), None, 0
    while answer is None or not answer.done:
        looks = iter((False, False))
        stop = Budget(stop=lambda looks=looks: next(looks, True))  # type: ignore[misc]
        answer = ring.ask(given, Meter(stop), wants_all=True)
        assert answer is not None
        cuts += 1
    assert wanted is not None
    assert answer.moves == wanted.moves
    assert cuts > 2 or threads > 1  # the other thread may do all the work in one call


class RingHelper(threading.Thread):
    """Works on a ring as worker 1, until it is told to end."""

    def __init__(self, table: EndgameTable) -> None:
        super().__init__()
        self._table, self._stop_flag, self.blocks = table, ctypes.c_int32(0), 0
        self.start()

    def run(self) -> None:
        """Help until the flag is set."""
        piece = interface().BombeSlice(nodes=NO_LIMIT, stop=ctypes.addressof(self._stop_flag))
        self.blocks = help_once(self._table, piece)

    def end(self) -> None:
        self._stop_flag.value = 1
        self.join()


def help_once(table: EndgameTable, piece: Any) -> int:
    done: int = interface().bombe_endgame_help(table.memory.address, 1, ctypes.byref(piece))
    return done


@pytest.mark.parametrize("seed", range(3))
def test_no_run_is_lost_where_all_workers_stop_in_one(seed: int) -> None:
    """Worker 1 stops in its run, and finds worker 0 stopped in another one when it comes again."""
    state = with_empty_cells(24, seed)
    whole, given = table_of(state)
    wanted = whole.ask(given, Meter(), wants_all=False)
    ring, _ = table_of(state, top=1, cross=0, narrow=True)
    stop = Budget(stop=lambda: True)  # after the first piece of work
    answer, idle = None, 0
    while answer is None or not answer.done:
        helper = RingHelper(ring)
        answer = ring.ask(given, Meter(stop), wants_all=False)
        helper.end()
        done = help_once(ring, interface().BombeSlice(nodes=NO_LIMIT, seconds=2e-4))
        idle = 0 if helper.blocks + done else idle + 1
        assert answer is not None
        assert idle < 100
    assert wanted is not None
    assert (answer.low, answer.high) == (wanted.low, wanted.high)


def test_short_calls_come_to_the_end_of_the_line() -> None:
    """A line needs a table of its own, which is larger than a call, in place of the ring."""
    state = with_empty_cells(22)
    whole, given = table_of(state)
    wanted = whole.ask(given, Meter(), wants_all=True)
    ring, _ = table_of(state, top=1, cross=0)
    answer, cuts = None, 0
    while answer is None or not answer.done:
        stop = Budget(stop=lambda: True)  # after the first piece of work
        answer = ring.ask(given, Meter(stop), wants_all=True)
        assert answer is not None
        cuts += 1
        assert cuts < 20_000
    assert wanted is not None
    assert answer.moves == wanted.moves
    assert len(answer.line) == len(wanted.line)
    assert ring.ask(given, Meter(Budget(nodes=1)), wants_all=True) == answer


def test_a_ring_that_is_filled_in_slices_is_exact() -> None:
    state = with_empty_cells(19)
    whole, given = table_of(state)
    ring, _ = table_of(state, top=2)
    for _ in range(2000):  # each slice is shorter than any table
        ring.fill(Meter(Budget(nodes=20)))
    found = ring.ask(given, Meter(Budget(nodes=5)), wants_all=False)
    wanted = whole.ask(given, Meter(), wants_all=False)
    assert found is not None
    assert wanted is not None
    assert found.low == found.high == wanted.low


def test_a_ring_needs_little_more_than_a_layer() -> None:
    """The top cells split the layers in halves; where they do not, so much is too little."""
    state = with_empty_cells(22, seed=0)
    given, shape = input_of(state), state.board.shape
    solutions = [solution.values for solution in get("auto").solutions(state.board)]
    table = EndgameTable(shape, given, solutions, 1_990_000, skips=True)
    answer = table.ask(given, Meter(), wants_all=False)
    assert answer is not None
    assert answer.done
    assert answer.low == answer.high


def test_what_a_ring_no_longer_holds_is_solved_again() -> None:
    for state, minimax in proper_endgames(300, 25, 8):
        table, given = table_of(state, top=0)
        table.ask(given, Meter(), wants_all=True)
        later = position_of(state)
        rng = random.Random(7)
        while moves := minimax.legal(later):
            later = minimax.after(later, rng.choice(moves))
            reached = state_at(state.board.shape, later.values, later.taboo)
            answer = table.ask(input_of(reached), Meter(), wants_all=True)
            assert answer is not None
            assert values_of(reached, answer) == minimax.results(later)
        answer = table.ask(given, Meter(), wants_all=True)  # and back to the first one
        assert answer is not None
        assert values_of(state, answer) == minimax.results(position_of(state))


def state_at(
    shape: Shape, values: tuple[int, ...], taboo: frozenset[tuple[int, int]]
) -> SudokuState:
    rows = [list(values[at : at + shape.size]) for at in range(0, shape.cells, shape.size)]
    moves = frozenset(Move(*shape.coordinates(cell), value) for cell, value in taboo)
    return SudokuState(Board(rows, shape=shape), taboo=moves)


def test_golden_positions_are_solved_by_rings() -> None:
    lines = (DATA / "endgame_vectors.jsonl").read_text("utf-8").splitlines()
    for vector in map(json.loads, lines):
        board = Board(vector["grid"], shape=Shape(vector["m"], vector["n"]))
        state = SudokuState(board, taboo=frozenset(Move(*move) for move in vector["taboo"]))
        table, given = table_of(state, top=1)
        answer = table.ask(given, Meter(), wants_all=True)
        assert answer is not None
        assert answer.low == answer.high == vector["value"]
        wanted = {
            at(state, Move(move["row"], move["col"], move["value"])): move["result"]
            for move in vector["moves"]
        }
        assert values_of(state, answer) == wanted


@pytest.mark.parametrize("seed", range(12))
def test_the_bounds_of_every_level_hold(seed: int) -> None:
    for state, minimax in proper_endgames(400 + seed, 20, 8):
        wanted = minimax.results(position_of(state))
        bombs = sum(not minimax.stands(position_of(state), *move) for move in wanted)
        for level in range(2 + bombs):
            rng = random.Random(level)
            top, cross, narrow = rng.randrange(5), rng.randrange(4), rng.random() < 0.5
            table, given = table_of(state, top=top, cross=cross, level=level, narrow=narrow)
            answer = table.ask(given, Meter(), wants_all=True)
            assert answer is not None
            check_bounds(state, answer, wanted)
            if level == 0:
                assert answer.done
                assert answer.low == answer.high


def check_bounds(
    state: SudokuState, answer: native.EndgameAnswer, wanted: dict[tuple[int, int], int]
) -> None:
    size = state.board.shape.size
    assert answer.low <= max(wanted.values(), default=0) <= answer.high
    bounds = {
        (number // size, number % size + 1): (low, high) for number, _, low, high in answer.moves
    }
    assert bounds.keys() == wanted.keys()
    assert all(low <= wanted[move] <= high for move, (low, high) in bounds.items())
