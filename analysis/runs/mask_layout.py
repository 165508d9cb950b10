"""Audits as bit masks: what a record and the header of the forms `masks` and `npy` are.

Both hold one record after the other, all of one length, of boards of one shape. `npy` is a file
that `numpy.load` reads; the header of `masks` is a line of JSON. Bit (cell * N + value - 1) of a
mask, the lowest bit of each byte first, is about that value in that cell. The reader is
`bombe.masks`, in mask_files.py.

    field       bytes          of a 9x9 board   what it holds
    safe        (N^3 + 7) / 8  92               the safe moves
    bombs       the same       92               the bombs
    solutions   1              1                how many: 0, 1, 2 for several, 255 for not known
    final       1              1                1: every move is one or the other
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import UnknownNameError
from bombe.solvers.codes import NO, YES
from bombe.solvers.native import records

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bombe.analysis.audit import Audit
    from bombe.boards import Move, Shape
    from bombe.solvers import Count
    from bombe.solvers.native.records import Part

FORMS = ("masks", "npy")
FIELDS = ("safe", "bombs", "solutions", "final")
MOVES = ("safe", "bombs")
"""The fields that have a bit for each move."""
SEVERAL, NOT_KNOWN = 2, 255
SCHEMA = "bombe.masks/1"
NPY_MAGIC = b"\x93NUMPY\x01\x00"
_BLOCK = 64
_COUNT = 20
"""Digits of the largest number of records."""


class MaskLayout(NamedTuple):
    """What the records of a file hold."""

    shape: Shape
    fields: tuple[str, ...]

    @classmethod
    def of(cls, shape: Shape, columns: Sequence[str] | None) -> MaskLayout:
        """Return the layout for some of the fields, in their order; None: all of them."""
        for column in columns or ():
            if column not in FIELDS:
                raise UnknownNameError("column of masks", column, FIELDS)
        return cls(shape, FIELDS if columns is None else tuple(dict.fromkeys(columns)))

    def length_of(self, field: str) -> int:
        """Return the bytes of a field."""
        return (self.shape.size**3 + 7) // 8 if field in MOVES else 1

    def offset_of(self, field: str) -> int:
        """Return where a field begins in a record."""
        before = self.fields[: self.fields.index(field)]
        return sum(map(self.length_of, before))

    @property
    def length(self) -> int:
        """The bytes of a record."""
        return sum(map(self.length_of, self.fields))


# Records -----------------------------------------------------------------------------------------


def parts(layout: MaskLayout, solutions: memoryview) -> list[Part]:
    """Return the parts of a record, which the kernel fills in; every board in it is finished."""
    made: dict[str, Part] = {
        "safe": records.mask(YES),
        "bombs": records.mask(NO),
        "solutions": records.byte(solutions),
        "final": b"\1",
    }
    return [made[field] for field in layout.fields]


def record_of(audit: Audit, columns: Sequence[str] | None = None) -> bytes:
    """Return the record of an audit."""
    layout = MaskLayout.of(audit.board.shape, columns)
    made = {
        "safe": _bits(layout, audit.safe),
        "bombs": _bits(layout, audit.bombs),
        "solutions": bytes([_solutions(audit.solutions)]),
        "final": bytes([not audit.undecided]),
    }
    return b"".join(made[field] for field in layout.fields)


def _bits(layout: MaskLayout, moves: Iterable[Move]) -> bytes:
    shape, bits = layout.shape, 0
    for row, column, value in moves:
        bits |= 1 << shape.cell(row, column) * shape.size + value - 1
    return bits.to_bytes(layout.length_of("safe"), "little")


def _solutions(count: Count) -> int:
    if count.value > 1:
        return SEVERAL
    return count.value if count.exact else NOT_KNOWN


# Headers -----------------------------------------------------------------------------------------


def header_of(form: str, shape: Shape, columns: Sequence[str] | None = None) -> bytes:
    """Return what a file of the form `masks` or `npy` begins with, before it has records."""
    layout = MaskLayout.of(shape, columns)
    return _npy_header(layout) if form == "npy" else _masks_header(layout)


def with_count(header: bytes, count: int) -> bytes:
    """Return a header with the number of records; that of `masks` needs none."""
    if not header.startswith(NPY_MAGIC):
        return header
    before, _, after = header.rpartition(b"'shape': (")
    return b"%b'shape': (%*d%b" % (before, _COUNT, count, after[_COUNT:])


def _masks_header(layout: MaskLayout) -> bytes:
    fields = [[field, layout.length_of(field)] for field in layout.fields]
    said = {"schema": SCHEMA, "m": layout.shape.m, "n": layout.shape.n, "fields": fields}
    return _padded(json.dumps(said).encode(), 0)


def _npy_header(layout: MaskLayout) -> bytes:
    """Return a header of numpy's format 1.0; the shape is in a comment, which numpy skips."""
    kinds = {field: (field, "|u1", (layout.length_of(field),)) for field in MOVES}
    described = [kinds.get(field, (field, "|u1")) for field in layout.fields]
    said = f"{{'descr': {described}, 'fortran_order': False, 'shape': ({0:{_COUNT}d},), }}"
    text = f"{said}  # {SCHEMA} {layout.shape}".encode()
    padded = _padded(text, len(NPY_MAGIC) + 2)
    return NPY_MAGIC + struct.pack("<H", len(padded)) + padded


def _padded(text: bytes, before: int) -> bytes:
    """Return a line that fills its last block."""
    used = before + len(text) + 1
    return text + b" " * (-used % _BLOCK) + b"\n"
