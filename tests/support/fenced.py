"""Runs a function behind a fence, in a process of its own."""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import TYPE_CHECKING, Any

from bombe.solvers.containment import Fence, enter, python_reads

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def fence(home: Path, **changes: Any) -> Fence:
    """Return the fence of a program that works in `home`."""
    return Fence(reads=python_reads(), writes=(home,)).around(**changes)


def inside(where: Fence, function: Callable[[], Any]) -> Any:
    """Return what a function returns behind a fence: as JSON, or the name of its error."""
    ours, theirs = os.pipe()
    if (child := os.fork()) == 0:
        os.close(ours)
        try:
            os.chdir(where.writes[0])
            enter(where)
            os.write(theirs, json.dumps(_outcome(function)).encode())
        except BaseException:  # noqa: BLE001 - the process must end here
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as answer:
        told = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return json.loads(told) if told else f"ended with {status}"


def _outcome(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was asked for
        return type(error).__name__
