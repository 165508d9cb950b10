"""With what an output was made: the first line of its journal, and what --resume and merge compare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.boards.shard import WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.analysis.outputs.fingerprints import Fingerprint
    from bombe.boards.shard import Shard

SCHEMA = "bombe.made/1"


@dataclass(frozen=True)
class Made:
    """How an output was made.

    `task` is the name of the command, such as audit, `settings` all options that change what it
    writes, and `inputs` what it reads: these, `bombe` and `form` have to be the same for --resume
    and for shards that are merged. `command` is the whole command line, `begun` the time in UTC.
    """

    task: str
    settings: Mapping[str, Any]
    inputs: tuple[Fingerprint, ...]
    form: str
    bombe: str
    command: str
    begun: str
    commit: str | None
    kernel: str
    python: str
    seed: int | None = None
    shard: Shard = WHOLE
