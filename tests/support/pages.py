"""Pages as a browser shows them, where there is one."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def drawn_page(text: str, folder: Path) -> str:
    """Return a page as its script leaves it; skip the test where there is no browser."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("there is no browser here")
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    words = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", path.as_uri()]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout
