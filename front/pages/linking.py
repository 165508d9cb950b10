"""Joins the ES modules that an entry needs into one script, which needs no server.

    script = link(folder, "page/main.js")
    parts = link_parts(folder, ["page/main.js", "worker/worker.js"])
    parts.script(0)     the same script; what both entries need is kept once, in parts.shared

Browsers import nothing into a page that was opened as a file. So each module becomes a function
that returns its exports, in the order of dependencies, and an import becomes a constant:

    const $$0 = (() => {
    const half=(n)=>n/2;
    return {half};
    })();
    const $$1 = (() => {
    const {half} = $$0;
    ...

A JSON file of another package, such as "../../analysis/why/sentences.json" seen from the root,
becomes a constant, too. The same paths hold in the source tree, from which Node.js and a browser
load the modules without this linker.
"""

from __future__ import annotations

import importlib.resources
import json
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import FormatError, Place
from bombe.pages.modules import DATA, MARK, TREE, Module, parse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

_HIDING = ("<!--", "</script", "\n-->")
"""What a script in a page cannot hold: a browser reads it as HTML or as a comment."""
_OPENING = '(function () {\n"use strict";\n'
_END = "})();\n"


class Parts(NamedTuple):
    """Scripts in parts: what begins all of them, what each has alone, and what ends them."""

    shared: str
    own: tuple[str, ...]
    end: str

    def script(self, number: int) -> str:
        """Return one of the scripts."""
        return f"{self.shared}{self.own[number]}{self.end}"


def link(root: Traversable, entry: str) -> str:
    """Return one script with the modules below a folder that an entry needs, and the entry.

    Raise FormatError, with file and line, for a missing file, an unknown name, a cycle, or a module
    in another style than the one that bombe.pages.modules describes.
    """
    return link_parts(root, [entry]).script(0)


def link_parts(root: Traversable, entries: Sequence[str]) -> Parts:
    """Return the scripts of several entries; raise FormatError as `link` does."""
    parsed: dict[str, Module] = {}
    needed = [ordered(root, entry, parsed) for entry in entries]
    modules = {module.path: module for found in needed for module in found}
    numbers = {path: number for number, path in enumerate(modules)}
    paths = [{module.path for module in found} for found in needed]
    common = set.intersection(*paths) if len(paths) > 1 else set()
    scopes = {path: _scope(module, numbers) for path, module in modules.items()}
    # What a shared module needs is shared, too, so that the order within each part is enough.
    shared = "".join(scopes[module.path] for module in needed[0] if module.path in common)
    own = tuple(
        "".join(scopes[module.path] for module in found if module.path not in common)
        for found in needed
    )
    parts = Parts(f"{_OPENING}{shared}", own, _END)
    for number, entry in enumerate(entries):
        _check(parts.script(number), entry)
    return parts


def _check(script: str, entry: str) -> None:
    for text in _HIDING:
        if text in script:
            raise FormatError(Place(entry), f"the script holds {text!r}", "write it with spaces")


def ordered(root: Traversable, entry: str, parsed: dict[str, Module] | None = None) -> list[Module]:
    """Return the modules that an entry needs, each after those that it imports.

    `parsed` keeps modules from one entry to the next.
    """
    done: dict[str, Module] = {}
    _visit(root, entry, (), done, {} if parsed is None else parsed)
    return list(done.values())


def _visit(
    root: Traversable,
    path: str,
    above: Sequence[str],
    done: dict[str, Module],
    parsed: dict[str, Module],
) -> None:
    """Add a module to `done`, after those that it imports; `above` are those that wait for it."""
    if path not in parsed:
        parsed[path] = _module(_file(root, path), path)
    module = parsed[path]
    waiting = (*above, path)
    for needed in module.imports:
        place = Place(path, needed.line)
        if needed.path in waiting:
            circle = " imports ".join((*waiting[waiting.index(needed.path) :], needed.path))
            raise FormatError(place, f"modules wait for each other: {circle}", "cut the circle")
        if needed.path not in done:
            if not _file(root, needed.path).is_file():
                raise FormatError(place, f"there is no module {needed.path}", "mend the path")
            _visit(root, needed.path, waiting, done, parsed)
        for name, _ in needed.names:
            if name not in done[needed.path].exports:
                raise FormatError(place, f"{needed.path} exports no {name}", "mend the name")
    done[path] = module


def _file(root: Traversable, path: str) -> Traversable:
    """Return the file of a module, or of data in one of the packages beside `board`."""
    if path.startswith(TREE):
        return importlib.resources.files("bombe").joinpath(path.removeprefix(f"{TREE}/"))
    return root.joinpath(path)


def _module(file: Traversable, path: str) -> Module:
    text = file.read_text(encoding="utf-8")
    if not path.endswith(".json"):
        return parse(text, path)
    tight = json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)
    return Module(path, f"const {DATA}={tight};\n", (), (DATA,))


def _scope(module: Module, numbers: dict[str, int]) -> str:
    """Return a module as the call of a function that returns its exports."""
    taken = [
        f"const {{{', '.join(_taken(*names) for names in each.names)}}} = "
        f"{MARK}{numbers[each.path]};\n"
        for each in module.imports
    ]
    given = [f"return {{{', '.join(module.exports)}}};\n"] if module.exports else []
    name = f"{MARK}{numbers[module.path]}"
    return "".join((f"const {name} = (() => {{\n", *taken, module.code, *given, "})();\n"))


def _taken(there: str, here: str) -> str:
    return here if there == here else f"{there}: {here}"
