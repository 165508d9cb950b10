"""The files of an agent, packed for another machine: an archive, named by its content.

    bundle = pack("./team42_A2:spawn=yes", version)   # on the machine that has the files
    bundle.without_archive()                          # for a machine that has the archive
    unpacked(bundle)                                  # there: the spec of the same agent

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
from bombe.solvers.sandbox.owned_folders import folder_prefix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MOST_BYTES = 256 << 20
"""What the files of an agent may have together."""
_ROOT = "\0"
"""Stands in a spec for the folder into which its archive was unpacked."""


class AgentBundle(NamedTuple):
    """An agent's archive with the hash that names it; the bytes may be left out.

    `spec` is the agent's, in which `inside` has the places within the archive. An agent that is a
    module of an installed library has no archive: it has to be installed there, too.
    """

    spec: str
    version: str
    inside: str
    name: str = ""
    archive: bytes = b""

    def without_archive(self) -> AgentBundle:
        """Leave out the bytes."""
        return self._replace(archive=b"")


class NotUnpackedError(Exception):
    """A bundle without bytes was sent to a machine that does not have its archive yet."""


def pack(spec: str, version: str) -> AgentBundle:
    """Return the files of an agent; raise UsageError if they are too large to send."""
    agents = [*_agents(spec)]
    places = {place for agent in agents for place in _places(agent)}
    if not places:
        return AgentBundle(spec, version, spec)
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
    return AgentBundle(spec, version, _with_places(spec, within), name, archive)


def unpacked(bundle: AgentBundle) -> str:
    """Return the spec of the agent on this machine; raise NotUnpackedError for an unknown bundle.

    Raise UsageError if the agent is not the same here.
    """
    spec = (
        bundle.inside.replace(_ROOT, str(_UNPACKED.folder_of(bundle)))
        if bundle.name
        else bundle.spec
    )
    if (here := _version_here(spec)) != bundle.version:
        remedy = (
            "give its folder or FILE.py:Class, which travels"
            if not bundle.name
            else ("it imports files that do not stand beside it: put them into its folder")
        )
        raise UsageError(
            f"agent {bundle.spec} is of version {bundle.version}, but on a worker of {here}: "
            f"{remedy}"
        )
    return spec


_version_here = functools.cache(version_of)
"""The version of an agent in an archive, which nobody changes."""


class _UnpackedBundles:
    """The archives that this process has unpacked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folders: dict[str, Path] = {}

    def folder_of(self, bundle: AgentBundle) -> Path:
        """Return the folder of a bundle's archive, which is unpacked the first time."""
        with self._lock:
            if bundle.name not in self._folders:
                if not bundle.archive:
                    raise NotUnpackedError(bundle.name)
                self._folders[bundle.name] = _unpack(bundle)
            return self._folders[bundle.name]


_UNPACKED = _UnpackedBundles()


def _unpack(bundle: AgentBundle) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=folder_prefix("bundle"))).resolve()
    with zipfile.ZipFile(io.BytesIO(bundle.archive)) as archive:
        archive.extractall(folder)
    return folder


def _agents(spec: str) -> Iterator[str]:
    """Yield an agent, and the agents that its options name."""
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
    """Return a spec with other places; only whole names count, not parts of words."""
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
    """Return the folder around all files and their folders.

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
