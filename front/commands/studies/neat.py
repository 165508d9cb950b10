"""`bombe study neat`: networks that value moves, trained by evolution."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from bombe.agents.learn.features import FeatureSet
from bombe.agents.learn.study import DesignName, NeatStudy, summary, write_results
from bombe.analysis.results import with_noun
from bombe.analysis.runs.joining import make_folder
from bombe.commands.matches.scoreboard import live_line
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command, Number
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import progress_option, shard_option, take_as
from bombe.commands.shared.output import notify, say
from bombe.commands.studies.frame import RESUMES, jobs_option, tell_shard

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bombe.agents.learn.records import Generation, Training
    from bombe.boards.shard import Shard


_study_options = take_as(
    "study",
    NeatStudy,
    click.option(
        "--generations", type=click.IntRange(1), default=60, help="Generations of each run."
    ),
    click.option(
        "--design",
        type=click.Choice([one.value for one in DesignName]),
        default=DesignName.FEATURES.value,
        help="Value moves by features, or choose squares as a course report did.",
    ),
    click.option(
        "--features",
        type=click.Choice([one.value for one in FeatureSet]),
        default=FeatureSet.PARITY.value,
        help="What the network sees: also parities; only counts; nothing about bombs.",
    ),
    click.option(
        "--board",
        metavar="MxN",
        default="2x2",
        help="Rows x columns of a box, for --design report.",
    ),
    click.option(
        "--population", type=click.IntRange(10), default=100, help="Networks in each generation."
    ),
    click.option(
        "--games", type=click.IntRange(2), default=64, help="Games that rate each network."
    ),
    click.option(
        "--level", type=Number(0, 100), default=80.0, help="The percentage to be reached."
    ),
    click.option("--until-level", is_flag=True, help="End a run as soon as it reached the level."),
    names=NeatStudy._fields,
)


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe study neat -o networks --seed 1 -j 2                          a network like ours
  bombe match neat:genome=networks/seed-1.json greedy --board easy-2x3 --time 0.1
  bombe study neat -o counts --features counts --seeds 10 --until-level -j 2
  bombe study neat -o report --design report --board 2x2 --generations 200

\b
The FOLDER gets, for each seed, the record of every generation (.jsonl), the best network (.json)
and pictures of both. The same command resumes a run, also with more generations. Exit codes: 0
done, 2 wrong usage, 3 bad input, 5 neat-python is missing, 130 interrupted.""",
)
@click.option(
    "-o", "--output", metavar="FOLDER", required=True, help="The folder for records and networks."
)
@click.option("--seed", type=int, default=1, help="The first seed.")
@click.option("--seeds", type=click.IntRange(1), default=1, help="Runs, each with the next seed.")
@_study_options
@jobs_option
@shard_option
@progress_option
def neat(
    study: NeatStudy,
    output: str,
    seed: int,
    seeds: int,
    jobs: int,
    shard: Shard,
    *,
    no_progress: bool,
) -> int:
    """Train networks for the agent `neat` by evolution of networks (NEAT).

    Each generation, every network plays the same games against rules of thumb, and the best have
    offspring. The result depends on the options alone, not on -j or interruptions; Ctrl-C loses
    at most the generation in progress. With --shard, only every n-th seed is run.
    """
    folder = make_folder(output)
    own = [seed + number for number in range(seeds) if shard.has(number)]
    trainings = [study.training(folder, number) for number in own]
    with (
        stop_signal() as stop,
        live_line("the first generation", wanted=not no_progress) as (show, _),
    ):
        _run(study, trainings, jobs, stop, show)
    _show(trainings, study.level, folder)
    tell_shard(shard, "folders")
    if stop.is_set() and not all(map(study.is_done, trainings)):
        return interrupted(RESUMES)
    return Exit.DONE


def _show(trainings: Sequence[Training], level: float, folder: Path) -> None:
    """Show a table of the runs, and write their networks and pictures."""
    say(summary(trainings, level))
    files = write_results(trainings, folder)
    notify(f"{with_noun(len(files), 'file')} in {folder}")


def _run(
    study: NeatStudy,
    trainings: Sequence[Training],
    jobs: int,
    stop: threading.Event,
    show: Callable[[str], None],
) -> None:
    """Train one seed after the other, and show what is left by the pace so far."""
    begin, made = time.monotonic(), 0
    for training in trainings:
        for generation in study.run(training, jobs, stop):
            made += 1
            pace = (time.monotonic() - begin) / made
            left = sum(
                study.generations - len(t.generations) for t in trainings if not study.is_done(t)
            )
            show(_words(training, generation, left, pace))
        if stop.is_set():
            return


def _words(training: Training, generation: Generation, left: int, pace: float) -> str:
    minutes, seconds = divmod(round(left * pace), 60)
    return (
        f"seed {training.plan.seed}, generation {generation.generation}:"
        f" best {generation.best:.1f}, measured {generation.measured:.1f} %;"
        f" at most {left} generations left, {minutes}:{seconds:02}"
    )
