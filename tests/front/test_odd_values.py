"""Odd values for methods of positions and functions of `bombe`: errors of our own only."""

from __future__ import annotations

import inspect
import itertools
import math
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bombe
from bombe import dots
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.errors import BoardError, BombeError, UsageError
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BOARD = Board("....2.3..3.1....")
STATES = (SudokuState.start(BOARD), SudokuState.start(BOARD, "rows"), DotsState.start("2x2"))
ODD: tuple[Any, ...] = (
    *(0, 1, -1, 4, 16, 36, 2**63, 10**40, True, False, 1.0, 2.5, math.nan, math.inf, -0.0),
    *(np.int64(1), np.uint8(200), np.float64(2.5), np.zeros((4, 4), int), np.zeros((4, 4)), 1 + 2j),
    *(None, "", "x", "0,0", "(0,0) -> 1", "r9c9=9", "h 0 0", "v 9 9", "2x2", "36x36", "\ud800"),
    *("a\nb", "hard-2x2", "auto", "greedy", b"", bytes(16), (), (0,), (0, 0, 1), (-1, -1, -1)),
    *((9, 9, 9), (0.0, 0, 1), ("h", 9, 9), ("x", 0, 0), (10**40, 0, 0), [36], [-1], [1.5], ["x"]),
    *([None], [[1, 2], [3, 4]], [[1.5] * 4] * 4, {}, {1, 2}, frozenset([99]), object(), int, len),
    *(BOARD, *STATES, Shape(2, 2), Grid(2, 2), Move(0, 1, 4), Line("v", 9, 9), Rules.ROWS),
    Budget(nodes=3),
)
FUNCTIONS = ("audit", "count", "endgame", "hint", "solutions", "solve", "tempo", "why", "write")


def methods() -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the public methods of positions, and what makes them."""
    for receiver in (BOARD, *STATES):
        kind = type(receiver)
        yield kind.__name__, kind
        for name in dir(kind):
            if not name.startswith("_") and name != "show" and callable(getattr(receiver, name)):
                yield f"{kind.__name__}.{name}", getattr(receiver, name)
    yield "Board[]", BOARD.__getitem__
    for made in (Budget, Shape.of, Shape.parse, Grid.of, Grid.parse, Move.of, Line.of, Line.parse):
        yield str(made), made


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    yield from ((name, getattr(bombe, name)) for name in FUNCTIONS)
    yield from ((name, getattr(dots, name)) for name in ("explain", "read", "solve", "write"))


def arguments(rng: random.Random, function: Callable[..., object]) -> list[Any]:
    """Draw what a function takes by position, but for some of what it can do without."""
    parameters = inspect.signature(function).parameters.values()
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    found = [each for each in parameters if each.kind in plain and each.name != "budget"]
    needed = sum(each.default is each.empty for each in found)
    return [rng.choice(ODD) for _ in range(rng.randint(needed, len(found)))]


def attempt(name: str, function: Callable[..., Any], given: list[Any]) -> None:
    try:
        answer = function(*given, **({"budget": 0.05} if name in FUNCTIONS[:-1] else {}))
        if hasattr(answer, "__next__"):
            list(itertools.islice(answer, 3))
    except BombeError:
        return
    except Exception as error:  # noqa: BLE001 - this is what we are here to find
        pytest.fail(f"{name}{given!r:.200}: {error!r}")


def test_methods_of_positions_raise_errors_of_our_own() -> None:
    rng = random.Random(1)
    for name, function in list(methods()) * 40:
        attempt(name, function, arguments(rng, function))


def test_functions_raise_errors_of_our_own() -> None:
    rng = random.Random(2)
    for name, function in list(functions()) * 12:
        attempt(name, function, arguments(rng, function))


@pytest.mark.long
def test_all_raise_errors_of_our_own_at_length() -> None:
    rng = random.Random(3)
    for name, function in [*methods(), *functions()] * 400:
        attempt(name, function, arguments(rng, function))


def test_cells_that_are_not_there_are_named() -> None:
    for cells, message in (
        ([36], "36 is not among the cells, which are 0 to 15"),
        ([-1], "-1 is not among the cells"),
        (["x"], "cells are whole numbers from 0 to 15"),
        (5, "cells are whole numbers from 0 to 15"),
    ):
        with pytest.raises(BoardError, match=message):
            BOARD.clear(cells)  # type: ignore[arg-type] # as users may call it
    with pytest.raises(BoardError, match="there is no value 5: values go from 1 to 4"):
        BOARD.place(Move(0, 0, 5))
    assert BOARD.clear(np.array([4])) == BOARD.clear([4])
    assert BOARD.place((0, np.int64(0), 1)) == BOARD.place(Move(0, 0, 1))  # type: ignore[arg-type] # the same


def test_numbers_that_the_kernel_cannot_count_to_are_refused() -> None:
    for limit in (2**62 + 1, 2**63, 2**64, 10**40, 0, -1, 1.5, True, "2"):
        with pytest.raises(UsageError, match=r"a limit of .*: give a whole number from 1"):
            bombe.count(BOARD, limit)  # type: ignore[arg-type] # as users may call it
    assert bombe.count(BOARD, 2**62).count == bombe.count(BOARD).count
    with pytest.raises(UsageError, match="nodes: give a whole number from 0"):
        Budget(nodes=2**63)
