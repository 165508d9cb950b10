"""The exported champion in the newer play modes: exact at the end, territory before it."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest
from random_boards import full_grid
from stand_in.play import play as play_in_framework

from bombe.agents import get, play
from bombe.agents.contract import Clock
from bombe.agents.exports import champion, export
from bombe.agents.exports.champion import ChampionAgent
from bombe.agents.exports.mode_search import ReachSearch
from bombe.agents.sudoku.scratch import Scratch
from bombe.analysis.endgame import margins
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.bits import bit_list
from bombe.boards.sudoku.reading import read, write
from bombe.solvers import Budget, Verdict
from bombe.solvers import get as solver

if TYPE_CHECKING:
    from pathlib import Path

MODES = [rules for rules in Rules if rules is not Rules.CLASSIC]
each_mode = pytest.mark.parametrize("rules", MODES)


def dug(seed: int, rules: Rules, shape: Shape, empties: int) -> tuple[SudokuState, list[int]]:
    """Return the start of a game on a board with a solution, and the solution."""
    rng = random.Random(f"{seed}{rules}")
    solution, values = list(full_grid(shape, rng)), bytearray(shape.cells)
    for cell in rng.sample(range(shape.cells), shape.cells - empties):
        values[cell] = solution[cell]
    return SudokuState.start(Board(shape, bytes(values)), rules, seed=seed), solution


def ends(rules: Rules, count: int, most: int = 6) -> list[tuple[SudokuState, list[int]]]:
    """Return late positions of random games without bombs, on boards with one solution."""
    found = []
    for seed in range(20 * count):
        shape = (Shape(2, 2), Shape(2, 3))[seed % 2]
        state, solution = dug(seed, rules, shape, most + 5)
        rng = random.Random(seed)
        while not state.is_over and len(state.board.empty_cells()) > most - seed % 2:
            cell = rng.choice(sorted(state.playable()))
            state = state.play(Move(*shape.coordinates(cell), solution[cell]))
        if not state.is_over and len(list(solver("auto").solutions(state.board))) == 1:
            found.append((state, solution))
        if len(found) == count:
            break
    return found


def search(state: SudokuState, solution: list[int], *, to_end: bool) -> ReachSearch:
    position = Scratch(state)
    values = {cell: 1 << solution[cell] for cell in bit_list(position.empty)}
    bombs = {cell: position.candidates(cell) & ~values[cell] for cell in values}
    return ReachSearch(position, values, bombs, Clock(), to_end=to_end)


def test_a_search_to_the_end_is_exact_bombs_and_skipped_players_included() -> None:
    skips = shut_out = 0
    for state, solution in (end for rules in MODES for end in ends(rules, 40, most=8)):
        exact = margins.solve(state)
        *_, action = search(state, solution, to_end=True).deepen()
        move = Scratch(state).move(action)
        assert search(state, solution, to_end=True).margin() == exact.low == exact.high
        assert move in exact.best
        skips += move.value != solution[action[0]]
        shut_out += not state.playable(2 if state.to_move == 1 else 1)
    assert skips
    assert shut_out


@each_mode
def test_the_exported_champion_ends_games_as_well_as_can_be(rules: Rules) -> None:
    for seed, (state, _) in enumerate(ends(rules, 25)):
        *_, move = ChampionAgent(seed).choose(state, Clock())
        assert move in margins.solve(state).best


@each_mode
def test_it_proposes_no_bomb_in_the_opening_and_keeps_a_solution(rules: Rules) -> None:
    for seed in range(6):
        state, _ = dug(seed, rules, Shape(3, 3), 60)
        clock = Clock(nodes=400)
        first, *_, last = ChampionAgent(seed).choose(state, clock)
        assert not state.reasons(first)
        assert solver("auto").solvable(state.question(last)) is Verdict.YES
        *_, solution, is_only = clock.kept
        assert not is_only
        later = state.play(last)
        again = ChampionAgent(seed).choose(later, Clock(nodes=1, kept=clock._kept))
        assert all(not later.reasons(move) for move in again)
        assert solution[later.board.shape.cell(last.row, last.column)] == last.value


@each_mode
def test_the_search_for_territory_beats_greed_that_knows_territory(rules: Rules) -> None:
    points = 0.0
    for seed, side in product(range(4), (1, 2)):
        state, _ = dug(seed, rules, Shape(3, 3), 45)
        pair = ChampionAgent(seed), get("greedy:reach=yes", seed)
        outcome = play(state, *pair[:: 3 - 2 * side], budget=Budget(nodes=150))
        points += 0.5 if not outcome.winner else outcome.winner == side
    assert points > 5


def test_nothing_of_it_runs_in_classic_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a search for territory where every cell is open to both")

    monkeypatch.setattr(champion, "ReachSearch", refuse)
    monkeypatch.setattr(champion, "draw_claiming", refuse)
    for board in ("easy-2x2", "random-2x3", "hard-3x3"):
        assert list(ChampionAgent(1).choose(read(board), Clock(nodes=300)))
    state = SudokuState.start(read("easy-2x2").board, Rules.ROWS)
    with pytest.raises(AssertionError, match="open to both"):
        list(ChampionAgent(1).choose(state, Clock()))


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_an_exported_champion_plays_rows_in_the_framework(start: str, tmp_path: Path) -> None:
    from oracle_program import installed

    program = installed(tmp_path / "framework")
    folders = {
        name: export(name, tmp_path / f"team_{name[:5]}", "v14")[0].parent
        for name in ("champion", "greedy:reach=yes")
    }
    last_row = [*range(12, 16)]
    played = play_in_framework(
        "v14",
        folders["champion"],
        folders["greedy:reach=yes"],
        write(read("empty-2x2"), "framework"),
        oracle=program,
        folder=tmp_path,
        start=start,
        limit=0.5,
        allowed=[[*range(4)], last_row],
    )
    assert not played.is_forfeit, played.output
    assert played.output == ""
    assert {turn["player"] for turn in played.turns} == {1, 2}
    assert 0 not in played.squares
