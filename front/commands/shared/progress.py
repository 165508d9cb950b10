"""Progress on standard error: only if that is a terminal, and results go elsewhere."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextlib.contextmanager
def progress(what: str, *, wanted: bool, output: str | None) -> Iterator[Callable[[], None]]:
    """Show a count of things done and their rate; yield the function that counts one."""
    shows_results = output is None and sys.stdout.isatty()
    if not wanted or shows_results or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn(what + " {task.completed}, {task.fields[rate]:.0f} a second"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate=0.0)

        def advance() -> None:
            elapsed = bar.tasks[0].elapsed or 1e-9
            bar.update(task, advance=1, rate=(bar.tasks[0].completed + 1) / elapsed)

        yield advance
