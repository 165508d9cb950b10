"""The README and the docs, executed: code blocks in order, commands as a user would type them.

A ```python block is run; a ```text block right after it is what it prints. One that begins with
`# NAME.py` is that file, too, for the commands that follow. In a ```console block lines that begin
with `$ ` are commands, and what follows is their output.
A ```c block that begins with `// NAME.c` is that file.
`BOMBE_REWRITE_DOCS=1` writes what comes out into the documents, for a person to read before it is
committed.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from paths import DOCS, ROOT

from bombe.commands import main

DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    *(path.relative_to(ROOT).as_posix() for path in sorted(DOCS.rglob("*.md"))),
]
EXAMPLES = {
    "solvers/backends/plain.py",
    "agents/sudoku/first.py",
    "agents/dots/first.py",
    "boards/nim/__init__.py",
    "boards/nim/game.py",
    "boards/nim/state.py",
    "boards/sudoku/formats/commas.py",
}
"""Files that a document tells its reader to write."""
DRAWN = {
    "audit.svg": "audit hard-3x3",
    "why/rated.svg": "audit hard-3x3 --rate",
    "why/direct.svg": "why hard-2x2 r1c1=1",
    "why/singles.svg": "why hard-3x3 r1c4=1",
    "why/pairs.svg": "why hard-3x3 r5c5=8",
    "why/cases.svg": "why hard-3x3 r1c5=5",
    "why/forced.svg": "why easy-3x3 r1c1",
}
"""Pictures in docs/images, and the commands that draw them."""
SLOW = {
    "docs/guide/experiments.md": ("bombe experiment modes ", "grid-minimax-skip"),
    "docs/guide/matches.md": ("self.jsonl",),
    "docs/reports.md": ("bombe study tempo ", "bombe match mcts-cells"),
}
"""Blocks that take some seconds, by words of theirs: only the long tests execute them."""
REWRITE = os.environ.get("BOMBE_REWRITE_DOCS")
_BLOCK = re.compile(
    r"^```(python|console)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL
)
_FILE = re.compile(r"# (\w+\.py)\n")
_C_FILE = re.compile(r"^```c\n(// (\w+\.c)\n.*?)^```\n", re.MULTILINE | re.DOTALL)
_TIMES = re.compile(r"\d+(\.\d+)? (m?s)\b")
_ANSWERED = re.compile(r"answered by \w+( in \? m?s)?")
_BENCH = (
    (re.compile(r"^bombe \d.*, kernel .*$", re.MULTILINE), "bombe ?"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"), "? UTC"),
    (re.compile(r"^(solver) +done .*$", re.MULTILINE), r"\1"),
    (re.compile(r"^(\w+) +(\d+/\d+) .*$", re.MULTILINE), r"\1 \2"),
    (re.compile(r"\d+\.\d+ times as long \(.* on"), "? times as long (? on"),
)
"""What `bombe bench` prints: the machine, the date, the columns of a table, the ratios."""


_ROWS = re.compile(r"^(?:\w+ \d+/\d+\n)+", re.MULTILINE)
"""The rows of a table of solvers, masked; the fastest one stands first."""


def mask(text: str) -> str:
    """Hide what differs from machine to machine: times, and which solver was there to answer."""
    for pattern, shown in _BENCH:
        text = pattern.sub(shown, text)
    text = _ROWS.sub(lambda rows: "".join(sorted(rows[0].splitlines(keepends=True))), text)
    return _ANSWERED.sub("answered by ?", _TIMES.sub(r"? \2", text))


def run_python(code: str, names: dict[str, object]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "<document>", "exec"), names)  # noqa: S102 - our own documents
    return printed.getvalue()


def run_console(block: str, folder: Path) -> str:
    """Run the commands of a block, and return the block as it should read."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"}
    lines = []
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        lines.append(f"$ {command}\n{done.stdout}")
    return "".join(lines)


@pytest.mark.parametrize(
    ("document", "left_out"),
    [
        *(pytest.param(name, SLOW.get(name, ()), id=name) for name in DOCUMENTS),
        *(pytest.param(name, (), id=f"{name}-in-full", marks=pytest.mark.long) for name in SLOW),
    ],
)
def test_every_block_does_what_the_document_says(
    document: str, left_out: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = ROOT / document
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:python|console)$", text, re.MULTILINE)
    assert len(_BLOCK.findall(text)) == len(blocks), "a block has no end"
    for body, name in _C_FILE.findall(text):
        if not shutil.which("cc"):
            pytest.skip("there is no C compiler")
        (tmp_path / name).write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    # What another test imported may have exported the width of a terminal, as readline does.
    monkeypatch.delenv("COLUMNS", raising=False)
    names: dict[str, object] = {"__name__": "__main__"}

    def execute(block: re.Match[str]) -> str:
        kind, body, expected = block.groups()
        if not REWRITE and any(words in body for words in left_out):
            return block[0]
        if kind == "console":
            actual = run_console(body, tmp_path)
            if mask(actual) == mask(body):
                return block[0]
            assert REWRITE, f"{document}:\n{actual}\n--- but it says\n{body}"
            return f"```console\n{actual}```\n"
        if file := _FILE.match(body):
            (tmp_path / file[1]).write_text(body, encoding="utf-8")
        actual = run_python(body, names)
        if expected is None or mask(actual) == mask(expected):
            return block[0]
        assert REWRITE, f"{document}:\n{body}\nprints\n{actual}\n--- but it says\n{expected}"
        return f"```python\n{body}```\n\n```text\n{actual}```\n"

    executed = _BLOCK.sub(execute, text)
    if REWRITE:
        path.write_text(executed, encoding="utf-8")


@pytest.mark.parametrize(("name", "command"), DRAWN.items())
def test_a_picture_is_what_its_command_draws(name: str, command: str, tmp_path: Path) -> None:
    drawn_to = tmp_path / "drawn.svg"
    assert main([*command.split(), "--svg", str(drawn_to)]) == 0
    drawn = drawn_to.read_text(encoding="utf-8")
    picture = DOCS / "images" / name
    if REWRITE:
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("document", [*DOCUMENTS, "CHANGELOG.md", "SECURITY.md"])
def test_links_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^):]+)\)", text):
        place, _, heading = target.partition("#")
        path = (ROOT / document).parent / place if place else ROOT / document
        assert path.exists(), f"{document}: {target}"
        assert not heading or heading in anchors(path), f"{document}: {target}"


def test_the_map_shows_every_page() -> None:
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"index.md"}
    assert {page for page in pages if f"({page})" not in text} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_are_named_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    named = re.findall(r"`((?:docs|tests|boards|solvers|analysis|agents|front)/[\w./-]+)`", text)
    assert not [name for name in named if not (ROOT / name).exists() and name not in EXAMPLES]


def anchors(path: Path) -> set[str]:
    """Return what links to the headings of a document end with."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
