"""Finds the solvers that answer wrongly: solutions are proof, claims are not.

A solution that fills the board by the rules is true, whichever contestant shows it, and refutes any
number of claims against it. Where claims about a number disagree, the contestants that claim more
are asked to show the solutions. A disagreement without proof is reported with both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.results import with_noun
from bombe.boards import Board
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Verdict
from bombe.solvers.foreign.checks import wrong_solution

if TYPE_CHECKING:
    from bombe.analysis.bench.tasks import Claim


class SolutionProof(NamedTuple):
    """The solutions that a contestant showed as proof, and whether it says there are no more."""

    solutions: list[Board]
    no_more: bool


def judge(
    board: Board, claims: Mapping[str, Claim], prove: Callable[[str, int], SolutionProof]
) -> dict[str, str]:
    """Return the reason for each contestant that is wrong, or in an unproved disagreement.

    `prove` asks the contestant of that name for so many solutions.
    """
    trial = _Trial(board, claims)
    trial.check_claims()
    trial.refute()
    trial.settle(prove)
    return trial.wrong


class _Trial:
    """The claims about one board, the solutions known, and who is wrong so far."""

    def __init__(self, board: Board, claims: Mapping[str, Claim]) -> None:
        self._board = board
        self._claims = claims
        self._finders: dict[Board, str] = {}
        self.wrong: dict[str, str] = {}

    def _sound(self) -> dict[str, Claim]:
        return {name: a for name, a in self._claims.items() if name not in self.wrong}

    def check_claims(self) -> None:
        """Check every claim by itself: its solutions are valid, and they prove its verdicts."""
        for name, claim in self._claims.items():
            self._learn(claim.shown, name)
            reason = None if name in self.wrong else _unproved(self._board, claim)
            if reason:
                self.wrong[name] = reason

    def _learn(self, solutions: Iterable[object], name: str) -> None:
        for solution in solutions:
            if problem := wrong_solution(self._board, solution):
                self.wrong.setdefault(name, problem)
            elif isinstance(solution, Board):
                self._finders.setdefault(solution, name)

    def refute(self) -> None:
        """Check every claim against the solutions that are known."""
        for name, claim in self._sound().items():
            reason = self._too_few(claim) or self._false_bomb(claim)
            if reason:
                self.wrong[name] = reason

    def _too_few(self, claim: Claim) -> str | None:
        if claim.at_most is None or len(self._finders) <= claim.at_most:
            return None
        found, finders = len(self._finders), " and ".join(dict.fromkeys(self._finders.values()))
        if claim.at_most == 0:
            example = board_line(next(iter(self._finders)))
            return f"says there is no solution; {finders} found {example}"
        return f"says {with_noun(claim.at_most, 'solution')} at most; {finders} found {found}"

    def _false_bomb(self, claim: Claim) -> str | None:
        for move, verdict in (claim.verdicts or {}).items():
            if verdict is Verdict.NO:
                for solution, finder in self._finders.items():
                    if solution[move.row, move.column] == move.value:
                        return (
                            f"calls {move} a bomb; {finder} found {board_line(solution)}, "
                            "which holds it"
                        )
        return None

    def settle(self, prove: Callable[[str, int], SolutionProof]) -> None:
        """Ask the contestants that claim more solutions than others allow to show them."""
        fewest = self._fewest()
        if fewest is None:
            return
        for name, claim in self._sound().items():
            if claim.at_least > fewest:
                self._demand(prove(name, claim.at_least), name, claim.at_least)
        self.refute()
        self._name_both_sides()

    def _fewest(self) -> int | None:
        return min(
            (a.at_most for a in self._sound().values() if a.at_most is not None), default=None
        )

    def _demand(self, shown: SolutionProof, name: str, wanted: int) -> None:
        self._learn(shown.solutions, name)
        found = len(set(shown.solutions))
        if shown.no_more and found < wanted:
            self.wrong.setdefault(
                name, f"says {with_noun(wanted, 'solution')} at least, and shows {found} when asked"
            )

    def _name_both_sides(self) -> None:
        """Report both sides where more is claimed than others allow, and was not shown."""
        fewest, sound = self._fewest(), self._sound()
        if fewest is None:
            return
        more = [name for name, claim in sound.items() if claim.at_least > fewest]
        few = [name for name, a in sound.items() if more and a.at_most == fewest]
        for name in more:
            says = f"says {with_noun(sound[name].at_least, 'solution')} at least"
            self.wrong[name] = f"{says}, against {' and '.join(few)}; neither side is proved"
        for name in few:
            says = f"says {with_noun(fewest, 'solution')} at most"
            self.wrong[name] = f"{says}, against {' and '.join(more)}; neither side is proved"


def _unproved(board: Board, claim: Claim) -> str | None:
    """Return the first candidate without a verdict, or called safe without a solution."""
    if claim.verdicts is None:
        return None
    held = {(c, s.values[c]) for s in claim.shown for c in range(board.shape.cells)}
    for move in board.candidates():
        verdict = claim.verdicts.get(move)
        if verdict is None:
            return f"has no verdict on {move}"
        cell = board.shape.cell(move.row, move.column)
        if verdict is Verdict.YES and (cell, move.value) not in held:
            return f"calls {move} safe, and shows no solution that holds it"
    return None
