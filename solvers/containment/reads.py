"""The files that a Python program needs, whoever wrote it: the interpreter, libraries, Bombe."""

from __future__ import annotations

import functools
import os
import site
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"),
    *("/etc/localtime", "/etc/timezone", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf"),
    *("/etc/mime.types", "/etc/os-release", "/etc/locale.alias", "/etc/OpenCL"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm"),
    # Of others' processes, a domain of Landlock hides memory, environment and files; what `ps`
    # shows is hidden where there are name spaces of root. Rules cannot name the parts of processes
    # of one's own, whose numbers are not yet known, but some libraries need them.
    "/proc",
)
_ROOMS = ("", "boards", "solvers", "analysis", "agents", "solvers.native")
_PACKAGES = ("site-packages", "dist-packages")
_MOST_ENTRIES = 300
"""So many files of a folder are allowed one by one; of a larger one, only the Python files."""
_MAINS = ("sudokuai.py", "dotsandboxes_agent.py")
"""Files that make a folder an agent's, which is no business of another's."""
_PRIVATE = (".jsonl", ".zip", ".log")
"""Endings of files that others' fences leave out: logs of games, agents as they are handed in."""


@functools.cache
def python_reads() -> tuple[Path, ...]:
    """Return the files and folders that any Python program and Bombe itself may need."""
    prefixes = (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix)
    installed = [entry for entry in sys.path if Path(entry).name in _PACKAGES]
    found = [
        *_SYSTEM,
        *(prefix for prefix in prefixes if len(Path(prefix).parts) > 1),
        str(Path(sys.executable).resolve().parent),
        *installed,
        *filter(None, [site.getusersitepackages()] if site.ENABLE_USER_SITE else []),
        *(line for folder in installed for line in _links(Path(folder))),
        *_mapped(),
        *_own(),
        *filter(None, [os.environ.get("BOMBE_KERNEL")]),
    ]
    return tuple(dict.fromkeys(Path(place) for place in found if os.path.lexists(place)))


def _links(folder: Path) -> Iterator[str]:
    """Yield the folders that the .pth files of a folder add to the path."""
    for file in folder.glob("*.pth"):
        for line in file.read_text(errors="replace").splitlines():
            if line and not line.startswith(("#", "import ", "import\t")):
                yield str(folder / line.strip())


def _mapped() -> Iterator[str]:
    """Yield the folders of editable installations that finders of their own know."""
    for finder in sys.meta_path:
        module = sys.modules.get(getattr(finder, "__module__", ""))
        mapping = getattr(module, "MAPPING", None)
        if isinstance(mapping, dict):
            yield from map(str, mapping.values())


def _own() -> Iterator[str]:
    """Yield Bombe's folders: of an editable installation, those that its links lead to."""
    for room in _ROOMS:
        module = sys.modules.get(f"bombe.{room}" if room else "bombe")
        for folder in getattr(module, "__path__", ()):
            yield folder
            yield from {str(file.resolve().parent) for file in Path(folder).glob("*.*")}


def importable(folder: Path, but: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return what a module may import or open beside itself, in a folder that others share.

    That is not the folder as a whole: agents' folders, logs, hidden files and those in `but` are
    left out, and so are folders that are no packages.
    """
    left_out = {os.path.realpath(path) for path in but}
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names are wanted
    except OSError:
        return ()
    names = [name for name in names if not name.startswith((".", "__pyc"))]
    if len(names) > _MOST_ENTRIES:
        names = [name for name in names if name.endswith(".py")]
    paths = [folder / name for name in names]
    return tuple(p for p in paths if os.path.realpath(p) not in left_out and _is_shared(p))


def _is_shared(path: Path) -> bool:
    # Functions of os.path say no where one may not look; those of Path raise.
    if os.path.isdir(path):  # noqa: PTH112
        is_package = os.path.isfile(path / "__init__.py")  # noqa: PTH113
        return is_package and not any(os.path.isfile(path / main) for main in _MAINS)  # noqa: PTH113
    return path.suffix not in _PRIVATE
