"""The questions of the page, answered by Python, with the native kernel and the machine's memory.

    answer("audit", {"position": {...}}, report, is_stopped) -> what the page's own engines answer

The answers have the fields of `to_dict()`, and what the page shows of them in words beside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.boards.dots.state import DotsState
from bombe.boards.errors import FormatError, UnsupportedError, UsageError
from bombe.boards.game import game_named
from bombe.boards.sudoku.state import SudokuState
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bombe.analysis.endgame.progress import SearchProgress

    Params = Mapping[str, Any]
    Report = Callable[[dict[str, Any]], None]
    Answer = dict[str, Any]

SECONDS = 3600.0
"""The most that one question may take; who does not want to wait cancels it."""
SHARES = 10_000
"""The most solutions of which shares are counted."""


def answer(name: str, params: Params, report: Report, is_stopped: Callable[[], bool]) -> Answer:
    """Return the answer to a question; `report` gets what is known on the way."""
    if name not in _QUESTIONS:
        raise UnsupportedError(
            f"the question {name:.40} is answered by the page's own engines only, which this Bombe "
            "was installed without: install it again where the package ziglang can be had"
        )
    asked = params.get("seconds", SECONDS)
    if type(asked) not in (int, float) or not 0 < asked <= SECONDS:
        raise UsageError(f"{asked!r:.40} seconds for a question: give up to {SECONDS:g}")
    return _QUESTIONS[name](params, Budget(asked, stop=is_stopped), report)


def _audit(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.audit import audit

    found = audit(_sudoku(params), budget=budget, limit=_whole(params, "limit", 2))
    return found.to_dict() | {"summary": found.summary()}


def _ratings(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.audit import audit

    found = audit(_sudoku(params), budget=budget, rate=True)
    known = found.ratings
    rated = [] if known is None else [[*move, *rating] for move, rating in known.by_move.items()]
    unrated = [] if known is None else [list(move) for move in known.unrated]
    # What is not known to be a bomb was not rated either.
    is_final = known is not None and not unrated and not found.undecided
    return {"ratings": rated, "unrated": unrated, "final": is_final}


def _shares(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.solvers import as_solver

    state, limit = _sudoku(params), _whole(params, "limit", SHARES)
    board = state.board
    counts = [[0] * board.shape.size for _ in range(board.shape.cells)]
    found, empty = 0, board.empty_cells()
    solver = as_solver("auto")
    solutions = solver.solutions(board, budget)
    is_all = True
    for solution in solutions:
        if found == limit:
            is_all = False
            break
        found += 1
        for cell in empty:
            counts[cell][solution.values[cell] - 1] += 1
    kind = "exact" if is_all else "at_least"
    return {"solutions": {"value": found, "kind": kind}, "counts": counts, "final": True}


def _tempo(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.verdicts.report import tempo

    found = tempo(_sudoku(params), budget, exact=0)
    return found.to_dict() | {"summary": found.summary()}


def _values(params: Params, budget: Budget, report: Report) -> Answer:
    from bombe.analysis.endgame.margins import solve

    def tell(known: SearchProgress) -> None:
        progress = {"states": round(known.share * known.of), "of": known.of}
        report({"final": False, "low": known.low, "high": known.high, "progress": progress})

    found = solve(_sudoku(params), budget, on_progress=tell)
    return found.to_dict() | {"summary": found.summary()}


def _reach(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.reach.report import reach

    found = reach(_sudoku(params), budget)
    return found.to_dict() | {"summary": found.summary()}


def _why(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.why.question import why
    from bombe.analysis.why.walk import walk

    asked = params.get("move") or params.get("cell")
    if not isinstance(asked, list | None):
        raise UsageError(f"{asked!r:.40} cannot be asked about: give [row, column, value]")
    about = tuple(asked) if asked else None
    found = why(_sudoku(params), about, budget=budget)
    fact, chain = found.refuted.fact, found.refutation
    shape = found.board.shape
    where = fact and {"cell": list(shape.coordinates(fact.cell)), "value": fact.value}
    return found.to_dict() | {
        "summary": found.summary(),
        "lines": str(found).splitlines(),
        "asked": where and {**where, "is_not": found.refuted.is_not},
        "walk": [] if chain is None else walk(shape, found.refuted, chain),
    }


def _hint(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.hint import hint

    return hint(_sudoku(params), budget=budget).to_dict()


def _solution(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.questions import solve

    found = solve(_sudoku(params), budget=budget)
    board = found.solution
    return {"solution": board and [list(row) for row in board], "final": found.final}


def _dots_values(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.dots.exact import solve

    found = solve(_dots(params), budget)
    return found.to_dict() | {"summary": found.summary()}


def _dots_control(params: Params, budget: Budget, _report: Report) -> Answer:
    from bombe.analysis.dots.control import NODES, control
    from bombe.analysis.dots.explain import describe_string

    # A page's engines value ten times as many parts in the time.
    nodes = min(NODES, _whole(params, "nodes", NODES))
    found = control(_dots(params), Budget(budget.seconds, nodes, budget.stop))
    fields = found.to_dict()
    for one, plain in zip(found.strings.strings, fields["strings"], strict=True):
        plain["text"] = describe_string(one)
    text = str(found).splitlines()
    return fields | {"summary": found.summary(), "text": text, "final": True}


_QUESTIONS: dict[str, Callable[[Params, Budget, Report], Answer]] = {
    "audit": _audit,
    "ratings": _ratings,
    "shares": _shares,
    "tempo": _tempo,
    "values": _values,
    "reach": _reach,
    "hint": _hint,
    "solution": _solution,
    "why": _why,
    "dots_values": _dots_values,
    "dots_control": _dots_control,
}


def _sudoku(params: Params) -> SudokuState:
    state = _position(params, "sudoku")
    assert isinstance(state, SudokuState)  # noqa: S101 - the reader of this game
    return state


def _dots(params: Params) -> DotsState:
    state = _position(params, "dots")
    assert isinstance(state, DotsState)  # noqa: S101 - the reader of this game
    return state


def _position(params: Params, game: str) -> object:
    position = params.get("position")
    if not isinstance(position, dict):
        raise UsageError("the question has no position")
    try:
        return game_named(game).from_json(position)
    except FormatError as error:
        raise UsageError(f"the question's position: {error}") from None


def _whole(params: Params, name: str, usual: int) -> int:
    value = params.get(name, usual)
    if type(value) is not int or value < 1:
        raise UsageError(f"the question's {name} is no whole number from 1 on: give one, or none")
    return value
