"""The result of a run: what was measured, with its figures, tables and pictures."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bombe.analysis.bench.comparison import Comparison
from bombe.analysis.bench.records import (
    BenchEnd,
    BenchHeader,
    BenchSample,
    Disqualification,
    Record,
    read_records,
)
from bombe.analysis.bench.summary import Figures, summarise
from bombe.analysis.bench.table import draw_html, draw_table, groups_of
from bombe.analysis.results import data_frame, with_noun
from bombe.boards.errors import UnknownNameError
from bombe.boards.text.lines import open_lines

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Benchmark:
    """A run, as far as it went: `print` shows its tables, a notebook its picture, too.

    `samples` are the measurements, `figures` what they come to for each solver on each set. A
    solver that answered wrongly is in `disqualified` and has no figures. `complete` is False for
    a run that was interrupted.
    """

    header: BenchHeader
    samples: tuple[BenchSample, ...] = ()
    disqualified: tuple[Disqualification, ...] = ()
    complete: bool = False

    @classmethod
    def of(cls, records: Iterable[Record]) -> Benchmark:
        """Return the run of these records, of which the first is the header."""
        header, *others = records
        if not isinstance(header, BenchHeader):
            raise TypeError(f"the first record of a run is its header, not {header!r}")
        return cls(
            header,
            tuple(record for record in others if isinstance(record, BenchSample)),
            tuple(record for record in others if isinstance(record, Disqualification)),
            any(record.complete for record in others if isinstance(record, BenchEnd)),
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Benchmark:
        """Return the run in a file that `bombe bench -o` wrote; an interrupted one, too."""
        with open_lines(path, "give a file that `bombe bench -o` wrote") as lines:
            return cls.of(read_records(lines, str(path)))

    @functools.cached_property
    def figures(self) -> tuple[Figures, ...]:
        """The figures of every solver, by task and set."""
        return tuple(summarise(self))

    def summary(self) -> str:
        """Return one sentence: what was measured, which solver was fastest, which was wrong."""
        boards = sum(self.header.sets.values())
        parts = [
            f"{with_noun(len(self.header.contestants), 'solver')} on {with_noun(boards, 'board')}",
            with_noun(self.header.rounds, "round"),
        ]
        fastest = dict.fromkeys(group[0].contestant for _, group in groups_of(self))
        parts += [f"fastest: {', '.join(fastest)}"] if fastest else []
        wrong = dict.fromkeys(each.contestant for each in self.disqualified)
        parts += [f"disqualified: {', '.join(wrong)}"] if wrong else []
        return "; ".join(parts)

    def against(self, older: Benchmark) -> Comparison:
        """Return what changed since an older run: node counts, and times board by board."""
        from bombe.analysis.bench.comparison import compare

        return compare(self, older)

    def svg(self) -> str:
        """Return the times as a picture, for light and dark pages."""
        from bombe.analysis.bench.chart import draw_chart

        return draw_chart(self)

    def pictures(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Draw cactus plots, performance profiles and time against size into a folder."""
        from pathlib import Path

        from bombe.analysis.bench.pictures import draw_pictures

        return draw_pictures(self, Path(folder))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON: the header and the figures, not the samples."""
        return {
            **asdict(self.header),
            "complete": self.complete,
            "results": [asdict(figures) for figures in self.figures],
            "wrong": [asdict(each) for each in self.disqualified],
        }

    def to_json(self) -> str:
        """Return `to_dict` as one line of JSON."""
        return json.dumps(self.to_dict())

    def to_pandas(self, what: Literal["figures", "samples"] = "figures") -> pd.DataFrame:
        """Return the figures, or every measurement, as a table with a row for each."""
        if what not in ("figures", "samples"):
            raise UnknownNameError("table", what, ("figures", "samples"))
        rows = self.figures if what == "figures" else self.samples
        return data_frame(map(asdict, rows))

    def __str__(self) -> str:
        """Return the tables, as `bombe bench` prints them."""
        return draw_table(self)

    def __repr__(self) -> str:
        """Return a short description; the samples would fill the screen."""
        return f"<{type(self).__name__}: {self.summary()}>"

    def _repr_html_(self) -> str:
        return f"{self.svg()}\n{draw_html(self)}"
