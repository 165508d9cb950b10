"""Control: the parity fight, the long chain rule and exact margins against plain searches."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from dots_brute import DotsBrute
from dots_positions import quiet_dots, random_dots

from bombe.analysis.dots.captures import MoveKind, captures_of
from bombe.analysis.dots.control import Ahead, Control, control
from bombe.analysis.dots.explain import explanation_lines
from bombe.analysis.dots.forecast import forecast
from bombe.analysis.dots.loony_endgame import Piece, margin_of, margins_without, taken
from bombe.analysis.dots.strings import LONG, StringKind, strings_of
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots
from bombe.solvers import Budget

GRIDS = [Grid(1, 5), Grid(2, 2), Grid(2, 3), Grid(2, 4), Grid(3, 3)]


def positions(grid: Grid, count: int, most: int = 11) -> list[DotsState]:
    """Return positions with few lines left, half of them from good play."""
    found = []
    for seed in range(count):
        state = quiet_dots(grid, seed) if seed % 2 else DotsState.start(grid)
        rng = random.Random(seed)
        left = rng.randint(1, most)
        while len(state.moves()) > left:
            state = state.play(rng.choice(state.moves()))
        found.append(state)
    return found


@pytest.mark.parametrize("extra_turn", [True, False], ids=["extra", "passes"])
@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_margins_and_best_lines_are_those_of_minimax(grid: Grid, *, extra_turn: bool) -> None:
    brute = DotsBrute(grid.rows, grid.columns, extra_turn=extra_turn)
    simple = 0
    for drawn in positions(grid, 40, 9):
        state = replace(drawn, extra_turn=extra_turn)
        found = control(state)
        simple += found.worth is not None
        values = brute.values(state.edges)
        assert found.margin == max(values.values()), state
        assert found.best, state
        assert all(values[line] == found.margin for line in found.best), state
    assert (simple >= 10) == extra_turn


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_the_player_ahead_in_the_parity_fight_wins_nimstring(grid: Grid) -> None:
    brute, fights = DotsBrute(grid.rows, grid.columns), 0
    for state in positions(grid, 120, 9):
        found = control(state)
        if found.ahead is Ahead.NOBODY:
            assert not captures_of(grid, grid.all_edges & ~state.edges).rest
            continue
        fights += 1
        assert (found.ahead is Ahead.MOVER) == brute.wins(state.edges, 0), state
    assert fights >= 20


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_the_lines_that_keep_control_win_nimstring_and_no_other_line_does(grid: Grid) -> None:
    brute = DotsBrute(grid.rows, grid.columns)
    for state in positions(grid, 60, 9):
        found = control(state)
        winning = [
            line
            for line in state.moves()
            if brute.wins(state.edges | brute.drawn([line]), 0) == (state.completes(line) > 0)
        ]
        assert list(found.keeps) == (winning if found.ahead is not Ahead.NOBODY else []), state


@pytest.mark.parametrize("grid", [Grid(2, 2), Grid(2, 3), Grid(3, 3), Grid(3, 4)], ids=str)
def test_both_forms_of_the_long_chain_rule_name_the_same_player(grid: Grid) -> None:
    crosses = 0
    for seed in range(40):
        state = random_dots(grid, seed)
        left = captures_of(grid, grid.all_edges & ~state.edges).rest
        while state.edges != grid.all_edges & ~left:
            line = next(line for line in state.moves() if state.completes(line))
            state = state.play(line)
        found = strings_of(state)
        controls = state.to_move if forecast(found).mover_controls else 3 - state.to_move
        dots = (grid.rows + 1) * (grid.columns + 1)
        crosses += double_crosses(state)
        counted = dots + double_crosses(state) + len(found.long_chains)
        assert controls == 1 + counted % 2, state
    assert crosses


def double_crosses(state: DotsState) -> int:
    """Count the lines of the history that completed two boxes at once."""
    before = itertools.accumulate(
        state.history, lambda edges, line: edges | 1 << state.grid.edge(line), initial=0
    )
    return sum(
        len(state.grid.completed(edges, state.grid.edge(line))) == 2
        for edges, line in zip(before, state.history, strict=False)
    )


@pytest.mark.parametrize("grid", [Grid(2, 4), Grid(3, 3), Grid(3, 4)], ids=str)
def test_where_only_long_chains_and_loops_are_left_the_mover_has_to_open_the_first(
    grid: Grid,
) -> None:
    checked = 0
    for seed in range(30):
        found = strings_of(quiet_dots(grid, seed))
        if found.is_simple and all(one.is_long for one in found.strings):
            checked += 1
            assert not forecast(found).mover_controls
            assert control(found.state).ahead is Ahead.OPPONENT
    assert checked >= 3


@pytest.mark.parametrize("grid", [Grid(2, 4), Grid(3, 3)], ids=str)
def test_the_long_chain_rule_is_right_about_nimstring_where_chains_are_settled(grid: Grid) -> None:
    brute = DotsBrute(grid.rows, grid.columns)
    checked = 0
    for seed in range(30):
        found = strings_of(quiet_dots(grid, seed))
        lines = grid.edges - found.state.edges.bit_count()
        if not found.is_simple or lines > 12:
            continue
        short = sum(not one.is_long for one in found.strings)
        checked += 1
        # Each short chain is one more turn: the opponent has to move where it is odd.
        assert forecast(found).mover_controls == bool(short % 2)
        assert brute.wins(found.state.edges, 0) == bool(short % 2)
    assert checked >= 5


def results_of_the_player_ahead(count: int) -> list[int]:
    """Return by how much the player ahead wins the rest, on 3x3 boxes with 12 lines left."""
    grid, left = Grid(3, 3), 12
    quiet = [quiet_dots(grid, seed, left=left) for seed in range(count)]
    found = [control(state) for state in quiet if len(state.moves()) == left]
    assert None not in {one.margin for one in found}
    return [(one.margin or 0) * (1 if one.ahead is Ahead.MOVER else -1) for one in found]


def test_the_player_ahead_in_the_parity_fight_mostly_wins_the_boxes_too() -> None:
    results = results_of_the_player_ahead(30)
    assert len(results) >= 20
    assert sum(result > 0 for result in results) >= 0.9 * len(results)


@pytest.mark.long
def test_the_player_ahead_wins_as_often_as_the_page_says() -> None:
    results = results_of_the_player_ahead(150)
    won, lost = (sum(sign * result > 0 for result in results) for sign in (1, -1))
    assert (len(results), won, lost) == (140, 134, 6)


def random_pieces(rng: random.Random) -> list[Piece]:
    chains = [Piece(StringKind.CHAIN, rng.randint(3, 9)) for _ in range(rng.randint(0, 4))]
    return chains + [
        Piece(StringKind.LOOP, 2 * rng.randint(2, 7)) for _ in range(rng.randint(0, 3))
    ]


def controlled_value(pieces: list[Piece]) -> int:
    """Return what control is worth among long chains and loops, by the formula for it.

    To the player in control, each chain is worth its length minus 4, each loop its length minus 8,
    and the last one is taken whole: 4 more; 8 if there are only loops; 6 if all chains have three
    boxes and there are loops. If it is 2 or more, it is the margin of the player in control.
    """
    chains = [piece.boxes for piece in pieces if piece.kind is StringKind.CHAIN]
    loops = [piece.boxes for piece in pieces if piece.kind is StringKind.LOOP]
    if not pieces:
        return 0
    last = 8 if not chains else 6 if loops and max(chains) == LONG else 4
    return sum(chains) - 4 * len(chains) + sum(loops) - 8 * len(loops) + last


def test_the_formula_for_the_controlled_value_holds_where_it_is_2_or_more() -> None:
    checked = 0
    for seed in range(400):
        pieces = random_pieces(random.Random(seed))
        worth = controlled_value(pieces)
        if pieces and worth >= 2:
            checked += 1
            assert margin_of(pieces) == -worth, pieces
    assert checked >= 200
    assert controlled_value([]) == margin_of([]) == 0


def test_the_best_opening_is_worth_the_margin() -> None:
    for seed in range(50):
        pieces = random_pieces(random.Random(seed))
        without = margins_without(pieces)
        worths = [-taken(piece, margin) for piece, margin in without.items()]
        assert max(worths, default=0) == margin_of(pieces)


@pytest.mark.parametrize(
    ("pieces", "margin"),
    [
        ([(StringKind.CHAIN, 1)], -1),
        ([(StringKind.CHAIN, 1), (StringKind.CHAIN, 1)], 0),
        ([(StringKind.CHAIN, 3)], -3),
        ([(StringKind.CHAIN, 3), (StringKind.CHAIN, 3)], -2),
        ([(StringKind.CHAIN, 2), (StringKind.CHAIN, 5)], 3),
        ([(StringKind.LOOP, 4), (StringKind.LOOP, 4)], 0),
        ([(StringKind.CHAIN, 3), (StringKind.LOOP, 12)], -9),
    ],
)
def test_margins_of_a_few_chains_and_loops(
    pieces: list[tuple[StringKind, int]], margin: int
) -> None:
    assert margin_of(Piece(*piece) for piece in pieces) == margin


def said(text: str, *, extra_turn: bool = True) -> str:
    return "\n".join(explanation_lines(control(read_dots(text, extra_turn=extra_turn))))


TWO_CHAINS = """
+---+---+---+

+---+---+---+

+---+---+---+
"""
OPENED = TWO_CHAINS.replace("+\n\n+", "+\n|\n+", 1)
TWO_LEFT = TWO_CHAINS.replace("+\n\n+", "+\n| 1 |\n+", 1)


def test_a_lost_parity_fight_is_explained_with_the_long_chains() -> None:
    text = said(TWO_CHAINS)
    assert "player 2 is ahead in the parity fight: the nimstring value is 0" in text
    assert "2 long chains so far (A, B), and player 1 wants their number to be odd" in text
    assert "if that does not change, player 1 has to open the first" in text
    assert "with best play player 2 gets 2 boxes more than player 1 from here on" in text
    assert "loony lines, after which the opponent chooses who has control: v 0 0 gives 3" in text


def test_a_won_parity_fight_names_the_lines_that_keep_it() -> None:
    text = said("2x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; h 2 0; h 2 1")
    assert "player 1 is ahead in the parity fight: the nimstring value is 2; h 2 2 or v 1 3" in text
    assert "keep control, any other line hands it to player 2" in text
    assert "player 1 wants their number to be even; the nimstring value" in text
    assert "with best play player 1 gets 2 boxes more than player 2 from here on" in text


@pytest.mark.parametrize(
    ("side", "hint"), [(7, "; `bombe dots solve` searches for that\n"), (8, "\n")]
)
def test_unknown_points_are_reported_as_unknown(side: int, hint: str) -> None:
    grid = Grid(side, side)
    large = control(DotsState.start(grid), Budget(nodes=1))
    assert "the value in boxes is not known" + hint in "\n".join(explanation_lines(large))


@pytest.mark.parametrize("extra_turn", [True, False])
def test_a_grid_too_large_for_the_solver_is_explained_without_points(*, extra_turn: bool) -> None:
    grid = Grid(8, 8)
    free = grid.box_edges[0] | grid.box_edges[1] | grid.box_edges[8] | grid.box_edges[9]
    found = control(DotsState(grid, grid.all_edges & ~free, extra_turn=extra_turn))
    assert (found.margin, found.best) == (None, ())
    assert "the value in boxes is not known\n" in "\n".join(explanation_lines(found))


@pytest.mark.parametrize("text", ["2x2: h 0 0", "2x3: h 0 0; h 0 1; v 0 0", "3x3: h 1 1; v 1 1"])
def test_without_the_extra_turn_a_line_gives_what_one_line_can_take(text: str) -> None:
    state = read_dots(text, extra_turn=False)
    while not state.is_over:
        for effect, _ in control(state, Budget(nodes=1)).moves:
            after = state.play(effect.line)
            most = max((after.completes(line) for line in after.moves()), default=0)
            assert effect.gives == most, (state, effect)
            assert effect.kind is not MoveKind.LOONY
        state = state.play(state.moves()[0])


def test_an_opened_chain_is_left_to_keep_control_or_taken_at_the_end() -> None:
    text = said(OPENED)
    assert "player 1 has the choice: take all 3 boxes and move, or leave the last 2 of chain A" in (
        text
    )
    assert "leave 2, by the points: v 0 1 now" in text
    alone = said("1x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; v 0 0")
    assert "player 1 can take 3 boxes without a loss; then nothing is left" in alone


JOINT = "2x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 2; h 2 0; h 2 1; h 2 2; v 0 0; v 0 3"
"""Two opened chains of one box meet at a joint: the choice appears after the first capture."""


def test_two_opened_chains_that_meet_at_a_joint_offer_a_choice() -> None:
    found = control(read_dots(JOINT))
    assert (found.takeable, found.may_leave, found.leaves) == (3, 2, None)
    assert (found.ahead, found.margin, found.takes_all) == (Ahead.MOVER, 2, False)
    text = said(JOINT)
    assert (
        "player 1 has the choice: take all 3 boxes and move, or leave the last 2 to player 2, who "
        "takes them and has to move; leave 2, by the points: v 0 1 or v 0 2 now" in text
    )
    assert "with best play player 1 gets 2 boxes more than player 2 from here on" in text
    assert "handouts, which leave the opponent no choice: h 1 1 gives 3\n" in text
    assert "loony lines, after which the opponent chooses who has control: v 1 0 gives 6" in text


def test_the_choice_at_a_joint_decides_who_is_ahead() -> None:
    text = "1x5: h 0 1; h 0 3; h 0 4; h 1 1; h 1 2; h 1 3; h 1 4; v 0 1; v 0 4; v 0 5"
    found = control(read_dots(text))
    assert (found.ahead, found.margin) == (Ahead.MOVER, 4)
    assert set(found.keeps) == {Line("v", 0, 2), Line("v", 0, 3), Line("h", 0, 2)}
    assert "player 1 has the choice: take all 3 boxes" in said(text)


def test_a_line_after_which_a_joint_offers_a_choice_is_loony() -> None:
    state = read_dots("2x3: h 0 0; h 0 1; h 0 2; h 1 2; h 2 0; v 0 0; v 0 3; v 1 1; v 1 2")
    moves = {str(effect.line): (effect.kind, nimber) for effect, nimber in control(state).moves}
    assert moves["h 1 0"] == (MoveKind.LOONY, None)
    for kind, nimber in moves.values():
        assert kind is MoveKind.CAPTURE or (kind is MoveKind.LOONY) == (nimber is None)


def test_the_line_that_leaves_two_boxes_is_named_when_two_are_left() -> None:
    found = control(read_dots(TWO_LEFT))
    assert (found.takes_all, found.margin) == (False, 1)
    assert found.keeps == found.best == (Line("v", 0, 3),)
    assert "take both and move, or leave both to player 2" in said(TWO_LEFT)


def test_boxes_that_can_be_taken_for_nothing_are_taken() -> None:
    assert "can take 1 box without a loss; then nothing is left" in said("1x1: h 0 0; h 1 0; v 0 0")
    text = said("1x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; v 0 1; v 0 0; v 0 2")
    assert "without a loss" in text


def test_without_the_extra_turn_there_is_no_control() -> None:
    found = control(read_dots("1x1: h 0 0", extra_turn=False))
    assert (found.ahead, found.keeps, found.forecast) == (Ahead.NOBODY, (), None)
    text = said("1x1: h 0 0; h 1 0; v 0 0", extra_turn=False)
    assert "the turn always passes and there is no fight for control: player 1 draws" in text
    assert "a box can be taken by v 0 1" in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1x1: P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1)", "player 2 has won, 0 to 1"),
        ("1x1: h 0 0; h 1 0; v 0 0; v 0 1", "the owners of the boxes are not known"),
        ("+---+---+\n| 1 | 2 |\n+---+---+", "a draw, 1 to 1"),
    ],
)
def test_a_finished_game_is_explained_by_its_result(text: str, words: str) -> None:
    assert words in said(text)


def test_a_result_shows_itself_in_a_sentence_and_as_a_picture() -> None:
    found = control(read_dots(OPENED))
    assert repr(found).startswith("<Control: 2x3 boxes: 7 lines left, 0 to 0, player 1 to move; ")
    assert "leave 2, by the points" in repr(found)
    assert "stroke-dasharray" in found.svg()
    assert "stroke-dasharray" not in found.strings.svg()


def test_what_the_budget_does_not_reach_is_said_to_be_unknown() -> None:
    state = DotsState.start(Grid(3, 4))
    found = control(state, Budget(nodes=50))
    assert (found.ahead, found.nimber, found.keeps, found.margin) == (Ahead.UNKNOWN, None, (), None)
    text = "\n".join(explanation_lines(found))
    assert "who is ahead in the parity fight is not known" in text
    assert "there is no long chain yet; player 1 wants their number to be even" in text


@pytest.mark.parametrize(("rows", "columns", "parity"), [(3, 3, "even"), (4, 4, "odd")])
def test_the_first_player_wants_dots_and_long_chains_to_have_an_even_sum(
    rows: int, columns: int, parity: str
) -> None:
    found: Control = control(DotsState.start(Grid(rows, columns)), Budget(nodes=1))
    assert found.forecast is not None
    assert found.forecast.mover_wants_odd == (parity == "odd")
