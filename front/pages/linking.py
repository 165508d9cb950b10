"""Joins the ES modules that an entry needs into one script, which needs no server.

    script = link(folder, "page/main.js")
    parts = link_parts(folder, ["page/main.js", "worker/worker.js"])
    parts.script(0)     the same script; what both entries need is kept once, in parts.shared

Browsers import nothing into a page that was opened as a file, and import maps mean nothing to a
worker. So each module becomes a function that returns its exports, in the order of dependencies,
and an import becomes a constant:

    const $$0 = (() => {
    const half = (n) => n / 2;
    return {half};
    })();
    const $$1 = (() => {
    const {half} = $$0;
    ...

Imports and exports begin a line, as the formatter leaves them, and so do comments, which are left
out; no line within a template begins like one. A data file, `import NAME from "x.json" with ...`,
may be in another package: see docs/reference/shared-facts.md.
"""

from __future__ import annotations

import importlib.resources
import json
import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import FormatError, Place

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

_IMPORT = re.compile(
    r"^import (?:\{(?P<names>[^}]*)\}|(?P<data>\w+)) from \"(?P<path>[^\"\n]+)\""
    r"(?: with \{ type: \"json\" \})?;\n",
    re.MULTILINE,
)
_EXPORT = re.compile(
    r"^export (?P<code>(?:(?:async )?function\*?|class|const) (?P<name>[\w$]+))", re.MULTILINE
)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_COMMENT = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n|^[ \t]+|^\n", re.MULTILINE
)
_HIDING = ("<!--", "</script", "\n-->")
"""What a script in a page cannot hold: a browser reads it as HTML or as a comment."""
_OPENING = '(function () {\n"use strict";\n'
_END = "})();\n"
_ROOT = "../../"
"""From the page's folder to that of all packages."""


class Parts(NamedTuple):
    """Scripts in parts: what begins all of them, what each has alone, and what ends them."""

    shared: str
    own: tuple[str, ...]
    end: str

    def script(self, number: int) -> str:
        """Return one of the scripts."""
        return f"{self.shared}{self.own[number]}{self.end}"


class Module(NamedTuple):
    """A module: its path, its code, the modules that it imports, with their lines, its exports."""

    path: str
    code: str
    imports: tuple[tuple[str, str, int], ...]
    """The path of each, the names in the braces, and the line."""
    exports: tuple[str, ...]


def link(root: Traversable, entry: str) -> str:
    """Return one script with the modules below a folder that an entry needs, and the entry.

    Raise FormatError, with file and line, for a missing file, an unknown name, a cycle, or an
    import or export of another form; and if a page cannot hold the script.
    """
    script = link_parts(root, [entry]).script(0)
    for text in _HIDING:
        if text in script:
            raise FormatError(Place(entry), f"the script holds {text!r}", "write it with spaces")
    return script


def link_parts(root: Traversable, entries: Sequence[str]) -> Parts:
    """Return the scripts of several entries; raise FormatError as `link` does."""
    needed = [_ordered(root, entry) for entry in entries]
    modules = {path: module for found in needed for path, module in found.items()}
    numbers = {path: number for number, path in enumerate(modules)}
    scopes = {path: _scope(module, numbers) for path, module in modules.items()}
    common = set.intersection(*map(set, needed)) if len(needed) > 1 else set()
    # What a shared module needs is shared, too, so that the order within each part is enough.
    shared = "".join(scopes[path] for path in needed[0] if path in common)
    own = ("".join(scopes[path] for path in found if path not in common) for found in needed)
    return Parts(f"{_OPENING}{shared}", tuple(own), _END)


def _ordered(root: Traversable, entry: str) -> dict[str, Module]:
    """Return the modules that an entry needs, each after those that it imports."""
    done: dict[str, Module] = {}

    def visit(path: str, above: tuple[str, ...]) -> None:
        module = _read(root, path)
        waiting = (*above, path)
        for needed, names, line in module.imports:
            place = Place(path, line)
            if needed in waiting:
                circle = " imports ".join((*waiting[waiting.index(needed) :], needed))
                raise FormatError(place, f"modules wait for each other: {circle}", "cut the circle")
            if needed not in done:
                if not _file(root, needed).is_file():
                    raise FormatError(place, f"there is no module {needed}", "mend the path")
                visit(needed, waiting)
            for name in re.findall(r"(\w+)(?: as \w+)?", names):
                if name not in done[needed].exports:
                    raise FormatError(place, f"{needed} exports no {name}", "mend the name")
        done[path] = module

    visit(entry, ())
    return done


def _file(root: Traversable, path: str) -> Traversable:
    if path.startswith(_ROOT) and path.endswith(".json"):
        return importlib.resources.files("bombe") / path.removeprefix(_ROOT)
    return root.joinpath(path)


def _read(root: Traversable, path: str) -> Module:
    text = _file(root, path).read_text(encoding="utf-8")
    if path.endswith(".json"):
        data = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
        return Module(path, f"const data={data};\n", (), ("data",))
    imports = tuple(
        (
            posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"])),
            found["names"] if found["data"] is None else f"data as {found['data']}",
            text.count("\n", 0, found.start()) + 1,
        )
        for found in _IMPORT.finditer(text)
    )
    exports = tuple(found["name"] for found in _EXPORT.finditer(text))
    code = _EXPORT.sub(r"\g<code>", _IMPORT.sub("", text))
    if left := _LEFT.search(code):
        line = next(n for n, each in enumerate(text.split("\n"), 1) if each == left[0])
        how = 'write import { name } from "./x.js", and export before function, class or const'
        raise FormatError(Place(path, line), f"{left[0][:40]!r} is not linked", how)
    return Module(path, _COMMENT.sub("", code), imports, exports)


def _scope(module: Module, numbers: dict[str, int]) -> str:
    """Return a module as a constant that holds its exports."""
    imports = "".join(
        f"const {{{' '.join(names.split()).replace(' as ', ': ')}}} = $${numbers[path]};\n"
        for path, names, _ in module.imports
    )
    returned = f"return {{{','.join(module.exports)}}};\n"
    return f"const $${numbers[module.path]} = (() => {{\n{imports}{module.code}{returned}}})();\n"
