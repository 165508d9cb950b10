"""The sandbox of a foreign solver: its own files, what Python needs, and a folder to write in."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.solvers.sandbox import Containment, Sandbox, python_reads
from bombe.solvers.shared_files import importable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.solvers.foreign.places import SolverPlace

LEAST_MEMORY = 4 << 30
"""The address space that it has on any machine, in bytes; elsewhere half of the memory there is."""


def sandbox_of(place: SolverPlace, home: Path, level: str) -> Sandbox:
    """Return what a solver may read: what stands beside its file, what can be imported."""
    folders = tuple(dict.fromkeys(_folders(place)))
    return Sandbox(
        reads=(*python_reads(), *_named(place), *(p for f in folders for p in importable(f))),
        lists=folders,
        writes=(home,),
        memory=_memory(),
        level=Containment(level),
    )


def _folders(place: SolverPlace) -> Iterator[Path]:
    """Yield the folders where it looks for files: its own, the current one, those of the path."""
    own = [place.file.parent] if place.file else []
    for folder in (*own, Path.cwd(), *map(Path, filter(None, sys.path))):
        if folder.is_dir() and not any(folder.is_relative_to(read) for read in python_reads()):
            yield folder


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
