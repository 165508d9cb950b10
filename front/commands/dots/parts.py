"""Studies of Dots and Boxes that a shard measures a part of: their tables and documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from bombe.analysis.document_merging import COMPLETE, PLAN, SCHEMA
from bombe.analysis.studies.files import SHARD, TASK
from bombe.boards.shard import WHOLE
from bombe.commands.matches.settings import part_name
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.output import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bombe.analysis.matches.winrates import ChartLabels
    from bombe.boards.shard import Shard

    Stopped = Callable[[], bool]


class _Tuple(Protocol):
    """A line of a table: a named tuple."""

    def _asdict(self) -> dict[str, Any]: ...


TaskT = TypeVar("TaskT")
LineT = TypeVar("LineT", bound=_Tuple)


class MeasuredPart:
    """What a shard measures of a study with this plan, and how it is shown."""

    def __init__(self, plan: Mapping[str, Any], *, shard: Shard, as_json: bool) -> None:
        self._plan, self._shard, self._as_json = plan, shard, as_json
        self._points: list[dict[str, Any]] = []
        self._is_complete = True

    def measured(
        self, tasks: Sequence[TaskT], measure: Callable[[TaskT, Stopped], Iterable[LineT]]
    ) -> tuple[list[LineT], bool]:
        """Return what is measured of the tasks of the shard, and whether Ctrl-C ended that."""
        found: list[LineT] = []
        with stop_signal() as stop:
            for number, task in enumerate(tasks):
                if self._shard.has(number) and not stop.is_set():
                    for line in measure(task, stop.is_set):
                        found.append(line)
                        self._points.append({**line._asdict(), **self._numbered(number)})
            self._is_complete = not stop.is_set()
        return found, not self._is_complete

    def show(self, words: ChartLabels, text: str) -> None:
        """Print the table, or the document."""
        if self._as_json:
            document = {"schema": SCHEMA, "name": words.name, "axis": words.axis}
            click.echo(json.dumps({**document, **self._facts(), "points": self._points}))
            return
        say(text)
        if self._shard != WHOLE:
            say(f"this is shard {self._shard}; `bombe merge` joins what all print with --json")

    def folder(self, output: str | None, words: ChartLabels) -> Path:
        """Return the folder for the pictures."""
        return Path(output or f"{words.name}{part_name(self._shard)}")

    def _numbered(self, number: int) -> dict[str, int]:
        return {} if self._shard == WHOLE else {TASK: number}

    def _facts(self) -> dict[str, Any]:
        """Return what the document of a shard says beside its points."""
        if self._shard == WHOLE:
            return {}
        return {SHARD: str(self._shard), PLAN: self._plan, COMPLETE: self._is_complete}
