"""An explanation: what was asked, the answer, the chain that shows it, and the core.

The texts of explanations are made in bombe.analysis.why.sentences; what is asked and found, in
bombe.analysis.why.question.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.results import BoardResult
from bombe.analysis.schema import ABSENT, FLAG, INTEGER, LIST, MOVE, TEXT, TEXTS, Field
from bombe.analysis.why.ratings import level_words
from bombe.analysis.why.refutation import Question, Rating, plain_cells
from bombe.analysis.why.sentences import listed, phrase, sentence, story
from bombe.analysis.why.walk import chain_dict
from bombe.boards.sudoku.notation import Notation, Spelling, cell_text, move_text
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.verdicts.judging import Skip
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
        if self.kind is WhyKind.BOMB or self.refuted.fact is not None:
            return self._story()
        return phrase("answer", "no solution", story=self._story())

    def _story(self) -> str:
        """Return the refutation in words; "" if there is none."""
        if self.refutation is None:
            return ""
        return story(self.board.shape, self.refuted, self.refutation)

    def answer(self) -> str:
        """Return the answer in a few words."""
        place = self.cell or (self.move and self.move[:2]) or (0, 0)
        return phrase(
            *("answer", self.kind, self._answer_key()),
            cell=cell_text(*place, Notation.R1C1),
            value=self.move and self.move.value,
            values=self.values,
            untold="" if self.refutation else phrase("answer", "untold"),
        )

    def _answer_key(self) -> str:
        """Return which of the answers to such a question it is."""
        if self.verdict is not Verdict.NO:
            return str(self.verdict.value)
        if self.kind is WhyKind.FORCED:
            return "no" if self.values else "no value"
        if self.kind is WhyKind.BOARD:
            one = "one" if self.final else "no"
            return "more" if len(self.witnesses) > 1 else one
        return "no"

    def rating_words(self) -> str:
        """Return in a few words how hard it is to see; "" if nothing is refuted.

        "or fewer" says that a chain of fewer steps was not ruled out.
        """
        if self.refutation is None:
            return ""
        level, depth, steps = self.refutation.rating
        is_open = steps > 1 and not self.refutation.is_shortest
        return phrase(
            *("rating", "words"),
            level=level,
            seen=level_words(level, in_full=True),
            deep=phrase("rating", "deep", depth=depth) if depth > 1 else "",
            steps=phrase("rating", "steps", steps=steps) if steps else "",
            fewer=phrase("rating", "fewer") if is_open else "",
        )

    def core_words(self) -> str:
        """Return in a sentence which filled cells alone do it; "" if that is not known."""
        if self.core is None:
            return ""
        many = len(self.core.cells)
        if not many:
            return phrase("core", "none")
        fact, is_not = self.refuted
        does = "board" if fact is None else "is not" if is_not else "is"
        named = listed(self._named(self.core))
        return phrase(
            *("core", "words"),
            which=phrase("core", "which", cells=many) if many > FEW else named,
            does=phrase("core", "does", does, cells=many),
            fewest=self._fewest_words(self.core),
            listing=phrase("core", "listing", cells=named) if many > FEW else "",
        ) + self._others_words(self.cores[1:])

    def _named(self, core: Core) -> list[str]:
        return Spelling(self.board.shape).cells(core.cells)

    def _fewest_words(self, core: Core) -> str:
        """Return how few cells would do."""
        if len(core.cells) == 1:
            return ""
        kind = "at least" if core.kind == "at_most" and core.at_least else str(core.kind)
        return phrase("core", kind.replace("_", " "), least=core.at_least)

    def _others_words(self, cores: Sequence[Core]) -> str:
        """Return the other cores, of those that were asked for; of many the first ones."""
        if not cores:
            return ""
        sets = [f"({listed(self._named(core))})" for core in cores[:MOST_LISTED]]
        if len(cores) > MOST_LISTED:
            sets.append(phrase("core", "more", number=len(cores) - MOST_LISTED))
        return phrase("core", "others", number=len(cores), sets=sets)

    def stakes_words(self) -> str:
        """Return in a sentence what the bomb is worth as a skip; "" if that is not known."""
        if self.stakes is None:
            return ""
        skip, empties, bombs = self.stakes.skip, self.stakes.empties, self.stakes.bombs
        killers = [move_text(move, Notation.R1C1) for move in skip.killers]
        killed = phrase("stakes", "no killer")
        if killers:
            killed = phrase("stakes", "kill", killers=killers, many=len(killers))
        worth = phrase("stakes", skip.verdict)
        fields = {"empties": empties, "bombs": bombs, "killed": killed}
        return phrase("stakes", "words", worth=worth, **fields)

    def summary(self) -> str:
        """Return in one sentence the answer and how hard it is to see."""
        rated = self.rating_words()
        return f"{self.answer()} ({rated})" if rated else self.answer()

    def __str__(self) -> str:
        """Return all that is known, in words."""
        phrase = sentence(self.summary()), self._story(), self.core_words(), self.stakes_words()
        return "\n".join(filter(None, [*phrase, *self.remarks]))

    def to_row(self) -> dict[str, Any]:
        """Return the plain values with the answers to all kinds of questions, None if not asked."""
        return {**dict.fromkeys(_ANSWERS.values()), **super().to_row()}


_ANSWERS = {
    WhyKind.BOMB: "is_bomb",
    WhyKind.FORCED: "is_forced",
    WhyKind.BOARD: "is_unsolvable",
}
