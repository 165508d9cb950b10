"""`bombe dots show` and `bombe dots explain`: what they read, print, draw and answer."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from dots_positions import random_dots
from paths import DOCS

from bombe.analysis.dots.strings import strings_of
from bombe.analysis.dots.svg import draw_svg
from bombe.analysis.dots.text import draw_text
from bombe.analysis.drawing.look import Look
from bombe.boards.dots.state import Grid
from bombe.boards.dots.text import FORMS, read_dots, write_dots

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

DRAWING = """\
player 2 to move
+---+---+---+
| 1 |
+---+   +---+
|       |
+   +---+   +
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.txt"
    path.write_text(DRAWING, encoding="utf-8")
    return str(path)


def test_show_draws_chains_by_letters_and_says_what_they_are(bombe: Bombe, file: str) -> None:
    done = bombe("dots", "show", file)
    assert done.code == 0
    assert done.out == (
        "2x3 boxes: 7 lines left, 1 to 0, player 2 to move\n"
        "\n"
        "      h 0   1   2\n"
        "    v 0   1   2   3\n"
        "h 0   ·───·───·───·\n"
        "v 0   │ 1 │ A   A\n"
        "h 1   ·───·   ·───·\n"
        "v 1   │ A   A │ B\n"
        "h 2   ·   ·───·   ·\n"
        "\n"
        "   A  long chain of 4 boxes\n"
        "   B  chain of 1 box\n"
        "   1  player 1's box\n"
    )


def test_show_reads_standard_input_words_and_options(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(DRAWING))
    written = bombe("dots", "show", "-", "--to", "edges").out
    assert written == write_dots(read_dots(DRAWING), "edges")
    assert bombe("dots", "show", written.strip(), "--to", "edges").out == written
    lines = written.strip().partition(": ")[2]
    options = ("--boxes", "2x3", "--edges", lines)
    assert bombe("dots", "show", *options, "--to", "edges").out == written
    assert (
        '"extra_turn": false'
        in bombe("dots", "show", *options, "--no-extra-turn", "--to", "json").out
    )


def test_show_does_not_write_a_form_and_draw_too(bombe: Bombe) -> None:
    for other in (("--svg", "x.svg"), ("--json",)):
        done = bombe("dots", "show", "--boxes", "2x2", "--to", "json", *other)
        assert (done.code, done.out) == (2, "")
        assert "leave out" in done.err


def test_the_picture_of_explain_says_what_is_dashed(bombe: Bombe, tmp_path: Path) -> None:
    picture = tmp_path / "explained.svg"
    for words, meaning in (
        (("2x3: h 1 0; h 1 1; v 0 1",), ">best line<"),
        (("--boxes", "5x5", "--nodes", "0"), None),
    ):
        assert bombe("dots", "explain", *words, "--svg", str(picture)).code == 0
        text = picture.read_text(encoding="utf-8")
        assert ("dasharray" in text) == (meaning is not None)
        assert meaning is None or meaning in text


def test_where_every_line_keeps_control_explain_says_so(bombe: Bombe) -> None:
    out = bombe("dots", "explain", "2x2: P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1)").out
    assert "; any line keeps control\n" in out
    assert "any other line" not in out


@pytest.mark.parametrize("form", FORMS)
def test_show_writes_every_form(bombe: Bombe, form: str) -> None:
    done = bombe("dots", "show", "2x2: P1(h,0,0) P2(v,0,1)", "--to", form)
    assert done.out == write_dots(read_dots("2x2: P1(h,0,0) P2(v,0,1)"), form)


def test_show_as_json_has_the_strings(bombe: Bombe, file: str) -> None:
    record = json.loads(bombe("dots", "show", file, "--json").out)
    assert record["schema"] == "bombe.dots-strings/1"
    assert (record["rows"], record["columns"], record["to_move"], record["scores"]) == (
        2,
        3,
        2,
        [1, 0],
    )
    assert record["strings"][1] == {
        "name": "B",
        "kind": "chain",
        "boxes": [[1, 2]],
        "lines": ["h 2 2", "v 1 3"],
        "ends": ["ground", "ground"],
        "long": False,
        "opened": False,
    }


def test_explain_points_at_the_best_lines_and_gives_reasons(bombe: Bombe, file: str) -> None:
    done = bombe("dots", "explain", file)
    assert done.code == 0
    assert "h 2   ·   ·───·═══·\n" in done.out
    assert "v 1   │ A   A │ B ║\n" in done.out
    assert "   player 2 is ahead in the parity fight: the nimstring value is 1; h 2 2" in done.out
    assert "with best play player 2 gets 3 boxes more than player 1 from here on" in done.out


def test_explain_as_json_judges_every_line(bombe: Bombe, file: str) -> None:
    record = json.loads(bombe("dots", "explain", file, "--json").out)
    assert (record["schema"], record["ahead"], record["nimber"]) == (
        "bombe.dots-control/1",
        "mover",
        1,
    )
    assert record["keeps"] == record["best"] == ["h 2 2", "v 1 3"]
    assert record["margin"] == 3
    assert record["long_chain_rule"] == {
        "long_chains": 1,
        "mover_controls": True,
        "mover_wants_odd": True,
    }
    kinds = {
        move["move"]: (move["kind"], move["gives"], move["nimber"]) for move in record["moves"]
    }
    assert kinds["h 2 2"] == ("handout", 1, 0)
    assert kinds["h 2 0"] == ("loony", 4, None)


def test_explain_keeps_to_its_budget_and_says_so(bombe: Bombe) -> None:
    done = bombe("dots", "explain", "--boxes", "3x3", "--nodes", "10")
    assert done.code == 0
    assert "who is ahead in the parity fight is not known" in done.out


@pytest.mark.parametrize("command", ["show", "explain"])
def test_pictures_are_well_formed_and_hold_every_line_and_name(
    bombe: Bombe, command: str, file: str, tmp_path: Path
) -> None:
    picture = tmp_path / "position.svg"
    assert bombe("dots", command, file, "--svg", str(picture)).code == 0
    root = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314 - our own picture
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert tags.count("line") == 17
    assert tags.count("circle") == 12
    texts = {element.text for element in root.iter() if element.tag.endswith("text")}
    assert {"A", "B", "1", "long chain of 4 boxes", "player 1's box"} <= texts
    assert ("stroke-dasharray" in picture.read_text(encoding="utf-8")) == (command == "explain")


def test_the_picture_on_the_page_is_that_of_its_position() -> None:
    page = (DOCS / "theory" / "dots.md").read_text(encoding="utf-8")
    drawing = page.partition('write_text("""\\\n')[2].partition('"""')[0]
    found = strings_of(read_dots(drawing))
    assert draw_svg(found) == (DOCS / "images" / "dots.svg").read_text(encoding="utf-8")


def test_every_picture_and_drawing_names_every_string_whatever_the_position() -> None:
    for seed in range(30):
        state = random_dots(Grid(3, 4), seed)
        found = strings_of(state)
        drawn = draw_text(found, Look(unicode=False))
        assert drawn.isascii()
        picture = draw_svg(found)
        for one in found.strings:
            assert f"   {one.name}  " in drawn
            assert f">{one.name}</text>" in picture


def test_color_says_nothing_that_signs_do_not_say(bombe: Bombe, file: str) -> None:
    plain = bombe("dots", "show", file).out
    colored = bombe("dots", "show", file, "--color", "always").out
    assert "\x1b[1;36mA" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("show",), 2, "no position: give POSITION, or --boxes such as --boxes 3x4"),
        (("show", "nowhere.txt"), 3, "nowhere.txt: No such file or directory; give a file, or"),
        (("show", "--boxes", "3"), 2, "'3' is not a grid; write rows x columns of boxes"),
        (("show", "--boxes", "2x2", "--edges", "h 9 9"), 3, "<edges>:1:1: there is no line h 9 9"),
        (("show", "2x2: h 0 0", "--edges", "h 0 0"), 2, "POSITION and --edges exclude each other"),
        (("show", "2x2: h 0 0", "--boxes", "3x3"), 3, "the text has 2x2 boxes, but 3x3 was asked"),
        (("explain", "2x2: h 0"), 3, "<position>:1:6: 'h 0' is not a line; write lines as h 0 1"),
        (("show", "2x2: h 0 0", "--to", "moves"), 2, "write it as json"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_line(
    bombe: Bombe, words: tuple[str, ...], code: int, message: str
) -> None:
    done = bombe("dots", *words)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_is_not_utf_8_is_refused(bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(b"\xb7---\xb7")
    done = bombe("dots", "show", str(path))
    assert (done.code, done.err) == (
        3,
        f"bombe: {path}:1:1: byte 0xB7 is not UTF-8; save as UTF-8\n",
    )
