"""`bombe study`, the group of all studies."""

from __future__ import annotations

import click

from bombe.commands.shared.groups import Group
from bombe.commands.studies.boards import endings, exceptions, modes, tempo, why
from bombe.commands.studies.neat import neat
from bombe.commands.studies.perceptron import perceptron


@click.group(
    cls=Group,
    epilog="""\b
Examples:
  bombe study tempo
  bombe study exceptions --most 4
  bombe study endings --empties 24 --positions 20
  bombe study perceptron --game dots
  bombe study neat -o networks --seed 1 -j 2""",
)
def study() -> None:
    """Measure how far the tempo law and exact endgames reach, and what networks learn."""


for _command in (perceptron, neat, endings, modes, why, tempo, exceptions):
    study.add_command(_command)
