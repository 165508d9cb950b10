"""The files of an agent as they travel to another machine: an archive, named by its content.

    bag = pack("./team42_A2:spawn=yes", version)      # on the machine that has the files
    bag.light()                                       # what is sent where the archive is known
    unpacked(bag)                                     # there: the spec of the same agent

A machine unpacks an archive once, into a temporary folder of the process. What comes out has to be
of the same version as what was packed: then all files that count have come along.
"""

from __future__ import annotations

import functools
import hashlib
import io
import os
import re
import shutil
import tempfile
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.framework.folders import ARCHIVE
from bombe.agents.framework.places.homes import INIT, home_of
from bombe.agents.loading import framework_folder
from bombe.agents.names import place_in
from bombe.agents.versions import UNKNOWN, options_of, sources_of, version_of
from bombe.boards.errors import UsageError
from bombe.solvers.sandbox.owned_folders import owned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MOST_BYTES = 256 << 20
"""What the files of an agent may have together."""
_ROOT = "\0"
"""Stands in a spec for the folder into which its archive was unpacked."""


class Bag(NamedTuple):
    """An agent's archive with the hash that names it; without its bytes it is light.

    `spec` is the agent's, in which `inside` has the places within the archive. An agent that is a
    module of an installed library has no archive: it has to be installed there, too.
    """

    spec: str
    version: str
    inside: str
    name: str = ""
    archive: bytes = b""

    def light(self) -> Bag:
        """Return the bag without its bytes."""
        return self._replace(archive=b"")


class NotUnpackedError(Exception):
    """A light bag was sent to a machine that does not have its archive yet."""


def pack(spec: str, version: str) -> Bag:
    """Return the files of an agent; raise UsageError if they are too many to travel."""
    agents = [*_agents(spec)]
    places = {place for agent in agents for place in _places(agent)}
    if not places:
        return Bag(spec, version, spec)
    files = sorted({path for agent in agents for path in _files(agent)})
    if sum(path.stat().st_size for path in files) > MOST_BYTES:
        raise UsageError(
            f"agent {spec}: its files have more than {MOST_BYTES >> 20} MiB together, too much to "
            "send to every machine of a cluster: remove those that it does not need"
        )
    base = _base(files)
    within = {place: f"{_ROOT}/{_absolute(place).relative_to(base).as_posix()}" for place in places}
    archive = _archive(files, base)
    name = hashlib.sha256(archive).hexdigest()[:16]
    return Bag(spec, version, _with_places(spec, within), name, archive)


def unpacked(bag: Bag) -> str:
    """Return the spec of the agent on this machine; raise NotUnpackedError for an unknown bag.

    Raise UsageError if the agent is not the same here.
    """
    spec = bag.inside.replace(_ROOT, str(_HELD.folder_of(bag))) if bag.name else bag.spec
    if (here := _version_here(spec)) != bag.version:
        remedy = (
            "give its folder or FILE.py:Class, which travels"
            if not bag.name
            else ("it imports files that do not stand beside it: put them into its folder")
        )
        raise UsageError(
            f"agent {bag.spec} is of version {bag.version}, but on a worker of {here}: {remedy}"
        )
    return spec


_version_here = functools.cache(version_of)
"""The version of an agent in an archive, which nobody changes."""


class _Held:
    """The archives that this process has unpacked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folders: dict[str, Path] = {}

    def folder_of(self, bag: Bag) -> Path:
        """Return where a bag's archive is unpacked; unpack it if that is not done yet."""
        with self._lock:
            if bag.name not in self._folders:
                if not bag.archive:
                    raise NotUnpackedError(bag.name)
                self._folders[bag.name] = _unpack(bag)
            return self._folders[bag.name]


_HELD = _Held()


def _unpack(bag: Bag) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=owned("luggage"))).resolve()
    with zipfile.ZipFile(io.BytesIO(bag.archive)) as archive:
        archive.extractall(folder)
    return folder


def _agents(spec: str) -> Iterator[str]:
    """Yield an agent, and those that it asks, which stand in its options."""
    yield spec
    asked = options_of(spec).get("of", "").replace("+", ",")
    if asked and version_of(asked) != UNKNOWN:  # to a class of one's own, `of` may mean anything
        yield from _agents(asked)


def _places(spec: str) -> Iterator[str]:
    """Yield the names of folders and files in a spec."""
    if place := place_in(spec):
        yield place
    yield from (value for key, value in options_of(spec).items() if _is_file(key, value))


def _with_places(spec: str, others: Mapping[str, str]) -> str:
    """Return a spec with other places; only those that stand alone are meant, not their letters."""
    names = "|".join(sorted(map(re.escape, others), key=len, reverse=True))
    alone = rf"(?<![^:=+,])(?:{names})(?![^:@+,])"
    return re.sub(alone, lambda match: others[match[0]], spec)


def _is_file(key: str, value: str) -> bool:
    return key != "of" and Path(value).is_file()


def _files(spec: str) -> Iterator[Path]:
    """Yield all files that an agent needs."""
    places = [*_places(spec)]
    yield from (path for path in map(_absolute, places) if path.is_file())
    sources = None if any(place.endswith(ARCHIVE) for place in places) else sources_of(spec)
    if not places or sources is None:
        return
    yield from (path.absolute() for path in sources.own)
    yield from (one.path.absolute() for one in sources.others)
    if folder := framework_folder(spec):
        home = home_of(folder.path)
        around = (parent for parent in folder.path.parents if parent.is_relative_to(home.top))
        yield from (parent / INIT for parent in around if (parent / INIT).is_file())


def _base(files: Iterable[Path]) -> Path:
    """Return the folder around all files, and around the folders that they stand in.

    The name of an agent's folder is one by which its files may import each other.
    """
    return Path(os.path.commonpath([path.parent.parent for path in files]))


def _absolute(place: str) -> Path:
    return Path(place).resolve()


def _archive(files: Iterable[Path], base: Path) -> bytes:
    """Return a zip: the same bytes for the same files, whenever they were written."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(base).as_posix())
            with path.open("rb") as file, archive.open(entry, "w") as target:
                shutil.copyfileobj(file, target)
    return packed.getvalue()
