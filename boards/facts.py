"""Facts of boards that Python and the page read from one file, boards/facts.json."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _read() -> dict[str, Any]:
    path = os.path.join(os.path.dirname(__file__), "facts.json")  # noqa: PTH118, PTH120 - light
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - to import pathlib takes longer
        # Without true, false and null JSON is a literal of Python: to import json takes 12 ms.
        found: dict[str, Any] = eval(file.read(), {"__builtins__": {}})  # noqa: S307 - our own file
    return found


FACTS = _read()
