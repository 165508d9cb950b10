"""Joins the ES modules that an entry needs into one script, which needs no server.

    script = link(folder, "page/main.js")

Browsers import nothing into a page that was opened as a file. So each module becomes a function
that returns its exports, in the order of dependencies, and an import becomes a constant:

    const $$0 = (() => {
    const half = (n) => n / 2;
    return {half};
    })();
    const $$1 = (() => {
    const {half} = $$0;
    ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards.errors import FormatError, Place
from bombe.pages.modules import MARK, Module, parse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

_HIDING = ("<!--", "</script", "\n-->")
"""What a script in a page cannot hold: a browser reads it as HTML or as a comment."""


def link(root: Traversable, entry: str) -> str:
    """Return one script with the modules below a folder that an entry needs, and the entry.

    Raise FormatError, with file and line, for a missing file, an unknown name, a cycle, or a module
    in another style than the one that bombe.pages.modules describes.
    """
    modules = ordered(root, entry)
    numbers = {module.path: number for number, module in enumerate(modules)}
    bodies = (_scope(module, numbers) for module in modules)
    script = "\n".join(['(function () {\n"use strict";', *bodies, "})();\n"])
    for text in _HIDING:
        if text in script:
            raise FormatError(Place(entry), f"the script holds {text!r}", "write it with spaces")
    return script


def ordered(root: Traversable, entry: str) -> list[Module]:
    """Return the modules that an entry needs, each after those that it imports."""
    done: dict[str, Module] = {}
    _visit(root, entry, (), done)
    return list(done.values())


def _visit(root: Traversable, path: str, above: Sequence[str], done: dict[str, Module]) -> None:
    """Add a module to `done`, after those that it imports; `above` are those that wait for it."""
    module = parse(_source(root, path), path)
    waiting = (*above, path)
    for needed in module.imports:
        place = Place(path, needed.line)
        if needed.path in (*above, path):
            circle = " imports ".join(
                (*above, path, needed.path)[(*above, path).index(needed.path) :]
            )
            raise FormatError(place, f"modules wait for each other: {circle}", "cut the circle")
        if needed.path not in done:
            if not root.joinpath(needed.path).is_file():
                raise FormatError(place, f"there is no module {needed.path}", "mend the path")
            _visit(root, needed.path, waiting, done)
        for name, _ in needed.names:
            if name not in done[needed.path].exports:
                raise FormatError(place, f"{needed.path} exports no {name}", "mend the name")
    done[path] = module


def _source(root: Traversable, path: str) -> str:
    return root.joinpath(path).read_text(encoding="utf-8")


def _scope(module: Module, numbers: dict[str, int]) -> str:
    """Return a module as the call of a function that returns its exports."""
    taken = [
        f"const {{{', '.join(_taken(*names) for names in each.names)}}} = "
        f"{MARK}{numbers[each.path]};\n"
        for each in module.imports
    ]
    given = [f"return {{{', '.join(module.exports)}}};\n"] if module.exports else []
    name = f"{MARK}{numbers[module.path]}"
    return "".join((f"const {name} = (() => {{\n", *taken, module.code, *given, "})();"))


def _taken(there: str, here: str) -> str:
    return here if there == here else f"{there}: {here}"
