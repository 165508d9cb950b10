"""How much memory this process may still take, and how much of it tables take by default.

Linux says what is available, and what the control groups of a container leave; elsewhere the
machine's memory is known at best.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARE = 4
"""Tables take a quarter of what is free."""
UNKNOWN = 2**30
"""What tables take where the system does not say what is free."""
LEAST = 2**26
"""What they take at least."""


def default_memory(free: int | None, jobs: int = 1) -> int:
    """Return the bytes that tables take by default, if so many are free; None is not known.

    With `jobs` tables at a time, all of them take no more than that.
    """
    return max(LEAST, (UNKNOWN if free is None else free // SHARE) // jobs)


def free_memory(root: Path = Path("/")) -> int | None:
    """Return the bytes that this process may still take; None where the system does not say.

    `root` is where the system's files are.
    """
    available = _available(root)
    limits = list(_left_by_groups(root))
    if available is None and not limits:
        return None
    return max(0, min(limits if available is None else [available, *limits]))


def _available(root: Path) -> int | None:
    """Return what the system has available without swapping."""
    for line in _text(root / "proc/meminfo").splitlines():
        name, _, value = line.partition(":")
        if name == "MemAvailable":
            return int(value.split()[0]) * 1024
    return _half_of_all() if root == Path("/") else None


def _half_of_all() -> int | None:
    """Return half of the machine's memory, where only that is known."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return None


def _left_by_groups(root: Path) -> Iterator[int]:
    """Yield what each control group above this process leaves it, of both versions."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if not controllers:
            top, names = root / "sys/fs/cgroup", ("memory.max", "memory.current")
        elif "memory" in controllers.split(","):
            top = root / "sys/fs/cgroup/memory"
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes")
        else:
            continue
        for group in _groups(top, path):
            limit, used = (_number(group / name) for name in names)
            if limit is not None and used is not None:
                yield limit - used + _given_back(group)


def _groups(top: Path, path: str) -> Iterator[Path]:
    """Yield a group and those above it; in a container only the topmost may be there."""
    parts = [part for part in path.split("/") if part]
    for count in range(len(parts), -1, -1):
        yield top.joinpath(*parts[:count])


def _given_back(group: Path) -> int:
    """Return what a group uses for files and gives back when it is needed."""
    lines = (line.split() for line in _text(group / "memory.stat").splitlines())
    values = {words[0]: int(words[1]) for words in lines if len(words) > 1}
    return values.get("total_inactive_file", values.get("inactive_file", 0))


def _number(path: Path) -> int | None:
    """Return the number in a file; None if there is no file, or it says `max`."""
    text = _text(path).strip()
    return int(text) if text.isdigit() else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
