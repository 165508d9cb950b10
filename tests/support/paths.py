"""Where the checkout and the data of the tests are, wherever a test file stands."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
DATA = TESTS / "data"
DOCS = ROOT / "docs"
NATIVE_SOURCES = ROOT / "solvers" / "native" / "src"
