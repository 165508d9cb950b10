"""`bombe solve`, `bombe count` and `bombe check`: the plain questions about a board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bombe.analysis import questions
from bombe.analysis.drawing.sheet import sheet_of_board
from bombe.analysis.drawing.text import draw_text
from bombe.boards.sudoku.symbols import board_line
from bombe.commands.shared.inputs import Inputs, peek
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.options import (
    boards_argument,
    drawing_options,
    exit_code_option,
    output_options,
    solver_options,
)
from bombe.commands.shared.output import check_one_picture, emitter, look_at, notify, write_picture
from bombe.solvers import Budget, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.questions import Counted, Solutions
    from bombe.analysis.results import Result
    from bombe.boards import Board

R = TypeVar("R", bound="Result")


@click.command(
    epilog="""\b
Examples:
  bombe solve hard-3x3
  bombe solve empty-2x2 --limit 3 --json
  bombe solve puzzles.txt --solver sat -o solutions.txt"""
)
@boards_argument()
@click.option("--limit", type=click.IntRange(1), default=1, help="Show so many solutions.")
@solver_options
@output_options
@drawing_options
@exit_code_option
def solve(limit: int, svg: str | None, color: str, **common: Any) -> int:
    """Show the first solutions of each BOARD: one board drawn, of many a line each."""
    look = look_at(sys.stdout, "never" if common["output"] else color)

    def say(result: Solutions, *, many: bool) -> str:
        if not result.found:
            return _none_found(result)
        if many:
            return " ".join(board_line(solution) for solution in result.found)
        sheets = (sheet_of_board(solution, result.board) for solution in result.found)
        return "\n\n".join(draw_text(sheet, look) for sheet in sheets)

    def ask(board: Board, **how: Any) -> Solutions:
        result = questions.solve(board, limit, **how)
        if svg:
            solved = result.found[0] if result.found else board
            write_picture(svg, sheet_of_board(solved, board))
        return result

    return _answer(ask, say, lambda result: result.solvable, one_only=svg, **common)


@click.command(
    epilog="""\b
Examples:
  bombe count random-3x3 --limit 0
  bombe count puzzles.txt --limit 100 --csv"""
)
@boards_argument()
@click.option(
    "--limit", type=click.IntRange(0), default=1000, help="Stop there; 0 counts them all."
)
@solver_options
@output_options
@exit_code_option
def count(limit: int, **common: Any) -> int:
    """Count the solutions of each BOARD. With --exit-code, 1 where there is none."""

    def say(result: Counted, *, many: bool) -> str:  # noqa: ARG001 - a count is a line always
        if result.count.exact:
            return f"{result.count}"
        advice = "raise --limit, or --limit 0 for all" if result.final else "not complete"
        return f"{result.count} ({advice})"

    def has_solution(result: Counted) -> Verdict:
        if result.count.value:
            return Verdict.YES
        return Verdict.NO if result.count.exact else Verdict.UNKNOWN

    def ask(board: Board, **how: Any) -> Counted:
        return questions.count(board, limit or None, **how)

    return _answer(ask, say, has_solution, **common)


@click.command(
    epilog="""\b
Examples:
  bombe check hard-3x3
  bombe check puzzles.txt --jsonl
  bombe check puzzle.sdk --exit-code && echo proper"""
)
@boards_argument()
@solver_options
@output_options
@exit_code_option
def check(**common: Any) -> int:
    """Tell whether each BOARD is proper: whether it has exactly one solution."""

    def say(result: Solutions, *, many: bool) -> str:  # noqa: ARG001 - a check is a line always
        if result.unique is Verdict.YES:
            return "proper: exactly one solution"
        return _none_found(result) if len(result.found) < 2 else _two_found(result)

    def ask(board: Board, **how: Any) -> Solutions:
        return questions.solve(board, 2, **how)

    return _answer(ask, say, lambda result: result.unique, **common)


def _answer(
    ask: Callable[..., R],
    say: Callable[..., str],
    verdict: Callable[[R], Verdict],
    *,
    boards: tuple[str, ...],
    format_name: str | None,
    shape: str | None,
    symbols: str | None,
    solver: str,
    seconds: float | None,
    nodes: int | None,
    style: str | None,
    output: str | None,
    exit_code: bool,
    one_only: str | None = None,
) -> int:
    """Ask about every board, print each answer as it comes, and give the exit code."""
    many, entries = peek(Inputs(boards, format_name, shape, symbols).entries())
    check_one_picture(one_only, many=many)
    code = 0
    with stop_signal() as stop, emitter(style, output) as emit:
        for entry in entries:
            budget = Budget(seconds, nodes, stop.is_set)
            result = ask(entry.state.board, solver=solver, budget=budget)
            if style:
                emit.result(result, str(entry.place))
            else:
                emit.rendered((f"{entry.place}: " if many else "") + say(result, many=many))
            if not result.final and not stop.is_set():
                notify(f"{entry.place}: stopped by the budget: raise --seconds or --nodes")
                code = 4
            elif exit_code and verdict(result) is not Verdict.YES:
                code = max(code, 1)
            if stop.is_set():
                notify("interrupted; partial results are above")
                return 130
    return code


def _none_found(result: Solutions) -> str:
    """Say why there is no solution, or that none, or no second one, was found in time."""
    if not result.final:
        found = "a solution, but no second one yet" if result.found else "no solution yet"
        return f"unknown: {found}"
    clashes = result.board.clashes()
    return f"no solution: {clashes[0]}" if clashes else "no solution, though no givens clash"


def _two_found(result: Solutions) -> str:
    """Say where two solutions differ first."""
    one, two = result.found
    cell = next(c for c in range(result.board.shape.cells) if one.values[c] != two.values[c])
    place = result.board.shape.coordinates(cell)
    return (
        f"not proper: at least 2 solutions, with {one[place]} or {two[place]} "
        f"at ({place[0]},{place[1]})"
    )
