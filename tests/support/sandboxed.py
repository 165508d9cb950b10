"""Runs a function in a sandbox, in a process of its own."""

from __future__ import annotations

import json
import os
import select
import socket
import sys
import traceback
from typing import TYPE_CHECKING, Any

from bombe.solvers.sandbox import Sandbox, enter, python_reads, signals
from bombe.solvers.sandbox.signals import descriptor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def sandbox_for(home: Path, **changes: Any) -> Sandbox:
    """Return the sandbox of a program that works in `home`."""
    return Sandbox(reads=python_reads(), writes=(home,)).but(**changes)


def inside(where: Sandbox, function: Callable[[], Any]) -> Any:
    """Return what a function returns in a sandbox: as JSON, or the name of its error."""
    ours, theirs = os.pipe()
    listened, far = socket.socketpair()
    if (child := os.fork()) == 0:
        os.close(ours)
        try:
            os.chdir(where.writes[0])
            enter(where, far)
            os.write(theirs, json.dumps(_outcome(function)).encode())
        except BaseException:  # noqa: BLE001 - the process must end here
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(0)
    os.close(theirs)
    far.close()
    with listened:
        _judge(descriptor(listened), ours, child)
    with os.fdopen(ours, "rb") as answer:
        told = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return json.loads(told) if told else f"ended with {status}"


def _judge(heard: int, answer: int, child: int) -> None:
    """Judge signals until there is an answer, as a supervisor does."""
    if heard >= 0:
        while answer not in select.select([heard, answer], [], [])[0]:
            signals.answer(heard, {child})
        os.close(heard)


def _outcome(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was asked for
        return type(error).__name__
