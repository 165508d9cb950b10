"""Who is wrong about a board: solutions are proof, claims are not.

A solution that fills the board by the rules is true whoever shows it, and beats any number of
claims against it. Where claims about a number disagree, those who claim more are asked to show the
solutions. A disagreement that nobody can prove either way is reported with both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.results import counted
from bombe.boards import Board
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bombe.analysis.bench.tasks import Answer


class Shown(NamedTuple):
    """The solutions that somebody gave when asked for so many, and whether there are no more."""

    solutions: list[Board]
    no_more: bool


def judge(
    board: Board, answers: Mapping[str, Answer], prove: Callable[[str, int], Shown]
) -> dict[str, str]:
    """Give the reason for everyone who is wrong, or in a disagreement that nobody can prove.

    `prove` asks somebody, by name, for so many solutions.
    """
    trial = _Trial(board, answers)
    trial.hear()
    trial.refute()
    trial.settle(prove)
    return trial.wrong


class _Trial:
    """What is known of one board, and who has been found wrong so far."""

    def __init__(self, board: Board, answers: Mapping[str, Answer]) -> None:
        self._board = board
        self._answers = answers
        self._finders: dict[Board, str] = {}
        self.wrong: dict[str, str] = {}

    def _sound(self) -> dict[str, Answer]:
        return {name: a for name, a in self._answers.items() if name not in self.wrong}

    def hear(self) -> None:
        """Take every answer by itself: what it shows is right, and proves what it says."""
        for name, answer in self._answers.items():
            self._learn(answer.shown, name)
            reason = None if name in self.wrong else _unproved(self._board, answer)
            if reason:
                self.wrong[name] = reason

    def _learn(self, solutions: Iterable[object], name: str) -> None:
        for solution in solutions:
            if not isinstance(solution, Board):
                self.wrong.setdefault(name, f"shows {solution!r}, which is no Board")
            elif self._board.is_solved_by(solution):
                self._finders.setdefault(solution, name)
            else:
                fault = _fault(self._board, solution)
                self.wrong.setdefault(name, f"shows {board_line(solution)}, which {fault}")

    def refute(self) -> None:
        """Hold every answer against the solutions that are known."""
        for name, answer in self._sound().items():
            reason = self._too_few(answer) or self._false_bomb(answer)
            if reason:
                self.wrong[name] = reason

    def _too_few(self, answer: Answer) -> str | None:
        if answer.at_most is None or len(self._finders) <= answer.at_most:
            return None
        found, finders = len(self._finders), " and ".join(dict.fromkeys(self._finders.values()))
        if answer.at_most == 0:
            example = board_line(next(iter(self._finders)))
            return f"says there is no solution; {finders} found {example}"
        return f"says {counted(answer.at_most, 'solution')} at most; {finders} found {found}"

    def _false_bomb(self, answer: Answer) -> str | None:
        for move, verdict in (answer.verdicts or {}).items():
            if verdict is Verdict.NO:
                for solution, finder in self._finders.items():
                    if solution[move.row, move.column] == move.value:
                        return (
                            f"calls {move} a bomb; {finder} found {board_line(solution)}, "
                            "which holds it"
                        )
        return None

    def settle(self, prove: Callable[[str, int], Shown]) -> None:
        """Ask those who claim more solutions than others allow to show them."""
        fewest = self._fewest()
        if fewest is None:
            return
        for name, answer in self._sound().items():
            if answer.at_least > fewest:
                self._demand(prove(name, answer.at_least), name, answer.at_least)
        self.refute()
        self._name_both_sides()

    def _fewest(self) -> int | None:
        return min(
            (a.at_most for a in self._sound().values() if a.at_most is not None), default=None
        )

    def _demand(self, shown: Shown, name: str, wanted: int) -> None:
        self._learn(shown.solutions, name)
        found = len(set(shown.solutions))
        if shown.no_more and found < wanted:
            self.wrong.setdefault(
                name, f"says {counted(wanted, 'solution')} at least, and shows {found} when asked"
            )

    def _name_both_sides(self) -> None:
        """Report what is still open: more is claimed than others allow, and nobody showed it."""
        fewest, sound = self._fewest(), self._sound()
        if fewest is None:
            return
        more = [name for name, answer in sound.items() if answer.at_least > fewest]
        few = [name for name, a in sound.items() if more and a.at_most == fewest]
        for name in more:
            claim = f"says {counted(sound[name].at_least, 'solution')} at least"
            self.wrong[name] = f"{claim}, against {' and '.join(few)}; neither side is proved"
        for name in few:
            claim = f"says {counted(fewest, 'solution')} at most"
            self.wrong[name] = f"{claim}, against {' and '.join(more)}; neither side is proved"


def _unproved(board: Board, answer: Answer) -> str | None:
    """Find a candidate without a verdict, or one that is called safe without a solution."""
    if answer.verdicts is None:
        return None
    held = {(c, s.values[c]) for s in answer.shown for c in range(board.shape.cells)}
    for move in board.candidates():
        verdict = answer.verdicts.get(move)
        if verdict is None:
            return f"says nothing of {move}"
        cell = board.shape.cell(move.row, move.column)
        if verdict is Verdict.YES and (cell, move.value) not in held:
            return f"calls {move} safe, and shows no solution that holds it"
    return None


def _fault(board: Board, solution: Board) -> str:
    """Say why a board is not a solution of another."""
    if solution.shape != board.shape:
        return "has another shape"
    if not solution.is_full:
        return "is not full"
    clashes = solution.clashes()
    return f"breaks a rule: {clashes[0]}" if clashes else "does not keep the givens"
