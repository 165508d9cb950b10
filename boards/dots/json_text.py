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
from bombe.boards.text.json_documents import Document, documents
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
    rows, columns = (
        document.whole(key, document.keys[key], 1, MAX_SIDE) for key in ("rows", "columns")
    )
    grid = expected.agreed_grid(document.start, rows, columns)
    drawn, history = (_lines(document, key, grid) for key in ("edges", "moves"))
    if absent := sorted({*history} - {*drawn}):
        raise document.refuse("json-moves", "moves", line=absent[0])
    edges = grid.edge_set(drawn)
    mover = document.whole("to_move", document.keys.get("to_move", 1), 1, 2)
    return DotsState(
        grid,
        edges,
        _owners(document, grid, edges),
        1 if mover == 1 else 2,
        expected.agreed_rule(document.start, named=_rule(document)),
        history,
    )


def _lines(document: Document, key: str, grid: Grid) -> tuple[Line, ...]:
    found: dict[Line, None] = {}
    for index, text in enumerate(document.items(key, document.keys.get(key, []))):
        try:
            line = Line.parse(text if isinstance(text, str) else "")
        except UsageError:
            short = shown(json.dumps(text))[1:-1]
            raise document.refuse("json-line", key, f"[{index}]", text=short) from None
        problem = grid.why_not(line) or (f"is {line} once more" if line in found else "")
        if problem:
            raise document.refuse("json-edge", key, f"[{index}]", problem=problem)
        found[line] = None
    return tuple(found)


def _owners(document: Document, grid: Grid, edges: int) -> tuple[int, ...]:
    if "owners" not in document.keys:
        return ()
    rows = document.items("owners", document.keys["owners"], grid.rows)
    owners = []
    for r, row in enumerate(rows):
        for c, owner in enumerate(document.items("owners", row, grid.columns, f"[{r}]")):
            at = f"[{r}][{c}]"
            owners.append(document.whole("owners", owner, 0, 2, at))
            if owner and grid.box_edges[r * grid.columns + c] & ~edges:
                raise document.refuse("json-owner", "owners", at, owner=owner)
    return tuple(owners)


def _rule(document: Document) -> bool | None:
    rule = document.keys.get("extra_turn")
    if rule is not None and not isinstance(rule, bool):
        raise document.refuse("json-flag", "extra_turn")
    return rule
