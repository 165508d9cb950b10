"""An agent's version: a short text that is another one when the agent's files have changed.

    version_of("greedy")                    bombe 0.2.0
    version_of("neat:genome=net.json")      bombe 0.2.0+4bf5122f3444        with the file's hash
    version_of("./team42_A2")               dbc1b4c900ff                    all files of the folder
    version_of("mine.py:Mine")              084fed08b978        the file, and what it imports nearby

The same files have the same version in every folder. What Python and others leave in a folder
(`__pycache__`, hidden files, logs of games) does not count; nor do installed libraries, nor a copy
of the course framework, which Bombe's own package replaces. Files beyond 256 MiB of all together
count by their size and date.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bombe import __version__
from bombe.agents.agent_files import MOST_FILES, content_hash, files_below, weighed
from bombe.agents.entrants import split
from bombe.agents.framework import folders
from bombe.agents.framework.package import PACKAGE
from bombe.agents.framework.places.homes import home_of
from bombe.agents.imports import ImportedFile, imported
from bombe.agents.loading import framework_folder, is_bundled, own_place
from bombe.boards.errors import BombeError

UNKNOWN = "unknown"
"""The version of what has no files that can be found, such as a class of a notebook."""
DIGITS = 12
_OURS = "bombe"
BUNDLED = f"{_OURS} {__version__}"
"""The version of Bombe's own agents, if no option of theirs names a file."""
_LEFT_BEHIND = {".pyc", ".pyo", ".log"}
_NESTED = 4
"""Folders above a file in which the main file of an agent is looked for."""
_LIBRARIES = ("site-packages", "dist-packages")


class Sources(NamedTuple):
    """The files of an agent: its own, with the folder that names begin at, and what they import."""

    base: Path
    own: tuple[Path, ...]
    others: tuple[ImportedFile, ...] = ()


def version_of(spec: str) -> str:
    """Return the version of an agent; UNKNOWN if its files cannot be read."""
    try:
        files = _option_files(spec)
        if _is_ours(spec):
            return f"{BUNDLED}+{_hash(files)}" if files else BUNDLED
        sources = sources_of(spec)
        return _hash([*_named(sources), *files]) if sources else UNKNOWN
    except (BombeError, OSError, ValueError, MemoryError, RecursionError):
        return UNKNOWN


def version_of_class(made: object) -> str:
    """Return the version of an agent that is given as an object, a class or a function."""
    kind = made if inspect.isclass(made) or inspect.isfunction(made) else type(made)
    module = sys.modules.get(kind.__module__)
    name = getattr(module, "__file__", None)
    if kind.__module__.partition(".")[0] == _OURS:
        return BUNDLED
    if name is None or not Path(name).is_file():
        return UNKNOWN
    return _hash(_named(_with_imports(Path(name).resolve())))


def sources_of(spec: str) -> Sources | None:
    """Return the files of an agent that is not ours; None for one of ours, or without files."""
    if _is_ours(spec):
        return None
    place = own_place(spec)
    if isinstance(place, str):
        return _of_module(place)
    if place.is_file():
        return _with_imports(place)
    if not place.is_dir():
        return None
    folder = framework_folder(spec)
    home = folder.path if folder else place
    own = tuple(files_below(home, lambda path: _is_ignored(path, home)))
    above = home_of(home)
    roots = list(dict.fromkeys([above.root, home.parent, home, *_roots()]))
    inside = {*own}
    found = imported(own, roots, provided=PACKAGE if folder else "")
    others = (one for one in found if one.path not in inside)
    return Sources(home, own, tuple(one for one in others if not _is_ignored(one.path, home)))


def options_of(spec: str) -> dict[str, str]:
    """Return the options that a spec ends with."""
    head, mark, rest = spec.partition(".py:")
    tail = rest.partition(":")[2] if mark else head.partition(":")[2]
    return split(f":{tail}")[1] if "=" in tail else {}


def _is_ours(spec: str) -> bool:
    return is_bundled(spec) or spec.startswith(f"{_OURS}.")


def _with_imports(file: Path) -> Sources:
    """Return a file and what it imports from its folder, and from where users keep code."""
    found = imported([file], [file.parent, *_roots()])
    return Sources(file.parent, (file,), tuple(found))


def _of_module(name: str) -> Sources | None:
    """Return the file of a module; of an installed library only if it is in its package."""
    parts = name.split(".")
    for entry in dict.fromkeys([*sys.path, os.getcwd()]):  # noqa: PTH109 - entries are texts
        root = Path(entry or ".").resolve()
        file = root.joinpath(*parts).with_suffix(".py")
        if not file.is_file():
            file = root.joinpath(*parts, "__init__.py")
        if file.is_file():
            is_library = root.name in _LIBRARIES
            found = imported([file], [root])
            top = root / parts[0]
            return Sources(
                root,
                (file,),
                tuple(one for one in found if not is_library or one.path.is_relative_to(top)),
            )
    return None


def _roots() -> list[Path]:
    """Return the folders of users from which agents import: the path without libraries."""
    library = Path(os.__file__).resolve().parent
    entries = (Path(entry or ".").resolve() for entry in [*sys.path, "."])
    return [
        entry
        for entry in dict.fromkeys(entries)
        if entry.is_dir()
        and not {*entry.parts} & {*_LIBRARIES}
        and not (entry == library or entry.is_relative_to(library))
        and not (entry / _OURS / "agents" / "versions.py").exists()
    ]


def _is_ignored(path: Path, folder: Path) -> bool:
    try:
        names = path.relative_to(folder).parts
    except ValueError:
        names = (path.name,)
    return (
        any(name.startswith((".", "__pycache__", "__MACOSX")) for name in names)
        or path.suffix in _LEFT_BEHIND
        or ".jsonl" in path.suffixes
    )


def _paths(sources: Sources) -> Iterator[tuple[str, Path]]:
    """Yield the files with names that do not depend on the agent's folder."""
    for path in sources.own:
        yield path.relative_to(sources.base).as_posix(), path
    for one in sources.others:
        yield f"imported {one.path.parent.name}/{one.path.name}", one.path


def _named(sources: Sources) -> Iterator[tuple[str, str]]:
    """Yield the names of files, with the hashes of their contents."""
    names, paths = zip(*_paths(sources), strict=True) if sources.own else ((), ())
    yield from zip(names, map(content_hash, weighed(paths)), strict=True)


def _option_files(spec: str) -> list[tuple[str, str]]:
    """Return the files, and the versions of the agents, that an agent's options name."""
    found = []
    for key, value in options_of(spec).items():
        if key == "of":
            version = version_of(value.replace("+", ","))
            if version != BUNDLED:
                found.append((key, version))
        elif Path(value).is_file():
            (file,) = weighed([Path(value)])
            found.append((key, content_hash(file)))
    return found


def _hash(files: Iterable[tuple[str, str]]) -> str:
    whole = hashlib.sha256()
    for name, content in files:
        whole.update(f"{name}\0{content}\0".encode(errors="surrogateescape"))
    return whole.hexdigest()[:DIGITS]


def remarks_on(specs: Sequence[str]) -> Iterator[str]:
    """Yield what is to be said of agents before they play: shared code, files that do not count."""
    yield from shared_code(specs)
    for spec in specs:
        sources = _try_sources(spec)
        large = [one.path for one in weighed(sources.own if sources else ()) if not one.is_read]
        if large:
            yield (
                f"{spec} has more files than are read for its version: {large[0].name} counts by "
                "its size and date" + (f", and so do {len(large) - 1} others" if large[1:] else "")
            )
        if sources and len(sources.own) == MOST_FILES:
            yield f"{spec} has more than {MOST_FILES} files: its version is of the first ones"


def shared_code(specs: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each agent that imports the files of another one, as a bad copy does."""
    found = {spec: sources for spec in specs if (sources := _try_sources(spec))}
    for spec, sources in found.items():
        for one in sources.others:
            names = (name for name, its in found.items() if name != spec and one.path in its.own)
            if owner := next(names, _agent_around(one.path)):
                where = os.path.relpath(one.by, sources.base.parent)
                yield (
                    f"{spec} imports {one.path.name} of {owner} (in {where}:{one.line}): they "
                    f"share code, so that a change of {owner} changes both"
                )
                break


def _try_sources(spec: str) -> Sources | None:
    try:
        return sources_of(spec)
    except (BombeError, OSError, ValueError, MemoryError, RecursionError):
        return None


def _agent_around(path: Path) -> str:
    """Return the name of the agent's folder around a file; empty if there is none.

    The framework's package has a file like the main file of an agent, but it is none.
    """
    for folder in path.parents[:_NESTED]:
        if folder.name != PACKAGE and (folder / folders.MAIN).is_file():
            return folder.name
    return ""
