"""Ctrl-C: the first asks the work to stop and print what is known, the second ends the program.

`timeout` and some shells send the signal twice, to the program and to its group: so one that comes
right after another is the same.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType

from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.output import notify

_SAME = 0.5
"""Seconds within which a second signal is the same Ctrl-C."""


@contextlib.contextmanager
def stop_signal() -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C sets; restore the usual handling at the end."""
    stop = threading.Event()
    asked = 0.0

    def on_interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        now = time.monotonic()
        if not stop.is_set():
            asked = now
            stop.set()
        elif now - asked > _SAME:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def interrupted(what_is_left: str = "partial results are above") -> Exit:
    """Report that Ctrl-C ended the work and what is left of it; return the exit code."""
    notify("; ".join(filter(None, ("interrupted", what_is_left))))
    return Exit.INTERRUPTED
