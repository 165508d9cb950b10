"""An explanation: what was asked, the answer, the chain that shows it, and the core.

The texts of explanations are made in bombe.analysis.why.words; what is asked and found, in
bombe.analysis.why.asking.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.results import BoardResult
from bombe.analysis.why.ratings import level_words
from bombe.analysis.why.refutation import Question, Rating, plain_cells
from bombe.analysis.why.walk import chain_dict
from bombe.analysis.why.words import listed, sentence, story, told
from bombe.boards.sudoku.notation import Notation, Spelling, cell_text, move_text
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
        return told("answer", "no solution", story=self._story())

    def _story(self) -> str:
        """Return the refutation in words; "" if there is none."""
        if self.refutation is None:
            return ""
        return story(self.board.shape, self.refuted, self.refutation)

    def answer(self) -> str:
        """Return the answer in a few words."""
        place = self.cell or (self.move and self.move[:2]) or (0, 0)
        return told(
            *("answer", self.kind, self._answer_key()),
            cell=cell_text(*place, Notation.R1C1),
            value=self.move and self.move.value,
            values=self.values,
            untold="" if self.refutation else told("answer", "untold"),
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
        return told(
            *("rating", "words"),
            level=level,
            seen=level_words(level, in_full=True),
            deep=told("rating", "deep", depth=depth) if depth > 1 else "",
            steps=told("rating", "steps", steps=steps) if steps else "",
            fewer=told("rating", "fewer") if is_open else "",
        )

    def core_words(self) -> str:
        """Return in a sentence which filled cells alone do it; "" if that is not known."""
        if self.core is None:
            return ""
        many = len(self.core.cells)
        if not many:
            return told("core", "none")
        fact, is_not = self.refuted
        does = "board" if fact is None else "is not" if is_not else "is"
        named = listed(self._named(self.core))
        return told(
            *("core", "words"),
            which=told("core", "which", cells=many) if many > FEW else named,
            does=told("core", "does", does, cells=many),
            fewest=self._fewest_words(self.core),
            listing=told("core", "listing", cells=named) if many > FEW else "",
        ) + self._others_words(self.cores[1:])

    def _named(self, core: Core) -> list[str]:
        return Spelling(self.board.shape).cells(core.cells)

    def _fewest_words(self, core: Core) -> str:
        """Return how few cells would do."""
        if len(core.cells) == 1:
            return ""
        kind = "at least" if core.kind == "at_most" and core.at_least else str(core.kind)
        return told("core", kind.replace("_", " "), least=core.at_least)

    def _others_words(self, cores: Sequence[Core]) -> str:
        """Return the other cores, of those that were asked for; of many the first ones."""
        if not cores:
            return ""
        sets = [f"({listed(self._named(core))})" for core in cores[:MOST_LISTED]]
        if len(cores) > MOST_LISTED:
            sets.append(told("core", "more", number=len(cores) - MOST_LISTED))
        return told("core", "others", number=len(cores), sets=sets)

    def stakes_words(self) -> str:
        """Return in a sentence what the bomb is worth as a skip; "" if that is not known."""
        if self.stakes is None:
            return ""
        skip, empties, bombs = self.stakes.skip, self.stakes.empties, self.stakes.bombs
        killers = [move_text(move, Notation.R1C1) for move in skip.killers]
        killed = told("stakes", "no killer")
        if killers:
            killed = told("stakes", "kill", killers=killers, many=len(killers))
        worth = told("stakes", skip.verdict)
        fields = {"empties": empties, "bombs": bombs, "killed": killed}
        return told("stakes", "words", worth=worth, **fields)

    def summary(self) -> str:
        """Return in one sentence the answer and how hard it is to see."""
        rated = self.rating_words()
        return f"{self.answer()} ({rated})" if rated else self.answer()

    def __str__(self) -> str:
        """Return all that is known, in words."""
        told = sentence(self.summary()), self._story(), self.core_words(), self.stakes_words()
        return "\n".join(filter(None, [*told, *self.remarks]))

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of an explanation."""
        shape, found = self.board.shape, self.refutation
        level, depth, steps = self.rating or (None, None, None)
        return {
            "question": str(self.kind),
            "move": None if self.move is None else list(self.move),
            "cell": None if self.cell is None else list(self.cell),
            _ANSWERS[self.kind]: _BOOLEANS[self.verdict],
            "rating": level,
            "depth": depth,
            "steps": steps,
            "chain_kind": found and ("shortest" if found.is_shortest else "short"),
            **(chain_dict(shape, found) if found else {"chain": None, "end": None}),
            "core": self.core and plain_cells(shape, self.core.cells),
            "core_kind": self.core and str(self.core.kind),
            "core_at_least": self.core and self.core.at_least,
            "cores": [plain_cells(shape, core.cells) for core in self.cores],
            "values": list(self.values),
            "witness": self.witness and board_line(self.witness),
            "witnesses": [board_line(witness) for witness in self.witnesses],
            "stakes": self.stakes and self.stakes.to_dict(),
            "remarks": list(self.remarks),
            "text": self.text,
        }

    def to_row(self) -> dict[str, Any]:
        """Return the plain values with the answers to all kinds of questions, None if not asked.

        Where a list or its parts have no place in a table there is a text: of what is asked and of
        the core, counted from 0, of the kind of absurdity, and of the worth as a skip.
        """
        values: dict[str, Any] = dict.fromkeys(_ANSWERS.values()) | self.to_dict()
        values |= {name: values[name] and _text(values[name]) for name in ("move", "cell")}
        return values | {
            "core": [_text(cell) for cell in values["core"] or ()],
            "end": self.refutation and str(self.refutation.end.kind),
            "stakes": self.stakes and str(self.stakes.skip.verdict),
        }


_ANSWERS = {
    WhyKind.BOMB: "is_bomb",
    WhyKind.FORCED: "is_forced",
    WhyKind.BOARD: "is_unsolvable",
}
_BOOLEANS = {Verdict.YES: True, Verdict.NO: False, Verdict.UNKNOWN: None}


def _text(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
