"""The strict mode of the checker: what a refutation cites, or deduces, without need."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from bombe.analysis.why.checker import fault_in
from bombe.analysis.why.refutation import End, Refutation, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.why.refutation import Question
    from bombe.boards import Board

By = TypeVar("By", Step, End)


def excess_in(board: Board, question: Question, refutation: Refutation) -> str:
    """Return the first reason, or step, that could be left out, in words; "" if there is none."""
    if unused := _unused_step(refutation):
        return f"nothing needs step {unused}"
    for excess, leaner in _leaner(refutation):
        if not fault_in(board, question, leaner):
            return excess
    return ""


def _unused_step(refutation: Refutation) -> int:
    """Return the number of a step that no later one cites; 0 if there is none."""
    later: list[Step | End] = [*refutation.steps, refutation.end]
    for index, step in enumerate(refutation.steps):
        citing = later[index + 1 :]
        if step.place is None:
            is_used = any(step.number in by.after for by in citing)
        else:
            is_used = any(step.place.cell in by.because for by in citing)
        if not is_used:
            return step.number
        if step.case is not None and (unused := _unused_step(step.case)):
            return unused
    return 0


def _leaner(refutation: Refutation) -> Iterator[tuple[str, Refutation]]:
    """Yield the refutation with one reason less, for each of its reasons, and what is missing."""
    for index, step in enumerate(refutation.steps):
        fewer = [*_with_less(step, f"step {step.number}")]
        if step.case is not None:
            fewer += [(excess, replace(step, case=case)) for excess, case in _leaner(step.case)]
        for excess, leaner in fewer:
            steps = (*refutation.steps[:index], leaner, *refutation.steps[index + 1 :])
            yield excess, replace(refutation, steps=steps)
    for excess, end in _with_less(refutation.end, "the end"):
        yield excess, replace(refutation, end=end)


def _with_less(by: By, where: str) -> Iterator[tuple[str, By]]:
    """Yield a step or an end with one reason less, for each of its reasons."""
    for cell in by.because:
        because = tuple(other for other in by.because if other != cell)
        yield f"{where} does not need cell {cell}", replace(by, because=because)
    for number in by.after:
        after = tuple(other for other in by.after if other != number)
        yield f"{where} does not need step {number}", replace(by, after=after)
