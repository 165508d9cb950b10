"""The bomb audit: which legal moves of a board are safe, and which are bombs.

    audit(board) -> Audit
    audit(board, rate=True).ratings         how hard its bombs are to see

The solver answers for all candidates in bulk; every solution that it finds is the witness of all
the candidates it holds. From the verdicts follow the forced cells and, up to two, the number of
solutions: a board with one solution has one true candidate in each empty cell.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from bombe.analysis.results import BoardResult, counted
from bombe.boards import Move, Rules, moves_of, state_of
from bombe.boards.errors import IllegalMoveError
from bombe.solvers import Count, Verdict, as_solver
from bombe.solvers.budget import as_meter, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bombe.analysis.why.asking import WhichCores
    from bombe.analysis.why.explanation import Explanation
    from bombe.analysis.why.ratings import BombRatings
    from bombe.analysis.why.refutation import Rating
    from bombe.boards import Board, Clash, PositionLike, SudokuState
    from bombe.boards.game import MoveLike
    from bombe.solvers import Meter, Solver, TrueCandidates
    from bombe.solvers.budget import BudgetLike


@dataclass(frozen=True, repr=False, eq=False)
class JudgedMove:
    """A legal move and its verdict, which it is equal to: `audit[0, 2, 8] == Verdict.YES`.

    Like a Verdict, it is neither true nor false.
    """

    audit: Audit
    move: Move
    verdict: Verdict

    @property
    def witness(self) -> Board | None:
        """A solution that proves the move safe; None if it is not known to be safe."""
        return self.audit.witness(self.move)

    @property
    def rating(self) -> Rating | None:
        """How hard the bomb is to see; None if it is none, or the audit rated none."""
        return self.audit.ratings.by_move.get(self.move) if self.audit.ratings else None

    def why(self, *, budget: BudgetLike = None, cores: WhichCores = "one") -> Explanation:
        """Return why the move is a bomb, or that it is safe: see `bombe.why`."""
        # Imported when it is asked: most audits are not.
        from bombe.analysis.why.asking import why

        return why(self.audit.state, self.move, budget=budget, cores=cores)

    def __eq__(self, other: object) -> bool:
        """Compare the verdicts, of two moves or with a verdict."""
        return self.verdict is (other.verdict if isinstance(other, JudgedMove) else other)

    def __hash__(self) -> int:
        """Return the hash of the verdict, to which the move is equal."""
        return hash(self.verdict)

    def __bool__(self) -> NoReturn:
        """Refuse, as a Verdict does."""
        raise TypeError("a judged move has three verdicts: compare `move.verdict is Verdict.YES`")

    def __str__(self) -> str:
        """Return the move and its verdict in words."""
        return f"{self.move} is {_IN_WORDS[self.verdict]}"

    def __repr__(self) -> str:
        """Return the same, marked as an object."""
        return f"<JudgedMove: {self}>"


_IN_WORDS = {Verdict.YES: "safe", Verdict.NO: "a bomb", Verdict.UNKNOWN: "undecided"}


@dataclass(frozen=True, repr=False)
class Audit(BoardResult):
    """What is known of every legal move of a position.

        audit[0, 2, 8].verdict     Verdict.YES: safe, NO: a bomb, UNKNOWN: the budget ended before
        audit[0, 2, 8].why()       the reasons

    `safe`, `bombs` and `undecided` hold the legal moves of the player whose turn it is, `forced`
    the true candidates of all cells that have only one, and `ratings` how hard the bombs are to see
    if that was asked.
    """

    schema = "bombe.audit/1"

    state: SudokuState
    solutions: Count
    safe: tuple[Move, ...]
    bombs: tuple[Move, ...]
    undecided: tuple[Move, ...]
    forced: tuple[Move, ...]
    truth: TrueCandidates
    ratings: BombRatings | None = None

    @functools.cached_property
    def verdicts(self) -> Mapping[Move, Verdict]:
        """The verdict of every legal move, in order."""
        groups = ((self.safe, Verdict.YES), (self.bombs, Verdict.NO))
        verdicts = {move: verdict for moves, verdict in groups for move in moves}
        verdicts |= dict.fromkeys(self.undecided, Verdict.UNKNOWN)
        return dict(sorted(verdicts.items()))

    def __getitem__(self, move: MoveLike) -> JudgedMove:
        """Return a legal move with its verdict; other moves raise IllegalMoveError."""
        move = Move.of(move)
        if move not in self.verdicts:
            raise IllegalMoveError(move, self.state.reasons(move))
        return JudgedMove(self, move, self.verdicts[move])

    @property
    def taboo(self) -> tuple[Move, ...]:
        """The moves that are taboo, in order."""
        return tuple(sorted(self.state.taboo))

    @property
    def playable(self) -> int:
        """The number of cells on which the player whose turn it is may play."""
        return len(self.state.playable())

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """The values that stand more than once in a region."""
        return self.board.clashes()

    @property
    def witnesses(self) -> tuple[Board, ...]:
        """Solutions, together a witness of every safe move."""
        return self.truth.witnesses

    def witness(self, move: MoveLike) -> Board | None:
        """Return a solution that proves a move safe; None if it is not known to be safe."""
        move = Move.of(move)
        if self.board[move.row, move.column]:
            return None
        return self.truth.witness(move)

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of an audit."""
        return {
            "rules": str(self.state.rules),
            "givens": self.board.givens,
            "clashes": [
                {"region": c.region, "value": c.value, "cells": [list(at) for at in c.cells]}
                for c in self.clashes
            ],
            "solutions": self.solutions.to_json(),
            "safe": _lists(self.safe),
            "bombs": _lists(self.bombs),
            "undecided": _lists(self.undecided),
            "forced": _lists(self.forced),
            "taboo": _lists(self.taboo),
            "playable": self.playable,
            **({} if self.ratings is None else {"ratings": self.ratings.to_dict()}),
        }

    def summary(self) -> str:
        """Return in one sentence what the audit found."""
        counts = [
            f"{len(self.safe)} safe",
            counted(len(self.bombs), "bomb"),
            counted(len(self.forced), "forced cell"),
        ]
        if self.undecided:
            counts.append(f"{len(self.undecided)} undecided")
        if self.taboo:
            counts.append(f"{len(self.taboo)} taboo")
        rated = [f"bombs: {self.ratings.words()}"] if self.ratings and self.bombs else []
        return "; ".join([self.heading(), *self._particulars(), ", ".join(counts), *rated])

    def _particulars(self) -> list[str]:
        """Return how many solutions there are or why none, and a play mode that closes cells."""
        mode = self.state.rules
        rules = [] if mode is Rules.CLASSIC else [f"play mode {mode}, {self.playable} cells"]
        if not self.clashes:
            return [f"solutions: {self.solutions}", *rules]
        others = f" and {len(self.clashes) - 1} more" if len(self.clashes) > 1 else ""
        return [f"the givens clash: {self.clashes[0]}{others}", *rules]

    def svg(self) -> str:
        """Return the picture of the board with the verdict of every legal move."""
        # Imported when it is drawn: most audits are not.
        from bombe.analysis.drawing.sheet import sheet_of_audit
        from bombe.analysis.drawing.svg import draw_svg

        return draw_svg(sheet_of_audit(self))


def audit(
    position: PositionLike,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
    limit: int = 2,
    rate: bool = False,
) -> Audit:
    """Return which legal moves are safe and which are bombs.

    Of a state, only the mover's playable cells are open, and taboo moves are not legal. `limit`
    above 2 counts the solutions that far; `rate` finds how hard each bomb is to see, too. When the
    budget runs out, moves that are not known to be either are in `undecided`.
    """
    state = state_of(position)
    board = state.board
    limit = whole(limit, 2, "an audit up to {} solutions")
    backend = as_solver(solver).backend_for(board)
    meter = as_meter(budget)
    truth = backend.true_candidates(board, meter)
    solutions = _count(truth, backend, meter, limit)
    legal = state.move_masks()
    safe, bombs, undecided = _sorted_out(truth, legal)
    ratings = _ratings(board, bombs, meter) if rate else None
    is_rated = ratings is None or not ratings.unrated
    return Audit(
        board=board,
        final=not undecided and is_rated and (solutions.exact or solutions.value >= limit),
        solver=backend.name,
        effort=meter.effort(),
        state=state,
        solutions=solutions,
        safe=safe,
        bombs=bombs,
        undecided=undecided,
        forced=_forced(truth),
        truth=truth,
        ratings=ratings,
    )


def _ratings(board: Board, bombs: Sequence[Move], meter: Meter) -> BombRatings:
    # Imported when it is asked for: most audits are not rated.
    from bombe.analysis.why.ratings import rate_bombs

    return rate_bombs(board, bombs, meter)


def _sorted_out(truth: TrueCandidates, legal: list[int]) -> tuple[tuple[Move, ...], ...]:
    """Return the safe, the deadly and the undecided moves among the legal ones, given as masks."""
    known = list(zip(legal, truth.true, truth.undecided, strict=True))
    return tuple(
        tuple(moves_of(truth.board.shape, masks))
        for masks in (
            [moves & true for moves, true, _ in known],
            [moves & ~true & ~undecided for moves, true, undecided in known],
            [moves & undecided for moves, _, undecided in known],
        )
    )


def _forced(truth: TrueCandidates) -> tuple[Move, ...]:
    """Return the moves on cells with one true candidate and no undecided one."""
    known = zip(truth.true, truth.undecided, strict=True)
    masks = [true if true.bit_count() == 1 and not undecided else 0 for true, undecided in known]
    return tuple(moves_of(truth.board.shape, masks))


def _count(truth: TrueCandidates, backend: Solver, meter: Meter, limit: int) -> Count:
    """Count the solutions up to the limit, with a new question only where verdicts are silent."""
    board = truth.board
    if board.is_full:
        return Count(0 if board.clashes() else 1, exact=True)
    if any(truth.undecided):
        return Count(min(len(truth.witnesses), limit), exact=False)
    most = max(mask.bit_count() for mask in truth.true)
    if most < 2:
        return Count(most, exact=True)
    return Count(2, exact=False) if limit == 2 else backend.count(board, limit, meter)


def _lists(moves: Iterable[Move]) -> list[list[int]]:
    return [list(move) for move in moves]
