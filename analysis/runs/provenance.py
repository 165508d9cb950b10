"""With what an output was made: the first line of its journal, which --resume compares."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import subprocess
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from bombe.analysis.runs.fingerprints import Fingerprint

SCHEMA = "bombe.made/1"
_FREE = ("command", "begun", "commit", "kernel", "python", "merged", "schema")
"""What may differ where a run goes on: how it was called, and the machine."""
_CHUNKS = "division into chunks"


@dataclass(frozen=True)
class Provenance:
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
    kernel: str
    python: str
    commit: str | None = None
    seed: int | None = None
    shard: str = "1/1"
    merged: list[dict[str, Any]] | None = None
    schema: str = SCHEMA

    @property
    def can_be_resumed(self) -> bool:
        """Whether all inputs can be read again."""
        return all(each.hash is not None for each in self.inputs)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, the schema first."""
        values = {name: value for name, value in asdict(self).items() if value is not None}
        inputs = [each._asdict() for each in self.inputs]
        return {"schema": self.schema, **values, "inputs": inputs}

    def differences(
        self, other: Provenance, besides: tuple[str, ...] = ()
    ) -> list[SettingDifference]:
        """Return in what two runs are not the same, but for the names `besides`."""
        mine, its = self._compared(besides), other._compared(besides)
        names = [*mine, *(name for name in its if name not in mine)]
        found = [SettingDifference(name, mine.get(name), its.get(name)) for name in names]
        different = [one for one in found if one.here != one.there]
        return [one for one in different if one.name != _CHUNKS] or different  # these follow others

    def _compared(self, besides: tuple[str, ...]) -> dict[str, Any]:
        """Return what has to be the same, by the names that users know."""
        own = {name: value for name, value in vars(self).items() if name not in _FREE + besides}
        settings, inputs = dict(own.pop("settings")), own.pop("inputs")
        settings.pop("seed", None)  # it has a name of its own
        return {
            "command": f"bombe {own.pop('task')}",
            "version of Bombe": own.pop("bombe"),
            **own,
            _CHUNKS: settings.pop("chunks", None),
            **{f"--{name}": value for name, value in settings.items()},
            "input": " ".join(each.name for each in inputs) or None,
            **{f"content of {each.name}": each.content for each in inputs},
        }


class SettingDifference(NamedTuple):
    """What two runs say differently."""

    name: str
    here: Any
    there: Any

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.name} is {_said(self.here)} here, {_said(self.there)} there"

    def since(self) -> str:
        """Return it in words, of a run that was before."""
        return f"its {self.name} was {_said(self.here)} and is {_said(self.there)} now"


def run_environment(command: str) -> dict[str, Any]:
    """Return what is said of the machine and the moment."""
    return {
        "command": command,
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "kernel": kernel(),
        "python": python(),
    }


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
        # Without locks: a question must not write the index of the checkout.
        command = ["git", "--no-optional-locks", "-C", str(root), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)  # noqa: S603 - git, and our own words
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _said(value: object) -> str:
    return "none" if value is None else str(value)
