"""The pictures of a tempo study: how the classes end, and what the horizon costs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.charts import GRID, LOOKS, LineEnd, chart, name_the_ends
from bombe.analysis.drawing.notes import notes_of_endgame
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.endgame.margins import solve
from bombe.analysis.tempo.study.figures import class_lines, pairing_lines
from bombe.analysis.tempo.study.play import PlayRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from bombe.analysis.tempo.study.figures import ClassLine, PairingLine
    from bombe.analysis.tempo.study.records import Study
    from bombe.analysis.tempo.study.smallest import SmallestException

_ENDINGS = (("won", "#0f6b5c", ""), ("drawn", "#e4e4e4", "////"), ("lost", "#b3400e", ".."))
"""The outcome for the mover, its colour, and its hatching for prints in grey."""
_NARROW = 6.0
"""Smaller shares, in percent, have no label in their bar."""


def draw_pictures(study: Study, folder: Path) -> list[Path]:
    """Draw every picture that the study has figures for; return the files."""
    return [path for files in _pictures(study, folder) for path in files]


def draw_exceptions(found: Iterable[SmallestException], folder: Path) -> list[Path]:
    """Draw exceptions with the value of every move; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for one in found:
        name = "-".join(re.findall(r"\w+", str(one.kind)))
        path = folder / f"exception-{name}.svg"
        path.write_text(draw_svg(notes_of_endgame(solve(one.state))), encoding="utf-8")
        files.append(path)
    return files


def _pictures(study: Study, folder: Path) -> Iterator[list[Path]]:
    for proper, name in ((True, "classes"), (False, "classes-several")):
        if classes := class_lines(study.positions, proper=proper):
            yield _classes(classes, folder, name, proper=proper)
    lines = [line for line in pairing_lines(study.games) if PlayRule.parse(line.other).horizon]
    for exact in sorted({line.exact for line in lines}):
        yield _horizon([line for line in lines if line.exact == exact], folder, exact)


def _classes(lines: Sequence[ClassLine], folder: Path, name: str, *, proper: bool) -> list[Path]:
    """Draw a bar for each class: won, drawn and lost for the mover with best play."""
    total = sum(line.measured.positions for line in lines)
    boards = "one solution" if proper else "several solutions"
    title = (
        f"How endgames end for the mover, by the parities of E and B\n{boards}, {total:,} positions"
    )
    with chart(folder, name, title, "share of the endgames, percent", "") as (axes, files):
        for row, line in enumerate(lines):
            start = 0.0
            for ending, color, hatch in _ENDINGS:
                share = getattr(line.measured, ending)
                axes.barh(row, share, left=start, color=color, hatch=hatch, edgecolor="white")
                if share >= _NARROW:
                    _say(axes, start + share / 2, row, f"{ending} {share:.1f}")
                start += share
        axes.set_yticks(range(len(lines)), [str(line.kind) for line in lines])
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
    return files


def _say(axes: Any, x: float, y: float, words: str) -> None:
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
    axes.text(x, y, words, ha="center", va="center", bbox=box)


def _horizon(lines: Sequence[PairingLine], folder: Path, exact: int) -> list[Path]:
    """Draw P's win rate against P that starts to count later, a line for each board."""
    by_board: dict[str, list[PairingLine]] = {}
    for line in lines:
        by_board.setdefault(line.board, []).append(line)
    after = f"; both play E = {exact} perfectly" if exact else ""
    title = f"Counting bombs from the first move against later{after}"
    x_words = "empty cells at which the opponent starts to count"
    name = f"horizon-exact-{exact}" if exact else "horizon"
    with chart(folder, name, title, x_words, "win rate of the early counter, percent") as drawn:
        axes, files = drawn
        ends = []
        for number, (board, found) in enumerate(by_board.items()):
            ends.append(_line(axes, board, found, number))
        axes.axhline(50, color="#666666", linewidth=1, linestyle=(0, (1, 2)))
        axes.set_ylim(40, 102)
        axes.grid(visible=True, color=GRID, linewidth=0.7)
        name_the_ends(axes, ends)
    return files


def _line(axes: Any, board: str, found: Sequence[PairingLine], number: int) -> LineEnd:
    look = LOOKS[number % len(LOOKS)]
    points = sorted((PlayRule.parse(line.other).horizon or 0, line.won) for line in found)
    x, y = [float(h) for h, _ in points], [share.percent for _, share in points]
    low = [share.percent - share.interval[0] for _, share in points]
    high = [share.interval[1] - share.percent for _, share in points]
    style = {"color": look.color, "linestyle": look.dashes, "marker": look.marker}
    axes.errorbar(x, y, yerr=[low, high], linewidth=1.8, elinewidth=1.0, capsize=3, **style)
    return LineEnd(board, x[-1], y[-1], look.color)
