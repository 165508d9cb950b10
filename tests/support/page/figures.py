"""Measure the page in Chromium, against its targets: `python tests/support/page/figures.py`.

Answers are compared with Python's before their time counts. Times are upper bounds wherever other
programs run, so the load of the machine stands below the table.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from board_pages import Reader, board_page
from browsing import FLAGS, NAMES, Seen
from dots_positions import random_dots
from endgame_positions import emptied

import bombe
from bombe.analysis.dots.exact import solve
from bombe.boards import Move, Shape, SudokuState
from bombe.boards.dots.state import Grid
from bombe.boards.dots.text import write as write_dots
from bombe.boards.sudoku.reading import write
from bombe.solvers import get

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

OPENINGS, CLICKS, ENDINGS, GRIDS = 15, 40, 15, 9
SESSION = 25
"""Seconds for which the long session lets the search of exact values fill its table."""
TOLD = """
new MutationObserver(() => {
    const says = document.getElementById("says");
    if (window.told !== undefined || !/\\d bombs?,/.test(says?.textContent ?? "")) return;
    window.told = null;
    requestAnimationFrame(() => { window.told = performance.now(); }); // it is painted by then
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""Notes when the board is drawn with its audit, in milliseconds from the start of navigation."""
PRELUDE = """
const { instantiate } = WebAssembly;
const { postMessage } = self;
self.kernel = { ms: 0, calls: 0 };
self.answers = { ms: 0, began: 0 };
self.addEventListener("message", () => { self.answers.began = performance.now(); });
self.postMessage = (...args) => {
    self.answers.ms += performance.now() - self.answers.began;
    postMessage.apply(self, args);
};
const timed = (run) => (...args) => {
    const begin = performance.now();
    try { return run(...args); } finally {
        self.kernel.ms += performance.now() - begin;
        self.kernel.calls += 1;
    }
};
WebAssembly.instantiate = async (...args) => {
    const { exports } = (await instantiate.apply(WebAssembly, args)).instance;
    const all = Object.entries(exports);
    const wrapped = all.map(([name, it]) => [name, typeof it === "function" ? timed(it) : it]);
    return { instance: { exports: Object.fromEntries(wrapped) } };
};
"""
"""Adds up, in the worker, the time from questions to answers, and what of it is the kernel's."""
WATCHED_WORKER = f"""
const address = URL.createObjectURL;
URL.createObjectURL = (blob) => address.call(URL, blob.type === "text/javascript"
    ? new Blob([{PRELUDE!r}, blob], {{ type: blob.type }}) : blob);
"""
CLICK = """async (moves) => {
    const { asking, store } = bombe;
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const times = [];
    for (const { cell, value } of moves) {
        store.show({ cell, value: null });
        await frame();
        const answered = new Promise((done) => {
            asking.keep = (key, answer) => {
                Object.getPrototypeOf(asking).keep.call(asking, key, answer);
                if (key.startsWith("audit") && answer.state === "final") done(performance.now());
            };
        });
        const begin = performance.now();
        document.querySelector(`[data-enter="${value}"]`).click();
        times.push((await answered) - begin);
        await frame();
    }
    delete asking.keep;
    return times;
}"""
"""Clicks values of the palette; returns the milliseconds from each click to the new audit."""
ASK = """async ([name, params]) => {
    const begin = performance.now();
    const answer = await bombe.ask(name, params);
    return { answer, ms: performance.now() - begin };
}"""


SPENT = "[self.answers.ms, self.kernel.ms]"


class Figure(NamedTuple):
    """What was measured, against what is to be reached."""

    what: str
    value: float
    unit: str
    target: float | None = None
    note: str = ""

    def __str__(self) -> str:
        """Write a row of the table."""
        target = "" if self.target is None else f"< {self.target:g} {self.unit}"
        is_met = "" if self.target is None else "yes" if self.value < self.target else "NO"
        value = f"{self.value:.3g}" if self.value < 100 else f"{self.value:.0f}"
        return f"| {self.what} | {value} {self.unit} | {target} | {is_met} | {self.note} |"


@contextlib.contextmanager
def opened(browser: Browser, html: str, script: str = "") -> Iterator[Reader]:
    """Open a page from a file, in a window of its own, with a script before all others."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_init_script(script)
        seen = Seen(context.new_page())
        seen.watch()
        seen.page.goto(path.as_uri())
        yield Reader(seen)
        seen.check()
        context.close()


def spread(times: list[float]) -> str:
    """Return the range of some times."""
    return f"{min(times):.3g} to {max(times):.3g} in {len(times)}"


def opening(browser: Browser) -> Iterator[Figure]:
    """Measure how long a page takes from navigation to the drawn board with its audit."""
    told, drawn = [], []
    for _ in range(OPENINGS):
        with opened(browser, board_page("hard-3x3"), TOLD) as reader:
            assert reader.says.startswith("161 bombs, 57 safe moves")
            told.append(reader.run("window.told"))
            drawn.append(reader.run("performance.getEntriesByName('bombe-drawn')[0].startTime"))
    median = statistics.median(told)
    yield Figure("page opens and draws, with audit", median, "ms", 150, f"goal 100; {spread(told)}")
    yield Figure("of it, until the board is drawn", statistics.median(drawn), "ms", None)


def line_of_play(name: str) -> list[Move]:
    """Return safe moves of a game on a board, one after the other."""
    rng = random.Random(name)
    state = bombe.read(name)
    moves: list[Move] = []
    while len(moves) < CLICKS and (safe := bombe.audit(state).safe):
        moves.append(rng.choice(safe))
        state = state.play(moves[-1])
    return moves


def clicks(browser: Browser, name: str, target: float, goal: str) -> Iterator[Figure]:
    """Measure the audits after clicks that play a game."""
    moves = line_of_play(name)
    with opened(browser, board_page(name), WATCHED_WORKER) as reader:
        size = reader.run("bombe.store.node.position.cells.length")
        told = [{"cell": move.row * size + move.column, "value": move.value} for move in moves]
        (worker,) = reader.page.workers
        before = worker.evaluate(SPENT)
        times = reader.page.evaluate(CLICK, told)
        spent = [(b - a) / len(moves) for a, b in zip(before, worker.evaluate(SPENT), strict=True)]
        alone = []
        state = bombe.read(name)
        for move in moves:
            state = state.play(move)
            asked = {"position": json.loads(write(state, "json")), "limit": 3}
            found = reader.page.evaluate(ASK, ["audit", asked])
            assert found["answer"]["bombs"] == [list(bomb) for bomb in bombe.audit(state).bombs]
            alone.append(found["ms"])
        assert reader.state().board == state.board
    what = f"audit of a click, {size}x{size}"
    yield Figure(what, statistics.median(times), "ms", target, f"{goal}{spread(times)} clicks")
    yield Figure("of it, in the worker", spent[0], "ms", None, "mean")
    yield Figure("of it, in the kernel", spent[1], "ms", None, "mean")
    yield Figure("asked without drawing", statistics.median(alone), "ms", None, spread(alone))


def endings(browser: Browser) -> Iterator[Figure]:
    """Measure exact values of all moves with 20 empty cells at 9x9."""
    proper: list[float] = []
    seed = 0
    with opened(browser, board_page("hard-2x2")) as reader:
        while len(proper) < ENDINGS:
            state = SudokuState(emptied(random.Random(seed), Shape(3, 3), 20))
            seed += 1
            if get("auto").count(state.board, 2).value > 1:
                continue
            position = json.loads(write(state, "json"))
            found = reader.page.evaluate(ASK, ["values", {"position": position}])
            assert found["answer"]["margin"] == bombe.endgame(state).low
            proper.append(found["ms"])
    note = f"one solution; {spread(proper)} boards"
    yield Figure("exact ending, 20 empties", statistics.median(proper), "ms", 100, note)


def dots(browser: Browser) -> Iterator[Figure]:
    """Measure exact values of all lines where 22 are left."""
    times = []
    grids = (Grid(3, 3), Grid(4, 4), Grid(5, 5))
    with opened(browser, board_page("2x2: h 0 0")) as reader:
        for seed in range(GRIDS):
            state = random_dots(grids[seed % 3], seed, left=22, extra_turn=bool(seed % 2))
            position = json.loads(write_dots(state, "json"))  # and never shown: it would be asked
            found = reader.page.evaluate(ASK, ["dots_values", {"position": position}])
            values = {str(value.move): value.low for value in solve(state).moves}
            assert {each["move"]: each["value"] for each in found["answer"]["moves"]} == values
            times.append(found["ms"])
    note = f"the slowest of 3x3, 4x4 and 5x5 boxes; {spread(times)} grids"
    yield Figure("22 lines of Dots", max(times), "ms", 1000, note)


def proportional_set(pid: int) -> float:
    """Return the memory of a process in MB, shared pages by their part."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:"))


def memory(browser: Browser) -> Iterator[Figure]:
    """Measure the memory of a page in a session that asks for all that takes memory."""
    session = browser.new_browser_cdp_session()

    def now() -> float:
        running = session.send("SystemInfo.getProcessInfo")["processInfo"]
        pids = [each["id"] for each in running if each["type"] == "renderer"]
        return max(map(proportional_set, pids))

    with opened(browser, board_page("hard-3x3")) as reader:
        first = peak = now()
        for name in ("empty-5x5", "hard-4x4", "random-3x3", "hard-3x3"):
            reader.run(f"bombe.open(bombe.document.bundled.find((b) => b.name === '{name}').text)")
            reader.page.keyboard.press("t")
            reader.page.keyboard.press("r")
            reader.page.keyboard.press("v")
            end = time.monotonic() + SESSION / 2
            while time.monotonic() < end:
                peak = max(peak, now())
                reader.page.wait_for_timeout(250)
            reader.page.keyboard.press("v")
        note = f"{first:.0f} MB at first; four boards with all layers"
        yield Figure("memory of the page at most", peak, "MB", 600, note)


def size(browser: Browser) -> Iterator[Figure]:
    """Measure the file of a page."""
    assert browser.is_connected()
    length = len(board_page("hard-3x3").encode())
    yield Figure("file", length / 1000, "kB", 400)


def show(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)  # noqa: T201 - the table that was asked for


def main() -> None:
    """Print the table."""
    program = next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=program, args=FLAGS)
        show("| what | measured | target | reached | note |\n|---|---|---|---|---|")
        for figures in (
            size(browser),
            opening(browser),
            clicks(browser, "hard-3x3", 1, "goal 0.2; "),
            clicks(browser, "hard-4x4", 5, ""),
            endings(browser),
            dots(browser),
            memory(browser),
        ):
            for figure in figures:
                show(str(figure))
        load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
        show(f"\nChromium {browser.version}, {os.cpu_count()} cores, load {load}")
        browser.close()


if __name__ == "__main__":
    main()
