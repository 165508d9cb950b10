"""`bombe convert`: rewrite boards in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.log import read_logs
from bombe.analysis.results import counted
from bombe.boards.errors import UsageError
from bombe.boards.sudoku import formats
from bombe.commands.shared.inputs import Inputs, peek
from bombe.commands.shared.options import boards_argument, ply_option
from bombe.commands.shared.output import emitter, notify
from bombe.commands.shared.positions import positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import SudokuState
    from bombe.boards.sudoku.formats import Format

LOG = "log"
_FORMATS = "\n".join(f"  {known.name:<10} {known.summary}" for known in formats.FORMATS)


@click.command(
    epilog=f"""\b
Formats:
{_FORMATS}
  {LOG:<10} games as logs of `bombe match` have them

\b
Examples:
  bombe convert puzzles.sdm --to json
  bombe convert game.txt --to framework -o board.txt
  bombe convert hard-4x4 -o hard.sdk
  bombe convert match.jsonl#3 --ply 20 --to game     a position of a game, for the framework
  bombe convert console.txt --to log -o games.jsonl  games that the framework printed"""
)
@boards_argument()
@ply_option
@click.option("--to", metavar="NAME", help="The format to write; by default what -o's suffix says.")
@click.option("-o", "--output", metavar="FILE", help="Write there, not to the terminal.")
def convert(
    boards: tuple[str, ...],
    format_name: str | None,
    shape: str | None,
    symbols: str | None,
    ply: int | None,
    to: str | None,
    output: str | None,
) -> int:
    """Rewrite each BOARD in another format; the input's format is told from its content.

    A BOARD may be a game of a log, LOG#GAME: that is each position of it, or the one of --ply.
    With --to log the BOARDs are logs, and all their games are written as `bombe match` has them.
    """
    if to == LOG:
        about_boards = {"format": format_name, "shape": shape, "symbols": symbols, "ply": ply}
        if given := next((name for name, value in about_boards.items() if value is not None), None):
            raise UsageError(f"--{given} is about boards, and --to {LOG} takes games: leave it out")
        return _convert_logs(boards, output)
    target = _target(to, output)
    many, entries = peek(positions(Inputs(boards, format_name, shape, symbols), ply))
    if many and not target.many:
        names = ", ".join(known.name for known in formats.FORMATS if known.many)
        remedy = f"use {names}, or one position of a game by --ply N"
        raise UsageError(f"format {target.name} holds one board, and here are several: {remedy}")
    lost: dict[str, int] = {}
    with emitter(None, output) as emit:
        for entry in entries:
            for loss in _losses(entry.state, target):
                lost[loss] = lost.get(loss, 0) + 1
            emit.rendered(target.write(entry.state).rstrip("\n"))
    for loss, count in lost.items():
        notify(f"of {counted(count, 'position')}: {loss}")
    return 0


def _convert_logs(logs: tuple[str, ...], output: str | None) -> int:
    with emitter(None, output) as emit:
        for record in read_logs(logs):
            emit.rendered(record.to_json())
    return 0


def _target(to: str | None, output: str | None) -> Format:
    if to is not None:
        return formats.get(to)
    suffix = Path(output or "").suffix.removeprefix(".")
    if not suffix or suffix == "txt":
        telling = ", ".join(suffix for known in formats.FORMATS for suffix in known.suffixes)
        raise UsageError(f"say the format to write: --to NAME, or -o FILE with one of {telling}")
    return formats.get(suffix)


def _losses(state: SudokuState, target: Format) -> Iterator[str]:
    """Say what of a position the format cannot hold."""
    if target.keeps == "board":
        parts = {
            f"the rules {state.rules}": state.allowed is not None,
            "scores": any(state.scores),
            "moves": bool(state.history),
            "taboo moves": bool(state.taboo),
            "whose turn it is": state.to_move == 2,
        }
        if dropped := [part for part, is_there in parts.items() if is_there]:
            what = ", ".join(dropped)
            yield f"format {target.name} cannot hold {what}: write json or game to keep that"
    elif target.name == "game" and any(_givens(state)):
        yield (
            "format game has no sign for a given in these rules: it is written as the framework "
            "writes it, which reads it as a cell of player 2"
        )


def _givens(state: SudokuState) -> Iterator[int]:
    """Yield the cells that no player filled, where it matters who did."""
    if state.occupied is not None:
        first, second = state.occupied
        filled = (cell for cell, value in enumerate(state.board.values) if value)
        yield from (cell + 1 for cell in filled if cell not in first and cell not in second)
