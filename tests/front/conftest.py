"""What the tests of the page ask for by name."""

from __future__ import annotations

from browsing import chromium, open_page

__all__ = ["chromium", "open_page"]
