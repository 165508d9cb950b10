"""The table of a study of endings, as text that is also Markdown."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from bombe.analysis.bench.summary import quantile
from bombe.analysis.bench.table import duration
from bombe.analysis.markdown import markdown
from bombe.analysis.results import counted
from bombe.analysis.shares import Share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.endgame.study.records import Endings, EndingsHeader, StudiedEnding

_HEAD = [
    "empties",
    "exact",
    "95 % sure",
    "median",
    "95 %",
    "worst",
    "CPU",
    "width of the others",
    "trivial",
    "widest of trivial",
    "bombs",
    "lines to the end",
    "estimate off by",
]


def draw_table(study: Endings) -> str:
    """Return the plan in a line, and a row for each number of empty cells."""
    rows = [_HEAD]
    sizes = sorted({ending.empties for ending in study.endings})
    rows += [_row([e for e in study.endings if e.empties == size]) for size in sizes]
    return f"{_plan(study.header)}\n\n{markdown(rows)}"


def _plan(header: EndingsHeader) -> str:
    memory = (
        "a quarter of the free memory" if header.memory is None else f"{header.memory >> 20} MiB"
    )
    threads = "all cores" if header.threads is None else counted(header.threads, "thread")
    several = f"{header.solutions} solutions or more"
    kind = "one solution" if header.solutions == 1 else several
    return (
        f"Endings on {header.shape} boards with {kind}, seed {header.seed}: {header.seconds:g} s "
        f"and {memory} for tables each, {threads}"
    )


def _row(found: Sequence[StudiedEnding]) -> list[str]:
    exact = Share(sum(ending.exact for ending in found), len(found))
    seconds = [ending.seconds for ending in found]
    ends = sum(ending.ends for ending in found)
    low, high = exact.interval
    return [
        str(found[0].empties),
        f"{exact.hits} of {exact.total}",
        f"{low:.0f} to {high:.0f} %",
        *(duration(quantile(seconds, share)) for share in (0.5, 0.95, 1.0)),
        duration(quantile([ending.cpu for ending in found], 0.5)),
        *_widths([ending for ending in found if not ending.exact]),
        _range([ending.bombs for ending in found]),
        f"{ends} of {exact.hits}",
        _error([ending for ending in found if ending.exact]),
    ]


def _widths(found: Sequence[StudiedEnding]) -> list[str]:
    """Return the mean width of the bounds, of the trivial ones, and the largest share of these."""
    if not found:
        return ["-", "-", "-"]
    widths = [ending.high - ending.low for ending in found]
    trivial = [2 * ending.trivial for ending in found]
    widest = max(width / most for width, most in zip(widths, trivial, strict=True))
    return [f"{mean(widths):.1f}", f"{mean(trivial):.1f}", f"{100 * widest:.0f} %"]


def _range(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}"


def _error(found: Sequence[StudiedEnding]) -> str:
    """Return how far the estimates of known margins are off, in the mean."""
    errors = [abs(each.estimate - each.low) for each in found if each.estimate is not None]
    return f"{mean(errors):.1f}" if errors else "-"
