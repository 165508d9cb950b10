"""Facts of boards that Python and the page read from one file, boards/facts.json."""

from __future__ import annotations

import json
import os
from typing import Any

with open(os.path.join(os.path.dirname(__file__), "facts.json"), encoding="utf-8") as _file:  # noqa: PTH118, PTH120, PTH123 - every first answer would wait 3 ms for pathlib
    FACTS: dict[str, Any] = json.load(_file)
