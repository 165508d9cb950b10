"""The toolchain of Bombe for its own build, when nothing of it is installed yet.

It is solvers/native/toolchain.py, which is part of the package: `bombe oracle install` compiles, too.
"""  # noqa: INP001 - a folder that pyproject.toml's backend-path names, no package

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_FILE = Path(__file__).parents[1] / "solvers" / "native" / "toolchain.py"
_found = importlib.util.spec_from_file_location(__name__, _FILE)
if _found is None or _found.loader is None:
    raise ImportError(f"{_FILE} is missing: take the whole checkout")
# An import of this module gets what then stands under its name.
sys.modules[__name__] = importlib.util.module_from_spec(_found)
_found.loader.exec_module(sys.modules[__name__])
