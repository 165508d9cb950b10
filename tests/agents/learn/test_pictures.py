"""Networks drawn: weights are written where there is room for them, and every output has a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bombe.agents.learn.network import Network, NetworkLink, NetworkNode
from bombe.agents.learn.pictures import draw_network

if TYPE_CHECKING:
    from pathlib import Path


def full(inputs: int, outputs: int) -> Network:
    """Return a network in which every input is connected to every output."""
    names = [f"in {number}" for number in range(inputs)]
    nodes = [NetworkNode(number, "tanh", 0.5) for number in range(outputs)]
    links = [NetworkLink(name, to, 1.25) for name in names for to in range(outputs)]
    return Network(names, range(outputs), nodes, links)


def texts_of(network: Network, folder: Path) -> list[str]:
    draw_network(network, folder, "network", "title")
    return re.findall(r"<text[^>]*>([^<]*)</text>", (folder / "network.svg").read_text("utf-8"))


@pytest.mark.parametrize(("inputs", "outputs", "written"), [(3, 1, 3), (4, 6, 24), (5, 5, 0)])
def test_weights_are_written_at_few_connections(
    tmp_path: Path, inputs: int, outputs: int, written: int
) -> None:
    assert texts_of(full(inputs, outputs), tmp_path).count("+1.25") == written


def test_several_outputs_have_their_numbers_and_a_single_one_its_activation(tmp_path: Path) -> None:
    several = texts_of(full(2, 3), tmp_path)
    assert [f"output {number}" in several for number in range(4)] == [True, True, True, False]
    assert "tanh" in " ".join(texts_of(full(2, 1), tmp_path))
