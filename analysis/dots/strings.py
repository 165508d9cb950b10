"""Strings and coins: a Dots and Boxes position as a graph, and the chains and loops in it.

Each box that is not complete is a coin; each undrawn line is a string that connects two coins, or
one coin and the ground; drawing the line cuts the string. A box with three or more strings is a
joint. Boxes with fewer form chains, which end at the ground, at a joint or open, and loops. Long
means three boxes or more. A chain or loop is opened if a box in it can be completed.
"""

from __future__ import annotations

import enum
import itertools
import string
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.display import Drawable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    import networkx as nx

    from bombe.boards.dots.state import DotsState, Grid, Line

GROUND = -1
LONG = 3
"""The least number of boxes of a long chain."""


class StringKind(enum.StrEnum):
    """The kinds of structures that boxes with one or two strings form."""

    CHAIN = "chain"
    LOOP = "loop"


class StringEnd(enum.StrEnum):
    """Where a chain ends: an open end is a box that can be completed."""

    GROUND = "ground"
    JOINT = "joint"
    OPEN = "open"


@dataclass(frozen=True)
class String:
    """A chain or a loop: its boxes and lines in order, starting at an open end if it has one.

    A loop has no ends; an opened loop has two open ends.
    """

    name: str
    kind: StringKind
    boxes: tuple[int, ...]
    edges: tuple[int, ...]
    ends: tuple[StringEnd, ...]

    @property
    def is_long(self) -> bool:
        """Whether it has at least three boxes."""
        return len(self.boxes) >= LONG

    @property
    def is_opened(self) -> bool:
        """Whether one of its boxes can be completed now."""
        return StringEnd.OPEN in self.ends

    @property
    def is_independent(self) -> bool:
        """Whether no joint connects it to other boxes."""
        return StringEnd.JOINT not in self.ends

    @property
    def declined(self) -> int:
        """The boxes that its taker leaves to keep control: 2, or 4 of a loop; 0 if impossible.

        A chain of two that is not opened has 0: its middle line gives both away at once.
        """
        if self.kind is StringKind.LOOP:
            return 4 if len(self.boxes) >= 4 else 0
        if self.is_opened:
            return 2 if len(self.boxes) >= 2 and self.ends[1] is not StringEnd.OPEN else 0
        return 2 if self.is_long else 0

    @property
    def declining_edge(self) -> int | None:
        """The line that leaves the last boxes of an opened string to the opponent; None if none.

        It is drawn after all boxes but two (four of a loop) are taken, starting at the first end.
        """
        if not self.is_opened or not self.declined:
            return None
        return self.edges[-2 if self.kind is StringKind.LOOP else -1]

    def __str__(self) -> str:
        """Return its name in words: chain A of 3."""
        return f"{self.kind} {self.name} of {len(self.boxes)}"


@dataclass(frozen=True)
class Strings(Drawable):
    """The chains, loops and joints of a position; `components` are not connected by any string."""

    state: DotsState
    strings: tuple[String, ...]
    joints: tuple[int, ...]
    components: tuple[tuple[int, ...], ...]

    @property
    def is_simple(self) -> bool:
        """Whether only independent chains and loops are left, none of them opened."""
        return not self.joints and not any(found.is_opened for found in self.strings)

    @property
    def long_chains(self) -> tuple[String, ...]:
        """The long chains that are independent and not opened; loops do not count."""
        return tuple(
            found
            for found in self.strings
            if found.kind is StringKind.CHAIN
            and found.is_long
            and found.is_independent
            and not found.is_opened
        )

    def svg(self) -> str:
        """Return the picture of the position, its chains and loops."""
        from bombe.analysis.dots.svg import draw_svg

        return draw_svg(self)

    def details(self) -> dict[str, Any]:
        """Return the position and its structures as plain values, ready for JSON."""
        state = self.state
        grid = state.grid
        return {
            "rows": grid.rows,
            "columns": grid.columns,
            "extra_turn": state.extra_turn,
            "edges": [str(line) for line in grid.lines_of(state.edges)],
            "scores": list(state.scores),
            "to_move": state.to_move,
            "strings": [
                {
                    "name": found.name,
                    "kind": str(found.kind),
                    "boxes": [grid.place(box) for box in found.boxes],
                    "lines": [str(grid.lines[edge]) for edge in found.edges],
                    "ends": [str(end) for end in found.ends],
                    "long": found.is_long,
                    "opened": found.is_opened,
                }
                for found in self.strings
            ],
            "joints": [grid.place(box) for box in self.joints],
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {"schema": "bombe.dots-strings/1", **self.details()}


def coins(state: DotsState) -> nx.MultiGraph:
    """Return the graph of a position: boxes and GROUND are nodes, undrawn lines are edges."""
    import networkx as nx

    graph = nx.MultiGraph()
    for edge, boxes in enumerate(state.grid.boxes_of):
        if not state.edges >> edge & 1:
            first, second = (*boxes, GROUND)[:2]
            graph.add_edge(first, second, key=edge)
    return graph


def strings_of(state: DotsState) -> Strings:
    """Return the chains, loops and joints, named A, B, C in the order of their first boxes."""
    import networkx as nx

    graph = coins(state)
    boxes = [box for box in graph if box != GROUND]
    joints = tuple(sorted(box for box in boxes if graph.degree(box) >= 3))
    narrow = graph.subgraph(set(boxes) - set(joints))
    found = [_string(graph, group) for group in nx.connected_components(narrow)]
    found.sort(key=lambda one: min(one.boxes))
    groups = nx.connected_components(graph.subgraph(boxes))
    return Strings(
        state,
        tuple(replace(one, name=name) for one, name in zip(found, _names(), strict=False)),
        joints,
        tuple(sorted(tuple(sorted(group)) for group in groups)),
    )


def _names() -> Iterator[str]:
    """Yield A to Z, then AA to AZ and so on: more names than any grid has chains."""
    for first in ("", *string.ascii_uppercase):
        for second in string.ascii_uppercase:
            yield first + second


def _string(graph: nx.MultiGraph, group: Collection[int]) -> String:
    """Return the chain or loop formed by connected boxes with one or two strings each."""
    import networkx as nx

    inner = graph.subgraph(group)
    tips = [box for box in group if inner.degree(box) < 2]
    start = min(tips or group, key=lambda box: (graph.degree(box), box))
    boxes = tuple(nx.dfs_preorder_nodes(inner, start))
    ties = [next(iter(inner[a][b])) for a, b in itertools.pairwise(boxes)]
    if not tips:
        return String("", StringKind.LOOP, boxes, (*ties, next(iter(inner[boxes[-1]][start]))), ())
    first, last = _outer(graph, boxes)
    ends = tuple(
        StringEnd.OPEN if tie is None else StringEnd.GROUND if tie[1] == GROUND else StringEnd.JOINT
        for tie in (first, last)
    )
    closed = ends == (StringEnd.OPEN, StringEnd.OPEN) and len(boxes) >= LONG
    edges = (*(tie[0] for tie in (first,) if tie), *ties, *(tie[0] for tie in (last,) if tie))
    return String("", StringKind.LOOP if closed else StringKind.CHAIN, boxes, edges, ends)


class _Tie(NamedTuple):
    edge: int
    other: int


def _outer(graph: nx.MultiGraph, boxes: tuple[int, ...]) -> tuple[_Tie | None, _Tie | None]:
    """Return the ties of a chain to anything else, at its first and its last box."""
    ties = [
        [
            _Tie(edge, other)
            for _, other, edge in sorted(graph.edges(box, keys=True))
            if other not in boxes
        ]
        for box in (boxes[0], boxes[-1])
    ]
    if len(boxes) == 1:
        hanging = sorted(ties[0])
        return (hanging[0], hanging[1]) if len(hanging) == 2 else (None, hanging[0])
    return ties[0][0] if ties[0] else None, ties[1][0] if ties[1] else None


def capturable(grid: Grid, free: int) -> int | None:
    """Return an undrawn line that completes a box; None if there is none."""
    for sides in grid.box_edges:
        left = free & sides
        if left and not left & (left - 1):
            return left.bit_length() - 1
    return None


def take_all(grid: Grid, free: int) -> tuple[int, int]:
    """Complete boxes as long as possible; return their number and the lines that are left.

    The order does not matter: a line that completes a box completes it later as well.
    """
    taken = 0
    while (edge := capturable(grid, free)) is not None:
        taken += len(grid.completed(grid.all_edges & ~free, edge))
        free &= ~(1 << edge)
    return taken, free


def is_loony(grid: Grid, free: int) -> bool:
    """Return whether the mover may choose between taking boxes and leaving the last ones.

    This is so if a box that can be completed is connected to one with two strings, whose other
    string can be cut without completing a box: the opponent then has to take both boxes and move
    elsewhere. A move that creates such a position is a loony move.
    """
    return any(offers_choice(grid, free, box) for box in range(grid.boxes))


def offers_choice(grid: Grid, free: int, box: int) -> bool:
    """Return whether this box can be completed and gives the mover that choice."""
    left = free & grid.box_edges[box]
    if not left or left & (left - 1):
        return False
    for other in grid.boxes_of[left.bit_length() - 1]:
        beyond = free & grid.box_edges[other] & ~left
        if other != box and beyond.bit_count() == 1:
            drawn = grid.all_edges & ~free
            return not grid.completed(drawn, beyond.bit_length() - 1)
    return False


class MoveKind(enum.StrEnum):
    """The immediate effects that a line can have."""

    CAPTURE = "capture"
    SAFE = "safe"
    HANDOUT = "handout"
    LOONY = "loony"


class MoveEffect(NamedTuple):
    """A line, the boxes that it takes, and those that the opponent can take in the next turn.

    A sacrifice that leaves the opponent no choice is a handout; one that leaves a choice is loony.
    Without the extra turn, where a turn is one line, every sacrifice is a handout.
    """

    line: Line
    kind: MoveKind
    takes: int
    gives: int


def effects_of(state: DotsState) -> tuple[MoveEffect, ...]:
    """Return the immediate effect of every line that can be drawn."""
    grid, free = state.grid, state.grid.all_edges & ~state.edges
    return tuple(_effect(state, free & ~(1 << grid.edge(line)), line) for line in state.moves())


def _effect(state: DotsState, after: int, line: Line) -> MoveEffect:
    takes = state.completes(line)
    if not state.extra_turn:
        gives = _most_at_once(state.grid, after)
        kind = MoveKind.CAPTURE if takes else MoveKind.HANDOUT if gives else MoveKind.SAFE
        return MoveEffect(line, kind, takes, gives)
    if takes:
        return MoveEffect(line, MoveKind.CAPTURE, takes, 0)
    gives, _ = take_all(state.grid, after)
    if not gives:
        return MoveEffect(line, MoveKind.SAFE, 0, 0)
    loony = is_loony(state.grid, after)
    return MoveEffect(line, MoveKind.LOONY if loony else MoveKind.HANDOUT, 0, gives)


def _most_at_once(grid: Grid, free: int) -> int:
    """Return the largest number of boxes that one line completes."""
    lasts = [left for sides in grid.box_edges if (left := free & sides).bit_count() == 1]
    return max(map(lasts.count, lasts), default=0)
