"""What the commands of studies share: options, the work that a file lacks, how they end."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.runs.provenance import commit, kernel, python
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import (
    boards_argument,
    cluster_option,
    progress_option,
    shard_option,
    take,
    take_as,
)
from bombe.commands.shared.output import command_line, notify, say
from bombe.commands.shared.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.studies.files import Results
    from bombe.analysis.studies.study import Study
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.options import Option

RESUMES = "the same command resumes the study"
jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(1), default=1, help="Worker processes."
)
pictures_option = click.option(
    "--pictures", metavar="DIR", help="Draw the study in DIR, as PNG and SVG."
)
_RECORDS = (
    click.option(
        "-o", "--output", metavar="FILE", help="Write every record to FILE, as JSON lines."
    ),
    click.option(
        "--read", "known", metavar="FILE", help="Print a study that -o wrote; run nothing."
    ),
)
_AGAINST = click.option(
    "--against", metavar="FILE", help="Also compare the answers with those of an older study."
)


@dataclass(frozen=True)
class StudyRun:
    """Where the records of a study are, how it works, and what becomes of it."""

    output: str | None
    known: str | None
    no_progress: bool
    shard: Shard
    jobs: int = 1
    pictures: str | None = None
    cluster: str | None = None
    against: str | None = None

    def show(self, study: Study[Any], make_plan: Callable[[], Any]) -> Exit:
        """Show a study: that of --read, or one whose file gets what it lacks."""
        older = study.read(self.against) if self.against else None
        if self.known:
            results, is_stopped = study.read(self.known), False
        else:
            results, is_stopped = self._work(study, make_plan())
        tell_shard(results.shard)
        say(study.text(results))
        faults = study.faults(results)
        if older and study.against:
            faults += study.against(results, older)
        for fault in faults:
            notify(fault)
        if self.pictures and study.draw:
            files = study.draw(results, Path(self.pictures))
            if study.least and not files:
                notify(study.least)
            notify_of_pictures(len(files), self.pictures)
        if is_stopped:
            return stopped(self.output)
        return Exit.NO if faults else Exit.DONE

    def _work(self, study: Study[Any], plan: object) -> tuple[Results[Any], bool]:
        """Do what is left of a study; return its records, and whether it was stopped."""
        output = Path(self.output) if self.output else None
        work, wanted = study.work(plan, output, self.shard, _made()), not self.no_progress
        with (
            stop_signal() as stop,
            progress(
                f"{study.counts}:", wanted=wanted, output=self.output, total=len(work.left)
            ) as advance,
        ):
            for _ in work.do(stop, self.jobs, self.cluster):
                advance()
            return work.results, stop.is_set()


def study_command(
    study: Study[Any], examples: str, *options: Option, boards: bool = True, wrong: str = ""
) -> Callable[[Callable[..., object]], click.Command]:
    """Return a decorator that makes a command of the function which returns the plan of a study.

    The function takes the options; with `boards`, BOARD... as `inputs` before them. `wrong` says
    what exit code 1 means.
    """
    more = (jobs_option, *_RECORDS, pictures_option) if boards else _RECORDS
    last = (shard_option, *((cluster_option,) if boards else ()), progress_option)
    against = (_AGAINST,) if study.against else ()
    run_options = take_as("run", StudyRun, *more, *last, *against)

    def make(make_plan: Callable[..., object]) -> click.Command:
        def command(run: StudyRun, **values: Any) -> int:
            inputs: Inputs | None = values.get("inputs")
            if run.known and (run.output or (inputs and inputs.boards)):
                raise UsageError("--read only shows a study: leave out BOARD and -o")
            return run.show(study, lambda: make_plan(**values))

        command.__doc__ = make_plan.__doc__
        argument = (boards_argument(required=False),) if boards else ()
        taken = take(*argument, *options, run_options)(command)
        epilog = f"\b\nExamples:{examples}\n\n\b\n{_exit_codes(wrong)}"
        return click.command(make_plan.__name__, cls=Command, epilog=epilog)(taken)

    return make


def _exit_codes(wrong: str) -> str:
    no = f"1 {wrong}, " if wrong else ""
    return textwrap.fill(
        "With -o, the same command resumes a study that was interrupted. Exit codes: 0 done, "
        f"{no}2 wrong usage, 3 bad input, 130 interrupted.",
        width=99,
    )


def _made() -> dict[str, object]:
    """Return with what a file is begun."""
    told = {"command": command_line(), "commit": commit(), "kernel": kernel(), "python": python()}
    return {name: each for name, each in told.items() if each is not None}


def notify_of_pictures(count: int, folder: str) -> None:
    """Notify of how many pictures were drawn, and where."""
    notify(f"{count} pictures in {folder}")


def tell_shard(shard: Shard, what: str = "files") -> None:
    """Notify that what is shown is a part, if it is."""
    if shard != WHOLE:
        notify(f"this is shard {shard}; `bombe merge` joins the {what} of all {shard.of}")


def stopped(output: str | None) -> Exit:
    """Return the exit code of an interrupted study, and say whether it can go on."""
    return interrupted(f"partial results are above; {RESUMES}") if output else interrupted()
