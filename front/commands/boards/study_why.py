"""`bombe study why`: how bombs are seen in whole games, and how fast they are explained."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe import __version__
from bombe.agents.arena.proposing import propose
from bombe.agents.loading import resolve, spec_of
from bombe.analysis.why.study.peers import PEERS, check_peers
from bombe.analysis.why.study.pictures import TOO_FEW, draw_why_study
from bombe.analysis.why.study.positions import boards_of
from bombe.analysis.why.study.records import WHY_FILE, WhyPlan, WhyStudy
from bombe.analysis.why.study.tables import why_tables
from bombe.analysis.why.study.tasks import perform_why, tasks_of
from bombe.boards import Shape
from bombe.boards.errors import UsageError
from bombe.boards.game import DEFAULT_GAME
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.options import boards_argument
from bombe.commands.shared.output import notify, say
from bombe.commands.shared.studies import study_options

if TYPE_CHECKING:
    from pathlib import Path

    from bombe.analysis.why.study.records import WhyStudy
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.studies import StudyRun

_SHAPES = ("2x2", "2x3", "3x3", "3x4", "4x4")
_KINDS = ("easy", "hard", "random", "empty")
_BOARDS = tuple(f"{kind}-{shape}" for shape in _SHAPES for kind in _KINDS)
"""Without BOARD and --generate: these, and generated ones of the same shapes."""


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe study why                                    a small study of boards of all usual sizes
  bombe study why --check -j 2 --games 20 --positions 20 -o why.jsonl --pictures plots
  bombe study why random-3x3 --cores 3 --peer optux
  bombe study why --generate 3x3 --agent minimax,minimax-skip,mcts
  bombe study why match.jsonl#1 --games 0            the positions of a game of a match
  bombe study why --read why.jsonl

\b
With -o, the same command resumes a study that was interrupted. Exit codes: 0 done, 1 a chain, a
rating or a core was wrong, 2 wrong usage, 3 bad input, 130 interrupted.""",
)
@boards_argument(required=False)
@click.option(
    "--generate",
    "shapes",
    metavar="MxN,...",
    cls=ListOption,
    help="Also generate boards of these shapes, with one and with several solutions.",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    default=2,
    help="Games of random safe moves on each BOARD; with 0, its own position.",
)
@click.option(
    "--positions", type=click.IntRange(1), default=5, help="Positions to look at in each game."
)
@click.option("--check", is_flag=True, help="Find the chain of every bomb, and have it checked.")
@click.option(
    "--cores", type=click.IntRange(0), default=0, help="Bombs of each position to find a core of."
)
@click.option(
    "--core-seconds",
    type=Number(0, min_open=True),
    default=1.0,
    help="The time for one core; then the smallest so far counts.",
)
@click.option(
    "--peer",
    "peers",
    type=click.Choice(list(PEERS)),
    cls=ListOption,
    help="Let other packages find the same cores.",
)
@click.option(
    "--agent", "agents", metavar="AGENT,...", cls=ListOption, help="Ask these for moves, too."
)
@click.option(
    "--nodes", type=click.IntRange(1), default=100, help="What an agent may search for a move."
)
@click.option(
    "--seconds",
    type=Number(0, min_open=True),
    default=60.0,
    help="The time for one chain, or to rate a position.",
)
@click.option("--seed", type=int, default=0, help="Seed of boards, games and samples.")
@study_options
def why(inputs: Inputs, run: StudyRun, **options: Any) -> int:
    """Measure how bombs are seen in games on each BOARD, by how full it is.

    Games of random safe moves lead to positions at every fill, and every bomb of a position is
    rated: direct, by singles, by pairs and locked candidates, or by cases. With --agent it is asked
    which move an agent proposes there, and whether that is a bomb.
    """
    run.check(inputs.boards)
    ask = functools.partial(perform_why, propose=propose)
    found, is_stopped = run.study(
        WHY_FILE, functools.partial(_plan, inputs, **options), tasks_of, ask, "games"
    )
    say(why_tables(found))
    for fault in found.faults:
        notify(fault)
    run.draw(found, _drawn)
    return run.ended(is_stopped=is_stopped, is_faulty=bool(found.faults))


def _drawn(found: WhyStudy, folder: Path) -> list[Path]:
    """Draw the study; say it if there is too little to draw."""
    files = draw_why_study(found, folder)
    if not files:
        notify(f"{TOO_FEW}; raise --games or --positions")
    return files


def _plan(
    inputs: Inputs,
    *,
    shapes: tuple[str, ...],
    games: int,
    peers: tuple[str, ...],
    agents: tuple[str, ...],
    **numbers: Any,
) -> WhyPlan:
    is_default = not (inputs.boards or shapes)
    if shapes and not games:
        raise UsageError("--games 0 looks at BOARDs as they are: leave out --generate")
    check_peers(peers)
    boards = inputs.or_default(_BOARDS) if is_default else inputs
    return WhyPlan(
        boards=boards_of(boards.entries()),
        shapes=tuple(str(Shape.parse(shape)) for shape in (_SHAPES if is_default else shapes)),
        games=games,
        peers=tuple(dict.fromkeys(peers)),
        agents=tuple(resolve(spec_of(name, DEFAULT_GAME)) for name in dict.fromkeys(agents)),
        version=__version__,
        **numbers,
    )
