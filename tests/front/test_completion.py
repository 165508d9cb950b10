"""`bombe completion`: the scripts, and what bash completes with its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bombe.commands import bombe as root
from bombe.commands.completion import SHELLS
from bombe.commands.shared.shell_completion import complete

if TYPE_CHECKING:
    import click
    from running import Bombe

_DRIVER = """
eval "$(bombe completion bash)"
compopt() { COMPREPLY+=("(files)"); }
while IFS= read -r line; do
    read -ra COMP_WORDS <<< "$line"
    [[ $line == *' ' ]] && COMP_WORDS+=("")
    COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
    COMPREPLY=()
    _bombe_completion bombe
    echo "${COMPREPLY[*]}"
done
"""
COMPLETED = {
    "bombe au": "audit",
    "bombe dots so": "solve",
    "bombe audit --sol": "--solver",
    "bombe audit hard-3": "hard-3x3 hard-3x4",
    "bombe audit set-few": "set-few-3x3",
    "bombe audit puz": "(files)",
    "bombe bench --solver native,b": "native,backtracking",
    "bombe bench --task un": "unique",
    "bombe bench --task first,u": "first,unique",
    "bombe bench --task first,fi": "",
    "bombe rate games.jsonl --by bo": "board",
    "bombe rate games.jsonl --by board,board+se": "board,board+seat",
    "bombe match minimax-s": "minimax-skip",
    "bombe match --game dots exa": "exact",
    "bombe tournament greedy dots/p": "dots/pmcs",
    "bombe convert hard-3x3 --to fr": "framework",
    "bombe endgame hard-2x2 --rules ro": "rows",
    "bombe replay games": "games.jsonl",
    "bombe show games.jsonl#": "games.jsonl#1 games.jsonl#2",
    "bombe completion f": "fish",
}


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes_commands_options_and_values(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("{}\n{}\n")
    (tmp_path / "puzzles.txt").write_text("")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", _DRIVER],
        input="\n".join(COMPLETED) + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        check=True,
    )
    assert dict(zip(COMPLETED, done.stdout.splitlines(), strict=True)) == COMPLETED
    assert done.stderr == ""


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_one_that_its_shell_reads(bombe: Bombe, shell: str) -> None:
    done = bombe("completion", shell)
    assert done.code == 0
    assert "_BOMBE_COMPLETE" in done.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.out, text=True, check=True)


def test_an_unknown_shell_is_refused(bombe: Bombe) -> None:
    assert bombe("completion", "cmd").code == 2


@pytest.mark.parametrize(
    ("command", "name", "begun", "found"),
    [
        ("match", "one", "mcts:", ["mcts:c=", "mcts:k=", "mcts:rollout="]),
        ("match", "one", "mcts:c=1,s", ["mcts:c=1,skip="]),
        ("match", "one", "nobody", None),
        ("audit", "boards", "none.jsonl#", []),
        ("audit", "output", "x", None),
        ("generate", "shape", "3", ["3x3", "3x4"]),
    ],
)
def test_what_begins_so(command: str, name: str, begun: str, found: list[str] | None) -> None:
    context = root.make_context("bombe", [], resilient_parsing=True)
    known = root.get_command(context, command)
    assert known is not None
    (parameter,) = (each for each in known.params if each.name == name)
    items = complete(parameter, context, begun)
    if found is None:
        assert [item.type for item in items] == ["file"]
    else:
        assert [item.value for item in items][: len(found)] == found
        assert found or not items


def test_completion_imports_no_command_to_list_commands() -> None:
    def begin(words: list[str]) -> list[str]:
        context: click.Context = root.make_context("bombe", [], resilient_parsing=True)
        return [item.value for item in root.shell_complete(context, *words)]

    assert begin(["so"]) == ["solve"]
    assert "--version" in begin(["--"])
