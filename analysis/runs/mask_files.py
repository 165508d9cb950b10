"""Reads files of the forms `masks` and `npy`: audits as bit masks, taken from the file when asked.

    audits = bombe.masks("audits.npy")
    len(audits), audits.shape
    audits[10].safe                       the safe moves of the eleventh board
    audits.safe                           all masks of the safe moves, as an array of bytes
    audits.unpacked("bombs", slice(100))  the same as an array of True and False

The file is mapped into memory, so that one of 10^9 boards opens as fast as one of ten.
"""

from __future__ import annotations

import ast
import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.mask_layout import (
    FIELDS,
    MOVES,
    NOT_KNOWN,
    NPY_MAGIC,
    SCHEMA,
    SEVERAL,
    MaskLayout,
)
from bombe.boards import Move, Shape
from bombe.boards.errors import BombeError, InputError, UsageError
from bombe.solvers import Count

if TYPE_CHECKING:
    import os

    import numpy as np
    from numpy.typing import NDArray

_LONGEST = 1 << 16
"""Bytes of the longest header of numpy's format 1.0."""


class MaskedBoard:
    """What a record says of a board; what the file does not hold is None."""

    def __init__(self, layout: MaskLayout, record: bytes) -> None:
        self._layout, self._record = layout, record

    @property
    def safe(self) -> tuple[Move, ...] | None:
        """The safe moves, in order."""
        return self._moves("safe")

    @property
    def bombs(self) -> tuple[Move, ...] | None:
        """The bombs, in order."""
        return self._moves("bombs")

    @property
    def solutions(self) -> Count | None:
        """How many solutions there are: exactly so many, or at least."""
        value = self._bytes("solutions")
        if value is None:
            return None
        if value[0] == NOT_KNOWN:
            return Count(0, exact=False)
        return Count(value[0], exact=value[0] < SEVERAL)

    @property
    def final(self) -> bool | None:
        """Whether every legal move is known to be safe or a bomb."""
        value = self._bytes("final")
        return None if value is None else bool(value[0])

    def _moves(self, field: str) -> tuple[Move, ...] | None:
        held, size = self._bytes(field), self._layout.shape.size
        if held is None:
            return None
        bits = int.from_bytes(held, "little")
        found = []
        while bits:
            lowest = bits & -bits
            cell, value = divmod(lowest.bit_length() - 1, size)
            found.append(Move(*divmod(cell, size), value + 1))
            bits ^= lowest
        return tuple(found)

    def _bytes(self, field: str) -> bytes | None:
        if field not in self._layout.fields:
            return None
        begin = self._layout.offset_of(field)
        return self._record[begin : begin + self._layout.length_of(field)]

    def __eq__(self, other: object) -> bool:
        """Compare what the records say."""
        if not isinstance(other, MaskedBoard):
            return NotImplemented
        return (self._layout, self._record) == (other._layout, other._record)

    def __hash__(self) -> int:
        """Return the hash of the record."""
        return hash(self._record)

    def __repr__(self) -> str:
        """Return what is in it, in numbers."""
        numbers = [
            f"{len(moves)} {field}"
            for field, moves in (("safe", self.safe), ("bombs", self.bombs))
            if moves is not None
        ]
        return f"<MaskedBoard {self._layout.shape}: {', '.join(numbers) or self.solutions}>"


class MaskFile(Sequence[MaskedBoard]):
    """The audits of a file of masks, in the order of their boards.

    `records` is the file as an array of numpy, one structure for each board.
    """

    def __init__(self, path: Path, layout: MaskLayout, records: NDArray[Any]) -> None:
        self.path, self.records = path, records
        self._layout = layout

    @property
    def shape(self) -> Shape:
        """The shape of the boards."""
        return self._layout.shape

    @property
    def fields(self) -> tuple[str, ...]:
        """What the file holds of each board."""
        return self._layout.fields

    @property
    def safe(self) -> NDArray[np.uint8]:
        """The masks of the safe moves, a row of bytes for each board."""
        return self._field("safe")

    @property
    def bombs(self) -> NDArray[np.uint8]:
        """The masks of the bombs, a row of bytes for each board."""
        return self._field("bombs")

    @property
    def solutions(self) -> NDArray[np.uint8]:
        """For each board 0, 1, 2 for several solutions, 255 where that is not known."""
        return self._field("solutions")

    @property
    def final(self) -> NDArray[np.bool_]:
        """For each board whether every move is decided."""
        return self._field("final").astype(bool)

    def unpacked(self, field: str, which: slice | int = slice(None)) -> NDArray[np.bool_]:
        """Return the masks of some boards as True and False, by board, row, column, value - 1."""
        if field not in MOVES:
            raise UsageError(f"{field!r} is no mask: give {' or '.join(MOVES)}")
        return unpacked(self._field(field)[which], self.shape)

    def _field(self, field: str) -> NDArray[Any]:
        if field not in self.fields:
            raise UsageError(
                f"{self.path} holds {', '.join(self.fields)}, but not {field}: write it again "
                f"with --columns {','.join([*self.fields, field])}"
            )
        return self.records[field]

    def __len__(self) -> int:
        """Return the number of boards."""
        return len(self.records)

    def __getitem__(self, index: Any) -> Any:
        """Return what is known of a board, or a list of them for a slice."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        return MaskedBoard(self._layout, self.records[index].tobytes())

    def __repr__(self) -> str:
        """Return the name of the file, and what is in it."""
        return f"<MaskFile {self.path}: {len(self)} boards of {self.shape}>"


def unpacked(masks: NDArray[np.uint8], shape: Shape) -> NDArray[np.bool_]:
    """Return masks as True and False: an axis of bytes becomes rows, columns and values."""
    import numpy as np

    bits = np.unpackbits(masks, axis=-1, count=shape.size**3, bitorder="little")
    return bits.reshape(*masks.shape[:-1], *[shape.size] * 3).astype(bool)


def dtype_of(layout: MaskLayout) -> np.dtype[Any]:
    """Return the structure of a record."""
    import numpy as np

    fields = [
        (each, "u1", *([(layout.length_of(each),)] * (each in MOVES))) for each in layout.fields
    ]
    return np.dtype(fields)


# Opening -----------------------------------------------------------------------------------------


class _MaskHeader(NamedTuple):
    """What a header says: the layout, where records begin, and how many there are if it does."""

    layout: MaskLayout
    begin: int
    records: int | None


def masks(path: str | os.PathLike[str]) -> MaskFile:
    """Open a file of the form `masks` or `npy`; raise InputError if it is none, or is damaged."""
    import numpy as np

    file = Path(path)
    try:
        with file.open("rb") as stream:
            head = stream.read(_LONGEST + len(NPY_MAGIC) + 2)
        size = file.stat().st_size
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give a file of masks") from None
    opened = _opened(file, head)
    count = _count(file, opened, size)
    dtype = dtype_of(opened.layout)
    if not count:  # which cannot be mapped
        return MaskFile(file, opened.layout, np.empty(0, dtype))
    mapped = np.memmap(file, dtype, "r", opened.begin, (count,))
    return MaskFile(file, opened.layout, mapped)


def _opened(file: Path, head: bytes) -> _MaskHeader:
    """Return what the header says; raise InputError if it is no header of masks."""
    read = _npy if head.startswith(NPY_MAGIC) else _json
    try:
        return read(head)
    except (BombeError, ValueError, TypeError, KeyError, SyntaxError, struct.error):
        raise InputError(
            f"{file} has no header of masks: give a file of `bombe audit --masks`, or one in .npy "
            "that it wrote"
        ) from None


def _json(head: bytes) -> _MaskHeader:
    line, newline, _ = head.partition(b"\n")
    said = json.loads(line) if newline else {}
    if said["schema"] != SCHEMA:
        raise ValueError(said["schema"])
    fields = [field for field, _ in said["fields"]]
    layout = _layout(Shape(said["m"], said["n"]), fields)
    if [[field, layout.length_of(field)] for field in fields] != said["fields"]:
        raise ValueError(said["fields"])
    return _MaskHeader(layout, len(line) + 1, None)


def _npy(head: bytes) -> _MaskHeader:
    begin = len(NPY_MAGIC) + 2
    (length,) = struct.unpack_from("<H", head, len(NPY_MAGIC))
    text, _, comment = head[begin : begin + length].decode("latin-1").partition("  # ")
    said, (schema, shape) = ast.literal_eval(text), comment.split()
    if schema != SCHEMA:
        raise ValueError(schema)
    (count,) = said["shape"]
    layout = _layout(Shape.parse(shape), [kind[0] for kind in said["descr"]])
    return _MaskHeader(layout, begin + length, int(count))


def _layout(shape: Shape, fields: list[str]) -> MaskLayout:
    if not fields or not set(fields) <= set(FIELDS):
        raise ValueError(fields)
    return MaskLayout.of(shape, fields)


def _count(file: Path, opened: _MaskHeader, size: int) -> int:
    """Return the number of records; raise InputError if the file does not hold whole ones."""
    length = opened.layout.length
    count, rest = divmod(size - opened.begin, length)
    if rest or count < 0:
        raise InputError(
            f"{file} is cut off: its last record has {rest} of {length} bytes; copy it again, or "
            "run the same command with --resume"
        )
    if opened.records not in (None, count):
        raise InputError(
            f"{file} holds {count} records, but its header says {opened.records}: it is not "
            "complete; copy it again, or run the same command with --resume"
        )
    return count
