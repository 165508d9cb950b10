"""Why something cannot be: a chain of deductions that ends in an absurdity.

    Question        what is refuted: a value in a cell, that a cell does without a value, or a board
    Refutation      the steps, in order, and the absurdity they end in
    Step            one deduction: the rule, what it concludes, and from what
    End             the absurdity: a cell without a candidate, a value without a place, a clash
    Rating          how hard it is to see: the hardest rule, how deep cases stand, how many steps

Cells and regions are counted as in `Shape`. Steps are numbered from 1 in the order of reading; the
steps of a case come after the one that they belong to. Each conclusion names all that it needs:
`because` lists filled cells, also those that the question, a case or an earlier step fills, and
`after` the numbers of earlier steps that removed a candidate. Number 0 is the question, where it
says that a cell does without a value. A case names all that its chain takes from outside of it,
without the cell that it assumes. Nothing else may be needed: checker.py holds every refutation to
that.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards import Shape


class Fact(NamedTuple):
    """A cell and a value."""

    cell: int
    value: int


class Question(NamedTuple):
    """What is refuted: that `fact` holds, or does not (`is_not`); without a fact, the board."""

    fact: Fact | None = None
    is_not: bool = False


class Rule(enum.StrEnum):
    """The deductions, from easy to hard.

    A single has one `place`; all others remove candidates.

        NAKED_SINGLE    its cell has no other candidate
        HIDDEN_SINGLE   `region` has no other place for the value
        LOCKED          in `region` the value stands in one of `cells`, all of which are in `other`:
                        so it goes nowhere else in `other`
        NAKED_PAIR      two `cells` of `region` have no candidates but the two `values`, which
                        therefore go nowhere else in it
        HIDDEN_PAIR     two `values` have no place in `region` but the two `cells`, which therefore
                        hold nothing else
        CASE            the candidate that is removed is refuted by a chain of its own, `case`
    """

    NAKED_SINGLE = "naked single"
    HIDDEN_SINGLE = "hidden single"
    LOCKED = "locked candidates"
    NAKED_PAIR = "naked pair"
    HIDDEN_PAIR = "hidden pair"
    CASE = "case"


SINGLES = frozenset({Rule.NAKED_SINGLE, Rule.HIDDEN_SINGLE})


class Absurdity(enum.StrEnum):
    """What cannot be."""

    NO_CANDIDATE = "no candidate"
    NO_PLACE = "no place"
    CLASH = "clash"


@dataclass(frozen=True, slots=True)
class Step:
    """A deduction: what follows, by which rule, and from what."""

    number: int
    rule: Rule
    because: tuple[int, ...]
    after: tuple[int, ...] = ()
    place: Fact | None = None
    removes: tuple[Fact, ...] = ()
    region: int | None = None
    other: int | None = None
    cells: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    case: Refutation | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The absurdity.

    Of an empty `cell` all values are excluded; or `value` has no place left in `region`, or stands
    in it more than once.
    """

    kind: Absurdity
    because: tuple[int, ...]
    after: tuple[int, ...] = ()
    cell: int | None = None
    region: int | None = None
    value: int | None = None


class Rating(NamedTuple):
    """How hard a refutation is to see; ratings compare as tuples.

    `level` is 0 where the question itself is absurd, 1 where singles lead there, 2 where pairs and
    locked candidates are needed, too, and 3 where cases are; `depth` says how deep cases stand in
    cases, and `steps` how many deductions there are.
    """

    level: int
    depth: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Refutation:
    """A chain of deductions and its end. `is_shortest`: no shorter chain of singles does it."""

    steps: tuple[Step, ...]
    end: End
    is_shortest: bool = False

    def walk(self) -> Iterator[Step]:
        """Yield all steps in the order of reading, those of cases too."""
        for step in self.steps:
            yield step
            if step.case is not None:
                yield from step.case.walk()

    @property
    def depth(self) -> int:
        """How deep cases stand in cases; 0 without any."""
        return max((1 + step.case.depth for step in self.steps if step.case is not None), default=0)

    @property
    def rating(self) -> Rating:
        """How hard it is to see."""
        rules = [step.rule for step in self.walk()]
        level = (
            3 if Rule.CASE in rules else 2 if not SINGLES.issuperset(rules) else min(1, len(rules))
        )
        return Rating(level, self.depth, len(rules))


def plain_fact(shape: Shape, fact: Fact) -> list[int]:
    """Return row, column and value."""
    return [*shape.coordinates(fact.cell), fact.value]


def plain_cells(shape: Shape, cells: Iterable[int]) -> list[list[int]]:
    """Return the row and the column of each cell."""
    return [list(shape.coordinates(cell)) for cell in cells]
