"""Pictures in files: SVG as they are drawn, or PNG and PDF made of that, by the name of the file.

PNG is drawn by the package resvg-py, PDF is written by reportlab; both belong to the extra
`pictures`. They get the fonts of matplotlib, which is always there: so a picture looks the same on
every machine, and can show letters of most languages.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from bombe.boards.errors import SolverMissingError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

ZOOM = 2
"""Pixels of a PNG for each unit of the drawing."""

_PACKAGES = {".png": "resvg_py", ".pdf": "reportlab"}
_REMEDY = "python -m pip install 'bombe[pictures]'"


def check_picture(path: str) -> None:
    """Raise UsageError if no picture has such a name, SolverMissingError if a package is missing.

    A name without an ending, such as /dev/stdout, means SVG.
    """
    kind = _kind_of(path)
    if kind not in ("", ".svg", *_PACKAGES):
        raise UsageError(f"no picture can be written to {path}: end the name in .svg, .png or .pdf")
    if kind in _PACKAGES and _lacks(kind):
        raise SolverMissingError(
            f"a picture as {kind} needs the package {_PACKAGES[kind].replace('_', '-')}, which is "
            f"not installed: {_REMEDY}, or give a name that ends in .svg"
        )


def kinds_in_words() -> str:
    """Return which kinds of pictures can be written here, and how to get the others."""
    have, missing = ["SVG"], list[str]()
    for kind in _PACKAGES:
        (missing if _lacks(kind) else have).append(kind[1:].upper())
    lacks = f"; for {' and '.join(missing)}: {_REMEDY}" if missing else ""
    return f"{', '.join(have)}{lacks}"


def _lacks(kind: str) -> bool:
    import importlib.util

    return importlib.util.find_spec(_PACKAGES[kind]) is None


def is_picture(path: str) -> bool:
    """Return whether a file of this name holds a picture."""
    return _kind_of(path) in (".svg", *_PACKAGES)


def _kind_of(path: str) -> str:
    """Return the ending of a name; commands that draw nothing ask, and import no pathlib for it."""
    return os.path.splitext(path)[1].lower()  # noqa: PTH122 - as said above


def write_picture(path: str, svg: str) -> None:
    """Write a picture in the kind that the name says; raise as `check_picture`, or OSError."""
    from pathlib import Path

    check_picture(path)
    make = _MAKERS.get(_kind_of(path), str.encode)
    Path(path).write_bytes(make(svg))


def fonts() -> tuple[Path, Path]:
    """Return the files of the normal and of the bold letters."""
    import importlib.util
    from pathlib import Path

    found = importlib.util.find_spec("matplotlib")
    if found is None or found.origin is None:
        raise SolverMissingError("letters for pictures come with matplotlib: install Bombe again")
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return folder / "DejaVuSans.ttf", folder / "DejaVuSans-Bold.ttf"


def _png(svg: str) -> bytes:
    import resvg_py

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=ZOOM,
        font_files=[str(path) for path in fonts()],
        sans_serif_family="DejaVu Sans",
        skip_system_fonts=True,
    )
    return bytes(drawn)


def _pdf(svg: str) -> bytes:
    from bombe.analysis.drawing.files.pdf import pdf_of

    return pdf_of(svg, *fonts())


_MAKERS: dict[str, Callable[[str], bytes]] = {".png": _png, ".pdf": _pdf}
