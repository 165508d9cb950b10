"""The page on Dots and Boxes, beyond the golden corpus: budgets, reports, players, judgements."""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

import pytest
from asking_page import PageError, ask, ask_with_reports
from dots_positions import joint_dots, quiet_dots, random_dots

from bombe.analysis.dots.captures import MoveKind, effects_of
from bombe.analysis.dots.control import Ahead, control
from bombe.analysis.dots.exact import solve
from bombe.analysis.dots.explain import explanation_lines, heading
from bombe.analysis.matches.dots import DotsJudge
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots
from bombe.solvers import Budget

CHAINS = read_dots(
    "2x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; h 2 0; h 2 1; h 2 2; v 0 0",
)
"""Two chains of three, one of them opened: the mover has to leave two boxes."""


def values(state: DotsState, **budget: Any) -> dict[str, Any]:
    """Return what Python finds out about every line."""
    fields = solve(state, Budget(**budget) if budget else None, memory=2**24).to_dict()
    return {key: each for key, each in fields.items() if key not in ("solver", "nodes", "seconds")}


def test_what_is_reported_at_once_is_part_of_the_answer() -> None:
    answer, (first, *_) = ask_with_reports("dots_control", position=CHAINS)
    same = ("strings", "joints", "scores")
    assert {key: first[key] for key in same} == {key: answer[key] for key in same}
    assert [move["kind"] for move in first["moves"]] == [move["kind"] for move in answer["moves"]]
    assert (first["final"], first["ahead"], answer["ahead"]) == (False, "unknown", "mover")


def test_who_is_ahead_is_unknown_where_the_budget_runs_out() -> None:
    state = DotsState.start(Grid(5, 5))
    answer = ask("dots_control", position=state, nodes=1000)
    found = control(state, Budget(nodes=1000))
    assert answer["ahead"] == "unknown"
    assert answer["text"] == [heading(state), *explanation_lines(found)]


@pytest.mark.parametrize("seed", range(6))
def test_the_budget_runs_out_with_the_same_number_of_parts(seed: int) -> None:
    state = quiet_dots(Grid(3, 4), seed, left=16)
    known = [n for n in range(0, 4000, 100) if control(state, Budget(nodes=n)).nimber is not None]
    for nodes in {0, min(known) - 100, min(known), 4000}:
        answer = ask("dots_control", position=state, nodes=nodes)
        assert (answer["nimber"] is None) == (nodes < min(known)), nodes


def test_parts_of_the_largest_grid_are_valued_within_seconds() -> None:
    grid = Grid(36, 36)
    drawn = [line for line in grid.lines if line.kind == "h" and line.row % 2 == 0]
    state = DotsState(grid, grid.edge_set(drawn))
    begin = time.monotonic()
    assert ask("dots_control", position=state, nodes=10_000)["ahead"] == "unknown"
    assert time.monotonic() - begin < 10


def test_22_lines_are_valued_within_a_second() -> None:
    seconds = []
    for seed in range(9):
        grid = (Grid(4, 4), Grid(5, 5), Grid(4, 6))[seed % 3]
        state = random_dots(grid, seed, left=22, extra_turn=bool(seed % 2))
        begin = time.monotonic()
        assert ask("dots_values", position=state)["final"]
        seconds.append(time.monotonic() - begin)
    assert statistics.median(seconds) < 1


def test_bounds_grow_until_the_value_is_known() -> None:
    answer, reports = ask_with_reports(
        "dots_values", position=DotsState.start(Grid(2, 5), extra_turn=False)
    )
    assert answer["final"]
    lows, highs = -10, 10
    for report in [*reports, answer]:
        low = report["low"] if report["margin"] is None else report["margin"]
        high = report["high"] if report["margin"] is None else report["margin"]
        assert lows <= low <= answer["margin"] <= high <= highs
        lows, highs = low, high


def test_bounds_hold_where_the_time_is_over() -> None:
    state = random_dots(Grid(4, 4), 1, left=30)
    answer = ask("dots_values", position=state, nodes=300)
    assert not answer["final"]
    exact = values(state)
    known = {move["move"]: move["value"] for move in exact["moves"]}
    for move in answer["moves"]:
        low, high = (move.get(key, move["value"]) for key in ("low", "high"))
        assert low <= known[move["move"]] <= high


@pytest.mark.parametrize("boxes", ["8x8", "6x6"])
def test_a_position_that_is_too_large_is_refused_with_the_remedy(boxes: str) -> None:
    state = DotsState.start(boxes)
    with pytest.raises(PageError, match="smaller grid"):
        ask("dots_values", position=state)


def test_tables_are_given_back_when_many_games_are_asked_about() -> None:
    for seed in range(60):
        state = random_dots(Grid(3, 3), seed, left=12)
        assert ask("dots_values", position=state)["final"]


@pytest.mark.parametrize("engine", ["random", "greedy", "chains", "exact"])
def test_players_choose_legal_lines_of_both_variants(engine: str) -> None:
    for seed in range(3):
        for extra_turn in (True, False):
            state = random_dots(Grid(2, 3), seed, left=3 + 4 * seed, extra_turn=extra_turn)
            answer = ask("dots_choose", position=state, engine=engine, seed=seed, seconds=0.3)
            assert Line.of(answer["move"]) in state.moves()
            assert answer["final"]


@pytest.mark.parametrize("engine", ["chains", "exact"])
def test_what_is_said_to_be_proven_is_the_margin_and_the_line_reaches_it(engine: str) -> None:
    for seed in range(8):
        state = random_dots(Grid(3, 3), seed, left=14, extra_turn=bool(seed % 2))
        answer = ask("dots_choose", position=state, engine=engine, seed=seed, seconds=5)
        found = solve(state)
        assert answer["proven"] == found.margin
        assert Line.of(answer["move"]) in found.best


def won(first: str, second: str, grid: Grid, seeds: range) -> int:
    """Return by how many boxes the first player is ahead after games with sides swapped."""
    total = 0
    for seed in seeds:
        for swapped in (False, True):
            state = DotsState.start(grid)
            while not state.is_over:
                engine = second if (state.to_move == 1) == swapped else first
                answer = ask("dots_choose", position=state, engine=engine, seed=seed, seconds=0.02)
                state = state.play(Line.of(answer["move"]))
            margin = state.scores[0] - state.scores[1]
            total += -margin if swapped else margin
    return total


def test_each_player_beats_the_one_before_it() -> None:
    assert won("greedy", "random", Grid(3, 3), range(2)) > 0
    assert won("chains", "greedy", Grid(4, 4), range(2)) > 0


def test_the_exact_player_is_offered_up_to_4x4_boxes() -> None:
    for grid, offered in [(Grid(4, 4), True), (Grid(2, 8), True), (Grid(4, 5), False)]:
        engines = {one["name"]: one for one in ask("dots_engines", position=DotsState.start(grid))}
        assert engines["exact"]["available"] == offered
        assert offered or "chains" in engines["exact"]["why_not"]
        assert all(engines[name]["available"] for name in ("random", "greedy", "chains"))


def played(start: DotsState, seed: int) -> list[DotsState]:
    """Return the positions of a game of random lines that take boxes where they can."""
    rng, states = random.Random(seed), [start]
    while not states[-1].is_over:
        state = states[-1]
        takes = [line for line in state.moves() if state.completes(line)]
        states.append(state.play(rng.choice(takes or state.moves())))
    return states


@pytest.mark.parametrize("extra_turn", [True, False], ids=["extra", "passes"])
def test_a_game_is_judged_as_python_judges_it(*, extra_turn: bool) -> None:
    states = played(DotsState.start(Grid(2, 4), extra_turn=extra_turn), 5)
    moves = list(states[-1].history)
    answer = ask("dots_judge", start=states[0], moves=[list(move) for move in moves], seconds=30)
    assert answer["final"]
    judge = DotsJudge(nodes=150_000)
    for state, move, ply in zip(states[:-1], moves, answer["plies"], strict=True):
        found = judge.values(state)
        assert found is not None
        best = max(found.values())
        assert ply["lost"] == best - found[move]
        assert (ply["better"] is None) == (ply["lost"] == 0)
        assert not ply["better"] or found[Line.of(ply["better"])] == best
        sign = 1 if state.to_move == 1 else -1
        assert ply["margin"] == state.scores[0] - state.scores[1] + sign * best
        assert ply["margin_after"] == ply["margin"] - sign * ply["lost"]
        assert (ply["why"] == "") == (not ply["lost"] and ply["keeps_control"] is not False)
    first, second = states[-1].scores
    assert answer["final_margin"] == first - second
    assert any(ply["lost"] for ply in answer["plies"])


def test_where_control_was_lost_is_what_nimstring_says() -> None:
    for seed in range(3):
        states = played(random_dots(Grid(3, 3), seed, left=14), seed)
        moves = states[-1].history[len(states[0].history) :]
        answer = ask("dots_judge", start=states[0], moves=[list(move) for move in moves])
        for state, move, ply in zip(states[:-1], moves, answer["plies"], strict=True):
            found = control(state, Budget(nodes=3000))
            if found.ahead is Ahead.UNKNOWN or ply["verdict"] is None:
                continue
            assert ply["verdict"] == ("won" if found.ahead is Ahead.MOVER else "lost")
            if found.ahead is Ahead.MOVER and found.keeps:
                assert ply["keeps_control"] == (move in found.keeps)
        assert answer["thrown"] == [
            ply["ply"] for ply in answer["plies"] if ply["keeps_control"] is False
        ]
        assert answer["thrown"]


def test_a_mistake_is_explained() -> None:
    greedy = [["v", 0, 1], ["v", 0, 2], ["v", 0, 3], ["v", 1, 0]]
    answer = ask("dots_judge", start=CHAINS, moves=greedy)
    assert [ply["lost"] for ply in answer["plies"]] == [0, 2, 0, 0]
    assert answer["plies"][1]["why"] == (
        "Player 1 draws v 0 2 and takes on, instead of leaving the last 2 of chain A; that hands "
        "control to player 2: v 0 3 would have kept it."
    )
    assert [ply["margin"] for ply in answer["plies"]] == [2, 2, 0, 0]
    assert answer["final_margin"] == 0


def test_a_hint_says_what_to_look_for_and_then_a_line_that_gives_nothing_away() -> None:
    for seed in range(6):
        state = random_dots(Grid(3, 3), seed, left=9 + seed, extra_turn=bool(seed % 3))
        first, second = (ask("dots_hint", position=state, level=level) for level in (1, 2))
        assert first["move"] is None
        assert second["text"].startswith(first["text"])
        line = Line.of(second["move"])
        assert str(line) in second["text"]
        assert line in solve(state).best


@pytest.mark.parametrize("seed", range(12))
def test_what_a_hint_says_of_its_line_is_true(seed: int) -> None:
    grid = Grid(2, 3)
    states = (joint_dots(grid, seed), quiet_dots(grid, seed, left=9), random_dots(grid, seed))
    for state in states:
        answer = ask("dots_hint", position=state, level=2)
        if state.is_over or answer["text"].startswith("No line is better"):
            continue
        line, best = Line.of(answer["move"]), solve(state).best
        safe = {one.line for one in effects_of(state) if one.kind is MoveKind.SAFE}
        text = answer["text"]
        assert ("Any safe line is best" in text) <= safe.issubset(best), state
        assert ("but not every one" in text) <= (line in safe and not safe.issubset(best)), state
        assert ("Something has to be given away" in text) <= (not safe), state
        assert ("to keep control" in text) <= (line in control(state).keeps), state
