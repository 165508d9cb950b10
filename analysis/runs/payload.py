"""What goes into an output: the records of a chunk, and what the output holds before and after."""

from __future__ import annotations

import zlib
from typing import NamedTuple


class Payload(NamedTuple):
    """Records as their output takes them.

    `data` is the bytes to append (of a worker process, a bytearray): lines of text or JSON; the
    elements of a JSON array, joined by a comma and a line end; rows of CSV without their header;
    masks without theirs. For tables it is a list of rows. `columns` are their names, where the
    format has columns; `header` is what a file of masks begins with, and `place` says of masks
    where their first board is.
    """

    data: bytes | list[tuple[object, ...]]
    records: int
    columns: tuple[str, ...] = ()
    header: bytes = b""
    place: str = ""


class OutputState(NamedTuple):
    """What an output holds.

    `size` is in bytes, or in rows of a table. `columns` and `header` are those that the output
    began with. `held` is the only element of a JSON array so far: alone it is the document.
    `left_out` names columns that had no place below the header. `crc` is the CRC-32 of all that
    was written: of the bytes, but for the header of masks, or of the rows (`sqlite.checksum`).
    """

    size: int = 0
    records: int = 0
    columns: tuple[str, ...] = ()
    header: bytes = b""
    held: bytes = b""
    left_out: tuple[str, ...] = ()
    crc: int = 0

    def extended(self, records: int, *pieces: bytes) -> OutputState:
        """Return what an output holds after pieces with so many records."""
        size, crc = self.size, self.crc
        for piece in pieces:
            size, crc = size + len(piece), zlib.crc32(piece, crc)
        return self._replace(size=size, records=self.records + records, crc=crc)
