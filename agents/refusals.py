"""What the sandbox has refused an agent, in words for its author: what, where, and the way out."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.solvers.sandbox import sandbox_around

if TYPE_CHECKING:
    import traceback
    from collections.abc import Iterator

    from bombe.solvers.sandbox import Sandbox

_DENIED = (errno.EACCES, errno.EPERM)
_TOO_MUCH = {
    errno.ENOSPC: ("disk_bytes", "the files"),
    errno.EFBIG: ("file_bytes", "each file"),
}
_LIBRARIES = ("site-packages", "dist-packages")
_MOST_CHARS = 80
_WAY_OUT = "use --contain none to play an agent of your own without the sandbox"


def refusal_of(error: BaseException, stack: traceback.StackSummary) -> str:
    """Return what the sandbox refused, and in which line of the agent's file; "" if it did not."""
    sandbox = sandbox_around()
    if sandbox is None:
        return ""
    for one in _chain(error):
        if words := _words(one, stack, sandbox):
            frame = _own_frame(stack)
            where = f", in line {frame.lineno} of {frame.filename}" if frame else ""
            return f"{where}: {words}; {_WAY_OUT}"
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those that led to it."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _words(error: BaseException, stack: traceback.StackSummary, sandbox: Sandbox) -> str:
    files = {Path(frame.filename).name for frame in stack if "multiprocessing" in frame.filename}
    if isinstance(error, EOFError) and "managers.py" in files:
        return _sockets("a Manager")
    if not isinstance(error, OSError):
        return ""
    if error.errno in _TOO_MUCH:
        name, what = _TOO_MUCH[error.errno]
        return f"the sandbox limits {what} of an agent to {getattr(sandbox, name) >> 20} MB"
    if error.errno in _DENIED and _is_ours(error.filename):
        return _denied(error.filename, files, stack)
    return ""


def _denied(name: object, files: set[str], stack: traceback.StackSummary) -> str:
    """Return what was denied: a file, what a library needs, or the call in the agent's line."""
    if "synchronize.py" in files:
        return (
            "the sandbox refused shared memory, which locks, queues and pools of multiprocessing "
            "need: it is only there where `bombe doctor` names name spaces"
        )
    if files & {"forkserver.py", "managers.py", "connection.py"}:
        return _sockets("the start method forkserver")
    frame = _own_frame(stack)
    what = repr(name) if name else f"`{_line_of(frame)}`"
    return f"the sandbox refused {what}"


def _sockets(what: str) -> str:
    return (
        f"the sandbox refused sockets, which {what} of multiprocessing needs: use pipes and "
        'queues, and multiprocessing.get_context("fork")'
    )


def _is_ours(name: object) -> bool:
    """Return whether a file is denied by the sandbox alone: the system would let us read it."""
    if not isinstance(name, (str, bytes)):
        return True
    path = Path(os.fsdecode(name))
    return os.access(path if os.path.lexists(path) else path.parent, os.R_OK)


def _line_of(frame: traceback.FrameSummary | None) -> str:
    text = (frame.line if frame else "") or "a call"
    return text if len(text) <= _MOST_CHARS else f"{text[:_MOST_CHARS]}..."


def _own_frame(stack: traceback.StackSummary) -> traceback.FrameSummary | None:
    """Return the last frame that is in no library: the agent's own."""
    library = f"{Path(os.__file__).parent}{os.sep}"
    bombe = {f"{Path(place)}{os.sep}" for place in sys.modules["bombe"].__path__}
    for frame in reversed(stack):
        name = frame.filename
        is_library = name.startswith((library, "<", *bombe)) or any(
            folder in Path(name).parts for folder in _LIBRARIES
        )
        if not is_library:
            return frame
    return stack[-1] if stack else None
