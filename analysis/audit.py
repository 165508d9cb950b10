"""The bomb audit: which legal moves of a board are safe, and which are bombs.

    audit(board) -> Audit
    audit(board, rate=True).ratings         how hard its bombs are to see

The solver answers for all candidates in bulk; every solution that it finds is the witness of all
the candidates it holds. From the verdicts follow the forced cells and, up to two, the number of
solutions: a board with one solution has one true candidate in each empty cell.

An audit keeps the verdicts as the solver gives them, a byte for each candidate. Moves and texts are
picked from tables when they are asked for: that takes longer than to find the verdicts.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING, Any, NoReturn

from bombe.analysis.move_texts import move_texts, texts_of
from bombe.analysis.results import BOARD, HEAD, TAIL, BoardResult, with_noun
from bombe.analysis.schema import ABSENT, COUNT, INTEGER, LIST, MOVES, TEXT, Field, record
from bombe.boards import Board, Clash, Move, PositionLike, Rules, SudokuState, state_of
from bombe.boards.errors import IllegalMoveError
from bombe.boards.sudoku.board import EMPTY, all_moves
from bombe.solvers import Count, Meter, Solver, TrueCandidates, Verdict, as_solver
from bombe.solvers.budget import BudgetLike, as_meter, whole
from bombe.solvers.codes import IS_NO, IS_UNKNOWN, IS_YES, NO, NOT_CANDIDATE, UNKNOWN, YES

if TYPE_CHECKING:
    from bombe.analysis.why.explanation import Explanation
    from bombe.analysis.why.question import WhichCores
    from bombe.analysis.why.ratings import BombRatings
    from bombe.analysis.why.refutation import Rating
    from bombe.boards.game import MoveLike


_RATINGS = record(
    direct=INTEGER, singles=INTEGER, pairs=INTEGER, cases=INTEGER, unrated=INTEGER, moves=LIST
)._replace(plain=lambda ratings: ratings.to_dict())


def _number(name: str) -> Callable[[Any, Any], Any]:
    """Return what the kernel writes of a number."""
    return lambda kit, found: kit.Number(getattr(found.tally, name))


def _same(value: object) -> Callable[[Any, Any], Any]:
    """Return what the kernel writes of every board."""
    return lambda *_: value


@dataclass(frozen=True)
class JudgedMove:
    """A legal move and its verdict, which it is equal to: `audit[0, 2, 8] == Verdict.YES`.

    Like a Verdict, it is neither true nor false.
    """

    audit: Audit
    move: Move
    verdict: Verdict

    @property
    def witness(self) -> Board | None:
        """A solution that proves the move safe; None if it is not known to be safe."""
        return self.audit.witness(self.move)

    @property
    def rating(self) -> Rating | None:
        """How hard the bomb is to see; None if it is none, or the audit rated none."""
        return self.audit.ratings.by_move.get(self.move) if self.audit.ratings else None

    def why(self, *, budget: BudgetLike = None, cores: WhichCores = "one") -> Explanation:
        """Return why the move is a bomb, or that it is safe: see `bombe.why`."""
        # Imported when it is asked: most audits are not.
        from bombe.analysis.why.question import why

        return why(self.audit.state, self.move, budget=budget, cores=cores)

    def __eq__(self, other: object) -> bool:
        """Compare the verdicts, of two moves or with a verdict."""
        return self.verdict is (other.verdict if isinstance(other, JudgedMove) else other)

    def __hash__(self) -> int:
        """Return the hash of the verdict, to which the move is equal."""
        return hash(self.verdict)

    def __bool__(self) -> NoReturn:
        """Refuse, as a Verdict does."""
        raise TypeError("a judged move has three verdicts: compare `move.verdict is Verdict.YES`")

    def __str__(self) -> str:
        """Return the move and its verdict in words."""
        return f"{self.move} is {_IN_WORDS[self.verdict]}"

    def __repr__(self) -> str:
        """Return the same, marked as an object."""
        return f"<JudgedMove: {self}>"


_IN_WORDS = {Verdict.YES: "safe", Verdict.NO: "a bomb", Verdict.UNKNOWN: "undecided"}


@dataclass(frozen=True, repr=False)
class Audit(BoardResult):
    """What is known of every legal move of a position.

        audit[0, 2, 8].verdict     Verdict.YES: safe, NO: a bomb, UNKNOWN: the budget ended before
        audit[0, 2, 8].why()       the reasons

    `safe`, `bombs` and `undecided` hold the legal moves of the player whose turn it is, `forced`
    the true candidates of all cells that have only one, and `ratings` how hard the bombs are to see
    if that was asked.
    """

    schema = "bombe.audit/1"
    fields = (
        Field("rules", TEXT, "the play mode", lambda found: found.state.rules, _same("classic")),
        Field(
            "givens", INTEGER, "filled cells", lambda found: found.board.givens, _number("givens")
        ),
        Field(
            "clashes",
            LIST,
            "values that are twice in a region; JSON has the region, the value and the cells",
            lambda found: [_clash_fields(clash) for clash in found.clashes],
            lambda kit, found: kit.NoneListed(found.tally.clashes),
        ),
        Field(
            "solutions",
            COUNT,
            "how many solutions, up to `--limit`: `exact`, or `at_least`",
            kernel=lambda kit, found: kit.count(found.tally.solutions, 2),
        ),
        Field(
            "safe",
            MOVES,
            "safe moves; JSON lists row, column and value, counted from 0, 0 and 1",
            kernel=lambda kit, found: kit.Moves(found.packed.shape, found.tally.safe, YES),
        ),
        Field(
            "bombs",
            MOVES,
            "bombs; JSON lists them",
            kernel=lambda kit, found: kit.Moves(found.packed.shape, found.tally.bombs, NO),
        ),
        Field("undecided", MOVES, "legal moves that are neither, for time ended", kernel=_same([])),
        Field(
            "forced",
            MOVES,
            "cells with one true candidate; JSON lists the moves",
            kernel=lambda kit, found: kit.Forced(found.packed.shape, found.tally.forced),
        ),
        Field("taboo", MOVES, "moves that are taboo", kernel=_same([])),
        Field("playable", INTEGER, "cells on which the mover may play", kernel=_number("empty")),
        Field(
            "ratings",
            _RATINGS,
            "with `--rate`: how many bombs are seen how; JSON has the rating of each",
            lambda found: ABSENT if found.ratings is None else found.ratings,
        ),
    )

    state: SudokuState
    solutions: Count
    truth: TrueCandidates
    ratings: BombRatings | None = None

    @functools.cached_property
    def codes(self) -> bytes:
        """The verdicts of the legal moves as bytes, see bombe.solvers.codes."""
        return _legal_codes(self.state, self.truth.codes)

    @functools.cached_property
    def safe(self) -> tuple[Move, ...]:
        """The legal moves that are in a solution, in order."""
        return self._picked(self.codes.translate(IS_YES))

    @functools.cached_property
    def bombs(self) -> tuple[Move, ...]:
        """The legal moves that are in no solution, in order."""
        return self._picked(self.codes.translate(IS_NO))

    @functools.cached_property
    def undecided(self) -> tuple[Move, ...]:
        """The legal moves without a verdict, in order: the budget ended before."""
        return self._picked(self.codes.translate(IS_UNKNOWN))

    @functools.cached_property
    def forced(self) -> tuple[Move, ...]:
        """The true candidates of all cells that have only one, in order."""
        return self._picked(self._forced_flags())

    def _picked(self, flags: bytes) -> tuple[Move, ...]:
        return tuple(compress(all_moves(self.board.shape.size), flags))

    def _forced_flags(self) -> bytes:
        """Return which candidates are the only true one of their cell, and none is undecided."""
        truth = self.truth
        if self.solutions == (1, True):
            return truth.codes.translate(IS_YES)
        flags, size = bytearray(len(truth.codes)), self.board.shape.size
        starts = range(-1, len(flags), size)
        for start, true, undecided in zip(starts, truth.true, truth.undecided, strict=False):
            if true.bit_count() == 1 and not undecided:
                flags[start + true.bit_length() - 1] = 1
        return bytes(flags)

    @functools.cached_property
    def verdicts(self) -> Mapping[Move, Verdict]:
        """The verdict of every legal move, in order."""
        groups = ((self.safe, Verdict.YES), (self.bombs, Verdict.NO))
        verdicts = {move: verdict for moves, verdict in groups for move in moves}
        verdicts |= dict.fromkeys(self.undecided, Verdict.UNKNOWN)
        return dict(sorted(verdicts.items()))

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields, without what was made of them: it takes more room than they do."""
        return {name: getattr(self, name) for name in self.__match_args__}

    def __getitem__(self, move: MoveLike) -> JudgedMove:
        """Return a legal move with its verdict; other moves raise IllegalMoveError."""
        move = Move.of(move)
        if move not in self.verdicts:
            raise IllegalMoveError(move, self.state.reasons(move))
        return JudgedMove(self, move, self.verdicts[move])

    @property
    def taboo(self) -> tuple[Move, ...]:
        """The moves that are taboo, in order."""
        return tuple(sorted(self.state.taboo))

    @property
    def playable(self) -> int:
        """The number of cells on which the player whose turn it is may play."""
        if self.state.allowed is None:
            return self.board.shape.cells - self.board.givens
        return len(self.state.playable())

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """The values that a region has more than once; none if there is a solution."""
        return () if self.solutions.value else self.board.clashes()

    @property
    def witnesses(self) -> tuple[Board, ...]:
        """Solutions, together a witness of every safe move."""
        return self.truth.witnesses

    def witness(self, move: MoveLike) -> Board | None:
        """Return a solution that proves a move safe; None if it is not known to be safe."""
        move = Move.of(move)
        if self.board[move.row, move.column]:
            return None
        return self.truth.witness(move)

    def to_json(self) -> str:
        """Return one line of JSON, that of `to_dict`: faster, since the texts of moves are kept."""
        names = ("safe", "bombs", "undecided", "forced")
        moves = {name: f"[{its}]" for name, its in zip(names, self._move_texts(), strict=True)}
        found = (
            (field.name, moves.get(field.name) or json.dumps(value))
            for field in (*HEAD, *BOARD, *self.fields, *TAIL)
            if field.name in moves or (value := field.value(self)) is not ABSENT
        )
        return "{" + ", ".join(f'"{name}": {value}' for name, value in found) + "}"

    def _move_texts(self) -> tuple[str, str, str, str]:
        """Return the JSON of the safe moves, the bombs, the undecided and the forced moves."""
        size, is_forced = self.board.shape.size, self._forced_flags()
        is_safe = self.codes.translate(IS_YES)
        safe, bombs, undecided = texts_of(self.board.shape, self.codes)
        forced = safe if is_forced == is_safe else ", ".join(compress(move_texts(size), is_forced))
        return safe, bombs, undecided, forced

    def summary(self) -> str:
        """Return in one sentence what the audit found."""
        counts = [
            f"{len(self.safe)} safe",
            with_noun(len(self.bombs), "bomb"),
            with_noun(len(self.forced), "forced cell"),
        ]
        if self.undecided:
            counts.append(f"{len(self.undecided)} undecided")
        if self.taboo:
            counts.append(f"{len(self.taboo)} taboo")
        rated = [f"bombs: {self.ratings.words()}"] if self.ratings and self.bombs else []
        return "; ".join([self.heading(), *self._particulars(), ", ".join(counts), *rated])

    def _particulars(self) -> list[str]:
        """Return how many solutions there are or why none, and a play mode that closes cells."""
        mode = self.state.rules
        rules = [] if mode is Rules.CLASSIC else [f"play mode {mode}, {self.playable} cells"]
        if not self.clashes:
            return [f"solutions: {self.solutions}", *rules]
        others = f" and {len(self.clashes) - 1} more" if len(self.clashes) > 1 else ""
        return [f"the givens clash: {self.clashes[0]}{others}", *rules]


def audit(
    position: PositionLike,
    *,
    solver: str | Solver = "auto",
    budget: BudgetLike = None,
    limit: int = 2,
    rate: bool = False,
) -> Audit:
    """Return which legal moves are safe and which are bombs.

    Of a state, only the mover's playable cells are open, and taboo moves are not legal. `limit`
    above 2 counts the solutions that far; `rate` finds how hard each bomb is to see, too. When the
    budget runs out, moves that are not known to be either are in `undecided`.
    """
    state = state_of(position)
    board = state.board
    limit = whole(limit, 2, "an audit up to {} solutions")
    backend = as_solver(solver).backend_for(board)
    meter = as_meter(budget)
    truth = backend.true_candidates(board, meter)
    solutions = _count(truth, backend, meter, limit)
    found = Audit(
        board=board,
        final=solutions.exact or solutions.value >= limit,
        solver=backend.name,
        effort=meter.effort(),
        state=state,
        solutions=solutions,
        truth=truth,
    )
    if UNKNOWN in truth.codes and UNKNOWN in found.codes:
        found = replace(found, final=False)
    return _rated(found, meter) if rate else found


def _rated(found: Audit, meter: Meter) -> Audit:
    """Return an audit with the ratings of its bombs."""
    # Imported when it is asked for: most audits are not rated.
    from bombe.analysis.why.ratings import rate_bombs

    ratings = rate_bombs(found.board, found.bombs, meter)
    final = found.final and not ratings.unrated
    return replace(found, final=final, effort=meter.effort(), ratings=ratings)


def _legal_codes(state: SudokuState, codes: bytes) -> bytes:
    """Return the codes of the legal moves among those of all candidates."""
    if not state.taboo and state.allowed is None:
        return codes
    legal, shape = bytearray(codes), state.board.shape
    if state.allowed is not None:
        for cell in set(range(shape.cells)) - state.playable():
            legal[cell * shape.size : (cell + 1) * shape.size] = bytes(shape.size)
    for row, column, value in state.taboo:
        legal[shape.cell(row, column) * shape.size + value - 1] = NOT_CANDIDATE
    return bytes(legal)


def _count(truth: TrueCandidates, backend: Solver, meter: Meter, limit: int) -> Count:
    """Count the solutions up to the limit, with a new question only where verdicts are silent."""
    board = truth.board
    if board.is_full:
        return Count(0 if board.clashes() else 1, exact=True)
    if UNKNOWN in truth.codes:
        return Count(min(len(truth.witnesses), limit), exact=False)
    true, empties = truth.codes.count(YES), board.values.count(EMPTY)
    if true <= empties:  # in each of them, one or none
        return Count(min(true, 1), exact=True)
    return Count(2, exact=False) if limit == 2 else backend.count(board, limit, meter)


def _clash_fields(clash: Clash) -> dict[str, Any]:
    """Return the JSON fields of a clash."""
    return {"region": clash.region, "value": clash.value, "cells": [*map(list, clash.cells)]}
