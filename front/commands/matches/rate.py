"""`bombe rate`: rates the players of many logs together."""

from __future__ import annotations

import json
import sys

import click

from bombe.agents.arena.log import read_logs
from bombe.analysis.matches.ratings import rate as rate_players
from bombe.analysis.matches.tables import pgn_headers, ratings_csv, ratings_text
from bombe.analysis.matches.tally import Tally
from bombe.boards.errors import UsageError
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.options import output_option, style_option
from bombe.commands.shared.output import emitter, look_at


@click.command(
    epilog="""\b
Examples:
  bombe rate tournament.jsonl --anchor random
  bombe rate *.jsonl --csv -o ratings.csv
  bombe rate games.jsonl --pgn -o games.pgn      for other rating programs

\b
Exit codes: 0 done, 2 wrong usage, 3 a log that cannot be used."""
)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--anchor", metavar="AGENT", help="The player rated 0; by default the first.")
@style_option("csv", "Print a header, then a row for each player.")
@style_option("json", "Print one JSON document.")
@style_option("pgn", "Print the PGN headers of every game.")
@output_option
def rate(logs: tuple[str, ...], anchor: str | None, style: str | None, output: str | None) -> int:
    """Rate the players of match LOGs together, on the Elo scale (Bradley-Terry)."""
    if style == "pgn":
        if anchor:
            raise UsageError("--pgn gives games, not ratings: leave out --anchor")
        with emitter(None, output) as emit:
            for headers in pgn_headers(read_logs(logs)):
                emit.rendered(headers + "\n")
        return Exit.DONE
    tally = Tally(read_logs(logs))
    ratings = rate_players(tally, anchor)
    with emitter(None, output) as emit:
        if style == "csv":
            emit.rendered(ratings_csv(ratings, tally).rstrip("\n"))
        elif style == "json":
            found = {**ratings.to_dict(), **tally.to_dict()}
            emit.rendered(json.dumps({"schema": "bombe.ratings/1", **found}))
        else:
            emit.rendered(ratings_text(ratings, tally, look_at(sys.stdout, "never")))
    return Exit.DONE
