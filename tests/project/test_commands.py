"""Every command of `bombe`: no option is used in silence only once, and lists are written alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest
from running import runner

from bombe.commands import bombe as root
from bombe.commands.shared.groups import Command, ListOption

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OF_THEIR_OWN = {
    "--board": "positions of Dots and Boxes and JSON have commas",
    "--boards": "the same; it reads lists with commas by itself",
}
"""Options that may be repeated and are no ListOption, each with its reason."""


def commands(group: click.Group = root, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command that is no group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


def command_of(words: tuple[str, ...]) -> click.Command:
    found: click.Command | None = root
    for word in words:
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), word)
    assert found is not None
    return found


def options_of(words: tuple[str, ...]) -> list[click.Option]:
    return [each for each in command_of(words).params if isinstance(each, click.Option)]


ALL = list(commands())


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_an_option_with_one_value_is_refused_if_it_is_given_twice(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert isinstance(command_of(words), Command)
    for option in options_of(words):
        if option.is_flag or option.multiple:
            continue
        once = [option.opts[0], *["1"] * option.nargs]
        done = runner(capsys)(*words, *once, *once)
        assert done.code == 2, option.opts
        assert f"{option.opts[-1]} is given twice: give it once" in done.err


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_an_option_that_may_be_repeated_takes_commas_too(words: tuple[str, ...]) -> None:
    for option in options_of(words):
        if option.multiple and option.opts[0] not in OF_THEIR_OWN:
            assert isinstance(option, ListOption), option.opts


def test_a_list_may_be_written_in_both_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("own.py", "x,y.py", "x,y.txt", "y.py"):
        (tmp_path / name).touch()

    @click.command(cls=Command)
    @click.option("--size", "sizes", cls=ListOption, type=int, default=(1, 2))
    @click.option("--who", "names", cls=ListOption)
    def show(sizes: tuple[int, ...], names: tuple[str, ...]) -> tuple[object, object]:
        return sizes, names

    def parsed(*words: str) -> object:
        return show.main(list(words), standalone_mode=False)

    assert parsed() == ((1, 2), ())
    assert parsed("--size", "3,4", "--size", "4") == ((3, 4), ())
    assert parsed("--who", "a:c=1,k=2,b", "--who", "b, c") == ((1, 2), ("a:c=1,k=2", "b", "c"))
    assert parsed("--who", "own.py:Own,b") == ((1, 2), ("own.py:Own", "b"))
    assert parsed("--who", "a,own.py:O:c=1,k=2,b") == ((1, 2), ("a", "own.py:O:c=1,k=2", "b"))
    assert parsed("--who", "x,y.py:Own:c=1,k=2,z.txt") == ((1, 2), ("x,y.py:Own:c=1,k=2", "z.txt"))
    assert parsed("--who", "b,x,y.txt,own.py:A") == ((1, 2), ("b", "x,y.txt", "own.py:A"))
    with pytest.raises(click.BadParameter, match="'1,,2' has an empty value"):
        parsed("--size", "1,,2")
    with pytest.raises(click.BadParameter, match="not a valid integer"):
        parsed("--size", "1,x")


ONE_TEXT = {
    "--hidden": "layers may have the same size",
    "--boards": "positions have commas",
}
"""Options whose metavar is a list, and which are no ListOption, each with its reason."""


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_an_option_whose_help_shows_a_list_may_be_repeated(words: tuple[str, ...]) -> None:
    for option in options_of(words):
        if (option.metavar or "").endswith(",...") and option.opts[0] not in ONE_TEXT:
            assert isinstance(option, ListOption), option.opts
