"""An explanation: what was asked, the answer, the chain that shows it, and the core.

The texts of explanations are made in bombe.analysis.why.words; what is asked and found, in
bombe.analysis.why.asking.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.results import BoardResult, counted
from bombe.analysis.schema import ABSENT, FLAG, INTEGER, LIST, MOVE, TEXT, TEXTS, Field
from bombe.analysis.why.plain import chain_dict
from bombe.analysis.why.ratings import level_words
from bombe.analysis.why.refutation import Question, Rating, plain_cells
from bombe.analysis.why.words import cell_words, cells_words, listed, sentence, story
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.tempo.judging import Skip
    from bombe.analysis.why.cores import Core
    from bombe.analysis.why.refutation import Refutation
    from bombe.boards import Board, Move, SudokuState


FEW = 6
"""The most cells with which a sentence may begin."""
MOST_LISTED = 8
"""The most cores that are listed beside the first."""
_THE_BOARD = Question()


class WhyKind(enum.StrEnum):
    """What is asked: whether a move is a bomb, a cell forced, or a board without a solution."""

    BOMB = "bomb"
    FORCED = "forced"
    BOARD = "board"


@dataclass(frozen=True)
class Stakes:
    """What a bomb is worth as a skip, and the fills that kill it.

    `empties` and `bombs` are the numbers that the tempo law goes by.
    """

    skip: Skip
    empties: int
    bombs: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "verdict": str(self.skip.verdict),
            "killers": [list(move) for move in self.skip.killers],
            "empties": self.empties,
            "bombs": self.bombs,
        }


_BOOLEANS = {Verdict.YES: True, Verdict.NO: False, Verdict.UNKNOWN: None}


def _answer_to(kind: WhyKind) -> Callable[[Explanation], Any]:
    """Return what gets yes, no, or None for not known; ABSENT if another kind was asked."""
    return lambda found: _BOOLEANS[found.verdict] if found.kind is kind else ABSENT


@dataclass(frozen=True, repr=False)
class Explanation(BoardResult):
    """Why a move is a bomb, a cell is forced, or a board has no solution; or that it is not so.

    `verdict` answers what is asked. `move` is the move, or the value that the cell must have.
    `refutation` is None unless something is refuted, and where the budget ended before it was
    found. `witnesses` are solutions that show what can be: of a safe move one, of a cell one for
    each of its true `values`, of a board up to two. `core` is a smallest core, or the smallest that
    is known, and `cores` are all that were asked for. `remarks` are sentences on the circumstances.
    """

    schema = "bombe.why/1"
    fields = (
        Field("question", TEXT, "`bomb`, `forced` or `board`", lambda found: found.kind),
        Field("move", MOVE, "the move, or the value that the cell must have"),
        Field("cell", MOVE, "the cell that is asked about: row and column from 0"),
        Field("is_bomb", FLAG, "the move is a bomb", _answer_to(WhyKind.BOMB)),
        Field("is_forced", FLAG, "the cell is forced", _answer_to(WhyKind.FORCED)),
        Field("is_unsolvable", FLAG, "the board has no solution", _answer_to(WhyKind.BOARD)),
        Field("rating", INTEGER, "how hard it is to see, from 0", lambda found: found.level[0]),
        Field("depth", INTEGER, "how deep cases are nested", lambda found: found.level[1]),
        Field("steps", INTEGER, "deductions", lambda found: found.level[2]),
        Field("chain_kind", TEXT, "`shortest` or `short`"),
        Field("chain", LIST, "steps; JSON has each of them", lambda found: found.chain["chain"]),
        Field(
            "end",
            TEXT._replace(plain=dict),
            "the contradiction; a table has its kind",
            lambda found: found.chain["end"],
            row=lambda found: found.refutation and str(found.refutation.end.kind),
        ),
        Field(
            "core",
            TEXTS,
            "the cells of a smallest core",
            lambda found: found.core and plain_cells(found.board.shape, found.core.cells),
            row=lambda found: [
                ",".join(map(str, cell))
                for cell in plain_cells(found.board.shape, found.core.cells if found.core else ())
            ],
        ),
        Field(
            "core_kind",
            TEXT,
            "what is known of the core's size",
            lambda found: found.core and found.core.kind,
        ),
        Field(
            "core_at_least",
            INTEGER,
            "no core has fewer cells",
            lambda found: found.core and found.core.at_least,
        ),
        Field(
            "cores",
            LIST,
            "cores that were found",
            lambda found: [plain_cells(found.board.shape, core.cells) for core in found.cores],
        ),
        Field("values", LIST, "true values of the cell"),
        Field(
            "witness",
            TEXT,
            "a solution that shows that it is not so",
            lambda found: found.witness and board_line(found.witness),
        ),
        Field(
            "witnesses",
            TEXTS,
            "solutions that show what can be",
            lambda found: map(board_line, found.witnesses),
        ),
        Field(
            "stakes",
            TEXT._replace(plain=dict),
            "what the bomb is worth as a skip: `won`, `lost` or `open`",
            lambda found: found.stakes and found.stakes.to_dict(),
            row=lambda found: found.stakes and str(found.stakes.skip.verdict),
        ),
        Field("remarks", TEXTS, "sentences on circumstances"),
        Field("text", TEXT, "the explanation in words"),
    )

    state: SudokuState
    kind: WhyKind
    verdict: Verdict
    move: Move | None = None
    cell: tuple[int, int] | None = None
    refutation: Refutation | None = None
    refuted: Question = _THE_BOARD
    witnesses: tuple[Board, ...] = ()
    values: tuple[int, ...] = ()
    cores: tuple[Core, ...] = ()
    stakes: Stakes | None = None
    remarks: tuple[str, ...] = ()

    @property
    def is_bomb(self) -> bool | None:
        """Whether the move is a bomb; None if that is not known, or not what was asked."""
        return _BOOLEANS[self.verdict] if self.kind is WhyKind.BOMB else None

    @property
    def level(self) -> tuple[Any, ...]:
        """The level, depth and steps of the rating; None for each without one."""
        return self.rating or (None, None, None)

    @property
    def chain_kind(self) -> str | None:
        """Whether no chain is shorter; None without one."""
        if self.refutation is None:
            return None
        return "shortest" if self.refutation.is_shortest else "short"

    @property
    def chain(self) -> dict[str, Any]:
        """The steps of the refutation and its end, ready for JSON; None without one."""
        found = self.refutation
        return (
            {"chain": None, "end": None} if found is None else chain_dict(self.board.shape, found)
        )

    @property
    def rating(self) -> Rating | None:
        """How hard the refutation is to see."""
        return None if self.refutation is None else self.refutation.rating

    @property
    def core(self) -> Core | None:
        """A smallest core, or the smallest that is known."""
        return self.cores[0] if self.cores else None

    @property
    def witness(self) -> Board | None:
        """A solution that shows that the move is safe, or that the board is solvable."""
        return self.witnesses[0] if self.witnesses else None

    @property
    def text(self) -> str:
        """The explanation in words, of one or many lines."""
        if self.refutation is None:
            return sentence(self.answer())
        is_board = self.kind is not WhyKind.BOMB and self.refuted.fact is None
        return f"The board has no solution. {self._story()}" if is_board else self._story()

    def _story(self) -> str:
        """Return the refutation in words; "" if there is none."""
        if self.refutation is None:
            return ""
        return story(self.board.shape, self.refuted, self.refutation)

    def answer(self) -> str:
        """Return the answer in a few words."""
        if self.verdict is Verdict.UNKNOWN:
            asked = {
                "bomb": f"{self._subject()} is a bomb",
                "forced": f"{self._subject()} is forced",
            }
            what = asked.get(self.kind, "the board has a solution")
            return f"it is not known whether {what}: the budget ended before"
        return {
            WhyKind.BOMB: self._bomb_answer,
            WhyKind.FORCED: self._forced_answer,
            WhyKind.BOARD: self._board_answer,
        }[self.kind]()

    def _subject(self) -> str:
        """Return the move, the cell or the board that is asked about."""
        if self.kind is WhyKind.BOMB and self.move is not None:
            return f"{self.move.value} at {cell_words(self.board.shape, self._cell_of(self.move))}"
        if self.cell is not None:
            return cell_words(self.board.shape, self.board.shape.cell(*self.cell))
        return "the board"

    def _cell_of(self, move: Move) -> int:
        return self.board.shape.cell(move.row, move.column)

    def _bomb_answer(self) -> str:
        if self.verdict is Verdict.YES:
            return f"{self._subject()} is a bomb{self._untold()}"
        return f"{self._subject()} is safe: a solution has it there"

    def _forced_answer(self) -> str:
        if self.move is not None and self.verdict is Verdict.YES:
            return f"{self._subject()} must be {self.move.value}{self._untold()}"
        if not self.values:
            return f"{self._subject()} is not forced, for the board has no solution"
        return f"{self._subject()} is not forced: it can be {listed(self.values, 'or')}"

    def _board_answer(self) -> str:
        if self.verdict is Verdict.YES:
            return f"the board has no solution{self._untold()}"
        if len(self.witnesses) > 1:
            return "the board has more than one solution"
        return "the board has one solution" if self.final else "the board has a solution"

    def _untold(self) -> str:
        """Return that no chain was found in time, if that is so."""
        return "" if self.refutation else "; why was not found in time"

    def rating_words(self) -> str:
        """Return in a few words how hard it is to see; "" if nothing is refuted.

        "or fewer" says that a chain of fewer steps was not ruled out.
        """
        if self.refutation is None:
            return ""
        level, depth, steps = self.refutation.rating
        deep = f" {depth} deep" if depth > 1 else ""
        many = f", {counted(steps, 'step')}" if steps else ""
        fewer = " or fewer" if steps > 1 and not self.refutation.is_shortest else ""
        return f"rating {level}: {level_words(level, in_full=True)}{deep}{many}{fewer}"

    def core_words(self) -> str:
        """Return in a sentence which filled cells alone do it; "" if that is not known."""
        if self.core is None:
            return ""
        cells = self.core.cells
        if not cells:
            return "No filled cell is needed for that."
        named = cells_words(self.board.shape, cells)
        which = f"{len(cells)} filled cells" if len(cells) > FEW else named
        listing = f": {named}" if which != named else ""
        alone = f"{which} alone {self._do(len(cells))}{self._fewest_words()}{listing}."
        return alone + self._others_words()

    def _do(self, many: int) -> str:
        """Return what so many cells do."""
        if self.refuted.fact is None:
            return "leave no solution" if many > 1 else "leaves no solution"
        verb = "force" if self.refuted.is_not else "make"
        return f"{verb}{'s' * (many == 1)} it{'' if self.refuted.is_not else ' a bomb'}"

    def _fewest_words(self) -> str:
        """Return how few cells would do."""
        if self.core is None or len(self.core.cells) == 1:
            return ""
        if self.core.kind == "smallest":
            return ", and fewer do not"
        least = self.core.at_least
        return f", and at least {least} are needed" if least else ", and perhaps fewer do"

    def _others_words(self) -> str:
        """Return the other cores, of those that were asked for; of many the first ones."""
        others = [f"({cells_words(self.board.shape, core.cells)})" for core in self.cores[1:]]
        if not others:
            return ""
        hidden = len(others) - MOST_LISTED
        shown = [*others[:MOST_LISTED], *([f"{hidden} more"] if hidden > 0 else [])]
        sets = "Another set of as many does" if len(others) == 1 else "Other sets of as many do"
        return f" {sets}: {listed(shown)}."

    def stakes_words(self) -> str:
        """Return in a sentence what the bomb is worth as a skip; "" if that is not known."""
        if self.stakes is None:
            return ""
        skip, bombs, empties = self.stakes.skip, self.stakes.bombs, self.stakes.empties
        worth = _WORTH[str(skip.verdict)]
        numbers = f"empty cells: {empties}, bombs: {bombs}"
        killers = [f"r{row + 1}c{column + 1}={value}" for row, column, value in skip.killers]
        if not killers:
            return f"As a skip {worth} ({numbers}); no fill kills it."
        kill = "kills" if len(killers) == 1 else "kill"
        return f"As a skip {worth} ({numbers}); {listed(killers)} {kill} it."

    def summary(self) -> str:
        """Return in one sentence the answer and how hard it is to see."""
        rated = self.rating_words()
        return f"{self.answer()} ({rated})" if rated else self.answer()

    def __str__(self) -> str:
        """Return all that is known, in words."""
        told = sentence(self.summary()), self._story(), self.core_words(), self.stakes_words()
        return "\n".join(filter(None, [*told, *self.remarks]))

    def svg(self) -> str:
        """Return the picture of the steps, the core and the absurdity."""
        # Imported when it is drawn: most explanations are not.
        from bombe.analysis.drawing.why import sheet_of_explanation
        from bombe.analysis.drawing.why_svg import draw_svg

        return draw_svg(sheet_of_explanation(self))

    def to_row(self) -> dict[str, Any]:
        """Return the plain values with the answers to all kinds of questions, None if not asked."""
        return {**dict.fromkeys(_ANSWERS.values()), **super().to_row()}


_ANSWERS = {
    WhyKind.BOMB: "is_bomb",
    WhyKind.FORCED: "is_forced",
    WhyKind.BOARD: "is_unsolvable",
}
_WORTH = {"won": "it wins the tempo", "lost": "it loses the tempo", "open": "its worth is open"}
