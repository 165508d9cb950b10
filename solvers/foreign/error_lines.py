"""An error of foreign code as one line: the place in its file, the kind of error, its message."""

from __future__ import annotations

import contextlib
import sysconfig
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.boards.errors import OutOfBudgetError, SolverFaultError, UnsupportedError
from bombe.boards.sudoku.symbols import board_line
from bombe.boards.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Board

MOST = 200
"""How many characters of an object or a message of foreign code are shown."""
_LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
_OURS = {"bombe", "importlib", "__main__", "runpy", "contextlib"}


@contextlib.contextmanager
def naming_solver(solver: str, board: Board | None = None) -> Iterator[None]:
    """Raise SolverFaultError for what foreign code raises; budgets and refusals pass."""
    try:
        yield
    except (OutOfBudgetError, UnsupportedError, SolverFaultError):
        raise
    except (Exception, SystemExit) as error:
        raise SolverFaultError(
            solver, f"fails: {error_line(error)}", board_in_words(board)
        ) from error


def error_line(error: BaseException) -> str:
    """Return FILE:LINE, the kind of error and its message, on one line."""
    if isinstance(error, SystemExit):
        what = f"it calls sys.exit({words_of(error.code)})"
    else:
        what = f"{type(error).__name__}: {cut(_message(error))}".removesuffix(": ")
    return f"{place}: {what}" if (place := _place(error)) else what


def words_of(thing: object) -> str:
    """Return an object of foreign code as a short text, whatever its `repr` does."""
    try:
        return cut(repr(thing))
    except Exception:  # noqa: BLE001 - the class is not ours: it may raise anything
        return f"a {type(thing).__name__} that cannot be shown"


def cut(text: str) -> str:
    """Return a text on one line, cut where it is long, without control characters."""
    line = " ".join(text[: 10 * MOST].split())
    plain = visible(line)
    return plain if len(plain) <= MOST else f"{plain[:MOST]}..."


def board_in_words(board: Board | None) -> str:
    """Return a board as errors show it."""
    return "" if board is None else board_line(board)


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return str(error.msg)
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - the class is not ours: it may raise anything
        return "its message cannot be shown"


def _place(error: BaseException) -> str:
    """Return the last line of foreign code on the way to an error; "" if there is none."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    steps = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] not in _OURS
    ]
    own = [step for step in steps if not step[0].startswith((*_LIBRARIES, "<"))]
    file, line = (own or steps or [("", 0)])[-1]
    return f"{_near(file)}:{line}" if file else ""


def _near(file: str) -> str:
    """Return a file in the current folder by its name alone."""
    with contextlib.suppress(ValueError, OSError):
        return str(Path(file).relative_to(Path.cwd()))
    return file
