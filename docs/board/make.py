"""Make the pictures of the analysis board: `python docs/board/make.py [NAME...]`, into docs/images.

Chromium opens the page as a reader has it, from a file, and every picture is reached by keys and
clicks. Each is made at three widths, light and dark, with a palette of few colours, so that it
takes some 50 kB. An error on the console of the page stops it.
"""  # noqa: INP001 - a script, no package

from __future__ import annotations

import io
import random
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

import bombe
from bombe.boards import Rules
from bombe.pages import contents
from bombe.pages.document import page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from bombe.boards.sudoku.state import SudokuState
    from bombe.pages.contents import Contents

    Step = Callable[[Page], None]

TARGET = Path(__file__).parents[1] / "images" / "board"
SIZES = {390: 1700, 820: 1800, 1360: 900}
"""The widths of the window, and how much of the page is shown at most."""
COMMON, RARE = 24, 40
"""The colours of a picture: those of its grounds, and those that are near all others."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PATIENCE = 60_000
"""Milliseconds for the longest answer, the judgement of a game."""
SETTLED = """() => window.bombe && bombe.asking.running.size === 0 && bombe.frame === 0
  && bombe.store.pending === null"""
DOTS = (
    "4x4: h 0 0; h 0 1; h 0 2; h 2 0; h 2 2; h 2 3; h 4 0; h 4 1; h 4 2; h 4 3;"
    " v 0 1; v 0 3; v 0 4; v 1 0; v 1 2; v 1 4; v 2 1; v 2 3; v 3 0; v 3 2; v 3 4"
)
"""One line keeps control with the most boxes, another one keeps it for less."""


class View(NamedTuple):
    """What a picture shows: with what the page starts, and what its reader does then."""

    contents: Callable[[], Contents]
    steps: tuple[Step, ...] = ()


def press(*keys: str) -> Step:
    """Return the step of pressing keys, one after the other."""

    def step(shown: Page) -> None:
        for key in keys:
            shown.keyboard.press(key)
            settle(shown)

    return step


def click(*selectors: str) -> Step:
    """Return the step of clicking elements, one after the other."""

    def step(shown: Page) -> None:
        for selector in selectors:
            shown.click(selector)
            settle(shown)

    return step


def wait_for(selector: str) -> Step:
    """Return the step of waiting until an element is seen."""
    return lambda shown: shown.locator(selector).first.wait_for()


def settle(shown: Page) -> None:
    """Wait until nothing is being found out and all is drawn."""
    shown.wait_for_function(SETTLED)


def bundled(name: str) -> Callable[[], Contents]:
    """Return how a page with a bundled board begins."""
    return lambda: contents.of_position(bombe.read(name), name)


def later(state: SudokuState, empties: int) -> SudokuState:
    """Return a position of a game of random safe moves, with so many empty cells."""
    chance = random.Random(0)
    while state.board.values.count(0) > empties:
        state = state.play(chance.choice(bombe.audit(state).safe))
    return state


def ending() -> Contents:
    """Return a position that is solved exactly in no time."""
    return contents.of_position(later(bombe.read("hard-2x3"), 13), "an ending of hard-2x3")


def territory() -> Contents:
    """Return a position in a newer play mode."""
    start = bombe.read("random-3x3").under(Rules.ROWS)
    return contents.of_position(later(start, 22), "random-3x3 in rows")


def game() -> Contents:
    """Return a game with few mistakes: the tempo is thrown, and later some points."""
    players, budget = ("champion", "minimax-skip"), bombe.Budget(nodes=30)
    match = bombe.match(*players, games=2, start="random-3x3", budget=budget, seed=1)
    return contents.of_game(match.records[1])


def against_the_champion() -> Contents:
    """Return a position in the midst of a game."""
    return contents.of_position(later(bombe.read("hard-3x3"), 20), "against the champion")


VIEWS = {
    "audit": View(bundled("hard-3x3")),
    "why": View(
        bundled("hard-3x3"),
        (
            click('[data-cell="4,4"]', '[data-candidate="8"]'),
            press("w"),
            wait_for("#panel-why >> text=Framed:"),
            press("]", "]", "]", "]"),
        ),
    ),
    "tempo": View(bundled("hard-2x3"), (press("t"),)),
    "values": View(ending, (press("v"), click('[data-tab="analyse"]'))),
    "shares": View(bundled("random-3x3"), (press("s"),)),
    "ratings": View(bundled("hard-3x3"), (press("r"),)),
    "reach": View(territory, (press("c", "f", "a"),)),
    "game": View(game, (press("n", "n"),)),
    "exercise": View(game, (click("#learn"),)),
    "play": View(
        against_the_champion,
        (
            click('[data-tab="play"]', "#play-switch"),
            wait_for("#play-words >> text=your turn"),
            press("h"),
            wait_for("#hint-more"),
            press("h"),
            wait_for("#hint-play"),
        ),
    ),
    "setup": View(
        bundled("hard-4x4"),
        (press("e", "b", "f"), click('[data-tab="setup"]', '[data-cell="5,5"]')),
    ),
    "dots": View(lambda: contents.of_position(bombe.dots.read(DOTS), "chains and loops")),
}


def main(names: list[str]) -> None:
    """Make the pictures with these names, by default all."""
    if strange := set(names) - set(VIEWS):
        sys.exit(f"no pictures are called {', '.join(strange)}: choose of {', '.join(VIEWS)}")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit("Chromium is missing: apt-get install chromium")
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as player, tempfile.TemporaryDirectory() as folder:
        browser = player.chromium.launch(executable_path=program, args=FLAGS)
        for name in names or VIEWS:
            path = Path(folder) / f"{name}.html"
            begins = {**VIEWS[name].contents(), "show": {"notation": "r1c1"}}
            path.write_text(page(begins), encoding="utf-8")
            for file, picture in pictures(browser, path.as_uri(), name):
                file.write_bytes(picture)
                sys.stdout.write(f"{file.name}: {len(picture) / 1000:.0f} kB\n")


def pictures(browser: Browser, address: str, name: str) -> Iterator[tuple[Path, bytes]]:
    """Yield the pictures of a view, each with its file."""
    for width, most in SIZES.items():
        for theme in ("", "-dark"):
            context = browser.new_context(
                viewport={"width": width, "height": 900},
                color_scheme="dark" if theme else "light",
                reduced_motion="reduce",
            )
            context.set_default_timeout(PATIENCE)
            shown = context.new_page()
            shown.on("pageerror", lambda error: sys.exit(f"{name}: {error}"))
            shown.goto(address)
            settle(shown)
            for step in VIEWS[name].steps:
                step(shown)
            yield TARGET / f"{name}-{width}{theme}.png", picture_of(shown, width, most)
            context.close()


def picture_of(shown: Page, width: int, most: int) -> bytes:
    """Return what is seen of a page, from its top, with few colours."""
    shown.mouse.move(0, 0)
    shown.evaluate("() => scrollTo(0, 0)")
    settle(shown)
    whole = Image.open(io.BytesIO(shown.screenshot(full_page=True)))
    seen = whole.convert("RGB").crop((0, 0, width, min(most, whole.height)))
    few = seen.quantize(palette=palette_of(seen), dither=Image.Dither.NONE)
    packed = io.BytesIO()
    few.save(packed, "PNG", optimize=True)
    return packed.getvalue()


def palette_of(picture: Image.Image) -> Image.Image:
    """Return a palette in which grounds keep their colours, and thin strokes nearly."""
    parts = picture.tobytes()
    counted = Counter(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
    common = [part for colour, _ in counted.most_common(COMMON) for part in colour]
    rare = picture.quantize(RARE, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*common, *rare[: 3 * RARE]])
    return palette


if __name__ == "__main__":
    main(sys.argv[1:])
