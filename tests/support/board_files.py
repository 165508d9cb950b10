"""The board as a file: what it starts with, as `bombe board` has written it there."""

from __future__ import annotations

import json
import re
from typing import Any


def document_in(html: str) -> Any:
    """Return the document of a page."""
    (text,) = re.findall(r'<script type="application/json" id="document">(.*)</script>', html)
    return json.loads(text)
