"""Audits as bit masks: the forms `masks` and `npy`, and how files of them are read.

Both hold one record after the other, all of one length, of boards of one shape. `npy` is a file
that `numpy.load` reads; the header of `masks` is a line of JSON. Bit (cell * N + value - 1) of a
mask, the lowest bit of each byte first, is about that value in that cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from bombe.boards import Shape

FIELDS = ("safe", "bombs", "solutions", "final")


def header_of(form: str, shape: Shape, columns: Sequence[str] | None = None) -> bytes:
    """Return what a file of the form `masks` or `npy` begins with, before it has records."""
    raise NotImplementedError


def finish(path: str | os.PathLike[str]) -> None:
    """Write the number of records into the header of a `npy` file; `masks` need none."""
    raise NotImplementedError


class Masks:
    """The audits of a file of masks, read when they are asked for."""


def masks(path: str | os.PathLike[str]) -> Masks:
    """Open a file of the form `masks` or `npy`; raise InputError if it is damaged."""
    raise NotImplementedError
