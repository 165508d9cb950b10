"""The figures of a run as tables, in text and in HTML: one for each task and set, best first."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from bombe.analysis.bench.tasks import FRESH
from bombe.analysis.columns import columns
from bombe.analysis.drawing.html import html_table
from bombe.analysis.results import with_noun
from bombe.boards.visible import visible

if TYPE_CHECKING:
    from bombe.analysis.bench.records import BenchHeader
    from bombe.analysis.bench.result import Benchmark
    from bombe.analysis.bench.summary import Figures

_HEAD = (
    "solver",
    "done",
    "median",
    "quartiles",
    "worst",
    "PAR2",
    "times",
    "boards/s",
    "build",
    "search",
    "cpu",
    "nodes",
    "+-",
)
_LEGEND = """\
done: boards finished within the budget. PAR2: mean time, twice the budget for unfinished boards;
times: PAR2 over the best. build, search: means of finished boards. +-: spread of the rounds."""


def groups_of(run: Benchmark) -> list[tuple[str, list[Figures]]]:
    """Return the tables of a run: a title, and the figures of the solvers, the best first."""
    groups: dict[tuple[str, str], list[Figures]] = {}
    for figures in run.figures:
        groups.setdefault((figures.task, figures.set), []).append(figures)
    return [
        (_title(run.header.tasks.get(task, task), group), sorted(group, key=_rank))
        for (task, _), group in groups.items()
    ]


def _title(task: str, group: Sequence[Figures]) -> str:
    boards = with_noun(max(figures.boards for figures in group), "board")
    return f"{task}: {group[0].set}, {boards}"


def draw_table(run: Benchmark) -> str:
    """Return the tables as text, with the settings above and a legend below."""
    tables = [f"{title}\n{columns(_cells(group), (0,))}" for title, group in groups_of(run)]
    legend = [_LEGEND] if tables else []
    return "\n\n".join([_settings(run.header), *tables, *legend, *_remarks(run)])


def draw_html(run: Benchmark) -> str:
    """Return the tables as HTML, for light and dark pages."""
    tables = []
    for title, group in groups_of(run):
        head, *rows = _cells(group)
        tables.append(html_table(title, head, rows))
    texts = [_settings(run.header), *([_LEGEND] if tables else []), *_remarks(run)]
    above, *below = (f"<p>{_lines(text)}</p>" for text in texts)
    return "\n".join(["<div>", above, *tables, *below, "</div>"])


def _remarks(run: Benchmark) -> list[str]:
    """Return what a reader must know beside the figures: wrong answers, and interruptions."""
    wrong = [str(each) for each in run.disqualified]
    return wrong if run.complete else [*wrong, "The run was interrupted: some rounds are missing."]


def _settings(header: BenchHeader) -> str:
    """Return the versions, the machine and the settings, in two lines."""
    machine = header.machine
    limits = [
        f"{header.seconds:g} s" if header.seconds is not None else "",
        f"{header.nodes} nodes" if header.nodes is not None else "",
    ]
    budget = " and ".join(filter(None, limits)) or "no budget"
    commit = f" ({machine['commit']})" if machine.get("commit") else ""
    return (
        f"bombe {machine.get('bombe')}{commit}, {machine.get('python')}, "
        f"{machine.get('processor')}, kernel {machine.get('kernel')}\n"
        f"{with_noun(header.rounds, 'round')}, {budget} a board, seed {header.seed}, "
        f"{header.created}"
    )


def _cells(ranked: Sequence[Figures]) -> list[list[str]]:
    """Return the rows of a table, the names of the columns first, without empty columns."""
    best = next((figures.par2 for figures in ranked if figures.par2), None)
    rows = [_HEAD, *(_row(figures, best) for figures in ranked)]
    shown = [i for i in range(len(_HEAD)) if any(row[i] not in ("", "-") for row in rows[1:])]
    return [[row[i] for i in shown] for row in rows]


def _lines(text: str) -> str:
    """Return a paragraph of HTML that keeps the line breaks of a text."""
    return escape(visible(text, lines=True)).replace("\n", "<br>")


def _rank(figures: Figures) -> tuple[float, int, float]:
    unknown = float("inf")
    return (
        unknown if figures.par2 is None else figures.par2,
        -figures.finished,
        figures.median or unknown,
    )


def _row(figures: Figures, best: float | None) -> tuple[str, ...]:
    times = f"{figures.par2 / best:.2f}" if figures.par2 is not None and best else "-"
    quartiles = (
        f"{duration(figures.lower)} - {duration(figures.upper)}" if figures.lower else "late"
    )
    # One board, or a batch, has no spread to show.
    is_fresh = figures.task in FRESH
    has_spread = figures.boards > 1 and not figures.is_batch
    spread = (quartiles, duration(figures.worst)) if has_spread else ("-", "-")
    return (
        figures.contestant,
        f"{figures.finished}/{figures.boards}",
        "-" if figures.is_batch else duration(figures.median),
        *spread,
        "-" if figures.par2 is None else duration(figures.par2),
        times,
        f"{figures.rate:,.0f}" if figures.rate >= 100 else f"{figures.rate:.3g}",
        "-" if figures.build is None or is_fresh else duration(figures.build),
        "-" if figures.search is None or is_fresh else duration(figures.search),
        duration(figures.cpu) if figures.cpu is not None and is_fresh else "-",
        "-" if is_fresh else f"{figures.nodes}",
        f"{figures.noise:.0%}",
    )


def duration(seconds: float | None) -> str:
    """Return a time with three digits and its unit; None is a board that did not finish."""
    if seconds is None:
        return "late"
    size = abs(seconds)
    unit, factor = next(
        (u for u in (("s", 1.0), ("ms", 1e3), ("us", 1e6)) if size * u[1] >= 1), ("ns", 1e9)
    )
    digits = 2 if size * factor < 10 else 1 if size * factor < 100 else 0
    return f"{seconds * factor:.{digits}f} {unit}"
