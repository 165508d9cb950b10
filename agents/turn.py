"""One turn of an agent, in any process: proposals become plain values, errors become messages."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import traceback
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bombe.boards.errors import (
    BombeError,
    InputError,
    OutOfBudgetError,
    SolverMissingError,
    UnsupportedError,
    UsageError,
)
from bombe.boards.game import Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bombe.agents.contract import AnyAgent, Clock
    from bombe.boards.game import AnyGame, AnyMove, AnyState

MAX_REPR_CHARS = 200
MAX_MESSAGE_CHARS = 1000
CUT = "[cut: {}]\n"
"""What is recorded in the place of printed output that is not kept."""
EXIT_GRACE_SECONDS = 2.0
"""How long a process that has closed its channel may take to exit.

On a busy machine the exit is noticed late; without it, its code and reason are unknown.
"""


REFUSALS = {
    kind.__name__: kind for kind in (UsageError, InputError, SolverMissingError, UnsupportedError)
}
"""Bombe's own errors that an agent's options, files and packages may cause, by name."""
RAISED = "raised "
"""How the description of an error that is not one of Bombe's own begins."""


class Trouble(NamedTuple):
    """What went wrong: CRASH or MEMORY, a description, and which of REFUSALS was the cause."""

    ending: Termination
    detail: str
    cause: str = ""


NO_MEMORY = Trouble(Termination.MEMORY, "exceeded its memory limit")


class ContainedTrouble(Trouble):
    """Trouble that did not affect the process that reports it: it can be used again."""


class TroubleError(BombeError):
    """Carries trouble that is described already: that of a turn in a process of its own."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.detail)
        self.trouble = ContainedTrouble(*trouble)


def think(
    agent: AnyAgent, state: AnyState, clock: Clock, report: Callable[[object], None]
) -> Trouble | None:
    """Let an agent think, and report each proposal made in time, as it is made.

    An agent that has spent its last node may still propose what it found: that is not searching.
    """
    try:
        chosen = agent.choose(state, clock)
        if move := _returned_move(state.game, chosen):
            words = f"returned {move}: choose must yield its moves, as in `yield move`"
            return Trouble(Termination.CRASH, words)
        proposals = iter(chosen)
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


def _returned_move(game: AnyGame, chosen: object) -> str:
    """Return the move that an agent has returned instead of yielding it; "" if it has not."""
    move = "" if hasattr(chosen, "__next__") else plain_proposal(game, chosen)
    return "" if isinstance(move, str) else str(move)


def _finish(proposals: Iterator[object]) -> None:
    """Close a generator now, not when it is collected: its `finally` is part of the turn."""
    if close := getattr(proposals, "close", None):
        close()


def trouble_of(error: BaseException, home: Path | None = None) -> Trouble:
    """Describe an error on one line; the traceback goes to stderr.

    With a `home`, only the frames in files of that folder are shown. Bombe's own errors are shown
    without their class, and with a place only if that is in the agent's code.
    """
    if isinstance(error, TroubleError):
        return error.trouble
    if isinstance(error, MemoryError):
        return NO_MEMORY
    formatted = traceback.TracebackException.from_exception(error)
    if home is not None:
        _keep_frames(formatted, f"{home}{os.sep}")
    refused = _refusal(error, formatted.stack)
    with contextlib.suppress(Exception):  # the agent may have closed it
        sys.stderr.writelines(formatted.format())
    if isinstance(error, SystemExit):
        return Trouble(
            Termination.CRASH, f"called sys.exit({short_repr(error.code)}){_place(formatted)}"
        )
    if isinstance(error, BombeError):
        formatted.stack = traceback.StackSummary.from_list(_foreign_frames(error, formatted.stack))
        text = short(" ".join(str(error).split()), MAX_MESSAGE_CHARS)
        return Trouble(Termination.CRASH, f"{text}{refused or _place(formatted)}", _cause(error))
    (line,) = list(formatted.format_exception_only())[-1:]
    text = " ".join(line.split())
    cause = SolverMissingError.__name__ if _is_package_missing(error) else ""
    return Trouble(Termination.CRASH, f"{RAISED}{short(text)}{refused or _place(formatted)}", cause)


def _is_package_missing(error: BaseException) -> bool:
    """Return whether an import found no package; one of the agent's own was found before."""
    name = (error.name or "") if isinstance(error, ModuleNotFoundError) else ""
    return bool(name) and name.partition(".")[0] not in sys.modules


def _refusal(error: BaseException, stack: traceback.StackSummary) -> str:
    """Return what the sandbox refused, and where; "" if an error has nothing to do with it."""
    from bombe.agents.refusals import refusal_of

    return refusal_of(error, stack)


def _keep_frames(formatted: traceback.TracebackException | None, home: str) -> None:
    """Remove the frames of other files, also from the errors that led to this one."""
    while formatted is not None:
        kept = [frame for frame in formatted.stack if frame.filename.startswith(home)]
        formatted.stack = traceback.StackSummary.from_list(kept)
        if formatted.__context__ is not formatted.__cause__:
            _keep_frames(formatted.__context__, home)
        formatted = formatted.__cause__


def _foreign_frames(
    error: BombeError, shown: traceback.StackSummary
) -> list[traceback.FrameSummary]:
    """Return those of the shown frames that are not in Bombe's code, nor in what it imports by."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    rooms = [str(frame.f_globals.get("__name__")).partition(".")[0] for frame in frames]
    ours = {
        frame.f_code.co_filename
        for frame, room in zip(frames, rooms, strict=True)
        if room in {"bombe", "contextlib", "importlib"}
    }
    return [frame for frame in shown if frame.filename not in ours]


def _cause(error: BombeError) -> str:
    return next((name for name, kind in REFUSALS.items() if isinstance(error, kind)), "")


def _place(formatted: traceback.TracebackException) -> str:
    if (
        formatted.exc_type is not None
        and issubclass(formatted.exc_type, SyntaxError)
        and formatted.filename
    ):
        return f", in line {formatted.lineno} of {formatted.filename}"
    frames = formatted.stack[-1:]
    return f", in line {frames[0].lineno} of {frames[0].filename}" if frames else ""


def plain_proposal(game: AnyGame, proposal: object) -> AnyMove | str:
    """Return a proposal as a move of the game; anything else as a short text."""
    try:
        move = game.move(proposal)
        return move if len(str(move)) < MAX_REPR_CHARS else short_repr(proposal)
    except Exception:  # noqa: BLE001 - the classes of the numbers may be the agent's
        return short_repr(proposal)


class NoMove:
    """A proposal that is no move, with the words by which the referee's reason shows it."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __repr__(self) -> str:
        """Return the words."""
        return self._words


def short_repr(thing: object) -> str:
    """Return an agent's object as a short text, whatever its `repr` does."""
    try:
        return short(repr(thing))
    except Exception:  # noqa: BLE001 - the class is the agent's: it may raise anything
        return f"<{type(thing).__name__} that cannot be shown>"


def short(text: str, most: int = MAX_REPR_CHARS) -> str:
    """Return a text, cut behind so many characters."""
    return text if len(text) <= most else f"{text[:most]}..."


def seed_rngs(seed: str) -> None:
    """Seed the random number generators that people's agents use."""
    random.seed(seed)
    if numpy := cast("Any", sys.modules.get("numpy")):
        numpy.random.seed(random.getrandbits(32))
        random.seed(seed)


def flush() -> None:
    """Flush what an agent has printed, if it has not closed or replaced the streams."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
