r"""Text of others, made safe to show: what would steer a terminal or hide is written as an escape.

visible("ok\x1b[2J")                   ok\x1b[2J        as six plain characters and ok
visible("a\nb"), visible("a\nb", lines=True)    a\nb    and two lines
visible_in(record)                     the record, with all its texts so

What is shown to people goes through it where it leaves the program: `say` and `notify` of the
command, the texts of pictures and of HTML. Records for programs keep what they were given.
"""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

T = TypeVar("T")

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


def visible_in(value: T) -> T:
    """Return a value of texts, lists, dictionaries and records with all its texts made visible.

    What is called `output` may take several lines.
    """
    shown: T = _visible_in(value)
    return shown


def _visible_in(value: Any, name: str = "") -> Any:
    if type(value) is str:
        return visible(value, lines=name == "output")
    if isinstance(value, dict):
        return {_visible_in(key): _visible_in(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [_visible_in(item) for item in value]
    if isinstance(value, tuple):
        return _tuple(value)
    if hasattr(type(value), "__dataclass_fields__"):
        fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if f.init}
        shown = {name: _visible_in(inner, name) for name, inner in fields.items()}
        changed = {name: inner for name, inner in shown.items() if inner != fields[name]}
        return dataclasses.replace(value, **changed) if changed else value
    return value


def _tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    names = getattr(value, "_fields", None)
    if names is None:
        return tuple(map(_visible_in, value))
    return type(value)(*map(_visible_in, value, names))


def _escaped(character: str) -> str:
    import unicodedata  # a table that only the strange need

    if unicodedata.category(character) not in _HIDING:
        return character  # a space that is no blank, or a character newer than this Python
    return character.encode("unicode_escape").decode("ascii")
