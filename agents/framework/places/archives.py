"""Zips as students hand them in: `team26_A2.zip` is unpacked, once, into a folder of its own.

The folder is removed when the process ends. What stands beside the agent does not matter; the notes
of macOS and compiled files are left out. An archive that would write outside its folder, has links,
or is very large is refused.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import shutil
import stat
import tempfile
import threading
import zipfile
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from bombe.agents.framework.places.homes import names_in
from bombe.boards.errors import InputError
from bombe.solvers.sandbox.owned_folders import folder_prefix
from bombe.solvers.sandbox.removal import remove_tree

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_FILES = 10_000
MOST_BYTES = 512 << 20
"""The size of all files together, unpacked."""
_IGNORED = {"__MACOSX", "__pycache__", ".DS_Store", "Thumbs.db", ".git", ".idea", ".vscode"}
_COPY = re.compile(r"(?:\s*\(\d+\)|[ _-]copy)+$", re.IGNORECASE)
"""What systems append to the name of a second download."""
ARCHIVES: dict[str, str] = {}
"""The zips that this process has unpacked, by the folders in which their files are."""
_LOCK = threading.Lock()
_UNPACKED: dict[tuple[str, int, int], Path] = {}


def unpacked(archive: Path, main: str) -> Path:
    """Return the folder of the agent in an archive, the one that has the file `main`."""
    found = archive.stat()
    key = (str(archive), found.st_mtime_ns, found.st_size)
    with _LOCK:
        if key not in _UNPACKED:
            _UNPACKED[key] = _unpack(archive, main)
        return _UNPACKED[key]


def as_handed_in(text: str) -> str:
    """Return a text that names the files of zips by their places in these."""
    for folder, archive in ARCHIVES.items():
        text = text.replace(folder, archive)
    return text


def _unpack(archive: Path, main: str) -> Path:
    home = Path(tempfile.mkdtemp(prefix=folder_prefix("zip"))).resolve()
    atexit.register(_remove, home, os.getpid())
    inside = home / "unpacked"
    ARCHIVES.update({str(inside): str(archive), str(home): str(archive)})
    try:
        with zipfile.ZipFile(archive) as opened:
            _extract(opened, archive, inside)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InputError(f"{archive}: not a zip that can be read ({error}); make it anew") from None
    except OSError as error:
        raise InputError(f"{archive}: cannot be unpacked: {error}; make it anew") from None
    folder = _agent_in(inside, archive, main)
    if folder == inside:  # the archive does not name the folder
        return folder.rename(home / _name(folder, archive))
    return folder


def _extract(opened: zipfile.ZipFile, archive: Path, target: Path) -> None:
    wanted = [(info, _parts(info, archive)) for info in opened.infolist()]
    wanted = [(info, parts) for info, parts in wanted if not _IGNORED.intersection(parts)]
    if len(wanted) > MOST_FILES or sum(info.file_size for info, _ in wanted) > MOST_BYTES:
        raise InputError(
            f"{archive}: more than {MOST_FILES} files or {MOST_BYTES >> 20} MiB; hand in only the "
            "agent's folder"
        )
    target.mkdir()
    for info, parts in wanted:
        path = target.joinpath(*parts)
        if info.is_dir() or info.filename.endswith("\\"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        # No more comes than the size that was added up: zipfile checks the sum at the end.
        with opened.open(info) as source, path.open("xb") as file:
            shutil.copyfileobj(source, file)


def _parts(info: zipfile.ZipInfo, archive: Path) -> tuple[str, ...]:
    """Return the names of an entry's path; raise InputError if it leads elsewhere."""
    name = info.filename.replace("\\", "/")
    parts = PurePosixPath(name).parts
    is_outside = ".." in parts or name.startswith("/") or PureWindowsPath(name).drive
    if is_outside or stat.S_ISLNK(info.external_attr >> 16):
        what = "leads out of it" if is_outside else "is a link"
        raise InputError(
            f"{archive}: the entry {name[:80]!r} {what}; make the zip anew, from a folder"
        )
    return parts


def _agent_in(inside: Path, archive: Path, main: str) -> Path:
    """Return the folder of the agent: the only one, the outermost, or the one named as the zip."""
    found = sorted(path.parent for path in inside.rglob(main) if path.is_file())
    if not found:
        raise InputError(f"{archive}: no {main} in it; give the zip of an agent's folder")
    depths = [len(folder.parts) for folder in found]
    outer = [folder for folder, depth in zip(found, depths, strict=True) if depth == min(depths)]
    named = [folder for folder in found if folder.name == _plain(archive.stem)]
    for choice in (found, named, outer):
        if len(choice) == 1:
            return choice[0]
    names = _listed(folder.relative_to(inside) for folder in found)
    raise InputError(f"{archive}: several agents in it, {names}; unpack it and give a folder")


def _name(folder: Path, archive: Path) -> str:
    """Return a name for the folder: that by which its files import each other, or the zip's."""
    names = {name for name in names_in(folder) if not (folder / name).exists()}
    return names.pop() if len(names) == 1 else _plain(archive.stem)


def _plain(stem: str) -> str:
    """Return a name that Python can import."""
    return re.sub(r"\W+", "_", _COPY.sub("", stem)).strip("_") or "agent"


def _listed(paths: Iterable[Path], most: int = 5) -> str:
    names = [path.as_posix() for path in paths]
    return ", ".join(names[:most]) + (" and others" if len(names) > most else "")


def _remove(home: Path, owner: int) -> None:
    if os.getpid() == owner:  # a forked process has inherited this call
        with contextlib.suppress(OSError):
            remove_tree(home)
