"""Groups of commands that say which command was meant where there is none of that name."""

from __future__ import annotations

import click

from bombe.boards.errors import UnknownNameError


class Group(click.Group):
    """A group whose unknown commands get a suggestion."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Look a command up; fail with the names that are known if there is none."""
        known = self.list_commands(ctx)
        if args and args[0] not in known:
            ctx.fail(str(UnknownNameError("command", args[0], known)))
        return super().resolve_command(ctx, args)
