"""Garbage is not collected while a command is imported, and is while it runs."""

from __future__ import annotations

import gc
import subprocess
import sys

from bombe.commands import garbage, main

TOLD = "atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 1000))"


def told_at_the_end(*words: str) -> str:
    """Return what a process of the command says of the collector when it ends."""
    code = f"import atexit, gc, sys; {TOLD}; from bombe.commands import main; sys.exit(main())"
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


def test_a_command_collects_its_garbage_but_not_what_was_imported() -> None:
    assert told_at_the_end("check", "1...4...2.....3.") == "True True"


def test_without_a_command_nothing_is_collected() -> None:
    assert told_at_the_end("--help") == "False True"


def test_a_command_inside_of_another_process_leaves_its_collector_alone() -> None:
    before = gc.get_freeze_count()
    assert main(["check", "1...4...2.....3."]) == 0
    garbage.resume()
    assert gc.isenabled()
    assert gc.get_freeze_count() == before
    gc.disable()
    try:
        assert main(["check", "1...4...2.....3."]) == 0
        assert not gc.isenabled()
    finally:
        gc.enable()
