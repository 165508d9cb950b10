"""Progress on standard error: only if that is a terminal, and results go elsewhere for sure.

A pipe may end on the same terminal, as that of `bombe audit X | head` does: its lines would be
written behind the progress, on one line with it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from typing import IO, Protocol

_MANY = 100
"""A rate from here on is shown as a whole number."""


class Advance(Protocol):
    """The function that counts things as done."""

    def __call__(self, number: int = 1, /) -> None:
        """Count so many of them."""


def may_be_seen(stream: IO[str]) -> bool:
    """Return whether what is written may come to a terminal: it is one, or a pipe, or unknown."""
    if stream.isatty():
        return True
    try:
        kind = os.fstat(stream.fileno()).st_mode
    except (OSError, ValueError):  # no file, or a closed one
        return True
    return stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)


@contextlib.contextmanager
def progress(
    what: str,
    *,
    wanted: bool,
    output: str | None,
    total: int | Callable[[], int | None] | None = None,
    done: int = 0,
    remark: str = "",
) -> Iterator[Advance]:
    """Show a count of things done and their rate; yield the function that counts one, or more.

    If it is known how many there are in total, the time that is left is estimated. A total that is
    a function is asked only if anything is shown; None: it is not known. `done` of them were done
    before. A `remark` has a line of its own above it, for it may be an address, to be copied.
    """
    if not wanted or not sys.stderr.isatty() or (output is None and may_be_seen(sys.stdout)):
        yield lambda _number=1: None
        return
    total = total() if callable(total) else total
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Estimate

    of_all = "" if total is None else f" of {total}"
    columns = (
        SpinnerColumn(),
        TextColumn(what + " {task.completed}" + of_all + ", {task.fields[rate]} a second"),
        TimeElapsedColumn(),
        *(() if total is None else (TextColumn("about"), Estimate(), TextColumn("left"))),
    )
    # Results go elsewhere, so standard output is left as it is.
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
    with bar:
        if remark:
            bar.console.print(remark, highlight=False, soft_wrap=True)
        task = bar.add_task("", total=total, completed=done, rate="0")

        def advance(number: int = 1) -> None:
            elapsed = bar.tasks[0].elapsed or 1e-9
            rate = (bar.tasks[0].completed + number - done) / elapsed
            shown = f"{rate:,.0f}" if rate >= _MANY else f"{rate:.3g}"
            bar.update(task, advance=number, rate=shown)

        yield advance
