"""`bombe agent check`: find the faults of an agent for the course framework."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path

import click

from bombe.agents.arena.match import Match
from bombe.agents.arena.play_modes import in_usual_mode
from bombe.agents.arena.schedule import check_games, pairings
from bombe.agents.checks.acceptance import chance_of
from bombe.agents.checks.check import LIMITS, SHAPES, check
from bombe.agents.checks.report import Report
from bombe.agents.loading import resolve
from bombe.agents.processes.process import Settings
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.analysis.results import with_noun
from bombe.boards import Rules, Shape
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.reading import write
from bombe.boards.sudoku.state import parse_rules
from bombe.commands.shared.contain_option import contain_option, level_for
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.options import progress_option
from bombe.commands.shared.output import notify, say, write_text
from bombe.commands.shared.progress import progress
from bombe.solvers import Budget


@click.command(
    "check",
    cls=Command,
    epilog="""\b
Examples:
  bombe agent check ./team42_A2                 all sizes, 0.1, 0.5 and 1 s
  bombe agent check ./team42_A2 --rules rows,border,random,classic
  bombe agent check ./team42_A2 --time 0.5 -o faults     write the positions of faults
  bombe agent check ./team42_A2@v14 --pass greedy --games 6 --need 5 --sample 40

\b
Exit codes: 0 no fault that loses games, 1 faults found, 2 wrong usage, 3 bad input,
130 interrupted.""",
)
@click.argument("agent", metavar="DIR")
@click.option(
    "--time",
    "limits",
    type=Number(0, min_open=True),
    cls=ListOption,
    default=LIMITS,
    metavar="SECONDS,...",
    help="Time limits of a turn.",
)
@click.option(
    "--size",
    "sizes",
    cls=ListOption,
    metavar="MxN,...",
    help="Use only boards of these shapes.",
)
@click.option(
    "--rules",
    "modes",
    cls=ListOption,
    callback=lambda _context, _option, names: tuple(map(parse_rules, names)),
    metavar="MODE,...",
    help="Play modes to check in, the first one most; by default that of the agent's edition, rows "
    "since v14.",
)
@click.option("--seed", type=int, default=0, help="Seed of boards, games and the agent.")
@click.option(
    "-o", "--output", metavar="FOLDER", help="Write the position of each kind of fault to FOLDER."
)
@click.option(
    "--pass",
    "opponent",
    metavar="AGENT",
    help="Estimate the chance to pass an acceptance match against AGENT.",
)
@click.option("--games", type=click.IntRange(1), default=6, help="Games of the acceptance match.")
@click.option(
    "--need", type=click.IntRange(1), default=5, help="Wins that the acceptance match requires."
)
@click.option(
    "--sample", type=click.IntRange(2), default=20, help="Games to play for the estimate."
)
@contain_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@progress_option
def agent_check(
    agent: str,
    limits: tuple[float, ...],
    sizes: tuple[str, ...],
    modes: tuple[Rules, ...],
    seed: int,
    output: str | None,
    opponent: str | None,
    games: int,
    need: int,
    sample: int,
    contain: str,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Check the agent in DIR for faults that lose games.

    The agent plays sample positions on boards of many sizes, and short games. An agent of edition
    v14 plays in the play mode rows, as in the course, unless --rules names others. A late turn is
    repeated before it counts as a fault. The games of --pass are played on 3x3 boards at the
    shortest time limit, in the first mode of --rules. Without --rules they are played in rows,
    unless one of the agents is of an edition before v14.
    """
    if need > games:
        raise UsageError(f"--need {need}: give at most {games}, the number of --games")
    check_games(sample)
    settings = Settings(contain=level_for(contain, [agent]))
    openings = SudokuOpenings(shape=Shape(3, 3), rules=modes[0] if modes else None)
    budget = Budget(min(limits))
    match = _acceptance(agent, opponent, openings, seed, budget, settings) if opponent else None
    shapes = tuple(map(Shape.parse, sizes)) or SHAPES
    how = functools.partial(check, limits=limits, shapes=shapes, modes=modes, settings=settings)
    # Results are printed at the end, so progress may be shown on a terminal.
    with progress("turns and games:", wanted=not no_progress, output="") as tick:
        report = how(agent, seed=seed, tick=tick)
        if match and report.saves is not None:
            chance = chance_of(match, sample, games, need, tick)
            report = dataclasses.replace(report, chance=chance)
    if output is not None:
        report = _with_files(report, Path(output))
    (click.echo if as_json else say)(report.to_json() if as_json else str(report))
    return 1 if report.loses else 0


def _acceptance(
    agent: str,
    opponent: str,
    openings: SudokuOpenings,
    seed: int,
    budget: Budget,
    settings: Settings,
) -> Match:
    """Return the match of --pass; say its play mode if the agents decide it."""
    resolve(opponent)
    pairs = tuple(pairings((agent, opponent)))
    match = in_usual_mode(Match(pairs, openings, seed=seed, budget=budget, settings=settings))
    if match.remark:
        notify(match.remark)
    return match


def _with_files(report: Report, folder: Path) -> Report:
    """Write the position of each kind of fault to a file in the format of the framework."""
    files = {}
    for number, group in enumerate(report.grouped(), 1):
        if (state := group[0].state) is not None:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{number}-{group[0].what}-{state.board.shape}.txt"
            write_text(str(path), write(state, "game"))
            files[number] = str(path)
    notify(f"{with_noun(len(files), 'position')} written to {folder}")
    return dataclasses.replace(report, files=files)
