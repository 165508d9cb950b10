"""The exported champion: it counts tempo with the exported solver, in plain Python.

It proposes a greedy move at once, then a safe one, then a move by the tempo law, and at last the
best move to the end of the game if that can be searched; each as soon as it is known. Where not
every cell is open to both players, it searches for territory in place of the tempo.
"""

from __future__ import annotations

import contextlib
import itertools
import random
from typing import TYPE_CHECKING

from bombe.agents.exports.exact import MOST, Endgame
from bombe.agents.exports.mode_search import MOST_TO_END, ReachSearch
from bombe.agents.exports.solver import Solver, StepwiseAudit, TrueCandidates
from bombe.agents.search.alphabeta import MAX_DEPTH
from bombe.agents.sudoku.claims import draw_claiming
from bombe.agents.sudoku.knowledge import Knowledge
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.search import CellSearch
from bombe.agents.sudoku.simple import changes, draw_greedy
from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.boards import Board, Move, SudokuState

ROOTS = 8
"""Tempo-keeping fills to search on a board with several solutions, where each takes an audit."""
MOST_AUDITED = 48
"""The most empty cells of a board to be audited where not every cell is open to both players: with
more, skips are of no use, and a board with many solutions takes long."""
FIRST_LOOK, SECOND_LOOK = 2, 3
"""The moves to look ahead without bombs before the audit, and with them before a search to the end.

Either may take long."""
MAX_SWINDLE_FILLS = 40
"""Fills to compare in a lost position by the errors that they allow the opponent."""


class ChampionAgent:
    """Plays by the tempo law, by search, and exactly as soon as it can.

    It keeps for the next turn a board and a solution, and whether there is no other.
    """

    def __init__(self, seed: int | None) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Yield a move at once, and better ones until the clock ends or the best is known."""
        return changes(self._proposals(state, clock))

    def _proposals(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        position = Scratch(state)
        restricted = not position.is_unrestricted
        first = (draw_claiming if restricted else draw_greedy)(position, self._rng)
        if first is None:
            return
        yield position.move(first)
        if restricted:
            yield from map(position.move, self._territorial(state, position, clock))
            return
        truth = _recalled(state.board, clock)
        solver = Solver()
        if truth is None:
            audit = StepwiseAudit(state.board)
            solver = Solver(audit)
            yield from self._audited(state, position, audit, clock)
            truth = TrueCandidates(state.board, audit.true, audit.undecided)
            _keep(truth, clock)
        known = _knowledge(state, position, truth, solver)
        yield from map(position.move, self._tempo_moves(state, position, known, clock))

    def _audited(
        self, state: SudokuState, position: Scratch, audit: StepwiseAudit, clock: Clock
    ) -> Iterator[Move]:
        """Audit the board; yield at first a move that is not refuted, then a safe one."""
        yield from self._best_of(audit.undecided, state, position)
        audit.step(clock)
        yield from self._best_of(audit.true, state, position)
        audit.finish(clock)

    def _best_of(
        self, masks: tuple[int, ...], state: SudokuState, position: Scratch
    ) -> Iterator[Move]:
        """Yield the candidate of these that scores most points."""
        known = _knowledge(state, position, TrueCandidates(state.board, masks, masks), Solver())
        yield from map(position.move, known.ranked_fills(self._rng)[:1])

    def _tempo_moves(
        self, state: SudokuState, position: Scratch, known: Knowledge, clock: Clock
    ) -> Iterator[Action]:
        """Yield moves that keep the tempo or may regain it, then moves found by search."""
        fills = known.ranked_fills(self._rng)
        if known.wants_skip:
            yield self._rng.choice(known.skips)
        elif known.is_lost:
            yield from fills[:1]
            skips = self._rng.sample(known.skips, min(1, len(known.skips)))
            swindles = known.swindles(fills[:MAX_SWINDLE_FILLS], skips, clock)
            yield from (choice.action for choice in swindles[:1])
        elif fills:
            yield fills[0]
        if known.is_proper and known.empties <= MOST:
            yield from self._exactly(state, position, known, clock)
        elif not known.wants_skip and not known.is_lost:
            roots: list[Action] = []
            for fill in itertools.islice(
                known.tempo_keeping(fills, clock), None if known.is_proper else ROOTS
            ):
                if not roots:
                    yield fill
                roots.append(fill)
            yield from CellSearch(position, clock).deepen(roots)

    def _exactly(
        self, state: SudokuState, position: Scratch, known: Knowledge, clock: Clock
    ) -> Iterator[Action]:
        """Yield better and better moves by solving the rest of the game."""
        solution, bombs = [0] * len(state.board.values), [0] * len(state.board.values)
        for cell, bit in known.fills:
            solution[cell] = bit
        for cell, bit in known.skips:
            bombs[cell] |= bit
        yield from Endgame(position, solution, bombs, clock).best_moves()

    def _territorial(self, state: SudokuState, position: Scratch, clock: Clock) -> Iterator[Action]:
        """Yield moves that a search for territory finds: without bombs at first, then with them."""
        solution, is_only = _kept_solution(state.board, clock)
        audit = None if solution else StepwiseAudit(state.board)
        if audit:
            audit.step(clock)
            if not audit.witnesses:
                return  # the board has no solution, which the framework rules out
            solution = [mask.bit_length() - 1 for mask in audit.true]
            _keep_solution(state.board, solution, clock, is_only=False)
        values = {cell: 1 << solution[cell] for cell in bit_list(position.empty)}
        is_late, best = len(values) <= MOST_AUDITED, None
        search = ReachSearch(position, values, {}, clock)
        for best in search.deepen(most=FIRST_LOOK if is_late else MAX_DEPTH):
            yield best
        if not is_late:
            return
        true = {cell: bit for cell, bit in values.items() if is_only} or _audited(
            state.board, audit, clock
        )
        bombs = {cell: position.candidates(cell) & ~true[cell] for cell in values}
        is_end = len(values) <= MOST_TO_END
        search = ReachSearch(position, values, bombs, clock)
        for action in search.deepen(best, SECOND_LOOK if is_end else MAX_DEPTH):
            yield (best := action)
        if is_end:
            yield from ReachSearch(position, values, bombs, clock, to_end=True).deepen(best)


def _audited(board: Board, audit: StepwiseAudit | None, clock: Clock) -> dict[int, int]:
    """Return the true candidates of each cell; keep the solution if it is the only one."""
    audit = audit or StepwiseAudit(board)
    audit.finish(clock)
    _keep(TrueCandidates(board, audit.true, audit.undecided), clock)
    return dict(enumerate(audit.true))


def _recalled(board: Board, clock: Clock) -> TrueCandidates | None:
    """Return the true candidates if an earlier turn kept the only solution."""
    solution, is_only = _kept_solution(board, clock)
    if not is_only:
        return None
    pairs = zip(board.values, solution, strict=True)
    true = tuple(0 if value else 1 << only for value, only in pairs)
    return TrueCandidates(board, true, (0,) * len(true))


def _kept_solution(board: Board, clock: Clock) -> tuple[list[int], bool]:
    """Return the solution that an earlier turn kept, and whether it is the only one."""
    with contextlib.suppress(Exception):  # saved data may be damaged, or another agent's
        m, n, before, solution, is_only = clock.kept
        continues = all(
            value == given if given else value in (0, only)
            for value, given, only in zip(board.values, before, solution, strict=True)
        )
        are_values = all(0 < only <= board.shape.size for only in solution)
        if continues and are_values and (m, n) == (board.shape.m, board.shape.n):
            return solution, is_only
    return [], False


def _keep(truth: TrueCandidates, clock: Clock) -> None:
    """Keep the solution if it is the only one."""
    values = truth.board.values
    is_only = all(mask.bit_count() == (not v) for v, mask in zip(values, truth.true, strict=True))
    if is_only:
        pairs = zip(values, truth.true, strict=True)
        only = [value or mask.bit_length() - 1 for value, mask in pairs]
        _keep_solution(truth.board, only, clock, is_only=True)


def _keep_solution(board: Board, solution: list[int], clock: Clock, *, is_only: bool) -> None:
    """Keep a solution; the values of filled cells do not count."""
    held = [value or own for value, own in zip(board.values, solution, strict=True)]
    clock.keep((board.shape.m, board.shape.n, list(board.values), held, is_only))


def _knowledge(
    state: SudokuState, position: Scratch, truth: TrueCandidates, solver: Solver
) -> Knowledge:
    return Knowledge(state, position, truth, solver)  # type: ignore[arg-type] # copies of our classes
