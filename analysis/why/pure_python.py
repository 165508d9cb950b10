"""The finder of refutations in plain Python, for where the kernel is not.

    PlainFinder(shape).refute(board, question, meter) -> Refutation | None

Rounds of singles come first; where they stop, locked candidates and pairs; where those stop, cases,
whose chains are found in the same way and hold cases only if nothing else is left. So the level and
the depth are the lowest that there are. A conclusion takes the reasons that were known first, and
of the absurdities of a round that one is told which the fewest steps lead to. Steps bear the
numbers in which they were found until `_numbered` counts those that are needed.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from bombe.analysis.why.refutation import Absurdity, End, Fact, Refutation, Rule, Step
from bombe.boards.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.why.refutation import Question
    from bombe.boards import Board, Shape
    from bombe.solvers import Meter

T = TypeVar("T", Step, End)


class PlainFinder:
    """Finds refutations on boards of one shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._numbers: Iterator[int] = iter(())

    def refute(self, board: Board, question: Question, meter: Meter) -> Refutation | None:
        """Return a refutation; None if there is none.

        OutOfBudgetError is raised where the budget ends first. Boards with a solution take long:
        ask a solver before.
        """
        self._numbers = itertools.count(1)
        if clash := _clash(board):
            return Refutation((), clash, is_shortest=True)
        known = _Deductions.of(board, question)
        for depth in range(self.shape.cells):
            if chain := self._chain(known, depth, meter):
                return replace(_numbered(chain), is_shortest=len(chain.steps) < 2)
        return None

    def _chain(self, known: _Deductions, depth: int, meter: Meter) -> Refutation | None:
        """Return a chain from what is known to an absurdity, with cases `depth` deep at most."""
        while True:
            meter.spend()
            if ends := list(known.ends()):
                return min(map(known.sliced, ends), key=_length)
            singles = list(known.singles())
            if singles:
                known.place(singles, self._numbers)
                continue
            found = next(itertools.chain(known.locked(), known.pairs()), None)
            found = found or self._case(known, depth, meter)
            if found is None:
                return None
            known.remove(replace(found, number=next(self._numbers)))

    def _case(self, known: _Deductions, depth: int, meter: Meter) -> Step | None:
        """Return a candidate that a chain refutes, with cases in it only if all else fails."""
        for inner in range(depth):
            for fact in known.candidates():
                if chain := self._chain(known.assuming(fact), inner, meter):
                    because, after = _taken_from(known, chain)
                    return Step(0, Rule.CASE, because, after, removes=(fact,), case=chain)
        return None


@dataclass
class _Deductions:
    """What is known at some point: filled cells, candidates, and which step removed which.

    `ranks` says when each reason came: cells by their numbers, steps by the complement of theirs.
    """

    shape: Shape
    filled: dict[int, int]
    masks: list[int]
    removed: dict[Fact, int]
    ranks: dict[int, int]
    steps: list[Step]

    @classmethod
    def of(cls, board: Board, question: Question) -> _Deductions:
        """Return what is known of a board, and of the question."""
        filled = {cell: value for cell, value in enumerate(board.values) if value}
        masks = board.candidate_masks()
        known = cls(board.shape, filled, masks, {}, dict.fromkeys([*filled, ~0], 0), [])
        if question.fact is not None and not question.is_not:
            known._fill(question.fact)
        elif question.fact is not None:
            known._exclude([question.fact], 0)
        return known

    def assuming(self, fact: Fact) -> _Deductions:
        """Return what is known in a case."""
        copies = dict(self.filled), list(self.masks), dict(self.removed), dict(self.ranks)
        case = _Deductions(self.shape, *copies, [])
        case._fill(fact)
        return case

    def _fill(self, fact: Fact) -> None:
        self.filled[fact.cell], self.masks[fact.cell] = fact.value, 0
        self.ranks[fact.cell] = len(self.ranks)
        for peer in self.shape.geometry.peers[fact.cell]:
            self.masks[peer] &= ~(1 << fact.value)

    def _exclude(self, facts: Iterable[Fact], number: int) -> None:
        for fact in facts:
            self.masks[fact.cell] &= ~(1 << fact.value)
            self.removed.setdefault(fact, number)

    def candidates(self) -> list[Fact]:
        """Return the candidates, those of cells with few of them first."""
        cells = sorted(self.empties(), key=lambda cell: self.masks[cell].bit_count())
        return [Fact(cell, value) for cell in cells for value in bits_of(self.masks[cell])]

    def empties(self) -> list[int]:
        """Return the empty cells."""
        return [cell for cell in range(self.shape.cells) if cell not in self.filled]

    def places(self) -> Iterator[tuple[int, int, list[int]]]:
        """Yield for each region and each value that it lacks the cells where it may stand."""
        for number, region in enumerate(self.shape.geometry.regions):
            lacking = set(range(1, self.shape.size + 1)).difference(
                self.filled.get(cell, 0) for cell in region
            )
            for value in sorted(lacking):
                yield number, value, [cell for cell in region if self.masks[cell] >> value & 1]

    def ends(self) -> Iterator[End]:
        """Yield the absurdities."""
        for cell in self.empties():
            if not self.masks[cell]:
                yield self._explained(End(Absurdity.NO_CANDIDATE, (), cell=cell))
        for region, value, places in self.places():
            if not places:
                yield self._explained(End(Absurdity.NO_PLACE, (), region=region, value=value))

    def singles(self) -> Iterator[Step]:
        """Yield the hidden and the naked singles."""
        for region, value, places in self.places():
            if len(places) == 1:
                yield Step(0, Rule.HIDDEN_SINGLE, (), place=Fact(places[0], value), region=region)
        for cell in self.empties():
            if self.masks[cell].bit_count() == 1:
                place = Fact(cell, self.masks[cell].bit_length() - 1)
                yield Step(0, Rule.NAKED_SINGLE, (), place=place)

    def place(self, singles: Iterable[Step], numbers: Iterator[int]) -> None:
        """Fill the cells of singles, as far as one leaves another possible."""
        explained = [self._explained(step) for step in singles]
        for step in sorted(explained, key=lambda step: len(step.because) + len(step.after)):
            if step.place is not None and self.masks[step.place.cell] >> step.place.value & 1:
                self._fill(step.place)
                self.steps.append(replace(step, number=next(numbers)))

    def locked(self) -> Iterator[Step]:
        """Yield what values exclude that stand in one of few cells, all of which another has."""
        geometry = self.shape.geometry
        for region, value, places in self.places():
            shared = set.intersection(*(set(geometry.regions_of[cell]) for cell in places))
            for other in sorted(shared - {region}):
                rest = [Fact(c, value) for c in geometry.regions[other] if c not in places]
                found = Step(0, Rule.LOCKED, (), region=region, other=other)
                yield from self._removing(rest, found, places, [value])

    def pairs(self) -> Iterator[Step]:
        """Yield what naked and hidden pairs exclude."""
        for number, region in enumerate(self.shape.geometry.regions):
            twos = [cell for cell in region if self.masks[cell].bit_count() == 2]
            for pair in itertools.combinations(twos, 2):
                if self.masks[pair[0]] == self.masks[pair[1]]:
                    values = list(bits_of(self.masks[pair[0]]))
                    rest = [Fact(c, v) for c in region if c not in pair for v in values]
                    found = Step(0, Rule.NAKED_PAIR, (), region=number)
                    yield from self._removing(rest, found, pair, values)
        by_region = itertools.groupby(self.places(), key=lambda place: place[0])
        for number, group in by_region:
            twos_of = [(value, places) for _, value, places in group if len(places) == 2]
            for (one, cells), (two, same) in itertools.combinations(twos_of, 2):
                if cells == same:
                    others = set(range(1, self.shape.size + 1)) - {one, two}
                    rest = [Fact(cell, value) for cell in cells for value in sorted(others)]
                    found = Step(0, Rule.HIDDEN_PAIR, (), region=number)
                    yield from self._removing(rest, found, cells, [one, two])

    def _removing(
        self, facts: Iterable[Fact], step: Step, cells: Iterable[int], values: Iterable[int]
    ) -> Iterator[Step]:
        """Yield the step if it removes a candidate."""
        removes = tuple(fact for fact in facts if self.masks[fact.cell] >> fact.value & 1)
        if removes:
            step = replace(step, removes=removes, cells=tuple(cells), values=tuple(values))
            yield self._explained(step)

    def remove(self, step: Step) -> None:
        """Take the step that removes candidates."""
        self.steps.append(step)
        self.ranks[~step.number] = len(self.ranks)
        self._exclude(step.removes, step.number)

    def _explained(self, what: T) -> T:
        """Return a conclusion with reasons, none of which the others make needless."""
        options = [self._reasons(fact) for fact in _needed_facts(self.shape, what)]
        kept: set[int] = set().union(*options)
        for reason in sorted(kept, key=lambda reason: (-self.ranks[reason], reason)):
            if all(each != {reason} for each in (option & kept for option in options)):
                kept.remove(reason)
        cells = tuple(sorted(reason for reason in kept if reason >= 0))
        after = tuple(sorted(~reason for reason in kept if reason < 0))
        return replace(what, because=cells, after=after)

    def _reasons(self, fact: Fact) -> set[int]:
        """Return all that excludes a fact: what its cell holds, peers with the value, steps."""
        cell, value = fact
        peers = self.shape.geometry.peers[cell]
        reasons = {peer for peer in peers if self.filled.get(peer) == value}
        if self.filled.get(cell, value) != value:
            reasons.add(cell)
        if fact in self.removed:
            reasons.add(~self.removed[fact])
        return reasons

    def sliced(self, end: End) -> Refutation:
        """Return the steps that lead to an end, and of what they remove only what is needed."""
        kept: list[Step] = []
        needed, cells, numbers = _cited(self.shape, end)
        for step in reversed(self.steps):
            is_needed = step.place.cell in cells if step.place else step.number in numbers
            if is_needed:
                removes = tuple(fact for fact in step.removes if fact in needed)
                kept.insert(0, replace(step, removes=removes))
                more = _cited(self.shape, step)
                needed, cells, numbers = needed | more[0], cells | more[1], numbers | more[2]
        return Refutation(tuple(kept), end)


def _needed_facts(shape: Shape, what: Step | End) -> list[Fact]:
    """Return what must be excluded for a conclusion to follow, other than by a case."""
    regions = shape.geometry.regions
    region = regions[what.region] if what.region is not None else ()
    if isinstance(what, End):
        if what.kind is Absurdity.NO_CANDIDATE:
            return [Fact(what.cell or 0, value) for value in range(1, shape.size + 1)]
        return [Fact(cell, what.value or 0) for cell in region]
    if what.place is not None:
        cell, value = what.place
        if what.rule is Rule.NAKED_SINGLE:
            return [Fact(cell, v) for v in range(1, shape.size + 1) if v != value]
        return [Fact(other, value) for other in region if other != cell]
    if what.rule is Rule.NAKED_PAIR:
        others = set(range(1, shape.size + 1)).difference(what.values)
        return [Fact(cell, value) for cell in what.cells for value in sorted(others)]
    return [Fact(c, value) for c in region if c not in what.cells for value in what.values]


def _cited(shape: Shape, what: Step | End) -> tuple[set[Fact], set[int], set[int]]:
    """Return the facts that a conclusion needs excluded, and the cells and steps that it cites."""
    if isinstance(what, Step) and what.case is not None:
        citing: list[Step | End] = [*what.case.steps, what.case.end]
        return (
            set().union(*(_cited(shape, each)[0] for each in citing)),
            set(what.because),
            set(what.after),
        )
    return set(_needed_facts(shape, what)), set(what.because), set(what.after)


def _taken_from(known: _Deductions, chain: Refutation) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells and the steps outside of a case that its chain cites."""
    citing: list[Step | End] = [*chain.steps, chain.end]
    cells = {cell for each in citing for cell in each.because}
    numbers = {number for each in citing for number in each.after}
    is_known = known.ranks.keys()
    return tuple(sorted(cells & known.filled.keys())), tuple(
        sorted(number for number in numbers if ~number in is_known)
    )


def _length(chain: Refutation) -> int:
    return chain.rating.steps


def _numbered(chain: Refutation) -> Refutation:
    """Return a chain whose steps are counted from 1 in the order of reading."""
    numbers = {step.number: place for place, step in enumerate(chain.walk(), 1)} | {0: 0}
    return _renumbered(chain, numbers)


def _renumbered(chain: Refutation, numbers: dict[int, int]) -> Refutation:
    steps = tuple(
        replace(
            step,
            number=numbers[step.number],
            after=tuple(numbers[number] for number in step.after),
            case=step.case and _renumbered(step.case, numbers),
        )
        for step in chain.steps
    )
    after = tuple(numbers[number] for number in chain.end.after)
    return Refutation(steps, replace(chain.end, after=after))


def _clash(board: Board) -> End | None:
    """Return the end of a board on which a region holds a value twice."""
    for number, region in enumerate(board.shape.geometry.regions):
        for value in range(1, board.shape.size + 1):
            cells = [cell for cell in region if board.values[cell] == value]
            if len(cells) > 1:
                because = tuple(cells[:2])
                return End(Absurdity.CLASH, because, region=number, value=value)
    return None
