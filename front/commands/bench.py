"""`bombe bench`: how fast each solver answers, on which boards, once its answers are verified."""

from __future__ import annotations

import json
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bombe.analysis.bench.benchmark import header_of, make_plan, run, samples_to_keep
from bombe.analysis.bench.cases import cases_of, default_cases
from bombe.analysis.bench.comparison import Comparison, draw_comparison
from bombe.analysis.bench.fresh_process import START_MODES, draw_start_modes, measure_start_modes
from bombe.analysis.bench.race import Plan
from bombe.analysis.bench.records import BenchHeader, BenchSample, Disqualification, Record, to_line
from bombe.analysis.bench.result import Benchmark
from bombe.analysis.bench.tasks import COUNTED_TO, NAMES
from bombe.boards.errors import UsageError
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.inputs import Inputs
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import boards_argument, progress_option
from bombe.commands.shared.output import command_line, emitter, notify, say_within
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget

_TASKS = ("first", "unique", "audit")
"""Without --task: these."""


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe bench                                    every installed solver, a few seconds
  bombe bench hard-3x3 hard-4x4 --task first,audit --solver native,sat
  bombe bench puzzles.txt --solver mine:Solver   a custom one, from mine.py in this folder
  bombe bench puzzles.txt --task unique --batch --rounds 7 -o run.jsonl --pictures plots
  bombe bench puzzles.txt -o new.jsonl --against old.jsonl --exit-code
  bombe bench --read run.jsonl --pictures plots  print a finished run again
  bombe bench --processes --rounds 21            how long Bombe takes to start

\b
Tasks:
  first    one solution          audit    the bombs of the whole board
  unique   counting to 2         import   import and first answer in a fresh process,
  count    counting to --limit            over the bare interpreter; a board of each set

\b
Exit codes: 0 done, 1 a solver was wrong (or, with --exit-code, node counts differ from
those of --against), 2 usage, 3 bad input, 5 solver missing, 130 interrupted, after printing
partial results.""",
)
@boards_argument(required=False)
@click.option(
    "--task",
    "tasks",
    cls=ListOption,
    metavar="NAME,...",
    help=f"Of {', '.join(NAMES)}.  [default: first, unique, audit]",
    show_default=False,
)
@click.option(
    "--solver",
    "solvers",
    cls=ListOption,
    metavar="NAME,...",
    help="Or MODULE:Class, FILE.py:Class, program:./it.  [default: all installed]",
    show_default=False,
)
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=COUNTED_TO,
    help="Stop `count` at this number; 0: count all.",
)
@click.option(
    "--limit-boards", type=click.IntRange(1), metavar="K", help="Sample K boards of each set."
)
@click.option("--rounds", type=click.IntRange(1), default=5, help="Measurements of each board.")
@click.option("--seconds", type=Number(0), default=1.0, help="Time for one board.")
@click.option("--nodes", type=click.IntRange(0), help="Nodes for one board, at most.")
@click.option("--seed", type=int, default=0, help="For samples, and the order in each round.")
@click.option("--batch", is_flag=True, help="Also ask about all boards of a set in one call.")
@click.option("-o", "--output", metavar="FILE", help="Write every measurement: JSON lines.")
@click.option("--resume", is_flag=True, help="Continue the interrupted run in the -o FILE.")
@click.option("--read", "known", metavar="FILE", help="Only print a run that -o wrote.")
@click.option("--against", metavar="FILE", help="Compare with an older run, node counts first.")
@click.option("--pictures", metavar="DIR", help="Draw the run into DIR, as PNG and SVG.")
@click.option(
    "--processes", is_flag=True, help="Only measure the commands' own time over the interpreter's."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON document.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if node counts have changed.")
@progress_option
def bench(
    inputs: Inputs,
    output: str | None,
    known: str | None,
    against: str | None,
    pictures: str | None,
    *,
    resume: bool,
    processes: bool,
    as_json: bool,
    exit_code: bool,
    no_progress: bool,
    **settings: Any,
) -> int:
    """Compare how fast solvers answer, after checking that they answer correctly.

    First every solver answers every BOARD once. A solver that answers wrongly is disqualified: it
    is reported with the board, is not timed, and makes the exit code 1. Then the solvers are timed
    in interleaved rounds.
    """
    if processes:
        if inputs.boards or output or known or resume or against or pictures:
            raise UsageError("--processes takes only --rounds, --json and --no-progress")
        return _processes(settings["rounds"], as_json=as_json, wants_progress=not no_progress)
    if known and (inputs.boards or output or resume):
        raise UsageError("--read only shows a finished run: leave out BOARD, -o and --resume")
    if exit_code and not against:
        raise UsageError("--exit-code reports changed node counts: give --against FILE, too")
    older = Benchmark.read(against) if against else None
    if known:
        result, is_stopped = Benchmark.read(known), False
    else:
        plan = _plan(inputs, **settings)
        result, is_stopped = _run(
            plan, output, resume=resume, is_text=not as_json, wants_progress=not no_progress
        )
    comparison = result.against(older) if older else None
    _show(result, comparison, as_json=as_json)
    if pictures:
        notify(f"{len(result.pictures(pictures))} pictures in {pictures}")
    if is_stopped:
        return interrupted()
    is_changed = comparison is not None and bool(comparison.nodes)
    return int(bool(result.disqualified) or (exit_code and is_changed))


def _processes(rounds: int, *, as_json: bool, wants_progress: bool) -> int:
    """Print how long fresh processes of Bombe take."""
    total = (rounds + 1) * len(START_MODES)
    with progress("processes:", wanted=wants_progress, output=None, total=total) as advance:
        found = measure_start_modes(rounds, time.perf_counter, advance=advance)
    if as_json:
        click.echo(json.dumps({"rounds": rounds, "processes": [way._asdict() for way in found]}))
    else:
        say_within(draw_start_modes(found, rounds))
    return 0


def _plan(
    inputs: Inputs,
    *,
    solvers: tuple[str, ...],
    tasks: tuple[str, ...],
    limit: int,
    limit_boards: int | None,
    rounds: int,
    seconds: float,
    nodes: int | None,
    seed: int,
    batch: bool,
) -> Plan:
    """Return the plan that the options ask for; without a BOARD, of small bundled boards."""
    return make_plan(
        cases_of(inputs.entries(), limit_boards, seed)
        if inputs.boards
        else default_cases(limit_boards, seed),
        solvers or None,
        tasks or _TASKS,
        limit=limit or None,
        rounds=rounds,
        budget=Budget(seconds, nodes),
        seed=seed,
        batch=batch,
    )


def _run(
    plan: Plan, output: str | None, *, resume: bool, is_text: bool, wants_progress: bool
) -> tuple[Benchmark, bool]:
    """Run the plan, write every record at once, and return whether Ctrl-C ended the run.

    Wrong solvers are told at once, unless the text that follows tells of them at the same place.
    """
    header = header_of(plan, command_line())
    is_told_below = is_text and sys.stdout.isatty() and sys.stderr.isatty()
    known = _known(header, output) if resume else []
    if output and not resume and Path(output).is_file() and Path(output).stat().st_size:
        raise UsageError(f"{output} holds a run: give --resume to continue it, or another -o")
    with (
        stop_signal() as stop,
        emitter(None, output) if output else nullcontext() as emit,
        progress(
            "questions measured:",
            wanted=wants_progress,
            output=output,
            total=plan.questions - len(known),
        ) as advance,
    ):

        def watch(record: Record) -> None:
            if emit:
                emit.data(to_line(record))
            if isinstance(record, Disqualification) and not is_told_below:
                notify(str(record))
            if isinstance(record, BenchSample):
                advance()

        stoppable = replace(plan, budget=replace(plan.budget, stop=stop.is_set))
        return run(stoppable, header, known=known, watch=watch), stop.is_set()


def _known(header: BenchHeader, output: str | None) -> list[BenchSample]:
    """Return the samples of the interrupted run, which must have the same plan."""
    if output is None:
        raise UsageError("--resume continues the run in the file of -o: give -o FILE")
    return samples_to_keep(header, Benchmark.read(output), output)


def _show(result: Benchmark, comparison: Comparison | None, *, as_json: bool) -> None:
    """Print the figures and the comparison with an older run."""
    if as_json:
        against = comparison.to_dict() if comparison else None
        click.echo(json.dumps({**result.to_dict(), "against": against}))
        return
    say_within(str(result))
    if comparison:
        say_within(f"\n{draw_comparison(comparison)}")
