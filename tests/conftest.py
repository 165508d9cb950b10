"""What tests of several files ask for by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from running import runner

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    """The command, run in this process."""
    return runner(capsys)


@pytest.fixture
def in_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let what is written without a path go into a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
