"""The classes of commands, groups and options: what all of them understand and refuse.

Every command is a `Command`; tests/project/test_commands.py looks at all of them.
"""

from __future__ import annotations

import functools
import math
import os
import re
from typing import TYPE_CHECKING, Any

import click

from bombe.boards.errors import UnknownNameError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMPLETE = "_BOMBE_COMPLETE"
"""The environment variable by which a shell asks which words may be completed."""
_OPTION = re.compile(r"\w+=")


class Command(click.Command):
    """A command that refuses an option with one value that is given twice, in place of the last.

    In a shell its words are completed by what they are.
    """

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        for parameter in self.params:
            completed = functools.partial(_complete, parameter)
            parameter.shell_complete = completed  # type: ignore[method-assign] # click's own way needs an argument for each

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words; raise click.UsageError for an option that is given twice."""
        if not ctx.resilient_parsing:
            seen: set[str] = set()
            for parameter in self.make_parser(ctx).parse_args(list(args))[2]:
                if not _takes_one_value(parameter):
                    continue
                if parameter.opts[-1] in seen:
                    self._refuse(ctx, parameter)
                seen.add(parameter.opts[-1])
        return super().parse_args(ctx, args)

    def _refuse(self, ctx: click.Context, option: click.Parameter) -> None:
        is_list = (option.metavar or "").endswith(",...")
        remedy = "give it once, with commas between the values" if is_list else "give it once"
        raise click.UsageError(f"{option.opts[-1]} is given twice: {remedy}", ctx)


class Group(Command, click.Group):
    """A group whose unknown commands get a suggestion."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Look a command up; fail with the names that are known if there is none."""
        known = self.list_commands(ctx)
        if args and args[0] not in known:
            ctx.fail(str(UnknownNameError("command", args[0], known)))
        return super().resolve_command(ctx, args)


class Number(click.FloatRange):
    """A finite number in a range, such as seconds; no limit is to leave the option out."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; fail for nan, and for what is infinite."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{number} is not a finite number.", param, ctx)
        return number


class ListOption(click.Option):
    """An option with several values: commas between them, or the option several times.

    A comma before `name=` belongs to the options of the value before it, as in `mcts:c=1,k=5`.
    """

    def __init__(self, *declarations: Any, **settings: Any) -> None:
        super().__init__(*declarations, **{"multiple": True, **settings})

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the values; raise click.BadParameter if one of them is empty."""
        if not isinstance(value, (list, tuple)):
            return super().type_cast_value(ctx, value)
        parts: list[Any] = []
        for text in value:
            if not isinstance(text, str):
                parts.append(text)
                continue
            found = split_list(text)
            if not all(found):
                remedy = "give values separated by commas"
                raise click.BadParameter(f"{text!r} has an empty value: {remedy}", ctx, self)
            parts += found
        return super().type_cast_value(ctx, tuple(dict.fromkeys(parts)))


def split_list(text: str) -> list[str]:
    """Return the values of a list, each once; the name of a file may have a comma itself."""
    values: list[str] = []
    parts = text.split(",")
    while parts:
        length = _length_of_file(parts)
        part = ",".join(parts[:length]).strip()
        if length == 1 and values and ":" in values[-1] and _OPTION.match(part):
            values[-1] += f",{part}"
        else:
            values.append(part)
        del parts[:length]
    return list(dict.fromkeys(values))


def _length_of_file(parts: list[str]) -> int:
    """Return how many of the first parts name one file, as many as can be; 1 if none does."""
    for length in range(len(parts), 1, -1):
        path = ",".join(parts[:length]).strip()
        module = f"{path.partition('.py:')[0]}.py"
        if _exists(path) or (module.count(",") == length - 1 and _exists(module)):
            return length
    return 1


def _exists(path: str) -> bool:
    try:
        return os.path.exists(path)  # noqa: PTH110 - to import pathlib takes longer
    except (OSError, ValueError):  # too long for a file, or a null character
        return False


def _complete(
    parameter: click.Parameter, ctx: click.Context, incomplete: str
) -> list[CompletionItem]:
    from bombe.commands.shared.shell_completion import (
        complete,  # only a shell that completes needs it
    )

    return complete(parameter, ctx, incomplete)


def _takes_one_value(parameter: click.Parameter) -> bool:
    """Return whether a parameter is an option that the last word for it would decide."""
    return isinstance(parameter, click.Option) and not (
        parameter.is_flag or parameter.multiple or parameter.count
    )
