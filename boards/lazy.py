"""Packages whose names are imported when they are first used, so that importing them is cheap.

    TYPE_CHECKING = False
    if TYPE_CHECKING:
        from bombe.solvers.budget import Budget, Meter
    else:
        __getattr__, __dir__ = lazy_exports(__name__, {"bombe.solvers.budget": ("Budget", "Meter")})

    __all__ = ["Budget", "Meter"]

A type checker reads the imports and `__all__` and never sees `__getattr__`: for it, a name that the
package does not have is an error. tests/boards/test_lazy.py compares the three lists. This module
imports nothing, because everything else waits for it.
"""

TYPE_CHECKING = False  # typing takes longer to import than many a question to answer
if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Iterable, Mapping


def lazy_exports(
    package: str, homes: "Mapping[str, Iterable[str]]"
) -> "tuple[Callable[[str], object], Callable[[], list[str]]]":
    """Return the `__getattr__` and the `__dir__` of a package, or of a module.

    `homes` lists the public names of each module, as an import statement would: `solve` or
    `solve as endgame`. Modules of the package are imported when they are asked for, too.
    """
    places = {name.split()[-1]: (home, name) for home, names in homes.items() for name in names}

    def __getattr__(name: str) -> object:  # noqa: N807 - the package takes it under this name
        """Import a public name when it is first asked for."""
        import sys

        here = sys.modules[package]
        if name not in places:
            return _submodule(here, name)
        home, exported = places[name]
        value = getattr(module_named(home), exported.split()[0])
        setattr(here, name, value)
        return value

    def __dir__() -> list[str]:  # noqa: N807 - the package takes it under this name
        """Return the public names, imported or not."""
        import sys

        there = vars(sys.modules[package])
        return sorted({*there, *places, *there.get("__all__", ())})

    return __getattr__, __dir__


def _submodule(package: "types.ModuleType", name: str) -> object:
    """Import a module of a package, or raise AttributeError if there is none of that name."""
    full_name = f"{package.__name__}.{name}"
    # Not hasattr, which would ask the module's own __getattr__.
    if "__path__" in vars(package) and not name.startswith("__"):
        try:
            return module_named(full_name)
        except ModuleNotFoundError as error:
            if error.name != full_name:
                raise
    message = f"module {package.__name__!r} has no attribute {name!r}"
    raise AttributeError(message, name=name, obj=package)


def module_named(name: str) -> "types.ModuleType":
    """Import a module; importlib, whose function does the same, would have to be imported first."""
    import sys

    __import__(name)
    return sys.modules[name]
