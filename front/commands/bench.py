"""`bombe bench`: which solver is how fast, on which boards, after all were found right."""

from __future__ import annotations

import datetime as dt
import json
import shlex
from collections import Counter
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.bench import machine
from bombe.analysis.bench.against import compare, draw_comparison
from bombe.analysis.bench.cases import cases_of
from bombe.analysis.bench.contestants import check_batches, enter
from bombe.analysis.bench.pictures import draw_pictures
from bombe.analysis.bench.race import Plan, race
from bombe.analysis.bench.records import Header, Run, Sample, Wrong, read_run, to_line
from bombe.analysis.bench.summary import summarise
from bombe.analysis.bench.table import draw_table
from bombe.analysis.bench.tasks import COUNTED_TO, NAMES, make_tasks
from bombe.boards.errors import InputError, UsageError
from bombe.boards.sudoku.bundled import catalogue
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import boards_argument, progress_option
from bombe.commands.shared.output import emitter, notify
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.analysis.bench.cases import Case
    from bombe.commands.shared.inputs import Inputs

_SIZE, _BOARDS = 9, 3
"""Without a BOARD: bundled boards of so many rows at most, and so many of each set."""
_TASKS = ("first", "unique", "audit")
"""Without --task: these."""


@click.command(
    epilog="""\b
Examples:
  bombe bench                                    every solver that is here, a few seconds
  bombe bench hard-3x3 hard-4x4 --task audit --solver native --solver sat
  bombe bench puzzles.txt --solver mine:Solver   one's own, from mine.py in this folder
  bombe bench puzzles.txt --task unique --batch --rounds 7 -o run.jsonl --pictures plots
  bombe bench puzzles.txt -o new.jsonl --against old.jsonl --exit-code
  bombe bench --read run.jsonl --pictures plots  a finished run, shown again

\b
Tasks:
  first    one solution          audit    the bombs of the whole board
  unique   counting to 2         import   import and first answer in a fresh process,
  count    counting to --limit            over the bare interpreter; a board of each set

\b
Exit codes: 0 done, 1 a solver was wrong (or, with --exit-code, node counts differ from
those of --against), 2 usage, 3 bad input, 5 solver missing, 130 interrupted, after printing
what is known."""
)
@boards_argument(required=False)
@click.option(
    "--task",
    "tasks",
    multiple=True,
    metavar="NAME",
    help=f"May be given several times: {', '.join(NAMES)}.  [default: first, unique, audit]",
    show_default=False,
)
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME",
    help="May be given several times; package.module:Class is one's own.  [default: all here]",
    show_default=False,
)
@click.option("--limit", type=click.IntRange(0), default=COUNTED_TO, help="Of `count`; 0: all.")
@click.option("--limit-boards", type=click.IntRange(1), metavar="K", help="A sample of each set.")
@click.option("--rounds", type=click.IntRange(1), default=5, help="Measurements of each board.")
@click.option("--seconds", type=click.FloatRange(0), default=1.0, help="Time for one board.")
@click.option("--nodes", type=click.IntRange(0), help="Nodes for one board, at most.")
@click.option("--seed", type=int, default=0, help="Of samples, and of the order in each round.")
@click.option("--batch", is_flag=True, help="Ask for all boards of a set at once, too.")
@click.option("-o", "--output", metavar="FILE", help="Write every measurement: JSON lines.")
@click.option("--resume", is_flag=True, help="Go on with the interrupted run in the -o FILE.")
@click.option("--read", "known", metavar="FILE", help="Run nothing: show a run that -o wrote.")
@click.option("--against", metavar="FILE", help="Compare with an older run, node counts first.")
@click.option("--pictures", metavar="DIR", help="Draw the run there, as PNG and SVG.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 where node counts have changed.")
@progress_option
def bench(
    inputs: Inputs,
    output: str | None,
    known: str | None,
    against: str | None,
    pictures: str | None,
    *,
    resume: bool,
    as_json: bool,
    exit_code: bool,
    no_progress: bool,
    **wishes: Any,
) -> int:
    """Compare how fast solvers answer, after checking that they answer rightly.

    First every solver answers every BOARD once, and whoever is wrong is reported with the board,
    is not timed, and makes the exit code 1. Then come interleaved rounds.
    """
    if known and (inputs.boards or output or resume):
        raise UsageError("--read runs nothing: leave out BOARD, -o and --resume")
    if exit_code and not against:
        raise UsageError(
            "--exit-code tells whether node counts differ from those of --against FILE"
        )
    old = _read(against) if against else None
    if known:
        run, is_stopped = _read(known), False
    else:
        plan = _plan(inputs, **wishes)
        run, is_stopped = _run(plan, output, resume=resume, wants_progress=not no_progress)
    changed = _show(run, old, as_json=as_json)
    if pictures:
        notify(f"{len(draw_pictures(run, Path(pictures)))} pictures in {pictures}")
    if is_stopped:
        return interrupted()
    return int(bool(run.wrongs) or (exit_code and changed))


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
    """Choose what was not said; a lone contestant is held against another solver."""
    contestants = enter(solvers, batch=batch)
    asked = make_tasks(tasks or _TASKS, limit or None)
    check_batches(contestants, [task.limit for task in asked])
    umpires = [] if len({one.place for one in contestants}) > 1 else ["auto", "backtracking"]
    umpire = next((name for name in umpires if name != contestants[0].name), None)
    return Plan(
        contestants,
        asked,
        _cases(inputs, limit_boards, seed),
        rounds,
        seed,
        Budget(seconds, nodes),
        enter([umpire])[0] if umpire else None,
    )


def _cases(inputs: Inputs, limit: int | None, seed: int) -> list[Case]:
    """Read the boards; without any, take bundled ones that all solvers can do in little time."""
    if inputs.boards:
        return cases_of(inputs.entries(), limit, seed)
    every = replace(inputs, boards=tuple(line.name for line in catalogue()))
    small = (e for e in every.entries() if e.state.board.shape.size <= _SIZE)
    return cases_of(small, limit or _BOARDS, seed)


def _run(plan: Plan, output: str | None, *, resume: bool, wants_progress: bool) -> tuple[Run, bool]:
    """Race, write every record as it comes, and tell whether Ctrl-C ended it."""
    run = Run(_header(plan))
    known = _known(run.header, output) if resume else []
    if output and not resume and Path(output).is_file() and Path(output).stat().st_size:
        raise UsageError(f"{output} holds a run: give --resume to go on with it, or another -o")
    with (
        stop_signal() as stop,
        emitter(None, output) if output else nullcontext() as emit,
        progress("questions measured:", wanted=wants_progress, output=output) as advance,
    ):
        if emit:
            emit.rendered(to_line(run.header))
        stoppable = replace(plan, budget=replace(plan.budget, stop=stop.is_set))
        for record in race(stoppable, known=known):
            run.add(record)
            if emit:
                emit.rendered(to_line(record))
            if isinstance(record, Wrong):
                notify(str(record))
            advance()
        return run, stop.is_set()


def _header(plan: Plan) -> Header:
    sets = Counter(case.set for case in plan.cases)
    return Header(
        created=dt.datetime.now(dt.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        command=shlex.join(["bombe", *(click.get_current_context().obj or ())]),
        seed=plan.seed,
        rounds=plan.rounds,
        seconds=plan.budget.seconds,
        nodes=plan.budget.nodes,
        tasks={task.name: task.words for task in plan.tasks},
        contestants=[
            {"name": one.name, "place": one.place, "version": one.version}
            for one in plan.contestants
        ],
        sets=dict(sets),
        machine=machine.facts(),
    )


def _known(header: Header, output: str | None) -> list[Sample]:
    """Find the samples of the interrupted run, which must be of the same plan."""
    if output is None:
        raise UsageError("--resume goes on with the run in the file of -o: give -o FILE")
    old = _read(output)
    for name in ("seed", "rounds", "seconds", "nodes", "tasks", "contestants", "sets", "machine"):
        before, now = getattr(old.header, name), getattr(header, name)
        if before != now:
            raise UsageError(
                f"cannot go on with {output}: its {name} was {before} and is {now} now; "
                "give the same words, or another -o"
            )
    return [sample for sample in old.samples if sample.round]


def _read(path: str) -> Run:
    try:
        with Path(path).open(encoding="utf-8") as lines:
            return read_run(lines, path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path}: {reason}; give a file that `bombe bench -o` wrote") from None


def _show(run: Run, old: Run | None, *, as_json: bool) -> bool:
    """Print the figures and the comparison; tell whether node counts have changed."""
    lines = summarise(run)
    comparison = compare(run, old) if old else None
    if as_json:
        document = {
            **asdict(run.header),
            "complete": run.complete,
            "results": [asdict(line) for line in lines],
            "wrong": [asdict(wrong) for wrong in run.wrongs],
            "against": comparison.to_dict() if comparison else None,
        }
        click.echo(json.dumps(document))
    else:
        click.echo(draw_table(run, lines))
        if comparison:
            click.echo(f"\n{draw_comparison(comparison)}")
    return bool(comparison and comparison.nodes)
