"""The formats of outputs, a file each: how answers are written, what is around them, how they join.

text      lines for people; `Format` is what all formats are
json      a document, or an object per line
csv       a header, and a row each
masks     bits below a header: `.masks`, and `.npy` for numpy
sqlite    a table of a database
parquet   a file of columns

A new format is a class here and a line of `_PLACES`.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, TypeVar

from bombe.boards.errors import UsageError
from bombe.boards.text.special import is_special

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.analysis.runs.formats.text import Format

T = TypeVar("T")
_PLACES = {
    "text": ("text", "Format", ()),
    "jsonl": ("json", "JsonLines", (".jsonl", ".ndjson")),
    "json": ("json", "JsonDocument", (".json",)),
    "csv": ("csv", "Csv", (".csv",)),
    "masks": ("masks", "Masks", (".masks",)),
    "npy": ("masks", "Npy", (".npy",)),
    "sqlite": ("sqlite", "Sqlite", (".sqlite", ".sqlite3", ".db")),
    "parquet": ("parquet", "Parquet", (".parquet",)),
}
"""The module and the class of each format, and the suffixes of its files."""
_BY_SUFFIX = {end: name for name, (_, _, ends) in _PLACES.items() for end in ends}
NAMES = tuple(_PLACES)


def format_named(name: str) -> Format:
    """Return the format of a name; there is one object of each in a process."""
    module, kind, suffixes = _PLACES[name]
    if name not in _known:
        found = getattr(importlib.import_module(f"bombe.analysis.runs.formats.{module}"), kind)()
        found.name, found.suffixes = name, suffixes
        _known[name] = found
    return _known[name]


_known: dict[str, Format] = {}


def format_of(style: str | None, output: str | None) -> Format:
    """Return the format that an option names, or else the suffix of a file; text without either.

    `style` is the name of an option without its dashes. Raise UsageError if both contradict, or if
    nothing names a format.
    """
    if style is None:
        name = by_suffix(output, _BY_SUFFIX, "text") if output else "text"
        return format_named(name)
    said = name_of_suffix(output or "")
    if said in (None, style) or {said, style} == {"json", "jsonl"}:
        return format_named(style)
    if (style, said) == ("masks", "npy"):
        return format_named("npy")
    asked = _PLACES[style][2]
    raise UsageError(
        f"--{style} and -o {output} contradict each other: leave out --{style}, or give -o a name "
        f"that ends in {' or '.join(asked)}"
    )


def name_of_suffix(output: str) -> str | None:
    """Return the name of the format that the suffix of a file says; None if it says none."""
    return _BY_SUFFIX.get(_suffix(output))


def by_suffix(output: str, known: Mapping[str, T], usual: T) -> T:
    """Return what the suffix of a file means; `usual` is for `.txt`, no suffix, and pipes.

    Raise UsageError for another suffix, before there is a file.
    """
    suffix = _suffix(output)
    if suffix in ("", ".txt") or (suffix not in known and is_special(output)):
        return usual
    if suffix not in known:
        raise UsageError(
            f"-o {output}: nothing is written with the suffix {suffix}; give one of "
            f"{', '.join(sorted(known))}, or .txt"
        )
    return known[suffix]


def _suffix(output: str) -> str:
    return os.path.splitext(output)[1].lower()  # noqa: PTH122 - pathlib is slow to import
