"""`bombe dots`: Dots and Boxes positions, drawn, explained and solved."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.dots.control import NODES, control
from bombe.analysis.dots.explain import explanation_lines, heading
from bombe.analysis.dots.strings import strings_of
from bombe.analysis.dots.svg import draw_svg
from bombe.analysis.dots.text import draw_text
from bombe.boards.dots.text import FORMS, write_dots
from bombe.boards.errors import UsageError
from bombe.commands.dots.solve import solve, table
from bombe.commands.shared.dots_positions import position_of, position_options
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Group
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import drawing_options, json_option, seconds_option
from bombe.commands.shared.output import draw_to, look_at
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Collection

    from bombe.analysis.dots.strings import Strings
    from bombe.boards.dots.state import Line

_POSITION = """\b
POSITION is a file, - for standard input, or a text such as "2x3: h 0 0; v 1 2". A file holds a
drawing of + - |, a list of lines, a list of moves P1(h,0,0) P2(v,1,0), JSON, or the dictionary
of a notebook.
Exit codes: 0 done, 2 wrong usage, 3 bad input, 130 interrupted."""


@click.group(
    cls=Group,
    epilog="""\b
Examples:
  bombe dots show --boxes 2x3 --edges "h 0 0; v 1 2"
  bombe dots solve --boxes 3x3""",
)
def dots() -> None:
    """Dots and Boxes: draw, explain and solve positions."""


dots.add_command(solve)
dots.add_command(table)


@dots.command(
    epilog=f"""\b
Examples:
  bombe dots show --boxes 2x3 --edges "h 0 0; v 1 2"
  bombe dots show position.txt --svg position.svg
  bombe dots show "2x2: P1(h,0,0) P2(v,0,0)" --to drawing

{_POSITION}""",
)
@position_options
@click.option(
    "--to", "form", type=click.Choice([*FORMS]), help="Only write the position, in this format."
)
@json_option
@drawing_options
def show(form: str | None, svg: str | None, color: str, *, as_json: bool, **words: Any) -> int:
    """Draw a position with its chains and loops."""
    if form and (svg or as_json):
        raise UsageError("--to only writes the position: leave out --svg and --json, or --to")
    state = position_of(**words)
    if form:
        click.echo(write_dots(state, form), nl=False)
        return Exit.DONE
    found = strings_of(state)
    _draw(found, svg, color, as_json=as_json)
    if as_json:
        click.echo(json.dumps(found.to_dict()))
    return Exit.DONE


@dots.command(
    epilog=f"""\b
Examples:
  bombe dots explain position.txt
  bombe dots explain --boxes 3x3 --edges "h 1 0; h 1 1; h 2 1; h 2 2" --json

{_POSITION}""",
)
@position_options
@seconds_option
@click.option(
    "--nodes", type=click.IntRange(0), help=f"Limit of parts to value; without --seconds {NODES}."
)
@json_option
@drawing_options
def explain(
    seconds: float | None,
    nodes: int | None,
    svg: str | None,
    color: str,
    *,
    as_json: bool,
    **words: Any,
) -> int:
    """Explain who controls a position, and by which lines.

    The explanation shows who is ahead in the parity fight, which lines keep control, and what
    control is worth. The best lines are drawn double, in an SVG dashed and red. If they are not
    known, these are the lines that keep control. Without --seconds and --nodes it takes a few
    seconds, and lists what it could not find out.
    """
    state = position_of(**words)
    if seconds is None and nodes is None:
        nodes = NODES
    with stop_signal() as stop:
        found = control(state, Budget(seconds, nodes, stop.is_set))
    _draw(found.strings, svg, color, found.recommended, found.recommended_label, as_json=as_json)
    if as_json:
        click.echo(json.dumps(found.to_dict()))
    else:
        click.echo("".join(f"\n   {sentence}" for sentence in explanation_lines(found)))
    return interrupted() if stop.is_set() else Exit.DONE


def _draw(
    found: Strings,
    svg: str | None,
    color: str,
    recommended: Collection[Line] = (),
    recommended_label: str = "",
    *,
    as_json: bool,
) -> None:
    """Draw the position, unless JSON is printed, and write the picture if there is one."""
    if svg:
        draw_to(svg, draw_svg(found, recommended, recommended_label))
    if not as_json:
        drawn = draw_text(found, look_at(sys.stdout, color), recommended)
        click.echo(f"{heading(found.state)}\n\n{drawn}", color=True)
