"""Refutations in words, as people tell them; the sentences are in sentences.json.

    "If 5 stands at r3c4, r3c7 must be 2 (only value left); then box 6 has no place for 9."

A text counts from 1, as Sudoku players do and as moves such as `r3c4=5` are read, unless another
notation is asked for: r3c4 is row 3 and column 4, and box 6 of a 3x3 board ends row 6.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.why.refutation import SINGLES
from bombe.boards.sudoku.notation import Notation, Spelling
from bombe.boards.templates import listed, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.analysis.why.refutation import End, Fact, Question, Refutation, Step
    from bombe.boards import Shape

phrase = sentences(__name__)
"""Says the sentences of why and of hints."""
ONE_SENTENCE = 2
"""The most steps that are told in one sentence."""
CASE_INDENT = 5
"""The indent of a case."""


class TaleLine(NamedTuple):
    """A line of a chain: how deep in cases it stands, its words, and the step or end it tells of.

    A case without steps is told in one line, so that its end has none.
    """

    depth: int
    text: str
    step: Step | None = None
    end: End | None = None


class Teller(NamedTuple):
    """Tells the refutation of a question."""

    question: Question
    refutation: Refutation
    spell: Spelling

    @property
    def lead(self) -> str:
        """What is refuted, as the beginning of a sentence."""
        fact, is_not = self.question
        if fact is None:
            return phrase("question", "board")
        kind = "is not" if is_not else "is"
        return phrase("question", kind, value=fact.value, cell=self.spell.cell(fact.cell))

    @property
    def is_short(self) -> bool:
        """Whether one sentence has room for it."""
        steps = self.refutation.steps
        return len(steps) <= ONE_SENTENCE and all(step.rule in SINGLES for step in steps)

    def story(self) -> str:
        """Return a short chain in one sentence, a long one in numbered lines."""
        if not self.is_short:
            lines = (" " * (2 + CASE_INDENT * line.depth) + line.text for line in self.tale())
            return "\n".join([f"{self.lead}:", *lines])
        parts = [*map(self.step, self.refutation.steps), self.end(self.refutation.end)]
        steps = phrase("chain", "then").join(parts)
        if self.question.fact is None:
            return sentence(steps)
        return phrase("chain", "short", lead=self.lead, steps=steps)

    def brief(self) -> str:
        """Return it in one sentence: of a long chain, how many steps it has, and its end."""
        if self.is_short:
            return self.story()
        end = self.end(replace(self.refutation.end, after=()))
        return phrase("chain", "brief", lead=self.lead, steps=self.refutation.rating.steps, end=end)

    def tale(self) -> Iterator[TaleLine]:
        """Yield the numbered lines; those of a case are indented."""
        return self._lines(self.refutation, 0)

    def _lines(self, refutation: Refutation, depth: int) -> Iterator[TaleLine]:
        for step in refutation.steps:
            yield TaleLine(depth, self._line(step), step)
            if step.case is not None and step.case.steps:
                yield from self._lines(step.case, depth + 1)
        end = self.end(refutation.end)
        yield TaleLine(depth, phrase("chain", "end", end=end), end=refutation.end)

    def _line(self, step: Step) -> str:
        """Return the line of a step, with its number."""
        words = self.step(step)
        if step.case is None:
            return f"{step.number}. {sentence(words)}"
        kind = "case" if step.case.steps else "case at once"
        end, value = self.end(step.case.end), step.removes[0].value
        return phrase("chain", kind, number=step.number, words=words, end=end, value=value)

    def step(self, step: Step) -> str:
        """Return what a step concludes and why, without the chain of a case."""
        place = step.place or step.removes[0]
        return phrase(
            "step",
            step.rule,
            place=self.spell.cell(place.cell),
            value=place.value,
            region=self.spell.region(step.region),
            other=self.spell.region(step.other),
            cells=self.spell.cells(step.cells),
            values=step.values,
            since=_since(step),
            removed=", ".join(
                phrase("step", "removed", values=values, cells=self.spell.cells(cells))
                for values, cells in _by_likeness(step.removes)
            ),
        )

    def end(self, end: End) -> str:
        """Return the absurdity."""
        return phrase(
            "end",
            end.kind,
            cell=self.spell.cell(end.cell or 0),
            region=self.spell.region(end.region),
            value=end.value,
            cells=self.spell.cells(end.because),
            since=_since(end),
        )


def story(
    shape: Shape, question: Question, refutation: Refutation, notation: Notation = Notation.R1C1
) -> str:
    """Return a refutation in words: a short chain in one sentence, a long one in numbered lines."""
    return Teller(question, refutation, Spelling(shape, notation)).story()


def brief(
    shape: Shape, question: Question, refutation: Refutation, notation: Notation = Notation.R1C1
) -> str:
    """Return a refutation in one sentence: of a long chain, how many steps it has, and its end."""
    return Teller(question, refutation, Spelling(shape, notation)).brief()


def tale(shape: Shape, question: Question, refutation: Refutation) -> Iterator[TaleLine]:
    """Yield the numbered lines of a chain; those of a case are indented."""
    return Teller(question, refutation, Spelling(shape)).tale()


def _since(by: Step | End) -> str:
    """Return the earlier steps that one takes for granted, which the board does not show."""
    steps = [number for number in by.after if number]
    return phrase("step", "since", many=len(steps), steps=steps) if steps else ""


def _by_likeness(facts: Sequence[Fact]) -> list[tuple[Sequence[int], Sequence[int]]]:
    """Return values and cells that go with each other: no 2 at r1c9 and r2c9, no 1 or 4 at r3c3."""
    by_value = _grouped((fact.value, fact.cell) for fact in facts)
    by_cell = _grouped((fact.cell, fact.value) for fact in facts)
    if len(by_cell) < len(by_value):
        return [(values, cells) for cells, values in by_cell]
    return by_value


def _grouped(pairs: Iterable[tuple[int, int]]) -> list[tuple[Sequence[int], Sequence[int]]]:
    """Return the first members that go with the same second ones, and these."""
    seconds: dict[int, list[int]] = {}
    for first, second in sorted(pairs):
        seconds.setdefault(first, []).append(second)
    groups: dict[tuple[int, ...], list[int]] = {}
    for first, those in seconds.items():
        groups.setdefault(tuple(those), []).append(first)
    return [(firsts, those) for those, firsts in groups.items()]


def sentence(words: str) -> str:
    """Return words as a sentence; a cell is written small, also where one begins."""
    begins_with_cell = words[:1] == "r" and words[1:2].isdigit()
    return f"{words if begins_with_cell else words[:1].upper() + words[1:]}."


__all__ = ["Teller", "brief", "listed", "phrase", "sentence", "story", "tale"]
