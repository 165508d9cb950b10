"""`bombe study perceptron`: a network that learns exact values, compared with rules of thumb."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe.agents.learn.perceptron.plan import GAMES, make_plan
from bombe.agents.learn.perceptron.report import draw_study, study_json, study_tables
from bombe.agents.learn.perceptron.study import PerceptronStudy
from bombe.analysis.results import with_noun
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command, Number
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import json_option, progress_option, shard_option, take_as
from bombe.commands.shared.output import notify, say
from bombe.commands.shared.progress import progress
from bombe.commands.studies.frame import (
    RESUMES,
    jobs_option,
    notify_of_pictures,
    pictures_option,
    stopped,
)
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    import threading

    from bombe.agents.learn.perceptron.plan import PerceptronPlan
    from bombe.boards.shard import Shard

_plan_options = take_as(
    "plan",
    make_plan,
    click.option("--game", type=click.Choice(GAMES), default="dots", help="The game."),
    click.option(
        "--inputs",
        metavar="NAME",
        help="What the network sees: lines or boxes (the default) in dots; parity (the "
        "default), counts or no-bombs in sudoku.",
    ),
    click.option("--boxes", metavar="RxC", help="The grid of dots, in boxes; 4x4 without."),
    click.option(
        "--hidden", default="128,128", metavar="N,...", help="The units of each hidden layer."
    ),
    click.option(
        "--positions", type=click.IntRange(1), default=60_000, help="Positions to learn from."
    ),
    click.option(
        "--held-out", type=click.IntRange(1), default=3_000, help="Positions for the comparison."
    ),
    click.option("--epochs", type=click.IntRange(1), default=12, help="Passes over all positions."),
    click.option("--batch", type=click.IntRange(1), default=256, help="Moves for each step."),
    click.option(
        "--rate", type=Number(0, min_open=True), default=0.002, help="The first learning rate."
    ),
    click.option("--seed", type=int, default=0, help="Seed of positions, network and order."),
    names=(
        *("game", "inputs", "boxes", "hidden", "positions"),
        *("held_out", "epochs", "batch", "rate", "seed"),
    ),
)


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe study perceptron --game dots -o dots-net -j 2 --pictures plots
  bombe study perceptron --game dots --inputs lines -o dots-net
  bombe study perceptron --game sudoku --minutes 5 -o sudoku-net

\b
With -o, the same command resumes a study that was interrupted, and other networks learn from the
same positions. Exit codes: 0 done, 2 wrong usage, 3 bad input, 130 interrupted.""",
)
@_plan_options
@click.option("--minutes", type=Number(0), help="Stop after this time; with -o, resume later.")
@jobs_option
@click.option("-o", "--output", metavar="FOLDER", help="Keep positions and networks in FOLDER.")
@pictures_option
@json_option
@shard_option
@progress_option
def perceptron(
    plan: PerceptronPlan,
    minutes: float | None,
    jobs: int,
    output: str | None,
    pictures: str | None,
    shard: Shard,
    *,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Train a perceptron on exact values, and compare its moves with rules of thumb.

    Random positions are solved exactly. The network learns the value of every move. On held-out
    positions its moves are compared with those of agents that do not search: how often they are
    best, and what they lose against exact play. With --shard, positions are solved and no network
    is trained. To train it, run the same command without --shard in the folder that `bombe merge`
    makes.
    """
    if shard != WHOLE and not output:
        raise UsageError(f"--shard {shard}: its positions are for others to learn from: give -o")
    study = PerceptronStudy(plan, Path(output) if output else None, shard)
    with stop_signal() as stop:
        meter = Meter(Budget(None if minutes is None else 60 * minutes, None, stop.is_set))
        _run(study, jobs, stop, meter, wanted=not no_progress)
    if shard != WHOLE:
        return _part_ended(study, is_stopped=stop.is_set())
    if as_json:
        click.echo(json.dumps(study_json(study)))
    else:
        say("\n\n".join(study_tables(study)))
    if pictures:
        notify_of_pictures(len(draw_study(study, Path(pictures))), pictures)
    if stop.is_set():
        return stopped(output)
    if study.missing or not study.fitting.is_done:
        notify(f"stopped after {minutes:g} minutes; with -o, {RESUMES}")
    return Exit.DONE


def _part_ended(study: PerceptronStudy, *, is_stopped: bool) -> Exit:
    """Notify of what there is of a shard; return the exit code."""
    shard, left = study.shard, with_noun(study.missing, "position")
    if is_stopped:
        return interrupted(f"{left} left of shard {shard}; the same command resumes it")
    if study.missing:
        notify(f"{left} left of shard {shard}; the same command resumes it")
    else:
        notify(f"shard {shard} is solved; `bombe merge` joins the folders of all {shard.of}")
    return Exit.DONE


def _run(
    study: PerceptronStudy, jobs: int, stop: threading.Event, meter: Meter, *, wanted: bool
) -> None:
    """Do what is missing, part by part."""
    epochs = study.plan.epochs - len(study.fitting.history)
    choices = len(study.rivals) * len(study.held_out)
    parts: tuple[tuple[str, int, Any], ...] = (
        ("positions:", study.missing, lambda: study.label(jobs, stop, meter)),
        ("epochs:", epochs, lambda: study.train(meter)),
        ("choices:", choices, lambda: study.compare(jobs, stop)),
    )
    for what, total, begin in parts if study.shard == WHOLE else parts[:1]:
        with progress(what, wanted=wanted, output="", total=total) as advance:
            for _ in begin():
                advance()
