"""JSON as links to puzzles hold it: strict, or made shorter as SudokuPad does.

    {"cells":[[{},{"value":5}]],"cosmetic":true}      {ce:[[,{v:5}]],cosmetic:t}

In the short form names have no quotes, texts have single ones, true and false are `t` and `f`,
colours are bare (`CFCFCF`, `#0`), and an object without keys is left out of an array. A key that
is there twice is refused.
"""

from __future__ import annotations

import re
from typing import Any

from bombe.boards.text.json_documents import DECODER

_TOKEN = re.compile(
    r"""'(?P<inside>(?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|(?P<name>[^][{},:'"\s]+)(?=\s*:)"""
    r"""|[\[,](?=\s*[,\]])|[^][{},:'"\s]+""",
    re.ASCII,
)
_PLAIN = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_WORDS = {"t": "true", "f": "false"}


class LooseJsonError(ValueError):
    """A text that is no JSON of either kind."""


def parse(text: str) -> Any:
    """Return the value that a text holds; raise LooseJsonError if it holds none."""
    try:
        return DECODER.decode(text if '"' in text else _TOKEN.sub(_strict, text))
    except (ValueError, RecursionError) as error:
        raise LooseJsonError(str(error)) from None


def _strict(token: re.Match[str]) -> str:
    """Return a token of the short form as JSON has it."""
    text, inside = token[0], token["inside"]
    if inside is not None:
        inside = re.sub("[\n\r\t]", " ", inside.replace("\\'", "'"))
        return f'"{inside}"'
    if token["name"]:
        return f'"{text}"'
    if text in "[,":
        return f"{text}{{}}"  # an object without keys is left out
    return text if _PLAIN.fullmatch(text) else _WORDS.get(text, f'"{text}"')
