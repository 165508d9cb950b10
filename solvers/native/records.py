r"""The records of many boards, written by the kernel; see src/records/records.h.

    tally = tally_of(shape, boards, verdicts)          numbers about each board
    data, ends = render([b"bombs: ", number(tally.bombs), b"\n"], ...)

A record is a list of parts, bytes and steps: bytes are the same in all records, a step writes what
differs from board to board. The functions below make steps.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bombe.boards import Shape
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Buffer, borrow_pages, return_pages
from bombe.solvers.native.slices import DONE

TEXT_BYTES = 16
"""Of a text in a table; `kTextBytes` in C++."""
ROOM = 1 << 24
"""Bytes of a call, if a record needs no more: so often is looked at the stop signal."""


# Tallies -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AuditTally:
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
    kernel = interface()
    tally = kernel.BombeTally(
        boards=given.address,
        verdicts=found.address,
        size=size,
        m=shape.m,
        n=shape.n,
        **addresses,
    )
    kernel.bombe_tally(ctypes.byref(tally))
    return AuditTally(**{name: buffer.bytes.cast("q") for name, buffer in buffers.items()})


# Records -----------------------------------------------------------------------------------------


class RecordStep(NamedTuple):
    """What differs from board to board; `kind` is one of `Kind` in C++, `values` 64-bit numbers."""

    kind: str
    verdict: int = 0
    values: memoryview | None = None
    base: int = 0
    texts: bytes = b""
    bytes: bytes = b""


Part = bytes | RecordStep


def number(values: memoryview | None, base: int = 0) -> RecordStep:
    """Write a number of each board, or its index, and add `base` to it."""
    return RecordStep("kNumber", values=values, base=base)


def byte(values: memoryview) -> RecordStep:
    """Write a number of each board as one byte."""
    return RecordStep("kByte", values=values)


def word(values: memoryview, words: Sequence[str]) -> RecordStep:
    """Write the word that has the number of each board; larger numbers have the last."""
    return RecordStep("kWord", values=values, base=len(words), texts=table(words))


def symbols(boards: bytes, length: int) -> RecordStep:
    """Write so many bytes of each board."""
    return RecordStep("kSymbols", base=length, bytes=boards)


def moves(verdict: int, texts: bytes, separator: int) -> RecordStep:
    """Write the texts of the moves with a verdict; so many bytes of each are between two moves."""
    return RecordStep("kMoves", verdict, base=separator, texts=texts)


def forced(texts: bytes, separator: int) -> RecordStep:
    """Write the texts of the moves that are the only true ones in their cells."""
    return RecordStep("kForced", base=separator, texts=texts)


def mask(verdict: int) -> RecordStep:
    """Write the moves with a verdict as bits, the lowest first."""
    return RecordStep("kMask", verdict)


def boards(
    counts: memoryview, pieces: bytes, places: int, length: int, around: Sequence[str]
) -> RecordStep:
    """Write the first pieces of each board, of which there is room for so many.

    `around` is what stands before, between and after them, and in place of none.
    """
    return RecordStep("kBoards", places, counts, length, table(around), pieces)


def table(texts: Iterable[str]) -> bytes:
    """Return short texts as the kernel takes them."""
    rows = [text.encode("ascii") for text in texts]
    return b"".join(row.ljust(TEXT_BYTES - 1) + bytes([len(row)]) for row in rows)


class Steps:
    """The parts of a record as the kernel takes them, and what they point to."""

    def __init__(self, parts: Iterable[Part]) -> None:
        kernel, self._held = interface(), list[Buffer]()
        made = [
            kernel.BombeStep(
                text=_address(text, self._held),
                length=len(text),
                kind=getattr(kernel, step.kind),
                verdict=step.verdict,
                values=_address(step.values, self._held),
                base=step.base,
                texts=_address(step.texts, self._held),
                bytes=_address(step.bytes, self._held),
            )
            for text, step in _paired(parts)
        ]
        self._array = (kernel.BombeStep * len(made))(*made)
        self.address, self.count = ctypes.addressof(self._array), len(made)


def render(
    parts: Iterable[Part] | Steps,
    shape: Shape,
    size: int,
    *,
    verdicts: memoryview | bytes | None = None,
    skips: bytes | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[bytes, memoryview] | None:
    """Return the records of boards, one after the other, and where each ends; None if stopped.

    Boards whose byte in `skips` is not 0 get none.
    """
    kernel, ends, held = interface(), Buffer(8 * size), list[Buffer]()
    steps = parts if isinstance(parts, Steps) else Steps(parts)
    call = kernel.BombeRender(
        steps=steps.address,
        step_count=steps.count,
        verdicts=_address(verdicts, held),
        skips=skips or bytes(size),
        size=size,
        m=shape.m,
        n=shape.n,
        ends=ends.address,
    )
    pointer = ctypes.byref(call)
    call.room = max(ROOM, kernel.bombe_record_bytes(pointer))
    pages = borrow_pages(call.room)
    call.out = pages.address
    pieces = []
    try:
        while True:
            answer = kernel.bombe_render(pointer)
            pieces.append(ctypes.string_at(pages.address, call.written))
            call.before += call.written
            if answer == DONE:
                return b"".join(pieces), ends.bytes.cast("q")
            if stop is not None and stop():
                return None
    finally:
        return_pages(pages)


def _address(source: bytes | memoryview | None, held: list[Buffer]) -> int | None:
    if source is None:
        return None
    held.append(Buffer(source if isinstance(source, bytes) else source.cast("B")))
    return held[-1].address


def _paired(parts: Iterable[Part]) -> Iterable[tuple[bytes, RecordStep]]:
    """Yield each step with the bytes before it."""
    text = b""
    for part in parts:
        if isinstance(part, bytes):
            text += part
        else:
            yield text, part
            text = b""
    yield text, RecordStep("kNothing")
