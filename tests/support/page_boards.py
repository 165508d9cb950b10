"""Asks the page's rules and texts, in Node.js: many questions at once, which need no kernel.

answers = page_boards([{"do": "read", "text": "1...", "options": {}}, ...])
"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

from browsing import lacks
from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

_SCRIPT = ROOT / "tests" / "support" / "page" / "rules_and_texts.mjs"


def page_boards(questions: Sequence[dict[str, Any]]) -> list[Any]:
    """Return the answers to questions of rules_and_texts.mjs, which says what can be asked."""
    node = shutil.which("node")
    if node is None:
        lacks("Node.js")
    done = subprocess.run(
        [node, str(_SCRIPT)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert not done.returncode, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers
