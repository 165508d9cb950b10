"""A Sudoku position is set up and played by hand on the page: keys, mouse, touch, texts, files."""

from __future__ import annotations

import contextlib
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from board_pages import Reader, board_page, board_text
from drawn_boards import DrawnBoard
from paths import DATA

import bombe
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import FormatError, InputError
from bombe.boards.sudoku.bundled import catalogue
from bombe.boards.sudoku.reading import read_text, write

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Opener

TEXTS: dict[str, list[dict[str, Any]]] = json.loads((DATA / "pasted_texts.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The one page of these tests."""
    return Reader.of(keep_open, board_page("hard-2x2"), height=1600)


@pytest.fixture
def reader(kept: Reader) -> Reader:
    """The page as it was at first."""
    kept.again(board_text("hard-2x2"))
    return kept


@pytest.fixture
def setter(reader: Reader) -> Reader:
    """The page with an empty board, ready to be set up."""
    reader.again(board_text("empty-2x2"))
    reader.press("e")
    return reader


def cell(row: int, column: int) -> str:
    """Return the selector of a cell."""
    return f"[data-cell='{row},{column}']"


def begin(reader: Reader, m: int, n: int) -> None:
    """Choose a size in the tab of the set-up, and begin at an empty board; draw no candidates."""
    reader.press("c", "b", "f")
    reader.click("#tab-setup")
    reader.page.select_option("#new-m", str(m))
    reader.page.select_option("#new-n", str(n))
    reader.click("#new-board")
    if reader.run("bombe.store.screen.mode") == "play":
        reader.press("e")


def written(*moves: tuple[int, int, int], shape: str = "2x2") -> SudokuState:
    """Return an empty board with values written into it."""
    board = Board.empty(Shape.parse(shape))
    for move in moves:
        board = board.place(Move(*move))
    return SudokuState(board)


def test_values_are_typed_between_arrows_and_taken_back(setter: Reader) -> None:
    setter.click(cell(0, 0))
    setter.press("1", "ArrowRight", "2", "ArrowDown", "4", "End", "3", "ArrowUp", "Home", "4")
    moves = ((0, 0, 4), (0, 1, 2), (1, 1, 4), (1, 3, 3))
    assert setter.state() == written(*moves)
    assert setter.page.locator("#grid .clash-mark").count() == 2
    assert "so the board has no solution" in setter.says
    setter.press("ArrowRight", "ArrowDown", "Backspace", "ArrowRight", "1", "0")
    assert setter.state() == written((0, 0, 4), (0, 1, 2), (1, 3, 3))
    setter.press("ArrowRight", "Delete")
    assert setter.state() == written((0, 0, 4), (0, 1, 2))
    drawn = DrawnBoard.of(setter)
    assert drawn.cells(lambda cell: cell.value) == {(0, 0), (0, 1)}
    assert drawn[0, 1].label == "row 1, column 2; 2, given"


def test_numbers_of_two_digits_are_typed_on_large_boards(setter: Reader) -> None:
    begin(setter, 4, 4)
    setter.click(cell(0, 0))
    setter.press("1")
    assert setter.text("#grid .pending") == "1_"  # it may go on, and nothing is written yet
    assert setter.state() == written(shape="4x4")
    right = "ArrowRight"
    for key in ("6", right, "1", "Enter", right, "9", right, "1", "0", right, "1"):
        setter.page.keyboard.press(key)
    setter.page.click(cell(5, 5))  # ends the number before, where it was begun
    setter.page.keyboard.press("1")
    setter.page.wait_for_selector("#grid .pending")
    setter.page.wait_for_selector("#grid .pending", state="detached")  # by itself, after a while
    moves = ((0, 0, 16), (0, 1, 1), (0, 2, 9), (0, 3, 10), (0, 4, 1), (5, 5, 1))
    assert setter.state() == written(*moves, shape="4x4")
    for key in "17":
        setter.page.keyboard.press(key)
    assert setter.state().board.values[5 * 16 + 5] == 7  # there is no 17
    for key in ("1", "Escape"):
        setter.page.keyboard.press(key)
    setter.page.wait_for_timeout(1000)
    assert setter.state().board.values[5 * 16 + 5] == 7  # who leaves a cell enters nothing


def test_the_palette_enters_by_the_mouse(setter: Reader) -> None:
    begin(setter, 3, 4)
    setter.click("[data-enter='12']")
    assert "Choose a cell first" in setter.warning
    setter.click(cell(11, 11))
    setter.click("[data-enter='12']")
    assert setter.state() == written((11, 11, 12), shape="3x4")
    setter.click(cell(0, 11))
    assert setter.page.get_attribute("[data-enter='12']", "data-dim") is not None  # it would clash
    setter.click(cell(11, 11))
    setter.click("[data-enter='0']")
    assert setter.state() == written(shape="3x4")


def test_the_palette_enters_by_touch(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page("hard-2x2"), width=390, height=844, is_touch=True)
    assert not reader.page.is_visible("[data-enter='0']")  # nothing is cleared in play
    reader.page.tap(cell(0, 0))
    reader.settle()
    played = next(move for move in bombe.audit("hard-2x2").safe if move[:2] == (0, 0))
    for value in range(1, 5):
        legal = not bombe.read("hard-2x2").reasons((0, 0, value))
        assert reader.page.is_enabled(f"[data-enter='{value}']") == legal
    reader.page.tap(f"[data-enter='{played.value}']")
    reader.settle()
    assert reader.state() == bombe.read("hard-2x2").play(played)
    reader.page.tap("[data-command='mode-setup']")
    reader.page.tap(cell(3, 3))
    reader.page.tap("[data-enter='2']")
    reader.settle()
    assert reader.state().board.values[15] == 2


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 5), (3, 2), (5, 5)])
def test_boards_of_every_size_are_begun(setter: Reader, m: int, n: int) -> None:
    begin(setter, m, n)
    size = m * n
    assert setter.state() == written(shape=f"{m}x{n}")
    assert setter.page.locator("#grid [data-cell]").count() == size * size
    assert setter.page.locator("#grid line.strong").count() == m + n + 2
    assert setter.page.locator("[data-enter]:visible").count() == size + 1
    setter.click(cell(size - 1, size - 1))
    setter.press(*str(size))
    assert setter.state() == written((size - 1, size - 1, size), shape=f"{m}x{n}")


@pytest.mark.parametrize("rules", list(Rules))
def test_play_modes_are_those_of_python(reader: Reader, rules: Rules) -> None:
    reader.click("#tab-setup")
    reader.page.select_option("#rules", "border" if rules is Rules.CLASSIC else "classic")
    reader.page.select_option("#rules", str(rules))
    reader.settle()
    start = bombe.read("hard-2x2")
    found = reader.state()
    assert found.rules is rules
    if rules is Rules.RANDOM:  # drawn, and the same again
        assert found.allowed == start.under(rules, 1).allowed
    else:
        assert found == start.under(rules)
    open_cells = {move[:2] for move in found.moves()}
    reader.click("[data-command='mode-play']")
    for row, column in [(0, 0), (1, 1), (2, 3)]:
        reader.click(cell(row, column))
        values = reader.page.locator("[data-enter]:enabled:visible").count()
        assert bool(values) == ((row, column) in open_cells)


def test_taboo_moves_are_entered_and_taken_away(reader: Reader) -> None:
    reader.click("#tab-setup")
    reader.click("#taboo")
    assert reader.page.get_attribute("#taboo", "aria-pressed") == "true"
    reader.click(cell(0, 0))
    reader.press("1", "3")
    reader.click("[data-enter='4']")
    assert reader.state().taboo == {Move(0, 0, 1), Move(0, 0, 3), Move(0, 0, 4)}
    assert reader.page.get_attribute("[data-enter='4']", "aria-pressed") == "true"
    reader.press("3", "x")
    crossed = {(0, 0, 1), (0, 0, 4)}
    assert reader.state().taboo == {Move(*move) for move in crossed}
    drawn = DrawnBoard.of(reader)
    assert drawn.moves(lambda pencil: pencil.verdict == "taboo") == crossed
    assert {drawn[0, 0].pencils[value].strokes for value in (1, 4)} == {2}
    assert "taboo" in drawn[0, 0].label
    reader.press("4")  # a value again
    assert reader.state().board.values[0] == 4


def test_the_turn_and_the_points_are_set_up(reader: Reader) -> None:
    reader.click("#tab-setup")
    reader.page.select_option("#to-move", "2")
    reader.page.fill("#points-1", "7")
    reader.page.press("#points-1", "Enter")
    reader.page.fill("#points-2", "-3")
    reader.page.press("#points-2", "Tab")
    reader.settle()
    assert (reader.state().to_move, reader.state().scores) == (2, (7, 0))
    assert reader.text(".player-1 .points") == "7"
    assert reader.text(".player-2 .turn") == "to move"
    reader.press("e", "u")
    assert reader.state().to_move == 1
    reader.click("[data-command='clear-board']")
    assert reader.state() == written()


def read_by_python(text: str) -> list[SudokuState] | str:
    """Return the positions of a pasted text, or the problem for which Python refuses it.

    N lines of N symbols are one board where one is expected.
    """
    with contextlib.suppress(InputError):
        return [bombe.read(text)]
    try:
        return [entry.state for entry in read_text(text, "x")]
    except FormatError as error:
        return error.problem


def test_every_text_that_people_paste_is_read_or_refused(reader: Reader) -> None:
    left: list[str] = []
    for case in (case for group in TEXTS.values() for case in group if "options" not in case):
        before = reader.position()
        reader.paste(case["text"])
        expected = read_by_python(case["text"])
        if isinstance(expected, str):
            assert reader.position() == before, case["name"]
            assert "This cannot be opened" in reader.warning, case["name"]
        elif "bombe convert" in reader.warning:
            left.append(case["name"])
        else:
            assert reader.state() == expected[0], case["name"]
            assert reader.run("bombe.shelf.length") in {0, len(expected)}, case["name"]
    words = ("pencil marks", "quiz", "CodeCup", "OpenSudoku", "drawing")
    assert [name for name in left if not any(word in name for word in words)] == []


def test_boards_that_are_pasted_together_are_listed(reader: Reader) -> None:
    names = ("hard-2x2", "random-2x2", "easy-2x3")
    reader.paste("\n".join(map(board_text, names)))
    assert reader.page.locator("#panel-shelf [data-shelf]").count() == 3
    reader.click("[data-shelf='2']")
    assert reader.state() == bombe.read("easy-2x3")
    reader.page.fill("#shelf-search", "position 2")
    assert reader.page.locator("[data-shelf]").count() == 1
    reader.click("[data-shelf='1']")
    assert reader.state() == bombe.read("random-2x2")


def test_texts_are_pasted_into_fields_as_text(reader: Reader) -> None:
    reader.press("Control+o")
    reader.page.focus("#open-text")
    reader.paste(board_text("easy-3x3"))
    assert reader.state() == bombe.read("hard-2x2")  # a field keeps what is pasted into it
    reader.page.fill("#open-text", "12\nnonsense")
    reader.click("#open-go")
    assert reader.page.is_visible("#dialog")
    assert "This cannot be opened" in reader.warning
    reader.page.fill("#open-text", board_text("easy-3x3"))
    reader.click("#open-go")
    assert reader.state() == bombe.read("easy-3x3")
    assert not reader.page.is_visible("#dialog")
    assert not reader.warning


def test_files_are_dropped_and_chosen(reader: Reader, tmp_path: Path) -> None:
    reader.drop(write(bombe.read("easy-2x3"), "grid"), name="easy.txt")
    reader.page.wait_for_function("() => bombe.store.node.position.n === 3")
    assert reader.state() == bombe.read("easy-2x3")
    assert reader.run("document.body.dataset.dropping") is None
    path = tmp_path / "mine.sdk"
    path.write_text(board_text("hard-3x3"))
    reader.press("Control+o")
    with reader.page.expect_file_chooser() as chooser:
        reader.page.click("#open-file")
    chooser.value.set_files(path)
    reader.page.wait_for_function("() => bombe.store.node.position.m === 3")
    assert reader.state() == bombe.read("hard-3x3")
    assert not reader.page.is_visible("#dialog")
    reader.drop("no board at all", name="letter.txt")
    reader.page.wait_for_selector("#warning:not([hidden])")
    assert reader.state() == bombe.read("hard-3x3")


def test_a_file_of_sixteen_small_boards_is_not_one_large_board(reader: Reader) -> None:
    small = board_text("easy-2x2")
    lines = [small] * 16
    reader.drop("\n".join(lines), name="small.txt")
    reader.page.wait_for_function("() => bombe.store.node.position.m === 2")
    assert reader.state() == bombe.read("easy-2x2")
    reader.paste("\n".join(lines))
    assert reader.run("bombe.shelf.length") == 16
    lines[6] = small.replace(".", "5", 1)
    reader.drop("\n".join(lines), name="damaged.txt")
    reader.page.wait_for_selector("#warning:not([hidden])")
    assert "'5' is 5" in reader.warning
    assert "line 7" in reader.warning


def test_bundled_boards_are_chosen(reader: Reader) -> None:
    reader.click("#tab-setup")
    names = reader.page.locator("[data-board]").evaluate_all(
        "(all) => all.map((b) => b.dataset.board)"
    )
    assert names == [board.name for board in catalogue()]
    for name in ("random-4x4", "empty-5x5", "hard-3x4"):
        reader.page.click("#tab-setup")
        reader.page.click(f"[data-board='{name}']")
        assert reader.state() == bombe.read(name)
    reader.settle()
    assert name in reader.page.title()


def test_two_hundred_changes_are_undone_and_made_again(setter: Reader) -> None:
    rng = random.Random(19)
    setter.click(cell(1, 1))
    arrows = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
    setter.press_fast(
        *(key for turn in range(200) for key in (rng.choice(arrows), str(1 + turn % 4)))
    )
    changes = setter.run("bombe.store.past.length")
    assert changes > 150
    last = setter.position()
    middle = setter.run("bombe.store.past[100].nodes[0].position")
    setter.press_fast(*["Control+z"] * (changes - 100))
    assert setter.position() == middle
    setter.press_fast(*["Control+z"] * 99)
    setter.press("Control+z")
    assert setter.state() == written()
    assert setter.page.is_disabled("[data-command='undo']")
    setter.press_fast(*["Control+Shift+Z"] * (changes - 1))
    setter.press("Control+Shift+Z")
    assert setter.position() == last
    assert setter.page.is_disabled("[data-command='redo']")
    setter.click("[data-command='undo']")
    assert setter.position() != last


def plays(state: SudokuState, seed: int, count: int) -> list[Move]:
    """Return legal moves of a random game, bombs among them."""
    rng = random.Random(seed)
    moves: list[Move] = []
    while len(moves) < count and not state.is_over:
        moves.append(rng.choice(sorted(state.moves())))
        state = after(state, moves[-1])
    return moves


def after(state: SudokuState, move: Move) -> SudokuState:
    """Return the position after a move, refused if it is a bomb."""
    return state.reject(move) if move in bombe.audit(state).bombs else state.play(move)


@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_both_sides_are_played_by_hand(reader: Reader, rules: str) -> None:
    state = bombe.read("hard-2x2").under(rules)
    reader.again(write(state, "json"))
    for move in plays(state, 5, 8):
        reader.click(cell(move.row, move.column))
        reader.press(str(move.value))
        reader.run("bombe.playing")
        reader.settle()
        bomb = after(state, move) == state.reject(move)
        state = after(state, move)
        assert reader.state() == state
        assert ("is a bomb" in reader.warning) == bomb
        scores = [reader.text(f".player-{player} .points") for player in (1, 2)]
        assert scores == [str(points) for points in state.scores]
    assert sum(map(len, (state.history, state.taboo))) > 4
    reader.press("Control+Home")
    assert reader.run("bombe.store.node.children.length") == 1


def test_the_rules_refuse_moves_with_their_reason(reader: Reader) -> None:
    reader.click(cell(0, 0))
    reader.press("2")
    assert (
        "r1c1=2 cannot be played: 2 stands in its column already, at r"
        in reader.warning.replace("(0,0)", "r1c1")
    )
    assert reader.state() == bombe.read("hard-2x2")
    reader.press("7")
    assert "the values 1 to 4" in reader.warning


def test_the_address_holds_the_position(setter: Reader, open_page: Opener) -> None:
    setter.click(cell(0, 1))
    setter.press("3")
    setter.page.wait_for_function("() => location.hash.startsWith('#p=.3')")
    fragment = setter.run("location.hash")
    other = Reader.of(open_page, board_page("hard-3x3"), fragment=fragment)
    assert other.state() == setter.state() == written((0, 1, 3))
    assert other.run("bombe.store.screen.mode") == "play"
    other.run(f"location.hash = '#p={board_text('easy-2x2')}'")
    other.page.wait_for_function("() => bombe.store.past.length === 1")
    assert other.state() == bombe.read("easy-2x2")
    other.run("location.hash = '#p=123'")
    other.page.wait_for_selector("#warning:not([hidden])")
    assert "The link cannot be opened" in other.warning
    assert other.state() == bombe.read("easy-2x2")


TREE = "({ ...bombe.store.study, at: bombe.store.node.id })"


def test_the_address_holds_the_whole_tree(reader: Reader, open_page: Opener) -> None:
    for value in (3, 4, 1):
        reader.press("Control+Home")
        reader.click(cell(0, 0))
        reader.press(str(value))
        reader.run("bombe.playing")
    reader.click("#tab-game")
    reader.page.fill("#node-name", "the turn <i>")
    reader.page.fill("#node-note", '\u00dc \U0001f9e9 & "quotes"')
    reader.press("Tab")
    reader.page.wait_for_timeout(500)
    other = Reader.of(open_page, board_page("hard-3x3"), fragment=reader.run("location.hash"))
    found = other.run(TREE)
    assert len(found["nodes"]) >= 3
    assert found == reader.run(TREE)
    broken = Reader.of(open_page, board_page("hard-2x3"), fragment="#s=AAAA")
    assert "The link cannot be opened" in broken.warning
    assert broken.state() == bombe.read("hard-2x3")


def test_what_is_copied_can_be_pasted(reader: Reader, open_page: Opener) -> None:
    reader.press("Control+c")
    reader.page.get_by_text("The position is copied").wait_for()
    other = Reader.of(open_page, board_page(""))
    other.page.keyboard.press("Control+v")
    other.settle()
    assert other.state() == bombe.read("hard-2x2")
    other.page.click("#tab-setup")
    other.page.select_option("#to-move", "2")
    other.settle()
    other.press("Control+e")
    other.click("#copy-link")
    other.page.get_by_text("The link is copied").wait_for()
    other.press("Escape")
    reader.page.bring_to_front()
    reader.press("Control+v")
    reader.page.wait_for_function("() => bombe.store.node.position.to_move === 2")
    assert reader.state() == other.state()
    assert reader.state().to_move == 2
