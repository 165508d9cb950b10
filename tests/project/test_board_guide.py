"""The guide of the analysis board: its pictures, its keys, the table of the page's questions."""

from __future__ import annotations

import importlib.util
import re
import struct
from typing import TYPE_CHECKING

import pytest
from paths import DOCS, ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

PICTURES = DOCS / "images" / "board"
GUIDE = (DOCS / "guide" / "board.md").read_text(encoding="utf-8")
PAGE = ROOT / "front" / "board"
THEMES = ("", "-dark")
LARGEST = 90_000
"""The most bytes of a picture."""
LEAST = 500
"""The height of a page in pixels on which more than its head was drawn."""
INDEXED = 3
"""The type of colour of a PNG with a palette."""
_LAYER = re.compile(r'\bid: "\w+",\s+key: "(\w)",\s+title: "(\w+)"')
_ROW = re.compile(r"^\| `(\w)` \| (\w+)", re.MULTILINE)


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    """The program that makes the pictures."""
    pytest.importorskip("playwright")
    spec = importlib.util.spec_from_file_location("board_pictures", DOCS / "board" / "make.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_state_has_its_pictures_and_nothing_else_is_there(maker: ModuleType) -> None:
    names = {
        f"{view}-{width}{theme}.png"
        for view in maker.VIEWS
        for width in maker.SIZES
        for theme in THEMES
    }
    assert {path.name for path in PICTURES.iterdir()} == names


def test_pictures_are_as_large_as_they_are_called(maker: ModuleType) -> None:
    for path in PICTURES.iterdir():
        width = int(path.stem.split("-")[1])
        actual, height, colours = header_of(path)
        assert actual == width, path.name
        assert LEAST <= height <= maker.SIZES[width], path.name
        assert colours == INDEXED, path.name
        assert path.stat().st_size <= LARGEST, path.name


def test_the_guide_shows_every_state(maker: ModuleType) -> None:
    shown = set(re.findall(r"images/board/(\w+)-\d+(?:-dark)?\.png", GUIDE))
    assert shown == set(maker.VIEWS)


def test_the_guide_has_every_layer_with_its_key() -> None:
    tables = [("sudoku", "sudoku_layers.js"), ("dots", "dots_layers.js")]
    layers = [
        (key, title.lower())
        for game, name in tables
        for key, title in _LAYER.findall((PAGE / "page" / game / name).read_text(encoding="utf-8"))
    ]
    assert len(layers) > len(tables)
    assert sorted(_ROW.findall(GUIDE)) == sorted(layers)


def test_the_reference_has_every_question() -> None:
    text = (PAGE / "worker" / "questions.js").read_text(encoding="utf-8")
    table = text.partition("export const QUESTIONS = {")[2].partition("};")[0]
    questions = re.findall(r"^  (\w+)[,:]", table, re.MULTILINE)
    reference = (DOCS / "reference" / "page-questions.md").read_text(encoding="utf-8")
    assert questions
    assert sorted(re.findall(r"^\| `(\w+)` \|", reference, re.MULTILINE)) == sorted(questions)


def header_of(path: Path) -> tuple[int, int, int]:
    """Return the width, the height and the type of colour of a PNG."""
    head = path.read_bytes()[:26]
    assert head.startswith(b"\x89PNG\r\n\x1a\n"), path.name
    width, height, _, colours = struct.unpack(">IIBB", head[16:])
    return width, height, colours
