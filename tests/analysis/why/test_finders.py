"""Refutations and cores are checked before they are used; each thread has finders of its own."""

from __future__ import annotations

import threading

import pytest

import bombe
from bombe.analysis.why import finders
from bombe.analysis.why.cores import Core, CoreKind
from bombe.analysis.why.finders import check_core, finder_for, refute
from bombe.analysis.why.pure_python import PlainFinder
from bombe.analysis.why.refutation import Absurdity, End, Fact, Question, Refutation
from bombe.boards import Board, Shape
from bombe.boards.errors import ExplanationError
from bombe.solvers import Budget, Meter, as_solver

BOARD = bombe.read("hard-2x2").board
BOMB = Question(Fact(0, 1))
ANSWERS = {"move": BOMB, "cell": Question(Fact(0, 3), is_not=True)}


class _Liar:
    """A finder that says that nothing can stand anywhere."""

    def refute(self, board: Board, question: Question, meter: Meter) -> Refutation:
        """Return a chain that does not follow."""
        del board, question, meter
        return Refutation((), End(Absurdity.NO_CANDIDATE, (), cell=5))


def test_what_does_not_follow_is_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finders, "finder_for", lambda _: _Liar())
    with pytest.raises(ExplanationError, match="please report"):
        refute(BOARD, BOMB, Meter())
    with pytest.raises(ExplanationError, match="please report"):
        bombe.why(BOARD, "r1c1=1")


def test_a_budget_that_ends_gives_none() -> None:
    assert refute(BOARD, BOMB, Meter(Budget(nodes=0))) is None


@pytest.mark.parametrize("question", ANSWERS.values(), ids=list(ANSWERS))
def test_a_core_with_a_cell_removed_is_refused(question: Question) -> None:
    core = bombe.why(BOARD, "r1c1=1" if question == BOMB else "r1c1").core
    assert core is not None
    solver = as_solver("auto").backend_for(BOARD)
    check_core(BOARD, question, core, solver, Meter())
    for cell in core.cells:
        less = Core(tuple(set(core.cells) - {cell}), CoreKind.SMALLEST, 1)
        with pytest.raises(ExplanationError, match="leaves a solution"):
            check_core(BOARD, question, less, solver, Meter())


def test_threads_do_not_share_finders() -> None:
    found = [finder_for(Shape(2, 2))]
    assert finder_for(Shape(2, 2)) is found[0]
    thread = threading.Thread(target=lambda: found.append(finder_for(Shape(2, 2))))
    thread.start()
    thread.join()
    assert found[0] is not found[1]


def test_only_a_few_shapes_keep_their_finders() -> None:
    first = finder_for(Shape(2, 2))
    for n in range(1, finders.SHAPES + 1):
        finder_for(Shape(1, n))
    assert finder_for(Shape(2, 2)) is not first


def test_without_the_kernel_the_answers_are_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    bombs = bombe.audit(BOARD).bombs
    with_kernel = [bombe.why(BOARD, move) for move in bombs]
    monkeypatch.setattr(finders, "finder_for", PlainFinder)
    for found in with_kernel:
        plain = bombe.why(BOARD, found.move, solver="backtracking")
        assert plain.is_bomb
        assert plain.rating is not None
        assert found.rating is not None
        assert plain.rating[:2] == found.rating[:2]
        assert plain.core is not None
        assert found.core is not None
        assert len(plain.core.cells) == len(found.core.cells)
