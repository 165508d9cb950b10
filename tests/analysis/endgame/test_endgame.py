"""Exact endgames against plain minimax on the rules, and against the golden positions."""

from __future__ import annotations

import itertools
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from endgame_positions import at, endgames, minimax_of, played, position_of
from paths import DATA

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame.margins import Endgame, Table, solve
from bombe.analysis.generate.kinds import generate
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import InputError, UsageError
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget, Meter, get
from bombe.solvers.native.interface import interface

if TYPE_CHECKING:
    from endgame_brute import Minimax

VECTORS = [
    json.loads(line) for line in (DATA / "endgame_vectors.jsonl").read_text("utf-8").splitlines()
]
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


def check(state: SudokuState, minimax: Minimax, found: Endgame) -> None:
    """Compare a whole result with minimax."""
    wanted = minimax.results(position_of(state))
    assert {at(state, value.move): value.low for value in found.moves} == wanted, state
    assert all(value.exact for value in found.moves), state
    margin = max(wanted.values(), default=0)
    assert (found.margin, found.exact, found.final) == (margin, True, True), state
    best = {move for move, value in wanted.items() if value == margin}
    assert {at(state, move) for move in found.best} == best, state
    for value in found.moves:
        stands = minimax.stands(position_of(state), *at(state, value.move))
        assert value.kind == ("fill" if stands else "skip"), state
    check_line(state, minimax, found)


def check_line(state: SudokuState, minimax: Minimax, found: Endgame) -> None:
    """Play the line, and compare the scores with the margin."""
    mover, before = state.to_move, state.scores
    for move in found.line:
        state = played(state, move, minimax)
    assert state.is_over
    gains = [after - old for after, old in zip(state.scores, before, strict=True)]
    assert found.margin == gains[mover - 1] - gains[2 - mover]


def state_of_vector(vector: dict[str, Any]) -> SudokuState:
    board = Board(vector["grid"], shape=Shape(vector["m"], vector["n"]))
    return SudokuState(board, taboo=frozenset(Move(*move) for move in vector["taboo"]))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_golden_positions_are_solved_as_recorded(vector: dict[str, Any], engine: str) -> None:
    if engine == "plain" and len(vector["moves"]) > 16:
        pytest.skip("too large for Python")
    found = solve(state_of_vector(vector))
    assert found.margin == vector["value"]
    results = {
        (m["row"], m["col"], m["value"]): (m["result"], m["placed"]) for m in vector["moves"]
    }
    assert {v.move: (v.low, v.kind == "fill") for v in found.moves} == results
    assert sorted(map(list, found.best)) == sorted(vector["optimal"])


@pytest.mark.parametrize("rules", Rules)
def test_small_endgames_agree_with_minimax_in_every_play_mode(rules: Rules, engine: str) -> None:
    for state, minimax in endgames(1, 60, 5, rules):
        check(state, minimax, solve(state))
    assert engine


@needs_native
@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("seed", range(2, 8))
def test_random_endgames_agree_with_minimax(rules: Rules, seed: int) -> None:
    for state, minimax in endgames(seed, 50, 6, rules):
        check(state, minimax, solve(state))


@needs_native
@pytest.mark.long
@pytest.mark.parametrize("rules", [Rules.CLASSIC, Rules.ROWS])
@pytest.mark.parametrize("seed", range(100, 150))
def test_20000_random_endgames_agree_with_minimax(rules: Rules, seed: int) -> None:
    most_empty = 9 if seed < 110 else 7  # minimax takes most of the time
    for state, minimax in endgames(seed, 200, most_empty, rules):
        check(state, minimax, solve(state))


@needs_native
def test_the_line_is_best_play_where_a_bound_alone_once_chose_a_move() -> None:
    board = read("1..33241...44...").board
    state = SudokuState(board, taboo=frozenset({Move(3, 2, 2)}), to_move=2)
    check(state, minimax_of(state), solve(state))


@needs_native
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("cross", range(4))
def test_blocks_of_any_length_agree_with_minimax(cross: int, *, narrow: bool) -> None:
    for state, minimax in endgames(20 + cross, 40, 5):
        table = Table(state)
        fill_by(table, cross, narrow=narrow)
        check(state, minimax, table.solve())


@needs_native
def test_blocks_of_any_length_give_the_same_values() -> None:
    rng = random.Random(5)
    for _ in range(3):
        board = generate("3x3", "full", rng.randrange(100)).clear(rng.sample(range(81), 18))
        start = SudokuState.start(board)
        wanted = Table(start).values(start)
        for cross, narrow in itertools.product(range(4), (False, True)):
            table = Table(start)
            fill_by(table, cross, narrow=narrow)
            assert table.values(start) == wanted


def fill_by(table: Table, cross: int = -1, *, narrow: bool = False, top: int = -1) -> None:
    """Use vectors of 128 bits if narrow, blocks of 32 << `cross` positions, `top` cells on top."""
    endgame = table._engine._endgame  # type: ignore[union-attr]
    interface().bombe_endgame_fill_by(endgame.memory.address, narrow, cross, top, -1)


@needs_native
def test_an_endgame_gets_its_memory_from_the_one_before() -> None:
    board = with_empty_cells(12)
    first = Table(board)
    address = first._engine._endgame.memory.address  # type: ignore[union-attr]
    wanted = first.values(first.start)
    del first
    second = Table(board)
    assert second._engine._endgame.memory.address == address  # type: ignore[union-attr]
    assert second.values(second.start) == wanted


@needs_native
def test_work_on_a_table_can_be_cut_anywhere() -> None:
    board = with_empty_cells(16)
    whole, cut = Table(board), Table(board)
    while not cut.fill(Budget(nodes=700)):
        assert not cut.is_filled
    assert cut.values(cut.start) == whole.values(whole.start)


@needs_native
def test_less_memory_means_shorter_blocks_and_the_same_values() -> None:
    board = generate("3x3", "full", 6).clear(random.Random(6).sample(range(81), 19))
    roomy, tight = Table(board), Table(board, memory=1_030_000)
    found, same = roomy.solve(), tight.solve()
    assert tight.is_filled
    assert same.moves == found.moves
    assert same.nodes > found.nodes


@needs_native
def test_a_table_without_room_for_all_positions_knows_the_same() -> None:
    position = with_empty_cells(16)
    roomy, tight = Table(position), Table(position, memory=400_000)
    assert roomy.fill()
    assert not tight.fill()
    assert tight.values(tight.start) == roomy.values(roomy.start)


@needs_native
def test_without_room_for_any_table_there_are_bounds() -> None:
    position = SudokuState(with_empty_cells(22))
    wanted, tight = Table(position).solve(), Table(position, memory=1)
    found = tight.solve(budget=Budget(nodes=2000))
    assert not found.final
    assert found.low <= wanted.low <= found.high
    for value, exact in zip(found.moves, wanted.moves, strict=True):
        assert value.low <= exact.low <= value.high


@needs_native
def test_an_observer_gets_the_progress_of_the_table() -> None:
    state = SudokuState(with_empty_cells(20))
    seen: list[native.EndgameProgress] = []
    table = Table(state)
    endgame: native.EndgameTable = table._engine._endgame  # type: ignore[union-attr]
    given: Any = table._engine._read(state)
    stops = iter(range(10**6))
    meter = Meter(Budget(stop=lambda: next(stops) < 0))
    answer = endgame.ask(given, meter, wants_all=False, watch=seen.append)
    assert answer is not None
    assert len(seen) > 3
    assert all(0 <= one.states <= one.of for one in seen)
    assert any(0 < one.states < one.of for one in seen)
    last = seen[-1]
    assert (last.states, last.low, last.high) == (last.of, answer.low, answer.high)


def with_empty_cells(count: int) -> Board:
    """Return a proper board, filled from its solution until so many cells are empty."""
    board = generate("3x3", "irreducible", 3)
    solution = next(iter(get("auto").solutions(board)))
    return solution.clear(board.empty_cells()[:count])


@needs_native
def test_a_kept_table_answers_for_all_later_positions() -> None:
    for state, minimax in endgames(11, 20, 7):
        table, later = Table(state), state
        while not later.is_over:
            wanted = minimax.results(position_of(later))
            values = table.values(later)
            assert {at(later, value.move): value.low for value in values} == wanted
            assert table.margin(later) == (max(wanted.values()),) * 2
            best = table.best(later)
            assert best is not None
            later = played(later, best, minimax)


def test_without_skips_nobody_plays_a_bomb(engine: str) -> None:
    for state, _ in endgames(12, 20, 6):
        found = solve(state, skips=False)
        check(state, minimax_of(state, skips=False), found)
    assert engine


def test_the_scores_so_far_do_not_matter(engine: str) -> None:
    state = state_of_vector(VECTORS[0])
    ahead = SudokuState(state.board, taboo=state.taboo, scores=(9, 2))
    assert solve(ahead).margin == solve(state).margin
    assert engine


def test_a_full_board_has_margin_0_and_no_moves(engine: str) -> None:
    found = solve(generate("2x3", "full", 1))
    assert (found.margin, found.moves, found.line, found.best) == (0, (), (), ())
    assert engine


def test_a_board_without_a_solution_is_refused(engine: str) -> None:
    with pytest.raises(InputError, match="no solution"):
        solve(generate("3x3", "unsolvable", 1))
    assert engine


def test_a_taboo_move_that_is_safe_is_refused(engine: str) -> None:
    full = generate("2x2", "full", 1)
    state = SudokuState(full.clear([0]), taboo=frozenset([Move(0, 0, full[0, 0])]))
    with pytest.raises(UsageError, match="taboo but safe"):
        solve(state)
    assert engine


def test_a_position_of_another_game_is_refused(engine: str) -> None:
    table = Table(generate("2x2", "full", 1).clear([0, 1]))
    other = SudokuState.start(generate("2x2", "full", 2).clear([0]))
    assert not table.covers(other)
    with pytest.raises(UsageError, match="cannot follow"):
        table.margin(other)
    assert engine


@needs_native
def test_what_does_not_fit_into_memory_has_bounds() -> None:
    full = generate("4x4", "full", 1)
    for empties, memory in ((34, 2**30), (20, 2**16), (40, 2**26)):
        found = solve(full.clear(range(empties)), Budget(nodes=3000), memory=memory)
        assert not found.final
        assert -7 * empties <= found.low < found.high <= 7 * empties
        assert len(found.moves) >= empties


@needs_native
def test_a_budget_gives_bounds_that_hold_and_the_same_ones_again() -> None:
    for state, minimax in endgames(13, 40, 8):
        wanted = minimax.results(position_of(state))
        for nodes in (0, 1, 5, 50):
            found = solve(state, Budget(nodes=nodes))
            assert found.nodes <= nodes + 1
            assert found.low <= max(wanted.values(), default=0) <= found.high
            assert not found.moves or len(found.moves) == len(wanted)
            for value in found.moves:
                assert value.low <= wanted[at(state, value.move)] <= value.high
            again = solve(state, Budget(nodes=nodes))
            assert (found.moves, found.line) == (again.moves, again.line)


def test_the_json_holds_the_fields_of_the_schema(engine: str) -> None:
    document = solve(state_of_vector(VECTORS[0])).to_dict()
    assert document["schema"] == "bombe.endgame/1"
    assert (document["margin"], document["exact"]) == (8, True)
    assert {"move": [2, 1, 4], "kind": "skip", "value": -9, "exact": True} in document["moves"]
    assert document["best"] == [[2, 1, 1]]
    assert document["line"][0] == [2, 1, 1]
    assert isinstance(document["nodes"], int)
    assert isinstance(document["seconds"], float)
    assert engine


def test_the_summary_says_who_gains_and_how(engine: str) -> None:
    summary = solve(state_of_vector(VECTORS[0])).summary()
    assert "player 1 gets 8 points more from here on: (2,1) -> 1 of 6 moves" in summary
    assert engine


@needs_native
@pytest.mark.parametrize("skips", [pytest.param(True, marks=pytest.mark.long), False])
def test_the_first_player_loses_the_empty_2x2_board_by_14(*, skips: bool) -> None:
    found = solve(Board.empty(Shape(2, 2)), skips=skips)
    assert (found.margin, len(found.moves), len(found.best)) == (-14, 64, 64)
