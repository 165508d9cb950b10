"""What follows from the schemas of answers: the tables of the reference, the types of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.results import BOARD, HEAD, SOURCE, TAIL
from bombe.analysis.runs.answers import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.analysis.schema import Field

TASKS = ("audit", "count", "solve", "why", "hint", "tempo", "endgame")


def tables() -> str:
    """Return the tables of the reference."""
    own = (f"### Columns of `{task}`\n\n{table(fields_of(task))}" for task in TASKS)
    every = table((*HEAD, *BOARD, *TAIL, SOURCE))
    return "\n\n".join([f"### Columns of all records\n\n{every}", *own])


def fields_of(task: str) -> tuple[Field, ...]:
    """Return the fields that the records of a task have beside those of all."""
    return ANSWERS[task].kind.fields


def table(fields: Iterable[Field]) -> str:
    """Return a table of columns, their types and their meanings."""
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *map(_row, fields)])


def _row(field: Field) -> str:
    names = ", ".join(f"`{field.name}{end}`" for end, _ in field.kind.columns)
    return f"| {names} | {field.kind.words} | {field.meaning} |"


def types() -> str:
    """Return the module of the page that declares the types of answers."""
    made = (_typedef(task) for task in ("audit",))
    head = (
        "// @ts-check\n// The types of answers, as Python declares their fields; made by "
        "BOMBE_REWRITE_DOCS=1 pytest tests/project/test_schemas.py.\n"
    )
    return "\n".join([head, *made, "export {};\n"])


def _typedef(task: str) -> str:
    kind = ANSWERS[task].kind
    fields = (*HEAD, *BOARD, *kind.fields)
    lines = [f" * @typedef {{object}} {kind.__name__}Answer  {kind.schema}"]
    for field in fields:
        name = f"[{field.name}]" if field.name == "ratings" else field.name
        lines.append(f" * @property {{{field.kind.js}}} {name}  {field.meaning}")
    return "\n".join(["/**", *lines, " * @property {string} summary  in one sentence", " */\n"])
