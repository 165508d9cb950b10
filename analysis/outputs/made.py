"""With what an output was made: the first line of its journal, and what --resume and merge compare.

Version, clock and command line are arguments: this room does not know who asks. `commit` and
`kernel` find out about the installation.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bombe.analysis.outputs.fingerprints import Fingerprint  # noqa: TC001 - `built` reads annotations

SCHEMA = "bombe.made/1"
_FREE = ("command", "begun", "commit", "kernel", "python", "merged", "schema")
"""What may differ where a run goes on: how it was called, and the machine."""


@dataclass(frozen=True)
class Made:
    """How an output was made.

    `task` is the name of the command, such as audit; `settings` are all options that change what it
    writes, and `inputs` what it reads. `command` is the whole command line, `begun` the time in
    UTC. `merged` are the outputs of shards that were joined.
    """

    task: str
    settings: dict[str, Any]
    inputs: list[Fingerprint]
    form: str
    bombe: str
    command: str
    begun: str
    commit: str | None
    kernel: str
    python: str
    seed: int | None = None
    shard: str = "1/1"
    merged: list[dict[str, Any]] | None = None
    schema: str = SCHEMA

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, the schema first."""
        values = {name: value for name, value in asdict(self).items() if value is not None}
        inputs = [each._asdict() for each in self.inputs]
        return {"schema": self.schema, **values, "inputs": inputs}

    def differences(self, now: Made, besides: tuple[str, ...] = ()) -> list[str]:
        """Return in which settings a run is not the same, as sentences about `now`."""
        before, after = self._compared(besides), now._compared(besides)
        names = [*before, *(name for name in after if name not in before)]
        return [
            f"its {name} was {_said(before.get(name))} and is {_said(after.get(name))} now"
            for name in names
            if before.get(name) != after.get(name)
        ] + self._changed_inputs(now)

    def _compared(self, besides: tuple[str, ...]) -> dict[str, Any]:
        """Return what has to be the same, by the names that users know."""
        own = {name: value for name, value in vars(self).items() if name not in _FREE + besides}
        del own["settings"], own["inputs"]
        own["version of Bombe"] = own.pop("bombe")
        return {**own, **{f"--{name}": value for name, value in self.settings.items()}}

    def _changed_inputs(self, now: Made) -> list[str]:
        names = [[each.name for each in made.inputs] for made in (self, now)]
        if names[0] != names[1]:
            was, is_now = (" ".join(each) or "none" for each in names)
            return [f"its input was {was} and is {is_now} now"]
        pairs = zip(self.inputs, now.inputs, strict=True)
        return [f"its input {old.name} has changed since" for old, new in pairs if old != new]


def kernel() -> str:
    """Return the vector instructions of the kernel, or why there is none."""
    from bombe.solvers import native
    from bombe.solvers.native.cpu import instructions

    return native.problem() or instructions()


def python() -> str:
    """Return which Python runs."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def commit() -> str | None:
    """Return the commit that Bombe was installed from, where that is known.

    In a checkout it has a `+` if files have changed since.
    """
    root = Path(__file__).resolve().parents[2]
    return _of_checkout(root) if (root / ".git").exists() else _of_installation()


def _of_installation() -> str | None:
    """Return the commit that pip noted when it installed from a repository."""
    try:
        noted = importlib.metadata.distribution("bombe").read_text("direct_url.json")
        found = json.loads(noted or "{}").get("vcs_info", {}).get("commit_id")
    except (importlib.metadata.PackageNotFoundError, ValueError, AttributeError):
        return None
    return found[:12] if isinstance(found, str) else None


def _of_checkout(root: Path) -> str | None:
    found = _git(root, "rev-parse", "--short=12", "HEAD")
    return found and found + ("+" if _git(root, "status", "--porcelain", "-uno") else "")


def _git(root: Path, *words: str) -> str | None:
    try:
        command = ["git", "-C", str(root), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)  # noqa: S603 - git, and our own words
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _said(value: object) -> str:
    return "not given" if value is None else str(value)
