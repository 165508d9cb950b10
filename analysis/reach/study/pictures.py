"""The pictures of a study of the newer play modes: what a lead is worth, where the law fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.charts import GRID, LOOKS, LineEnd, chart, name_the_ends
from bombe.analysis.drawing.notes import notes_of_endgame
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.endgame.margins import solve
from bombe.analysis.reach.law import TEMPO_WORDS
from bombe.analysis.reach.measured import SMALL
from bombe.analysis.reach.study.figures import WIDEST_LEAD, lead_lines
from bombe.analysis.reach.study.tasks import position_of_task
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from bombe.analysis.reach.study.figures import LeadLine
    from bombe.analysis.reach.study.records import ModesEnding, ModesStudy


def draw_modes(study: ModesStudy, folder: Path) -> list[Path]:
    """Draw every picture that the study has figures for; return the files."""
    return [path for files in _pictures(study, folder) for path in files]


def smallest_failures(endings: Sequence[ModesEnding]) -> Iterator[ModesEnding]:
    """Yield for each mode the endgame with the fewest fills that the other side wins."""
    for mode in sorted({each.mode for each in endings}):
        wrong = [e for e in endings if e.mode == mode and e.margin and not e.is_right]
        if wrong:
            # Of equally small ones the one that the law is surest of.
            yield min(wrong, key=lambda each: (each.fills, -abs(each.ahead)))


def _pictures(study: ModesStudy, folder: Path) -> Iterator[list[Path]]:
    for is_large, name, words in ((False, "small", "2x2 and 2x3"), (True, "large", "3x3 and more")):
        found = [each for each in study.endings if (each.size > SMALL) == is_large]
        if found:
            yield _leads(found, folder, f"lead-{name}", words)
    for each in smallest_failures(study.endings):
        path = folder / f"exception-{each.mode}.svg"
        state = position_of_task(each.task, study.plan)
        endgame = solve(state, Budget(study.plan.seconds))
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(draw_svg(notes_of_endgame(endgame)), encoding="utf-8")
        yield [path]


def _leads(found: Sequence[ModesEnding], folder: Path, name: str, words: str) -> list[Path]:
    """Draw how often the mover wins by its lead, a line for each tempo."""
    title = f"Who leads wins; the tempo decides the rest\n{words}, {len(found):,} endgames"
    x_words = "lead of the mover in half fills; at the ends, so much or more"
    with chart(folder, name, title, x_words, "won by the mover, percent") as (axes, files):
        lines = lead_lines(found)
        ends = [
            _line(axes, tempo, [line for line in lines if line.tempo == tempo], number)
            for number, tempo in enumerate(TEMPO_WORDS.values())
            if any(line.tempo == tempo for line in lines)
        ]
        axes.axhline(50, color="#666666", linewidth=1, linestyle=(0, (1, 2)))
        axes.set_ylim(-2, 102)
        axes.set_xticks(range(-WIDEST_LEAD, WIDEST_LEAD + 1))
        axes.grid(visible=True, color=GRID, linewidth=0.7)
        name_the_ends(axes, ends)
    return files


def _line(axes: Any, tempo: str, lines: Sequence[LeadLine], number: int) -> LineEnd:
    look = LOOKS[number]
    x, y = [float(line.lead) for line in lines], [line.won.percent for line in lines]
    low = [line.won.percent - line.won.interval[0] for line in lines]
    high = [line.won.interval[1] - line.won.percent for line in lines]
    style = {"color": look.color, "linestyle": look.dashes, "marker": look.marker}
    axes.errorbar(x, y, yerr=[low, high], linewidth=1.8, elinewidth=1.0, capsize=3, **style)
    return LineEnd(tempo, x[-1], y[-1], look.color)
