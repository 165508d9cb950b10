"""What all commands that play games share: their options, the match that these make, facts."""

from __future__ import annotations

import functools
import platform
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bombe import __version__
from bombe.agents.arena.match import Match
from bombe.agents.arena.openings import Openings
from bombe.agents.games import GAMES as PLAYED
from bombe.agents.games import players_of
from bombe.agents.processes.process import Settings, StartMethod
from bombe.agents.sudoku.openings import KINDS, SudokuOpenings
from bombe.agents.table import agents_of
from bombe.analysis.generate.kinds import BoardKind
from bombe.boards import Rules, Shape
from bombe.boards.dots.game import DOTS
from bombe.boards.errors import UsageError
from bombe.boards.game import DEFAULT_GAME, game_named
from bombe.boards.sudoku.game import SUDOKU
from bombe.commands.dots.inputs import position_of
from bombe.commands.shared.inputs import Inputs
from bombe.commands.shared.options import progress_option
from bombe.commands.shared.output import notify
from bombe.solvers import Budget, native
from bombe.solvers.native.cpu import cores, instructions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bombe.agents.arena.schedule import Pairing

_F = TypeVar("_F", bound="Callable[..., Any]")
_AGENTS = "\n".join(
    f"{game_named(game).title}: {', '.join(one.name for one in agents_of(game))}."
    for game in PLAYED
)
NOTES = f"""\b
Agents by --game:
{_AGENTS}

\b
Exit codes: 0 done, 2 wrong usage, 3 a log or a board that cannot be used, 5 solver missing,
130 interrupted, after printing what is known. The same command goes on where it was stopped."""

_KIND = str(BoardKind.IMPROPER)
SHAPE = BOXES = "3x3"
"""Of generated boards, and of grids, where nothing is said."""
GAME = (
    click.option(
        "--game",
        type=click.Choice(list(PLAYED)),
        default=DEFAULT_GAME,
        help="What is played: "
        + ", ".join(f"{game} is {game_named(game).title}" for game in PLAYED)
        + ".",
    ),
)
GRIDS = (
    click.option(
        "--boxes",
        metavar="RxC",
        help=f"dots: begin on an empty grid of R rows of C boxes; {BOXES} if nothing is said.",
    ),
    click.option(
        "--no-extra-turn",
        is_flag=True,
        help="dots: the turn passes after every line, scored or not.",
    ),
)
GAMES = (
    click.option("--games", type=int, default=20, help="For every pairing; even."),
    click.option(
        "-j", "--jobs", type=click.IntRange(1), help="Games at once; by default cores minus one."
    ),
)
FORM = (
    click.option("--json", "as_json", is_flag=True, help="The table as JSON."),
    progress_option,
)
STARTS = (
    click.option(
        "--board",
        "boards",
        multiple=True,
        metavar="BOARD",
        help="Begin there: a file, a bundled board, or a one-line board; in dots a file or "
        '"3x3: h 0 0; v 1 2". Several take turns.',
    ),
    click.option(
        "--generate",
        "shape",
        metavar="MxN",
        help=f"Begin every pair on a new board; {SHAPE} if nothing is said.",
    ),
    click.option(
        "--kind",
        type=click.Choice([str(kind) for kind in KINDS]),
        default=_KIND,
        help="BoardKind of generated boards, see `bombe generate`.",
    ),
    click.option(
        "--rules",
        type=click.Choice([str(rules) for rules in Rules]),
        help="Play mode; without it that of the BOARD, else classic.",
    ),
)
SEED = (click.option("--seed", type=int, default=0, help="Of boards and agents."),)
LIMITS = (
    click.option(
        "--time",
        "seconds",
        type=click.FloatRange(0, min_open=True),
        help="Seconds for a turn; without --nodes "
        + ", ".join(f"{line.seconds:g} in {game}" for game, line in PLAYED.items())
        + ".",
    ),
    click.option(
        "--nodes", type=click.IntRange(1), help="Nodes for a turn: games that can be repeated."
    ),
)
PROCESSES = (
    click.option(
        "--start",
        type=click.Choice([str(method) for method in StartMethod]),
        default=str(StartMethod.SPAWN),
        help="How the agents' processes begin.",
    ),
    click.option("--fresh", is_flag=True, help="A new process for every turn."),
    click.option(
        "--memory",
        type=click.IntRange(0),
        default=1024,
        metavar="MIB",
        help="What an agent may take; 0: no limit.",
    ),
    click.option("--oracle", default="auto", metavar="SOLVER", help="See `bombe doctor`."),
    click.option(
        "--oracle-seconds",
        type=click.FloatRange(0, min_open=True),
        default=30.0,
        help="For one move; a game that it cannot judge is void.",
    ),
)


def game_options(*groups: Iterable[Callable[[_F], _F]]) -> Callable[[_F], _F]:
    """Give a command the options of the groups, in their order."""

    def add(command: _F) -> _F:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return add


def match_of(
    pairs: list[Pairing],
    *,
    game: str = DEFAULT_GAME,
    seed: int,
    seconds: float | None,
    nodes: int | None,
    start: str,
    fresh: bool,
    memory: int,
    oracle: str,
    oracle_seconds: float,
    **starts: Any,
) -> Match:
    """Make the match that the options ask for; `starts` are those of STARTS and GRIDS."""
    if seconds is None and nodes is None:
        seconds = players_of(game).seconds
    begin = _OPENINGS.get(game) or functools.partial(_openings, game)
    return Match(
        pairings=tuple(pairs),
        openings=begin(**starts),
        seed=seed,
        budget=Budget(seconds, nodes),
        settings=Settings(start=StartMethod(start), memory=memory << 20 or None, fresh=fresh),
        oracle=oracle,
        oracle_seconds=oracle_seconds,
    )


def _sudoku_openings(
    *,
    boards: tuple[str, ...],
    shape: str | None,
    kind: str,
    rules: str | None,
    boxes: str | None = None,
    no_extra_turn: bool = False,
) -> SudokuOpenings:
    """Begin on boards that are given, or on generated ones."""
    if boxes or no_extra_turn:
        raise UsageError("--boxes and --no-extra-turn are about Dots and Boxes: add --game dots")
    if boards and shape:
        raise UsageError("--board and --generate: games begin on one or on the other")
    if boards and kind != _KIND:
        raise UsageError("--kind is about generated boards: leave it out, or --board")
    shape = shape or (None if boards else SHAPE)
    return SudokuOpenings(
        positions=tuple(entry.state for entry in Inputs(boards).entries()),
        shape=Shape.parse(shape) if shape else None,
        kind=BoardKind(kind),
        rules=Rules(rules) if rules else None,
    )


def _dots_openings(
    *,
    boards: tuple[str, ...] = (),
    shape: str | None = None,
    kind: str = _KIND,
    rules: str | None = None,
    boxes: str | None = None,
    no_extra_turn: bool = False,
) -> Openings:
    """Begin on positions that are given, or on an empty grid."""
    if shape or rules or kind != _KIND:
        raise UsageError("--generate, --kind and --rules are about Sudoku: give --boxes 3x3")
    found = boards or (None,)
    grid = boxes or (None if boards else BOXES)
    return Openings(
        tuple(position_of(board, grid, None, no_extra_turn=no_extra_turn) for board in found)
    )


def _openings(
    name: str,
    *,
    boards: tuple[str, ...] = (),
    shape: str | None = None,
    kind: str = _KIND,
    rules: str | None = None,
    boxes: str | None = None,
    no_extra_turn: bool = False,
) -> Openings:
    """Begin a game without options of its own: on positions that are given, or its usual one."""
    if shape or rules or kind != _KIND or boxes or no_extra_turn:
        raise UsageError(f"{name} has no such options: begin on a --board, or leave them out")
    game = game_named(name)
    given = (game.read(_text_of(board), board) for board in boards)
    return Openings(tuple(given) or (game.start(players_of(name).size),))


def _text_of(board: str) -> str:
    """Return the text of a BOARD: what a file of that name holds, or the word itself."""
    path = Path(board)
    return path.read_text(encoding="utf-8") if path.is_file() else board


_OPENINGS: dict[str, Callable[..., Openings]] = {
    SUDOKU.name: _sudoku_openings,
    DOTS.name: _dots_openings,
}
"""Where the games of a match begin, for games that have options for it."""


def where(
    *,
    game: str = DEFAULT_GAME,
    boards: tuple[str, ...] = (),
    shape: str | None = None,
    kind: str = _KIND,
    boxes: str | None = None,
    no_extra_turn: bool = False,
    **_: Any,
) -> str:
    """Say in words on what the games of `match_of` with these options begin."""
    if boards:
        found = " and ".join(boards) if len(boards) < 3 else f"{len(boards)} boards"
    else:
        usual = f"{boxes or players_of(game).size} boxes"
        found = f"{kind} {shape or SHAPE} boards" if game == DEFAULT_GAME else usual
    return found + " without the extra turn" * no_extra_turn


def log_name(name: str, settled: Match) -> str:
    """Name the log after the match, so that the same command finds it again."""
    # Folders are written ./x: neither a hidden file nor dots in the middle come of that.
    plain = re.sub(r"[^0-9A-Za-z.=,-]+", "_", name.replace("./", "")).lstrip("._")[:80]
    return f"{plain}-{settled.fingerprint[:8]}.jsonl"


def lanes_of(wanted: int | None, *, is_timed: bool) -> int:
    """Tell how many games to play at once; one core is left for the referee."""
    available = cores()
    spare = max(1, available - 1)
    if wanted and wanted > spare and is_timed:
        notify(
            f"-j {wanted} on {available} cores: the games slow each other down; -j {spare} does not"
        )
    return wanted or spare


def facts_of(lanes: int) -> dict[str, Any]:
    """Give what every record says of the programs and of the machine."""
    versions = {
        "bombe": __version__,
        "python": platform.python_version(),
        "kernel": instructions() if native.is_available() else None,
    }
    machine = f"{platform.system()} {platform.machine()}"
    return {"versions": versions, "host": {"machine": machine, "cores": cores(), "lanes": lanes}}
