"""One turn of an agent, in whichever process: proposals become plain values, errors words."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import BombeError, OutOfBudgetError
from bombe.boards.game import Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bombe.agents.contract import AnyAgent, Clock
    from bombe.boards.game import AnyGame, AnyMove, AnyState

LONGEST_TEXT = 200
EXIT_GRACE_SECONDS = 0.2
"""How long a process that has closed its channel may take to end by itself."""


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
    agent: AnyAgent, state: AnyState, clock: Clock, report: Callable[[object], None]
) -> Trouble | None:
    """Let an agent think, and report each proposal that is made in time, as it is made.

    After the last of its nodes an agent may still propose what it found: that is not searching.
    """
    try:
        proposals = iter(agent.choose(state, clock))
        for proposal in proposals:
            if clock.seconds_left == 0:
                break
            report(proposal)
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


def plain_proposal(game: AnyGame, proposal: object) -> AnyMove | str:
    """Return a proposal as a move of the game; anything else as a short text."""
    try:
        return game.move(proposal)
    except Exception:  # noqa: BLE001 - the numbers' classes may be the agent's, and raise anything
        return shown(proposal)


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
