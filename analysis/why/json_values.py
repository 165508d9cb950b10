"""Chains as plain values, ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.why.refutation import plain_cells, plain_fact

if TYPE_CHECKING:
    from bombe.analysis.why.refutation import End, Refutation, Step
    from bombe.boards import Shape


def chain_dict(shape: Shape, refutation: Refutation) -> dict[str, Any]:
    """Return a chain and its end as plain values, ready for JSON."""
    return {
        "chain": [_step_dict(shape, step) for step in refutation.steps],
        "end": _end_dict(shape, refutation.end),
    }


def _step_dict(shape: Shape, step: Step) -> dict[str, Any]:
    fields = {
        "number": step.number,
        "rule": str(step.rule),
        "place": None if step.place is None else plain_fact(shape, step.place),
        "removes": [plain_fact(shape, fact) for fact in step.removes],
        "region": _region(shape, step.region),
        "other": _region(shape, step.other),
        "cells": plain_cells(shape, step.cells),
        "values": list(step.values),
        "case": step.case and chain_dict(shape, step.case),
    }
    return _stated(fields) | {
        "because": plain_cells(shape, step.because),
        "after": list(step.after),
    }


def _end_dict(shape: Shape, end: End) -> dict[str, Any]:
    fields = {
        "kind": str(end.kind),
        "cell": None if end.cell is None else list(shape.coordinates(end.cell)),
        "region": _region(shape, end.region),
        "value": end.value,
    }
    return _stated(fields) | {
        "because": plain_cells(shape, end.because),
        "after": list(end.after),
    }


def _stated(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that say something."""
    return {name: value for name, value in fields.items() if value not in (None, [])}


def _region(shape: Shape, region: int | None) -> str | None:
    return None if region is None else shape.region_name(region)
