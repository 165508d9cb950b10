"""Exact Dots and Boxes against plain minimax on the rules, and against the golden values."""

from __future__ import annotations

import functools
import itertools
import json
import random

import pytest
from dots_brute import DotsBrute
from dots_positions import quiet_dots, random_dots
from paths import DATA

from bombe.analysis.dots import kernel as native
from bombe.analysis.dots.exact import DotsEndgame, DotsTable, solve
from bombe.analysis.dots.grid_values import different_lines, small_grids
from bombe.analysis.dots.kernel import ALL_IDEAS
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_edges
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.solvers import Budget
from bombe.solvers.native.cpu import cores
from bombe.solvers.native.interface import interface

GOLDEN = [
    (Grid(rows, columns), extra_turn, margin)
    for rows, columns, *margins in json.loads((DATA / "dots_values.json").read_text("utf-8"))[
        "margins"
    ]
    for extra_turn, margin in zip((True, False), margins, strict=True)
]
SMALL = [golden for golden in GOLDEN if golden[0].edges <= 24]
NATIVE = pytest.param(
    "native", marks=pytest.mark.skipif(not native.is_available(), reason="no kernel")
)
needs_native = pytest.mark.skipif(not native.is_available(), reason="no kernel")
both_rules = pytest.mark.parametrize("extra_turn", [True, False], ids=["extra", "passes"])
IDEAS = ["Symmetries", "Corners", "Chains", "Captures", "Order"]
IDEAS += ["Loony", "Bounds", "Windows", "Peek", "Shapes"]
MEMORY = 2**24
"""Memory for short searches of large grids: all of it is cleared as it is touched."""


@pytest.fixture(params=[NATIVE, "plain"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Solve with the kernel and without it."""
    if request.param == "plain":
        monkeypatch.setattr(native, "is_available", lambda: False)
    return str(request.param)


@functools.cache
def brute(rows: int, columns: int, extra_turn: bool) -> DotsBrute:  # noqa: FBT001 - a key of the cache
    return DotsBrute(rows, columns, extra_turn=extra_turn)


def without(idea: str) -> int:
    """Return all ideas but one."""
    return ALL_IDEAS & ~int(getattr(interface(), f"k{idea}"))


def check(found: DotsEndgame) -> None:
    """Compare a whole result with minimax."""
    state = found.state
    grid = state.grid
    wanted = brute(grid.rows, grid.columns, state.extra_turn).values(state.edges)
    assert {tuple(v.move): (v.low, v.high) for v in found.moves} == {
        side: (value, value) for side, value in wanted.items()
    }, state
    margin = max(wanted.values(), default=0)
    assert (found.margin, found.exact, found.final) == (margin, True, True), state
    assert {*map(tuple, found.best)} == {s for s, value in wanted.items() if value == margin}


def with_edges(grid: Grid, edges: int, *, extra_turn: bool) -> DotsState:
    return DotsState(grid, edges, extra_turn=extra_turn)


@both_rules
@pytest.mark.parametrize("grid", [Grid(2, 2), Grid(1, 3), Grid(1, 1)], ids=str)
def test_every_position_of_a_small_grid_agrees_with_minimax(
    grid: Grid, engine: str, *, extra_turn: bool
) -> None:
    table = DotsTable(DotsState.start(grid, extra_turn=extra_turn))
    step = 1 if engine == "native" else 7
    for edges in range(0, grid.all_edges + 1, step):
        check(table.solve(with_edges(grid, edges, extra_turn=extra_turn)))


@needs_native
@both_rules
@pytest.mark.parametrize(
    ("grid", "left"),
    [(Grid(2, 3), 13), (Grid(3, 3), 12), (Grid(1, 6), 12)],
    ids=str,
)
def test_random_positions_agree_with_minimax(grid: Grid, left: int, *, extra_turn: bool) -> None:
    rng = random.Random(7)
    for seed in range(25):
        some = random_dots(grid, seed, left=rng.randint(1, left), extra_turn=extra_turn)
        check(solve(some))


@needs_native
@both_rules
def test_positions_agree_with_minimax_where_much_is_known_already(*, extra_turn: bool) -> None:
    # The table of a whole grid: by shape, too, which a position with few free edges has none for.
    grid = Grid(3, 3)
    table = DotsTable(DotsState.start(grid, extra_turn=extra_turn))
    table.margin(table.start)
    for seed in range(150):
        check(table.solve(random_dots(grid, seed, left=seed % 14, extra_turn=extra_turn)))


@needs_native
@both_rules
@pytest.mark.parametrize("grid", [Grid(4, 4), Grid(3, 5)], ids=str)
def test_what_is_known_by_shape_is_what_a_search_without_shapes_finds(
    grid: Grid, *, extra_turn: bool
) -> None:
    table = DotsTable(DotsState.start(grid, extra_turn=extra_turn))
    for seed in range(150):
        some = random_dots(grid, seed, left=8 + seed % 15, extra_turn=extra_turn)
        alone = solve(some, memory=2**22, ideas=without("Shapes"))
        assert table.solve(some).moves == alone.moves, some


@needs_native
@pytest.mark.long
@both_rules
def test_20000_random_positions_of_3x3_boxes_agree_with_minimax(*, extra_turn: bool) -> None:
    grid = Grid(3, 3)
    table = DotsTable(DotsState.start(grid, extra_turn=extra_turn))
    for seed in range(20000):
        check(table.solve(random_dots(grid, seed, left=seed % 17, extra_turn=extra_turn)))


@needs_native
@pytest.mark.parametrize(("grid", "extra_turn", "margin"), SMALL, ids=str)
def test_small_grids_have_the_golden_margins(grid: Grid, margin: int, *, extra_turn: bool) -> None:
    state = DotsState.start(grid, extra_turn=extra_turn)
    assert solve(state).margin == margin


@needs_native
@pytest.mark.long
@pytest.mark.parametrize(("grid", "extra_turn", "margin"), GOLDEN, ids=str)
def test_all_grids_have_the_golden_margins(grid: Grid, margin: int, *, extra_turn: bool) -> None:
    table = DotsTable(DotsState.start(grid, extra_turn=extra_turn))
    assert table.margin(table.start) == (margin, margin)


@needs_native
@pytest.mark.long
@both_rules
def test_every_first_line_of_4x4_boxes_has_the_same_value(*, extra_turn: bool) -> None:
    found = solve(DotsState.start(Grid(4, 4), extra_turn=extra_turn))
    assert len(found.best) == len(found.moves) == 40
    assert found.margin == (0 if extra_turn else -4)


@needs_native
@both_rules
@pytest.mark.parametrize("idea", IDEAS)
def test_switching_an_idea_off_changes_no_value(idea: str, *, extra_turn: bool) -> None:
    for grid, left in ((Grid(2, 2), 12), (Grid(1, 4), 12), (Grid(3, 3), 18)):
        start = random_dots(grid, 3, left=left, extra_turn=extra_turn)
        with_others = DotsTable(start, ideas=without(idea))
        with_all = DotsTable(start)
        rng = random.Random(9)
        for _ in range(60):
            edges = start.edges | rng.getrandbits(grid.edges)
            state = with_edges(grid, edges, extra_turn=extra_turn)
            assert with_others.solve(state).moves == with_all.solve(state).moves, state


@needs_native
@both_rules
def test_without_any_rule_it_is_plain_minimax(*, extra_turn: bool) -> None:
    for seed in range(10):
        some = random_dots(Grid(2, 3), seed, left=10, extra_turn=extra_turn)
        check(solve(some, ideas=0))


@needs_native
def test_rules_save_work() -> None:
    start = DotsState.start(Grid(2, 3))
    nodes = solve(start).nodes
    for idea in ("Symmetries", "Corners", "Chains", "Captures", "Loony"):
        assert solve(start, ideas=without(idea)).nodes > nodes, idea
    for extra_turn in (True, False):
        start = DotsState.start(Grid(3, 3), extra_turn=extra_turn)
        assert solve(start, ideas=without("Shapes")).nodes > 1.3 * solve(start).nodes


def narrowed(state: DotsState, bits: int) -> DotsTable:
    """Return a table that is searched with vectors of so many bits, if the machine has them."""
    table = DotsTable(state, memory=MEMORY)
    assert isinstance(table._engine, native.DotsSolver)
    used = table._engine.narrow(bits)
    if used != bits:
        pytest.skip(f"no vectors of {bits} bits here, {used} are the widest")
    return table


@needs_native
@both_rules
@pytest.mark.parametrize("bits", [256, 512])
def test_vectors_of_any_width_search_the_same_nodes(bits: int, *, extra_turn: bool) -> None:
    # On 4x4 boxes with shapes, too.
    for grid in (Grid(2, 4), Grid(4, 4)):
        state = DotsState.start(grid, extra_turn=extra_turn)
        budget = Budget(nodes=40_000)
        one, other = (narrowed(state, each).solve(budget=budget) for each in (128, bits))
        assert (one.moves, one.nodes) == (other.moves, other.nodes)


@needs_native
def test_two_threads_say_the_same() -> None:
    for extra_turn in (True, False):
        state = DotsState.start(Grid(3, 3), extra_turn=extra_turn)
        assert solve(state, threads=2).moves == solve(state).moves


@needs_native
def test_more_threads_than_cores_are_not_started() -> None:
    table = DotsTable(DotsState.start(Grid(2, 2)), threads=10**6)
    assert isinstance(table._engine, native.DotsSolver)
    assert table._engine._threads == cores()
    assert table.solve().margin == 2


@needs_native
@both_rules
def test_twenty_lines_of_a_large_grid_take_few_nodes(*, extra_turn: bool) -> None:
    for seed, grid in itertools.product(range(5), (Grid(5, 5), Grid(4, 5), Grid(7, 7))):
        some = random_dots(grid, seed, left=20, extra_turn=extra_turn)
        assert solve(some, Budget(nodes=50_000), memory=MEMORY).final, some


@needs_native
def test_a_table_of_a_whole_large_grid_knows_what_loops_are_worth() -> None:
    late = read_edges(
        "h 0 1; h 0 2; h 0 3; h 0 4; h 1 1; h 1 2; h 1 3; h 1 4; h 2 0; h 2 1; h 2 2; h 2 3; "
        "h 3 0; h 3 1; h 4 2; h 4 3; h 4 4; h 5 0; h 5 1; h 5 3; h 5 4; v 0 0; v 0 1; v 0 2; "
        "v 0 4; v 0 5; v 1 0; v 1 5; v 2 0; v 2 1; v 2 2; v 2 4; v 2 5; v 3 0; v 3 2; v 3 4; "
        "v 4 0; v 4 2",
        Grid(5, 5),
    )
    for root in (DotsState.start(late.grid), late):
        found = DotsTable(root, memory=2**26).solve(late)
        assert found.margin == 1


@needs_native
def test_tables_of_large_grids_say_what_a_search_of_the_position_says() -> None:
    for seed in range(12):
        grid = (Grid(5, 5), Grid(4, 6), Grid(7, 7))[seed % 3]
        late = quiet_dots(grid, seed, left=16)
        while len(late.moves()) > 20:
            late = late.play(late.moves()[seed % len(late.moves())])
        first = late.history[: max(0, grid.edges - native.MOST_FREE)]
        root = DotsState(grid, grid.edge_set(first))
        state = DotsState(grid, late.edges)
        assert DotsTable(root, memory=2**27).solve(state) == solve(state, memory=2**24)


@needs_native
def test_a_large_grid_has_the_values_of_the_small_one_that_is_left_of_it() -> None:
    small, large = Grid(4, 4), Grid(5, 6)
    inner = [line for line in small.lines if len(small.boxes_of[small.edge(line)]) == 2]
    for extra_turn, seed in itertools.product((True, False), range(10)):
        left = random.Random(seed).sample(inner, 15)
        there = [Line(line.kind, line.row + 1, line.column + 2) for line in left]
        one, other = (
            solve(
                with_edges(grid, grid.all_edges & ~grid.edge_set(lines), extra_turn=extra_turn),
                memory=MEMORY,
            )
            for grid, lines in ((small, left), (large, there))
        )
        bounds, same = ([(value.low, value.high) for value in each.moves] for each in (one, other))
        assert bounds == same


@both_rules
def test_bounds_hold_where_the_budget_ends(engine: str, *, extra_turn: bool) -> None:
    state = DotsState.start(Grid(2, 2), extra_turn=extra_turn)
    whole = solve(state)
    for nodes in range(0, whole.nodes, whole.nodes // 6):
        found = solve(state, Budget(nodes=nodes))
        assert found.nodes <= nodes, engine
        assert found.low <= whole.low <= found.high
        for part, known in zip(found.moves, whole.moves, strict=True):
            assert part.low <= known.low <= part.high
    assert not solve(state, Budget(nodes=0)).final


def test_a_stop_ends_the_search_with_bounds(engine: str) -> None:
    grid = Grid(4, 4) if engine == "native" else Grid(3, 3)
    looks = itertools.count()
    found = solve(DotsState.start(grid), Budget(stop=lambda: next(looks) > 3), memory=MEMORY)
    assert not found.final
    assert found.low == -grid.boxes
    assert found.margin is None
    assert "between" in found.summary()


@needs_native
def test_a_search_continues_where_it_was() -> None:
    state = DotsState.start(Grid(3, 3))
    table, spent = DotsTable(state), 0
    whole = DotsTable(state).solve()
    while not (found := table.solve(budget=Budget(nodes=5000))).final:
        spent += found.nodes
        assert spent < 3 * whole.nodes
    assert found.moves == whole.moves


@needs_native
def test_nodes_do_not_depend_on_the_clock() -> None:
    state = DotsState.start(Grid(3, 3))
    one, other = (solve(state, Budget(nodes=9000)) for _ in range(2))
    assert (one.nodes, one.moves) == (other.nodes, other.moves)


def test_a_watcher_sees_the_progress() -> None:
    if not native.is_available():
        pytest.skip("the plain solver is soon over")
    told: list[tuple[int, int, int]] = []
    budget = Budget(stop=lambda: len(told) > 2)
    start = DotsState.start(Grid(4, 4))
    solve(start, budget, memory=MEMORY, watch=lambda *bounds: told.append(bounds))
    assert told[0][1:] == (-16, 16)
    assert told[-1][0] > told[0][0] > 0


def test_a_table_refuses_positions_from_elsewhere(engine: str) -> None:
    start = random_dots(Grid(2, 2), 1, left=8)
    table = DotsTable(start)
    for other in (
        DotsState.start(Grid(2, 2)),
        DotsState.start(Grid(1, 2)),
        with_edges(start.grid, start.edges, extra_turn=False),
    ):
        assert not table.covers(other), engine
        with pytest.raises(UsageError, match="cannot follow"):
            table.solve(other)
    with pytest.raises(UsageError, match="threads=0: give a whole number, 1 or more"):
        DotsTable(start, threads=0)


@needs_native
def test_what_is_too_large_is_reported() -> None:
    with pytest.raises(UnsupportedError, match="64 dots"):
        solve(DotsState.start(Grid(8, 8)))
    with pytest.raises(UnsupportedError, match="over 64 lines"):
        solve(DotsState.start(Grid(6, 6)))
    with pytest.raises(UnsupportedError, match="allow more memory"):
        solve(DotsState.start(Grid(4, 5)), memory=1000)


def test_without_the_kernel_a_long_search_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    with pytest.raises(UnsupportedError, match="at most 64 lines may be left"):
        solve(DotsState.start(Grid(6, 6)))
    assert not solve(DotsState.start(Grid(1, 20)), Budget(nodes=100)).final


def test_a_finished_game_has_a_margin_of_0(engine: str) -> None:
    grid = Grid(2, 2)
    found = solve(with_edges(grid, grid.all_edges, extra_turn=True))
    assert (found.margin, found.moves, found.best, found.final) == (0, (), (), True), engine


def test_grids_are_listed_once_each_and_lines_that_are_alike_too() -> None:
    assert [*map(str, small_grids(12))] == ["1x1", "1x2", "1x3", "2x2"]
    assert [*map(str, different_lines(Grid(2, 2), Grid(2, 2).lines))] == ["h 0 0", "h 1 0"]


@needs_native
def test_a_search_that_continues_with_more_memory_finds_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = DotsState.start(Grid(2, 3))
    expected = solve(state)
    monkeypatch.setattr(native, "FIRST_NODES", 100)
    monkeypatch.setattr(native, "FIRST_MEMORY", 2**16)
    monkeypatch.setattr(native, "GROWTH", 4)
    found = solve(state, memory=2**22)
    assert (found.margin, found.moves) == (expected.margin, expected.moves)
    # What was found out with less memory is not lost.
    assert found.nodes < 1.5 * expected.nodes
    cut = solve(state, Budget(nodes=150), memory=2**22)
    assert (cut.final, cut.nodes) == (False, 150)


@needs_native
def test_two_threads_that_share_the_nodes_of_a_small_table_continue_with_a_larger_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "FIRST_CALL_NODES", 100)
    monkeypatch.setattr(native, "FIRST_NODES", 5_000)
    monkeypatch.setattr(native, "FIRST_MEMORY", 2**16)
    for extra_turn in (True, False):
        found = solve(DotsState.start(Grid(3, 3), extra_turn=extra_turn), memory=2**22, threads=2)
        assert (found.final, found.margin) == (True, -3)
