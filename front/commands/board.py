"""`bombe board`: the analysis board as one HTML file, with a position, a game or a log in it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.log import read_logs
from bombe.agents.games import players_of
from bombe.analysis.matches.lost_points import losses
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.bundled import names
from bombe.boards.sudoku.game import SUDOKU
from bombe.boards.text.picks import Pick
from bombe.commands.shared.contain_option import contain_option
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.games import find_game, is_log
from bombe.commands.shared.groups import Command, ListOption
from bombe.commands.shared.inputs import Inputs, names_game
from bombe.commands.shared.options import notation_option
from bombe.commands.shared.output import notify
from bombe.commands.shared.page_server import Serving, serve_board
from bombe.commands.shared.pages import page_name, put_page
from bombe.commands.shared.positions import (
    either_position,
    game_option,
    in_usual_mode,
    optional_position_argument,
)
from bombe.pages import contents
from bombe.pages.document import page

if TYPE_CHECKING:
    from bombe.pages.contents import Contents

_LONGEST_NAME = 200
_MOST_GAMES = 500
"""The games of a log that one page holds, about 10 kB each."""


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe board                             open it in the browser, and set up a position
  bombe board hard-3x3 -o board.html
  bombe board match.jsonl#3 --open -o game.html
  bombe board match.jsonl                 a table of its games
  bombe board "2x3: h 0 0; v 1 2"         Dots and Boxes
  bombe board --serve --agent ./team42_A2 --log match.jsonl

\b
POSITION is a BOARD, a position of Dots and Boxes, LOG or LOG#GAME.
Exit codes: 0 done, 2 wrong usage, 3 bad input.""",
)
@optional_position_argument
@game_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=page_name,
    help="Write the page to FILE, which ends in .html or .htm; without, to a temporary file that "
    "opens in the browser.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page of -o in the browser, too.")
@click.option(
    "--serve",
    "serves",
    is_flag=True,
    help="Serve the page on this machine, with Python behind it: agents as opponents, matches to "
    "watch, logs to browse, long searches. Needs bombe[web].",
)
@click.option(
    "--agent",
    "agents",
    cls=ListOption,
    metavar="AGENT,...",
    help="Agents of your own, for --serve.",
)
@click.option(
    "--log", "logs", cls=ListOption, metavar="LOG,...", help="Logs to browse, for --serve."
)
@click.option("--save", metavar="FOLDER", help="Save the logs of matches in FOLDER, for --serve.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port for --serve; 0: a free one."
)
@contain_option
@notation_option
def board(
    inputs: Inputs,
    game: str | None,
    output: str | None,
    agents: tuple[str, ...],
    logs: tuple[str, ...],
    save: str | None,
    port: int,
    contain: str,
    *,
    opens: bool,
    serves: bool,
) -> int:
    """Write the analysis board as one HTML file, which needs no network and no server.

    The board shows bombs, forced cells, solutions, tempo and values of a position. You can set up
    positions, ask why, play against its engines, and step through games. It counts cells from 1
    unless you choose otherwise.
    """
    if serves:
        if output is not None:
            raise UsageError("--serve writes no file: leave -o out, or leave --serve out")
        how = Serving(agents, logs, save, port, contain)
        found = _contents(inputs, game, agents)
        if logs and not inputs.boards:
            found["show"] = {"tab": "game"}  # where the table of their games is
        serve_board(found, how, opens=opens)
        return Exit.DONE
    if agents or logs or save or port:
        raise UsageError("--agent, --log, --save and --port are for --serve: add it")
    put_page(page(_contents(inputs, game)), output, opens=opens or output is None)
    return Exit.DONE


def _contents(inputs: Inputs, game: str | None, agents: tuple[str, ...] = ()) -> Contents:
    """Return what the page starts with: a position in the play mode of these agents."""
    if not inputs.boards:
        if inputs.rules:
            raise UsageError("--rules need a POSITION, which continues in them: give one")
        empty = SUDOKU.start(players_of(SUDOKU.name).size)
        start = in_usual_mode(empty, inputs, agents)
        return contents.empty() if start == empty else contents.of_position(start)
    (word,) = inputs.boards
    if names_game(word) and not inputs.rules:
        return _of_game(word, inputs.ply)
    if word != "-" and is_log(word):
        return _of_log(word)
    state = in_usual_mode(either_position(inputs, game), inputs, agents)
    return contents.of_position(state, _name_of(word))


def _name_of(word: str) -> str:
    """Return what the page calls a position: a bundled board's name, or that of a file."""
    place = Pick.of(word)
    source = place.source if place else word
    is_file = word != "-" and len(source) < _LONGEST_NAME and Path(source).is_file()
    return Path(word).name if is_file or source.lower() in names() else ""


def _of_game(word: str, ply: int | None) -> Contents:
    """Return a game of a log; the page begins with the position after `ply` moves."""
    record = find_game(word)
    last = len(record.plies)
    if ply is not None and ply > last:
        raise UsageError(f"--ply {ply}: the game has {last} moves; give at most that")
    found = contents.of_game(record, losses(record))
    return found if ply is None else {**found, "ply": ply}


def _of_log(path: str) -> Contents:
    """Return the games of a log, or the first ones of many."""
    records = read_logs((path,), is_growing=False)
    found = list(itertools.islice(records, _MOST_GAMES))
    if not found:
        raise UsageError(f"{path} has no complete game yet")
    if next(records, None) is not None:
        notify(f"the page holds the first {_MOST_GAMES} games of {path}: name one as {path}#GAME")
    return contents.of_games(found, Path(path).name)
