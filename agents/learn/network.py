"""A feed-forward network as data, and its values in plain Python.

    {"schema": "bombe.network/1", "inputs": ["points", "skip"], "outputs": [0],
     "nodes": [{"id": 0, "activation": "tanh", "bias": 0.5}],
     "connections": [{"from": "points", "to": 0, "weight": 1.25}]}

A node's value is its activation of the bias plus the weighted sum of what it is connected from:
inputs, by their names, and other nodes, by their numbers. There are no cycles. `about` may say how
a network was made.
"""

from __future__ import annotations

import json
import math
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.errors import FormatError, InputError, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

SCHEMA = "bombe.network/1"
_REMEDY = "give a network as `bombe study neat` writes it"
_STEEPEST = 60.0


def _sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-_STEEPEST, min(_STEEPEST, x))))


def _gauss(x: float) -> float:
    return math.exp(-min(x * x, _STEEPEST))


def _relu(x: float) -> float:
    return max(x, 0.0)


def _identity(x: float) -> float:
    return x


ACTIVATIONS: Mapping[str, Callable[[float], float]] = {
    "tanh": math.tanh,
    "sigmoid": _sigmoid,
    "sin": math.sin,
    "gauss": _gauss,
    "relu": _relu,
    "abs": abs,
    "identity": _identity,
}
"""What a node may do with its sum, by name."""

Source = str | int
"""Where a connection comes from: the name of an input, or the number of a node."""


class NetworkNode(NamedTuple):
    """A node: its number, its activation, and what is added to its sum."""

    id: int
    activation: str
    bias: float


class NetworkLink(NamedTuple):
    """A connection and its weight."""

    source: Source
    to: int
    weight: float


class Network:
    """A network that is ready to compute; nodes that reach no output are left out.

    `inputs` are the names of its inputs, `outputs` the numbers of its output nodes.
    """

    def __init__(
        self,
        inputs: Sequence[str],
        outputs: Sequence[int],
        nodes: Iterable[NetworkNode],
        links: Iterable[NetworkLink],
        about: Mapping[str, Any] | None = None,
    ) -> None:
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self.about = dict(about or {})
        found = {node.id: node for node in nodes}
        into: dict[int, list[NetworkLink]] = {number: [] for number in found}
        for link in links:
            into[link.to].append(link)
        order = _order(into, self.outputs)
        self.nodes = tuple(found[number] for number in order)
        self.links = tuple(link for number in order for link in into[number])
        places: dict[Source, int] = {name: at for at, name in enumerate(self.inputs)}
        places |= {number: len(places) + at for at, number in enumerate(order)}
        self._steps = [
            (
                ACTIVATIONS[found[number].activation],
                found[number].bias,
                [(places[link.source], link.weight) for link in into[number]],
            )
            for number in order
        ]
        self._results = [places[number] for number in self.outputs]

    def values(self, inputs: Iterable[float]) -> list[float]:
        """Return the values of the outputs for the values of the inputs."""
        known = list(inputs)
        for activate, bias, sources in self._steps:
            total = bias
            for at, weight in sources:
                total += known[at] * weight
            known.append(activate(total))
        return [known[at] for at in self._results]

    def value(self, inputs: Iterable[float]) -> float:
        """Return the value of the only output, or of the first."""
        return self.values(inputs)[0]

    def to_json(self) -> dict[str, Any]:
        """Return the network as JSON, which `read_network` reads."""
        return {
            "schema": SCHEMA,
            "about": self.about,
            "inputs": list(self.inputs),
            "outputs": list(self.outputs),
            "nodes": [node._asdict() for node in self.nodes],
            "connections": [
                {"from": link.source, "to": link.to, "weight": link.weight} for link in self.links
            ],
        }

    def write(self, path: Path) -> None:
        """Write the network to a file, a node and a connection on each line."""
        fields = self.to_json()
        lines = ",\n".join(f' "{name}": {_listed(fields[name])}' for name in fields)
        path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def read_network(text: str, source: str, known: Iterable[str]) -> Network:
    """Return the network that a JSON text holds; its inputs have to be among the known ones."""
    place = Place(source)
    try:
        fields = json.loads(text)
    except json.JSONDecodeError as error:
        place = Place(source, error.lineno, error.colno)
        raise FormatError(place, f"this is not JSON: {error.msg}", _REMEDY) from None
    try:
        return _network(fields, frozenset(known))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise FormatError(place, f"this is no network: {problem}", _REMEDY) from None


def read_network_fields(fields: Mapping[str, Any]) -> Network:
    """Return the network that JSON describes, whatever its inputs are called."""
    return _network(fields, frozenset(fields["inputs"]))


def load_network(path: Path, known: Iterable[str]) -> Network:
    """Return the network that a file holds."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path}: {reason}; {_REMEDY}") from None
    return read_network(text, str(path), known)


def _network(fields: Any, known: frozenset[str]) -> Network:
    if fields["schema"] != SCHEMA:
        raise ValueError(f"its schema is {fields['schema']!r}, not {SCHEMA!r}")
    inputs, outputs = fields["inputs"], fields["outputs"]
    if strange := [name for name in inputs if name not in known]:
        raise ValueError(f"unknown input {strange[0]!r}: known are {', '.join(sorted(known))}")
    nodes = [
        NetworkNode(_id(n["id"]), n["activation"], _number(n["bias"])) for n in fields["nodes"]
    ]
    numbers = [node.id for node in nodes]
    for name, names in (("input", inputs), ("node", numbers), ("output", outputs)):
        if len(set(names)) < len(names):
            raise ValueError(f"two {name}s are the same")
    if strange := [node.activation for node in nodes if node.activation not in ACTIVATIONS]:
        raise ValueError(f"unknown activation {strange[0]!r}: known are {', '.join(ACTIVATIONS)}")
    if not outputs or not set(outputs) <= set(numbers):
        raise ValueError("an output is no node, or there is none")
    links = [
        NetworkLink(link["from"], link["to"], _number(link["weight"]))
        for link in fields["connections"]
    ]
    for link in links:
        if link.source not in {*inputs, *numbers} or link.to not in numbers:
            raise ValueError(
                f"connection from {link.source!r} to {link.to!r}: there is no such end"
            )
    return Network(inputs, outputs, nodes, links, fields.get("about"))


def _id(number: Any) -> int:
    if type(number) is not int:
        raise ValueError(f"the id {number!r} is no whole number")
    return number


def _number(value: Any) -> float:
    if type(value) not in {int, float} or not math.isfinite(value):
        raise ValueError(f"{value!r} is no finite number")
    return float(value)


def _order(into: Mapping[int, Sequence[NetworkLink]], outputs: Iterable[int]) -> list[int]:
    """Return the nodes that outputs depend on, each after those that it depends on."""
    before = {
        to: [link.source for link in links if link.source in into] for to, links in into.items()
    }
    needed: set[Source] = set()
    waiting: list[Source] = list(outputs)
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += before[int(number)]
    try:
        sorter = TopologicalSorter({n: before[n] for n in sorted(before) if n in needed})
        return [int(number) for number in sorter.static_order()]
    except CycleError as error:
        raise ValueError(f"its nodes {error.args[1]} form a cycle") from None


def _listed(value: Any) -> str:
    """Return JSON with every node and connection on its own line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
    return json.dumps(value)
