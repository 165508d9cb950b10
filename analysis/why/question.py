"""Asking why: what is true first, from a solver; then the chain that shows it, checked; the core.

why(position, "r3c4=5")     why a move is a bomb, or that it is safe
why(position, (2, 3))       why a cell is forced, or what it can be
why(position)               why the board has no solution, or that it has one
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from bombe.analysis.why import cores as core_search
from bombe.analysis.why.explanation import Explanation, Stakes, WhyKind
from bombe.analysis.why.finders import check_core, refute
from bombe.analysis.why.history import bomb_in
from bombe.analysis.why.refutation import Fact, Question
from bombe.analysis.why.sentences import phrase
from bombe.boards import Move, state_of
from bombe.boards.errors import IllegalMoveError, OutOfBudgetError, UsageError
from bombe.boards.sudoku.board import cell_of
from bombe.boards.sudoku.notation import Notation, cell_text
from bombe.boards.sudoku.refusals import Refusal
from bombe.solvers import Budget, Meter, Verdict, as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.why.cores import Core
    from bombe.analysis.why.refutation import Refutation
    from bombe.boards import Board, PositionLike, SudokuState
    from bombe.boards.game import MoveLike
    from bombe.solvers import Solver
    from bombe.solvers.budget import BudgetLike

CORE_SECONDS = 1.0
"""How long the search for a smallest core lasts at most where no budget is given."""
_REMARKS = {
    Refusal.GAME_OVER: "game over",
    Refusal.TABOO: "taboo",
    Refusal.NOT_PLAYABLE: "not playable",
}
"""Moves that are refused for these reasons only are explained nevertheless, with a remark."""
_VERDICTS = {True: Verdict.YES, False: Verdict.NO}

WhichCores: TypeAlias = Literal["one", "all", "none"]


def why(
    position: PositionLike,
    move: MoveLike | tuple[int, int] | None = None,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
    cores: WhichCores = "one",
    stakes: bool | None = None,
) -> Explanation:
    """Return why a move is a bomb, why a cell is forced, or why the board has no solution.

    `move` is a move, a cell such as (2, 3) or "r3c4", or None for the board. A move that is safe, a
    cell that is not forced and a board with a solution say so, with witnesses. Moves that clash
    with a filled cell raise IllegalMoveError; those that are taboo, or on cells that the mover may
    not play on, are explained like others. `stakes` says whether the worth of a bomb as a skip and
    its killers are looked for; by default only on boards with one solution, where that is cheap.
    Without a budget, the search for a core ends after CORE_SECONDS with the best that it has.
    """
    if cores not in ("one", "all", "none"):
        raise UsageError(f"cores={cores!r}: say 'one', 'all' or 'none'")
    state = state_of(position)
    asking = _Asking(state, as_solver(solver).backend_for(state.board), as_meter(budget))
    cell = cell_of(move)
    if cell is not None:
        found = asking.forced(*cell)
    elif move is not None:
        found = asking.bomb(Move.of(move))
    else:
        found = asking.board()
    if found.refutation is not None:
        found = asking.with_cores(found, cores, has_budget=budget is not None)
    if found.is_bomb and stakes is not False:
        found = asking.with_stakes(found, improper=stakes is True)
    return replace(found, effort=asking.meter.effort())


class _Solutions(NamedTuple):
    """Whether there is a solution, those that were found, and whether time would change this."""

    verdict: Verdict
    found: tuple[Board, ...]
    is_final: bool


@dataclass(frozen=True)
class _Asking:
    """A position, the solver that is asked about it, and the account of the question."""

    state: SudokuState
    solver: Solver
    meter: Meter

    def bomb(self, move: Move) -> Explanation:
        """Return why a move is a bomb, or that it is safe."""
        board, reasons = self.state.board, self.state.reasons(move)
        if refused := [each for each in reasons if each.refusal not in _REMARKS]:
            raise IllegalMoveError(move, refused)
        verdict, witnesses, _ = self._solutions(board.place(move), 1)
        fact = Fact(board.shape.cell(move.row, move.column), move.value)
        found = self._found(WhyKind.BOMB, _not(verdict), Question(fact), move=move)
        player = self.state.to_move
        remarks = [phrase("remarks", _REMARKS[each.refusal], player=player) for each in reasons]
        if verdict is Verdict.NO and self.solver.solvable(board, self.meter) is Verdict.NO:
            remarks.append(phrase("remarks", "every move"))
        return replace(found, witnesses=witnesses, remarks=tuple(remarks))

    def forced(self, row: int, column: int) -> Explanation:
        """Return why a cell is forced, or what it can be."""
        board = self.state.board
        if held := board[row, column]:
            raise UsageError(f"cell ({row},{column}) holds {held}: ask about an empty cell")
        cell = board.shape.cell(row, column)
        moves = [move for move in board.candidates() if move[:2] == (row, column)]
        answers = {move.value: self._solutions(board.place(move), 1) for move in moves}
        true = [value for value, each in answers.items() if each.verdict is Verdict.YES]
        known = all(each.is_final for each in answers.values())
        is_open = len(true) < 2 and not known
        verdict = Verdict.UNKNOWN if is_open else _VERDICTS[len(true) == 1]
        question = Question(Fact(cell, true[0]), is_not=True) if true else Question()
        is_refuted = known and len(true) < 2
        found = self._found(WhyKind.FORCED, verdict, question, is_refuted=is_refuted)
        return replace(
            found,
            final=found.final and known,
            move=Move(row, column, true[0]) if verdict is Verdict.YES else None,
            cell=(row, column),
            values=tuple(true),
            witnesses=tuple(witness for value in true for witness in answers[value].found),
        )

    def board(self) -> Explanation:
        """Return why the board has no solution, or that it has one, or more."""
        verdict, witnesses, is_final = self._solutions(self.state.board, 2)
        found = self._found(WhyKind.BOARD, _not(verdict), Question())
        remarks = self._history() if verdict is Verdict.NO and self.state.history else ()
        is_final = found.final and is_final
        return replace(found, final=is_final, witnesses=witnesses, remarks=remarks)

    def _history(self) -> tuple[str, ...]:
        """Return in words when a game's board was last solvable, if the budget allows."""
        try:
            last = bomb_in(self.state, self.solver, self.meter)
        except OutOfBudgetError:
            return ()
        if last is None or last.move is None:
            return (phrase("remarks", "never"),)
        row, column, value = last.move
        cell = cell_text(row, column, Notation.R1C1)
        fields = {"moves": last.ply, "number": last.ply + 1, "value": value, "cell": cell}
        return (phrase("remarks", "last", **fields),)

    def _found(
        self,
        kind: WhyKind,
        verdict: Verdict,
        question: Question,
        *,
        is_refuted: bool | None = None,
        move: Move | None = None,
    ) -> Explanation:
        """Return what is known, with a chain if the question is refuted."""
        if is_refuted is None:
            is_refuted = verdict is Verdict.YES
        refutation = refute(self.state.board, question, self.meter) if is_refuted else None
        if refutation is not None:
            self.meter.unconfirmed = False  # the chain proves what the solver claims
        is_final = verdict is not Verdict.UNKNOWN and is_refuted == (refutation is not None)
        return Explanation(
            board=self.state.board,
            final=is_final,
            solver=self.solver.name,
            effort=self.meter.effort(),
            state=self.state,
            kind=kind,
            verdict=verdict,
            move=move,
            refutation=refutation,
            refuted=question,
        )

    def _solutions(self, board: Board, limit: int) -> _Solutions:
        """Return whether a board has a solution, and up to `limit` of them."""
        found: list[Board] = []
        try:
            found.extend(itertools.islice(self.solver.solutions(board, self.meter), limit))
        except OutOfBudgetError:
            verdict = Verdict.YES if found else Verdict.UNKNOWN
            return _Solutions(verdict, tuple(found), is_final=False)
        return _Solutions(_VERDICTS[bool(found)], tuple(found), is_final=True)

    def with_cores(self, found: Explanation, which: WhichCores, *, has_budget: bool) -> Explanation:
        """Return an explanation with one smallest core, or all of them."""
        if which == "none" or found.refutation is None:
            return found
        meter = self.meter if has_budget else Meter(Budget(CORE_SECONDS))
        asked = found.board, found.refuted, meter
        seen = frozenset(cited_givens(found.board, found.refutation))
        if which == "one":
            one = core_search.smallest_core(*asked, upper=seen, solver=self.solver)
            known: tuple[Core, ...] = (one,) if one else ()
            is_final = one is not None and one.kind is core_search.CoreKind.SMALLEST
        else:
            all_found = core_search.smallest_cores(*asked, upper=seen, solver=self.solver)
            # First what is also seen in the chain, where there is such a core.
            known = tuple(sorted(all_found.found, key=lambda core: not seen.issuperset(core.cells)))
            is_final = all_found.is_complete
        for core in known:
            check_core(found.board, found.refuted, core, self.solver, meter)
        return replace(found, cores=known, final=found.final and is_final)

    def with_stakes(self, found: Explanation, *, improper: bool) -> Explanation:
        """Return the explanation of a bomb with its killers and its worth as a skip."""
        # Most explanations are of boards alone, and none of them loads the laws of play before.
        from bombe.analysis.verdicts.report import tempo

        truth = self.solver.true_candidates(found.board, self.meter)
        is_proper = all(mask.bit_count() < 2 for mask in truth.true) and any(truth.true)
        if any(truth.undecided) or not (is_proper or improper):
            return found
        report = tempo(self.state, self.meter, solver=self.solver, exact=0)
        skip = next((skip for skip in report.skips if skip.move == found.move), None)
        if skip is None or report.bombs is None:
            return found
        return replace(found, stakes=Stakes(skip, report.empties, report.bombs))


def cited_givens(board: Board, refutation: Refutation) -> list[int]:
    """Return the filled cells of a board that a refutation needs: a core, if no small one."""
    return sorted({cell for cell in _cited(refutation) if board.values[cell]})


def _cited(refutation: Refutation) -> Iterator[int]:
    """Yield the cells that a refutation cites, those that it fills too."""
    for step in refutation.steps:
        yield from step.because
        if step.case is not None:
            yield from _cited(step.case)
    yield from refutation.end.because


def _not(verdict: Verdict) -> Verdict:
    return {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(verdict, verdict)
