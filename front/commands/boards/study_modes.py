"""`bombe study modes`: who wins in the newer play modes, told from what each player can reach."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from bombe import __version__
from bombe.analysis.reach.study.pictures import draw_modes
from bombe.analysis.reach.study.records import MODES_FILE, ModesPlan
from bombe.analysis.reach.study.tables import modes_tables
from bombe.analysis.reach.study.tasks import NEWER, perform_modes, tasks_of, texts_of
from bombe.boards.errors import UsageError
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.options import boards_argument
from bombe.commands.shared.output import say
from bombe.commands.shared.studies import study_options

if TYPE_CHECKING:
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.studies import StudyRun

_BOARDS = ("hard-2x2", "hard-2x3", "random-2x3", "hard-3x3", "random-3x3")
"""Without a BOARD: these."""


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe study modes                                  a small study of bundled boards
  bombe study modes set-hard-3x3 -o modes.jsonl -j 2 --positions 20 --pictures plots
  bombe study modes match.jsonl#3 --fills 8 20       the positions of a game of a match
  bombe study modes --read modes.jsonl

\b
With -o, the same command resumes a study that was interrupted. Exit codes: 0 done, 2 wrong usage,
3 bad input, 130 interrupted.""",
)
@boards_argument(required=False)
@click.option(
    "--rules",
    "modes",
    type=click.Choice([str(rules) for rules in NEWER]),
    cls=ListOption,
    default=[str(rules) for rules in NEWER],
    help="The play modes; default all three.",
)
@click.option(
    "--positions",
    type=click.IntRange(0),
    default=40,
    help="Endgames on each BOARD, in each mode and for each style of play.",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    default=5,
    help="Larger positions on each BOARD, in each mode and for each style, played by rule R.",
)
@click.option(
    "--fills",
    type=(click.IntRange(1), click.IntRange(1)),
    default=(8, 14),
    help="The fewest and the most fills that are left in the endgames.",
)
@click.option(
    "--seconds",
    type=Number(0, min_open=True),
    default=5.0,
    help="The time for one endgame; those that take longer are left out.",
)
@click.option("--seed", type=int, default=0, help="Seed of the games that lead to the endgames.")
@study_options
def modes(inputs: Inputs, run: StudyRun, **options: Any) -> int:
    """Measure how far the law of reach holds on each BOARD.

    Seeded games lead to endgames in each of the newer play modes, and these are solved: who wins,
    told from the cells that each player can reach and from the tempo. Larger positions are played
    out by rule R, the law's own. A BOARD that is a position
    in one of these modes, or a game of a log, is solved as it is.
    """
    run.check(inputs.boards)
    boards = inputs.or_default(_BOARDS)
    found, is_stopped = run.study(
        MODES_FILE, functools.partial(_plan, boards, **options), tasks_of, perform_modes
    )
    say(modes_tables(found))
    run.draw(found, draw_modes)
    return run.ended(is_stopped=is_stopped)


def _plan(
    inputs: Inputs,
    *,
    modes: tuple[str, ...],
    positions: int,
    games: int,
    fills: tuple[int, int],
    seconds: float,
    seed: int,
) -> ModesPlan:
    if fills[0] > fills[1]:
        raise UsageError(f"--fills {fills[0]} {fills[1]}: give the smaller number first")
    return ModesPlan(
        boards=texts_of(inputs.entries(), fills),
        modes=tuple(dict.fromkeys(modes)),
        fills=fills,
        positions=positions,
        games=games,
        seconds=seconds,
        seed=seed,
        version=__version__,
    )
