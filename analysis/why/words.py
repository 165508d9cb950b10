"""Refutations in words, as people tell them.

    "If 5 stands at r3c4, r3c7 must be 2 (only value left); then box 6 has no place for 9."

A text counts from 1, as Sudoku players do and as moves such as `r3c4=5` are read: r3c4 is row 3 and
column 4, and box 6 of a 3x3 board ends row 6. Where numbers or JSON stand for cells and regions,
they count from 0, as everywhere in Bombe.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.why.refutation import SINGLES, Absurdity, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.analysis.why.refutation import End, Fact, Question, Refutation, Step
    from bombe.boards import Shape

ONE_SENTENCE = 2
"""The most steps that are told in one sentence."""
CASE_INDENT = 5
"""How far a case stands in."""


def cell_words(shape: Shape, cell: int) -> str:
    """Return a cell as texts write it: r3c4, counted from 1."""
    row, column = shape.coordinates(cell)
    return f"r{row + 1}c{column + 1}"


def cells_words(shape: Shape, cells: Iterable[int]) -> str:
    """Return cells in a row: r1c2, r1c3 and r2c2."""
    return listed([cell_words(shape, cell) for cell in cells])


def region_words(shape: Shape, region: int) -> str:
    """Return a region as texts write it: box 6, counted from 1."""
    name, number = shape.region_name(region).split()
    return f"{name} {int(number) + 1}"


def listed(words: Sequence[object], last: str = "and") -> str:
    """Return words in a row: a, b and c."""
    *first, end = map(str, words)
    return f"{', '.join(first)} {last} {end}" if first else end


def question_words(shape: Shape, question: Question) -> str:
    """Return what is refuted, as the beginning of a sentence; "" for a board."""
    if question.fact is None:
        return ""
    cell, value = cell_words(shape, question.fact.cell), question.fact.value
    return f"If {cell} is not {value}" if question.is_not else f"If {value} stands at {cell}"


def step_words(shape: Shape, step: Step) -> str:
    """Return what a step concludes and why, without the chain of a case."""
    since = _since(step)
    if step.place is not None:
        if step.rule is Rule.NAKED_SINGLE or step.region is None:
            reason = "only value left"
        else:
            reason = f"only place in {region_words(shape, step.region)}"
        return f"{cell_words(shape, step.place.cell)} must be {step.place.value} ({reason}{since})"
    if step.rule is Rule.CASE:
        (fact,) = step.removes
        return f"{cell_words(shape, fact.cell)} cannot be {fact.value}"
    return f"{_pattern(shape, step)}{since}: so {_exclusions(shape, step.removes)}"


def _since(by: Step | End) -> str:
    """Return the earlier steps that one takes for granted, which the board does not show."""
    numbers = [number for number in by.after if number]
    steps = "step" if len(numbers) == 1 else "steps"
    return f", by {steps} {listed(numbers)}" if numbers else ""


def _pattern(shape: Shape, step: Step) -> str:
    """Return what a step that removes candidates has seen."""
    region, values = region_words(shape, step.region or 0), listed(step.values)
    if step.rule is Rule.LOCKED:
        return f"in {region}, {values} can only stand within {region_words(shape, step.other or 0)}"
    cells = cells_words(shape, step.cells)
    if step.rule is Rule.NAKED_PAIR:
        return f"{cells} hold {values}, for nothing else fits there"
    return f"in {region}, {values} can only stand at {cells}"


def _exclusions(shape: Shape, facts: Sequence[Fact]) -> str:
    """Return candidates that are removed: no 2 at r1c9 and r2c9, or no 1, 4 or 6 at r3c3."""
    by_value = _grouped((fact.value, fact.cell) for fact in facts)
    by_cell = _grouped((fact.cell, fact.value) for fact in facts)
    if len(by_cell) < len(by_value):
        groups = [(values, cells) for cells, values in by_cell]
    else:
        groups = by_value
    return ", ".join(
        f"no {listed(values, 'or')} at {cells_words(shape, cells)}" for values, cells in groups
    )


def _grouped(pairs: Iterable[tuple[int, int]]) -> list[tuple[list[int], list[int]]]:
    """Return the first members that go with the same second ones, and these."""
    seconds: dict[int, list[int]] = {}
    for first, second in sorted(pairs):
        seconds.setdefault(first, []).append(second)
    groups: dict[tuple[int, ...], list[int]] = {}
    for first, those in seconds.items():
        groups.setdefault(tuple(those), []).append(first)
    return [(firsts, list(those)) for those, firsts in groups.items()]


def end_words(shape: Shape, end: End) -> str:
    """Return the absurdity."""
    since = _since(end)
    if end.kind is Absurdity.NO_CANDIDATE:
        return f"{cell_words(shape, end.cell or 0)} has no value left{since}"
    region = region_words(shape, end.region or 0)
    if end.kind is Absurdity.NO_PLACE:
        return f"{region} has no place for {end.value}{since}"
    return f"{end.value} stands twice in {region}, at {cells_words(shape, end.because)}"


def story(shape: Shape, question: Question, refutation: Refutation) -> str:
    """Return a refutation in words: a short chain in one sentence, a long one in numbered lines."""
    lead = question_words(shape, question)
    steps = refutation.steps
    if len(steps) <= ONE_SENTENCE and all(step.rule in SINGLES for step in steps):
        parts = [step_words(shape, step) for step in steps] + [end_words(shape, refutation.end)]
        told = "; then ".join(parts)
        return f"{lead}, {told}." if lead else sentence(told)
    lines = (" " * (2 + CASE_INDENT * line.depth) + line.text for line in tale(shape, refutation))
    return "\n".join([f"{lead or 'As the board stands'}:", *lines])


def brief(shape: Shape, question: Question, refutation: Refutation) -> str:
    """Return a refutation in one sentence: of a long chain, how many steps it has, and its end."""
    told = story(shape, question, refutation)
    if "\n" not in told:
        return told
    lead = question_words(shape, question) or "As the board stands"
    absurd = end_words(shape, replace(refutation.end, after=()))
    return f"{lead}, {refutation.rating.steps} steps show a contradiction: {absurd}."


class TaleLine(NamedTuple):
    """A line of a chain: how deep in cases it stands, its words, and the step or end it tells of.

    A case without steps is told in one line, so that its end has none.
    """

    depth: int
    text: str
    step: Step | None = None
    end: End | None = None


def tale(shape: Shape, refutation: Refutation, depth: int = 0) -> Iterator[TaleLine]:
    """Yield the numbered lines of a chain; those of a case stand deeper."""
    for step in refutation.steps:
        yield TaleLine(depth, _line_words(shape, step), step)
        if step.case is not None and step.case.steps:
            yield from tale(shape, step.case, depth + 1)
    yield TaleLine(depth, f"Then {end_words(shape, refutation.end)}.", end=refutation.end)


def _line_words(shape: Shape, step: Step) -> str:
    """Return the line of a step, with its number."""
    number, words = f"{step.number}. ", step_words(shape, step)
    if step.case is None:
        return number + sentence(words)
    if not step.case.steps:
        return f"{number}{words}: {end_words(shape, step.case.end)} then."
    (fact,) = step.removes
    return f"{number}{words}. If {fact.value} stood there:"


def sentence(words: str) -> str:
    """Return words as a sentence; a cell is written small, also where one begins."""
    begins_with_cell = words[:1] == "r" and words[1:2].isdigit()
    return f"{words if begins_with_cell else words[:1].upper() + words[1:]}."
