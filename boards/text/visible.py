r"""Text of others, made safe to show: what would steer a terminal or hide is written as an escape.

visible("ok\x1b[2J")                   ok\x1b[2J        as six plain characters and ok
visible("a\nb"), visible("a\nb", lines=True)    a\nb    and two lines
"""

from __future__ import annotations

_HIDING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters without a look of their own: controls, bidi marks, joiners, surrogates,
and the separators that some program takes for the end of a line."""
_LAYOUT = "\n\t"


def visible(text: str, *, lines: bool = False) -> str:
    r"""Return a text with every control character as its escape, such as `\x1b` or `\u202e`.

    With `lines`, newlines and tabs stay as they are: for what may take several lines.
    """
    if text.isprintable():
        return text
    kept = _LAYOUT if lines else ""
    return "".join(each if each.isprintable() or each in kept else _escaped(each) for each in text)


def _escaped(character: str) -> str:
    import unicodedata  # a table that only the strange need

    if unicodedata.category(character) not in _HIDING:
        return character  # a space that is no blank, or a character newer than this Python
    return character.encode("unicode_escape").decode("ascii")
