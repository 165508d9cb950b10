"""The record of one result, in the forms of batches: for boards that are asked alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.audit import Audit
from bombe.analysis.batches import masks
from bombe.analysis.outputs.forms import FORMS
from bombe.analysis.outputs.payload import Payload
from bombe.analysis.outputs.rendering import render, text_payload
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.notation import for_people
from bombe.boards.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.results import Result


def payload_of(
    result: Result, line: str, place: str, form: str, columns: Sequence[str] | None = None
) -> Payload:
    """Return a result as a payload of one record.

    `line` is what people see of it, and `place` where its position stands: boards.sdm:12.
    """
    if form == "text":
        return text_payload([for_people(visible(f"{place}: {line}"))])
    if form in masks.FORMS:
        return _masks(result, place, form, columns)
    values = result.to_row() if FORMS[form].has_columns else result.to_dict()
    return render(FORMS[form], [{**values, "source": place}], columns)


def _masks(result: Result, place: str, form: str, columns: Sequence[str] | None) -> Payload:
    if not isinstance(result, Audit):
        raise UsageError(f"--{form} is for audits: leave it out")
    header = masks.header_of(form, result.board.shape, columns)
    return Payload(masks.record_of(result, columns), 1, header=header, place=place)
