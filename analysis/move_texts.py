"""Moves as JSON, [row, column, value], with a comma between two: most of what an audit writes.

The kernel writes the moves of a board from a table of texts; without it, Python picks them there.
"""

from __future__ import annotations

import functools
from itertools import compress
from typing import TYPE_CHECKING

from bombe.boards import Shape
from bombe.boards.sudoku.board import all_moves
from bombe.solvers import native
from bombe.solvers.codes import IS_NO, IS_UNKNOWN, IS_YES, NO, UNKNOWN, YES

if TYPE_CHECKING:
    from bombe.solvers.native.records import Steps

_SEPARATOR = ", "


def texts_of(shape: Shape, codes: bytes) -> list[str]:
    """Return the moves of a board that are safe, bombs, and undecided."""
    if not native.is_available():
        texts = move_texts(shape.size)
        flags = map(codes.translate, (IS_YES, IS_NO, IS_UNKNOWN))
        return [_SEPARATOR.join(compress(texts, these)) for these in flags]
    # Imported when it is asked for: most audits are not written.
    from bombe.solvers.native.records import render

    record, _ = render(_steps(shape.size), shape, 1, verdicts=codes) or (b"", ())
    return record.decode("ascii").split("\n")


@functools.cache
def move_texts(size: int) -> tuple[str, ...]:
    """Return every move of a board, in order."""
    return tuple(str([*move]) for move in all_moves(size))


@functools.cache
def _steps(size: int) -> Steps:
    """Return the three lists as a record."""
    from bombe.solvers.native.records import Steps, moves, table

    texts = table(text + _SEPARATOR for text in move_texts(size))
    safe, bombs, undecided = (moves(code, texts, len(_SEPARATOR)) for code in (YES, NO, UNKNOWN))
    return Steps([safe, b"\n", bombs, b"\n", undecided])
