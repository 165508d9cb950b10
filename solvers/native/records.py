r"""The records of many boards, written by the kernel; see src/records/records.h.

    tally = tally_of(shape, boards, verdicts)          numbers about each board
    data, ends = render([b"bombs: ", number(tally.bombs), b"\n"], ...)

A record is a list of parts, bytes and steps: bytes are the same in all records, a step writes what
differs from board to board. The functions below make steps.
"""

from __future__ import annotations

import ctypes

from bombe.boards.light import Frozen, NamedTuple
from bombe.solvers.native import LARGEST
from bombe.solvers.native.binding import DONE, INT32, INT64, POINTER, Binding
from bombe.solvers.native.memory import Buffer, Pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import ClassVar

    from bombe.boards import Shape

_KINDS = ("Nothing", "Number", "Byte", "Word", "Symbols", "Moves", "Forced", "Mask", "Boards")
NOTHING, NUMBER, BYTE, WORD, SYMBOLS, MOVES, FORCED, MASK, BOARDS = range(9)
"""What a step writes; `Kind` in C++."""
TEXT_BYTES = 16
ROOM = 1 << 24
"""Bytes of a call, if a record needs no more: so often is looked at the stop signal."""


class BombeTally(ctypes.Structure):
    """What the verdicts of audits say of each board."""

    _fields_: ClassVar = [
        ("boards", POINTER),
        ("verdicts", POINTER),
        ("size", INT64),
        ("m", INT32),
        ("n", INT32),
        ("givens", POINTER),
        ("empty", POINTER),
        ("clashes", POINTER),
        ("solutions", POINTER),
        ("safe", POINTER),
        ("bombs", POINTER),
        ("forced", POINTER),
    ]


class BombeStep(ctypes.Structure):
    """A part of a record: a text, and the value that follows it."""

    _fields_: ClassVar = [
        ("text", POINTER),
        ("length", INT64),
        ("kind", INT32),
        ("verdict", INT32),
        ("values", POINTER),
        ("base", INT64),
        ("texts", POINTER),
        ("bytes", POINTER),
    ]


class BombeRender(ctypes.Structure):
    """Records of many boards, written one after the other."""

    _fields_: ClassVar = [
        ("steps", POINTER),
        ("step_count", INT64),
        ("verdicts", POINTER),
        ("skips", POINTER),
        ("size", INT64),
        ("m", INT32),
        ("n", INT32),
        ("done", INT64),
        ("before", INT64),
        ("out", POINTER),
        ("room", INT64),
        ("written", INT64),
        ("ends", POINTER),
    ]


RECORDS = Binding(
    ("bombe_tally", None, POINTER),
    ("bombe_record_bytes", INT64, POINTER),
    ("bombe_render", INT32, POINTER),
    structures=(BombeTally, BombeStep, BombeRender),
    numbers={
        **{f"records::k{name}": number for number, name in enumerate(_KINDS)},
        "records::kTextBytes": TEXT_BYTES,
        "kMaxSize": LARGEST,
    },
)


# Tallies -----------------------------------------------------------------------------------------


class AuditTally(Frozen):
    """For each board its givens, empty cells, clashes, solutions and moves.

    Solutions are 2 where there are more; a move that is not decided is counted nowhere.
    """

    givens: memoryview
    empty: memoryview
    clashes: memoryview
    solutions: memoryview
    safe: memoryview
    bombs: memoryview
    forced: memoryview


def tally_of(shape: Shape, boards: bytes, verdicts: memoryview) -> AuditTally:
    """Return what the verdicts of `audit_batch` add up to."""
    size = len(boards) // shape.cells
    names = AuditTally.__match_args__
    buffers = {name: Buffer(8 * size) for name in names}
    addresses = {name: buffer.address for name, buffer in buffers.items()}
    given, found = Buffer(boards), Buffer(verdicts)
    tally = BombeTally(given.address, found.address, size, m=shape.m, n=shape.n, **addresses)
    RECORDS.library().bombe_tally(ctypes.byref(tally))
    return AuditTally(**{name: buffer.bytes.cast("q") for name, buffer in buffers.items()})


# Records -----------------------------------------------------------------------------------------


class RecordStep(NamedTuple):
    """What differs from board to board; `values` are 64-bit numbers."""

    kind: int
    verdict: int = 0
    values: memoryview | None = None
    base: int = 0
    texts: bytes = b""
    bytes: bytes = b""


Part = bytes | RecordStep


def number(values: memoryview | None, base: int = 0) -> RecordStep:
    """Write a number of each board, or its index, and add `base` to it."""
    return RecordStep(NUMBER, values=values, base=base)


def byte(values: memoryview) -> RecordStep:
    """Write a number of each board as one byte."""
    return RecordStep(BYTE, values=values)


def word(values: memoryview, words: Sequence[str]) -> RecordStep:
    """Write the word that has the number of each board; larger numbers have the last."""
    return RecordStep(WORD, values=values, base=len(words), texts=table(words))


def symbols(boards: bytes, length: int) -> RecordStep:
    """Write so many bytes of each board."""
    return RecordStep(SYMBOLS, base=length, bytes=boards)


def moves(verdict: int, texts: bytes, separator: int) -> RecordStep:
    """Write the texts of the moves with a verdict; so many bytes of each are between two moves."""
    return RecordStep(MOVES, verdict, base=separator, texts=texts)


def forced(texts: bytes, separator: int) -> RecordStep:
    """Write the texts of the moves that are the only true ones in their cells."""
    return RecordStep(FORCED, base=separator, texts=texts)


def mask(verdict: int) -> RecordStep:
    """Write the moves with a verdict as bits, the lowest first."""
    return RecordStep(MASK, verdict)


def boards(
    counts: memoryview, pieces: bytes, places: int, length: int, around: Sequence[str]
) -> RecordStep:
    """Write the first pieces of each board, of which there is room for so many.

    `around` is what stands before, between and after them, and in place of none.
    """
    return RecordStep(BOARDS, places, counts, length, table(around), pieces)


def table(texts: Iterable[str]) -> bytes:
    """Return short texts as the kernel takes them."""
    rows = [text.encode("ascii") for text in texts]
    return b"".join(row.ljust(TEXT_BYTES - 1) + bytes([len(row)]) for row in rows)


def render(
    parts: Iterable[Part],
    shape: Shape,
    size: int,
    *,
    verdicts: memoryview | None = None,
    skips: bytes | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[bytes, memoryview] | None:
    """Return the records of boards, one after the other, and where each ends; None if stopped.

    Boards whose byte in `skips` is not 0 get none.
    """
    steps = _Steps(parts)
    ends = Buffer(8 * size)
    skipped = Buffer(skips or bytes(size))
    found = Buffer(verdicts) if verdicts is not None else None
    call = BombeRender(
        ctypes.addressof(steps.array),
        len(steps.array),
        found.address if found else None,
        skipped.address,
        size,
        shape.m,
        shape.n,
        ends=ends.address,
    )
    written = _written(call, stop)
    return None if written is None else (written, ends.bytes.cast("q"))


def _written(call: BombeRender, stop: Callable[[], bool] | None) -> bytes | None:
    """Call the kernel until all is written."""
    library, pointer = RECORDS.library(), ctypes.byref(call)
    pages = _borrow(library.bombe_record_bytes(pointer))
    call.out, call.room = pages.address, pages.size
    pieces = []
    try:
        while True:
            answer = library.bombe_render(pointer)
            pieces.append(ctypes.string_at(pages.address, call.written))
            call.before += call.written
            if answer == DONE:
                return b"".join(pieces) if len(pieces) > 1 else pieces[0]
            if stop is not None and stop():
                return None
    finally:
        _idle.append(pages)


_idle: list[Pages] = []
"""Memory that is kept for the next records: fresh pages cost more than what is written there."""


class OneRecord:
    """A record that is written for one board after the other; for one thread at a time."""

    def __init__(self, parts: Iterable[Part], shape: Shape) -> None:
        self._steps, self._library = _Steps(parts), RECORDS.library()
        self._verdicts, self._rest = Buffer(shape.cells * shape.size), Buffer(16)
        self._call = BombeRender(
            ctypes.addressof(self._steps.array),
            len(self._steps.array),
            self._verdicts.address,
            self._rest.address,
            1,
            shape.m,
            shape.n,
            ends=self._rest.address + 8,
        )
        self._pointer = ctypes.byref(self._call)
        self._call.room = self._library.bombe_record_bytes(self._pointer)
        self._out = Buffer(self._call.room)
        self._call.out = self._out.address

    def of(self, verdicts: bytes) -> bytes:
        """Return the record of a board with these verdicts."""
        self._verdicts.bytes[:] = verdicts
        self._call.done = 0
        self._library.bombe_render(self._pointer)
        return self._out.bytes[: self._call.written].tobytes()


def _borrow(most: int) -> Pages:
    """Return memory for records, each of which may take so many bytes."""
    try:
        pages = _idle.pop()
    except IndexError:
        return Pages(max(ROOM, most))
    return pages if pages.size >= most else Pages(max(ROOM, most))


class _Steps:
    """The steps of a record as an array, and what they point to."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._held: list[Buffer] = []
        self.array = self._array(list(_paired(parts)))

    def _array(self, pairs: list[tuple[bytes, RecordStep]]) -> ctypes.Array[BombeStep]:
        made = [
            BombeStep(
                self._address(text),
                len(text),
                step.kind,
                step.verdict,
                self._address(step.values),
                step.base,
                self._address(step.texts),
                self._address(step.bytes),
            )
            for text, step in pairs
        ]
        return (BombeStep * len(made))(*made)

    def _address(self, source: bytes | memoryview | None) -> int | None:
        if source is None:
            return None
        self._held.append(Buffer(source if isinstance(source, bytes) else source.cast("B")))
        return self._held[-1].address


def _paired(parts: Iterable[Part]) -> Iterable[tuple[bytes, RecordStep]]:
    """Yield each step with the bytes before it."""
    text = b""
    for part in parts:
        if isinstance(part, bytes):
            text += part
        else:
            yield text, part
            text = b""
    yield text, RecordStep(NOTHING)
