"""Files of studies: lines of JSON, the first of which is the plan; an interrupted one goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


def read_lines(path: Path, command: str) -> list[str]:
    """Return the complete lines of a file that `command` wrote; a truncated last one is left out.

    Raise InputError if it cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path}: {reason}; give a file that `{command}` wrote") from None
    return text.split("\n")[:-1]


def is_new(path: Path) -> bool:
    """Return whether there is no study in the file yet."""
    return not path.exists() or not path.stat().st_size


def check_plan(path: Path, before: object, now: object) -> None:
    """Raise UsageError if a study that is to be continued has another plan."""
    for name, new in vars(now).items():
        old = getattr(before, name)
        if old != new:
            raise UsageError(
                f"cannot continue {path}: its {name} was {old} and is now {new}; use the "
                "same options, or another -o"
            )


def drop_truncated_line(path: Path) -> None:
    """Remove what was written of a line when the study was killed."""
    text = path.read_bytes()
    if not text.endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])
