"""One turn of an agent, in whichever process: proposals become plain values, errors words."""

from __future__ import annotations

import contextlib
import operator
import os
import sys
import traceback
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.dots.state import Line
from bombe.boards.errors import BombeError, OutOfBudgetError
from bombe.boards.record import Termination
from bombe.boards.sudoku.board import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bombe.agents.arena.seats import Limit
    from bombe.agents.contract import Agent, Clock
    from bombe.boards.dots.state import Kind
    from bombe.boards.game import AnyState

LONGEST_TEXT = 200
LARGEST = 10**18
"""Numbers beyond are cut to it: no board has them, and not every JSON reader takes them."""
LAST_BREATH = 0.2
"""Seconds for which a process that has hung up may still be ending by itself."""
_KINDS: dict[object, Kind] = {"h": "h", "v": "v"}


class Trouble(NamedTuple):
    """What went wrong, CRASH or MEMORY, and in words."""

    ending: Termination
    detail: str


NO_MEMORY = Trouble(Termination.MEMORY, "took more memory than it may")


class Contained(Trouble):
    """Trouble that left the process that tells of it as good as it was."""


class TroubleError(BombeError):
    """Trouble that has been told already: raised where a turn ran in a process of its own."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.detail)
        self.trouble = Contained(*trouble)


def think(
    agent: Agent, state: AnyState, limit: Limit, clock: Clock, tell: Callable[[object], None]
) -> Trouble | None:
    """Let an agent think, and tell each proposal that comes in time, as it comes.

    After the last of its nodes an agent may still say what it found: that is no search.
    """
    try:
        proposals = iter(agent.choose(state, clock))
        for proposal in proposals:
            if limit.seconds is not None and clock.seconds >= limit.seconds:
                break
            tell(proposal)
            if clock.is_over:
                break
        _finish(proposals)
    except OutOfBudgetError as error:
        return None if clock.is_over else trouble_of(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever an agent raises ends its turn
        return trouble_of(error)
    return None


def _finish(proposals: Iterator[object]) -> None:
    """Close a generator now, not when it is collected: its `finally` belongs to the turn."""
    if close := getattr(proposals, "close", None):
        close()


def trouble_of(error: BaseException, home: Path | None = None) -> Trouble:
    """Say what an error means, on one line; the traceback goes to stderr.

    With a `home`, of the frames only those in files of that folder are shown.
    """
    if isinstance(error, TroubleError):
        return error.trouble
    if isinstance(error, MemoryError):
        return NO_MEMORY
    told = traceback.TracebackException.from_exception(error)
    if home is not None:
        _keep_frames(told, f"{home}{os.sep}")
    with contextlib.suppress(Exception):  # the agent may have closed it
        sys.stderr.writelines(told.format())
    if isinstance(error, SystemExit):
        return Trouble(Termination.CRASH, f"called sys.exit({shown(error.code)}){_place(told)}")
    (line,) = list(told.format_exception_only())[-1:]
    text = " ".join(line.split())
    return Trouble(Termination.CRASH, f"{_cut(text)}{_place(told)}")


def _keep_frames(told: traceback.TracebackException | None, home: str) -> None:
    """Forget the frames of other files, also of the errors that led to this one."""
    while told is not None:
        kept = [frame for frame in told.stack if frame.filename.startswith(home)]
        told.stack = traceback.StackSummary.from_list(kept)
        if told.__context__ is not told.__cause__:
            _keep_frames(told.__context__, home)
        told = told.__cause__


def _place(told: traceback.TracebackException) -> str:
    if told.exc_type is not None and issubclass(told.exc_type, SyntaxError) and told.filename:
        return f", in line {told.lineno} of {told.filename}"
    frames = told.stack[-1:]
    return f", in line {frames[0].lineno} of {frames[0].filename}" if frames else ""


def plain_proposal(proposal: object) -> Move | Line | str:
    """Read three whole numbers as a move, `h` or `v` and two as a line; show anything else."""
    if isinstance(proposal, (tuple, list)) and len(proposal) == 3:
        first, *numbers = proposal
        with contextlib.suppress(Exception):  # the numbers' classes may be the agent's, too
            if kind := _KINDS.get(first):
                return Line(kind, *map(_whole, numbers))
            return Move(*map(_whole, proposal))
    return shown(proposal)


def _whole(number: object) -> int:
    return max(-LARGEST, min(LARGEST, operator.index(number)))  # type: ignore[arg-type] # checks


def shown(thing: object) -> str:
    """Show an agent's object as a short text, whatever its `repr` does."""
    try:
        return _cut(repr(thing))
    except Exception:  # noqa: BLE001 - the class is the agent's, and may raise anything
        return f"<{type(thing).__name__} that cannot be shown>"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."


def flush() -> None:
    """Write out what an agent has printed, if it has left us the means."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # it may have closed or replaced them
            stream.flush()
