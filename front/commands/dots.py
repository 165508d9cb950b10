"""`bombe dots`: Dots and Boxes positions, drawn and explained."""

from __future__ import annotations

from typing import Any

import click

from bombe.boards.dots_text import FORMS, write_dots
from bombe.commands.dots_inputs import position_of, position_options


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def dots() -> None:
    """Dots and Boxes: draw, understand and solve positions."""


@dots.command()
@position_options
@click.option("--to", "form", type=click.Choice([*FORMS]), help="Write the position in this form.")
def show(form: str | None, **words: Any) -> int:
    """Draw a position.

    POSITION is a file, - for standard input, or a text such as "3x3: h 0 0; v 1 2".
    """
    state = position_of(**words)
    click.echo(write_dots(state, form or "drawing"), nl=False)
    return 0
