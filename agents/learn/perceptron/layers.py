"""A multi-layer perceptron in numpy: values, gradients (backpropagation), steps of Adam."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.floating[Any]]

FIRST_DECAY, SECOND_DECAY, TINY = 0.9, 0.999, 1e-8
"""Of Adam: how slowly its means of gradients and of their squares change; against zero division."""


class Perceptron:
    """Linear layers with max(x, 0) between them, and one output.

    `parameters` are the weights of all layers, then the biases of all layers.
    """

    def __init__(self, parameters: Sequence[Floats]) -> None:
        self.parameters = list(parameters)
        self._depth = len(self.parameters) // 2

    @classmethod
    def drawn(cls, sizes: Sequence[int], rng: np.random.Generator) -> Perceptron:
        """Return a network with random weights; `sizes` are inputs, hidden layers, and 1."""
        import numpy as np

        weights = [
            rng.normal(0.0, (2.0 / above) ** 0.5, (above, below)).astype(np.float32)
            for above, below in pairwise(sizes)
        ]
        return cls([*weights, *(np.zeros(below, np.float32) for below in sizes[1:])])

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return len(self.parameters[0])

    @property
    def count(self) -> int:
        """The number of weights and biases."""
        return sum(each.size for each in self.parameters)

    def values(self, inputs: Floats) -> Floats:
        """Return the output for each row of inputs."""
        outputs: Floats = self._activations(inputs)[-1][:, 0]
        return outputs

    def gradients(self, inputs: Floats, targets: Floats) -> tuple[float, list[Floats]]:
        """Return the mean loss of a batch and its gradient for every parameter.

        The loss is that of Huber: half the square of an error up to 1, beyond that linear, so that
        few large errors do not outweigh all others.
        """
        import numpy as np

        layers = self._activations(inputs)
        errors = layers[-1][:, 0] - targets
        clipped = np.clip(errors, -1, 1)
        loss = float((clipped * (errors - clipped / 2)).mean())
        back = (clipped / len(targets))[:, None]
        weights: list[Floats] = []
        biases: list[Floats] = []
        for depth in reversed(range(self._depth)):
            weights.append(layers[depth].T @ back)
            biases.append(back.sum(0))
            if depth:
                back = (back @ self.parameters[depth].T) * (layers[depth] > 0)
        return loss, [*reversed(weights), *reversed(biases)]

    def _activations(self, inputs: Floats) -> list[Floats]:
        """Return the inputs and what each layer makes of them."""
        import numpy as np

        layers = [inputs]
        for depth in range(self._depth):
            sums = layers[-1] @ self.parameters[depth] + self.parameters[self._depth + depth]
            layers.append(sums if depth == self._depth - 1 else np.maximum(sums, 0))
        return layers


class Adam:
    """The steps of Adam on the parameters of a network, which it changes in place."""

    def __init__(self, network: Perceptron) -> None:
        import numpy as np

        self._parameters = network.parameters
        self.means = [np.zeros_like(each) for each in network.parameters]
        self.squares = [np.zeros_like(each) for each in network.parameters]
        self.steps = 0

    def step(self, gradients: Sequence[Floats], rate: float) -> None:
        """Move all parameters against their gradients."""
        import numpy as np

        self.steps += 1
        first, second = 1 - FIRST_DECAY**self.steps, 1 - SECOND_DECAY**self.steps
        known = zip(self._parameters, gradients, self.means, self.squares, strict=True)
        for parameter, gradient, mean, square in known:
            mean += (1 - FIRST_DECAY) * (gradient - mean)  # noqa: PLW2901 - changed in place
            square += (1 - SECOND_DECAY) * (gradient * gradient - square)  # noqa: PLW2901
            parameter -= rate * (mean / first) / (np.sqrt(square / second) + TINY)  # noqa: PLW2901
