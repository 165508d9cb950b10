"""Boards as answers: positions that are rewritten in another format, and boards that are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from bombe.analysis.generate.hard import mean_guesses
from bombe.analysis.generate.kinds import generate
from bombe.analysis.runs.formats import by_suffix, format_named, name_of_suffix
from bombe.analysis.runs.query import Piece, Query, Tally, files_of
from bombe.boards import Board, Shape, SudokuState, state_of
from bombe.boards.errors import BombeError, OutOfBudgetError, UsageError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.formats import Format as BoardFormat
from bombe.boards.sudoku.formats.losses import losses
from bombe.boards.sudoku.reading import writer_of
from bombe.solvers import Budget
from bombe.solvers.foreign.starting import starting_within

if TYPE_CHECKING:
    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.query import IsStopped, Target
    from bombe.boards.sudoku.chunks import Chunk, SeedChunk


class BoardsForm(NamedTuple):
    """How boards are written: in which format of boards, and in which a file has many of them."""

    format: BoardFormat
    form: Format

    @classmethod
    def of(cls, name: str | None, output: str | None, *, usual: str = "") -> Self:
        """Return what an option names, or else the suffix of the output, or what is usual."""
        written = [known for known in formats.FORMATS if known.is_written]
        names = {s: each.name for each in written for s in (f".{each.name}", *each.suffixes)}
        named = name or by_suffix(output or "", names, usual)
        if not named:
            known = ", ".join(sorted(names))
            raise UsageError(f"no format to write: give --to NAME, or -o FILE with one of {known}")
        found = formats.get(named)
        is_document = found.name == "json" and name_of_suffix(output or "") == "json"
        return cls(found, format_named("json" if is_document else "text"))


@dataclass(frozen=True)
class ConvertQuery(Query):
    """Positions in a format of boards, with this alphabet."""

    task: ClassVar[str] = "convert"

    to: str = ""
    sign: bool = False
    symbols: str | None = None

    def writer(self) -> Callable[[SudokuState], str]:
        """Return the function that writes a position; raise UsageError if it cannot be so."""
        return writer_of(formats.get(self.to), sign=self.sign, symbols=self.symbols)

    def settings(self) -> dict[str, object]:
        """Return the settings; the alphabet follows from that of the boards."""
        return {"to": self.to, "sign": self.sign}

    def pieces(self, chunk: Chunk, target: Target, is_stopped: IsStopped) -> Iterator[Piece]:
        """Yield the texts of a chunk; raise what one of its positions is refused for."""
        write, form = self.writer(), formats.get(self.to)
        texts: list[str] = []
        note, refused = Tally(), None
        try:
            for entry in chunk.entries():
                if is_stopped():
                    note.is_cut = True
                    break
                lost = losses(entry.state, form, is_signed=self.sign)
                texts.append(write(entry.state).rstrip("\n"))
                note.counts.update(lost)
        except BombeError as error:
            refused = error
        note.positions = len(texts)
        yield Piece(target.form.texts(texts), note)
        if refused is not None:
            raise refused


@dataclass(frozen=True)
class GenerateQuery(Query):
    """Boards from seeds, of a shape and a kind, in a format of boards."""

    task: ClassVar[str] = "generate"

    shape: str = ""
    format: str = "line"
    kind: str = "irreducible"
    givens: int | None = None
    empties: int | None = None
    bombs: int | None = None
    solutions: int | None = None
    guesses: int | None = None
    solver: str = "auto"
    seconds: float | None = None
    nodes: int | None = None

    def files(self) -> tuple[str, ...]:
        """Return the file of a solver of the user's own."""
        return files_of(self.solver)

    def pieces(self, chunk: SeedChunk, target: Target, is_stopped: IsStopped) -> Iterator[Piece]:
        """Yield each board; raise OutOfBudgetError for a seed without one."""
        write = formats.get(self.format).write
        for seed in chunk.seeds:
            try:
                board = self._board(seed, is_stopped)
            except OutOfBudgetError as error:
                if is_stopped():
                    yield Piece(target.form.texts([]), Tally(is_cut=True))
                    return
                raise OutOfBudgetError(f"no board from seed {seed}: {error}") from None
            note = Tally(1)
            note.messages = (*self._missed(board, seed),)
            yield Piece(target.form.texts([write(state_of(board)).rstrip("\n")]), note)

    def _board(self, seed: int, is_stopped: IsStopped) -> Board:
        with starting_within(self.seconds):
            return generate(
                Shape.parse(self.shape),
                seed=seed,
                budget=Budget(self.seconds, self.nodes, is_stopped),
                kind=self.kind,
                givens=self.givens,
                empties=self.empties,
                bombs=self.bombs,
                solutions=self.solutions,
                guesses=self.guesses,
                solver=self.solver,
            )

    def _missed(self, board: Board, seed: int) -> Iterator[str]:
        """Yield what to say if a board has more givens, or takes fewer guesses, than requested."""
        if self.givens is not None and board.givens > self.givens:
            yield (
                f"seed {seed}: {board.givens} givens, not {self.givens}: none of them can be "
                "removed; try other seeds"
            )
        if self.guesses is not None and (taken := mean_guesses([board])) < self.guesses:
            yield f"seed {seed}: {taken:.0f} guesses, not {self.guesses}: try other seeds"
