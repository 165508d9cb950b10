"""Who has the tempo, which moves keep or take it, and what every skip and fill changes.

    tempo(position) -> Tempo           the law's verdict, and the exact answer if it is within reach
    skips(position) -> tuple[Skip, ...]   every bomb with its killers and what playing it changes

All bombs are counted by a single question to a solver, so that this works on an empty board as well
as on an endgame. The law is in bombe.analysis.tempo.law.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame import margins
from bombe.analysis.reach.measured import LEAST_FILLS
from bombe.analysis.reach.view import ReachView, games_words
from bombe.analysis.results import BoardResult, state_heading
from bombe.analysis.schema import ABSENT, FLAG, INTEGER, LIST, MOVES, REAL, TEXT, Field, record
from bombe.analysis.tempo.effects import FillEffect, UsableBombs
from bombe.analysis.tempo.law import MeasuredOutcomes, Outlook, TempoClass, measured
from bombe.analysis.verdicts.judging import Skip, by_reach, by_tempo
from bombe.boards import Rules, state_of
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.boards.templates import sentences
from bombe.solvers import as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.analysis.endgame.margins import Endgame
    from bombe.analysis.reach.view import ReachView
    from bombe.analysis.tempo.law import MeasuredOutcomes
    from bombe.boards import Move, PositionLike, SudokuState
    from bombe.solvers import Meter, Solver
    from bombe.solvers.budget import BudgetLike

EXACT, PLAIN = 20, 9
"""The most empty cells for which the exact answer is computed, with and without the kernel."""

phrase = sentences(__name__)
"""Says the sentences of tempo."""

_MEASURED = record(won=REAL, drawn=REAL, lost=REAL, margin=REAL, positions=INTEGER, games=FLAG)
_ADVICE = record(kind=TEXT, moves=INTEGER, errs=TEXT)
_REACH = record(
    mover=INTEGER,
    shared=LIST,
    dead=LIST,
    fills_left=INTEGER,
    players=LIST,
    shared_skips=INTEGER,
    live_bombs=INTEGER,
    lead=REAL,
    balance=INTEGER,
    ahead=INTEGER,
    estimate=REAL,
    after=LIST,
)


class Advice(NamedTuple):
    """What a rule of play allows here; `errs` says what is wrong with it, if anything."""

    rule: str
    kind: str
    moves: tuple[Move, ...]
    errs: str


@dataclass(frozen=True, repr=False)
class Tempo(BoardResult):
    """What the tempo law says about a position, or, in the newer play modes, the law of reach.

    `bombs` is the number of usable bombs, None if the budget ran out before they were counted.
    `fills` are the mover's safe moves, and `effects` their known effects, in the same order.
    `keeps` are the moves that keep or take the tempo, none in a lost position. `exact` is the
    solved endgame, if it was within reach. `reach` is None in classic play.
    """

    schema = "bombe.tempo/1"
    fields = (
        Field("rules", TEXT, "the play mode", lambda found: found.state.rules),
        Field("empties", INTEGER, "empty cells"),
        Field("bombs", INTEGER, "usable bombs, if they are counted"),
        Field("proper", FLAG, "the board has exactly one solution"),
        Field("verdict", TEXT, "`won`, `lost` or `open`"),
        Field(
            "measured",
            _MEASURED,
            "outcomes of such positions in percent, the mean margin, and how many were measured",
            lambda found: found.measured and found.measured._asdict(),
        ),
        Field("keeps", MOVES, "moves that keep or take the tempo"),
        Field(
            "fills",
            LIST,
            "safe moves; JSON has the bombs that each kills and makes",
            lambda found: map(_effect_dict, found.effects),
        ),
        Field(
            "skips",
            LIST,
            "bombs; JSON has what kills each, and what playing it does to the tempo",
            lambda found: map(_skip_dict, found.skips),
        ),
        Field(
            "advice",
            record(P=_ADVICE, W=_ADVICE, R=_ADVICE),
            "what the rules of play allow",
            lambda found: {
                advice.rule: {"kind": advice.kind, "moves": len(advice.moves), "errs": advice.errs}
                for advice in found.advice
            },
        ),
        Field(
            "exact",
            record(low=INTEGER, high=INTEGER),
            "bounds of the exact margin, if the endgame is solved",
            lambda found: found.exact and {"low": found.exact.low, "high": found.exact.high},
        ),
        Field(
            "reach",
            _REACH,
            "who can reach which cells, in the newer play modes",
            lambda found: ABSENT if found.reach is None else found.reach.to_dict(),
            row=lambda found: found.reach and found.reach.to_dict(),
        ),
    )

    state: SudokuState
    empties: int
    bombs: int | None
    proper: bool
    verdict: Outlook
    fills: tuple[Move, ...]
    effects: tuple[FillEffect, ...]
    skips: tuple[Skip, ...]
    keeps: tuple[Move, ...]
    exact: Endgame | None
    reach: ReachView | None = None

    @property
    def measured(self) -> MeasuredOutcomes | None:
        """The measured outcomes of such positions; None if the law has no verdict."""
        if self.reach is not None:
            return self.reach.measured if self.reach.facts.reach.fills >= LEAST_FILLS else None
        if self.bombs is None or self.verdict is Outlook.OPEN:
            return None
        return measured(self.empties, self.bombs, proper=self.proper)

    @property
    def advice(self) -> tuple[Advice, ...]:
        """What the rules allow, P and W in classic play, otherwise R; empty if no move is known."""
        if self.bombs is None or not (self.fills or self.skips):
            return ()
        if self.reach is not None:
            return (_rule_r(self, self.reach),) if self.reach.best else ()
        return _rule_p(self, self.bombs), _rule_w(self, self.bombs)

    def summary(self) -> str:
        """Return in one sentence who wins by the law, why, and what is known exactly."""
        bombs = phrase("not counted") if self.bombs is None else phrase("bombs", bombs=self.bombs)
        words = phrase(
            "summary",
            heading=state_heading(self.state),
            empties=self.empties,
            bombs=bombs,
            verdict=self._verdict_words(),
        )
        return words + ("" if self.exact is None else _exact_words(self.exact))

    def _verdict_words(self) -> str:
        is_open = self.verdict is Outlook.OPEN
        kind = self.reach.why if self.reach else TempoClass.of(self.empties, self.bombs or 0)
        return phrase(
            *("verdict", self.verdict),
            law=phrase("law", "reach" if self.reach else "tempo"),
            reason=self._open_reason() if is_open else "",
            kind=kind,
            sure="" if is_open or self.measured is None else self._sure(self.measured),
            how=self._how(),
        )

    def _sure(self, share: MeasuredOutcomes) -> str:
        """Return how often the law was right on positions of this kind."""
        kind = "games" if share.games else "endgames"
        games = phrase(kind, positions=share.positions, empties=self.empties)
        if self.reach is not None:
            games = games_words(share)
        return phrase("sure", right=f"{share.agreement(self.verdict):.1f}", games=games)

    def _how(self) -> str:
        moves = 0
        if self.reach is not None:
            kind, moves = "reach", len(self.reach.moves)
        elif self.empties % 2:
            kind = "fill"
        else:
            kind = "only skip" if len(self.keeps) == 1 else "skips"
        return phrase("how", kind, keeps=len(self.keeps), moves=moves)

    def _open_reason(self) -> str:
        if self.board.clashes():
            return phrase("open", "clash")
        if self.state.is_over:
            return phrase("open", "over")
        if self.bombs is None or len(self.effects) < len(self.fills):
            return phrase("open", "budget")
        if self.reach is not None:
            return self.reach.why_open
        return phrase("open", "odd" if self.fills else "unsolvable")


def tempo(
    position: PositionLike,
    budget: BudgetLike = None,
    *,
    solver: str | Solver = "auto",
    exact: int | None = None,
    memory: int | None = None,
) -> Tempo:
    """Return who has the tempo, and the exact answer if at most `exact` cells are empty.

    The default of `exact` takes little time: EXACT, or PLAIN without the kernel. The budget covers
    everything: first the bombs are counted, then the effects of the fills, and the rest goes to the
    exact answer.
    """
    state, meter = state_of(position), as_meter(budget)
    backend = as_solver(solver).backend_for(state.board)
    truth = backend.true_candidates(state.board, meter)
    counted_all = not any(truth.undecided)
    bombs = UsableBombs(state.board, state.taboo, truth.true)
    fills, usable = _split(state, bombs) if counted_all and any(truth.true) else ((), ())
    effects = tuple(bombs.effects(fills, backend, meter))
    empties = len(state.board.empty_cells())
    judge = by_tempo if state.rules is Rules.CLASSIC else by_reach
    known = counted_all and len(effects) == len(fills)
    found = judge(state, bombs if counted_all else None, effects, usable, known=known)
    is_small = empties <= (_default_exact() if exact is None else exact)
    solved = _solve(state, meter, backend, memory) if is_small and fills else None
    return Tempo(
        board=state.board,
        final=found.final and (solved is None or solved.final),
        solver=backend.name,
        effort=meter.effort(),
        state=state,
        empties=empties,
        bombs=bombs.count if counted_all else None,
        proper=bombs.is_proper,
        verdict=found.verdict,
        fills=fills,
        effects=effects,
        skips=found.skips,
        keeps=found.keeps,
        exact=solved,
        reach=found.reach,
    )


def skips(
    position: PositionLike, budget: BudgetLike = None, *, solver: str | Solver = "auto"
) -> tuple[Skip, ...]:
    """Return every bomb that the mover may play, with its killers and the verdict after it."""
    return tempo(position, budget, solver=solver, exact=0).skips


def _solve(state: SudokuState, meter: Meter, solver: Solver, memory: int | None) -> Endgame | None:
    """Solve the endgame with the rest of the budget."""
    try:
        return margins.solve(state, meter.rest(), memory=memory, solver=solver)
    except (UnsupportedError, UsageError):
        # It is too large, or its taboo moves are impossible; the law has a verdict nevertheless.
        return None


def _rule_p(found: Tempo, bombs: int) -> Advice:
    """Rule P: skip at even E and odd B; at odd E leave B even; never anything else."""
    if found.empties % 2 == 0 and bombs % 2:
        return Advice("P", "skip", tuple(skip.move for skip in found.skips), "")
    keeping = tuple(effect.move for effect in found.effects if effect.keeps)
    moves = keeping if found.empties % 2 and keeping else found.fills
    return Advice("P", "fill", moves, _misses(found, moves))


def _rule_w(found: Tempo, bombs: int) -> Advice:
    """Rule W, the skip rule: at even E skip, otherwise fill."""
    if found.empties % 2 == 0 and bombs:
        moves = tuple(skip.move for skip in found.skips)
        gives = "" if bombs % 2 else phrase("errs", "even")
        return Advice("W", "skip", moves, gives or _misses(found, moves))
    wrong = sum(not effect.keeps for effect in found.effects) if found.empties % 2 else 0
    gives = phrase("errs", "odd", wrong=wrong, fills=len(found.fills)) if wrong else ""
    return Advice("W", "fill", found.fills, gives or _misses(found, found.fills))


def _rule_r(found: Tempo, view: ReachView) -> Advice:
    """Rule R: the move with the most points, those that the law of reach expects included."""
    best = view.best
    kinds = " or ".join(sorted({"skip" if each.is_skip else "fill" for each in best}))
    moves = tuple(each.move for each in best)
    return Advice("R", kinds, moves, _misses(found, moves))


def _misses(found: Tempo, moves: tuple[Move, ...]) -> str:
    """Return a remark if the exact answer shows that no move of a rule is optimal."""
    if found.exact is None or not found.exact.exact or set(moves) & set(found.exact.best):
        return ""
    return phrase("errs", "misses")


def _default_exact() -> int:
    return EXACT if native.is_available() else PLAIN


def _split(state: SudokuState, bombs: UsableBombs) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Return the legal moves, fills and bombs apart."""
    shape, moves = state.board.shape, state.moves()
    is_fill = [bombs.true[shape.cell(row, column)] >> value & 1 for row, column, value in moves]
    bomb_flags = [not fill for fill in is_fill]
    return tuple(compress(moves, is_fill)), tuple(compress(moves, bomb_flags))


def _exact_words(solved: Endgame) -> str:
    """Say what is known exactly, or between which bounds."""
    margin = solved.low
    if not solved.exact:
        return phrase("exact", "bounds", low=solved.low, high=solved.high)
    kind = "won" if margin > 0 else "lost" if margin else "draw"
    return phrase("exact", "margin", margin=phrase("exact", kind, points=abs(margin)))


def _effect_dict(effect: FillEffect) -> dict[str, Any]:
    return {
        "move": list(effect.move),
        "kills": _lists(effect.kills),
        "makes": _lists(effect.makes),
        "left": effect.left,
    }


def _skip_dict(skip: Skip) -> dict[str, Any]:
    return {
        "move": list(skip.move),
        "killers": _lists(skip.killers),
        "verdict": str(skip.verdict),
    }


def _lists(moves: Iterable[Move]) -> list[list[int]]:
    return [list(move) for move in moves]
