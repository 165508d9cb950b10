"""The rules of both games in the page are those of Python: whole games, ply by ply."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from page_boards import as_json, found_by_page, page_boards
from random_boards import rng_of
from random_states import SHAPES

from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import write_dots
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.board import cell_of
from bombe.boards.sudoku.notation import for_people, notation
from bombe.boards.sudoku.reading import write

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

MODES = [*Rules]
GRIDS = ("1x1", "1x4", "3x1", "2x3", "3x3", "4x5")


def plain(state: SudokuState | DotsState) -> Any:
    text = write(state) if isinstance(state, SudokuState) else write_dots(state)
    return json.loads(text)


# Sudoku


def start_of(rng: random.Random, shape: Shape, rules: Rules) -> SudokuState:
    """Return a start with random values, which may clash, and in some modes with few open cells."""
    filled = rng.choice((0.0, 0.2, 0.6))
    values = (
        rng.randint(1, shape.size) if rng.random() < filled else 0 for _ in range(shape.cells)
    )
    return SudokuState.start(Board(shape, bytes(values)), rules, seed=rng.randrange(10**9))


def probes_of(rng: random.Random, state: SudokuState) -> list[Move]:
    """Return moves of every kind: legal, taboo, on filled cells, off the board."""
    size = state.board.shape.size
    moves = [Move(*(rng.randint(-1, size + 1) for _ in range(3))) for _ in range(4)]
    return [*moves, *sorted(state.taboo)[:2], *state.moves()[:1], *state.history[-1:]]


def facts_of(state: SudokuState, probes: list[Move]) -> dict[str, Any]:
    return {
        "position": plain(state),
        "moves": state.moves(),
        "masks": state.board.candidate_masks(),
        "playable": [sorted(state.playable(1)), sorted(state.playable(2))],
        "filled": [sorted(cells) for cells in state.filled],
        "isOver": state.is_over,
        "initial": list(state.initial_board.values),
        "clashes": [clash._asdict() for clash in state.board.clashes()],
        "probes": [[str(reason) for reason in state.reasons(move)] for move in probes],
    }


def sudoku_game(seed: str, shape: Shape, rules: Rules, turns: int) -> tuple[dict[str, Any], Any]:
    """Play random legal moves; return the question and what the page should answer."""
    rng = rng_of(seed)
    state = start = start_of(rng, shape, rules)
    plies, probes, expected = [], [], []
    for turn in range(turns + 1):
        probes.append(probes_of(rng, state))
        expected.append(facts_of(state, probes[-1]))
        moves = state.moves()
        if turn == turns or not moves or state.is_over:
            break
        move, is_bomb = rng.choice(moves), rng.random() < 0.3
        expected[-1]["points"] = state.points(move)
        plies.append({"move": move, "bomb": is_bomb})
        state = state.reject(move) if is_bomb else state.play(move)
    question = {
        "do": "replay",
        "game": "sudoku",
        "start": plain(start),
        "plies": plies,
        "probes": probes,
    }
    return question, as_json(expected)


def test_games_of_sudoku_are_played_as_in_python() -> None:
    small = [shape for shape in SHAPES if shape.size <= 16]
    games = [
        sudoku_game(f"{shape} {rules} {number}", shape, rules, 24 if shape.size < 7 else 5)
        for shape in small
        for rules in MODES
        for number in range(2 if shape.size < 7 else 1)
    ]
    for (question, expected), answer in zip(
        games, page_boards([question for question, _ in games]), strict=True
    ):
        assert answer == expected, question["start"]


def test_the_largest_board_has_masks_beyond_32_bits() -> None:
    question, expected = sudoku_game("largest", Shape(6, 6), Rules.BORDER, 2)
    assert max(expected[0]["masks"]) > 1 << 32
    assert page_boards([question]) == [expected]


def test_seeds_draw_the_same_cells_as_in_python() -> None:
    rng = rng_of("seeds")
    boards = [(shape, start_of(rng, shape, Rules.CLASSIC)) for shape in SHAPES for _ in range(3)]
    seeds = [rng.choice((0, -7, 2**31, rng.randrange(2**53), rng.randrange(99))) for _ in boards]
    answers = page_boards(
        [
            {
                "do": "start",
                "m": shape.m,
                "n": shape.n,
                "values": list(state.board.values),
                "rules": "random",
                "seed": seed,
            }
            for (shape, state), seed in zip(boards, seeds, strict=True)
        ]
    )
    for (_, state), seed, answer in zip(boards, seeds, answers, strict=True):
        assert answer == plain(state.under(Rules.RANDOM, seed))


def played(rng: random.Random, state: SudokuState, turns: int) -> SudokuState:
    for _ in range(turns):
        if state.is_over or not (moves := state.moves()):
            break
        move = rng.choice(moves)
        state = state.play(move) if rng.random() < 0.7 else state.reject(move)
    return state


def test_a_position_can_change_its_play_mode() -> None:
    rng = rng_of("modes")
    cases = [
        (played(rng, start_of(rng, shape, before), 6), after)
        for shape in SHAPES[4:8]
        for before in MODES
        for after in MODES
    ]
    answers = page_boards(
        [
            {"do": "under", "position": plain(state), "rules": after, "seed": 5}
            for state, after in cases
        ]
    )
    for (state, after), answer in zip(cases, answers, strict=True):
        assert answer == plain(state.under(after, 5)), (plain(state), after)


def test_a_board_is_set_up_cell_by_cell() -> None:
    state = SudokuState.start(Board.empty("2x2"), "rows").play((0, 0, 1)).reject((3, 3, 2))
    (answer,) = page_boards(
        [{"do": "setUp", "position": plain(state), "cells": [[0, 2], [5, 3], [5, 0], [6, 4]]}]
    )
    assert answer["cells"] == [[2, 0, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert answer["taboo"] == [[3, 3, 2]]
    assert "moves" not in answer  # it did not come from there by moves
    assert "occupied" not in answer  # what is set up is nobody's


def test_an_illegal_move_is_refused_with_all_the_reasons() -> None:
    state = SudokuState.start(Board("1..............."), "rows").reject((0, 1, 2))
    for move in ((0, 0, 1), (0, 1, 2), (3, 3, 9)):
        (answer,) = page_boards(
            [{"do": "play", "game": "sudoku", "position": plain(state), "move": move}]
        )
        with pytest.raises(ValueError, match="refused") as refused:
            state.play(Move(*move))
        assert answer["refused"]["kind"] == "IllegalMoveError"
        assert answer["refused"]["message"] == str(refused.value)


def test_the_geometry_of_a_shape_is_pythons() -> None:
    shapes = [Shape.parse(text) for text in ("1x1", "2x3", "3x2", "1x5", "4x4")]
    answers = page_boards([{"do": "shape", "m": shape.m, "n": shape.n} for shape in shapes])
    for shape, answer in zip(shapes, answers, strict=True):
        geometry = shape.geometry
        assert answer == as_json(
            {
                "size": shape.size,
                "cells": shape.cells,
                "regions": geometry.regions,
                "regionsOf": geometry.regions_of,
                "peers": geometry.peers,
                "neighbours": geometry.neighbours,
            }
        )


def test_boxes_of_a_size_are_pythons_and_none_is_too_large() -> None:
    *found, over = page_boards([{"do": "shapeOfSize", "size": size} for size in range(1, 38)])
    assert found == [str(Shape.of_size(size)) for size in range(1, 37)]
    assert over["refused"]["message"] == "a board of 37 rows is not between 1 and 36"


# Dots and Boxes


def dots_game(seed: str, grid: Grid, *, extra_turn: bool) -> tuple[dict[str, Any], Any]:
    rng = rng_of(seed)
    state = start = DotsState.start(grid, extra_turn=extra_turn)
    plies, probes, expected = [], [], []
    while True:
        strange = [
            Line("h", rng.randint(-1, grid.rows + 1), rng.randint(-1, grid.columns + 1)),
            Line("v", rng.randint(-1, grid.rows + 1), rng.randint(-1, grid.columns + 1)),
        ]
        probes.append([*strange, *state.history[-1:], *state.moves()[:1]])
        expected.append(
            {
                "position": plain(state),
                "moves": state.moves(),
                "isOver": state.is_over,
                "scores": state.scores,
                "probes": [list(state.reasons(line)) for line in probes[-1]],
            }
        )
        if state.is_over:
            break
        line = rng.choice(state.moves())
        expected[-1]["points"] = state.completes(line)
        plies.append({"move": line, "bomb": False})
        state = state.play(line)
    question = {
        "do": "replay",
        "game": "dots",
        "start": plain(start),
        "plies": plies,
        "probes": probes,
    }
    return question, as_json(expected)


def dots_games() -> Iterator[tuple[dict[str, Any], Any]]:
    for grid in map(Grid.parse, GRIDS):
        for extra_turn in (True, False):
            for number in range(4):
                yield dots_game(f"{grid} {extra_turn} {number}", grid, extra_turn=extra_turn)


def test_games_of_dots_are_played_as_in_python() -> None:
    games = list(dots_games())
    for (question, expected), answer in zip(
        games, page_boards([question for question, _ in games]), strict=True
    ):
        assert answer == expected, question["plies"]


def test_the_edges_of_a_grid_are_numbered_as_in_python() -> None:
    grids = [Grid.parse(size) for size in GRIDS]
    asked = [{"do": "grid", "rows": grid.rows, "columns": grid.columns} for grid in grids]
    for grid, answer in zip(grids, page_boards(asked), strict=True):
        assert answer["lines"] == as_json(grid.lines)
        assert answer["boxesOf"] == as_json(grid.boxes_of)
        sides = [sum(1 << edge for edge in four) for four in answer["sidesOf"]]
        assert sides == [*grid.box_edges]


# The texts of cells and moves


def test_moves_are_written_in_both_notations() -> None:
    moves = [Move(0, 3, 5), Move(11, 9, 12)]
    for name in ("framework", "r1c1"):
        texts = page_boards([{"do": "moveText", "move": move, "notation": name} for move in moves])
        with notation(name):
            assert texts == [for_people(str(move)) for move in moves]
        assert page_boards([{"do": "readMove", "text": text} for text in texts]) == as_json(moves)


def parsed(text: str) -> Any:
    try:
        return list(Move.parse(text))
    except UsageError as error:
        return {"usage": str(error)}


def test_moves_and_cells_are_read_as_in_python() -> None:
    moves = ["(0,3) -> 5", "0,3,5", "(0,3),5", " r1c4 = 5 ", "R12C3=1", "0 3 5", "r1c4", "", "->"]
    answers = page_boards([{"do": "readMove", "text": text} for text in moves])
    assert [found_by_page(answer) for answer in answers] == [parsed(text) for text in moves]
    cells = ["(2,3)", "2,3", "r3c4", " R10c1", "r3", "2,3,4", "(2,3", ""]
    answers = page_boards([{"do": "readCell", "text": text} for text in cells])
    assert answers == [as_json(cell_of(text)) for text in cells]
