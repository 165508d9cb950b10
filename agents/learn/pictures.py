"""Runs of evolution drawn: how good each generation was, and the network that came out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.charts import GRID, LOOKS, chart, name_the_ends, plain_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bombe.agents.learn.network import Network, Source
    from bombe.agents.learn.records import Training

_POSITIVE, _NEGATIVE = "#0f6b5c", "#b3400e"
_NAMED_NODES = 40
"""Up to so many nodes have their names written at them."""
_NUMBERED_LINKS = 24
"""Up to so many connections have their weights written at them; more would hide each other."""
_GENERATION = "generation, counted from 0"

Point = tuple[float, float]


def draw_course(training: Training, folder: Path, name: str, measured: str) -> list[Path]:
    """Draw the best and the mean rating of each generation, and its best network as measured."""
    words = _GENERATION, "percent"
    title = f"NEAT, {describe(training)}\nbest and mean rating; measured: {measured}"
    with chart(folder, name, title, *words) as (axes, files):
        x = [float(one.generation) for one in training.generations]
        lines = {
            "best": [one.best for one in training.generations],
            "mean": [one.mean for one in training.generations],
            "measured": [one.measured for one in training.generations],
        }
        ends = [
            plain_line(axes, number, name, x, y, label=name)
            for number, (name, y) in enumerate(lines.items())
        ]
        _ruled(axes)
        name_the_ends(axes, ends)
    return files


def draw_seeds(trainings: Sequence[Training], folder: Path, name: str, measured: str) -> list[Path]:
    """Draw the best network so far of every seed, as measured, over the generations."""
    title = f"NEAT, {describe(trainings[0], with_seed=False)}, {len(trainings)} seeds"
    words = _GENERATION, f"best so far: {measured}"
    with chart(folder, name, title, *words) as (axes, files):
        for at, training in enumerate(trainings):
            best, so_far = 0.0, []
            for one in training.generations:
                best = max(best, one.measured)
                so_far.append(best)
            x = [float(one.generation) for one in training.generations]
            seed = f"seed {training.plan.seed}"
            end = {"marker": LOOKS[at % len(LOOKS)].marker, "markevery": [len(x) - 1]}
            plain_line(axes, at, seed, x, so_far, label=seed, **end)
        axes.set_ylim(0, 103)
        _ruled(axes)
        # Not names at the ends: runs end at different generations, many at the first.
        axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), frameon=False)
    return files


def _ruled(axes: Any) -> None:
    """Draw a grid with whole generations."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(visible=True, color=GRID, linewidth=0.7)


def describe(training: Training, *, with_seed: bool = True) -> str:
    """Return what a run is of, in a few words."""
    plan = training.plan
    what = f"features {plan.features}" if plan.features else f"the report's design on {plan.board}"
    return f"{what}, seed {plan.seed}" if with_seed else what


def draw_network(network: Network, folder: Path, name: str, title: str) -> list[Path]:
    """Draw a network: inputs on the left, outputs on the right, each weight as wide as it is."""
    places = _places(network)
    widest = max((abs(link.weight) for link in network.links), default=1.0)
    has_numbers = len(network.links) <= _NUMBERED_LINKS
    with chart(folder, name, title, "", "") as (axes, files):
        axes.set_axis_off()
        axes.set_xlim(-0.34, 1.16)
        axes.set_ylim(-0.06, 1.06)
        for link in network.links:
            start, end = places[link.source], places[link.to]
            _draw_link(axes, start, end, link.weight, widest)
            if has_numbers:
                _write_weight(axes, start, end, link.weight)
        for source, (x, y) in places.items():
            axes.plot([x], [y], "o", color="#0b1f3a", markersize=9, zorder=3)
            if len(places) <= _NAMED_NODES:
                _name(axes, network, source, (x, y))
        _explain(axes)
    return files


def _places(network: Network) -> dict[Source, Point]:
    """Return where each node is drawn: as far right as its longest way from an input."""
    used = {link.source for link in network.links}
    inputs = [name for name in network.inputs if name in used]
    depths: dict[Source, int] = dict.fromkeys(inputs, 0)
    for node in network.nodes:
        into = [depths[link.source] for link in network.links if link.to == node.id]
        depths[node.id] = 1 + max(into, default=0)
    deepest = max(depths[number] for number in network.outputs)
    columns: dict[int, list[Source]] = {}
    for source, depth in depths.items():
        column = deepest if source in network.outputs else depth
        columns.setdefault(column, []).append(source)
    return {
        source: (column / deepest, 1 - (row + 0.5 + 0.12 * (column % 2)) / len(column_nodes))
        for column, column_nodes in columns.items()
        for row, source in enumerate(column_nodes)
    }


def _draw_link(axes: Any, start: Point, end: Point, weight: float, widest: float) -> None:
    color, style = (_POSITIVE, "-") if weight > 0 else (_NEGATIVE, (0, (5, 1.5)))
    width = 0.5 + 5 * abs(weight) / widest
    (x, y), (to_x, to_y) = start, end
    axes.plot([x, to_x], [y, to_y], color=color, linestyle=style, linewidth=width, alpha=0.85)


def _write_weight(axes: Any, start: Point, end: Point, weight: float) -> None:
    (x, y), (to_x, to_y), near = start, end, 0.2
    place = x + near * (to_x - x), y + near * (to_y - y)
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.9}
    axes.text(*place, f"{weight:+.2f}", ha="center", va="center", fontsize=8, bbox=box, zorder=4)


def _name(axes: Any, network: Network, source: Source, place: Point) -> None:
    x, y = place
    if isinstance(source, str):
        axes.text(x - 0.03, y, source, ha="right", va="center")
        return
    if len(network.outputs) > 1 and source in network.outputs:
        axes.text(x + 0.025, y, f"output {network.outputs.index(source)}", ha="left", va="center")
        return
    node = next(node for node in network.nodes if node.id == source)
    words = "value" if source in network.outputs else ""
    lines = "\n".join(filter(None, (words, node.activation, f"bias {node.bias:+.2f}")))
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.9}
    if source in network.outputs:
        at, side = (x + 0.025, y), {"ha": "left", "va": "center"}
    else:
        at, side = (x, y + 0.03), {"ha": "center", "va": "bottom"}
    axes.text(*at, lines, fontsize=9, bbox=box, zorder=5, **side)


def _explain(axes: Any) -> None:
    words = (("positive weight", _POSITIVE, "-"), ("negative weight", _NEGATIVE, (0, (5, 1.5))))
    for at, (text, color, style) in enumerate(words):
        x = 0.05 + 0.45 * at
        axes.plot([x, x + 0.08], [-0.04, -0.04], color=color, linestyle=style, linewidth=2.5)
        axes.text(x + 0.1, -0.04, text, va="center", fontsize=9)
