"""Reads off the drawing of a Sudoku board what it shows: digits, strokes, rings, frames.

    drawn = DrawnBoard.of(reader)
    drawn[0, 5].pencils[4].is_ringed

So tests compare glyphs, which readers see, and not the data that they were made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from board_pages import Reader

SCRIPT = """() => [...document.querySelectorAll("#grid [data-cell]")].map((group) => {
    const pencils = [];
    let before = [];
    for (const part of group.querySelectorAll("*")) {
        const looks = [...part.classList];
        if (part.dataset.value) {
            const text = part.textContent;
            pencils.push({ value: Number(part.dataset.value), text, parts: [looks, ...before] });
            before = [];
        } else if (looks[0] === "plate" || looks[0] === "share") {
            before.push([...looks, part.getAttribute("height")]);
        } else {
            const words = part.textContent || part.getAttribute("d") || "";
            pencils.at(-1)?.parts.push([...looks, words]);
        }
    }
    return {
        cell: group.dataset.cell.split(",").map(Number), looks: [...group.classList],
        value: Number(group.querySelector("text.value")?.textContent ?? 0), pencils,
        frames: [...group.querySelectorAll("rect, path")].map((part) => part.classList[0]),
        open: group.querySelector("text.open-to")?.textContent ?? "",
        hatch: group.querySelector("rect[fill^='url']")?.getAttribute("fill") ?? "",
        label: group.getAttribute("aria-label"),
    };
})"""


@dataclass(frozen=True)
class DrawnPencil:
    """A candidate as it is drawn: its look, and the parts around its digit."""

    value: int
    looks: frozenset[str]
    parts: tuple[tuple[str, ...], ...]

    def part(self, name: str) -> str | None:
        """Return the text, the strokes or the height of a part; None if it is not drawn."""
        return next((part[-1] for part in self.parts if part[0] == name), None)

    @property
    def verdict(self) -> str:
        """What its look says: "open" if nothing is said of it."""
        (found,) = self.looks & {"open", "safe", "bomb", "undecided", "taboo"}
        return found

    @property
    def strokes(self) -> int:
        """How many strokes go through it."""
        return (self.part("strike") or "").count("M")


@dataclass(frozen=True)
class DrawnCell:
    """A cell as it is drawn."""

    value: int
    looks: frozenset[str]
    frames: frozenset[str]
    open: str
    hatch: str
    label: str
    pencils: dict[int, DrawnPencil]


class DrawnBoard:
    """The cells of a drawing by row and column."""

    def __init__(self, cells: list[dict[str, Any]]) -> None:
        self._cells = {
            (row, column): _cell(told) for told in cells for row, column in [told["cell"]]
        }

    @classmethod
    def of(cls, reader: Reader) -> DrawnBoard:
        """Read the drawing that is shown."""
        return cls(reader.run(SCRIPT))

    def __getitem__(self, place: tuple[int, int]) -> DrawnCell:
        return self._cells[place]

    def cells(self, is_meant: Callable[[DrawnCell], Any]) -> set[tuple[int, int]]:
        """Return the places of the cells that are meant."""
        return {place for place, cell in self._cells.items() if is_meant(cell)}

    def moves(self, is_meant: Callable[[DrawnPencil], Any]) -> set[tuple[int, int, int]]:
        """Return the candidates that are meant, as moves."""
        return {move for move, pencil in self.pencils() if is_meant(pencil)}

    def pencils(self) -> Iterator[tuple[tuple[int, int, int], DrawnPencil]]:
        """Yield all drawn candidates by their moves."""
        for (row, column), cell in self._cells.items():
            for value, pencil in cell.pencils.items():
                yield (row, column, value), pencil


def _cell(told: dict[str, Any]) -> DrawnCell:
    pencils = {
        each["value"]: DrawnPencil(
            each["value"], frozenset(each["parts"][0]), tuple(map(tuple, each["parts"][1:]))
        )
        for each in told["pencils"]
    }
    return DrawnCell(
        told["value"],
        frozenset(told["looks"]),
        frozenset(told["frames"]),
        told["open"],
        told["hatch"],
        told["label"],
        pencils,
    )
