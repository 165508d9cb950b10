"""Where a budget ends there are bounds that hold: never a refusal, never beyond the budget."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from endgame_positions import at, endgames, position_of

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame import margins
from bombe.analysis.endgame.engines import EngineOptions, engine_of, within_memory
from bombe.analysis.endgame.margins import Table, solve
from bombe.analysis.endgame.prepare import most_points
from bombe.analysis.studies.endings.positions import draw_ending
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget, Meter
from bombe.solvers.native.memory import MemoryRefusedError

if TYPE_CHECKING:
    from endgame_brute import Minimax

    from bombe.analysis.endgame.engines import NativeEngine
    from bombe.analysis.endgame.margins import Endgame
    from bombe.analysis.endgame.pure_python import PythonEndgame

ENGINES = [
    pytest.param("native", marks=pytest.mark.skipif(not native.is_available(), reason="no kernel")),
    "plain",
]
needs_native = pytest.mark.skipif(not native.is_available(), reason="no kernel")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Solve with the kernel and without it."""
    if request.param == "plain":
        monkeypatch.setattr(native, "is_available", lambda: False)
    return str(request.param)


def check_bounds(state: SudokuState, minimax: Minimax, found: Endgame) -> None:
    wanted = minimax.results(position_of(state))
    assert found.low <= max(wanted.values(), default=0) <= found.high, state
    for value in found.moves:
        assert value.low <= wanted[at(state, value.move)] <= value.high, state
    if found.estimate is not None:
        assert found.low <= found.estimate.margin <= found.high


@pytest.mark.parametrize("rules", Rules)
def test_bounds_hold_at_every_budget(rules: Rules, engine: str) -> None:
    open_ones = 0
    for state, minimax in endgames(31, 25, 7, rules):
        for nodes in (0, 1, 2, 3, 5, 8, 20, 50, 150, 500):
            found = solve(state, Budget(nodes=nodes))
            check_bounds(state, minimax, found)
            assert found.nodes <= nodes + 1
            open_ones += not found.exact
    assert open_ones > 20, engine


def test_bounds_hold_wherever_a_stop_comes(engine: str) -> None:
    for state, minimax in endgames(32, 10, 6):
        for looks in (0, 1, 2, 5, 10, 30, 100):
            left = iter(range(looks))
            found = solve(state, Budget(stop=lambda left=left: next(left, None) is None))  # type: ignore[misc]
            check_bounds(state, minimax, found)
    assert engine


def test_more_nodes_never_give_wider_bounds_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    for state, _ in endgames(33, 20, 7):
        widths = [
            found.high - found.low
            for found in (solve(state, Budget(nodes=nodes)) for nodes in range(0, 400, 20))
        ]
        assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize("name", ["empty-3x3", "hard-3x3", "random-3x3", "empty-5x5", "hard-4x4"])
def test_no_position_is_too_large_for_a_budget(name: str, engine: str) -> None:
    state = read(name)
    found = solve(state, Budget(nodes=300), memory=2**24)
    most = most_points(state.board)
    assert -most <= found.low <= found.high <= most
    assert not found.final
    assert engine


@needs_native
def test_without_a_budget_what_is_too_large_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="4096 solutions"):
        solve(Board.empty(Shape(3, 3)))
    found = solve(Board.empty(Shape(3, 3)), 5)
    assert "4096 solutions" in found.problem
    assert "4096 solutions" in found.summary()
    assert (found.low, found.high, found.moves) == (-63, 63, ())


@needs_native
def test_where_memory_is_missing_the_answer_says_so() -> None:
    board = draw_ending(Shape(3, 3), 26, "memory")
    tight, late = solve(board, 60, memory=2**24), solve(board, Budget(nodes=5), memory=2**29)
    assert not tight.final
    assert "with 16 MiB for tables no more can be found out: allow more memory" in tight.summary()
    assert tight.to_dict()["problem"] == tight.problem
    assert not late.final
    assert not late.problem


LATE = "6.1..8..7.5..36.8..8.94165.56249371.1.9.872..847.25.63376.1259.9..364.7.41.5.9326"
"""An ending with 28 empty cells."""


@needs_native
def test_where_the_next_table_takes_too_long_memory_is_not_what_is_missing() -> None:
    found = solve(read(LATE), Budget(nodes=10_000_000), memory=2**30)
    assert not found.final
    assert found.nodes < 10_000_000  # a table that takes more is not begun
    assert not found.problem
    assert (found.low, found.high) != (-59, 59)


@needs_native
def test_the_memory_that_is_asked_for_is_enough_for_bounds() -> None:
    board = draw_ending(Shape(3, 3), 26, "memory")
    most = most_points(board)
    tight = solve(board, 60, memory=2**24)
    asked = re.search(r"about (\d+) MiB for the first bounds$", tight.problem)
    assert asked is not None
    found = solve(board, 60, memory=int(asked[1]) << 20)
    assert (tight.low, tight.high) == (-most, most)
    assert found.high - found.low < 2 * most
    assert "for the first bounds" not in found.problem


class _Ticking:
    """A clock on which every look takes a hundredth of a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


@pytest.mark.parametrize("name", ["hard-3x3", "random-3x3", "hard-2x3", "empty-2x3"])
def test_python_looks_at_the_clock_before_every_node(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    meter = Meter(Budget(seconds=3.0), clock=_Ticking())
    found = solve(read(name), meter, solver="backtracking")
    assert not found.final
    assert meter.seconds < 3.1


def test_python_goes_to_the_end_of_long_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    state = read("hard-3x3")  # over 200 moves long
    assert not solve(state, Budget(nodes=1500)).exact


def test_python_with_little_memory_gives_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    for state, _ in endgames(34, 20, 5):
        roomy, tight = solve(state), solve(state, memory=20_000)
        assert (tight.moves, tight.line) == (roomy.moves, roomy.line)
        assert tight.nodes >= roomy.nodes


@needs_native
def test_threads_share_a_table_and_agree() -> None:
    for seed in range(6):
        board = draw_ending(Shape(3, 3), 18, f"threads {seed}", 1 + (seed % 3 == 2))
        alone, both = solve(board, threads=1), solve(board, threads=2)
        assert (both.margin, both.moves) == (alone.margin, alone.moves)


@pytest.mark.parametrize("name", ["memory", "threads"])
@pytest.mark.parametrize("value", [0, -1, 1.5, float("inf"), float("nan"), "1G", True, [1]])
def test_wrong_memory_and_threads_are_refused_by_name(
    name: str, value: object, engine: str
) -> None:
    wrong: dict[str, Any] = {name: value}
    unit = " of bytes" if name == "memory" else ""
    message = f"{name}={value!r}: give a whole number{unit}, 1 or more"
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        solve(read("132442..31.22..1"), **wrong)
    assert engine


def test_whole_numbers_of_any_type_will_do(engine: str) -> None:
    wanted = solve(read("132442..31.22..1")).moves
    for number in (2.0**30, 1e30, 10**30):
        whole: dict[str, Any] = {"memory": number, "threads": 1.0}
        assert solve(read("132442..31.22..1"), **whole).moves == wanted
    assert engine


def test_only_a_function_follows_the_progress() -> None:
    wrong: Any = 3
    with pytest.raises(UsageError, match=r"^on_progress=3: give a function, or None$"):
        solve(read("132442..31.22..1"), on_progress=wrong)


@pytest.mark.parametrize(
    ("free", "memory"), [(2**34, 2**32), (2**20, 2**26), (None, 2**30)], ids=str
)
def test_tables_take_a_quarter_of_what_the_machine_has_free(
    free: int | None, memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = _options(monkeypatch)
    monkeypatch.setattr(margins, "free_memory", lambda: free)
    solve(read("hard-2x2"))
    solve(read("hard-2x2"), memory=12_345_678)
    assert [options.memory for options in taken] == [memory, 12_345_678]


def test_all_cores_work_unless_the_nodes_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = _options(monkeypatch)
    monkeypatch.setattr(margins, "cores", lambda: 3)
    solve(read("hard-2x2"))
    solve(read("hard-2x2"), Budget(nodes=1000))
    solve(read("hard-2x2"), Budget(nodes=1000), threads=2)
    Table(read("hard-2x2"))
    assert [options.threads for options in taken] == [3, 1, 2, 1]


def _options(monkeypatch: pytest.MonkeyPatch) -> list[EngineOptions]:
    """Return the list of the options that engines get from now on."""
    taken: list[EngineOptions] = []

    def made(
        start: SudokuState, solutions: tuple[bytes, ...], options: EngineOptions
    ) -> NativeEngine | PythonEndgame:
        taken.append(options)
        return engine_of(start, solutions, options._replace(memory=2**24))

    monkeypatch.setattr(margins, "engine_of", made)
    return taken


def test_what_the_system_does_not_grant_is_asked_for_by_halves() -> None:
    asked: list[int] = []

    def make(memory: int) -> str:
        asked.append(memory)
        if memory > 2**28:
            raise MemoryRefusedError("allow less")
        return "table"

    assert within_memory(make, 2**30) == "table"
    assert asked == [2**30, 2**29, 2**28]
    with pytest.raises(MemoryRefusedError, match="allow less"):
        within_memory(lambda _memory: make(2**40), 2**30)
