"""The tempo law, its verdicts on positions, and their drawings."""

from __future__ import annotations

import json
import random
import re
from xml.etree import ElementTree as ET

import pytest
from last_cell import LastCell
from paths import DOCS
from random_states import SHAPES

from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.notes import notes_of_tempo
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.drawing.notes_text import draw_text
from bombe.analysis.generate.kinds import generate
from bombe.analysis.tempo.effects import UsableBombs
from bombe.analysis.tempo.law import SIZES, Outlook, TempoClass, mean_margin, measured, outlook
from bombe.analysis.verdicts.report import Tempo, skips, tempo
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget, Meter, as_solver

Place = tuple[int, int, int]
PROPER = "132442..31.22..1"


def law(position: SudokuState | Board | str) -> Tempo:
    return tempo(read(position) if isinstance(position, str) else position, exact=0)


def random_position(rng: random.Random, shape: Shape, empties: int) -> SudokuState:
    """Return a position with one solution or several, and some bombs taboo."""
    full = generate(shape, "full", rng.randrange(10**6))
    board = full.clear(rng.sample(range(shape.cells), empties))
    truth = as_solver("backtracking").true_candidates(board)
    bombs = [move for move, verdict in truth.verdicts.items() if verdict.value == "no"]
    return SudokuState(board, taboo=frozenset(rng.sample(bombs, rng.randint(0, len(bombs)))))


# ------------------------------------------------------------------ the law


@pytest.mark.parametrize(
    ("empties", "bombs", "left", "expected"),
    [
        (0, 0, [], Outlook.LOST),
        (8, 0, [], Outlook.LOST),
        (8, 2, [1, 1], Outlook.LOST),
        (8, 3, [2, 1], Outlook.WON),
        (7, 3, [3, 2], Outlook.WON),
        (7, 3, [3, 1], Outlook.OPEN),
        (7, 0, [0], Outlook.WON),
        (7, 0, [1, 3], Outlook.LOST),
    ],
)
def test_the_law_reads_the_parities(
    empties: int, bombs: int, left: list[int], expected: Outlook
) -> None:
    assert outlook(empties, bombs, left) is expected


def test_classes_follow_from_the_numbers() -> None:
    assert TempoClass.of(8, 3) is TempoClass.EVEN_ODD
    assert TempoClass.of(7, 0) is TempoClass.ODD_NONE
    lost = [kind for kind in TempoClass if kind.outlook is Outlook.LOST]
    assert lost == [TempoClass.EVEN_EVEN, TempoClass.EVEN_NONE]


@pytest.mark.parametrize(("m", "n", "most"), [(2, 2, 7), (2, 3, 6), (3, 2, 6)])
def test_the_law_names_who_fills_the_last_cell_wherever_its_condition_holds(
    m: int, n: int, most: int
) -> None:
    rng, sound = random.Random(f"{m}{n}"), 0
    for _ in range(60):
        state = random_position(rng, Shape(m, n), rng.randint(1, most))
        found, game = law(state), LastCell(m, n, state.board.values)
        key = state.board.values, frozenset[Place](state.taboo)
        if game.is_sound(key):
            sound += 1
            assert (found.verdict is Outlook.WON) == game.is_won(key), state
            assert found.verdict is not Outlook.OPEN
        elif found.verdict is Outlook.OPEN:
            assert not game.leaves_even(key)
    assert sound > 40


@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3), (3, 3)])
def test_moves_that_keep_the_tempo_leave_the_opponent_lost(m: int, n: int) -> None:
    rng, seen = random.Random(n), 0
    for _ in range(30):
        state = random_position(rng, Shape(m, n), rng.randint(2, m * m * n))
        found = law(state)
        kinds = {skip.move for skip in found.skips}
        for move in found.keeps:
            after = state.reject(move) if move in kinds else state.play(move)
            seen += 1
            assert law(after).verdict is Outlook.LOST or after.is_over
        assert bool(found.keeps) == (found.verdict is Outlook.WON)
    assert seen > 20


def test_the_measured_shares_are_those_of_the_paper() -> None:
    text = (DOCS / "theory" / "tempo.md").read_text(encoding="utf-8")
    by_size = text[text.index("How often the law is right depends on E") :]
    for kind in TempoClass:
        empties, _, bombs = kind.partition(", ")
        number = {"even": 2, "odd": 1, "0": 0}[bombs]
        found = (measured(size, number, proper=True) for size in SIZES[empties == "odd" :: 2])
        shown = [
            f"{each.agreement(kind.outlook):.2f} of {each.positions}" for each in found if each
        ]
        assert shown == cells_of(by_size, kind)
        for proper, words in ((True, "One solution"), (False, "Several solutions")):
            mean = cells_of(text[text.index(f"{words}, ") :], kind)[4]
            assert mean_margin(30 + (empties == "odd"), number, proper=proper) == float(mean)


def cells_of(text: str, kind: TempoClass) -> list[str]:
    """Return the cells of the first row of a class."""
    row = re.search(rf"^\| {kind} +\| (.*) \|$", text, re.MULTILINE)
    assert row
    return [cell.strip() for cell in row[1].split("|")]


def test_sizes_that_were_not_measured_have_no_figure() -> None:
    for proper, sizes in ((True, SIZES), (False, ())):
        assert [size for size in range(21) if measured(size, 0, proper=proper)] == [*sizes]
    two = law(".23434.221434321")
    assert (two.empties, two.verdict) == (2, Outlook.LOST)
    assert two.to_dict()["measured"] is None
    assert two.summary().endswith("0 bombs: the mover loses by the law (even, 0)")


def test_the_figure_is_that_of_the_number_of_empty_cells() -> None:
    rng, seen = random.Random(6), 0
    for _ in range(20):
        found = law(random_position(rng, Shape(2, 3), 8))
        seen += found.measured is not None
        if found.measured:
            figure = f"of {found.measured.positions} such endgames with 8 empty cells"
            assert figure in found.summary()
    assert seen > 5


def test_larger_positions_are_judged_by_whole_games() -> None:
    for bombs in (2, 3):
        found = measured(100, bombs, proper=True)
        assert found
        assert found.games
        assert found.agreement(outlook(100, bombs)) > 90


# ------------------------------------------------------------------ effects and skips


@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_effects_are_the_difference_of_two_counts_of_bombs(m: int, n: int) -> None:
    rng = random.Random(m + 7 * n)
    for _ in range(15):
        state = random_position(rng, Shape(m, n), rng.randint(1, 2 * m * n))
        game = LastCell(m, n, state.board.values)
        key = state.board.values, frozenset[Place](state.taboo)
        fills, bombs = game.moves(key)
        found = law(state)
        assert (list(found.fills), found.bombs) == (fills, len(bombs))
        for effect in found.effects:
            _, after = game.moves(game.fill(key, effect.move))
            assert set(effect.kills) == set(bombs) - set(after)
            assert set(effect.makes) == set(after) - set(bombs)
            assert effect.left == len(after)


def test_a_bomb_of_a_proper_board_has_its_cell_and_the_peers_of_its_value_as_killers() -> None:
    state = read("hard-3x3")
    shape = state.board.shape
    found = skips(state)
    assert len(found) == 161
    for skip in found:
        own = [k for k in skip.killers if k[:2] == skip.move[:2]]
        assert len(own) == 1
        assert len(skip.killers) in (3, 4)
        cell = shape.cell(*skip.move[:2])
        for killer in set(skip.killers) - set(own):
            assert killer.value == skip.move.value
            assert shape.cell(*killer[:2]) in shape.geometry.peers[cell]


def test_both_ways_to_find_effects_agree() -> None:
    state = read("random-2x3")
    solver = as_solver("backtracking")
    bombs = UsableBombs(state.board, state.taboo, solver.true_candidates(state.board).true)
    assert bombs.is_proper or bombs.count
    for effect in law(state).effects:
        assert bombs.effect(effect.move, solver, Meter()) == effect


def test_a_skip_says_what_it_brings() -> None:
    won = law("random-2x3")
    assert (won.empties, won.bombs, won.verdict) == (18, 11, Outlook.WON)
    assert {skip.verdict for skip in won.skips} == {Outlook.WON}
    lost = law(read("random-2x3").reject(won.skips[0].move))
    assert lost.verdict is Outlook.LOST
    assert {skip.verdict for skip in lost.skips} == {Outlook.LOST}
    assert lost.keeps == ()


# ------------------------------------------------------------------ rules, budgets, other modes


def test_the_skip_rule_errs_where_both_numbers_are_even() -> None:
    state = read("random-2x3")
    ours, skip_rule = law(state).advice
    assert (ours.kind, skip_rule.kind, skip_rule.errs) == ("skip", "skip", "")
    ours, skip_rule = law(state.reject(law(state).skips[0].move)).advice
    assert (ours.kind, skip_rule.kind) == ("fill", "skip")
    assert "B is even" in skip_rule.errs


def test_the_skip_rule_does_not_see_which_bombs_a_fill_kills() -> None:
    _, skip_rule = law(PROPER).advice
    assert skip_rule.errs == "4 of its 5 fills leave an odd number of bombs"


def test_the_empty_4x4_is_counted_within_a_budget() -> None:
    found = tempo(read("empty-4x4"), Budget(nodes=20_000), exact=0)
    assert found.final == (found.bombs is not None)
    if found.bombs is not None:
        assert (found.bombs, found.verdict) == (0, Outlook.LOST)


def test_without_a_budget_nothing_is_claimed() -> None:
    found = tempo(read("hard-3x3"), Budget(nodes=0))
    assert (found.bombs, found.verdict, found.final) == (None, Outlook.OPEN, False)
    assert "the budget ran out" in found.summary()
    assert found.advice == ()


def test_a_board_without_a_solution_and_a_full_one_are_no_games() -> None:
    broken = law("11..............")
    assert (broken.verdict, broken.fills) == (Outlook.OPEN, ())
    assert "no solution" in broken.summary()
    full = law("1234341221434321")
    assert "the game is over" in full.summary()


def test_json_has_the_numbers_the_verdict_and_the_moves() -> None:
    record = json.loads(law(PROPER).to_json())
    assert record["schema"] == "bombe.tempo/1"
    assert (record["empties"], record["bombs"], record["verdict"]) == (5, 2, "won")
    assert record["keeps"] == [[3, 2, 3]]


def test_the_exact_answer_is_beside_the_law() -> None:
    found = tempo(read(PROPER))
    assert found.exact is not None
    assert found.exact.margin == 2
    assert found.summary().endswith("exactly: the mover wins by 2 from here on")


# ------------------------------------------------------------------ drawings


def test_a_drawing_marks_every_move() -> None:
    notes = notes_of_tempo(law(PROPER))
    assert draw_text(notes, Look(unicode=False)) == DRAWING


def test_colour_changes_nothing_but_colour() -> None:
    notes = notes_of_tempo(law("hard-2x3"))
    drawn = draw_text(notes, Look(color=True))
    assert re.sub("\x1b\\[[0-9;]*m", "", drawn) == draw_text(notes, Look())


def test_a_narrow_terminal_gets_a_list_of_moves() -> None:
    drawn = draw_text(notes_of_tempo(law(PROPER)), Look(width=12))
    assert "( 3, 2)  3+, x4-" in drawn


@pytest.mark.parametrize("shape", SHAPES[:9], ids=str)
def test_every_shape_is_drawn_square_and_as_a_picture(shape: Shape) -> None:
    found = tempo(Board.empty(shape), Budget(nodes=2_000), exact=0)
    notes = notes_of_tempo(found)
    lines = draw_text(notes, Look(width=10_000)).splitlines()
    grid = [line for line in lines if line.endswith(("│", "┐", "┤", "┘"))]
    assert len({len(line) for line in grid}) == 1
    root = ET.fromstring(draw_svg(notes))  # noqa: S314 - our own picture
    texts = root.findall("{http://www.w3.org/2000/svg}text")
    moves = len(found.fills) + len(found.skips)
    assert len(texts) == moves + 2 * shape.size + 1


DRAWING = """\
      0   1    2   3
   +--------+--------+
 0 |  1   3 |  2   4 |
 1 |  4   2 | 1-  3- |
   |        |x3-     |
   +--------+--------+
 2 |  3   1 | 4-   2 |
 3 |  2  4- | 3+   1 |
   |        |x4-     |
   +--------+--------+
   5+ keeps or takes the tempo   5- leaves it to the opponent   x5 a skip"""
