"""The native finder of refutations, against the checker and against plain loops."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from excess import excess_in
from naive_levels import fewest_singles, level_of, needs_deeper_cases
from random_boards import random_board
from refutations import PROOFS, Proof

from bombe.analysis.audit import audit
from bombe.analysis.generate.kinds import generate
from bombe.analysis.why.checker import check
from bombe.analysis.why.kernel import ChainFinder, is_available
from bombe.analysis.why.refutation import Absurdity, Fact, Question, Rule
from bombe.boards import Board, Shape
from bombe.boards.errors import UsageError
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.why.refutation import Rating, Refutation

pytestmark = pytest.mark.skipif(not is_available(Shape(1, 1)), reason="the kernel is missing")

HARD = Board("100007090030020008009600500005300900010080002600004000300000010040000007007000300")
"""A proper board on which many bombs lie beyond pairs."""

_FINDERS: dict[Shape, ChainFinder] = {}


def finder_for(shape: Shape) -> ChainFinder:
    """Return the finder that all tests of a shape use: boards must not disturb each other."""
    if shape not in _FINDERS:
        _FINDERS[shape] = ChainFinder(shape)
    return _FINDERS[shape]


def refute(board: Board, question: Question) -> Refutation:
    """Return the chain of a question that cannot be, checked."""
    found = finder_for(board.shape).refute(board, question, Meter())
    assert found is not None, (board, question)
    check(board, question, found)
    return found


def questions_of(board: Board) -> list[Question]:
    """List what cannot be: the board, or its bombs and that its forced cells do without."""
    found = audit(board)
    if not found.solutions.value:
        return [Question()]
    cell = board.shape.cell
    bombs = [Question(Fact(cell(m.row, m.column), m.value)) for m in found.bombs]
    return bombs + [
        Question(Fact(cell(m.row, m.column), m.value), is_not=True) for m in found.forced
    ]


def random_questions(seeds: range, most: int) -> Iterator[tuple[Board, Question]]:
    """Yield questions about random and about irreducible boards, at most so many of each."""
    for seed in seeds:
        shape = (Shape(2, 3), Shape(3, 2), Shape(3, 3))[seed % 3]
        for board in (random_board(seed), generate(shape, seed=seed)):
            questions = questions_of(board)
            for question in random.Random(seed).sample(questions, min(most, len(questions))):
                yield board, question


@pytest.mark.parametrize("proof", PROOFS.values(), ids=list(PROOFS))
def test_what_is_proven_by_hand_is_found_as_easy(proof: Proof) -> None:
    found = refute(proof.board, proof.question)
    assert found.rating[:2] <= proof.refutation.rating[:2]
    assert found.rating[0] == level_of(proof.board, proof.question)
    assert not excess_in(proof.board, proof.question, found)


@pytest.mark.parametrize(
    ("board", "question", "rule", "rating"),
    [
        # The steps of each were read.
        ("2x3:.......21...5...4..6.52.....1.......", (6, 4), Rule.HIDDEN_PAIR, (2, 0, 1)),
        (
            "3x3:...1...2.....8.9...4.2.............5......8.7...6........5....1..3.....87........",
            (6, 4),
            Rule.NAKED_PAIR,
            (2, 0, 1),
        ),
        (
            "3x3:8.4...3..2.5....1...3.1...9....3...5....6...79...2.......7.1..34..5..1.....3...4.",
            (33, 9),
            Rule.LOCKED,
            (2, 0, 13),
        ),
        ("2x3:1.4...62......2....1.......1......62", (21, 4), Rule.CASE, (3, 1, 12)),
    ],
)
def test_the_rule_that_is_needed_is_named(
    board: str, question: tuple[int, int], rule: Rule, rating: Rating
) -> None:
    shape, _, line = board.partition(":")
    given, asked = Board(line, shape=shape), Question(Fact(*question))
    found = refute(given, asked)
    assert rule in {step.rule for step in found.walk()}
    assert found.rating == rating
    assert not excess_in(given, asked, found)


def test_levels_are_the_lowest_and_chains_need_all_that_they_say() -> None:
    levels = []
    for board, question in random_questions(range(30), 3):
        found = refute(board, question)
        assert not excess_in(board, question, found), (board, question, found)
        level = level_of(board, question)
        assert found.rating.level == level, (board, question)
        assert found.is_shortest or level > 1 or found.rating.steps > 2
        levels.append(level)
    assert {0, 1, 2, 3} == set(levels)


def test_the_shortest_chains_of_singles_are_found() -> None:
    checked = 0
    for board, question in random_questions(range(1000, 1040), 2):
        found = refute(board, question)
        if not found.is_shortest or found.rating.steps > 4:
            continue
        assert fewest_singles(board, question, 4) == found.rating.steps, (board, question)
        checked += found.rating.steps > 1
    assert checked > 10


def test_cases_are_nested_only_where_they_must_be() -> None:
    hard = (generate("2x3", seed=seed) for seed in range(100))
    questions = ((board, question) for board in hard for question in questions_of(board))
    cases = [asked for asked in questions if refute(*asked).rating.level == 3]
    assert len(cases) > 10
    for board, question in cases[::5]:
        deep = refute(board, question).depth > 1
        assert needs_deeper_cases(board, question) == deep


def masks_of(board: Board) -> list[int]:
    """Return the bombs of a board as masks."""
    masks = [0] * board.shape.cells
    for row, column, value in audit(board).bombs:
        masks[board.shape.cell(row, column)] |= 1 << value
    return masks


def test_ratings_are_those_of_the_chains() -> None:
    boards = [random_board(seed) for seed in range(25)] + [generate("3x3", seed=3), HARD]
    seen = set()
    for board in boards:
        rated = finder_for(board.shape).rate(board, masks_of(board), Meter())
        assert list(rated) == [Fact(c, v) for c, v in facts_of(masks_of(board))]
        for fact, rating in rated.items():
            found = refute(board, Question(fact))
            assert rating[:2] == found.rating[:2]
            assert rating.steps >= found.rating.steps or not found.is_shortest
            assert bool(rating.steps) == bool(rating.level)
            seen.add(rating.level)
    assert seen == {0, 1, 2, 3}


def facts_of(masks: list[int]) -> list[tuple[int, int]]:
    """List the cells and values of masks."""
    return [(cell, v) for cell, mask in enumerate(masks) for v in range(64) if mask >> v & 1]


def test_ratings_on_a_budget_are_some_of_them() -> None:
    whole = Meter()
    rated = finder_for(HARD.shape).rate(HARD, masks_of(HARD), whole)
    known = []
    for nodes in (0, 10, 100, 300, whole.nodes - 1, whole.nodes):
        meter = Meter(Budget(nodes=nodes))
        some = finder_for(HARD.shape).rate(HARD, masks_of(HARD), meter)
        assert some.items() <= rated.items()
        assert meter.nodes <= nodes
        known.append(len(some))
    assert known == sorted(known)
    assert 0 == known[0] < known[2] < known[-1] == len(rated)


def test_safe_moves_and_filled_cells_have_no_rating() -> None:
    board = random_board(6)
    every = [2 * 2**board.shape.size - 2] * board.shape.cells
    wanted = {Fact(c, v) for c, v in facts_of(masks_of(board))}
    rated = finder_for(board.shape).rate(board, every, Meter(Budget(nodes=20_000)))
    assert wanted <= rated.keys()
    for fact in rated.keys() - wanted:
        assert rated[fact] == (0, 0, 0)  # a peer holds the value
        assert not board.values[fact.cell]


@pytest.mark.parametrize(
    "shape",
    [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 5),
        (5, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 5),
        (3, 4),
        (4, 4),
        (6, 6),
    ],
)
def test_boards_of_any_shape_are_refuted(shape: tuple[int, int]) -> None:
    given = Shape(*shape)
    twice = Board(given, [1] * min(2, given.cells) + [0] * (given.cells - min(2, given.cells)))
    if given.cells > 1:
        found = refute(twice, Question())
        assert found.end.kind is Absurdity.CLASH
        assert found.rating == (0, 0, 0)
        assert found.is_shortest
        row = Board(given, [*range(1, given.size), *[0] * (given.cells - given.size + 1)])
        bomb = Question(Fact(given.size - 1, 1))
        assert refute(row, bomb).rating.level == 0
    else:
        assert refute(Board.empty(given), Question(Fact(0, 1), is_not=True)).rating.level == 0


def test_an_empty_board_is_not_refuted_whatever_its_shape() -> None:
    for shape in (Shape(1, 1), Shape(2, 2), Shape(1, 4)):
        assert finder_for(shape).refute(Board.empty(shape), Question(), Meter()) is None


def test_a_full_board_is_refuted_only_if_it_clashes() -> None:
    full = Board("2x2", [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    assert finder_for(full.shape).refute(full, Question(), Meter()) is None
    wrong = Board("2x2", [*full.values[:-1], 2])
    assert refute(wrong, Question()).end.kind is Absurdity.CLASH


def test_what_holds_is_not_refuted() -> None:
    for seed in range(80):
        board = random_board(seed)
        cell = board.shape.cell
        for move in audit(board).safe[:3]:
            question = Question(Fact(cell(move.row, move.column), move.value))
            assert finder_for(board.shape).refute(board, question, Meter()) is None


def test_without_a_budget_nothing_is_known() -> None:
    question = questions_of(HARD)[0]
    for meter in (Meter(Budget(nodes=0)), Meter(Budget(stop=lambda: True))):
        assert finder_for(HARD.shape).refute(HARD, question, meter) in {
            None,
            refute(HARD, question),
        }
    meter = Meter(Budget(nodes=0))
    assert finder_for(HARD.shape).refute(HARD, question, meter) is None
    assert not finder_for(HARD.shape).rate(HARD, [2] * 81, meter)


def test_a_budget_of_nodes_ends_at_the_same_place() -> None:
    question = next(q for q in questions_of(HARD) if refute(HARD, q).rating.level == 3)
    whole = Meter()
    found = finder_for(HARD.shape).refute(HARD, question, whole)
    for nodes in range(0, whole.nodes + 2, max(1, whole.nodes // 10)):
        meter = Meter(Budget(nodes=nodes))
        cut = finder_for(HARD.shape).refute(HARD, question, meter)
        assert (cut == found) == (nodes >= whole.nodes)
        assert meter.nodes == min(nodes, whole.nodes)


def test_a_stop_signal_that_never_comes_changes_nothing() -> None:
    question = questions_of(HARD)[0]
    meters = [Meter(), Meter(Budget(stop=lambda: False))]
    found = [finder_for(HARD.shape).refute(HARD, question, meter) for meter in meters]
    assert found[0] == found[1]
    assert meters[0].nodes == meters[1].nodes


def test_what_is_no_question_is_refused() -> None:
    filled = HARD.values.index(1)
    for question in (Question(Fact(filled, 1)), Question(Fact(1, 10)), Question(Fact(1, 0))):
        with pytest.raises(UsageError, match="is no question"):
            finder_for(HARD.shape).refute(HARD, question, Meter())
    with pytest.raises(UsageError, match="a 2x2 board"):
        finder_for(HARD.shape).refute(Board.empty("2x2"), Question(), Meter())


@pytest.mark.long
def test_thousands_of_chains_are_valid_and_as_easy_as_can_be() -> None:
    for board, question in random_questions(range(10_000, 13_000), 8):
        found = refute(board, question)
        assert found.rating.level == level_of(board, question)
        assert not excess_in(board, question, found)
