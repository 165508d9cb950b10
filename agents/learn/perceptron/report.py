"""The result of a study as tables, as JSON and as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.agents.learn.perceptron.comparison import NET
from bombe.agents.learn.perceptron.labelling import SCHEMA
from bombe.analysis.columns import columns
from bombe.analysis.drawing.charts import (
    GRID,
    LOOKS,
    Mark,
    aside_of,
    chart,
    error_line,
    name_the_ends,
    plain_line,
    shifted,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
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


def study_tables(study: PerceptronStudy) -> Iterator[str]:
    """Yield what was trained, how it went, and how everyone plays on held-out positions."""
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
        best, lost = record.best, record.lost
        interval = f"{max(0.0, lost.low):.3f} - {lost.high:.3f}"
        shares = [f"{best.percent:.1f} %", best.interval_words]
        rows.append([record.name, *shares, f"{lost.mean:.3f}", interval])
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
    if not (study.fitting.history and study.records):
        return []
    return [*_draw_epochs(study, folder), *_draw_stages(study, folder)]


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
        history, ends = study.fitting.history, []
        for number, record in enumerate(study.records):
            x, y, style = [1.0, float(history[-1].epoch)], [record.best.percent] * 2, {}
            if record.name == NET:
                x, y = [float(line.epoch) for line in history], [line.best for line in history]
                style = {"marker": LOOKS[number].marker}
            ends.append(plain_line(axes, number, _short(record.name), x, y, **style))
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
            marks = [Mark.of(at, part.of(record).best) for at, part in enumerate(parts)]
            aside = aside_of(number, len(study.records))
            style = {"capsize": 3, "transform": shifted(axes, aside)}
            end = error_line(axes, number, _short(record.name), marks, **style)
            # What is shifted does not count for the limits of the axes by itself.
            axes.update_datalim([(0.0, bound) for mark in marks for bound in (mark.low, mark.high)])
            ends.append(end._replace(x=0.0, y=marks[0].y, aside=aside))
        axes.autoscale_view(scalex=False)
        name_the_ends(axes, ends)
    return files


def _short(name: str) -> str:
    """Return a name that fits beside the axes."""
    return _SHORT.get(name, name)
