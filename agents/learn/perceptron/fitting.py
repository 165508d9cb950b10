"""The training of a network, epoch by epoch, saved after each one.

An epoch depends on the plan, its own number and the network before it, so that a training that is
interrupted and resumed gives the same network as one in one piece.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

from bombe.agents.learn.perceptron.layers import Adam, Perceptron
from bombe.agents.learn.perceptron.plan import PerceptronPlan
from bombe.analysis.studies.files import check_plan
from bombe.boards.errors import InputError, Place
from bombe.boards.text.schema import built, decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np

    from bombe.agents.learn.perceptron.layers import Floats
    from bombe.agents.learn.perceptron.samples import Samples
    from bombe.boards.text.schema import Datum
    from bombe.solvers import Meter

_REMEDY = "give a network that `bombe study perceptron -o` wrote"


class EpochResult(NamedTuple):
    """What an epoch reached.

    `loss` is the mean loss in training, `held_out_loss` that on held-out positions; on these `best`
    is the share of best moves in percent and `lost` the mean of what a move loses.
    """

    epoch: int
    loss: float
    held_out_loss: float
    best: float
    lost: float


class Fitting:
    """A network in training; `history` has a line for each epoch."""

    def __init__(self, plan: PerceptronPlan) -> None:
        import numpy as np

        self.plan, self.subject = plan, plan.subject()
        sizes = (self.subject.width, *plan.hidden, 1)
        self.network = Perceptron.drawn(sizes, np.random.default_rng([plan.seed, 0]))
        self.adam = Adam(self.network)
        self.history: list[EpochResult] = []

    @property
    def is_done(self) -> bool:
        """Whether all epochs of the plan are done."""
        return len(self.history) >= self.plan.epochs

    def outputs(self, samples: Samples) -> Floats:
        """Return what the network says of each row, in the game's unit."""
        inputs = self.subject.inputs(samples.facts, 0)
        return self.network.values(inputs) * self.subject.scale

    def epochs(
        self, training: Samples, held_out: Samples, meter: Meter, path: Path | None
    ) -> Iterator[EpochResult]:
        """Train the epochs that are left; save and yield each, until the budget runs out."""
        import numpy as np

        targets = (training.targets / self.subject.scale).astype(np.float32)
        while not self.is_done and not meter.is_over:
            loss = self._epoch(training, targets)
            self.history.append(self._judged(loss, held_out))
            if path is not None:
                self._save(path)
            yield self.history[-1]

    def _epoch(self, training: Samples, targets: Floats) -> float:
        """Train on every row once, in batches, each after a random symmetry."""
        import numpy as np

        plan, done = self.plan, len(self.history)
        rng = np.random.default_rng([plan.seed, 1, done])
        order = rng.permutation(len(targets))
        losses = []
        for start in range(0, len(order), plan.batch):
            rows = order[start : start + plan.batch]
            symmetry = int(rng.integers(self.subject.symmetries))
            inputs = self.subject.inputs(training.facts[rows], symmetry)
            loss, gradients = self.network.gradients(inputs, targets[rows])
            progress = (done + start / len(order)) / plan.epochs
            self.adam.step(gradients, plan.rate_at(progress))
            losses.append(loss * len(rows))
        return sum(losses) / len(order)

    def _judged(self, loss: float, held_out: Samples) -> EpochResult:
        import numpy as np

        outputs = self.outputs(held_out)
        errors = np.abs(outputs - held_out.targets) / self.subject.scale
        each = np.where(errors <= 1, errors * errors / 2, errors - 0.5)
        losses = held_out.losses(outputs)
        best = 100 * losses.count(0) / len(losses)
        epoch = len(self.history) + 1
        return EpochResult(epoch, loss, float(each.mean()), best, sum(losses) / len(losses))

    def _save(self, path: Path) -> None:
        """Write all that the next epoch depends on: beside the file, then in its place."""
        import numpy as np

        about = {"plan": self.plan.to_dict(), "steps": self.adam.steps, "history": self.history}
        arrays: dict[str, Any] = {"about": np.array(json.dumps(about))}
        for kind, parts in self._arrays().items():
            arrays |= {f"{kind}{number}": each for number, each in enumerate(parts)}
        partial = path.with_suffix(".partial")
        with partial.open("wb") as file:
            np.savez_compressed(file, **arrays)
        partial.replace(path)

    def _arrays(self) -> dict[str, list[Floats]]:
        return {
            "parameter": self.network.parameters,
            "mean": self.adam.means,
            "square": self.adam.squares,
        }

    @classmethod
    def resumed(cls, plan: PerceptronPlan, path: Path | None) -> Fitting:
        """Return the training that a file holds, or a new one if there is no file."""
        if path is None or not path.exists():
            return cls(plan)
        saved, fitting = _load(path), cls(plan)
        about = _about(saved, path)
        check_plan(path, built(PerceptronPlan, about.at("plan")), plan)
        fitting.adam.steps = about.at("steps").whole(0)
        fitting.history = [built(EpochResult, line) for line in about.at("history").items()]
        for kind, parts in fitting._arrays().items():
            for number, each in enumerate(parts):
                each[...] = _array(saved, f"{kind}{number}", path, each.shape)
        return fitting


def read_network(path: Path) -> tuple[Perceptron, PerceptronPlan]:
    """Return the network that a training saved, and its plan."""
    saved = _load(path)
    depth = sum(name.startswith("parameter") for name in saved) // 2
    sizes = [(0, 0)] * depth
    for layer in range(depth):
        before = sizes[layer - 1][1] if layer else None
        weights = _array(saved, f"parameter{layer}", path, (before, None))
        sizes[layer] = weights.shape
    shapes = [*sizes, *((below,) for _, below in sizes)]
    if not depth or sizes[-1][1] != 1:
        raise _no_network(path)
    parameters = [_array(saved, f"parameter{n}", path, shape) for n, shape in enumerate(shapes)]
    return Perceptron(parameters), built(PerceptronPlan, _about(saved, path).at("plan"))


def _about(saved: dict[str, np.ndarray[Any, Any]], path: Path) -> Datum:
    """Return what a file says of its training."""
    return decode(str(saved["about"]), Place(str(path)), _REMEDY)


def _array(
    saved: dict[str, np.ndarray[Any, Any]], name: str, path: Path, shape: tuple[int | None, ...]
) -> np.ndarray[Any, Any]:
    """Return an array of a file, of finite numbers and of a shape; None is any length."""
    import numpy as np

    found = saved.get(name)
    if found is None or found.dtype.kind != "f" or found.ndim != len(shape):
        raise _no_network(path)
    wrong = any(want not in (None, size) for want, size in zip(shape, found.shape, strict=True))
    if wrong or not np.isfinite(found).all():
        raise _no_network(path)
    return found


def _no_network(path: Path) -> InputError:
    return InputError(f"{path}: it is no network; {_REMEDY}")


def _load(path: Path) -> dict[str, np.ndarray[Any, Any]]:
    """Return the arrays of a file; raise InputError if it holds no training."""
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as file:
            saved = {name: file[name] for name in file.files}
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'it is no network'}; {_REMEDY}") from None
    except (ValueError, BadZipFile, EOFError, AttributeError, TypeError):
        raise _no_network(path) from None
    if "about" not in saved:
        raise _no_network(path)
    return saved
