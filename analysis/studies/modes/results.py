"""What a study of the newer play modes shows: how often the law is right, what a lead is worth."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from bombe.analysis.drawing.charts import Mark, draw_shares
from bombe.analysis.drawing.notes import notes_of_endgame
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.endgame.margins import solve
from bombe.analysis.reach.law import EVEN_EVEN, EVEN_ODD, ODD, TEMPO_WORDS, tempo_of
from bombe.analysis.reach.measured import (
    BANDS,
    GAME_STEPS,
    LAST_BAND,
    MOST_FILLS,
    SMALL,
    STEPS,
    band_of,
    game_step_of,
    step_of,
)
from bombe.analysis.results import with_noun
from bombe.analysis.shares import Share
from bombe.analysis.studies.counting import grouped, section
from bombe.analysis.studies.modes.study import (
    ModesEnding,
    ModesGame,
    ModesPlan,
    is_right,
    perform,
    position_of_task,
    tasks,
)
from bombe.analysis.studies.study import Study
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from bombe.analysis.studies.files import Results
    from bombe.analysis.studies.modes.study import ModesRecord

WIDEST_LEAD = 4
"""Leads of more half fills than this are counted together."""
_LEADS = range(-WIDEST_LEAD, WIDEST_LEAD + 1)
THRESHOLDS = {ODD: -1, EVEN_ODD: 0, EVEN_EVEN: 1}
"""The least lead with which the mover wins by the law, in half fills."""
_BOARDS = {False: "2x2, 2x3", True: "3x3 and more"}
_FITTED_HEAD = ("mode", "tempo", "fitted", "right %", "95 %", "the law's", "right %", "95 %")
_PLAYS_HEAD = ("mode", "R optimal %", "95 %", "R loses", "greed optimal %", "greed loses")


def modes_tables(study: Results[ModesPlan]) -> Iterator[str]:
    """Yield all tables, each with a heading."""
    endings, games, plan = study.of(ModesEnding), study.of(ModesGame), study.plan
    played = with_noun(len(games), "game")
    yield f"{with_noun(len(endings), 'endgame')} solved, {played} played by rule R"
    if not endings:
        if plan.positions:
            yield (
                f"No endgame with {plan.fills[0]} to {plan.fills[1]} fills was solved in "
                f"{plan.seconds:g} s: give --fills with smaller numbers, or more --seconds"
            )
        return
    heading = "How often the law is right, in percent, by how far from 0 the balance is"
    steps = (f"{step} or more" if step == STEPS[-1] else str(step) for step in STEPS)
    head = ("mode", "boards", "endgames", "law right %", "95 %", *steps)
    yield section(heading, head, _step_rows(endings))
    heading = "Won by the mover in percent, by lead in half fills and tempo"
    yield section(heading, ("tempo", *map(_lead_words, _LEADS)), _lead_rows(endings))
    if rows := list(_skip_rows(endings)):
        head = ("tempo", "can skip", "positions", "won by the mover %", "95 %")
        yield section("Nobody leads, and who can play a bomb now", head, rows)
    if rows := list(_fitted_rows(endings)):
        heading = "The least winning lead, fitted to even seeds and tried on odd ones"
        yield section(heading, _FITTED_HEAD, rows)
    if games:
        heading = "The same in larger positions, played by rule R on both sides, by fills left"
        head = ("mode", "boards", "fills", "1 to 3", "5 to 7", "9 or more")
        yield section(heading, head, _game_rows(games))
    head = ("the mover wins if", "names a winner %", "right then %", "95 %")
    yield section("Simpler rules", head, _rival_rows(endings))
    heading = "Rule R, and a fill with the most points now"
    yield section(heading, _PLAYS_HEAD, _play_rows(endings))
    last = last_share(endings)
    yield (
        f"The winner makes the last fill in {last.percent:.1f} % of {last.total} lines of best "
        "play."
    )


def _is_large(record: ModesRecord) -> bool:
    return record.size > SMALL


def _words(share: Share) -> str:
    return f"{share.percent:.0f} of {share.total}" if share.total else "-"


def _right(records: Iterable[ModesRecord]) -> Share:
    return Share.of(map(is_right, records))


def _won(endings: Iterable[ModesEnding]) -> Share:
    return Share.of(each.margin > 0 for each in endings)


def _step_rows(endings: Iterable[ModesEnding]) -> Iterator[list[object]]:
    """Yield how often the law is right, by mode and boards, and by balance after the best move."""
    for (mode, is_large), found in grouped(endings, lambda e: (e.mode, _is_large(e))).items():
        total, far = _right(found), grouped(found, lambda e: abs(step_of(e.ahead)))
        shares = (_words(_right(far.get(step, ()))) for step in STEPS)
        figures = total.total, f"{total.percent:.1f}", total.interval_words
        yield [mode, _BOARDS[is_large], *figures, *shares]


def _game_rows(games: Iterable[ModesGame]) -> Iterator[list[object]]:
    """Yield the same for games from larger positions, by the most fills of their band."""
    groups = grouped(games, lambda each: (each.mode, _is_large(each), band_of(each.fills)))
    for (mode, is_large, band), found in groups.items():
        far = grouped(found, lambda each: abs(game_step_of(each.ahead)))
        shares = (_words(_right(far.get(step, ()))) for step in GAME_STEPS)
        yield [mode, _BOARDS[is_large], _band_words(band), *shares]


def _band_words(most: int) -> str:
    if most == LAST_BAND:
        return f"over {BANDS[-1]}"
    least = MOST_FILLS + 1 if most == BANDS[0] else BANDS[BANDS.index(most) - 1] + 1
    return f"{least} to {most}"


def by_lead(endings: Iterable[ModesEnding]) -> dict[tuple[str, int], list[ModesEnding]]:
    """Return the endgames by tempo and lead; the lead is cut off at WIDEST_LEAD."""
    return grouped(endings, lambda e: (e.tempo, max(-WIDEST_LEAD, min(WIDEST_LEAD, e.lead))))


def _lead_rows(endings: Iterable[ModesEnding]) -> Iterator[list[str]]:
    found = by_lead(endings)
    for tempo in TEMPO_WORDS.values():
        yield [tempo, *(_words(_won(found.get((tempo, lead), ()))) for lead in _LEADS)]


def _lead_words(lead: int) -> str:
    edge = {-WIDEST_LEAD: " or less", WIDEST_LEAD: " or more"}
    return f"{lead:+d}{edge.get(lead, '')}"


def _skip_rows(endings: Iterable[ModesEnding]) -> Iterator[list[object]]:
    """Yield how the endgames ended in which nobody leads, by tempo and who can skip."""
    even = [each for each in endings if not each.lead]
    groups = grouped(even, lambda e: (e.tempo, _CAN_SKIP[bool(e.skips[0]), bool(e.skips[1])]))
    for names, found in groups.items():
        won = _won(found)
        yield [*names, won.total, f"{won.percent:.1f}", won.interval_words]


_CAN_SKIP = {
    (False, False): "nobody",
    (True, False): "the mover",
    (False, True): "the opponent",
    (True, True): "both",
}


def _fitted_rows(endings: Sequence[ModesEnding]) -> Iterator[list[object]]:
    """Yield by mode and tempo the least winning lead that fits one half, tried on the other."""
    for mode, of_mode in grouped(endings, lambda each: each.mode).items():
        for tempo, words in TEMPO_WORDS.items():
            found = [each for each in of_mode if each.tempo == words]
            train, test = ([each for each in found if each.seed % 2 == odd] for odd in (0, 1))
            if not train or not test:
                continue
            row: list[object] = [mode, words]
            for least in (_fitted(train, THRESHOLDS[tempo]), THRESHOLDS[tempo]):
                share = Share(_hits(test, least), len(test))
                row += [f"{least:+d}", f"{share.percent:.1f}", share.interval_words]
            yield row


def _fitted(train: Sequence[ModesEnding], law: int) -> int:
    """Return the threshold that fits best; of several the one nearest to the law's."""
    return max(_LEADS, key=lambda least: (_hits(train, least), -abs(least - law)))


def _hits(found: Iterable[ModesEnding], least: int) -> int:
    """Count the endgames that end as a least winning lead says."""
    return sum(each.margin > 0 if each.lead >= least else each.margin < 0 for each in found)


def _rival_rows(endings: Sequence[ModesEnding]) -> Iterator[list[object]]:
    """Yield in how many endgames a simpler rule names a winner, and how often that is right."""
    for rule, sign in _RIVALS.items():
        decided = [(one, each.margin) for each in endings if (one := sign(each))]
        if decided:
            share = Share(len(decided), len(endings))
            right = Share.of((one > 0) == (margin > 0) and margin != 0 for one, margin in decided)
            yield [rule, f"{share.percent:.1f}", f"{right.percent:.1f}", right.interval_words]


def _play_rows(endings: Iterable[ModesEnding]) -> Iterator[list[object]]:
    """Yield how rule R chooses, beside plain greed: optimal moves, and the points lost."""
    for mode, found in grouped(endings, lambda each: each.mode).items():
        best, greedy = (
            Share.of(not lost for lost in losses)
            for losses in zip(*((each.lost, each.greedy_lost) for each in found), strict=True)
        )
        yield [
            *(mode, f"{best.percent:.1f}", best.interval_words),
            f"{fmean(each.lost for each in found):.2f}",
            *(f"{greedy.percent:.1f}", f"{fmean(each.greedy_lost for each in found):.2f}"),
        ]


def last_share(endings: Iterable[ModesEnding]) -> Share:
    """Return how often the winner makes the last fill in a line of best play."""
    known = (each for each in endings if each.last is not None and each.margin)
    return Share.of(each.last == (each.margin > 0) for each in known)


def _difference(pick: Callable[[ModesEnding], tuple[int, int]]) -> Callable[[ModesEnding], int]:
    return lambda each: pick(each)[0] - pick(each)[1]


_RIVALS: dict[str, Callable[[ModesEnding], int]] = {
    "somebody is shut out": lambda each: int(each.shut_out),
    "more private cells": _difference(lambda each: each.private),
    "more open shared cells": _difference(lambda each: each.open),
    "more skips now": _difference(lambda each: each.skips),
    "more private skips": _difference(lambda each: each.private_skips),
    "private cells odd": lambda each: 1 if sum(each.private) % 2 else -1,
    "shared cells odd": lambda each: 1 if each.shared % 2 else -1,
    "the tempo law, with F and B": lambda each: -1 if tempo_of(each.fills, each.bombs) < 0 else 1,
    "the lead alone": lambda each: each.lead,
    "the law of reach": lambda each: each.balance,
    "the law of reach, one move ahead": lambda each: each.ahead,
}
"""For each rule a number: positive if the mover wins by it, 0 if it does not say."""


def draw_modes(study: Results[ModesPlan], folder: Path) -> list[Path]:
    """Draw every picture that the study has figures for; return the files."""
    endings = study.of(ModesEnding)
    files: list[Path] = []
    for is_large, name, words in ((False, "small", "2x2 and 2x3"), (True, "large", "3x3 and more")):
        found = [each for each in endings if _is_large(each) == is_large]
        lines: dict[str, list[Mark]] = {tempo: [] for tempo in TEMPO_WORDS.values()}
        for (tempo, lead), group in by_lead(found).items():
            lines[tempo].append(Mark.of(lead, _won(group)))
        title = f"Who leads wins; the tempo decides the rest\n{words}, {len(found):,} endgames"
        x_words = "lead of the mover in half fills; at the ends, so much or more"
        axes = title, x_words, "won by the mover, percent"
        if found:
            files += draw_shares(folder, f"lead-{name}", axes, lines, (-2, 102), _LEADS)
    for each in smallest_failures(endings):
        path = folder / f"exception-{each.mode}.svg"
        state = position_of_task(each.task, study.plan)
        endgame = solve(state, Budget(study.plan.seconds))
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(draw_svg(notes_of_endgame(endgame)), encoding="utf-8")
        files.append(path)
    return files


def smallest_failures(endings: Sequence[ModesEnding]) -> Iterator[ModesEnding]:
    """Yield for each mode the endgame with the fewest fills that the other side wins."""
    wrong = [each for each in endings if each.margin and not is_right(each)]
    for found in grouped(wrong, lambda each: each.mode).values():
        # Of equally small ones the one that the law is surest of.
        yield min(found, key=lambda each: (each.fills, -abs(each.ahead)))


MODES = Study(
    "study",
    "bombe study modes -o",
    ModesPlan,
    {"header": ModesPlan, "ending": ModesEnding, "game": ModesGame},
    tasks=tasks,
    perform=perform,
    tables=modes_tables,
    draw=draw_modes,
)
