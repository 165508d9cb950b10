"""A Dots and Boxes position as Bombe's own JSON.

    {"schema": "bombe.dots-position/1", "rows": 1, "columns": 2, "edges": ["h 0 0", "v 0 1"],
     "owners": [[0, 0]], "to_move": 1, "extra_turn": true, "moves": ["h 0 0", "v 0 1"]}

Only rows, columns and edges are needed. `owners` has a row for each row of boxes; `moves` is the
history, as far as it is known.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bombe.boards.dots.state import MAX_SIDE, DotsState, Grid, Line
from bombe.boards.errors import UsageError
from bombe.boards.facts import FACTS
from bombe.boards.text.json_documents import Value, documents
from bombe.boards.text.spans import Span, shown

if TYPE_CHECKING:
    from bombe.boards.dots.expected import Expected

SCHEMA: str = FACTS["dots"]["schema"]


def write(state: DotsState) -> str:
    """Write the position with all that is known of it, on one line."""
    grid = state.grid
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "rows": grid.rows,
        "columns": grid.columns,
        "edges": [str(line) for line in grid.lines_of(state.edges)],
    }
    if any(state.owners):
        starts = range(0, grid.boxes, grid.columns)
        document["owners"] = [list(state.owners[i : i + grid.columns]) for i in starts]
    document |= {"to_move": state.to_move, "extra_turn": state.extra_turn}
    if state.history:
        document["moves"] = [str(line) for line in state.history]
    return json.dumps(document) + "\n"


def read(lines: list[Span], expected: Expected) -> DotsState:
    """Read the one position of the text."""
    found = list(documents(iter(lines)))
    if len(found) != 1:
        at = found[1].start if found else lines[0]
        raise at.refuse("dots-several", count=len(found))
    document = found[0]
    document.require_keys(FACTS["dots"]["keys"], FACTS["dots"]["needed"])
    if (schema := document.keys.get("schema", SCHEMA)) != SCHEMA:
        remedy = f"this reads {SCHEMA}"
        raise document.refuse("json-is", "schema", text=shown(str(schema)), remedy=remedy)
    rows, columns = (document.at(key).whole(1, MAX_SIDE) for key in ("rows", "columns"))
    grid = expected.agreed_grid(document.start, rows, columns)
    drawn, history = (_lines(document.get(key), grid) for key in ("edges", "moves"))
    if absent := sorted({*history} - {*drawn}):
        raise document.refuse("json-moves", "moves", line=absent[0])
    edges = grid.edge_set(drawn)
    mover = document.get("to_move")
    rule = document.keys.get("extra_turn")
    if rule is not None and not isinstance(rule, bool):
        raise document.refuse("json-flag", "extra_turn")
    return DotsState(
        grid,
        edges,
        _owners(document.get("owners"), grid, edges),
        2 if mover and mover.whole(1, 2) == 2 else 1,
        expected.agreed_rule(document.start, named=rule),
        history,
    )


def _lines(value: Value | None, grid: Grid) -> tuple[Line, ...]:
    found: dict[Line, None] = {}
    for item in value.items() if value else ():
        try:
            line = Line.parse(item.raw if isinstance(item.raw, str) else "")
        except UsageError:
            raise item.refuse("json-line", text=shown(json.dumps(item.raw))[1:-1]) from None
        problem = grid.why_not(line) or (f"is {line} once more" if line in found else "")
        if problem:
            raise item.refuse("json-edge", problem=problem)
        found[line] = None
    return tuple(found)


def _owners(value: Value | None, grid: Grid, edges: int) -> tuple[int, ...]:
    rows = value.items(grid.rows) if value else []
    items = [item for row in rows for item in row.items(grid.columns)]
    for item, sides in zip(items, grid.box_edges, strict=False):
        if item.whole(0, 2) and sides & ~edges:
            raise item.refuse("json-owner", owner=item.raw)
    return tuple(item.raw for item in items)
