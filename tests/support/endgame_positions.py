"""Random endgames, from random play on random boards, with their minimax values."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from endgame_brute import Minimax, Position

from bombe.analysis.generate.kinds import generate
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.game import opponent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Move

SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3))


def emptied(rng: random.Random, shape: Shape, empties: int) -> Board:
    """Return a full board with cells emptied, often with several solutions."""
    board = generate(shape, "full", rng.randrange(1000))
    cells = list(range(shape.cells))
    rng.shuffle(cells)
    if rng.random() < 0.5:
        swaps = [exchange(board, cell, rng.randint(1, shape.size)) for cell in cells]
        swap = next((swap for swap in swaps if 1 < len(swap) <= empties), set())
        cells = [*swap, *(cell for cell in cells if cell not in swap)]
    return board.clear(cells[:empties])


def exchange(board: Board, cell: int, value: int) -> set[int]:
    """Return the cells that change when two values are exchanged, starting at this cell."""
    values, peers = board.values, board.shape.geometry.peers
    pair, found, fresh = {values[cell], value}, {cell}, [cell]
    while fresh:
        near = {peer for peer in peers[fresh.pop()] if values[peer] in pair} - found
        found |= near
        fresh += near
    return found


def endgames(
    seed: int, count: int, most_empty: int, rules: Rules = Rules.CLASSIC
) -> Iterator[tuple[SudokuState, Minimax]]:
    """Yield positions with at most so many empty cells, after some random moves."""
    rng = random.Random(seed)
    for _ in range(count):
        shape = rng.choice(SHAPES)
        board = emptied(rng, shape, rng.randint(1, most_empty))
        state = SudokuState(board) if rules is Rules.CLASSIC else started(rng, board, rules)
        minimax = minimax_of(state)
        for _ in range(rng.choice((0, 0, 1, 2, 4))):
            state = random_move(rng, state, minimax)
        if rng.random() < 0.5:
            state = random_bombs(rng, state, minimax)
        yield state, minimax


def started(rng: random.Random, board: Board, rules: Rules) -> SudokuState:
    """Return a start in a newer play mode, often with cells that both players have filled."""
    start = SudokuState.start(board, rules, rng.randrange(1000))
    filled = [cell for cell, value in enumerate(board.values) if value]
    some = len(filled) * rng.randint(0, 2) // 4
    mine, theirs = (frozenset(rng.sample(filled, some // 2)) for _ in range(2))
    state = replace(start, occupied=(mine, theirs - mine))
    if state.playable() or not state.playable(1) | state.playable(2):
        return state
    return replace(state, to_move=opponent(state.to_move))


def minimax_of(state: SudokuState, *, skips: bool = True) -> Minimax:
    shape = state.board.shape
    return Minimax(shape.m, shape.n, state.board.values, state.allowed, skips=skips)


def position_of(state: SudokuState) -> Position:
    cell = state.board.shape.cell
    taboo = frozenset((cell(move.row, move.column), move.value) for move in state.taboo)
    return Position(tuple(state.board.values), taboo, state.to_move - 1, state.occupied)


def random_move(rng: random.Random, state: SudokuState, minimax: Minimax) -> SudokuState:
    """Return the position after a random legal move, if there is one."""
    if state.is_over or not state.moves():
        return state
    return played(state, rng.choice(state.moves()), minimax)


def random_bombs(rng: random.Random, state: SudokuState, minimax: Minimax) -> SudokuState:
    """Return the position after some bombs were played, which are taboo then."""
    for move in state.moves():
        is_bomb = not minimax.stands(position_of(state), *at(state, move))
        if is_bomb and rng.random() < 0.5 and not state.is_over and move in state.moves():
            state = state.reject(move)
    return state


def played(state: SudokuState, move: Move, minimax: Minimax) -> SudokuState:
    stands = minimax.stands(position_of(state), *at(state, move))
    return state.play(move) if stands else state.reject(move)


def at(state: SudokuState, move: Move) -> tuple[int, int]:
    return state.board.shape.cell(move.row, move.column), move.value
