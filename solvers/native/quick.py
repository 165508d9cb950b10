"""One board per call, with as little around the kernel's work as possible.

    >>> count = quick_counter(3, 3)
    >>> count(bytes(81))  # a byte for each cell, row by row, 0 for empty
    2

The functions are for boxes of m rows by n columns, and for one thread: make others for another.
Nothing is imported that a short question does not need: this is also the fastest way to the first
answer of a new process.
"""

from bombe.solvers import native

TYPE_CHECKING = False  # typing takes longer to import than a thousand boards to solve
if TYPE_CHECKING:
    from _ctypes import _CArgObject as Pointer
    from collections.abc import Callable


def quick_solver(
    m: int, n: int, fallback: "Callable[[bytes], bytes | None] | None" = None
) -> "Callable[[bytes], bytes | None]":
    """Return a function that returns the first solution of a board, or None.

    `fallback` is called for boards that take longer than a short call; without it they take the
    time that they need, and Ctrl-C interrupts them.
    """
    cells, workspace = _begin(m, n)
    solve = native.library().bombe_quick_solution

    def first_solution(board: bytes) -> bytes | None:
        if len(board) == cells:
            solution: bytes | None = solve(workspace, board)
            if solution != b"":
                return solution
        return fallback(board) if fallback else _count_at_length(m, n, board, 1)[1]

    return first_solution


def quick_counter(m: int, n: int, limit: int = 2) -> "Callable[[bytes], int]":
    """Return a function that returns the number of solutions of a board, up to `limit`."""
    if not 1 <= limit < 2**31:
        from bombe.boards.errors import UsageError

        raise UsageError(f"a limit of {limit} solutions: give 1 to {2**31 - 1}")
    cells, workspace = _begin(m, n)
    count = native.library().bombe_quick_count

    def number_of_solutions(board: bytes) -> int:
        if len(board) == cells:
            number: int = count(workspace, board, limit)
            if number >= 0:
                return number
        return _count_at_length(m, n, board, limit)[0]

    return number_of_solutions


def _begin(m: int, n: int) -> "tuple[int, Pointer]":
    """Return the number of cells, and memory to search in."""
    return (m * n) ** 2, native.workspace(m, n)


def _count_at_length(m: int, n: int, board: bytes, limit: int) -> tuple[int, bytes | None]:
    """Count in slices, for long searches; raise BoardError where the bytes are no board."""
    from bombe.boards import Board, Shape
    from bombe.solvers.native.batch import count_batch

    asked = Board(Shape(m, n), board)
    answer = count_batch(asked.shape, asked.values, limit, solutions=True)
    return answer.counts[0], bytes(answer.solutions or b"") if answer.counts[0] else None
