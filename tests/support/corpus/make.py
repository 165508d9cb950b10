"""Draw the questions of the corpus and answer them: `python tests/support/corpus/make.py [NAME]`.

Python answers, and the page has to agree; questions that only the page answers (its players, its
reviews of games) get the page's answer. Look at the difference before you commit it: each changed
line is a changed answer.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from dots_positions import joint_dots, quiet_dots, random_dots
from endgame_positions import emptied
from games import random_game, sudoku
from mutated_texts import mutated
from page_boards import is_text
from page_positions import LARGE, in_play, positions
from paths import DATA
from random_boards import random_board
from random_states import SHAPES, random_state

import bombe
from bombe.analysis.generate.kinds import generate
from bombe.boards import Move, Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.dots.text import FORMS, write_dots
from bombe.boards.errors import UnsupportedError
from bombe.boards.sudoku import bundled, formats
from bombe.boards.sudoku.reading import write
from corpus.by_page import by_page
from corpus.by_python import by_python, plain
from corpus.documents import names, save, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from corpus.documents import Document

UNSHARED = {"solver", "nodes", "seconds"}
"""The fields of Python that are not the same twice."""
GRIDS = [Grid(rows, columns) for rows in range(1, 6) for columns in range(rows, 6)]
LOGS = [*DATA.glob("release_0_2/logs/*"), *DATA.glob("corpora/documents/*.jsonl")]


def answered(question: Document, by_the_page: Any) -> Document:
    """Add the golden answer: Python's, of the fields that the page has, too."""
    if question["ask" if "ask" in question else "do"] in PAGE_ONLY:
        return {**question, "answer": by_the_page}
    golden = by_python(question)
    if "do" in question:
        is_same = by_the_page == golden
        return {**question, "answer": golden, **({} if is_same else {"page": by_the_page})}
    if "ask" in question:
        golden = {key: golden[key] for key in golden if key in by_the_page and key not in UNSHARED}
    if shared(by_the_page, golden) != golden:
        sys.stderr.write(f"the page differs: {question}\n{by_the_page}\n{golden}\n")
    return {**question, "answer": golden}


def ask(name: str, **params: Any) -> Document:
    """Make a question for the engines."""
    states = (SudokuState, DotsState, bombe.Board)
    given = {
        key: plain(value) if isinstance(value, states) else value for key, value in params.items()
    }
    return {"ask": name, "params": given}


def small(seed: int, count: int) -> Iterator[SudokuState]:
    """Yield random positions of all kinds but the largest, whose answers are long."""
    return (state for state in positions(seed, count) if state.board.shape != LARGE)


def audits() -> Iterator[Document]:
    yield from (ask("audit", position=state) for state in small(0, 60))
    yield from (ask("audit", position=state, limit=7) for state in small(2, 20))
    yield from (ask("audit", position=bombe.read(name)) for name in ("hard-2x3", "hard-3x3"))
    yield from (ask("solution", position=random_board(seed)) for seed in range(30))
    yield from (ask("shares", position=state, limit=200) for state in small(5, 30))


def ratings() -> Iterator[Document]:
    kinds = [("irreducible", "3x3", 8), ("unsolvable", "2x3", 3), ("easy", "3x4", 3)]
    boards = (SudokuState(generate(Shape.of(shape), kind, seed)) for kind, shape, seed in kinds)
    yield from (ask("ratings", position=state, seconds=60) for state in (*small(6, 30), *boards))


def tempo() -> Iterator[Document]:
    yield from (ask("tempo", position=state) for state in small(3, 60))


def reach() -> Iterator[Document]:
    yield from (ask("reach", position=state) for state in small(4, 50))


def values() -> Iterator[Document]:
    rng = random.Random(7)
    for _ in range(60):
        shape = rng.choice([shape for shape in SHAPES if 4 <= shape.size <= 12])
        board = emptied(rng, shape, rng.randint(0, 12))
        yield ask("values", position=in_play(rng, board, rng.choice(list(Rules))))


def game_position(seed: int) -> SudokuState:
    """Draw a position on a random board, in any play mode, with taboo moves."""
    rng = random.Random(seed)
    state = SudokuState.start(random_board(seed), list(Rules)[seed % len(Rules)], seed=seed)
    for _ in range(3):
        if not state.is_over and (moves := state.moves()):
            state = state.reject(rng.choice(moves))
    return state


def why() -> Iterator[Document]:
    for seed in range(40):
        state, rng = game_position(seed), random.Random(seed)
        candidates, cells = state.board.candidates(), state.board.empty_cells()
        for move in rng.sample(candidates, min(3, len(candidates))):
            yield ask("why", position=state, move=[*move], seconds=60)
        for cell in rng.sample(cells, min(1, len(cells))):
            where = [*state.board.shape.coordinates(cell)]
            yield ask("why", position=state, cell=where, seconds=60)
        yield ask("why", position=state, seconds=60)
    for name in ("hard-2x2", "hard-2x3", "easy-3x3", "hard-3x3"):
        state, rng = bombe.read(name), random.Random(name)
        for move in rng.sample(state.board.candidates(), 5):
            yield ask("why", position=state, move=[*move], seconds=60)
    for state, asked in remarkable():
        yield ask("why", position=state, **({"move": [*asked]} if asked else {}), seconds=60)


def remarkable() -> Iterator[tuple[SudokuState, Move | None]]:
    """Yield what explanations remark on: a game that went wrong, taboo moves, cells of others."""
    easy, hard = bombe.read("easy-2x2"), bombe.read("hard-2x3")
    yield easy.play(bombe.audit(easy).bombs[0]), None
    bombs = bombe.audit(hard).bombs
    yield hard.reject(bombs[0]), bombs[0]
    yield hard.under("rows"), next(move for move in bombs if move.row == 3)
    for mode in Rules:
        state = replace(hard.under(mode, 1), scores=(1, 0))
        yield state, bombe.audit(state).bombs[-1]


def hints() -> Iterator[Document]:
    for seed, level in product(range(40), (1, 2, 3)):
        yield ask("hint", position=random_board(seed), level=level)


def control() -> Iterator[Document]:
    for grid in GRIDS:
        found = [random_dots(grid, seed) for seed in range(4)]
        found += [quiet_dots(grid, seed) for seed in range(2)]
        late = [min(grid.edges, 14 + seed) for seed in range(2)]
        found += [random_dots(grid, 9, left=left, extra_turn=False) for left in late]
        yield from (ask("dots_control", position=state) for state in found)
    for rows, columns in ((1, 5), (2, 3), (3, 3), (3, 4)):
        for seed in range(6):
            yield ask("dots_control", position=joint_dots(Grid(rows, columns), seed))


def dots_values() -> Iterator[Document]:
    rng = random.Random(1)
    for grid, extra_turn, left in product(GRIDS, (True, False), (0, 7, 13, 18)):
        state = random_dots(
            grid, rng.getrandbits(32), left=min(left, grid.edges), extra_turn=extra_turn
        )
        yield ask("dots_values", position=state)


def dots_page() -> Iterator[Document]:
    """Ask what only the page answers, where its answer is the same each time."""
    for seed in range(12):
        state = random_dots(Grid(3, 3), seed, left=9 + seed % 6, extra_turn=bool(seed % 3))
        yield ask("dots_engines", position=state)
        yield from (ask("dots_hint", position=state, level=level) for level in (1, 2))
        yield ask("dots_choose", position=state, engine="greedy", seed=seed)
        yield ask("dots_judge", start=state, moves=[*map(list, played(state, seed))], seconds=60)


def played(state: DotsState, seed: int) -> list[Any]:
    """Play random lines that take boxes where they can, to the end."""
    rng, before = random.Random(seed), len(state.history)
    while not state.is_over:
        takes = [line for line in state.moves() if state.completes(line)]
        state = state.play(rng.choice(takes or state.moves()))
    return list(state.history[before:])


def sudoku_page() -> Iterator[Document]:
    """Ask what only the page answers, where its answer is the same each time."""
    names = ("easy-2x2", "random-2x2", "hard-2x3", "hard-2x2", "empty-2x2", "easy-2x3")
    for seed, (name, rules) in enumerate(zip(names, [*Rules, *Rules], strict=False)):
        start = SudokuState.start(bombe.read(name).board, rules, seed)
        record = random_game(start, seed)
        yield ask("judge", start=start, moves=[[*ply.move] for ply in record.plies], nodes=10**6)
        for state in [sudoku(each) for each in record.states()][4:-1:4]:
            yield ask("engines", position=state)
            yield from (ask("move_hint", position=state, level=level) for level in (1, 2))
            yield ask("choose", position=state, engine="greedy", seed=seed)


def rules() -> Iterator[Document]:
    for shape, mode in product([shape for shape in SHAPES if shape.size <= 9], Rules):
        rng = random.Random(f"{shape} {mode}")
        state = random_state(rng, shape, mode, rng.randrange(3))
        yield game("sudoku", state, rng, 12 if shape.size < 7 else 3)
    for size, extra_turn in product(("1x1", "1x4", "3x1", "2x3", "3x3"), (True, False)):
        rng = random.Random(f"{size} {extra_turn}")
        yield game("dots", DotsState.start(Grid.parse(size), extra_turn=extra_turn), rng, 99)


def game(name: str, start: Any, rng: random.Random, turns: int) -> Document:
    """Play random legal moves, and ask about legal and illegal ones before each."""
    state = start
    plies: list[Any] = []
    probes: list[Any] = []
    for _ in range(turns + 1):
        moves = state.moves()
        probes.append([*strange(name, rng, state), *state.history[-1:], *moves[:1]])
        if not moves or state.is_over or len(plies) == turns:
            break
        move, is_bomb = rng.choice(moves), name == "sudoku" and rng.random() < 0.3
        plies.append({"move": move, "bomb": is_bomb})
        state = state.game.after(state, move, is_bomb=is_bomb)
    plain_start = plain(start)
    return {"do": "replay", "game": name, "start": plain_start, "plies": plies, "probes": probes}


def strange(name: str, rng: random.Random, state: Any) -> list[Any]:
    """Draw moves that need not be on the board."""
    if name == "dots":
        grid = state.grid
        rows, columns = rng.randint(-1, grid.rows + 1), rng.randint(-1, grid.columns + 1)
        return [("h", rows, columns), ("v", rows, columns)]
    size = state.board.shape.size
    drawn = [tuple(rng.randint(-1, size + 1) for _ in range(3)) for _ in range(2)]
    return [*drawn, *sorted(state.taboo)[:2]]


def written(rng: random.Random) -> list[tuple[str, str, Any]]:
    """Write random positions of both games in every format."""
    found: list[tuple[str, str, Any]] = []
    for shape, mode in product([shape for shape in SHAPES if shape.size <= 12], Rules):
        state = random_state(rng, shape, mode, rng.randrange(8))
        found += [("sudoku", known.name, state) for known in formats.FORMATS]
    for grid, form in product(GRIDS[:8], FORMS):
        found.append(("dots", form, random_dots(grid, rng.randrange(99))))
    return found


def text_of(name: str, state: Any, format_: str) -> str | None:
    """Write a position; None if the format cannot hold it."""
    try:
        return write(state, format_) if name == "sudoku" else write_dots(state, format_)
    except UnsupportedError:
        return None


PASTED = json.loads((DATA / "pasted_texts.json").read_text("utf-8"))
NOTEBOOKS = (
    "{'n': 2, 'm': 3, 'score1': 1, 'score-1': 0, # a comment\n ('h', 1, 1): True,}",
    "{'n': 2, 'm': 2, ('h', 1, 1): 1, ('h', 2, 1): 1, ('v', 1, 1): 1, ('v', 1, 2): 1}",
    "{'n': 2, 'm': 2, 'score1': 1, ('h', 1, 1): 1, ('h', 2, 1): 1, ('v', 1, 1): 1, ('v', 1, 2): 1}",
    "{'n': 2, 'm': 2, ('h', 1, 1): 1, ('h', 2, 1): 1, ('v', 1, 1): 1, ('v', 1, 2): 1, (1, 1): -1}",
    "{'n': 2, 'm': 3, ('h', 9, 1): True}",
    "{'n': 2, 'm': 3, ('h', 1, 1): 7}",
    "{'n': 2, 'm': 3, (1, 1): 1}",
    "{'n': 2, 'm': 3, (9, 1): 1}",
    "{'n': 2, 'm': 3, 'score1': 4}",
    "{'n': 1, 'm': 3}",
    "{'m': 3}",
    "{'n': 2, 'm': 3, 'x': 3}",
)
ROWS_2X2 = "rows = 2\ncolumns = 2\nboard =\n 1+ 2- 3+ 4-\n . . . .\n . . . .\n . . . .\n"
TURN_PASSES = "allowed-squares1 =\nallowed-squares2 = (3,3)\ncurrent-player = 1\n"
SAID = (
    "." * 99 + "J",  # letters, since numbers have no J on a board of 10 values
    "." * 99 + "A",  # either
    "." * 99 + "9",
    "." * 254 + "0f",  # hex
    "." * 254 + "0G",
    "0123456789abcdef" * 16,
    f"{ROWS_2X2}current-player = 1\n",
    f"{ROWS_2X2}occupied-squares1 = (0,0)\noccupied-squares2 =\n{TURN_PASSES}",
    ROWS_2X2.replace("+", "").replace("-", "") + TURN_PASSES,
    f"{ROWS_2X2}initial-board = . . . . . . . . . . . . . . . 4\n",
    "1...\n🂡🂡 x\n",  # columns are counted in characters
    '{"m": 1, "n": 1, "cells": [[0]], "🂡": 1, "x": 2}',
    '{"m": 1, "n": 1, "cells": [[0]], "rules": "🂡"}',
)
"""What alphabets, owners and turns mean."""


def read(text: str, **options: Any) -> Document:
    many = {} if options.get("kind") == "games" else {"many": options.get("kind") != "dots"}
    return {"do": "read", "text": text, "options": {"kind": "sudoku", **many, **options}}


def writing() -> Iterator[Document]:
    for name, form, state in written(random.Random("writing")):
        if form not in ("json", "notebook") and text_of(name, state, form) is not None:
            yield {"do": "write", "game": name, "position": plain(state), "format": form}


def reading() -> Iterator[Document]:
    for name, form, state in written(random.Random("reading")):
        text = text_of(name, state, form)
        if text is not None and len(text) < 1500:
            yield read(text, kind=name)
    for case in (*PASTED["read"], *PASTED["refused"]):
        if len(case["text"]) < 4000:
            yield read(case["text"], **case.get("options", {}))
    yield from (read(text, kind="dots") for text in NOTEBOOKS)
    yield from (read(text) for text in SAID)
    for path in sorted((DATA / "corpora" / "texts").iterdir()):
        kind = "dots" if path.name.startswith("dots") else "sudoku"
        yield read(path.read_text("utf-8"), kind=kind)
    yield from (read(bundled.text_of(name)) for name in bundled.names()[:20])


def refusing() -> Iterator[Document]:
    rng = random.Random("refusing")
    valid = [
        (name, form, text)
        for name, form, state in written(rng)
        if form != "notebook" and (text := text_of(name, state, form)) and len(text) < 600
    ]
    for _ in range(400):
        name, form, text = rng.choice(valid)
        damaged = mutated(rng, text, rng.choice(valid)[2])
        named = {"format": form} if name == "sudoku" and rng.random() < 0.4 else {}
        if is_text(damaged) and len(damaged) < 1000:
            yield read(damaged, kind=name, **named)


def geometry() -> Iterator[Document]:
    """Ask for draws, shapes, grids, and how moves are read."""
    rng = random.Random("draws")
    for seed in (0, 1, -7, 2**31, 2**32, 2**53 - 1, 10**30, rng.randrange(10**9)):
        limits = [rng.choice((1, 2, 5, 81, 2**31, 2**32 - 1)) for _ in range(8)]
        yield {
            "do": "draws",
            "seed": str(seed),
            "limits": limits,
            "items": [*range(40)],
            "count": 9,
        }
    for shape, before, after in product(SHAPES[3:8], Rules, Rules):
        state = random_state(rng, shape, before, 6)
        yield {
            "do": "under",
            "game": "sudoku",
            "position": plain(state),
            "rules": after,
            "seed": rng.choice((0, -7, 2**31, rng.randrange(2**53))),
        }
    for m, n in ((1, 1), (2, 3), (3, 2), (1, 5), (4, 4)):
        yield {"do": "shape", "m": m, "n": n}
    for grid in map(Grid.parse, ("1x1", "1x4", "3x1", "2x3", "4x5")):
        yield {"do": "grid", "rows": grid.rows, "columns": grid.columns}
    moves = ("(0,3) -> 5", "0,3,5", "(0,3),5", " r1c4 = 5 ", "R12C3=1", "0 3 5", "r1c4", "", "->")
    yield from ({"do": "readMove", "text": text} for text in moves)
    cells = ("(2,3)", "2,3", "r3c4", " R10c1", "r3", "2,3,4", "(2,3", "")
    yield from ({"do": "readCell", "text": text} for text in cells)
    for move, name in product(((0, 3, 5), (11, 9, 12)), ("framework", "r1c1")):
        yield {"do": "moveText", "move": move, "notation": name}


def logs() -> Iterator[Document]:
    for path in sorted(LOGS):
        text = path.read_text("utf-8")
        if '"bombe.game/1"' in text.partition("\n")[0]:
            yield from (read(line, kind="games") for line in text.splitlines(keepends=True)[:6])


FILES: dict[str, Callable[[], Iterator[Document]]] = {
    "audits": audits,
    "control": control,
    "dots-page": dots_page,
    "dots-values": dots_values,
    "geometry": geometry,
    "hints": hints,
    "logs": logs,
    "ratings": ratings,
    "reach": reach,
    "reading": reading,
    "refusing": refusing,
    "rules": rules,
    "sudoku-page": sudoku_page,
    "tempo": tempo,
    "values": values,
    "why": why,
    "writing": writing,
}
PAGE_ONLY = {"choose", "engines", "judge", "move_hint"}
PAGE_ONLY |= {"dots_choose", "dots_engines", "dots_judge", "dots_hint"}


def main(chosen: list[str]) -> None:
    """Write the chosen files, or all."""
    for name in chosen or FILES:
        asked = list(FILES[name]())
        pairs = zip(asked, by_page(asked), strict=True)
        save(name, (answered(question, found) for question, found in pairs))
        sys.stdout.write(f"{name}: {len(asked)} documents\n")
    assert set(names()) <= set(FILES), "there are files of no question"


if __name__ == "__main__":
    main(sys.argv[1:])
