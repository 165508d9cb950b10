"""Who watches a run on a terminal: messages, progress, Ctrl-C."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from bombe.analysis.runs.run import RunObserver
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.output import command_line, notify
from bombe.commands.shared.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from bombe.analysis.runs.run import Source


@contextlib.contextmanager
def watched(output: str | None, *, wanted: bool) -> Iterator[RunObserver]:
    """Yield who watches a run of this command that writes to an output."""

    def show(
        source: Source, done: int, remark: str
    ) -> AbstractContextManager[Callable[[int], None]]:
        return progress(
            source.what,
            wanted=wanted,
            output=output,
            total=source.total,
            done=done,
            remark=remark,
        )

    with stop_signal() as stop:
        yield RunObserver(notify, command_line(), show, stop)
