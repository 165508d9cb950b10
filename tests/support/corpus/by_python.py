"""What Python answers to the questions of the corpus."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots, write_dots
from bombe.boards.draws import Draws
from bombe.boards.errors import BombeError, FormatError, UsageError
from bombe.boards.game import game_named
from bombe.boards.record import read_records
from bombe.boards.sudoku.board import cell_of
from bombe.boards.sudoku.notation import for_people, notation
from bombe.boards.sudoku.reading import ReadOptions, read_text, write
from bombe.serving.answers import answer as answer_of_engines
from corpus.documents import as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.boards.record import GameRecord
    from corpus.documents import Document

    State = SudokuState | DotsState


def by_python(document: Document) -> Any:
    """Answer the question of a document."""
    if "ask" in document:
        return _answer(document)
    try:
        return as_json(_TEXTS_AND_RULES[document["do"]](document))
    except FormatError as error:
        line, column = error.place.line, error.place.column
        refused = {"line": line, "column": column}
        return {**refused, "problem": error.problem, "remedy": error.remedy}
    except UsageError as error:
        return {"usage": str(error)}
    except BombeError as error:
        return {"unsupported": str(error)}


def plain(state: Board | State) -> Any:
    """Return a position as the data of its JSON."""
    return json.loads(write_dots(state) if isinstance(state, DotsState) else write(state))


def _answer(document: Document) -> Any:
    try:
        return as_json(answer_of_engines(document["ask"], document["params"], _ignore, _never))
    except BombeError as error:
        return {"refused": str(error)}


def _ignore(_report: object) -> None: ...


def _never() -> bool:
    return False


def _read(document: Document) -> Any:
    text, options = document["text"], dict(document["options"])
    kind = options.pop("kind", "sudoku")
    options.pop("many", None)
    if kind == "games":
        return [_record(record) for record in read_records(io.StringIO(text, newline=None), "log")]
    if kind == "dots":
        grid = Grid(*options["grid"]) if "grid" in options else None
        found = read_dots(text, grid=grid, extra_turn=options.get("extraTurn"))
        return [plain(found)]
    if "shape" in options:
        options["shape"] = "x".join(map(str, options["shape"]))
    entries = read_text(text, "<text>", ReadOptions.of(**options))
    return [plain(entry.state) for entry in entries]


def _record(record: GameRecord) -> dict[str, Any]:
    assert record.place is not None
    return {
        "id": record.id,
        "first": record.first,
        "second": record.second,
        "winner": record.winner,
        "termination": str(record.termination),
        "reason": record.reason,
        "line": record.place.line,
        "scores": record.scores,
        "plies": [
            {
                "player": ply.player,
                "move": ply.move,
                "isBomb": ply.is_bomb,
                "points": ply.points,
                "ms": ply.ms,
                "output": ply.output,
                "notes": dict(ply.notes),
                "cpuMs": ply.cpu_ms,
            }
            for ply in record.plies
        ],
        "states": [record.game.to_json(state) for state in record.states()],
    }


def _write(document: Document) -> str:
    state = _state(document, "position")
    name = document["format"]
    return write(state, name) if isinstance(state, SudokuState) else write_dots(state, name)


def _state(document: Document, key: str) -> Any:
    return game_named(document["game"]).from_json(document[key])


def _replay(document: Document) -> list[dict[str, Any]]:
    """Play the moves, and tell everything about the position before each and after the last."""
    state = _state(document, "start")
    facts, move_of = _FACTS[document["game"]]
    told = []
    for number, probed in enumerate(document["probes"]):
        probes = [[str(reason) for reason in state.reasons(move_of(move))] for move in probed]
        told.append({**facts(state), "probes": probes})
        if number < len(document["plies"]):
            ply = document["plies"][number]
            move = move_of(ply["move"])
            told[-1]["points"] = state.game.points(state, move)
            state = state.game.after(state, move, is_bomb=ply["bomb"])
    return told


def _sudoku_facts(state: SudokuState) -> dict[str, Any]:
    return {
        "position": plain(state),
        "moves": state.moves(),
        "masks": state.board.candidate_masks(),
        "playable": [sorted(state.playable(1)), sorted(state.playable(2))],
        "filled": [sorted(cells) for cells in state.filled],
        "isOver": state.is_over,
        "initial": list(state.initial_board.values),
        "clashes": [clash._asdict() for clash in state.board.clashes()],
    }


def _dots_facts(state: DotsState) -> dict[str, Any]:
    return {
        "position": plain(state),
        "moves": state.moves(),
        "isOver": state.is_over,
        "scores": state.scores,
    }


def _draws(document: Document) -> Any:
    draws = Draws(int(document["seed"]))
    below = [draws.below(limit) for limit in document["limits"]]
    return [below, draws.sample(document["items"], document["count"])]


def _shape(document: Document) -> Any:
    shape = Shape(document["m"], document["n"])
    geometry = shape.geometry
    return {
        "size": shape.size,
        "cells": shape.cells,
        "regions": geometry.regions,
        "regionsOf": geometry.regions_of,
        "peers": geometry.peers,
        "neighbours": geometry.neighbours,
    }


def _grid(document: Document) -> Any:
    grid = Grid(document["rows"], document["columns"])
    sides = [[e for e in range(grid.edges) if box >> e & 1] for box in grid.box_edges]
    return {"edges": grid.edges, "lines": grid.lines, "sidesOf": sides, "boxesOf": grid.boxes_of}


def _move_text(document: Document) -> str:
    with notation(document["notation"]):
        return for_people(str(_move(document["move"])))


def _move(parts: Sequence[Any]) -> Move:
    return Move(*parts)


_FACTS: dict[str, tuple[Callable[[Any], dict[str, Any]], Callable[[Any], Any]]] = {
    "sudoku": (_sudoku_facts, _move),
    "dots": (_dots_facts, Line.of),
}
_TEXTS_AND_RULES: dict[str, Callable[[Document], Any]] = {
    "read": _read,
    "write": _write,
    "replay": _replay,
    "draws": _draws,
    "under": lambda given: plain(_state(given, "position").under(given["rules"], given["seed"])),
    "shape": _shape,
    "grid": _grid,
    "readMove": lambda given: Move.parse(given["text"]),
    "readCell": lambda given: cell_of(given["text"]),
    "moveText": _move_text,
}
