"""The studies of positions: the tempo law, its exceptions, the newer modes, endings, bombs."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe import __version__
from bombe.agents.arena.proposing import propose
from bombe.agents.loading import resolve, spec_of
from bombe.analysis.studies.endings.results import ENDINGS
from bombe.analysis.studies.endings.study import EndingsPlan
from bombe.analysis.studies.modes.results import MODES
from bombe.analysis.studies.modes.study import NEWER, ModesPlan, texts_of
from bombe.analysis.studies.tempo.exceptions import smallest_among
from bombe.analysis.studies.tempo.results import TEMPO, draw_smallest, smallest_table
from bombe.analysis.studies.tempo.study import TempoPlan
from bombe.analysis.studies.tempo.study import boards_of as boards_with_games
from bombe.analysis.studies.why.peers import PEERS, check_peers
from bombe.analysis.studies.why.results import WHY
from bombe.analysis.studies.why.study import WhyPlan, solvable_boards
from bombe.analysis.studies.why.work import perform
from bombe.boards import Shape
from bombe.boards.errors import UsageError
from bombe.boards.game import DEFAULT_GAME
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command, ListOption, Number
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import boards_argument
from bombe.commands.shared.output import say
from bombe.commands.studies.frame import notify_of_pictures, study_command

if TYPE_CHECKING:
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.options import Option

_SHAPES = ("2x2", "2x3", "3x3", "3x4", "4x4")
_TEMPO_BOARDS = ("hard-2x3", "random-2x3", "hard-3x3", "random-3x3", "hard-3x4")
_MODES_BOARDS = ("hard-2x2", "hard-2x3", "random-2x3", "hard-3x3", "random-3x3")
_WHY_BOARDS = tuple(
    f"{kind}-{shape}" for shape in _SHAPES for kind in ("easy", "hard", "random", "empty")
)
"""Without a BOARD: these; without --generate, too, `why` also looks at generated boards."""
_GRIDS = ("1234341221434321", "1234341223414123")
"""The two 2x2 grids; all others are these with values, rows, columns or boxes exchanged."""
_MODES = [str(rules) for rules in NEWER]


def _count(name: str, default: int | None, text: str, least: int = 0, **more: Any) -> Option:
    """Return the option of a whole number."""
    return click.option(name, type=click.IntRange(least), default=default, help=text, **more)


def _seconds(name: str, default: float, text: str, *, zero: bool = False) -> Option:
    return click.option(name, type=Number(0, min_open=not zero), default=default, help=text)


def _range(name: str, default: tuple[int, int], text: str) -> Option:
    both = (click.IntRange(1), click.IntRange(1))
    return click.option(name, type=both, default=default, help=text)


def _numbers(*names: str, default: tuple[int, ...], text: str) -> Option:
    kind = click.IntRange(1)
    return click.option(
        *names, type=kind, cls=ListOption, default=default, metavar="N,...", help=text
    )


def _seed(text: str) -> Option:
    return click.option("--seed", type=int, default=0, help=text)


def _require_order(name: str, bounds: tuple[int, int]) -> None:
    if bounds[0] > bounds[1]:
        raise UsageError(f"{name} {bounds[0]} {bounds[1]}: give the smaller number first")


@study_command(
    TEMPO,
    """
  bombe study tempo                                 a small study of bundled boards
  bombe study tempo -o tempo.jsonl -j 2 --positions 5000 --games 200 --pictures plots
  bombe study tempo boards.txt --games 0 --empties 8 17 -o mine.jsonl
  bombe study tempo --read tempo.jsonl --pictures plots""",
    _count("--positions", 300, "Endgames to solve on each BOARD."),
    _count("--games", 10, "Games for each pairing and side."),
    _range("--empties", (8, 17), "The fewest and the most empty cells of the endgames."),
    _numbers(
        "--horizon",
        "horizons",
        default=(10, 14, 20, 30, 40),
        text="An opponent of P counts bombs from this many empty cells on.",
    ),
    _count(
        "--exact",
        0,
        "Play the horizon games again, both sides perfect from this many empty cells on.",
    ),
    _seed("Seed of positions and games."),
)
def tempo(
    inputs: Inputs, *, empties: tuple[int, int], horizons: tuple[int, ...], **numbers: Any
) -> TempoPlan:
    """Measure how far the tempo law holds on each BOARD.

    Random endgames are solved: who wins in each class, and whether the rules P and W contain an
    optimal move. Whole games are played: P against itself, against W, against no skips, and
    against P from a later moment on.
    """
    _require_order("--empties", empties)
    return TempoPlan(
        boards=boards_with_games(inputs.or_default(_TEMPO_BOARDS).entries()),
        empties=empties,
        horizons=tuple(sorted(set(horizons))),
        version=__version__,
        **numbers,
    )


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe study exceptions                    both kinds of 2x2 grids, up to 6 empty cells
  bombe study exceptions --most 7 --pictures plots
  bombe study exceptions my-full-grid.txt --most 4""",
)
@boards_argument(required=False)
@_count("--most", 6, "Search endgames of at most this many empty cells.", 1)
@click.option("--pictures", metavar="DIR", help="Draw each in DIR as SVG, with every move's value.")
def exceptions(inputs: Inputs, most: int, pictures: str | None) -> int:
    """Find the smallest exceptions to the tempo law among all endgames of each full BOARD.

    Only boards with one solution count. The table has the class, the result of best play, the
    margin, the board and the taboo bombs. Each further empty cell makes the study several times as
    long.
    """
    with stop_signal() as stop:
        found = smallest_among(inputs.or_default(_GRIDS).entries(), most, stop.is_set)
    say(smallest_table(found))
    if pictures:
        notify_of_pictures(len(draw_smallest(found, Path(pictures))), pictures)
    return interrupted() if stop.is_set() else Exit.DONE


@study_command(
    MODES,
    """
  bombe study modes                                  a small study of bundled boards
  bombe study modes set-hard-3x3 -o modes.jsonl -j 2 --positions 20 --pictures plots
  bombe study modes match.jsonl#3 --fills 8 20       the positions of a game of a match
  bombe study modes --read modes.jsonl""",
    click.option(
        "--rules",
        "modes",
        type=click.Choice(_MODES),
        cls=ListOption,
        default=_MODES,
        help="The play modes; default all three.",
    ),
    _count("--positions", 40, "Endgames on each BOARD, in each mode and for each style of play."),
    _count(
        "--games",
        5,
        "Larger positions on each BOARD, in each mode and for each style, played by rule R.",
    ),
    _range("--fills", (8, 14), "The fewest and the most fills that are left in the endgames."),
    _seconds("--seconds", 5.0, "The time for one endgame; those that take longer are left out."),
    _seed("Seed of the games that lead to the endgames."),
)
def modes(
    inputs: Inputs, *, modes: tuple[str, ...], fills: tuple[int, int], **numbers: Any
) -> ModesPlan:
    """Measure how far the law of reach holds on each BOARD.

    Seeded games lead to endgames in each of the newer play modes. These are solved and compared
    with the law, which predicts the winner from the cells that each player can reach and from the
    tempo. Larger positions are played out by rule R, the law's own. A BOARD that is a position in
    one of these modes, or a game of a log, is solved as it is.
    """
    _require_order("--fills", fills)
    return ModesPlan(
        boards=texts_of(inputs.or_default(_MODES_BOARDS).entries(), fills),
        modes=tuple(dict.fromkeys(modes)),
        fills=fills,
        version=__version__,
        **numbers,
    )


@study_command(
    ENDINGS,
    """
  bombe study endings
  bombe study endings --empties 28 --positions 100 --seconds 10 --memory 4096 -o e28.jsonl
  bombe study endings --empties 18 --several --positions 100 -o several.jsonl
  bombe study endings --read e28.jsonl --against old.jsonl""",
    click.option(
        "--shape", default="3x3", metavar="MxN", help="Rows x columns of a box.", show_default=True
    ),
    _numbers("--empties", default=(20, 24), text="Empty cells of an ending."),
    _count("--positions", 10, "Endings of each number of empty cells.", 1),
    click.option("--several", is_flag=True, help="Draw endings with several solutions."),
    _count(
        "--solutions",
        None,
        "At least so many solutions; implies --several, whose default is 2.",
        2,
        show_default=False,
    ),
    _seconds("--seconds", 5.0, "Time for one ending.", zero=True),
    _count(
        "--memory",
        None,
        "Memory for the tables.  [default: a quarter of what is free]",
        1,
        metavar="MIB",
        show_default=False,
    ),
    click.option(
        "-t",
        "--threads",
        type=click.IntRange(1),
        help="Threads that share the tables.  [default: all cores]",
        show_default=False,
    ),
    _seed("Seed of the endings."),
    boards=False,
    wrong="an answer was wrong",
)
def endings(
    *,
    shape: str,
    empties: tuple[int, ...],
    several: bool,
    solutions: int | None,
    memory: int | None,
    **numbers: Any,
) -> EndingsPlan:
    """Measure how many random endings are solved exactly, and how close the other bounds are.

    Proper boards are filled at random with the values of their solution until the given number of
    cells is empty; all bombs count. Every answer is checked: its line of best play is played to the
    end and must score the margin. With --against, no bounds may exclude those of the older study.
    """
    return EndingsPlan(
        shape=str(Shape.parse(shape)),
        empties=tuple(sorted(set(empties))),
        solutions=solutions or (2 if several else 1),
        memory=None if memory is None else memory << 20,
        version=__version__,
        **numbers,
    )


@study_command(
    dataclasses.replace(WHY, perform=functools.partial(perform, propose=propose)),
    """
  bombe study why                                    a small study of boards of all usual sizes
  bombe study why --check -j 2 --games 20 --positions 20 -o why.jsonl --pictures plots
  bombe study why random-3x3 --cores 3 --peer optux
  bombe study why --generate 3x3 --agent minimax,minimax-skip,mcts
  bombe study why match.jsonl#1 --games 0            the positions of a game of a match
  bombe study why --read why.jsonl""",
    click.option(
        "--generate",
        "shapes",
        metavar="MxN,...",
        cls=ListOption,
        help="Also generate boards of these shapes, with one and with several solutions.",
    ),
    _count("--games", 2, "Games of random safe moves on each BOARD; with 0, its own position."),
    _count("--positions", 5, "Positions to look at in each game.", 1),
    click.option(
        "--check", is_flag=True, help="Find the chain of every bomb, and have it checked."
    ),
    _count("--cores", 0, "Bombs of each position to find a core of."),
    _seconds("--core-seconds", 1.0, "The time for one core; then the smallest so far counts."),
    click.option(
        "--peer",
        "peers",
        type=click.Choice(list(PEERS)),
        cls=ListOption,
        help="Let other packages find the same cores.",
    ),
    click.option(
        "--agent", "agents", metavar="AGENT,...", cls=ListOption, help="Ask these for moves, too."
    ),
    _count("--nodes", 100, "What an agent may search for a move.", 1),
    _seconds("--seconds", 60.0, "The time for one chain, or to rate a position."),
    _seed("Seed of boards, games and samples."),
    wrong="a chain, a rating or a core was wrong",
)
def why(
    inputs: Inputs,
    *,
    shapes: tuple[str, ...],
    games: int,
    peers: tuple[str, ...],
    agents: tuple[str, ...],
    **numbers: Any,
) -> WhyPlan:
    """Measure how bombs are seen in games on each BOARD, by how full it is.

    Games of random safe moves lead to positions at every fill, and every bomb of a position is
    rated: direct, by singles, by pairs and locked candidates, or by cases. With --agent, an agent
    proposes a move in each position, and the study counts how often it is a bomb.
    """
    if shapes and not games:
        raise UsageError("--games 0 looks at BOARDs as they are: leave out --generate")
    check_peers(peers)
    if not (inputs.boards or shapes):
        inputs, shapes = inputs.or_default(_WHY_BOARDS), _SHAPES
    return WhyPlan(
        boards=solvable_boards(inputs.entries()),
        shapes=tuple(str(Shape.parse(shape)) for shape in shapes),
        games=games,
        peers=tuple(dict.fromkeys(peers)),
        agents=tuple(resolve(spec_of(name, DEFAULT_GAME)) for name in dict.fromkeys(agents)),
        version=__version__,
        **numbers,
    )
