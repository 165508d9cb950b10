"""`bombe.board` in notebooks: a page in a frame, or a widget whose position Python has."""

from __future__ import annotations

import html
import importlib.util
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any, cast

import pytest
from board_files import document_in
from games import random_game

import bombe
from bombe.boards.errors import BoardError
from bombe.boards.sudoku.reading import read
from bombe.notebooks import FramedBoard

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Opener

    from bombe.widget import BoardWidget

HARD = read("hard-2x2")
DOTS = bombe.dots.read("2x3: h 0 0; v 1 2")


def page_of(shown: str) -> str:
    """Return the page in a frame."""
    (text,) = re.findall(r'srcdoc="([^"]*)"', shown)
    return html.unescape(text)


@pytest.fixture
def without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "anywidget" else find(name)
    )


@pytest.fixture
def widget() -> BoardWidget:
    pytest.importorskip("anywidget", reason="python -m pip install 'bombe[notebook]'")
    return cast("BoardWidget", bombe.board(HARD))


@pytest.mark.usefixtures("without_anywidget")
def test_a_board_shows_the_position_of_an_outcome_and_the_games_of_a_match() -> None:
    outcome = bombe.play("2x2", "random", "random", seed=3)
    assert bombe.board(outcome).state == outcome.state
    played = bombe.play(DOTS, "random", "random", seed=3)
    assert bombe.board(played).state == played.state
    assert bombe.board(bombe.audit(HARD)).state == HARD
    match = bombe.match(
        "random", "random", games=2, start="2x2", budget=bombe.Budget(nodes=1), jobs=1
    )
    document = document_in(page_of(bombe.board(match)._repr_html_()))
    assert [game["id"] for game in document["games"]] == [record.id for record in match.records]
    with pytest.raises(BoardError, match="cannot make a board from an object of type int: give a"):
        bombe.board(5)  # type: ignore[arg-type] # on purpose


@pytest.mark.usefixtures("without_anywidget")
def test_without_anywidget_a_frame_holds_the_page() -> None:
    shown = bombe.board("hard-2x2", height=500)
    assert isinstance(shown, FramedBoard)
    text = shown._repr_html_()
    assert text.startswith('<iframe sandbox="allow-scripts allow-downloads"')
    assert "height: 500px" in text
    assert document_in(page_of(text))["position"]["cells"] == [list(row) for row in HARD.board]
    assert shown.state == HARD
    shown.state = DOTS
    assert shown.state == DOTS
    assert document_in(page_of(shown._repr_html_()))["game"] == "dots"


@pytest.mark.usefixtures("without_anywidget")
def test_what_is_set_without_anywidget_is_drawn_in_the_place_of_the_old() -> None:
    shown: Any = bombe.board(HARD)
    drawn: list[str] = []

    class Handle:
        def update(self, thing: Any) -> None:
            drawn.append(thing._repr_html_())

    shown._display = Handle()
    shown.state = DOTS
    assert [document_in(page_of(text))["game"] for text in drawn] == ["dots"]


@pytest.mark.usefixtures("without_anywidget")
def test_boards_texts_games_and_nothing_can_be_shown() -> None:
    for shown, kind in [
        (bombe.board(HARD.board), "position"),
        (bombe.board("1...4...2.....3."), "position"),
        (bombe.board(), "empty"),
        (bombe.board(random_game(HARD, 3)), "game"),
    ]:
        assert document_in(page_of(shown._repr_html_()))["kind"] == kind
    assert bombe.board(random_game(HARD, 3)).state == HARD
    with pytest.raises(bombe.BombeError):
        bombe.board("no such board")


def test_a_widget_tells_python_what_the_page_shows(widget: BoardWidget) -> None:
    assert widget.state == HARD
    played = HARD.play(HARD.moves()[0])
    widget.set_state({"_shown": {"game": "sudoku", "position": played.game.to_json(played)}})
    assert widget.state == played
    assert widget._asked == {}
    widget.set_state({"_shown": {"game": "sudoku", "position": {"m": 2, "n": 2}}})
    with pytest.raises(bombe.BombeError, match="cells is missing"):
        _ = widget.state


def test_a_widget_asks_the_page_to_show_what_python_sets(widget: BoardWidget) -> None:
    widget.state = DOTS
    assert widget.state == DOTS
    assert widget._asked["game"] == "dots"
    assert document_in(widget._page)["embedded"] is True
    assert document_in(page_of(widget._repr_html_()))["game"] == "dots"


def test_a_position_can_be_set_again_after_moves_on_the_board(widget: BoardWidget) -> None:
    asked: list[object] = []
    widget.observe(asked.append, "_asked")
    widget.state = HARD
    played = HARD.play(HARD.moves()[0])
    widget.set_state({"_shown": {"game": "sudoku", "position": played.game.to_json(played)}})
    widget.state = HARD
    assert widget.state == HARD
    assert len(asked) == 2


@pytest.mark.usefixtures("without_anywidget")
def test_words_show_what_they_show_in_the_command(tmp_path: Path) -> None:
    record = random_game(HARD, seed=3)
    log = tmp_path / "match.jsonl"
    log.write_text(f"{record.to_json()}\n", "utf-8")
    shown = document_in(page_of(bombe.board(f"{log}#1")._repr_html_()))
    assert shown["kind"] == "game"
    assert len(shown["plies"]) == len(record.plies)
    assert bombe.board("2x3: h 0 0; v 1 2").state == DOTS
    with pytest.raises(bombe.BombeError, match=r"name one of its games, such as .*#1"):
        bombe.board(str(log))
    with pytest.raises(bombe.BombeError, match="no bundled board of that name"):
        bombe.board("nonsense")


def test_the_function_is_not_hidden_by_the_folder_of_the_page() -> None:
    code = (
        "import bombe\ntry:\n    import bombe.board\nexcept ImportError:\n    print('refused')\n"
        "import bombe.boards\nprint(callable(bombe.board))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.split() == ["refused", "True"]


HOST = """<!doctype html><meta charset="utf-8"><body><script type="module">
const state = {state}, heard = {};
window.model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; heard[`change:${name}`]?.(); },
  on: (name, act) => { heard[name] = act; },
  off: (name) => { delete heard[name]; },
  save_changes: () => { window.saved = (window.saved ?? 0) + 1; },
};
const address = URL.createObjectURL(new Blob([{script}], { type: "text/javascript" }));
const { default: widget } = await import(address);
window.end = widget.render({ model, el: document.body });
</script>"""
"""A page that does for a widget what a notebook does."""


def test_in_a_browser_page_and_python_tell_each_other_the_position(
    widget: BoardWidget, open_page: Opener
) -> None:
    traits = ("_page", "_height", "_sandbox", "_asked", "_shown")
    state = {name: getattr(widget, name) for name in traits}
    texts = {"{state}": json.dumps(state), "{script}": json.dumps(str(widget._esm))}
    host = HOST
    for name, text in texts.items():
        host = host.replace(name, text.replace("<", "\\u003c"))
    page = open_page(host).page
    board = page.frame_locator("iframe")
    page.wait_for_function("window.saved >= 1")
    move = HARD.moves()[0]
    board.locator(f'[data-cell="{move.row},{move.column}"]').first.click()
    page.keyboard.press(str(move.value))
    page.wait_for_function("window.saved >= 2")
    widget.set_state({"_shown": page.evaluate("model.get('_shown')")})
    assert isinstance(widget.state, bombe.SudokuState)
    assert widget.state.history == (move,)
    widget.state = HARD
    page.evaluate("asked => model.set('_asked', asked)", widget._asked)
    page.wait_for_function("window.saved >= 3")
    widget.set_state({"_shown": page.evaluate("model.get('_shown')")})
    assert widget.state == HARD
    page.evaluate("end()")
