"""Strings and coins: a Dots and Boxes position as a graph, and the chains and loops in it.

Each box that is not complete is a coin; each undrawn line is a string that connects two coins, or
one coin and the ground; drawing the line cuts the string. A box with three or more strings is a
joint. Boxes with fewer form chains, which end at the ground, at a joint or open, and loops. Long
means three boxes or more. A chain or loop is opened if a box in it can be completed. An opened loop
has two open ends, between which its missing line was drawn.
"""

from __future__ import annotations

import enum
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.bits import bit_list
from bombe.boards.display import Drawable

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """The chains, loops and joints of a position."""

    state: DotsState
    strings: tuple[String, ...]
    joints: tuple[int, ...]

    @property
    def components(self) -> tuple[tuple[int, ...], ...]:
        """The boxes that are not complete, in groups that no string connects."""
        import networkx as nx

        graph = coins(self.state)
        groups = nx.connected_components(graph.subgraph(set(graph) - {GROUND}))
        return tuple(sorted(tuple(sorted(group)) for group in groups))

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
    grid, free = state.grid, state.grid.all_edges & ~state.edges
    sides = [bit_list(free & four) for four in grid.box_edges]
    names, seen, found = _names(), set[int](), list[String]()
    for box, around in enumerate(sides):
        if box not in seen and len(around) in (1, 2):
            found.append(_string(grid, sides, box, next(names)))
            seen.update(found[-1].boxes)
    joints = tuple(box for box, around in enumerate(sides) if len(around) >= 3)
    return Strings(state, tuple(found), joints)


def _names() -> Iterator[str]:
    """Yield A to Z, then AA to AZ and so on: more names than any grid has chains."""
    for first in ("", *string.ascii_uppercase):
        for second in string.ascii_uppercase:
            yield first + second


class _Walk(NamedTuple):
    boxes: list[int]
    edges: list[int]
    ends: list[StringEnd]
    """One end; none if the walk leads back to its start."""


def _string(grid: Grid, sides: list[list[int]], box: int, name: str) -> String:
    """Return the chain or loop of a box with one or two strings."""
    boxes, edges, ends = _walk(grid, sides, box, sides[box][0])
    boxes.insert(0, box)
    if ends:
        back = _walk(grid, sides, box, *sides[box][1:])
        boxes, edges = boxes[::-1] + back.boxes, edges[::-1] + back.edges
        ends += back.ends
        first, last = (end is StringEnd.OPEN for end in ends)
        if boxes[-1] < boxes[0] if first is last else last:
            boxes, edges, ends = boxes[::-1], edges[::-1], ends[::-1]
    is_loop = not ends or (ends.count(StringEnd.OPEN) == 2 and _closes(grid, boxes))
    kind = StringKind.LOOP if is_loop else StringKind.CHAIN
    return String(name, kind, tuple(boxes), tuple(edges), tuple(ends))


def _walk(grid: Grid, sides: list[list[int]], start: int, edge: int | None = None) -> _Walk:
    """Walk from a box across an edge, as far as boxes have two strings."""
    walk, at = _Walk([], [], []), start
    while edge is not None:
        walk.edges.append(edge)
        beside = [box for box in grid.boxes_of[edge] if box != at]
        if beside == [start]:
            return walk
        if not beside or len(sides[beside[0]]) >= 3:
            walk.ends.append(StringEnd.JOINT if beside else StringEnd.GROUND)
            return walk
        at = beside[0]
        walk.boxes.append(at)
        edge = next((other for other in sides[at] if other != edge), None)
    walk.ends.append(StringEnd.OPEN)
    return walk


def _closes(grid: Grid, boxes: list[int]) -> bool:
    """Return whether the drawn line between the first and the last box would close a loop."""
    return len(boxes) >= LONG and bool(grid.box_edges[boxes[0]] & grid.box_edges[boxes[-1]])
