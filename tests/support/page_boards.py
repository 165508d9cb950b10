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

    from bombe.boards.errors import FormatError

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


def found_by_page(answer: Any) -> Any:
    """Return what the page read; if it refused a text, how, as `refusal` says it of Python."""
    if not isinstance(answer, dict):
        return answer
    refused = answer["refused"]
    if refused["kind"] == "UsageError":
        return {"usage": refused["message"]}
    assert refused["kind"] == "TextError", refused
    return {key: refused[key] for key in ("line", "column", "problem", "remedy")}


def refusal(error: FormatError) -> dict[str, Any]:
    """Return how Python refused a text."""
    line, column = error.place.line, error.place.column
    return {"line": line, "column": column, "problem": error.problem, "remedy": error.remedy}


def is_text(text: str) -> bool:
    """Return whether a text can be in a page: bytes that are not UTF-8 have no character there."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def as_json(value: Any) -> Any:
    """Return a value as it is after a way through JSON."""
    return json.loads(json.dumps(value))
