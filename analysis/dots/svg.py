"""Draw a Dots and Boxes position as a self-contained SVG picture, readable without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.dots.explain import describe_string
from bombe.analysis.dots.strings import StringKind
from bombe.analysis.drawing.picture import picture, text_at

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from bombe.analysis.dots.strings import String, Strings
    from bombe.boards.dots.state import Grid, Line

_BOX, _MARGIN, _LEGEND = 48, 40, 20
_GROUNDS = ("#c8e6c9", "#e1bee7", "#fff59d", "#b2dfdb", "#f8bbd0", "#d7ccc8")
_INKS = ("#2e7d32", "#6a1b9a", "#8d6e00", "#00695c", "#ad1457", "#4e342e")
"""A background and an ink for each string in turn; its letter says the same."""
_OWNERS = ("#eceff1", "#bbdefb", "#ffe0b2")
"""Complete boxes: owner unknown, player 1, player 2; a number in the box says the same."""
_JOINT, _DRAWN, _OPEN, _POINTED, _GREY = "#f5f5f5", "#37474f", "#cfd8dc", "#c62828", "#78909c"


def draw_svg(
    found: Strings, recommended: Collection[Line] = (), recommended_label: str = ""
) -> str:
    """Draw chains and loops coloured, named and traced, and lines in `recommended` dashed.

    The legend explains the dashed lines with `recommended_label`, if it is given.
    """
    grid = found.state.grid
    meaning = recommended_label if recommended else ""
    legend = list(_legend(found, meaning, grid.rows * _BOX + _MARGIN + 34))
    width = max(grid.columns * _BOX, 300 if legend else 0) + 2 * _MARGIN
    height = grid.rows * _BOX + 2 * _MARGIN + _LEGEND * len(legend)
    body = [
        *_boxes(found),
        *_traces(found),
        *_names(found),
        *_lines(found, recommended),
        *_dots(grid),
    ]
    return picture(f"Dots and Boxes, {grid} boxes", width, height, [*body, *_labels(grid), *legend])


def _corner(grid: Grid, box: int) -> tuple[int, int]:
    row, column = grid.place(box)
    return _MARGIN + column * _BOX, _MARGIN + row * _BOX


def _boxes(found: Strings) -> Iterator[str]:
    """Draw the background of every box."""
    state = found.state
    grounds = [
        "#ffffff" if sides & ~state.edges else _OWNERS[owner]
        for sides, owner in zip(state.grid.box_edges, state.owners, strict=True)
    ]
    for box in found.joints:
        grounds[box] = _JOINT
    for index, one in enumerate(found.strings):
        for box in one.boxes:
            grounds[box] = _GROUNDS[index % len(_GROUNDS)]
    for box, ground in enumerate(grounds):
        x, y = _corner(state.grid, box)
        yield f'<rect x="{x}" y="{y}" width="{_BOX}" height="{_BOX}" fill="{ground}"/>'


def _traces(found: Strings) -> Iterator[str]:
    """Draw a trace of every chain and loop through the centres of its lines and boxes."""
    for index, one in enumerate(found.strings):
        points = " ".join(f"{x:g},{y:g}" for x, y in _points(found.state.grid, one))
        yield (
            f'<polyline points="{points}" fill="none" stroke="{_INKS[index % len(_INKS)]}" '
            f'stroke-width="{5 if one.is_long else 2.5}" stroke-opacity="0.45" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )


def _points(grid: Grid, one: String) -> list[tuple[float, float]]:
    """Return the points of a string: from the line before its first box, unless that is open."""
    boxes = [_middle_of_box(grid, box) for box in one.boxes]
    lines = [_middle_of_line(grid.lines[edge]) for edge in one.edges]
    if one.kind is StringKind.LOOP and not one.is_opened:
        return [*_woven(boxes, lines), boxes[0]]
    return _woven(boxes, lines) if one.is_opened else _woven(lines, boxes)


def _woven(
    first: Sequence[tuple[float, float]], second: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Return the items of both sequences alternately, starting with the first."""
    woven = [point for pair in zip(first, second, strict=False) for point in pair]
    return [*woven, first[-1]] if len(first) > len(second) else woven


def _middle_of_box(grid: Grid, box: int) -> tuple[float, float]:
    x, y = _corner(grid, box)
    return x + _BOX / 2, y + _BOX / 2


def _ends(line: Line) -> tuple[int, int, int, int]:
    x, y = _MARGIN + line.column * _BOX, _MARGIN + line.row * _BOX
    return (x, y, x + _BOX, y) if line.kind == "h" else (x, y, x, y + _BOX)


def _middle_of_line(line: Line) -> tuple[float, float]:
    x1, y1, x2, y2 = _ends(line)
    return (x1 + x2) / 2, (y1 + y2) / 2


def _names(found: Strings) -> Iterator[str]:
    """Write into each box the name of its string, or its owner."""
    state = found.state
    words = [(str(owner or ""), _DRAWN) for owner in state.owners]
    for box in found.joints:
        words[box] = ("*", _GREY)
    for index, one in enumerate(found.strings):
        for box in one.boxes:
            words[box] = (one.name, _INKS[index % len(_INKS)])
    for box, (text, color) in enumerate(words):
        x, y = _middle_of_box(state.grid, box)
        if text:
            yield text_at(text, x, y + 6, 17, color, weight="700")


def _lines(found: Strings, recommended: Collection[Line]) -> Iterator[str]:
    """Draw the lines: undrawn ones thin, those in `recommended` dashed, drawn ones last, on top."""
    grid, edges = found.state.grid, found.state.edges
    styles = {False: f'stroke="{_OPEN}" stroke-width="1"'}
    styles[True] = f'stroke="{_POINTED}" stroke-width="4" stroke-dasharray="7 5"'
    for line in grid.lines_of(grid.all_edges & ~edges):
        yield _stroke(line, styles[line in recommended])
    for line in grid.lines_of(edges):
        ink = _POINTED if line in recommended else _DRAWN
        yield _stroke(line, f'stroke="{ink}" stroke-width="4" stroke-linecap="round"')


def _stroke(line: Line, style: str) -> str:
    x1, y1, x2, y2 = _ends(line)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>'


def _dots(grid: Grid) -> Iterator[str]:
    for row in range(grid.rows + 1):
        for column in range(grid.columns + 1):
            x, y = _MARGIN + column * _BOX, _MARGIN + row * _BOX
            yield f'<circle cx="{x}" cy="{y}" r="4" fill="{_DRAWN}"/>'


def _labels(grid: Grid) -> Iterator[str]:
    """Number the lines as in moves: h by boxes above and dots beside, v the other way round."""
    for column in range(grid.columns):
        yield text_at(f"h{column}", _MARGIN + (column + 0.5) * _BOX, _MARGIN - 22, 11, _GREY)
    for column in range(grid.columns + 1):
        yield text_at(f"v{column}", _MARGIN + column * _BOX, _MARGIN - 10, 11, _GREY)
    for row in range(grid.rows + 1):
        yield text_at(f"h{row}", _MARGIN - 18, _MARGIN + row * _BOX + 4, 11, _GREY)
    for row in range(grid.rows):
        yield text_at(f"v{row}", _MARGIN - 18, _MARGIN + (row + 0.5) * _BOX + 4, 11, _GREY)


def _legend(found: Strings, meaning: str, y: float) -> Iterator[str]:
    """Write the legend: a row for each letter, and one for the dashed lines."""
    words = [
        (one.name, describe_string(one), _INKS[index % len(_INKS)])
        for index, one in enumerate(found.strings)
    ]
    if found.joints:
        words.append(("*", "joint", _GREY))
    words += [(str(n), f"player {n}'s box", _DRAWN) for n in (1, 2) if n in found.state.owners]
    if meaning:
        words.append(("- -", meaning, _POINTED))
    for name, text, color in words:
        yield text_at(name, _MARGIN, y, 14, color, weight="700") + text_at(
            text, _MARGIN + 20, y, 12, _DRAWN, anchor="start"
        )
        y += _LEGEND
