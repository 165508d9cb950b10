"""The part of the build that pyproject.toml cannot express: the packages, and the native kernel.

The kernel is handed to setuptools as an extension module, because setuptools then knows where it
belongs in a wheel and in an editable installation. But it is a plain shared library, the same for
every Python: so its file has a plain name, and the wheel is py3-none-<platform>. Where it cannot be
built Bombe is pure Python, and the build says so; solvers/native/toolchain.py lists the variables
that change this.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

sys.path.insert(0, str(Path(__file__).parent / "_build"))

import toolchain

ROOMS = ("boards", "solvers", "analysis", "agents")
HOMES = {"bombe": "front", **{f"bombe.{room}": room for room in ROOMS}}
"""Folder x/ is the package bombe.x, and front/ is bombe itself."""
SOURCES = Path("solvers/native/src")
COMMANDS = Path("build/compile_commands.json")
"""Where clangd and clang-tidy look for the flags of the sources."""
KERNEL = Extension(
    "bombe.solvers.native._kernel",
    sources=sorted(map(str, SOURCES.rglob("*.cpp"))),
    depends=sorted(map(str, SOURCES.rglob("*.h"))),
)


class BuildKernel(build_ext):
    """Builds the kernel, or does without."""

    is_built = False

    def get_ext_filename(self, fullname: str) -> str:
        """Return the file's name, without the tag of a Python version."""
        return str(Path(*fullname.split(".")[:-1], toolchain.library_name()))

    def build_extension(self, ext: Extension) -> None:
        """Compile; a failure is an error only where a kernel is required."""
        library = Path(self.get_ext_fullpath(ext.name)).absolute()
        folder = Path(self.build_temp).absolute()
        for needed in (library.parent, folder):
            needed.mkdir(parents=True, exist_ok=True)
        library.unlink(missing_ok=True)
        try:
            if toolchain.is_switched_on("BOMBE_PURE"):
                raise toolchain.BuildError("BOMBE_PURE is set")  # noqa: TRY301 - one way out
            toolchain.write_compile_commands(SOURCES, COMMANDS)
            toolchain.build_kernel(SOURCES, library, folder)
            type(self).is_built = True
        except toolchain.BuildError as error:
            if toolchain.is_switched_on("BOMBE_REQUIRE_NATIVE") or toolchain.cross_target():
                # One of setuptools' own errors is shown as one line, without a traceback.
                raise CompileError(f"the native kernel cannot be built: {error}") from None
            sys.stderr.write(f"Bombe is installed without its native kernel: {error}\n")

    def get_outputs(self) -> list[str]:
        """List what was built."""
        return [path for path in super().get_outputs() if Path(path).exists()]

    def copy_extensions_to_source(self) -> None:
        """Put the library into the checkout, for an editable installation."""
        if self.is_built:
            super().copy_extensions_to_source()


class PlainWheel(bdist_wheel):
    """A wheel for every Python 3, of the platform if it holds the kernel."""

    def get_tag(self) -> tuple[str, str, str]:
        """Return the wheel's tag."""
        if not BuildKernel.is_built:
            return "py3", "none", "any"
        target = toolchain.cross_target()
        return "py3", "none", toolchain.CROSS[target].tag if target else super().get_tag()[2]


def packages() -> list[str]:
    """List every package, so that no folder is left out of the wheel."""
    return [
        name
        for package, folder in HOMES.items()
        for name in (package, *(f"{package}.{inner}" for inner in find_packages(folder)))
    ]


def urls() -> dict[str, str]:
    """Return the addresses for the metadata, known only where a workflow builds a release.

    A fork's package must not lead to the upstream's issues, so no address stands in a file.
    """
    if "GITHUB_REPOSITORY" not in os.environ:
        return {}
    home = f"{os.environ['GITHUB_SERVER_URL']}/{os.environ['GITHUB_REPOSITORY']}"
    return {
        "Repository": home,
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
    }


setup(
    project_urls=urls(),
    packages=packages(),
    package_dir=HOMES,
    ext_modules=[KERNEL],
    cmdclass={"build_ext": BuildKernel, "bdist_wheel": PlainWheel},
)
