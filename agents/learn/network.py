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

from bombe.boards.errors import Place
from bombe.boards.text.lines import text_of
from bombe.boards.text.schema import Datum, built, decode, read_as

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

SCHEMA = "bombe.network/1"
_REMEDY = "give a network as `bombe study neat` writes it"
_STEEPEST = 60.0
_LARGEST = 1e15
"""No value is above this: what nodes make of each other stays finite, whatever the weights."""


def _sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-_STEEPEST, min(_STEEPEST, x))))


def _gauss(x: float) -> float:
    return math.exp(-min(x * x, _STEEPEST))


def _identity(x: float) -> float:
    return max(-_LARGEST, min(_LARGEST, x))


def _relu(x: float) -> float:
    return _identity(max(x, 0.0))


def _abs(x: float) -> float:
    return _identity(abs(x))


ACTIVATIONS: Mapping[str, Callable[[float], float]] = {
    "tanh": math.tanh,
    "sigmoid": _sigmoid,
    "sin": math.sin,
    "gauss": _gauss,
    "relu": _relu,
    "abs": _abs,
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


class NetworkShape(NamedTuple):
    """How networks begin: inputs, number of outputs, activations, and what is connected.

    `result` is the activation of the outputs, and `activations` are those of other nodes.
    """

    inputs: tuple[str, ...]
    outputs: int
    activations: tuple[str, ...]
    result: str
    connection: str


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
    return _network(decode(text, Place(source), _REMEDY), frozenset(known))


def read_network_fields(fields: Mapping[str, Any], place: Place | None = None) -> Network:
    """Return the network that JSON describes, whatever its inputs are called."""
    datum = Datum(dict(fields), place or Place("<network>"), _REMEDY)
    return _network(datum, frozenset(item.text() for item in datum.at("inputs").items()))


def load_network(path: Path, known: Iterable[str]) -> Network:
    """Return the network that a file holds."""
    return read_network(text_of(path, _REMEDY), str(path), known)


def _network(datum: Datum, known: frozenset[str]) -> Network:
    datum.at("schema").one_of({SCHEMA: None})
    inputs = [_one_of("input", item, known) for item in datum.at("inputs").items()]
    outputs = [item.whole() for item in datum.at("outputs").items()]
    nodes = [built(NetworkNode, item) for item in datum.at("nodes").items()]
    for item in datum.at("nodes").items():
        _one_of("activation", item.at("activation"), ACTIVATIONS)
    numbers = [node.id for node in nodes]
    for name, names in (("inputs", inputs), ("nodes", numbers), ("outputs", outputs)):
        if len(set(names)) < len(names):
            raise datum.at(name).error(f"has two {name} that are the same")
    if not outputs or not set(outputs) <= set(numbers):
        raise datum.at("outputs").error("holds none, or one that is no node")
    ends: set[Source] = {*inputs, *numbers}
    links = [_link(item, ends, set(numbers)) for item in datum.at("connections").items()]
    about = datum.get("about")
    try:
        return Network(inputs, outputs, nodes, links, about and about.plain_object())
    except ValueError as error:
        raise datum.error(f"is no network: {error}") from None


def _one_of(what: str, name: Datum, known: Iterable[str]) -> str:
    """Return a name; raise FormatError if it is not known."""
    if name.text() not in known:
        raise name.unlike(f"a known {what}: {', '.join(sorted(known))}")
    return name.text()


def _link(item: Datum, ends: set[Source], numbers: set[int]) -> NetworkLink:
    source, to = read_as(Source, item.at("from")), item.at("to").whole()
    if source not in ends or to not in numbers:
        raise item.error(f"goes from {source!r} to {to!r}, but there is no such end")
    return NetworkLink(source, to, item.at("weight").number())


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
