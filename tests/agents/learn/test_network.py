"""Networks: their values, their files, and what is said of files that hold none."""

from __future__ import annotations

import json
import math
import random
from typing import TYPE_CHECKING, Any

import pytest

from bombe.agents.learn.network import (
    ACTIVATIONS,
    Network,
    NetworkLink,
    NetworkNode,
    load_network,
    read_network,
)
from bombe.boards.errors import FormatError, InputError

if TYPE_CHECKING:
    from pathlib import Path

INPUTS = ("a", "b")


def xor() -> Network:
    """Return the network that NEAT was first shown on, by hand."""
    nodes = [NetworkNode(0, "identity", -1.0), NetworkNode(7, "relu", -1.0)]
    links = [
        NetworkLink("a", 0, 2.0),
        NetworkLink("b", 0, 2.0),
        NetworkLink("a", 7, 1.0),
        NetworkLink("b", 7, 1.0),
        NetworkLink(7, 0, -4.0),
    ]
    return Network(INPUTS, [0], nodes, links, {"made": "by hand"})


def random_network(rng: random.Random) -> Network:
    """Return a network whose links lead to higher numbers only."""
    count = rng.randint(1, 6)
    nodes = [
        NetworkNode(at, rng.choice(sorted(ACTIVATIONS)), rng.gauss(0, 1)) for at in range(count)
    ]
    links = [
        NetworkLink(source, to, rng.gauss(0, 1))
        for to in range(count)
        for source in (*INPUTS, *range(to))
        if rng.random() < 0.6
    ]
    rng.shuffle(links)
    return Network(INPUTS, [count - 1], nodes, links)


def plain_value(network: Network, number: int, inputs: dict[str, float]) -> float:
    """Return a node's value by its definition."""
    node = next(node for node in network.nodes if node.id == number)
    total = node.bias
    for link in network.links:
        if link.to == number:
            known = isinstance(link.source, str)
            value = inputs[link.source] if known else plain_value(network, link.source, inputs)  # type: ignore[index, arg-type]
            total += link.weight * value
    return ACTIVATIONS[node.activation](total)


def test_a_network_by_hand_computes_exclusive_or() -> None:
    values = [xor().value(inputs) for inputs in ((0, 0), (0, 1), (1, 0), (1, 1))]
    assert values == [-1.0, 1.0, 1.0, -1.0]


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_the_definition(seed: int) -> None:
    rng = random.Random(seed)
    network = random_network(rng)
    inputs = {name: rng.gauss(0, 1) for name in INPUTS}
    expected = plain_value(network, network.outputs[0], inputs)
    assert network.value(inputs.values()) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(5))
def test_a_file_gives_the_network_back(seed: int, tmp_path: Path) -> None:
    network = random_network(random.Random(seed))
    network.write(tmp_path / "one.json")
    again = load_network(tmp_path / "one.json", INPUTS)
    assert again.to_json() == network.to_json()
    assert again.value((0.5, -2.0)) == network.value((0.5, -2.0))


def test_nodes_that_reach_no_output_are_left_out() -> None:
    nodes = [NetworkNode(0, "tanh", 0.0), NetworkNode(1, "tanh", 0.0), NetworkNode(2, "sin", 0.0)]
    links = [NetworkLink("a", 0, 1.0), NetworkLink(0, 1, 1.0), NetworkLink("b", 2, 1.0)]
    network = Network(INPUTS, [2], nodes, links)
    assert [node.id for node in network.nodes] == [2]
    assert network.links == (NetworkLink("b", 2, 1.0),)


def changed(**fields: Any) -> str:
    return json.dumps({**xor().to_json(), **fields})


NODE = {"id": 0, "activation": "tanh", "bias": 0.0}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "<genome>:1:2: not JSON"),
        ("[]", "the line is an array, not an object"),
        ("{}", "schema is missing"),
        (changed(schema="other/1"), 'schema is "other/1", not "bombe.network/1"'),
        (changed(inputs=["a", "b", "c"]), 'inputs[2] is "c", not a known input: a, b'),
        (changed(inputs=["a", "b", "a"]), "has two inputs that are the same"),
        (changed(nodes=[NODE, NODE]), "has two nodes that are the same"),
        (changed(nodes=[{**NODE, "id": "0"}]), 'nodes[0].id is "0", not a whole number'),
        (changed(nodes=[{**NODE, "bias": math.inf}]), "nodes[0].bias is Infinity, not a number"),
        (
            changed(nodes=[{**NODE, "activation": "cos"}]),
            'activation is "cos", not a known activation: ',
        ),
        (changed(outputs=[3]), "one that is no node"),
        (changed(outputs=[]), "outputs holds none"),
        (
            changed(connections=[{"from": "c", "to": 0, "weight": 1}]),
            "'c' to 0, but there is no such end",
        ),
        (changed(connections=[{"from": "a", "to": 0}]), "connections[0].weight is missing"),
        (changed(connections=[{"from": 0, "to": 0, "weight": 1}]), "form a cycle"),
    ],
)
def test_what_is_no_network_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_network(text, "<genome>", INPUTS)
    message = str(caught.value)
    assert words in message
    assert message.endswith("give a network as `bombe study neat` writes it")
    assert "\n" not in message


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.json: No such file"):
        load_network(tmp_path / "none.json", INPUTS)
