"""The results of studies of Dots and Boxes: records, tables and pictures.

The studies are those of a course notebook: random games, the time for a move on larger and larger
grids, and the first move that playouts find. bombe.agents.dots.studies runs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.drawing.charts import GRID, LOOKS, LineEnd, chart, name_the_ends
from bombe.analysis.matches.fitting import columns
from bombe.analysis.shares import Share

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bombe.analysis.matches.winrates import ChartLabels


class RandomGames(NamedTuple):
    """The results of games of random lines; `margin` is the mean margin of the first player."""

    boxes: str
    extra_turn: bool
    games: int
    first: int
    second: int
    margin: float

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return self.games - self.first - self.second


class MoveTime(NamedTuple):
    """The effort of an agent for its first move on a grid, complete or until it was stopped."""

    agent: str
    boxes: str
    seconds: float
    nodes: int
    is_done: bool


class FirstMoves(NamedTuple):
    """How often pure Monte Carlo search found a best first move, and what it lost otherwise.

    Of the `lines` of the grid, `best` keep the exact `margin`; `hits` of `runs` searches chose one
    of them. `loss` is the mean number of boxes that the choice gives away.
    """

    boxes: str
    playouts: int
    runs: int
    hits: int
    loss: float
    lines: int
    best: int
    margin: int
    seconds: float


class DataPoint(NamedTuple):
    """A value at a label of the axis, with an interval."""

    label: str
    level: float
    low: float
    high: float


def random_games_text(found: Sequence[RandomGames]) -> str:
    """Return a table with a row for each grid and variant, with 95 % intervals."""
    head = ["boxes", "extra turn", "games", "first wins", "95 %", "second wins", "95 %", "drawn"]
    rows = [[*head, "margin"]]
    for line in found:
        row = [line.boxes, "yes" if line.extra_turn else "no", str(line.games)]
        for count in (line.first, line.second):
            low, high = Share(count, line.games).interval
            row += [f"{100 * count / line.games:.1f} %", f"{low:.1f} - {high:.1f}"]
        rows.append([*row, f"{100 * line.draws / line.games:.1f} %", f"{line.margin:+.2f}"])
    return columns(rows, left=(0,))


def move_times_text(found: Sequence[MoveTime]) -> str:
    """Return a table with a row for each agent and grid."""
    rows = [["agent", "boxes", "seconds", "nodes", ""]]
    for line in found:
        note = "" if line.is_done else "stopped"
        rows.append([line.agent, line.boxes, f"{line.seconds:.3f}", f"{line.nodes:,}", note])
    return columns(rows, left=(0, 1, 4))


def first_moves_text(found: Sequence[FirstMoves]) -> str:
    """Return a table with a row for each grid and number of playouts."""
    head = ["boxes", "playouts", "runs", "a best line", "95 %", "mean loss", "best lines"]
    rows = [[*head, "margin", "seconds"]]
    for line in found:
        low, high = Share(line.hits, line.runs).interval
        row = [line.boxes, f"{line.playouts:,}", str(line.runs)]
        row += [f"{100 * line.hits / line.runs:.0f} %", f"{low:.0f} - {high:.0f}"]
        row += [f"{line.loss:.2f}", f"{line.best} of {line.lines}", f"{line.margin:+d}"]
        rows.append([*row, f"{line.seconds:.3f}"])
    return columns(rows, left=(0,))


def draw_random_games(found: Sequence[RandomGames], words: ChartLabels, folder: Path) -> list[Path]:
    """Draw the shares of both players over the grids."""
    lines: dict[str, list[DataPoint]] = {}
    for line in found:
        variant = "" if line.extra_turn else ", no extra turn"
        for name, count in (("1st", line.first), ("2nd", line.second)):
            share = Share(count, line.games)
            mark = DataPoint(line.boxes, share.percent, *share.interval)
            lines.setdefault(f"{name}{variant}", []).append(mark)
    return _draw(lines, words, "games won, percent, with 95 % intervals", folder)


def draw_move_times(found: Sequence[MoveTime], words: ChartLabels, folder: Path) -> list[Path]:
    """Draw the seconds over the grids, without moves that were stopped."""
    is_sweep = len({line.agent.rpartition("=")[0] for line in found}) == 1
    lines: dict[str, list[DataPoint]] = {}
    for line in found:
        if line.is_done:
            seconds = max(line.seconds, 1e-5)
            mark = DataPoint(line.boxes, seconds, seconds, seconds)
            name = line.agent.rpartition("=")[2] if is_sweep else line.agent
            lines.setdefault(name, []).append(mark)
    return _draw(lines, words, "seconds for the first move", folder, is_log=True)


def draw_first_moves(found: Sequence[FirstMoves], words: ChartLabels, folder: Path) -> list[Path]:
    """Draw how often a best line was found over the number of playouts."""
    lines: dict[str, list[DataPoint]] = {}
    for line in found:
        share = Share(line.hits, line.runs)
        mark = DataPoint(f"{line.playouts:,}", share.percent, *share.interval)
        lines.setdefault(f"{line.boxes} boxes", []).append(mark)
    return _draw(lines, words, "a best line found, percent, with 95 % intervals", folder)


def _draw(
    lines: dict[str, list[DataPoint]],
    words: ChartLabels,
    levels: str,
    folder: Path,
    *,
    is_log: bool = False,
) -> list[Path]:
    """Draw a line for each name over the labels, in the order of their first occurrence."""
    labels = list(dict.fromkeys(mark.label for marks in lines.values() for mark in marks))
    heading = f"{words.title}\n{words.conditions}"
    with chart(folder, words.name, heading, words.axis, levels) as (axes, files):
        if is_log:
            axes.set_yscale("log")
        axes.set_xticks(range(len(labels)), labels)
        axes.set_xlim(-0.3, len(labels) - 0.7)
        axes.grid(visible=True, color=GRID, linewidth=0.7)
        ends = [
            _line(axes, number, name, [labels.index(mark.label) for mark in marks], marks)
            for number, (name, marks) in enumerate(lines.items())
        ]
        name_the_ends(axes, ends)
    return files


def _line(axes: Any, number: int, name: str, places: list[int], marks: list[DataPoint]) -> LineEnd:
    look = LOOKS[number % len(LOOKS)]
    axes.errorbar(
        places,
        [mark.level for mark in marks],
        yerr=[
            [mark.level - mark.low for mark in marks],
            [mark.high - mark.level for mark in marks],
        ],
        color=look.color,
        linestyle=look.dashes,
        marker=look.marker,
        linewidth=1.8,
        capsize=4,
    )
    return LineEnd(name, places[-1], marks[-1].level, look.color)
