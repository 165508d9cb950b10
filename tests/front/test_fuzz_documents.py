"""Damaged documents of all kinds: read, or refused with errors of our own, and shown harmlessly."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from documents.readers import CORPUS, READERS, fuzz
from paths import TESTS

if TYPE_CHECKING:
    from pathlib import Path


def test_every_document_of_the_corpus_is_read() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(READERS)


@pytest.mark.parametrize("name", READERS)
def test_a_whole_document_is_read(name: str) -> None:
    outcome = READERS[name](CORPUS / name)
    assert outcome.is_read, outcome.printed


@pytest.mark.parametrize("name", READERS)
def test_damaged_documents_are_read_or_refused(name: str, tmp_path: Path) -> None:
    outcomes = fuzz(name, 60, seed=1, folder=tmp_path)
    assert outcomes[False] > 5, outcomes


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_damaged_documents_are_read_or_refused_at_length(name: str, tmp_path: Path) -> None:
    assert sum(fuzz(name, 5000, seed=2, folder=tmp_path).values()) == 5000


def seeds(folder: Path) -> None:
    """Write the corpora as inputs of the guided fuzzer: the number of the reader, then the text."""
    readers = {"sudoku": 0, "dots-": 1, "game.": 2, "dots.": 2, "bench": 3, "netwo": 4}
    for path in (*CORPUS.iterdir(), *(CORPUS.parent / "texts").iterdir()):
        number = readers.get(path.name[:5], readers.get(path.name[:6], 0))
        (folder / path.name).write_bytes(bytes([number]) + path.read_bytes())


@pytest.mark.long
def test_readers_raise_errors_of_our_own_under_guided_fuzzing(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    seeds(tmp_path)
    program = TESTS / "support" / "documents" / "guided.py"
    words = ["-runs=100000", "-seed=1", "-max_len=8000", "-timeout=20", "-rss_limit_mb=2000"]
    done = subprocess.run(
        [sys.executable, str(program), *words, f"-artifact_prefix={tmp_path}/", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr[-3000:]
