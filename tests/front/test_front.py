"""`import bombe`: what the docs promise is there, and misspelt names are explained."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from paths import DOCS

import bombe

TABLE = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8").partition("\n\n`")[0]
NAMES = sorted(set(re.findall(r"\bbombe(?:\.\w+)+", TABLE)))


def test_the_table_of_questions_has_names() -> None:
    assert {"bombe.audit", "bombe.solve", "bombe.match", "bombe.bench"} <= {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_the_table_is_there_after_import_bombe(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import bombe; {name}"],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr


def test_every_public_name_has_a_docstring() -> None:
    for name in bombe.__all__:
        assert getattr(bombe, name).__doc__, name
