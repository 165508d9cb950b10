"""What the page gives away is whole: pictures, studies, logs, pages of their own, and paper."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from board_pages import Reader, board_page, board_text
from PIL import Image, ImageChops, ImageStat

from bombe.analysis.audit import audit
from bombe.boards.record import read_records

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Opener
    from running import Bombe

SVG = "{http://www.w3.org/2000/svg}"
STUDY = "bombe.store.study"
SIZES = {"--n", "--rows"}
"""What only the page needs, to fit a board into the window."""
NOTE = "\u00dcber <b>alles</b> & </script> \U0001f9e9"
"""A note with all that could end a page too soon."""
EDGES = "2x2: P1(h,0,0) P2(v,0,0) P1(h,1,0) P2(v,0,1) P2(h,0,1)"


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The one page of these tests."""
    return Reader.of(keep_open, board_page("hard-2x2"), height=1400)


@pytest.fixture
def reader(kept: Reader) -> Reader:
    """The page of a game with a bomb, a variation, a name and a note."""
    kept.again(board_text("hard-2x3"))
    found = audit("hard-2x3")
    for move in (found.safe[3], found.bombs[0], found.safe[5]):
        kept.run(f"bombe.play({list(move)})")
    kept.press(",")
    kept.run(f"bombe.play({list(found.safe[8])})")
    kept.click("#tab-game")
    kept.page.fill("#node-name", "try <this>")
    kept.page.fill("#node-note", NOTE)
    kept.press("Tab")
    kept.page.locator("body").click(position={"x": 2, "y": 2})
    assert kept.run("bombe.store.study.nodes.length") == 5
    return kept


def difference(one: bytes, other: bytes) -> float:
    """Return how far two pictures are apart, from 0 to 1, whatever their sizes."""
    size = (100, 100)  # so that the edges of letters do not count
    images = [Image.open(io.BytesIO(data)).convert("RGB").resize(size) for data in (one, other)]
    return sum(ImageStat.Stat(ImageChops.difference(*images)).mean) / 3 / 255


def colours(data: bytes) -> int:
    """Return how many colours a picture has."""
    return len(Image.open(io.BytesIO(data)).convert("RGB").getcolors(1 << 24) or [])


def shown(reader: Reader) -> bytes:
    """Return the drawing as it is shown, without what is chosen."""
    reader.press("Escape", "Escape")
    return reader.page.locator("#grid").screenshot()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_svg_is_drawn_as_the_board_is(
    reader: Reader, open_page: Opener, tmp_path: Path, theme: str
) -> None:
    reader.run(f"bombe.store.set({{ theme: '{theme}' }})")
    reader.press("t", "r")
    text = reader.saved("#save-svg").read_text("utf-8")
    root = ET.fromstring(text)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    title = root.findtext(f"{SVG}title") or ""
    assert reader.says in title
    digits = reader.page.locator("#grid .digit").count()
    assert digits == sum("digit" in each.get("class", "") for each in root.iter(f"{SVG}text")) > 50
    used = set(re.findall(r"var\((--[\w-]+)", text)) - SIZES
    assert used <= set(re.findall(r"(--[\w-]+):", text))
    assert "<script" not in text
    board = shown(reader)
    side = Image.open(io.BytesIO(board)).width
    path = tmp_path / "board.svg"
    path.write_text(re.sub(r'(width|height)="[\d.]+"', rf'\1="{side}"', text, count=2), "utf-8")
    picture = open_page(path, width=side, height=side).page.screenshot()
    near = difference(picture, board)
    assert near < 0.011
    path.write_text(re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL), "utf-8")
    unstyled = open_page(path, width=side, height=side).page.screenshot()
    assert difference(unstyled, board) > 0.2  # or the measure would see nothing
    reader.press("c", "b")
    assert difference(picture, shown(reader)) > 1.5 * near


def test_a_png_is_the_picture_twice_as_large(reader: Reader) -> None:
    data = reader.saved("#save-png").read_bytes()
    width, height = Image.open(io.BytesIO(data)).size
    box = reader.run(
        "(({ width, height }) => [width, height])(document.getElementById('grid').viewBox.baseVal)"
    )
    assert [width, height] == [2 * side for side in box]
    assert colours(data) > 50
    assert difference(data, shown(reader)) < 0.011


def test_a_study_opens_again_as_it_was(reader: Reader) -> None:
    before = reader.run(STUDY)
    path = reader.saved("#save-json")
    assert json.loads(path.read_text("utf-8"))["schema"].startswith("bombe.study/")
    reader.press("Control+o")
    with reader.page.expect_file_chooser() as chooser:
        reader.page.click("#open-file")
    reader.run("bombe.open('1...............')")
    chooser.value.set_files(path)
    reader.page.wait_for_function("() => bombe.store.study.nodes.length === 5")
    assert reader.run(STUDY) == before
    damaged = path.read_text("utf-8").replace('"children":[1]', '"children":[4]')
    reader.drop(damaged, name="damaged.json")
    reader.page.wait_for_selector("#warning:not([hidden])")
    assert "This cannot be opened" in reader.warning
    assert reader.run(STUDY) == before


def moves(reader: Reader) -> list[Any]:
    """Return the moves of the shown line."""
    found: list[Any] = reader.run(
        "(() => { const { nodes, current } = bombe.store.study; const line = [];"
        " for (let at = current; nodes[at].parent !== null; at = nodes[at].parent)"
        " line.unshift([nodes[at].move, nodes[at].mover, nodes[at].outcome]); return line; })()"
    )
    return found


def test_a_log_is_read_by_bombe_and_by_the_page(reader: Reader, bombe: Bombe) -> None:
    line = moves(reader)
    path = reader.saved("#save-log")
    (record,) = read_records(path.read_text("utf-8").splitlines())
    outcomes = [
        [list(ply.move), ply.player, "bomb" if ply.is_bomb else "fill"] for ply in record.plies
    ]
    assert outcomes == line
    assert len(line) == 3
    replayed = bombe("replay", f"{path}#1")
    assert replayed.code == 0
    assert "bomb" in replayed.out
    reader.drop(path.read_text("utf-8"), name="game.jsonl")
    reader.page.wait_for_function("() => bombe.store.study.nodes.length === 4")
    reader.press("Control+End")
    assert moves(reader) == line


def test_a_game_of_dots_gives_a_log_too(reader: Reader, bombe: Bombe) -> None:
    reader.again(EDGES)
    line = moves(reader)
    path = reader.saved("#save-log")
    (record,) = read_records(path.read_text("utf-8").splitlines())
    assert [[list(ply.move), ply.player, "line"] for ply in record.plies] == line
    assert bombe("replay", str(path)).code == 0


def test_moves_are_written_for_people(reader: Reader) -> None:
    reader.run("bombe.store.set({ notation: 'r1c1' })")
    board, *lines = reader.saved("#save-moves").read_text("utf-8").splitlines()
    assert board == board_text("hard-2x3")
    told = [(move, mover, outcome) for move, mover, outcome in moves(reader)]
    for number, ((row, column, value), mover, outcome) in enumerate(told, 1):
        bomb = " bomb" if outcome == "bomb" else ""
        words = f"{number}. player {mover}: r{row + 1}c{column + 1}={value}{bomb}"
        assert lines[number - 1].startswith(words)
    assert lines[-1].endswith(NOTE)


def test_a_page_of_the_study_opens_by_itself(
    reader: Reader, open_page: Opener, tmp_path: Path
) -> None:
    reader.press("s")
    path = tmp_path / "alone.html"
    path.write_bytes(reader.saved("#save-page").read_bytes())
    alone = Reader.of(open_page, path)
    assert alone.run(STUDY) == reader.run(STUDY)
    assert alone.says == reader.says
    assert "solution" in alone.says
    assert alone.text("#moves") == reader.text("#moves")
    assert alone.page.input_value("#node-note") == NOTE
    assert alone.page.get_attribute("#chip-shares", "aria-pressed") == "true"
    assert alone.saved("#save-page").read_bytes() == path.read_bytes()
    alone.press("Control+Home", ".")
    assert moves(alone) == moves(reader)[:1]


def test_paper_has_the_board_and_no_controls(reader: Reader) -> None:
    reader.run("bombe.store.set({ theme: 'dark' })")
    reader.click("#tab-analyse")
    reader.page.emulate_media(media="print")
    for selector in ("#grid", "#says", "#score", "#panel-position", "#legend"):
        assert reader.page.is_visible(selector), selector
    for selector in ("#tools", "#steps", "#palette", "#layers", "[role=tablist]", ".skip"):
        assert not reader.page.is_visible(selector), selector
    for part in ("html", "#side"):
        ground = f"getComputedStyle(document.querySelector('{part}')).backgroundColor"
        assert reader.run(ground) == "rgb(255, 255, 255)"
    ink = reader.run("getComputedStyle(document.getElementById('says')).color")
    assert ink == "rgb(0, 0, 0)"
    assert reader.page.pdf().startswith(b"%PDF")
    reader.page.emulate_media(media="screen")
    assert reader.page.is_visible("#tools")
