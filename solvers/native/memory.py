"""Memory that the kernel reads and writes: buffers of bytes, and pages for large tables."""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from numpy.typing import NDArray

    # numpy's arrays are buffers; its types say so only from Python 3.12 on.
    Bytes = ReadableBuffer | NDArray[Any]

PAGE = 2**21
"""Bytes of a large page; memory begins at one."""
LARGE = 2**27
"""From so many bytes on large pages are worth it."""


class Buffer:
    """Bytes that the kernel may read or write, and their address."""

    def __init__(self, source: Bytes | int) -> None:
        """Take a buffer, without a copy if it is bytes or can be written to; or make one."""
        if isinstance(source, int):
            source = bytearray(source)
        if not isinstance(source, bytes):
            source = _flat(source)
        self.bytes = memoryview(source)
        if isinstance(source, bytes):
            address = ctypes.cast(ctypes.c_char_p(source), ctypes.c_void_p).value
            self.address: int = address or 0
        else:
            self._held = (ctypes.c_char * len(source)).from_buffer(source)
            self.address = ctypes.addressof(self._held)


def _flat(source: Bytes) -> memoryview | bytes:
    """Return any buffer as a row of bytes."""
    view = memoryview(source)  # type: ignore[arg-type] # as said above
    if view.format not in ("B", "b", "c") or not view.c_contiguous:
        raise UsageError(
            f"boards are contiguous bytes, not items of format {view.format!r}: convert them, "
            "with numpy by `numpy.ascontiguousarray(boards, 'uint8')`"
        )
    # ctypes has no address for what cannot be written to, unless it is `bytes`.
    return view.tobytes() if view.readonly else view.cast("B")


class MemoryRefusedError(UsageError, MemoryError):
    """The system does not grant so much memory."""


class Pages:
    """Memory that costs only what is written to, filled with 0 and aligned to large pages."""

    def __init__(self, size: int) -> None:
        import mmap  # only tables of endgames and of Dots and Boxes need it

        # What is shared with other processes, as Python has it by default, gets no large pages.
        flags = {"flags": mmap.MAP_PRIVATE} if hasattr(mmap, "MAP_PRIVATE") else {}
        try:
            self._map = mmap.mmap(-1, size + PAGE, **flags)
        except (OSError, OverflowError) as error:
            raise MemoryRefusedError(
                f"this machine does not grant {size:,} bytes of memory: allow less"
            ) from error
        if hasattr(mmap, "MADV_HUGEPAGE") and size >= LARGE:
            self._map.madvise(mmap.MADV_HUGEPAGE)
        self._held = (ctypes.c_char * len(self._map)).from_buffer(self._map)
        address = ctypes.addressof(self._held)
        self.address = address + -address % PAGE
        self.size = size

    def offer(self) -> bool:
        """Allow the system to take the pages when it needs some; return whether it can do so."""
        import mmap

        if not hasattr(mmap, "MADV_FREE"):
            return False
        try:
            self._map.madvise(mmap.MADV_FREE)
        except OSError:  # an old system
            return False
        return True


@functools.cache
def _idle() -> list[Pages]:
    """Return the pages that are kept for the next user, at most one block.

    Fresh pages cost as much as filling them with a table, and much more in virtual machines.
    """
    return []


def borrow_pages(size: int) -> Pages:
    """Return at least so many bytes of pages; used ones are not filled with 0."""
    try:
        pages = _idle().pop()
    except IndexError:
        return Pages(size)
    return pages if pages.size >= size else Pages(size)


def return_pages(pages: Pages) -> None:
    """Keep the pages for the next `borrow_pages`, if the system may take them meanwhile."""
    if not _idle() and pages.offer():
        _idle().append(pages)
