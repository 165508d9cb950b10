"""`bombe match` and `bombe tournament`: games between agents, in pairs with sides swapped."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bombe import __version__
from bombe.agents import AGENTS
from bombe.agents.contest import Contest
from bombe.agents.log import Log
from bombe.agents.match import Match
from bombe.agents.process import Settings, Start
from bombe.agents.schedule import KINDS, Starts, check_games, pairings
from bombe.agents.seats import Limit
from bombe.analysis.generate import Kind
from bombe.analysis.pairs import Sprt
from bombe.analysis.results import counted
from bombe.analysis.tables import match_text
from bombe.boards import Rules, Shape
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.commands.inputs import Inputs
from bombe.commands.options import progress_option
from bombe.commands.output import look_at, talk
from bombe.commands.scoreboard import scoreboard
from bombe.commands.stopping import stop_signal
from bombe.solvers import native

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.agents.schedule import Pairing
    from bombe.analysis.tally import Tally

_F = TypeVar("_F", bound="Callable[..., Any]")
_NOTES = f"""\b
Agents: {", ".join(entrant.name for entrant in AGENTS)}.

\b
Exit codes: 0 done, 2 wrong usage, 3 a log or a board that cannot be used, 5 solver missing,
130 interrupted, after printing what is known. The same command goes on where it was stopped."""


_STARTS = (
    click.option(
        "--board",
        "boards",
        multiple=True,
        metavar="BOARD",
        help="Begin there: a file, a bundled board, or a one-line board. Several take turns.",
    ),
    click.option(
        "--generate",
        "shape",
        metavar="MxN",
        help="Begin every pair on a new board; 3x3 if nothing is said.",
    ),
    click.option(
        "--kind",
        type=click.Choice([str(kind) for kind in KINDS]),
        default=str(Kind.IMPROPER),
        help="Kind of generated boards, see `bombe generate`.",
    ),
    click.option(
        "--rules",
        type=click.Choice([str(rules) for rules in Rules]),
        help="Play mode; without it that of the BOARD, else classic.",
    ),
    click.option("--seed", type=int, default=0, help="Of boards and agents."),
)
_TURNS = (
    click.option(
        "--time",
        "seconds",
        type=click.FloatRange(0, min_open=True),
        help="Seconds for a turn; 0.5 without --nodes.",
    ),
    click.option(
        "--nodes", type=click.IntRange(1), help="Nodes for a turn: games that can be repeated."
    ),
    click.option(
        "--start",
        type=click.Choice([str(start) for start in Start]),
        default=str(Start.SPAWN),
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
_RUN = (
    click.option("--games", type=int, default=20, help="For every pairing; even."),
    click.option(
        "-j", "--jobs", type=click.IntRange(1), help="Games at once; by default cores minus one."
    ),
    click.option(
        "-o", "--output", metavar="LOG", help="The log of games; named after the match if none."
    ),
    click.option("--json", "as_json", is_flag=True, help="The table as JSON."),
    progress_option,
)


def match_options(command: _F) -> _F:
    """Take all that a match and a tournament have in common."""
    for option in reversed((*_RUN, *_STARTS, *_TURNS)):
        command = option(command)
    return command


@click.command(
    epilog=f"""\b
Examples:
  bombe match greedy random --games 100 --time 0.1
  bombe match mcts:c=1.5,k=5 greedy --board random-3x3 --board hard-3x3
  bombe match my_agent.py:Mine greedy --nodes 200 --sprt elo0=0,elo1=50 --games 2000

{_NOTES}"""
)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--sprt", metavar="elo0=X,elo1=Y", help="Stop when decided; alpha=, beta= too.")
@match_options
def match(one: str, other: str, sprt: str | None, **common: Any) -> int:
    """Let agents A and B play: pairs of games on one board, with the sides swapped.

    An agent is a name with options, a package.module:Class or a path/to/file.py:Class. Every
    game is logged as soon as it has been played. The table at the end says who won, the
    difference in Elo with its 95 % interval, and how likely it is that A is the stronger one.
    """
    test = Sprt.parse(sprt) if sprt else None
    return _contest(pairings([one, other]), f"{one}-{other}", sprt=test, **common)


@click.command(
    epilog=f"""\b
Examples:
  bombe tournament greedy random minimax --games 40 --time 0.1 -j 1
  bombe tournament mine.py:Mine greedy minimax mcts --gauntlet --generate 2x3

{_NOTES}"""
)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@click.option("--gauntlet", is_flag=True, help="Only the first AGENT against each of the others.")
@click.option("--anchor", metavar="AGENT", help="The one rated 0 in the table; the first if none.")
@match_options
def tournament(
    agents: tuple[str, ...], anchor: str | None, *, gauntlet: bool, **common: Any
) -> int:
    """Let every AGENT play every other one, in pairs of games with the sides swapped."""
    if anchor is not None and anchor not in agents:
        raise UnknownNameError("anchor", anchor, agents)
    return _contest(
        pairings(agents, gauntlet=gauntlet), "tournament", anchor=anchor or agents[0], **common
    )


def _contest(
    pairs: list[Pairing],
    name: str,
    *,
    games: int,
    jobs: int | None,
    output: str | None,
    as_json: bool,
    no_progress: bool,
    sprt: Sprt | None = None,
    anchor: str | None = None,
    **words: Any,
) -> int:
    """Play what the log lacks, and print the table."""
    check_games(games)
    settled = _match_of(pairs, **words)
    settled.check()
    lanes = _lanes(jobs, is_timed=settled.limit.seconds is not None)
    path = output or _log_name(name, settled)
    with Log(path, settled.fingerprint) as log:
        contest = Contest(settled, log, games=games, sprt=sprt, facts=_facts(lanes))
        held = f", {counted(len(contest.logged), 'game')} in it" if contest.logged else ""
        talk(f"log: {path}{held}")
        with stop_signal() as stop, scoreboard(contest, wanted=not no_progress) as show:
            for record in contest.run(lanes, stop):
                show(record)
        if as_json:
            table = {"schema": "bombe.match/1", "log": path, **contest.tally.to_dict()}
            click.echo(json.dumps(table))
        elif contest.tally.games:
            click.echo(_table(contest.tally, sprt, anchor))
        if stop.is_set() and not contest.is_over():
            talk(f"interrupted, {counted(contest.left, 'game')} to go; the same command goes on")
            return 130
    return 0


def _table(tally: Tally, sprt: Sprt | None, anchor: str | None) -> str:
    rated = {player.name for player in tally.players.values() if player.games}
    known = anchor if anchor in rated else None
    return match_text(tally, look_at(sys.stdout, "never"), sprt, known)


def _match_of(
    pairs: list[Pairing],
    *,
    boards: tuple[str, ...],
    shape: str | None,
    kind: str,
    rules: str | None,
    seed: int,
    seconds: float | None,
    nodes: int | None,
    start: str,
    fresh: bool,
    memory: int,
    oracle: str,
    oracle_seconds: float,
) -> Match:
    if boards and shape:
        raise UsageError("--board and --generate: games begin on one or on the other")
    shape = shape or (None if boards else "3x3")
    starts = Starts(
        positions=tuple(entry.state for entry in Inputs(boards).entries()),
        shape=Shape.parse(shape) if shape else None,
        kind=Kind(kind),
        rules=Rules(rules) if rules else None,
    )
    if seconds is None and nodes is None:
        seconds = 0.5
    return Match(
        pairings=tuple(pairs),
        starts=starts,
        seed=seed,
        limit=Limit(seconds, nodes),
        settings=Settings(start=Start(start), memory=memory << 20 or None, fresh=fresh),
        oracle=oracle,
        oracle_seconds=oracle_seconds,
    )


def _log_name(name: str, settled: Match) -> str:
    """Name the log after the match, so that the same command finds it again."""
    plain = re.sub(r"[^0-9A-Za-z.=,-]+", "_", name)[:80]
    return f"{plain}-{settled.fingerprint[:8]}.jsonl"


def _lanes(wanted: int | None, *, is_timed: bool) -> int:
    """Tell how many games to play at once; one core is left for the referee."""
    cores = _cores()
    spare = max(1, cores - 1)
    if wanted and wanted > spare and is_timed:
        talk(f"-j {wanted} on {cores} cores: the games slow each other down; -j {spare} does not")
    return wanted or spare


def _cores() -> int:
    # What this process may use, where the system tells.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _facts(lanes: int) -> dict[str, Any]:
    """Give what every record says of the programs and of the machine."""
    versions = {
        "bombe": __version__,
        "python": platform.python_version(),
        "kernel": native.instructions() if native.is_available() else None,
    }
    machine = f"{platform.system()} {platform.machine()}"
    return {"versions": versions, "host": {"machine": machine, "cores": _cores(), "lanes": lanes}}
