"""The result of a study as tables, as JSON and as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.agents.learn.perceptron.comparison import NET
from bombe.agents.learn.perceptron.labelling import SCHEMA
from bombe.analysis.drawing.charts import (
    GRID,
    LOOKS,
    LineEnd,
    aside_of,
    chart,
    name_the_ends,
    shifted,
)
from bombe.analysis.matches.fitting import columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from bombe.agents.learn.perceptron.comparison import ChoiceRecord
    from bombe.agents.learn.perceptron.study import PerceptronStudy

_BEST = "best moves, percent"
_SHORT = {
    "first-moves:of=heuristic:judge=chains": "first-moves, chains",
    "heuristic:judge=chains": "chains",
    "minimax-skip:depth=1": "minimax-skip",
}
"""The names of agents that are too long for the margin of a picture."""


def study_text(study: PerceptronStudy) -> str:
    """Return what was trained, how it went, and how everyone plays on held-out positions."""
    return "\n\n".join(_parts(study))


def _parts(study: PerceptronStudy) -> Iterator[str]:
    plan, fitting = study.plan, study.fitting
    layers = " - ".join(map(str, (study.subject.width, *plan.hidden, 1)))
    yield (
        f"{plan.game}, inputs {plan.inputs}: layers {layers}, {fitting.network.count:,} weights; "
        f"{plan.positions:,} positions, {study.labels:,} labels, seed {plan.seed}"
    )
    if fitting.history:
        yield _epochs(study)
    if study.records:
        yield f"{len(study.held_out):,} held-out positions:\n\n{_players(study)}"
        yield f"Best moves in percent, by {study.subject.left_words}:\n\n{_stages(study)}"


def _epochs(study: PerceptronStudy) -> str:
    rows = [["epoch", "loss", "held out", "best moves", f"{study.subject.unit} lost"]]
    for line in study.fitting.history:
        losses = [f"{line.loss:.4f}", f"{line.held_out_loss:.4f}"]
        rows.append([str(line.epoch), *losses, f"{line.best:.1f} %", f"{line.lost:.3f}"])
    return columns(rows, left=())


def _players(study: PerceptronStudy) -> str:
    rows = [["player", "best moves", "95 %", f"{study.subject.unit} lost", "95 %"]]
    for record in study.records:
        low, high = record.best.interval
        lost = record.lost
        shares = [f"{record.best.percent:.1f} %", f"{low:.1f} - {high:.1f}"]
        rows.append(
            [
                record.name,
                *shares,
                f"{lost.mean:.3f}",
                f"{max(0.0, lost.low):.3f} - {lost.high:.3f}",
            ]
        )
    return columns(rows, left=(0,))


def _stages(study: PerceptronStudy) -> str:
    parts = study.bands()
    rows = [
        ["player", *map(str, parts)],
        ["positions", *(str(len(part.places)) for part in parts)],
        *(
            [record.name, *(f"{part.of(record).best.percent:.1f}" for part in parts)]
            for record in study.records
        ),
    ]
    return columns(rows, left=(0,))


def study_json(study: PerceptronStudy) -> dict[str, Any]:
    """Return plain values, ready for JSON."""
    return {
        "schema": SCHEMA,
        "plan": study.plan.to_dict(),
        "labels": study.labels,
        "weights": study.fitting.network.count,
        "final": study.fitting.is_done and len(study.records) == len(study.rivals) + 1,
        "epochs": [line._asdict() for line in study.fitting.history],
        "players": [_player(study, record) for record in study.records],
    }


def _player(study: PerceptronStudy, record: ChoiceRecord) -> dict[str, Any]:
    return {
        **_figures(record),
        "stages": [
            {"fewest": part.low, "most": part.high, **_figures(part.of(record))}
            for part in study.bands()
        ],
    }


def _figures(record: ChoiceRecord) -> dict[str, Any]:
    return {
        "player": record.name,
        "positions": len(record.losses),
        "best": record.best.percent,
        "best_interval": list(record.best.interval),
        "lost": record.lost.mean,
        "lost_interval": [record.lost.low, record.lost.high],
    }


def draw_study(study: PerceptronStudy, folder: Path) -> list[Path]:
    """Draw the epochs and the stages of the game; return the files."""
    files: list[Path] = []
    if study.fitting.history and study.records:
        files += _draw_epochs(study, folder)
        files += _draw_stages(study, folder)
    return files


def _title(study: PerceptronStudy, what: str) -> str:
    plan = study.plan
    return (
        f"{what}\n{plan.game}, inputs {plan.inputs}, {study.fitting.network.count:,} weights, "
        f"{study.labels:,} labels, {len(study.held_out):,} held-out positions"
    )


def _draw_epochs(study: PerceptronStudy, folder: Path) -> list[Path]:
    """Draw the share of best moves over the epochs, and those of agents as level lines."""
    name = f"perceptron-{study.plan.game}-epochs"
    title = _title(study, "How often the network finds a best move")
    with chart(folder, name, title, "epochs", _BEST) as (axes, files):
        last = study.fitting.history[-1].epoch
        ends = []
        for number, record in enumerate(study.records):
            look = LOOKS[number % len(LOOKS)]
            if record.name == NET:
                x = [float(line.epoch) for line in study.fitting.history]
                y = [line.best for line in study.fitting.history]
            else:
                x, y = [1.0, float(last)], [record.best.percent] * 2
            marker = look.marker if record.name == NET else ""
            axes.plot(x, y, color=look.color, linestyle=look.dashes, marker=marker, linewidth=1.8)
            ends.append(LineEnd(_short(record.name), x[-1], y[-1], look.color))
        axes.grid(visible=True, color=GRID, linewidth=0.7)
        axes.xaxis.get_major_locator().set_params(integer=True)
        name_the_ends(axes, ends)
    return files


def _draw_stages(study: PerceptronStudy, folder: Path) -> list[Path]:
    """Draw the share of best moves over what is left, with 95 % intervals."""
    name, parts = f"perceptron-{study.plan.game}-stages", study.bands()
    title = _title(study, "Best moves by stage of the game")
    with chart(folder, name, title, study.subject.left_words, _BEST) as (axes, files):
        axes.set_xticks(range(len(parts)), list(map(str, parts)))
        # As the game goes: much is left at first.
        axes.set_xlim(len(parts) - 0.7, -0.3)
        axes.grid(visible=True, color=GRID, linewidth=0.7)
        ends = []
        for number, record in enumerate(study.records):
            shares = [part.of(record).best for part in parts]
            levels = [share.percent for share in shares]
            reach = _reach([share.interval for share in shares], levels)
            look = LOOKS[number % len(LOOKS)]
            style = {"color": look.color, "linestyle": look.dashes, "marker": look.marker}
            aside = aside_of(number, len(study.records))
            style["transform"] = shifted(axes, aside)
            axes.errorbar(range(len(parts)), levels, yerr=reach, linewidth=1.8, capsize=3, **style)
            # What is shifted does not count for the limits of the axes by itself.
            axes.update_datalim([(0.0, bound) for share in shares for bound in share.interval])
            ends.append(LineEnd(_short(record.name), 0.0, levels[0], look.color, aside))
        axes.autoscale_view(scalex=False)
        name_the_ends(axes, ends)
    return files


def _reach(
    intervals: Sequence[tuple[float, float]], levels: Sequence[float]
) -> tuple[list[float], list[float]]:
    below = [level - low for (low, _), level in zip(intervals, levels, strict=True)]
    above = [high - level for (_, high), level in zip(intervals, levels, strict=True)]
    return below, above


def _short(name: str) -> str:
    """Return a name that fits beside the axes."""
    return _SHORT.get(name, name)
