"""Packages that import their names on first use: three lists of names that must agree."""

from __future__ import annotations

import ast
import importlib.util
import math
import subprocess
import sys
import types
from typing import TYPE_CHECKING

import pytest
from paths import ROOT

import bombe
from bombe.boards.lazy import lazy_exports

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGES = ["boards", "solvers", "analysis", "agents", "front"]


def lazy_packages() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("__init__.py")):
            text = path.read_text(encoding="utf-8")
            if "lazy_exports(" in text:
                parts = path.parent.relative_to(ROOT).parts
                name = ".".join(["bombe", *parts[parts[0] == "front" :]])
                yield name, ast.parse(text)


LAZY = dict(lazy_packages())


def typed_names(tree: ast.Module) -> set[str]:
    """Return what the package imports for type checkers."""
    block = next(node for node in tree.body if isinstance(node, ast.If) and "TYPE" in dumped(node))
    froms = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name for node in froms for alias in node.names}


def lazy_names(tree: ast.Module) -> set[str]:
    """Return what the package hands to `lazy_exports`."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    call = next(node for node in calls if "lazy_exports" in ast.dump(node.func))
    homes = ast.literal_eval(call.args[1])
    return {name.split()[-1] for names in homes.values() for name in names}


def dumped(node: ast.If) -> str:
    return ast.dump(node.test)


def test_the_front_and_the_boards_are_lazy() -> None:
    assert {"bombe", "bombe.boards"} <= set(LAZY)


@pytest.mark.parametrize("package", LAZY)
def test_type_checkers_and_users_see_the_same_names(package: str) -> None:
    public = set(getattr(importlib.import_module(package), "__all__", ()))
    modules = {name for name in public if importlib.util.find_spec(f"{package}.{name}")}
    lazy = lazy_names(LAZY[package])
    assert typed_names(LAZY[package]) & public == lazy | modules
    assert lazy <= public


@pytest.mark.parametrize("package", LAZY)
def test_every_public_name_is_there_in_a_fresh_process(package: str) -> None:
    code = (
        f"import {package} as package; "
        "public = getattr(package, '__all__', ()); "
        "assert {*public} <= {*dir(package)}, 'dir'; "
        "[getattr(package, name) for name in public]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd="/")


def test_a_missing_name_is_an_attribute_error_that_python_can_explain() -> None:
    with pytest.raises(AttributeError, match="module 'bombe' has no attribute 'aduit'") as caught:
        getattr(bombe, "aduit")  # noqa: B009 - mypy would refuse the plain form, which is the point
    assert caught.value.name == "aduit"
    assert caught.value.obj is bombe


def test_a_name_may_be_called_otherwise_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    package = types.ModuleType("package")
    monkeypatch.setitem(sys.modules, "package", package)
    get, names = lazy_exports("package", {"math": ("sqrt as root", "pi")})
    assert get("root") is vars(package)["root"] is math.sqrt
    assert {"root", "pi"} <= {*names()}


def test_a_module_that_is_no_package_has_only_its_own_names() -> None:
    with pytest.raises(AttributeError, match=r"'bombe\.dots' has no attribute"):
        bombe.dots.__path__  # noqa: B018 - what `from bombe.dots import ...` asks for first
    with pytest.raises(ImportError, match="cannot import name 'grid'"):
        exec("from bombe.dots import grid")  # noqa: S102 - mypy would refuse the plain form
