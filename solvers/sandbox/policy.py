"""What a sandbox allows, how much of it is demanded, and what of it holds on a machine."""

from __future__ import annotations

import dataclasses
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

SCOPED_ABI = 6
"""The first Landlock that keeps signals inside: that of Linux 6.12."""


class Containment(enum.StrEnum):
    """How much is demanded: all, what the machine offers, or only the limits of earlier times."""

    STRICT = "strict"
    USUAL = "usual"
    NONE = "none"


@dataclass(frozen=True)
class Sandbox:
    """What a process in the sandbox may use; all else is denied.

    `reads` are files and folders that it may read and run, of `lists` it may list the names, and
    `writes` are folders where it may do anything. `memory` limits the address space of a process
    and the memory of all together, `disk_bytes` what all files in `writes` take, `file_bytes` a
    single one, `processes` and `files` how many there may be at once, `cpu_seconds` the processor
    time of a process, `tasks` all processes and threads of the user: set it only where these are
    counted in a name space of its own. A process that is to start others, which enter sandboxes of
    their own, may let them have `sessions`.
    """

    reads: tuple[Path, ...] = ()
    writes: tuple[Path, ...] = ()
    lists: tuple[Path, ...] = ()
    memory: int | None = None
    processes: int = 64
    files: int = 512
    file_bytes: int = 256 << 20
    disk_bytes: int = 512 << 20
    cpu_seconds: int | None = None
    tasks: int | None = None
    level: Containment = Containment.USUAL
    sessions: bool = False

    def but(self, **changes: Any) -> Sandbox:
        """Return the sandbox with changes."""
        return dataclasses.replace(self, **changes)


class SandboxStatus(NamedTuple):
    """What holds: the version of Landlock, 0 for none, and which other parts there are.

    `spaces` says whether name spaces of its own can be had; `strict` does not demand them.
    """

    system: str
    landlock: int = 0
    filtered: bool = False
    limited: bool = False
    reaped: bool = False
    spaces: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """What does not hold, in words; empty if everything does."""
        gaps = (
            (not self.landlock, "files of the user can be read and written"),
            (self.landlock < SCOPED_ABI, "other processes of the user can be signalled"),
            (not self.filtered, "the network can be used"),
            (not self.limited, "memory is not limited"),
            (not self.reaped, "processes that an agent leaves behind may stay"),
        )
        return tuple(words for is_open, words in gaps if is_open)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is different for programs in the sandbox of this machine, in words."""
        said = (
            (
                self.limited and not self.spaces,
                "without name spaces files are watched, not limited, and pools and queues fail",
            ),
            (self.filtered, "managers and the forkserver of multiprocessing fail: no sockets"),
        )
        return tuple(words for is_so, words in said if is_so)

    @property
    def parts(self) -> tuple[str, ...]:
        """What holds, in words."""
        named = (
            (bool(self.landlock), f"Landlock {self.landlock}"),
            (self.filtered, "seccomp"),
            (self.limited, "limits"),
            (self.reaped, "sub-reaper"),
            (self.spaces, "name spaces"),
        )
        return tuple(words for has_part, words in named if has_part)
