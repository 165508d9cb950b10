"""Studies of Dots and Boxes from a course notebook: random games, times for a move, first moves.

found = [random_games(Grid(2, 2), extra_turn=True, games=1000, seed=0)]
print(table(RandomGames, found))
draw(found, labels, folder)
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bombe.agents.contract import Clock
from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.loading import load, spec_of
from bombe.analysis.columns import columns
from bombe.analysis.drawing.charts import GRID, Mark, chart, error_line, name_the_ends
from bombe.analysis.shares import Share
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from bombe.analysis.matches.winrates import ChartLabels
    from bombe.boards.dots.state import Grid, Line

SeriesPoint: TypeAlias = tuple[str, str, Mark]
"""The series of a picture, the label on its axis, and the value; its place is not known yet."""


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

    def cells(self) -> list[str]:
        """Return the row of the table."""
        row = [self.boxes, "yes" if self.extra_turn else "no", str(self.games)]
        for share in self._shares:
            row += [f"{share.percent:.1f} %", share.interval_words]
        return [*row, f"{100 * self.draws / self.games:.1f} %", f"{self.margin:+.2f}"]

    def points(self) -> Iterator[SeriesPoint]:
        """Yield the points of the picture."""
        variant = "" if self.extra_turn else ", no extra turn"
        for name, share in zip(("1st", "2nd"), self._shares, strict=True):
            yield f"{name}{variant}", self.boxes, Mark.of(0, share)

    @property
    def _shares(self) -> tuple[Share, Share]:
        return Share(self.first, self.games), Share(self.second, self.games)


class MoveTime(NamedTuple):
    """The effort of an agent for its first move on a grid, complete or until it was stopped."""

    agent: str
    boxes: str
    seconds: float
    nodes: int
    is_done: bool

    def cells(self) -> list[str]:
        """Return the row of the table."""
        note = "" if self.is_done else "stopped"
        return [self.agent, self.boxes, f"{self.seconds:.3f}", f"{self.nodes:,}", note]

    def points(self) -> Iterator[SeriesPoint]:
        """Yield the point of the picture, unless the move was stopped."""
        if self.is_done:
            seconds = max(self.seconds, 1e-5)
            yield self.agent, self.boxes, Mark(0, seconds, seconds, seconds)


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

    def cells(self) -> list[str]:
        """Return the row of the table."""
        share = self._share
        low, high = share.interval
        row = [self.boxes, f"{self.playouts:,}", str(self.runs)]
        row += [f"{share.percent:.0f} %", f"{low:.0f} - {high:.0f}", f"{self.loss:.2f}"]
        return [*row, f"{self.best} of {self.lines}", f"{self.margin:+d}", f"{self.seconds:.3f}"]

    def points(self) -> Iterator[SeriesPoint]:
        """Yield the point of the picture."""
        yield f"{self.boxes} boxes", f"{self.playouts:,}", Mark.of(0, self._share)

    @property
    def _share(self) -> Share:
        return Share(self.hits, self.runs)


StudyRow = RandomGames | MoveTime | FirstMoves


class _StudyView(NamedTuple):
    """How a kind of study is shown: the heads of its columns, and what its picture measures."""

    head: tuple[str, ...]
    left: tuple[int, ...]
    level: str
    is_log: bool = False


_LOOKS: dict[type[StudyRow], _StudyView] = {
    RandomGames: _StudyView(
        (
            *("boxes", "extra turn", "games", "first wins", "95 %", "second wins", "95 %"),
            *("drawn", "margin"),
        ),
        (0,),
        "games won, percent, with 95 % intervals",
    ),
    MoveTime: _StudyView(
        ("agent", "boxes", "seconds", "nodes", ""),
        (0, 1, 4),
        "seconds for the first move",
        is_log=True,
    ),
    FirstMoves: _StudyView(
        (
            *("boxes", "playouts", "runs", "a best line", "95 %", "mean loss", "best lines"),
            *("margin", "seconds"),
        ),
        (0,),
        "a best line found, percent, with 95 % intervals",
    ),
}


def table(kind: type[StudyRow], found: Iterable[StudyRow]) -> str:
    """Return a table with a row for each result, with 95 % intervals."""
    look = _LOOKS[kind]
    return columns([list(look.head), *(each.cells() for each in found)], left=look.left)


def draw(found: Sequence[StudyRow], words: ChartLabels, folder: Path) -> list[Path]:
    """Draw a line for each series over the labels; nothing if there is no point."""
    points = [point for each in found for point in each.points()]
    if not points:
        return []
    look, labels = _LOOKS[type(found[0])], [*dict.fromkeys(label for _, label, _ in points)]
    lines: dict[str, list[Mark]] = {}
    for name, label, mark in points:
        lines.setdefault(name, []).append(mark._replace(x=labels.index(label)))
    is_sweep = len({name.rpartition("=")[0] for name in lines}) == 1
    heading = f"{words.title}\n{words.conditions}"
    with chart(folder, words.name, heading, words.axis, look.level) as (axes, files):
        if look.is_log:
            axes.set_yscale("log")
        axes.set_xticks(range(len(labels)), labels)
        axes.set_xlim(-0.3, len(labels) - 0.7)
        axes.grid(visible=True, color=GRID, linewidth=0.7)
        ends = [
            error_line(
                axes, number, name.rpartition("=")[2] if is_sweep else name, marks, capsize=4
            )
            for number, (name, marks) in enumerate(lines.items())
        ]
        name_the_ends(axes, ends)
    return files


BATCH = 10_000
"""Playouts in one batch: about ten megabytes on the largest grids."""


def random_games(
    grid: Grid,
    *,
    extra_turn: bool,
    games: int,
    seed: int,
    is_stopped: Callable[[], bool] = bool,
) -> RandomGames:
    """Play random games from the empty grid, in batches, until it is stopped."""
    import numpy as np

    from bombe.agents.dots.playouts import play_out

    rng = np.random.default_rng(seed)
    position = DotsScratch(DotsState.start(grid, extra_turn=extra_turn))
    played = []
    for done in range(0, games, BATCH):
        played.append(play_out(position, min(BATCH, games - done), rng).margins)
        if is_stopped():
            break
    margins = np.concatenate(played)
    first, second = int((margins > 0).sum()), int((margins < 0).sum())
    return RandomGames(str(grid), extra_turn, len(margins), first, second, float(margins.mean()))


def move_times(
    agents: Sequence[str],
    grids: Sequence[Grid],
    *,
    extra_turn: bool,
    seconds: float,
    seed: int,
    is_stopped: Callable[[], bool] = bool,
) -> Iterator[MoveTime]:
    """Time the first move of each agent on each grid, until a grid takes it longer than `seconds`.

    A move that is stopped is not reported.
    """

    def now() -> float:
        return math.inf if is_stopped() else time.perf_counter()

    for name in agents:
        make = load(spec_of(name, DOTS.name))
        for grid in grids:
            agent, clock = make(seed), Clock(seconds, now=now)
            for _ in agent.choose(DotsState.start(grid, extra_turn=extra_turn), clock):
                pass
            if is_stopped():
                return
            found = MoveTime(name, str(grid), clock.seconds, clock.nodes, not clock.is_over)
            yield found
            if not found.is_done:
                break


def first_moves(
    state: DotsState,
    values: Mapping[Line, int],
    playouts: Iterable[int],
    *,
    runs: int,
    seed: int,
    is_stopped: Callable[[], bool] = bool,
) -> Iterator[FirstMoves]:
    """Compare the lines that pure Monte Carlo search chooses with the exact values of all lines.

    A number of playouts that is stopped is not reported.
    """
    from bombe.agents.dots.mcts import PmcsAgent

    margin = max(values.values())
    best = sum(value == margin for value in values.values())
    for count in playouts:
        losses, seconds = [], 0.0
        for run in range(runs):
            if is_stopped():
                return
            clock = Clock()
            *_, line = PmcsAgent(seed + run, playouts=count).choose(state, clock)
            losses.append(margin - values[line])
            seconds += clock.seconds / runs
        hits, loss = losses.count(0), sum(losses) / runs
        grid = str(state.grid)
        yield FirstMoves(grid, count, runs, hits, loss, len(values), best, margin, seconds)
