"""The build backend: setuptools, and ziglang as a requirement where it is of use.

Build requirements are requested before anything is built, so this is the place to look for a
compiler. The kernel of pages needs ziglang, a compiler as a Python package. With BOMBE_PAGE=0, and
where ziglang cannot be had, only a machine without a compiler of its own asks for it.
"""  # noqa: INP001 - a folder that pyproject.toml's backend-path names, no package

from __future__ import annotations

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - all other hooks are setuptools' own
from toolchain import needs_zig

Settings = dict[str, str | list[str] | None] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what building a wheel needs."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_zig()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what an editable installation needs."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *_zig()]


def _zig() -> list[str]:
    return ["ziglang"] if needs_zig() else []
