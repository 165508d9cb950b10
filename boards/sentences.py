"""The sentences of refusals, which Python and the page read from boards/refusals.json."""

from __future__ import annotations

import json
import os
from typing import Any

_READ: dict[str, Any] = {}


def sentence(name: str, **fields: object) -> str:
    """Return the sentence by which the rules refuse something."""
    template: str = _templates()[name]
    return template.format(**fields)


def refusal(name: str, **fields: object) -> tuple[str, str]:
    """Return the problem and the remedy by which a text is refused."""
    problem, remedy = _templates()[name]
    return problem.format(**fields), remedy.format(**fields)


def _templates() -> dict[str, Any]:
    if not _READ:
        path = os.path.join(os.path.dirname(__file__), "refusals.json")  # noqa: PTH118, PTH120 - light
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - to import pathlib takes longer
            _READ.update(json.load(file))
    return _READ
