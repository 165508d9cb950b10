"""What the puzzle of a link may be: plain Sudoku; anything more is refused by its name.

Pages for variants of Sudoku describe a puzzle by an object with a key for each kind of rule. A key
that we do not know is a rule that we would break, so only those that say nothing are passed over:
empty ones, names and credits, and what players draw for themselves.
"""

from __future__ import annotations

import re
from typing import Any

from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.shape import MAX_SIZE, Shape

_SENTENCE = re.compile(r"[.;!\n]+")
_PLAIN = re.compile(
    r"(?:(?:all |the )?(?:normal|standard|regular|classic|usual) (?:\d+x\d+ )?sudoku(?: rules)?"
    r"(?: apply)?"
    r"|(?:fill|complete) (?:in )?the (?:grid|board).*"
    r"|(?:place|put|enter) (?:the |each )?(?:digits?|numbers?) .*"
    r"|no rules provided for this puzzle|please check the related video or website for rules)"
)
_MORE = re.compile(
    r"cage|thermo|arrow|king|knight|diagonal|killer|kropki|consecutive|whisper|renban|palindrome"
    r"|sandwich|adjacent|neighbou?r|line|sum|odd|even|extra|clone|window|fog"
)


class UnplayableError(ValueError):
    """A puzzle that no position of Bombe can hold; `problem` and `remedy` say why."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.problem, self.remedy = problem, remedy


def refuse_rules(document: dict[str, Any], harmless: frozenset[str], what: str) -> None:
    """Raise UnplayableError for the first key that says something and is not known as harmless."""
    for key, value in document.items():
        if key not in harmless and says_something(value):
            raise UnplayableError(
                f"{what} has {key[:40]!r}", "Bombe plays plain Sudoku only: take a puzzle without"
            )


def says_something(value: Any) -> bool:
    """Return whether a value is more than an empty one, or an object of empty ones."""
    if isinstance(value, dict):
        return any(map(says_something, value.values()))
    if isinstance(value, list):
        return any(map(says_something, value))
    return value not in (None, False, "", 0)


def refuse_words(rules: Any) -> None:
    """Raise UnplayableError for rules in words that are not those of plain Sudoku."""
    lines = rules if isinstance(rules, list) else [rules]
    for line in lines:
        for sentence in _SENTENCE.split(str(line or "").lower()):
            words = " ".join(sentence.split())
            if words and (not _PLAIN.fullmatch(words) or _MORE.search(words)):
                raise UnplayableError(
                    f"its rules say {words[:60]!r}",
                    "Bombe plays plain Sudoku only; if that is what is meant, copy the board "
                    "itself",
                )


def size_of(rows: Any, stated: Any) -> int:
    """Return N for a list of N rows of N cells, if the link `stated` no other size."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_SIZE:
        raise UnplayableError("its grid is no list of rows", "copy the whole link again")
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(rows):
            count = len(row) if isinstance(row, list) else "no"
            raise UnplayableError(
                f"row {number} has {count} cells, but there are {len(rows)} rows",
                "Bombe plays on square boards only",
            )
        if wrong := [column for column, cell in enumerate(row) if not isinstance(cell, dict)]:
            problem = f"cell ({number},{wrong[0]}) is no object"
            raise UnplayableError(problem, "copy the whole link again")
    if says_something(stated) and stated not in (len(rows), str(len(rows))):
        problem = f"its size is {str(stated)[:20]!r}, but its grid has {len(rows)} rows"
        raise UnplayableError(problem, "copy the whole link again")
    return len(rows)


def value_of(value: Any, size: int, cell: int) -> int:
    """Return a value of a cell, 0 if there is none; numbers may be texts."""
    if value in (None, "", 0, "0") and not isinstance(value, bool):
        return 0
    number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
    if type(number) is not int or not 1 <= number <= size:
        row, column = divmod(cell, size)
        raise UnplayableError(
            f"({row},{column}) holds {str(value)[:20]!r}", f"values are numbers from 1 to {size}"
        )
    return number


def shape_of(labels: list[Any], size: int, wanted: Shape | None) -> Shape:
    """Return the shape whose boxes the labels of the cells are; with no labels, the usual one."""
    if wanted and wanted.size != size:
        problem = f"it has {size} rows, but {wanted} was asked for"
        raise UnplayableError(problem, "leave the shape to the link")
    if all(label is None for label in labels):
        return wanted or Shape.of_size(size)
    for m in range(1, size + 1):
        if size % m == 0 and _are_boxes(labels, shape := Shape(m, size // m)):
            return shape
    raise UnplayableError("its regions are no boxes of one size", "take a puzzle without jigsaw")


def board_of(values: list[int], shape: Shape, wanted: Shape | None) -> Board:
    """Return the board, if it has the shape that was asked for."""
    if wanted not in (None, shape):
        raise UnplayableError(
            f"it has shape {shape}, but {wanted} was asked for", "leave the shape to the link"
        )
    return Board(shape, bytes(values))


def _are_boxes(labels: list[Any], shape: Shape) -> bool:
    found = [{labels[cell] for cell in box} for box in shape.geometry.boxes]
    return all(len(box) == 1 for box in found) and len(set().union(*found)) == shape.size
