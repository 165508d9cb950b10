"""`bombe why`: why a move is a bomb, a cell is forced, or a board has no solution."""

from __future__ import annotations

import functools
import re
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.why import sheet_of_explanation
from bombe.analysis.drawing.why_text import draw_text
from bombe.analysis.runs.questions import BombsQuery, WhyQuery
from bombe.analysis.why.ratings import LEVELS, level_words
from bombe.boards.errors import UsageError
from bombe.commands.shared.groups import Command
from bombe.commands.shared.inputs import names_game
from bombe.commands.shared.runner import AnswerDisplay, runner_options, with_footer

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.runs.query import Answer, Tally
    from bombe.analysis.why.explanation import Explanation
    from bombe.commands.shared.inputs import Inputs
    from bombe.commands.shared.runner import Runner

_MOVE = re.compile(r"[rR]\d+[cC]\d+.*|[^.]*[=,>(].*")
"""What is not a BOARD, unless there is such a file; whether it is a move, its reader says."""
_WIDEST = 100
"""The longest line of words, however wide the terminal is."""


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe why hard-3x3 r1c3=1                 why is 1 in row 1, column 3 a bomb?
  bombe why hard-3x3 "(0,2) -> 1"           the same, as audits write moves, counted from 0
  bombe why hard-3x3 r1c3 --svg why.svg     why is this cell forced?
  bombe why puzzle.txt                      why does this board have no solution?
  bombe why match.jsonl#3 r2c4=7 --ply 20   a bomb in a game
  bombe why match.jsonl#3 --bombs           every bomb of every position of a game
  bombe why hard-3x3 --bombs                all bombs, from easy to hard
  bombe why puzzles.txt -j 2 -o bombs.jsonl a line for every bomb of every board

\b
Exit codes: 0 done, 1 it is not so: the move is safe, the cell not forced, the board solvable
(with --exit-code), 2 wrong usage, 3 bad input, 4 out of time, 5 solver missing,
6 withheld, for it has a fault, 130 interrupted.""",
)
@click.option("--bombs", is_flag=True, help="Explain every bomb of each BOARD.")
@click.option(
    "--core",
    "cores",
    type=click.Choice(["none", "one", "all"]),
    default="one",
    help="Find a smallest set of filled cells that proves it, or all of them.",
)
@click.option("--rating", is_flag=True, help="Show only how hard it is to see.")
@runner_options(exit_code=True, metavar="BOARD... [MOVE]")
def why(runner: Runner, *, bombs: bool, **options: Any) -> int:
    """Show why a move is a bomb, why a cell is forced, or why a board has no solution.

    After BOARD give a MOVE such as r1c3=5, "(0,2) -> 5" or 0,2,5, or a cell such as r1c3. With
    neither, the whole board is explained. r1c3 counts from 1, like the answers; the other notations
    count from 0. For LOG#GAME give --ply, or --bombs for all its positions. Several boards for
    programs (--jsonl, --json, --csv) give a record for every bomb, like --bombs for one board.
    Every explanation has been checked step by step. --seconds and --nodes limit each explanation;
    without them the limit is 2 seconds.
    """
    *boards, last = runner.inputs.boards
    move = last if _is_move(last) else None
    if move is not None and not boards:
        raise click.UsageError(f"{move} is a move: give the BOARD before it")
    if extra := [word for word in boards if _is_move(word)]:
        raise click.UsageError(f"{extra[0]} is a move: give one MOVE, after the BOARD")
    if bombs and runner.svg:
        raise click.UsageError("--svg draws one explanation: leave out --bombs and give a MOVE")
    if move is not None and bombs:
        raise click.UsageError(f"--bombs explains all bombs: leave out {move} or --bombs")
    if move is not None:
        runner = replace(runner, inputs=replace(runner.inputs, boards=tuple(boards)))
    if not bombs and not (runner.is_for_programs and move is None):
        _require_ply(runner.inputs)
    rating = bool(options["rating"])
    every, alone = BombsQuery(**options), WhyQuery(move=move, **options)
    shown = AnswerDisplay(
        functools.partial(_drawn, rating=rating), _answered, svg=lambda found: found.svg()
    )
    of_bombs = AnswerDisplay(_drawn_bombs, _summary, summary_to_stderr=False)
    if bombs:
        return runner.run(every, of_bombs)
    if move is None and runner.is_for_programs:
        return runner.run(every, of_bombs._replace(svg=shown.svg), alone)
    return runner.run(alone, shown)


def _require_ply(inputs: Inputs) -> None:
    """Raise if a game is given without --ply: what is asked holds for one of its positions."""
    if inputs.ply is None and (games := [word for word in inputs.boards if names_game(word)]):
        raise UsageError(
            f"{games[0]} has many positions: name one by --ply, or give --bombs to explain every "
            "bomb of them all"
        )


def _is_move(word: str) -> bool:
    return bool(_MOVE.fullmatch(word)) and not Path(word).exists()


def _drawn(answer: Answer, look: Look, *, rating: bool) -> str:
    """Return an explanation in words, the board with its signs, and who answered."""
    if rating:
        return answer.line
    found: Any = answer.result
    room = min(look.width, _WIDEST)
    summary, *lines = str(found).splitlines()
    told = "\n".join(
        textwrap.fill(line, room, subsequent_indent=" " * _depth(line)) for line in lines
    )
    sheet = replace(sheet_of_explanation(found), lines=())
    return with_footer(found, told, draw_text(sheet, look), heading=summary)


def _depth(line: str) -> int:
    """Return the indent of the continuation of a line of a chain."""
    return len(line) - len(line.lstrip()) and len(line) - len(line.lstrip()) + 3


def _drawn_bombs(answer: Answer, _look: Look) -> str:
    found: Any = answer.result
    easy_first = sorted(found.explanations, key=lambda each: each.rating or (len(LEVELS),))
    return with_footer(found, "\n".join(map(_line, easy_first)))


def _line(explanation: Explanation) -> str:
    """Return a bomb, how hard it is to see, and what cannot be, in a line."""
    return f"   {explanation.summary()}"


def _summary(tally: Tally) -> str:
    """Return the explanations of many boards in one line."""
    sums = tally.counts
    levels = [f"{sums[name]} {level_words(at)}" for at, name in enumerate(LEVELS) if sums[name]]
    levels += [f"{sums['unrated']} not explained in time"] if sums["unrated"] else []
    bombs = f"{sums['bombs']} bombs{': ' if levels else ''}{', '.join(levels)}"
    return f"{tally.positions} boards; {bombs}; {tally.seconds:.2f} s"


def _answered(tally: Tally) -> str:
    return f"{tally.positions} positions: {tally.positions - tally.negative} explained"
