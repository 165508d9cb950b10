"""What has to be the same on every machine of a cluster, so that all give the same answers.

    signature().text         bombe 0.2.0, code 3fa9c01b77de, native kernel

Machines may have different instructions: the kernel answers the same with all of them.
"""

from __future__ import annotations

import functools
import hashlib
import socket
from pathlib import Path
from typing import NamedTuple

import bombe
from bombe.solvers import native

_PACKAGES = ("boards", "solvers", "analysis", "agents")
_DIGITS = 12


class Signature(NamedTuple):
    """The versions of an installation, and the machine that it is on."""

    text: str
    host: str

    def refusal(self, worker: Signature) -> str:
        """Return why a worker must not work for us; empty if it may."""
        if worker.text == self.text:
            return ""
        return (
            f"the worker on {worker.host} has {worker.text}, but here is {self.text}: "
            "install the same Bombe on both"
        )


@functools.cache
def signature() -> Signature:
    """Return the signature of this process's installation."""
    kernel = "native" if native.is_available() else "pure-Python"
    text = f"bombe {bombe.__version__}, code {_code()}, {kernel} kernel"
    return Signature(text, socket.gethostname())


def _code() -> str:
    """Return a hash of the modules that answers come from: a version may be of several commits."""
    whole = hashlib.sha256()
    for package in _PACKAGES:
        folder = Path(getattr(bombe, package).__path__[0])
        for path in sorted(folder.rglob("*.py")):
            whole.update(path.relative_to(folder).as_posix().encode() + b"\0")
            whole.update(path.read_bytes())
    return whole.hexdigest()[:_DIGITS]
