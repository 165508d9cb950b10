"""The questions about positions that runs ask: what they depend on, and what people see of them.

The kernel's part, for many boards at a time, is in `kernel_questions`.
"""

# ruff: noqa: ARG002 - what some need, all get
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from bombe.analysis.runs.lines import checked_line, counted_line, solved_line
from bombe.analysis.runs.query import Answer, BoardQuery, Target
from bombe.boards import SudokuState
from bombe.solvers import Budget, Verdict

if TYPE_CHECKING:
    from bombe.analysis.audit import Audit
    from bombe.analysis.endgame.margins import Endgame
    from bombe.analysis.endgame.progress import OnProgress
    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.kernel_answers import KernelAnswers
    from bombe.analysis.why.question import WhichCores
    from bombe.boards.sudoku.packed import Packed

# Heavy parts of the analysis are imported by who is asked.


@dataclass(frozen=True)
class AuditQuery(BoardQuery):
    """Which legal moves are safe, and which are bombs."""

    task: ClassVar[str] = "audit"
    has_masks: ClassVar[bool] = True
    is_bulky: ClassVar[bool] = True
    is_quick: ClassVar[bool] = True

    limit: int = 2
    rate: bool = False

    def sizes(self, form: Format) -> str:
        """Return how large chunks are: small where boards are asked alone."""
        return super().sizes(form) if self.is_plain else "slow"

    @property
    def is_plain(self) -> bool:
        """Whether the kernel can answer for many boards together."""
        return self.limit == 2 and not self.rate

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Audit a position."""
        from bombe.analysis.audit import audit

        found = audit(state, solver=self.solver, budget=budget, limit=self.limit, rate=self.rate)
        levels = {} if found.ratings is None else found.ratings.counts
        sums = {
            "safe": len(found.safe),
            "bombs": len(found.bombs),
            "undecided": len(found.undecided),
            _kind(found): 1,
            **levels,
        }
        return Answer(found, found.summary(), is_yes=not found.bombs, sums=sums)

    def together(self, packed: Packed, budget: Budget, target: Target) -> KernelAnswers | None:
        """Audit the boards of a chunk."""
        if not self.is_plain:
            return None
        from bombe.analysis.runs.kernel_questions import audits

        return audits(packed, budget, target)


@dataclass(frozen=True)
class CountQuery(BoardQuery):
    """How many solutions a board has; a limit of 0 counts all."""

    task: ClassVar[str] = "count"
    is_quick: ClassVar[bool] = True

    limit: int = 1000

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Count the solutions of a board."""
        from bombe.analysis.questions import count

        found = count(state.board, self.limit or None, solver=self.solver, budget=budget)
        return Answer(found, counted_line(found), is_yes=found.count.value > 0)

    def together(self, packed: Packed, budget: Budget, target: Target) -> KernelAnswers | None:
        """Count the solutions of the boards of a chunk."""
        from bombe.analysis.runs.kernel_questions import counts

        return counts(packed, budget, self.limit or None)


@dataclass(frozen=True)
class SolveQuery(BoardQuery):
    """The first solutions of a board."""

    task: ClassVar[str] = "solve"
    is_quick: ClassVar[bool] = True

    limit: int = 1

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Solve a board."""
        from bombe.analysis.questions import solve

        found = solve(state.board, self.limit, solver=self.solver, budget=budget)
        return Answer(found, solved_line(found), is_yes=found.solvable is Verdict.YES)

    def together(self, packed: Packed, budget: Budget, target: Target) -> KernelAnswers | None:
        """Solve the boards of a chunk."""
        from bombe.analysis.runs.kernel_questions import solutions

        return solutions(packed, budget, self.limit, solved_line, range(1, self.limit + 1))


@dataclass(frozen=True)
class CheckQuery(BoardQuery):
    """Whether a board is proper."""

    task: ClassVar[str] = "check"
    is_quick: ClassVar[bool] = True

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Check a board."""
        from bombe.analysis.questions import solve

        found = solve(state.board, 2, solver=self.solver, budget=budget)
        return Answer(found, checked_line(found), is_yes=found.unique is Verdict.YES)

    def together(self, packed: Packed, budget: Budget, target: Target) -> KernelAnswers | None:
        """Check the boards of a chunk."""
        from bombe.analysis.runs.kernel_questions import solutions

        return solutions(packed, budget, 2, checked_line, range(1, 2))


@dataclass(frozen=True)
class WhyQuery(BoardQuery):
    """Why a move is a bomb, a cell is forced, or a board has no solution."""

    task: ClassVar[str] = "why"
    default_seconds: ClassVar[float | None] = 2.0

    move: str | None = None
    cores: WhichCores = "one"
    rating: bool = False

    @property
    def which_cores(self) -> WhichCores:
        """Which cores are looked for."""
        return "none" if self.rating else self.cores

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Explain what is asked about a position."""
        from bombe.analysis.why.question import why

        found = why(state, self.move, solver=self.solver, budget=budget, cores=self.which_cores)
        line = (self.rating and found.rating_words()) or found.summary()
        return Answer(found, line, is_yes=found.verdict is Verdict.YES)


@dataclass(frozen=True)
class BombsQuery(WhyQuery):
    """Why each bomb of a position is one: a record for every bomb."""

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Explain all bombs of a position."""
        from bombe.analysis.bombs import explain_bombs
        from bombe.analysis.why.ratings import LEVELS

        found = explain_bombs(state, solver=self.solver, budget=budget, cores=self.which_cores)
        levels = {
            "unrated" if level is None else LEVELS[level]: many
            for level, many in found.counts.items()
        }
        return Answer(
            found,
            found.summary(),
            is_yes=bool(found.explanations),
            sums={"bombs": len(found.explanations) + len(found.left), **levels},
            records=found.explanations,
        )


@dataclass(frozen=True)
class HintQuery(BoardQuery):
    """Where to look in a puzzle, why, and what is there."""

    task: ClassVar[str] = "hint"
    default_seconds: ClassVar[float | None] = 5.0

    level: int = 1

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Find the easiest forced cell."""
        from bombe.analysis.hint import hint

        found = hint(state, solver=self.solver, budget=budget)
        return Answer(found, found.text(self.level), is_yes=found.explanation is not None)


@dataclass(frozen=True)
class TempoQuery(BoardQuery):
    """Who has the tempo, and which moves keep or take it."""

    task: ClassVar[str] = "tempo"
    default_seconds: ClassVar[float | None] = 2.0

    exact: int | None = None

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Report on the tempo of a position."""
        from bombe.analysis.verdicts.report import tempo

        found = tempo(state, budget, solver=self.solver, exact=self.exact)
        return Answer(found, found.summary(), sums={str(found.verdict): 1})


@dataclass(frozen=True)
class EndgameQuery(BoardQuery):
    """The exact margin of a position, with so many MiB; `jobs` are solved at a time."""

    task: ClassVar[str] = "endgame"
    default_seconds: ClassVar[float | None] = 10.0
    is_slow: ClassVar[bool] = True

    memory: int | None = None
    threads: int | None = None
    no_skips: bool = False
    jobs: int = field(default=1, compare=False)
    on_progress: OnProgress | None = field(default=None, compare=False)

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Solve an endgame."""
        from bombe.analysis.endgame.margins import solve
        from bombe.solvers.native.free_memory import default_memory, free_memory

        found = solve(
            state,
            budget,
            memory=(
                default_memory(free_memory(), self.jobs)
                if self.memory is None
                else self.memory << 20
            ),
            threads=1 if self.threads is None and self.jobs > 1 else self.threads,
            solver=self.solver,
            skips=not self.no_skips,
            on_progress=self.on_progress,
        )
        answer = Answer(found, found.summary(), sums={_outcome(found): 1})
        return answer._replace(remedy=found.problem) if found.problem else answer


def _kind(found: Audit) -> str:
    if found.solutions.value > 1:
        return "with several solutions"
    if not found.solutions.exact:
        return "not counted"
    return "proper" if found.solutions.value else "without a solution"


def _outcome(found: Endgame) -> str:
    if found.low > 0:
        return "won"
    if found.high < 0:
        return "lost"
    return "drawn" if found.low == found.high else "not known"
