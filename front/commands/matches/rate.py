"""`bombe rate`: rates the players of many logs together."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.log import read_logs
from bombe.agents.names import plain_name
from bombe.analysis.matches.breakdowns import break_down, breakdowns_csv, breakdowns_text
from bombe.analysis.matches.categories import CATEGORIES, categories_named
from bombe.analysis.matches.ratings import rate as rate_players
from bombe.analysis.matches.tables import pgn_headers, ratings_csv, ratings_report
from bombe.analysis.matches.tally import Tally
from bombe.analysis.runs.formats import by_suffix
from bombe.boards.errors import InputError, UsageError
from bombe.boards.visible import visible_in
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command, ListOption
from bombe.commands.shared.options import output_option, style_option
from bombe.commands.shared.output import emitter, look_at, notify

if TYPE_CHECKING:
    from bombe.analysis.matches.breakdowns import Breakdown


_CATEGORIES = "\n".join(f"  {each.name:<10}{each.summary}" for each in CATEGORIES.values())


@click.command(
    cls=Command,
    epilog=f"""\b
Examples:
  bombe rate tournament.jsonl --anchor random
  bombe rate *.jsonl --csv -o ratings.csv
  bombe rate *.jsonl --by board,seat,time,size        win rates, not ratings
  bombe rate *.jsonl --by opponent+size --csv         for each opponent and size
  bombe rate games.jsonl --pgn -o games.pgn           for other rating programs
  bombe rate games.jsonl --trust                      without replaying the games

\b
Categories of --by:
{_CATEGORIES}

\b
Exit codes: 0 done, 2 wrong usage, 3 a log that cannot be used or does not hold.""",
)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option(
    "--anchor",
    metavar="AGENT",
    help="The player rated 0; by default the first in alphabetical order.",
)
@click.option(
    "--by",
    cls=ListOption,
    metavar="CATEGORY,...",
    help="Show the win rates of each player by these categories. A+B is one category: all "
    "combinations of both.",
)
@style_option("csv", "Print a header, then a row for each player, or for each line of --by.")
@style_option("json", "Print one JSON document.")
@style_option("pgn", "Print the PGN headers of every game.")
@click.option(
    "--trust",
    is_flag=True,
    help="Trust the logs: neither replay the games nor check their hashes.",
)
@output_option
def rate(
    logs: tuple[str, ...],
    anchor: str | None,
    by: tuple[str, ...],
    style: str | None,
    output: str | None,
    *,
    trust: bool,
) -> int:
    """Rate the players of match LOGs together, on the Elo scale (Bradley-Terry).

    Every game is replayed and checked first. A fault in a LOG ends the command with exit code 3 and
    the line, and `bombe verify` lists all faults.

    With --by, show win rates with 95 % intervals: from pairs of games with the sides swapped if
    there are at least 10, otherwise from single games (Wilson). Games lost by forfeit are losses.
    Forfeits and void games have their own columns.
    """
    if output and style is None:
        style = by_suffix(output, {f".{name}": name for name in ("csv", "json", "pgn")}, None)
    if trust:
        notify("--trust: nothing in these logs was checked")
    records = read_logs(logs, trust=trust, is_growing=False)
    if style not in ("csv", "json"):
        records = map(visible_in, records)
    if by:
        if anchor or style == "pgn":
            raise UsageError("--by shows win rates: leave out --anchor and --pgn")
        categories = categories_named(",".join(by))
        _show_breakdowns(break_down(records, categories), style, output)
        return Exit.DONE
    if style == "pgn":
        if anchor:
            raise UsageError("--pgn gives games, not ratings: leave out --anchor")
        with emitter(None, output) as emit:
            for headers in pgn_headers(records):
                emit.data(headers + "\n")
        return Exit.DONE
    _show_ratings(Tally(records), anchor, style, output)
    return Exit.DONE


def _show_ratings(tally: Tally, anchor: str | None, style: str | None, output: str | None) -> None:
    zero = anchor if anchor is None or anchor in tally.players else plain_name(anchor)
    ratings = rate_players(tally, zero)
    with emitter(None, output) as emit:
        if style == "csv":
            emit.data(ratings_csv(ratings, tally).rstrip("\n"))
        elif style == "json":
            found = {**ratings.to_dict(), **tally.to_dict()}
            emit.data(json.dumps({"schema": "bombe.ratings/1", **found}))
        else:
            emit.rendered(ratings_report(ratings, tally, look_at(sys.stdout, "never")))


def _show_breakdowns(found: list[Breakdown], style: str | None, output: str | None) -> None:
    if not found:
        raise InputError("no game in these logs: give a log with games")
    with emitter(None, output) as emit:
        if style == "csv":
            emit.data(breakdowns_csv(found).rstrip("\n"))
        elif style == "json":
            tables = [each.to_dict() for each in found]
            emit.data(json.dumps({"schema": "bombe.breakdowns/1", "breakdowns": tables}))
        else:
            emit.rendered(breakdowns_text(found, look_at(sys.stdout, "never").width))
