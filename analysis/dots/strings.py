"""Strings and coins: a Dots and Boxes position as a graph, and the chains and loops in it.

Each box that is not complete is a coin; each undrawn line is a string that connects two coins, or
one coin and the ground; drawing the line cuts the string. A box with three or more strings is a
joint. Boxes with fewer form chains, which end at the ground, at a joint or open, and loops. Long
means three boxes or more. A chain or loop is opened if a box in it can be completed. An opened loop
has two open ends, between which its missing line was drawn.
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

    from bombe.boards.dots.state import DotsState, Grid

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

    A loop has no ends; an opened loop has two open ends, in boxes side by side.
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
    found = [_string(state.grid, graph, group) for group in nx.connected_components(narrow)]
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


def _string(grid: Grid, graph: nx.MultiGraph, group: Collection[int]) -> String:
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
    edges = (*(tie[0] for tie in (first,) if tie), *ties, *(tie[0] for tie in (last,) if tie))
    was_loop = ends == (StringEnd.OPEN, StringEnd.OPEN) and _closes(grid, boxes)
    return String("", StringKind.LOOP if was_loop else StringKind.CHAIN, boxes, edges, ends)


def _closes(grid: Grid, boxes: tuple[int, ...]) -> bool:
    """Return whether the drawn line between the first and the last box would close a loop."""
    return len(boxes) >= LONG and bool(grid.box_edges[boxes[0]] & grid.box_edges[boxes[-1]])


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
