"""`bombe match` and `bombe tournament`: games between agents, in pairs with sides swapped."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import Log
from bombe.agents.arena.schedule import check_games, pairings
from bombe.analysis.matches.pairs import Sprt
from bombe.analysis.matches.tables import match_text
from bombe.analysis.results import counted
from bombe.boards.errors import UnknownNameError
from bombe.commands.matches.playing import (
    FORM,
    GAME,
    GAMES,
    GRIDS,
    LIMITS,
    NOTES,
    PROCESSES,
    SEED,
    STARTS,
    facts_of,
    game_options,
    lanes_of,
    log_name,
    match_of,
)
from bombe.commands.matches.scoreboard import scoreboard
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.output import look_at, notify

if TYPE_CHECKING:
    from bombe.agents.arena.schedule import Pairing
    from bombe.analysis.matches.tally import Tally

_LOG = (
    click.option(
        "-o", "--output", metavar="LOG", help="The log of games; named after the match if none."
    ),
)
_COMMON = game_options(GAME, GAMES, _LOG, FORM, STARTS, GRIDS, SEED, LIMITS, PROCESSES)


@click.command(
    epilog=f"""\b
Examples:
  bombe match greedy random --games 100 --time 0.1
  bombe match mcts:c=1.5,k=5 greedy --board random-3x3 --board hard-3x3
  bombe match ./team42_A2 minimax-skip --time 0.5
  bombe match my_agent.py:Mine greedy --nodes 200 --sprt elo0=0,elo1=50 --games 2000
  bombe match --game dots alphabeta mcts --boxes 3x3

{NOTES}"""
)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--sprt", metavar="elo0=X,elo1=Y", help="Stop when decided; alpha=, beta= too.")
@_COMMON
def match(one: str, other: str, sprt: str | None, **common: Any) -> int:
    """Let agents A and B play: pairs of games on one board, with the sides swapped.

    An agent is a name with options, a package.module:Class, a path/to/file.py:Class, or the
    folder of an agent for the course framework. Every game is logged as soon as it has been
    played. The table at the end says who won, the difference in Elo with its 95 % interval, and how
    likely it is that A is the stronger one.
    """
    test = Sprt.parse(sprt) if sprt else None
    return _contest(pairings([one, other]), f"{one}-{other}", sprt=test, **common)


@click.command(
    epilog=f"""\b
Examples:
  bombe tournament greedy random minimax --games 40 --time 0.1 -j 1
  bombe tournament mine.py:Mine greedy minimax mcts --gauntlet --generate 2x3

{NOTES}"""
)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@click.option("--gauntlet", is_flag=True, help="Only the first AGENT against each of the others.")
@click.option("--anchor", metavar="AGENT", help="The one rated 0 in the table; the first if none.")
@_COMMON
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
    settled = match_of(pairs, **words)
    settled.check()
    lanes = lanes_of(jobs, is_timed=settled.budget.seconds is not None)
    path = output or log_name(name, settled)
    with Log(path, settled.fingerprint) as log:
        contest = Contest(settled, log, games=games, sprt=sprt, facts=facts_of(lanes))
        held = f", {counted(len(contest.logged), 'game')} in it" if contest.logged else ""
        notify(f"log: {path}{held}")
        with stop_signal() as stop, scoreboard(contest, wanted=not no_progress) as show:
            for record in contest.run(lanes, stop):
                show(record)
        if as_json:
            table = {"schema": "bombe.match/1", "log": path, **contest.tally.to_dict()}
            click.echo(json.dumps(table))
        elif contest.tally.games:
            click.echo(_table(contest.tally, sprt, anchor))
        if stop.is_set() and not contest.is_over:
            notify(f"interrupted, {counted(contest.left, 'game')} to go; the same command goes on")
            return 130
    return 0


def _table(tally: Tally, sprt: Sprt | None, anchor: str | None) -> str:
    rated = {player.name for player in tally.players.values() if player.games}
    known = anchor if anchor in rated else None
    return match_text(tally, look_at(sys.stdout, "never"), sprt, known)
