"""`bombe show`: draw a board, or list the bundled ones."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from bombe.analysis.drawing.sheet import sheet_of_position
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.drawing.text import draw_text
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.bundled import catalogue, sets
from bombe.boards.sudoku.notation import for_people
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.inputs import peek
from bombe.commands.shared.options import boards_argument, drawing_options, notation_option
from bombe.commands.shared.output import check_one_picture, draw_to, look_at, say

if TYPE_CHECKING:
    from bombe.commands.shared.inputs import Inputs


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe show easy-3x3
  bombe show game.txt --candidates --svg game.svg
  bombe show match.jsonl#3 --ply 20       a position of a game
  bombe show puzzles.txt#7                a position of a file; or puzzles.txt:12, by its line
  bombe show empty-3x3 --rules border     where the players begin in a newer play mode
  bombe show --list

\b
Exit codes: 0 done, 2 wrong usage, 3 bad input.""",
)
@boards_argument(required=False, modes=True)
@click.option(
    "--candidates",
    is_flag=True,
    help="Show in each empty cell the values that its row, column and box do not have yet.",
)
@click.option(
    "--list", "list_boards", is_flag=True, help="List the bundled boards and sets of boards."
)
@drawing_options
@notation_option
def show(
    inputs: Inputs, svg: str | None, color: str, *, candidates: bool, list_boards: bool
) -> int:
    """Draw each BOARD, or list the bundled boards.

    For a position in play, the title has the play mode, the scores, the player to move and the
    taboo moves. The drawing shows who filled which cell.
    """
    if list_boards:
        if inputs.boards or svg:
            raise UsageError("--list draws nothing: leave out BOARD and --svg")
        for line in _table():
            say(line)
        return Exit.DONE
    if not inputs.boards:
        raise UsageError("no BOARD: give one; `bombe show --list` lists the bundled ones")
    many, entries = peek(inputs.entries())
    check_one_picture(svg, many=many)
    look = look_at(sys.stdout, color)
    for entry in entries:
        sheet = sheet_of_position(entry.state, pencils=candidates)
        if svg:
            draw_to(svg, draw_svg(sheet))
        title = f"{entry.place}: {sheet.title}" if many else sheet.title
        click.echo(for_people(f"{title}\n\n{draw_text(sheet, look)}"), color=True)
    return Exit.DONE


def _table() -> list[str]:
    boards = [
        f"{line.name:<20} {line.givens:>10} {line.solution_count:>16} {line.bombs:>7}"
        for line in catalogue()
    ]
    collections = [
        f"{line.name:<20} {line.givens:>10} {line.solution_count:>16} {line.boards:>7}"
        for line in sets()
    ]
    return [
        f"{'board':<20} {'givens':>10} {'solutions':>16} {'bombs':>7}",
        *boards,
        "",
        f"{'set':<20} {'givens':>10} {'solutions':>16} {'boards':>7}",
        *collections,
    ]
