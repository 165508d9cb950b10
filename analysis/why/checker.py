"""The checker: whether a refutation proves what it says, step by step.

    check(board, question, refutation)       raise ExplanationError at the first fault
    fault_in(board, question, refutation)    return it in words, "" if there is none

It shares no code with what finds refutations, and takes nothing but what a step cites: cells that
are filled by then, and earlier steps that still hold. What a case assumes and concludes holds only
in it, and of what is outside it may use only what the step that it belongs to cites.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from bombe.analysis.why.refutation import SINGLES, Absurdity, End, Fact, Refutation, Rule, Step
from bombe.boards.errors import ExplanationError
from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.analysis.why.refutation import Question
    from bombe.boards import Board

T = TypeVar("T")


def check(board: Board, question: Question, refutation: Refutation) -> None:
    """Raise ExplanationError if the refutation does not prove that what is asked cannot be."""
    if fault := fault_in(board, question, refutation):
        raise ExplanationError(
            f"an explanation is withheld, for it has a fault: {fault}; please report this mistake "
            f"of Bombe with the {board.shape} board {board_line(board)} and {question}"
        )


def fault_in(board: Board, question: Question, refutation: Refutation) -> str:
    """Return the first fault in words: which step, and what is wrong; "" if there is none."""
    filled = {cell: value for cell, value in enumerate(board.values) if value}
    known = _Premises(filled, filled, {})
    if question.fact is not None:
        if question.fact.cell in filled:
            return f"the question is about cell {question.fact.cell}, which is filled"
        removed = {0: frozenset({question.fact})}
        known = replace(known, removed=removed) if question.is_not else known.with_(question.fact)
    geometry = board.shape.geometry
    try:
        _Checker(board.shape.size, geometry.regions, geometry.peers).chain(known, refutation)
    except _FaultFoundError as fault:
        return str(fault)
    return ""


class _FaultFoundError(Exception):
    """What is wrong with a refutation, in words."""


def _require(holds: bool, fault: str) -> None:  # noqa: FBT001 - it reads as a sentence
    if not holds:
        raise _FaultFoundError(fault)


def _named(thing: T | None, fault: str) -> T:
    """Return what a step names; raise if it does not."""
    if thing is None:
        raise _FaultFoundError(fault)
    return thing


@dataclass(frozen=True, slots=True)
class _Premises:
    """What holds before a step: every filled cell, those that it may cite, and what is removed."""

    every: Mapping[int, int]
    filled: Mapping[int, int]
    removed: Mapping[int, frozenset[Fact]]

    def cited(self, where: str, by: Step | End) -> _Premises:
        """Return what the reasons cite, and nothing else; each of them must hold."""
        for cell in by.because:
            _require(cell in self.filled, f"{where} cites cell {cell}, which is not filled there")
        for number in by.after:
            _require(number in self.removed, f"{where} cites step {number}, which does not hold")
        filled = {cell: self.filled[cell] for cell in by.because}
        return _Premises(self.every, filled, {number: self.removed[number] for number in by.after})

    def with_(self, fact: Fact) -> _Premises:
        """Return what holds with one more cell filled."""
        one = {fact.cell: fact.value}
        return replace(self, every={**self.every, **one}, filled={**self.filled, **one})

    def after(self, step: Step) -> _Premises:
        """Return what holds after a step."""
        if step.place is not None:
            return self.with_(step.place)
        return replace(self, removed={**self.removed, step.number: frozenset(step.removes)})


@dataclass(slots=True)
class _Checker:
    """Follows a refutation step by step; `number` is that of the latest step."""

    size: int
    regions: tuple[tuple[int, ...], ...]
    peers: tuple[tuple[int, ...], ...]
    number: int = 0

    def chain(self, known: _Premises, refutation: Refutation) -> None:
        """Raise if a step or the end does not follow from what it cites."""
        for step in refutation.steps:
            self.number += 1
            where = f"step {self.number}"
            _require(step.number == self.number, f"{where} has the number {step.number}")
            cited = known.cited(where, step)
            if step.rule in SINGLES:
                self._single(where, cited, step)
            else:
                self._removal(where, cited, step)
            known = known.after(step)
        where = f"the end after step {self.number}"
        self._end(where, known.cited(where, refutation.end), refutation.end)

    def _single(self, where: str, cited: _Premises, step: Step) -> None:
        """Check that the place is the only one of its cell, or of its value in the region."""
        cell, value = _named(step.place, f"{where} places nothing")
        _require(not step.removes, f"{where} both places and removes")
        _require(value in self._values(), f"{where} places no value")
        _require(cell not in cited.every, f"{where} fills cell {cell}, which is filled")
        if step.rule is Rule.NAKED_SINGLE:
            others = [Fact(cell, v) for v in self._values() if v != value]
        else:
            region = self._region(where, step.region)
            _require(cell in region, f"{where} places a value outside of its region")
            others = [Fact(other, value) for other in region if other != cell]
        self._excluded(where, cited, others)

    def _removal(self, where: str, cited: _Premises, step: Step) -> None:
        """Check that what is removed follows by the rule of the step."""
        _require(bool(step.removes) and step.place is None, f"{where} removes nothing")
        if step.rule is Rule.CASE:
            case = _named(step.case, f"{where} has no chain for its case")
            removed, *more = step.removes
            _require(not more, f"{where} is more than one case")
            _require(removed.cell not in cited.every, f"{where} is a case of a filled cell")
            self.chain(cited.with_(removed), case)
            return
        region = self._region(where, step.region)
        _require(set(step.cells) <= set(region), f"{where} names cells outside of its region")
        rest = [cell for cell in region if cell not in step.cells]
        if step.rule is Rule.LOCKED:
            other = self._region(where, step.other)
            _require(set(step.cells) <= set(other), f"{where} names cells outside of the other")
            value = step.removes[0].value
            self._excluded(where, cited, [Fact(cell, value) for cell in rest])
            allowed = {Fact(cell, value) for cell in other if cell not in step.cells}
        else:
            allowed = self._pair(where, cited, step, rest)
        _require(allowed.issuperset(step.removes), f"{where} removes more than follows")

    def _pair(self, where: str, cited: _Premises, step: Step, rest: list[int]) -> set[Fact]:
        """Check that two values and two cells belong together; return what they remove."""
        is_pair = len({*step.cells}) == len({*step.values}) == 2
        _require(is_pair, f"{where} does not name two cells and two values")
        outside = {Fact(cell, value) for cell in rest for value in step.values}
        inside = {Fact(c, v) for c in step.cells for v in self._values() if v not in step.values}
        is_naked = step.rule is Rule.NAKED_PAIR
        self._excluded(where, cited, sorted(inside if is_naked else outside))
        return outside if is_naked else inside

    def _end(self, where: str, cited: _Premises, end: End) -> None:
        """Check that the absurdity is there."""
        if end.kind is Absurdity.NO_CANDIDATE:
            cell = _named(end.cell, f"{where} names no cell")
            _require(cell not in cited.every, f"{where} is about cell {cell}, a filled one")
            self._excluded(where, cited, [Fact(cell, value) for value in self._values()])
            return
        region = self._region(where, end.region)
        value = _named(end.value, f"{where} names no value")
        _require(value in self._values(), f"{where} names {value}, which is no value")
        if end.kind is Absurdity.NO_PLACE:
            self._excluded(where, cited, [Fact(cell, value) for cell in region])
        else:
            twice = sum(cited.filled.get(cell) == value for cell in region) > 1
            _require(twice, f"{where} cites no two cells of the region with {value}")

    def _values(self) -> range:
        return range(1, self.size + 1)

    def _region(self, where: str, region: int | None) -> tuple[int, ...]:
        region = _named(region, f"{where} names no region")
        _require(0 <= region < 3 * self.size, f"{where} names no region")
        return self.regions[region]

    def _excluded(self, where: str, cited: _Premises, facts: list[Fact]) -> None:
        """Raise if what is cited leaves one of the facts possible."""
        removed = set(chain.from_iterable(cited.removed.values()))
        for cell, value in facts:
            is_other = cited.filled.get(cell, value) != value
            if not (is_other or (cell, value) in removed or self._is_seen(cited, cell, value)):
                fault = f"what it cites leaves {value} possible in cell {cell}"
                raise _FaultFoundError(f"{where} does not follow: {fault}")

    def _is_seen(self, cited: _Premises, cell: int, value: int) -> bool:
        """Return whether a peer that is cited holds the value."""
        peers = self.peers[cell]
        return any(held == value and peer in peers for peer, held in cited.filled.items())
