"""Build the API reference from the docstrings: `python docs/api/make.py`, into build/api.

A warning is an error, so that a docstring or a type that does not resolve stops the build.
"""  # noqa: INP001 - a script beside its templates, no package

from __future__ import annotations

import dataclasses
import inspect
import pkgutil
import shutil
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, NewType

import pdoc.doc
import pdoc.render
from pdoc.doc_types import safe_eval_type

import bombe
from bombe.boards.game import Json

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "build" / "api"
PACKAGES = ("boards", "solvers", "analysis", "agents")
LEFT_OUT = (
    "bombe.commands",  # the reference of a command is its --help
    "bombe.oracle",  # a program
    "bombe.questions",  # its functions are shown in bombe
    "bombe.embedding",
    "bombe.notebooks",  # the same
    "bombe.widget",  # what notebooks shows where anywidget is installed
    "bombe.serving",  # a program, and starlette is imported there
    "bombe.agents.exports",  # templates of files that run without Bombe
    "bombe.agents.framework.v13",  # the framework's own names
    "bombe.agents.framework.v14",
    "bombe.agents.framework.common",
    "bombe.solvers.native",  # the bindings of the kernel
)

JSON = NewType("JSON", object)
JSON.__module__, JSON.__qualname__ = "bombe.boards.game", "Json"
"""Stands for the alias Json, which names itself and would be written out at every use."""


def main(target: Path = TARGET) -> None:
    """Write the pages, and nothing older beside them."""
    warnings.simplefilter("error")
    pdoc.render.configure(
        docformat="markdown",
        footer_text=f"Bombe {bombe.__version__}",
        show_source=False,
        template_directory=HERE,
    )
    modules = {name: pdoc.doc.Module.from_name(name) for name in names()}
    for module in modules.values():
        prepare(module)
    shutil.rmtree(target, ignore_errors=True)
    for name, module in modules.items():
        page = target / f"{name.replace('.', '/')}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(pdoc.render.html_module(module, modules), encoding="utf-8")
    (target / "index.html").write_text(pdoc.render.html_index(modules), encoding="utf-8")
    (target / "search.js").write_text(pdoc.render.search_index(modules), encoding="utf-8")
    sys.stdout.write(f"{len(modules)} modules: {target / 'index.html'}\n")


def names() -> Iterator[str]:
    """Yield the documented modules: what users import first, then package by package."""
    yield "bombe"
    found = [module.name for module in pkgutil.walk_packages(bombe.__path__, "bombe.")]
    shown = [name for name in found if not name.startswith(LEFT_OUT) and "._" not in name]
    yield from sorted(shown, key=room_number)


def room_number(name: str) -> int:
    """Return the index of the package that a module is in; `bombe` itself comes first."""
    package = name.split(".")[1]
    return PACKAGES.index(package) if package in PACKAGES else -1


def prepare(module: pdoc.doc.Module) -> None:
    """Show pdoc what it would not find: lazy names, and types that are known elsewhere."""
    members = vars(module.obj)
    if members.get("Json") == Json:
        members["Json"] = JSON
    for name in getattr(module.obj, "__all__", ()):
        members[name] = getattr(module.obj, name)
    for kind in filter(inspect.isclass, tuple(members.values())):
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            # The constructor that Python writes for a named tuple names no module to look in.
            kind.__new__.__module__ = kind.__module__
        elif dataclasses.is_dataclass(kind):
            resolve_inherited_fields(kind)


def resolve_inherited_fields(kind: type) -> None:
    """Resolve the fields of a dataclass's bases in the modules of the bases."""
    parameters = vars(kind)["__init__"].__annotations__ if "__init__" in vars(kind) else {}
    for base in kind.__mro__[1:]:
        home = sys.modules[base.__module__]
        for name, annotation in inspect.get_annotations(base).items():
            if name in parameters:
                parameters[name] = safe_eval_type(
                    annotation, vars(home), None, home, f"{base.__qualname__}.{name}"
                )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
