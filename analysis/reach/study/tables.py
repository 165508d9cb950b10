"""The tables of a study of the newer play modes, as text that is also Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.markdown import markdown
from bombe.analysis.reach.law import TEMPO_WORDS
from bombe.analysis.reach.measured import BANDS, GAME_STEPS, LAST_BAND, MOST_FILLS, STEPS
from bombe.analysis.reach.study.figures import (
    WIDEST_LEAD,
    fitted_lines,
    game_lines,
    last_share,
    lead_lines,
    play_lines,
    pooled,
    rival_lines,
    skip_lines,
    step_lines,
)
from bombe.analysis.results import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bombe.analysis.reach.study.figures import SkipLine
    from bombe.analysis.reach.study.records import ModesEnding, ModesStudy
    from bombe.analysis.shares import Share

_BOARDS = {False: "2x2, 2x3", True: "3x3 and more"}


def modes_tables(study: ModesStudy) -> str:
    """Return all tables, each with a heading."""
    return "\n\n".join(_parts(study))


def _parts(study: ModesStudy) -> Iterator[str]:
    endings = study.endings
    games = counted(len(study.games), "game")
    yield f"{counted(len(endings), 'endgame')} solved, {games} played by rule R"
    if not endings:
        if (plan := study.plan).positions:
            yield (
                f"No endgame with {plan.fills[0]} to {plan.fills[1]} fills was solved in "
                f"{plan.seconds:g} s: give --fills with smaller numbers, or more --seconds"
            )
        return
    heading = "How often the law is right, in percent, by how far from 0 the balance is"
    yield f"{heading}:\n\n{_steps(endings)}"
    yield f"Won by the mover in percent, by lead in half fills and tempo:\n\n{_leads(endings)}"
    if lines := skip_lines(endings):
        heading = "Nobody leads, and who can play a bomb now"
        yield f"{heading}:\n\n{_skips(lines)}"
    if fitted := _fitted(endings):
        yield f"The least winning lead, fitted to even seeds and tried on odd ones:\n\n{fitted}"
    if study.games:
        heading = "The same in larger positions, played by rule R on both sides, by fills left"
        yield f"{heading}:\n\n{_games(study)}"
    yield f"Simpler rules:\n\n{_rivals(endings)}"
    yield f"Rule R, and a fill with the most points now:\n\n{_plays(endings)}"
    last = last_share(endings)
    yield (
        f"The winner makes the last fill in {last.percent:.1f} % of {last.total} lines of best "
        "play."
    )


def _steps(endings: Sequence[ModesEnding]) -> str:
    rows = [["mode", "boards", "endgames", "law right %", "95 %", *map(_far, STEPS)]]
    shares: dict[tuple[str, bool], dict[int, list[Share]]] = {}
    for line in step_lines(endings):
        found = shares.setdefault((line.mode, line.is_large), {})
        found.setdefault(abs(line.balance), []).append(line.right)
    for (mode, is_large), found in shares.items():
        total = pooled(found[0])
        figures = [str(total.total), f"{total.percent:.1f}", _interval(total)]
        rows.append([mode, _BOARDS[is_large], *figures, *(_right(found, step) for step in STEPS)])
    return markdown(rows)


def _games(study: ModesStudy) -> str:
    rows = [["mode", "boards", "fills", "1 to 3", "5 to 7", "9 or more"]]
    shares: dict[tuple[str, bool, int], dict[int, list[Share]]] = {}
    for line in game_lines(study.games):
        found = shares.setdefault((line.mode, line.is_large, line.band), {})
        found.setdefault(abs(line.step), []).append(line.right)
    for (mode, is_large, band), found in shares.items():
        figures = (_right(found, step) for step in GAME_STEPS)
        rows.append([mode, _BOARDS[is_large], _band(band), *figures])
    return markdown(rows)


def _right(found: Mapping[int, Sequence[Share]], step: int) -> str:
    share = pooled(found.get(step, ()))
    return f"{share.percent:.0f} of {share.total}" if share.total else "-"


def _far(step: int) -> str:
    return f"{step} or more" if step == STEPS[-1] else str(step)


def _leads(endings: Sequence[ModesEnding]) -> str:
    leads = range(-WIDEST_LEAD, WIDEST_LEAD + 1)
    rows = [["tempo", *map(_lead, leads)]]
    found = {(line.tempo, line.lead): line for line in lead_lines(endings)}
    for tempo in TEMPO_WORDS.values():
        lines = [found.get((tempo, lead)) for lead in leads]
        rows.append(
            [
                tempo,
                *(f"{line.won.percent:.0f} of {line.won.total}" if line else "-" for line in lines),
            ]
        )
    return markdown(rows)


def _skips(lines: Sequence[SkipLine]) -> str:
    rows = [["tempo", "can skip", "positions", "won by the mover %", "95 %"]]
    rows += [
        [
            *(line.tempo, line.who, str(line.won.total)),
            *(f"{line.won.percent:.1f}", _interval(line.won)),
        ]
        for line in lines
    ]
    return markdown(rows)


def _lead(lead: int) -> str:
    edge = {-WIDEST_LEAD: " or less", WIDEST_LEAD: " or more"}
    return f"{lead:+d}{edge.get(lead, '')}"


def _fitted(endings: Sequence[ModesEnding]) -> str:
    rows = [["mode", "tempo", "fitted", "right %", "95 %", "the law's", "right %", "95 %"]]
    rows += [
        [
            *(line.mode, line.tempo),
            *(f"{line.fitted:+d}", f"{line.by_fitted.percent:.1f}", _interval(line.by_fitted)),
            *(f"{line.law:+d}", f"{line.by_law.percent:.1f}", _interval(line.by_law)),
        ]
        for line in fitted_lines(endings)
    ]
    return markdown(rows) if len(rows) > 1 else ""


def _band(most: int) -> str:
    if most == LAST_BAND:
        return f"over {BANDS[-1]}"
    least = MOST_FILLS + 1 if most == BANDS[0] else BANDS[BANDS.index(most) - 1] + 1
    return f"{least} to {most}"


def _rivals(endings: Sequence[ModesEnding]) -> str:
    rows = [["the mover wins if", "names a winner %", "right then %", "95 %"]]
    for line in rival_lines(endings):
        if line.right.total:
            shares = [f"{line.decided.percent:.1f}", f"{line.right.percent:.1f}"]
            rows.append([line.rule, *shares, _interval(line.right)])
    return markdown(rows)


def _plays(endings: Sequence[ModesEnding]) -> str:
    rows = [["mode", "R optimal %", "95 %", "R loses", "greed optimal %", "greed loses"]]
    rows += [
        [
            *(line.mode, f"{line.optimal.percent:.1f}", _interval(line.optimal)),
            *(f"{line.lost:.2f}", f"{line.greedy_optimal.percent:.1f}"),
            f"{line.greedy_lost:.2f}",
        ]
        for line in play_lines(endings)
    ]
    return markdown(rows)


def _interval(share: Share) -> str:
    low, high = share.interval
    return f"{low:.1f} - {high:.1f}"
