"""A question about every position of a source, which can be sent to other processes.

    query = AuditQuery(nodes=1000)              see bombe.analysis.runs.questions
    answer = query.answer(state, query.budget(is_stopped))
    for piece in query.pieces(chunk, target, is_stopped): ...

A query knows nothing of the command line, and says itself what it depends on: `settings`, with
which --resume and merge tell runs apart.
"""

# ruff: noqa: ARG002 - what some need, all get
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bombe.analysis.runs.payload import Payload
from bombe.boards import SudokuState
from bombe.boards.errors import InputError, SolverFaultError, UnsupportedError
from bombe.boards.sudoku.notation import Notation, for_people, notation
from bombe.solvers import Budget
from bombe.solvers.foreign.starting import starting_within
from bombe.solvers.table import CONFIRMED

if TYPE_CHECKING:
    from bombe.analysis.results import Result
    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.kernel_answers import KernelAnswers
    from bombe.boards.sudoku.chunks import Chunk
    from bombe.boards.sudoku.entries import Entry
    from bombe.boards.sudoku.packed import Packed

    IsStopped = Callable[[], bool]

MOMENT = 0.1
"""With fewer seconds for a board it is asked alone: a batch looks at its clock less often."""
_NOTHING = Payload(b"", 0)


class Answer(NamedTuple):
    """The answer about one position.

    `line` is what people see of it among others. `is_yes` is the answer of --exit-code, and `sums`
    are numbers that a summary adds up. `remedy` says what to do if the result is not final, and
    `records` what programs get of it, if that is not the result itself.
    """

    result: Result
    line: str
    is_yes: bool = True
    sums: Mapping[str, int] = {}
    remedy: str = "raise --seconds or --nodes"
    records: Sequence[Result] | None = None

    @property
    def results(self) -> Sequence[Result]:
        """What programs get."""
        return (self.result,) if self.records is None else self.records

    def tally(self) -> Tally:
        """Return what the answer adds to the sums of a run."""
        found, is_final = Tally(), self.result.final
        found.positions = 1
        found.unfinished = int(not is_final)
        found.negative = int(not self.is_yes)
        found.undecided = int(not self.is_yes and not is_final)
        found.seconds = self.result.effort.build + self.result.effort.search
        found.counts.update(self.sums)
        found.remedies.update([] if is_final else [self.remedy])
        return found


class Tally:
    """Sums over positions; `remedies` say what to do about those that are not final.

    `negative` are all without a yes, `undecided` those of them of which a no is not known either.
    `messages` are to be told, and are no sums. `is_cut` says that a stop ended the answers early.
    """

    def __init__(self, positions: int = 0, *, is_cut: bool = False) -> None:
        self.positions, self.is_cut = positions, is_cut
        self.unfinished = self.unsupported = self.negative = self.undecided = 0
        self.seconds = 0.0
        self.counts: Counter[str] = Counter()
        self.remedies: Counter[str] = Counter()
        self.messages: tuple[str, ...] = ()

    def add(self, more: Tally) -> None:
        """Add what others add up to."""
        self.positions += more.positions
        self.is_cut |= more.is_cut
        for name, value in more.to_dict().items():
            mine = getattr(self, _NAMES.get(name, name))
            if isinstance(mine, Counter):
                mine.update(value)
            else:
                setattr(self, _NAMES.get(name, name), mine + value)

    def to_dict(self) -> dict[str, Any]:
        """Return the sums, ready for the journal of an output."""
        return {
            "unfinished": self.unfinished,
            "unsupported": self.unsupported,
            "noes": self.negative,
            "unknown": self.undecided,
            "seconds": round(self.seconds, 6),
            "counts": dict(self.counts),
            "remedies": dict(self.remedies),
        }

    @classmethod
    def of(cls, positions: int, totals: Mapping[str, Any]) -> Tally:
        """Return the sums of a run that goes on."""
        found = cls(positions)
        for name, value in totals.items():
            its = Counter(value) if isinstance(value, dict) else value
            setattr(found, _NAMES.get(name, name), its)
        return found


_NAMES = {"noes": "negative", "unknown": "undecided"}
"""Sums that have other names in journals."""


class Piece(NamedTuple):
    """A part of the answer to a chunk: what is written, and its sums.

    Where the sums are cut, a stop ended the answer early: nothing is written after it, so that
    what there is has no gaps.
    """

    payload: Payload
    tally: Tally


class Target(NamedTuple):
    """How answers are written: in which format, with which columns, and cells in which notation.

    Where a position is the only one, what is not supported ends the run.
    """

    form: Format
    columns: tuple[str, ...] | None = None
    notation: str = str(Notation.FRAMEWORK)
    is_alone: bool = False

    def shown(self, payload: Payload) -> Payload:
        """Return a text with its cells and moves as people want them."""
        if self.form.name != "text" or self.notation == Notation.FRAMEWORK:
            return payload
        text = for_people(bytes(payload.data).decode("utf-8", "surrogateescape"))  # type: ignore[arg-type] # of a text
        return payload._replace(data=text.encode("utf-8", "surrogateescape"))


@dataclass(frozen=True)
class Query:
    """What is asked of every chunk; the fields are what the answers depend on."""

    task: ClassVar[str] = ""
    """The command, or what takes its place, by which runs and tables are named."""

    def pieces(self, chunk: Any, target: Target, is_stopped: IsStopped) -> Iterator[Piece]:
        """Yield the answer to a chunk, in pieces; in a worker process, if there are several."""
        raise NotImplementedError

    def settings(self) -> dict[str, Any]:
        """Return what the answers depend on, by the names of the options."""
        asked = ((each.name, getattr(self, each.name)) for each in fields(self) if each.compare)
        return {name.replace("_", "-"): value for name, value in asked if value not in (None, ())}

    def files(self) -> tuple[str, ...]:
        """Return the files with which answers change."""
        return ()


@dataclass(frozen=True)
class AskedChunks:
    """Answers chunks for a target; it is what worker processes get."""

    query: Query
    target: Target

    def __call__(self, chunk: Any, is_stopped: IsStopped) -> Iterator[Piece]:
        """Yield the answer to a chunk, in pieces."""
        with notation(self.target.notation):
            yield from self.query.pieces(chunk, self.target, is_stopped)


@dataclass(frozen=True)
class BoardQuery(Query):
    """A question about every position, with a solver and a budget for each.

    Boards of one shape are asked together, at the kernel's speed, where a query knows how; what
    takes the kernel longer than a moment, and all other positions, are asked one by one.
    """

    default_seconds: ClassVar[float | None] = None
    """The limit of a position without any other."""
    has_masks: ClassVar[bool] = False
    is_bulky: ClassVar[bool] = False
    """Whether an answer that is no row of a table takes some kB."""
    is_slow: ClassVar[bool] = False
    """Whether a position takes seconds: then each is a chunk of its own."""
    is_quick: ClassVar[bool] = False
    """Whether boards may be asked together."""

    solver: str = "auto"
    seconds: float | None = None
    nodes: int | None = None

    def answer(self, state: SudokuState, budget: Budget) -> Answer:
        """Answer for one position."""
        raise NotImplementedError

    def together(self, packed: Packed, budget: Budget, target: Target) -> KernelAnswers | None:
        """Answer for the boards of a chunk; None where each is asked alone, or if stopped."""
        return None

    def alone(self, state: SudokuState, is_stopped: IsStopped) -> Answer:
        """Answer for one position within its budget."""
        with starting_within(self.seconds):
            return self.answer(state, self.budget(is_stopped))

    def budget(self, is_stopped: IsStopped) -> Budget:
        """Return the budget of a position."""
        is_free = self.seconds is None and self.nodes is None
        seconds = self.default_seconds if is_free else self.seconds
        return Budget(seconds, self.nodes, is_stopped)

    def sizes(self, form: Format) -> str:
        """Return how large chunks are, which does not depend on the machine."""
        if self.is_slow:
            return "single"
        if not self.is_quick or self.solver not in ("auto", "native"):
            return "slow"
        return "bulky" if self.is_bulky and form.name in ("json", "jsonl") else "quick"

    def files(self) -> tuple[str, ...]:
        """Return the file of a solver of the user's own."""
        return files_of(self.solver)

    def pieces(self, chunk: Chunk, target: Target, is_stopped: IsStopped) -> Iterator[Piece]:
        """Yield the answers to a chunk, in pieces."""
        from bombe.boards.sudoku.packed import Packed  # one position needs no chunks

        for run in chunk.runs():
            asked = self._together(run, target, is_stopped) if isinstance(run, Packed) else None
            for piece in asked or self._one_by_one(run, target, is_stopped):
                yield piece
                if piece.tally.is_cut:
                    return

    def _together(
        self, packed: Packed, target: Target, is_stopped: IsStopped
    ) -> Iterator[Piece] | None:
        """Return the answers about boards that were asked together; None if that cannot be."""
        is_native = self.solver in ("auto", "native")
        if not is_native or not (self.seconds is None or self.seconds >= MOMENT):
            return None
        with notation(Notation.FRAMEWORK):  # lines are rewritten for people once, below
            found = self.together(packed, Budget(nodes=self.nodes, stop=is_stopped), target)
            if found is None:
                return None
            records = target.form.together(found, target.columns, is_stopped)
        return None if records is None else self._filled(found, records, target, is_stopped)

    def _filled(
        self,
        found: KernelAnswers,
        records: Sequence[Payload],
        target: Target,
        is_stopped: IsStopped,
    ) -> Iterator[Piece]:
        """Yield the records of the kernel, with those of the other boards in their places."""
        sums = Tally()
        sums.seconds, sums.negative, sums.counts = found.seconds, found.negative, found.sums
        for at, payload in enumerate(records):
            if at:
                sums = Tally()
                yield self._piece(_entry(found.packed, found.alone[at - 1]), target, is_stopped)
            sums.positions = payload.records
            yield Piece(target.shown(payload), sums)

    def _one_by_one(
        self, run: Packed | Entry, target: Target, is_stopped: IsStopped
    ) -> Iterator[Piece]:
        from bombe.boards.sudoku.packed import Packed

        if not isinstance(run, Packed):
            yield self._piece(run, target, is_stopped)
            return
        for index in range(run.size):
            yield self._piece(_entry(run, index), target, is_stopped)

    def _piece(self, entry: Entry, target: Target, is_stopped: IsStopped) -> Piece:
        """Return the answer for one position."""
        if is_stopped():
            return Piece(_NOTHING, Tally(is_cut=True))
        try:
            found = self.alone(entry.state, is_stopped)
        except SolverFaultError:
            raise
        except (InputError, UnsupportedError) as error:  # of this position: others have answers
            if target.is_alone:
                raise
            return _unsupported(entry, str(error), target)
        if is_stopped() and not found.result.final:
            return Piece(_NOTHING, Tally(is_cut=True))
        line = found.result.with_claim(found.line)
        payload = target.form.answers(found.results, line, str(entry.place), target.columns)
        return Piece(payload, found.tally())


def _unsupported(entry: Entry, problem: str, target: Target) -> Piece:
    """Return what is said of a position that nobody can answer for, where there is a place."""
    source, form = str(entry.place), target.form
    line, note = f"{source}: {problem}", Tally(1)
    note.unsupported = 1
    if form.name == "text":
        return Piece(target.shown(form.texts([line])), note)
    if form.has_columns or not form.is_text:
        note.messages = (line,)
        return Piece(_NOTHING, note)
    return Piece(form.records([{"source": source, "error": problem}]), note)


def _entry(packed: Packed, index: int) -> Entry:
    from bombe.boards.sudoku.entries import Entry
    from bombe.boards.sudoku.state import SudokuState

    return Entry(SudokuState(packed.board(index)), packed.place(index))


def files_of(solver: str | None) -> tuple[str, ...]:
    """Return the file of a solver of the user's own: answers change with it."""
    name = (solver or "").removeprefix(CONFIRMED)
    module, is_module, _ = name.partition(".py:")
    if is_module:
        return (f"{module}.py",)
    kind, _, command = name.partition(":")
    from bombe.solvers.foreign.places import PROGRAM  # which takes a while

    if kind != PROGRAM:
        return ()
    import shlex

    try:
        return tuple(shlex.split(command)[:1])
    except ValueError:
        return ()  # who starts the solver says what is wrong
