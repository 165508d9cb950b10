"""What answers about endgames: the kernel, or Python without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bombe.solvers.native.free_memory import LEAST

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.endgame.kernel import EndgameAnswer, Watch
    from bombe.analysis.endgame.pure_python import PythonEndgame
    from bombe.boards import SudokuState
    from bombe.solvers import Meter

MadeT = TypeVar("MadeT")


class EngineOptions(NamedTuple):
    """Bytes and threads that an engine may take, and whether bombs may be played."""

    memory: int
    threads: int
    skips: bool


def engine_of(
    start: SudokuState, solutions: tuple[bytes, ...], options: EngineOptions
) -> NativeEngine | PythonEndgame:
    """Return the engine of this machine for an endgame with these solutions."""
    from bombe.analysis.endgame import kernel as native

    if native.is_available():
        return NativeEngine(start, solutions, options)
    from bombe.analysis.endgame.pure_python import PythonEndgame

    return PythonEndgame(start, solutions, options)


class NativeEngine:
    """The kernel, with states converted to its input."""

    def __init__(
        self, start: SudokuState, solutions: tuple[bytes, ...], options: EngineOptions
    ) -> None:
        from bombe.analysis.endgame import kernel as native

        self._given = native.EndgameInput
        shape, given = start.board.shape, self._read(start)
        self._endgame = within_memory(
            lambda memory: native.EndgameTable(
                shape,
                given,
                list(solutions),
                memory,
                skips=options.skips,
                threads=options.threads,
            ),
            options.memory,
        )

    @property
    def is_filled(self) -> bool:
        """Whether every position is looked up and none is searched."""
        return self._endgame.is_filled

    def fill(self, meter: Meter) -> None:
        """Fill the table, if there is one, as far as the budget goes."""
        self._endgame.fill(meter)

    def ask(
        self, state: SudokuState, meter: Meter, *, wants_all: bool, watch: Watch | None = None
    ) -> EndgameAnswer | None:
        """Return what is known of a position; None if it does not come from this endgame."""
        return self._endgame.ask(self._read(state), meter, wants_all=wants_all, watch=watch)

    def _read(self, state: SudokuState) -> Any:
        shape = state.board.shape
        taboo = bytearray(shape.cells * shape.size)
        for row, column, value in state.taboo:
            taboo[shape.cell(row, column) * shape.size + value - 1] = 1
        return self._given(state.board.values, bytes(taboo), _open(state))


def within_memory(make: Callable[[int], MadeT], memory: int) -> MadeT:
    """Return a table with as much memory as the system grants, but no more than this."""
    while True:
        try:
            return make(memory)
        except MemoryError:
            memory //= 2
            if memory < LEAST:
                raise


def _open(state: SudokuState) -> bytes | None:
    """Return for each cell who may play there: bit 0 the mover, bit 1 the opponent."""
    if state.allowed is None or state.occupied is None:
        return None
    neighbours = state.board.shape.geometry.neighbours
    flags = bytearray(state.board.shape.cells)
    for player in (1, 2):
        flag = 1 if player == state.to_move else 2
        near = (c for cell in state.occupied[player - 1] for c in neighbours[cell])
        for cell in state.allowed[player - 1].union(near):
            flags[cell] |= flag
    return bytes(flags)
