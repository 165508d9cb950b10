"""The sandbox of a foreign solver: its own files, what Python needs, and a folder to write in."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.solvers.shared_files import OwnFiles, in_folders, sandbox_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.solvers.foreign.places import SolverPlace
    from bombe.solvers.sandbox import Sandbox

LEAST_MEMORY = 4 << 30
"""The address space that it has on any machine, in bytes; elsewhere half of the memory there is."""


def sandbox_of(place: SolverPlace, home: Path, level: str) -> Sandbox:
    """Return what a solver may read: what is beside its file, what it names or can import."""
    own = [place.file.parent] if place.file else []
    found = in_folders([*own, Path.cwd(), *sys.path])
    return sandbox_with([OwnFiles(tuple(_named(place))), *found], home, _memory(), level)


def _named(place: SolverPlace) -> Iterator[Path]:
    """Yield the program, and the files and folders that its words or options name."""
    values = [item.partition("=")[2] for item in place.options.split(",")]
    for word in (*place.program, *filter(None, values)):
        path = Path(word)
        if path.exists():
            yield path.resolve()


def _memory() -> int:
    try:
        there_is = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):  # not every system says so
        return LEAST_MEMORY
    return max(LEAST_MEMORY, there_is // 2)
