"""Pictures in files: what the name says is what the file holds."""

from __future__ import annotations

import importlib.util
import struct
from typing import TYPE_CHECKING

import pytest

import bombe
from bombe.analysis.drawing.files.pdf import pdf_of
from bombe.analysis.drawing.files.writing import ZOOM, check_picture, fonts, write_picture
from bombe.boards.errors import SolverMissingError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

needs_packages = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("reportlab", "resvg_py"))),
    reason="the extra `pictures` is not installed",
)
SVG = bombe.audit("hard-2x2").svg()
PICTURES = {
    "audit": SVG,
    "rated": bombe.audit("hard-2x2", rate=True).svg(),
    "why": bombe.why("hard-2x2", "r1c1=1").svg(),
    "tempo": bombe.tempo("hard-2x2").svg(),
    "dots": bombe.explain(bombe.dots.read("2x3: h 0 0; v 1 2; h 1 0; v 0 1; h 2 1; v 1 0")).svg(),
}


def test_svg_is_as_it_is_drawn(tmp_path: Path) -> None:
    for name in ("a.svg", "a.SVG", "without"):
        write_picture(str(tmp_path / name), SVG)
        assert (tmp_path / name).read_text("utf-8") == SVG


@needs_packages
def test_png_has_the_size_of_the_drawing_and_its_letters(tmp_path: Path) -> None:
    write_picture(str(tmp_path / "a.png"), SVG)
    written = (tmp_path / "a.png").read_bytes()
    assert written.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", written[16:24]) == (ZOOM * 386, ZOOM * 248)
    write_picture(str(tmp_path / "b.png"), SVG.replace("safe", ""))
    assert (tmp_path / "b.png").read_bytes() != written


@needs_packages
@pytest.mark.parametrize("name", PICTURES)
def test_pdf_knows_every_element_of_our_pictures(name: str) -> None:
    written = pdf_of(PICTURES[name], *fonts())
    assert written.startswith(b"%PDF-1.")
    assert b"DejaVuSans" in written
    assert written == pdf_of(PICTURES[name], *fonts())


@needs_packages
def test_an_element_that_pdf_does_not_know_is_named() -> None:
    with pytest.raises(ValueError, match="an element path, which"):
        pdf_of(SVG.replace("<line", "<path", 1), *fonts())


@pytest.mark.parametrize("name", ["a.jpg", "a.txt", "a.svg.gz", "a.webp"])
def test_other_endings_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"end the name in \.svg, \.png or \.pdf"):
        write_picture(str(tmp_path / name), SVG)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "package"), [("a.png", "resvg-py"), ("a.pdf", "reportlab")])
def test_a_package_that_is_missing_is_named(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(SolverMissingError, match=rf"{package}.*pip install 'bombe\[pictures\]'"):
        check_picture(name)
