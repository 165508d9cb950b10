"""`bombe match` and `bombe tournament`: games between agents, in pairs with sides swapped."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.contest import Contest, require_one_test
from bombe.agents.arena.log import AGAIN
from bombe.agents.arena.schedule import check_games, pairings, player_names
from bombe.agents.names import plain_name
from bombe.analysis.matches.pairs import Sprt
from bombe.analysis.matches.tables import match_text
from bombe.analysis.matches.verification.shards import MatchShard
from bombe.analysis.results import with_noun
from bombe.boards.errors import UnknownNameError
from bombe.commands.matches.scoreboard import scoreboard
from bombe.commands.matches.settings import (
    NOTES,
    begin_anew,
    jobs_option,
    lanes_of,
    log_name,
    made_facts,
    match_settings,
    notify_of_players,
    part_remark,
    require_salt,
    table_as_json_option,
)
from bombe.commands.matches.sweeps import GamesRun, run_options
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import take
from bombe.commands.shared.output import look_at, notify, say

if TYPE_CHECKING:
    from bombe.agents.arena.log import Log
    from bombe.agents.arena.match import Match
    from bombe.agents.arena.schedule import Pairing
    from bombe.analysis.matches.tally import Tally
    from bombe.commands.matches.settings import MatchSettings

_OPTIONS = take(
    match_settings(),
    run_options(
        GamesRun,
        click.option(
            "--games", type=int, default=20, help="Games for every pairing, an even number."
        ),
        jobs_option,
        click.option(
            "-o",
            "--output",
            metavar="LOG",
            help="The log of games; by default named after the match.",
        ),
        styles=(table_as_json_option,),
    ),
)


@click.command(
    cls=Command,
    epilog=f"""\b
Examples:
  bombe match greedy random --games 100 --time 0.1
  bombe match mcts:c=1.5,k=5 greedy --board random-3x3 --board hard-3x3
  bombe match ./team42_A2 minimax-skip --time 0.5
  bombe match my_agent.py:Mine greedy --nodes 200 --sprt elo0=0,elo1=50 --games 2000
  bombe match alphabeta exact --boxes 2x2          agents of Dots and Boxes choose the game
  bombe match --game dots random random --boxes 3x3 --nodes 1 --games 1000

{NOTES}""",
)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--sprt",
    metavar="elo0=X,elo1=Y",
    help="Stop as soon as this test is decided; alpha= and beta= may follow.",
)
@_OPTIONS
def match(one: str, other: str, sprt: str | None, settings: MatchSettings, run: GamesRun) -> int:
    """Play agents A and B against each other and rate them.

    Games are played in pairs on one board, with the sides swapped. An agent is a name with options,
    a package.module:Class, a path/to/file.py:Class, or the folder or zip of an agent for the course
    framework. In Dots and Boxes it can also be a path/to/file.py:function@notebook or the folder of
    a bot of OpenSpiel. Every game is logged immediately. The table at the end shows who won, the
    difference in Elo with its 95 % interval, and how likely it is that A is stronger. An agent that
    plays itself is called A#1 and A#2.
    """
    test = Sprt.parse(sprt) if sprt else None
    name = f"{plain_name(one)}-{plain_name(other)}"
    settings = settings.for_agents([one, other])
    return _contest(settings, pairings([one, other]), name, run, sprt=test)


@click.command(
    cls=Command,
    epilog=f"""\b
Examples:
  bombe tournament greedy random minimax --games 40 --time 0.1 -j 1
  bombe tournament mine.py:Mine greedy minimax mcts --gauntlet --generate 2x3

{NOTES}""",
)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@click.option(
    "--gauntlet", is_flag=True, help="Play only the first AGENT against each of the others."
)
@click.option(
    "--anchor", metavar="AGENT", help="The agent rated 0 in the table; by default the first."
)
@_OPTIONS
def tournament(
    agents: tuple[str, ...],
    anchor: str | None,
    settings: MatchSettings,
    run: GamesRun,
    *,
    gauntlet: bool,
) -> int:
    """Play every AGENT against every other one and rate them.

    Games are played in pairs on one board, with the sides swapped. If an AGENT cannot be started,
    it is named before the first game, and forfeits its games.
    """
    settings = settings.for_agents(agents)
    pairs = pairings(agents, gauntlet=gauntlet)
    names = player_names(agents)
    zero = names[0] if anchor is None else plain_name(anchor)
    if zero not in names:
        raise UnknownNameError("anchor", zero, names)
    return _contest(settings, pairs, "tournament", run, anchor=zero, forfeits=True)


def _contest(
    settings: MatchSettings,
    pairs: list[Pairing],
    name: str,
    run: GamesRun,
    *,
    sprt: Sprt | None = None,
    anchor: str | None = None,
    forfeits: bool = False,
) -> int:
    """Play what the log lacks, and print the table."""
    check_games(run.games)
    planned = settings.match(pairs)
    require_salt([planned], run.shard)
    planned = _checked(planned, forfeits=forfeits)
    lanes = lanes_of(run.jobs, is_timed=planned.budget.seconds is not None)
    path = run.output or log_name(name, planned, run.shard)
    part = MatchShard(run.shard, run.games * len(pairs), planned.seed)
    require_one_test(planned, sprt, part)  # before there is a log, or an old one is put aside
    if run.again:
        begin_anew([path])
    with planned.open_log(path, AGAIN) as log:
        facts = made_facts(lanes, planned.seed)
        contest = Contest(planned, log, games=run.games, sprt=sprt, facts=facts, shard=part)
        _notify_of_log(log, contest, is_salted=planned.salt is None)
        try:
            is_stopped = _play(contest, lanes, run.cluster, no_progress=run.no_progress)
        finally:
            # What is known is shown, too, if the log cannot be written any more.
            _show(contest, path if run.as_json else None, sprt, anchor)
        if is_stopped and not contest.is_over:
            left = with_noun(contest.left, "game")
            return interrupted(f"{left} left; run the same command again to resume")
    return Exit.DONE


def _checked(planned: Match, *, forfeits: bool) -> Match:
    """Return a match that can be played: without its broken players, or raise if there is one."""
    notify_of_players([planned])
    if not forfeits:
        planned.check()
        return planned
    playable = planned.with_forfeits()
    for player, trouble in playable.broken.items():
        notify(f"{player} cannot play, and forfeits its games: {trouble.detail}")
    return playable


def _notify_of_log(log: Log, contest: Contest, *, is_salted: bool) -> None:
    if log.mended:
        notify(log.mended)
    held = f", {with_noun(len(contest.logged), 'game')} in it" if contest.logged else ""
    notify(f"log: {log.path}{held}")
    if is_salted:
        notify(f"salt: {contest.match.salt or 'none'}, for agents that are not Bombe's own")


def _play(contest: Contest, lanes: int, cluster: str | None, *, no_progress: bool) -> bool:
    """Play what is left; return whether Ctrl-C ended that."""
    with stop_signal() as stop, scoreboard(contest, wanted=not no_progress) as show:
        for record in contest.run(lanes, stop, cluster):
            show(record)
    for player in contest.match.changed():
        notify(f"{player} was changed while it played: its games may be of two versions")
    return stop.is_set()


def _show(contest: Contest, log: str | None, sprt: Sprt | None, anchor: str | None) -> None:
    """Print the table, or with a log the document that names it."""
    tally, shard = contest.tally, contest.shard
    if log is not None:
        part = {} if shard.is_whole else {"shard": str(shard.part)}
        click.echo(json.dumps({"schema": "bombe.match/1", "log": log, **part, **tally.to_dict()}))
    elif tally.games:
        say(_table(tally, sprt, anchor))
        if not shard.is_whole:
            say(part_remark(shard.part))


def _table(tally: Tally, sprt: Sprt | None, anchor: str | None) -> str:
    rated = {player.name for player in tally.players.values() if player.games}
    known = anchor if anchor in rated else None
    return match_text(tally, look_at(sys.stdout, "never"), sprt, known)
