"""The record of one result, in the forms of the batches: for boards that were asked alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.batches.batch import Record
    from bombe.analysis.results import Result


def record_of(
    result: Result, source: str, form: str, columns: Sequence[str] | None = None
) -> Record:
    """Return a result as a record: a line of JSON or CSV, masks of an audit, a row of a database.

    `source` is where the position stands, such as boards.sdm:12.
    """
    raise NotImplementedError


def column_names(
    result: Result, form: str, columns: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Return the names of the columns of such a record; empty where the form has none."""
    raise NotImplementedError
