"""What the studies with records share: some options, the work that a file lacks, how they end."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bombe.analysis.parallel import map_in_order
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import progress_option, take
from bombe.commands.shared.output import open_to_append
from bombe.commands.shared.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.commands.shared.exits import Exit

TaskT = TypeVar("TaskT")

record_options = take(
    click.option(
        "-o", "--output", metavar="FILE", help="Write every record to FILE, as JSON lines."
    ),
    click.option(
        "--read", "known", metavar="FILE", help="Show a study that -o wrote; run nothing."
    ),
)
"""Where the records are."""
study_options = take(
    click.option("-j", "--jobs", type=click.IntRange(1), default=1, help="Worker processes."),
    record_options,
    click.option("--pictures", metavar="DIR", help="Draw the study in DIR, as PNG and SVG."),
    progress_option,
)
"""How a study works, and what becomes of it."""


def collect(
    ask: Callable[[TaskT, Callable[[], bool]], object],
    todo: Sequence[TaskT],
    keep: Callable[[Any], str],
    output: str | None,
    *,
    jobs: int,
    what: str = "records",
    wants_progress: bool,
) -> bool:
    """Do the tasks, write the line that `keep` returns for each record; return whether it stopped.

    A task that was stopped in its midst has no record, None. Each record is in the file as
    soon as it is known, so that an interrupted study can go on.
    """
    with (
        stop_signal() as stop,
        open_to_append(output or os.devnull) as lines,
        progress(f"{what}:", wanted=wants_progress, output=output, total=len(todo)) as advance,
    ):
        for _, record in map_in_order(ask, todo, jobs, stop):
            if record is not None:
                lines.write(keep(record) + "\n")
                lines.flush()
            advance()
        return stop.is_set()


def stopped(output: str | None) -> Exit:
    """Return the exit code of an interrupted study, and say whether it can go on."""
    if output:
        return interrupted("partial results are above; the same command resumes the study")
    return interrupted()
