"""What `--cluster` names: a scheduler that runs somewhere, or processes to be started here.

    tcp://10.0.0.7:8786     a scheduler's address, as `dask scheduler` prints it
    scheduler.json          the file of `dask scheduler --scheduler-file scheduler.json`
    local:4                 a scheduler and 4 processes on this machine, which end with the command

Nothing is connected or started here.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from bombe.boards.errors import InputError, UsageError

_LOCAL = re.compile(r"local:([0-9]+)")
_SCHEDULER = re.compile(r"(?:tcp|tls)://[^\s/]+:[0-9]{1,5}")
_MOST_WORKERS = 1024
"""More than any machine has cores."""
_FORMS = (
    "give tcp://HOST:PORT, the file of `dask scheduler --scheduler-file FILE`, or local:N for N "
    "processes on this machine"
)


class ClusterAddress(NamedTuple):
    """A scheduler's address, or how many processes to start; `text` is what the user gave."""

    text: str
    scheduler: str = ""
    workers: int = 0

    @classmethod
    def parse(cls, text: str) -> ClusterAddress:
        """Return what a text names; raise UsageError, or InputError for a file that is none."""
        if local := _LOCAL.fullmatch(text):
            workers = int(local[1])
            if not 1 <= workers <= _MOST_WORKERS:
                raise UsageError(f"--cluster {text}: give local:1 to local:{_MOST_WORKERS}")
            return cls(text, workers=workers)
        if _SCHEDULER.fullmatch(text):
            return cls(text, text)
        if "://" not in text and Path(text).is_file():
            return cls(text, _in_file(Path(text)))
        raise UsageError(f"--cluster {text!r} is no address: {_FORMS}")


def _in_file(path: Path) -> str:
    """Return the address in a scheduler's file."""
    try:
        address = json.loads(path.read_text(encoding="utf-8"))["address"]
    except (OSError, ValueError, KeyError, TypeError):
        address = ""
    if not isinstance(address, str) or not _SCHEDULER.fullmatch(address):
        raise InputError(f"--cluster {path}: the file has no scheduler's address: {_FORMS}")
    return address
