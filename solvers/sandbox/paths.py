"""The files that a Python program needs, whoever wrote it: the interpreter, libraries, Bombe."""

from __future__ import annotations

import functools
import os
import site
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSED_ON = (
    *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "VIRTUAL_ENV"),
    *("BOMBE_KERNEL", "BOMBE_REQUIRE_NATIVE"),
)
"""The environment variables that a child inherits: none of them holds secrets."""
MARK = "BOMBE_WORKER"
"""The environment variable that marks all processes of one child, should its supervisor fail."""
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


def environment(home: Path, *folders: str) -> dict[str, str]:
    """Return the environment of a child: where modules are found, and little else.

    The `folders` are on its path, too.
    """
    path = os.pathsep.join(dict.fromkeys(filter(None, [*sys.path, *folders])))
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    # What a child leaves in its home would run there as packages of the user, outside the sandbox.
    python = {"PYTHONPATH": path, "PYTHONNOUSERSITE": "1"}
    return {**kept, **python, **homes(str(home))}


def homes(folder: str) -> dict[str, str]:
    """Return the environment variables by which programs find a folder to write in."""
    return dict.fromkeys(("HOME", "TMPDIR", "USERPROFILE", "TEMP"), folder)
