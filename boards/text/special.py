"""Special files: pipes, devices, and files that only this process has open."""

from __future__ import annotations

import os

_OWN = ("/dev/fd/", "/dev/std", "/proc/self/")
"""Where the open files of a process have names, which in another process are those of others."""


def is_own(path: str) -> bool:
    """Return whether a path is an open file of this process: /dev/stdout, /dev/fd/63."""
    return path.startswith(_OWN)


def is_special(path: str) -> bool:
    """Return whether a path is no plain file, whose place and content anybody finds by its name.

    What is read of others is read once, and what is written to them goes behind what is there.
    """
    return os.path.exists(path) and (is_own(path) or not os.path.isfile(path))  # noqa: PTH110, PTH113 - Path.is_file raises on the longest boards
