"""The JSON files beside modules: sentences and tables that Python and the page read."""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def data(module: str, name: str) -> Any:
    """Return the data of a JSON file in the folder of a module, which says `__name__`."""
    folder = os.path.dirname(sys.modules[module].__file__ or "")  # noqa: PTH120 - light
    with open(os.path.join(folder, name), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return json.load(file)
