"""`bombe doctor`: what is installed here, and whether it works."""

from __future__ import annotations

import json
import platform
import sys
import time
from typing import Any

import click

from bombe import __version__
from bombe.analysis.drawing.files.writing import kinds_in_words
from bombe.boards import Board, Shape
from bombe.boards.errors import BombeError
from bombe.commands.shared.groups import Command
from bombe.commands.shared.output import look_at, say_within
from bombe.oracle.install import planned_program
from bombe.pages.files import has_engines
from bombe.solvers import BACKENDS, Backend, Budget, native
from bombe.solvers.native.cpu import instructions
from bombe.solvers.sandbox import full_status


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe doctor
  bombe doctor --json""",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def doctor(*, as_json: bool) -> int:
    """List every solver: whether it is installed, and whether it answers correctly.

    Each solver counts the 288 grids of the empty 2x2 board. The exit code is 5 if an installed
    solver does not work.
    """
    reports = [_examine(backend) for backend in BACKENDS]
    facts = _facts()
    if as_json:
        click.echo(json.dumps({"schema": "bombe.doctor/1", **facts, "solvers": reports}))
    else:
        for name, value in facts.items():
            say_within(f"{name:<10} {value}", 11)
        click.echo()
        for report in reports:
            say_within(f"{report['name']:<14} {report['state']:<8} {report['note']}", 24)
    return 5 if any(report["state"] == "broken" for report in reports) else 0


def _facts() -> dict[str, str]:
    look = look_at(sys.stdout, "auto")
    return {
        "bombe": __version__,
        "python": f"{platform.python_version()} at {sys.executable}",
        "machine": f"{platform.system()} {platform.machine()}",
        "kernel": kernel_in_words(),
        "page": _page_in_words(),
        "fence": _sandbox_in_words(),
        "oracle": f"`bombe oracle install` installs {planned_program()}",
        "pictures": kinds_in_words(),
        "terminal": f"{'Unicode' if look.unicode else 'ASCII'}, "
        f"{'colour' if look.color else 'no colour'}",
    }


def _sandbox_in_words() -> str:
    """Return what there is of the sandbox around agents, its gaps, and what fails behind it."""
    offered = full_status()
    gaps = f"; but {', '.join(offered.missing)}" if offered.missing else ""
    return "; ".join((f"{', '.join(offered.parts) or 'none'}{gaps}", *offered.remarks))


def _page_in_words() -> str:
    """Return whether the analysis board has engines of its own."""
    if has_engines():
        return "with engines: `bombe board` opens offline"
    return "without engines: `bombe board --serve`, or install Bombe again with `ziglang`"


def kernel_in_words() -> str:
    """Return whether the native kernel is available, and if not, why."""
    return native.problem() or f"native, {instructions()}"


def _examine(backend: Backend) -> dict[str, Any]:
    """Return the report on a backend: its answer to a question whose answer is known."""
    report: dict[str, Any] = {"name": backend.name, "version": backend.version}
    if not backend.is_available:
        return report | {"state": "missing", "note": backend.remedy}
    before = time.perf_counter()
    try:
        counted = backend.load().count(Board.empty(Shape(2, 2)), None, Budget(seconds=30))
    except (BombeError, ImportError) as error:
        return report | {"state": "broken", "note": f"{error}; {backend.remedy}"}
    if counted.value != 288 or not counted.exact:
        return report | {"state": "broken", "note": f"counted {counted} grids, not 288"}
    seconds = time.perf_counter() - before
    version = f", {backend.distribution} {backend.version}" if backend.version else ""
    return report | {"state": "works", "note": f"{backend.summary}{version} ({seconds:.2f} s)"}
