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
    from collections.abc import Callable, Iterable, Mapping


def lazy_exports(
    package: str, homes: "Mapping[str, Iterable[str]]", modules: "Iterable[str]" = ()
) -> "tuple[Callable[[str], object], Callable[[], list[str]]]":
    """Return the `__getattr__` and the `__dir__` of a package.

    `homes` lists the public names of each module, as an import statement would: `solve` or
    `solve as endgame`. `modules` are submodules that are public under their own names.
    """
    places = {name.split()[-1]: (home, name) for home, names in homes.items() for name in names}
    places |= {name: (f"{package}.{name}", "") for name in modules}

    def __getattr__(name: str) -> object:  # noqa: N807 - the package takes it under this name
        """Import a public name when it is first asked for."""
        import importlib
        import sys

        here = sys.modules[package]
        if name not in places:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=here)
        home, exported = places[name]
        module = importlib.import_module(home)
        value = getattr(module, exported.split()[0]) if exported else module
        setattr(here, name, value)
        return value

    def __dir__() -> list[str]:  # noqa: N807 - the package takes it under this name
        """Return the public names, imported or not."""
        import sys

        return sorted({*vars(sys.modules[package]), *places})

    return __getattr__, __dir__
