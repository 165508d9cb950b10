"""`bombe replay`: step through a game of a log, draw one of its positions, or write a page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.log import read_logs
from bombe.analysis.matches.lost_points import losses
from bombe.analysis.matches.replay import cpu_text, ending, frames, incidents_text, title
from bombe.analysis.results import with_noun
from bombe.boards.errors import UsageError
from bombe.boards.record import Termination
from bombe.boards.sudoku.notation import current_notation, for_people
from bombe.boards.text.picks import Pick
from bombe.boards.visible import visible_in
from bombe.commands.matches.stepping import step
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.games import find_game
from bombe.commands.shared.groups import Command
from bombe.commands.shared.options import drawing_options, notation_option
from bombe.commands.shared.output import draw_to, look_at, notify, say
from bombe.commands.shared.pages import page_name, put_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.drawing.look import Look
    from bombe.analysis.matches.frames import Frame
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe replay match.jsonl                 list the games of the log
  bombe replay match.jsonl#3               step through the third game
  bombe replay match.jsonl#12b --html game.html
  bombe replay console.txt#1               a game that the course framework printed
  bombe replay match.jsonl#3 --ply 20 --svg position.svg

\b
Exit codes: 0 done, 2 wrong usage, 3 a log that cannot be used or does not hold.""",
)
@click.argument("log", metavar="LOG[#GAME]")
@click.option("--ply", type=click.IntRange(0), help="Show only the position after this many moves.")
@click.option(
    "--html",
    metavar="FILE",
    callback=page_name,
    help="Write the board with this game as an HTML page: FILE ends in .html or .htm.",
)
@drawing_options
@notation_option
def replay(log: str, ply: int | None, html: str | None, svg: str | None, color: str) -> int:
    """Step through a game of a LOG.

    GAME is its number, from 1, or its id. A LOG is written by `bombe match`, or contains the output
    of the course framework. Moves near the end show what they lost against best play, if that can
    be computed quickly. Bombs are explained, unless the bomb lost nothing or its player had solved
    the game: then it was a deliberate skip.
    """
    if Pick.of(log) is None or Path(log).is_file():
        if html or svg or ply is not None:
            raise UsageError(f"{log} may hold many games: name one, such as {log}#1")
        return _list(log)
    record = visible_in(find_game(log))
    lost = losses(record)
    shown = list(frames(record, lost, current_notation()))
    if ply is not None and ply >= len(shown):
        raise UsageError(f"--ply {ply}: the game has {len(shown) - 1} moves; give at most that")
    if html:
        # Imported where a page is written: most games are shown in the terminal.
        from bombe.pages.contents import of_game
        from bombe.pages.document import page

        put_page(page(of_game(record, lost)), html, opens=False)
    if svg:
        draw_to(svg, shown[-1 if ply is None else ply].svg())
    look = look_at(sys.stdout, color)
    if ply is not None:
        click.echo(for_people(_drawn(record, shown[ply], look)), color=True)
    elif sys.stdout.isatty() and sys.stdin.isatty() and not (html or svg):
        step(record, shown, look, _end(record))
    else:
        _print_all(record, shown, look)
    return Exit.DONE


def _list(path: str) -> int:
    """List the games of a log."""
    number = 0
    for number, record in enumerate(map(visible_in, read_logs((path,), is_growing=False)), 1):
        is_void = record.termination is Termination.VOID
        end = f"void: {record.reason}" if is_void else str(record.termination)
        end += f"; {with_noun(len(record.incidents), 'incident')}" if record.incidents else ""
        say(f"#{number:<5} {record.id:<8} {title(record)}; {end}")
    if not number:
        notify(f"{path} has no complete game yet")
    return Exit.DONE


def _end(record: GameRecord) -> str:
    return "\n".join(filter(None, (ending(record), incidents_text(record), cpu_text(record))))


def _drawn(record: GameRecord, frame: Frame[AnyState], look: Look) -> str:
    parts = [title(record), frame.caption, "", frame.text(look)]
    return "\n".join([*parts, *([f"\n{frame.note}"] if frame.note else [])])


def _print_all(record: GameRecord, shown: Sequence[Frame[AnyState]], look: Look) -> None:
    """Print the moves and the last position, if there is no terminal to step on."""
    say(title(record))
    for frame in shown:
        say(frame.caption)
    click.echo(for_people(f"{_end(record)}\n\n{shown[-1].text(look)}"), color=True)
