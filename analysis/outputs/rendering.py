"""Records as a payload of a form: for answers that come one position at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.outputs.columns import stored
from bombe.analysis.outputs.flat import flat_selected, selected
from bombe.analysis.outputs.forms import csv_rows
from bombe.analysis.outputs.payload import Payload

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bombe.analysis.outputs.forms import Form


def render(
    form: Form, records: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None
) -> Payload:
    """Return records, ready for JSON, as a payload; `columns` chooses and orders what is wanted.

    The rows of a table have the columns of the first record.
    """
    import json

    if form.has_columns:
        return _table(form, [flat_selected(record, columns) for record in records])
    lines = [json.dumps(selected(record, columns)) for record in records]
    joined = ",\n".join(lines) if form.name == "json" else "".join(f"{line}\n" for line in lines)
    return Payload(joined.encode(), len(lines))


def boards_payload(form: Form, texts: Sequence[str]) -> Payload:
    """Return boards in one of their formats as a payload: a text, or elements of a document."""
    if form.name == "text":
        return text_payload(texts)
    return Payload(",\n".join(texts).encode(), len(texts))


def text_payload(lines: Sequence[str]) -> Payload:
    """Return lines for people, or boards in one of the formats, as a payload."""
    text = "".join(f"{line}\n" for line in lines)
    return Payload(text.encode("utf-8", "surrogateescape"), len(lines))


def _table(form: Form, rows: Sequence[Mapping[str, Any]]) -> Payload:
    """Return rows below the columns of the first."""
    columns = tuple(rows[0]) if rows else ()
    if form.name == "sqlite":
        cells = [tuple(stored(name, row.get(name)) for name in columns) for row in rows]
        return Payload(cells, len(cells), columns)
    values = [tuple(row.get(name) for name in columns) for row in rows]
    return Payload(csv_rows(values), len(values), columns)
