"""Progress on standard error: only if that is a terminal, and results go elsewhere."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextlib.contextmanager
def progress(
    what: str, *, wanted: bool, output: str | None, total: int | None = None
) -> Iterator[Callable[[], None]]:
    """Show a count of things done and their rate; yield the function that counts one.

    If it is known how many there are in total, the time that is left is estimated.
    """
    shows_results = output is None and sys.stdout.isatty()
    if not wanted or shows_results or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Estimate

    of_all = "" if total is None else f" of {total}"
    columns = (
        SpinnerColumn(),
        TextColumn(what + " {task.completed}" + of_all + ", {task.fields[rate]:.3g} a second"),
        TimeElapsedColumn(),
        *(() if total is None else (TextColumn("about"), Estimate(), TextColumn("left"))),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rate=0.0)

        def advance() -> None:
            elapsed = bar.tasks[0].elapsed or 1e-9
            bar.update(task, advance=1, rate=(bar.tasks[0].completed + 1) / elapsed)

        yield advance
