"""The part of the build that pyproject.toml cannot express: the packages, and the two kernels.

The kernel is handed to setuptools as an extension module, because setuptools then knows where it
belongs in a wheel and in an editable installation. But it is a plain shared library, the same for
every Python: so its file has a plain name, and the wheel is py3-none-<platform>. Where it cannot be
built Bombe is pure Python, and the build says so. The same sources become a second file, the
engines of pages, which any browser runs; without it pages ask a server.
solvers/native/toolchain.py lists the variables that change this.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import ClassVar

from setuptools import Extension, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

sys.path.insert(0, str(Path(__file__).parent / "_build"))

import toolchain

PACKAGES = ("boards", "solvers", "analysis", "agents")
HOMES = {"bombe": "front", **{f"bombe.{package}": package for package in PACKAGES}}
"""Folder x/ is the package bombe.x, and front/ is bombe itself."""
SOURCES = Path("solvers/native/src")
COMMANDS = Path("build/compile_commands.json")
"""Where clangd and clang-tidy look for the flags of the sources."""
NATIVE = "bombe.solvers.native._kernel"
PAGE = "bombe.board.kernel"
FILES = {"_kernel": toolchain.library_name(), "kernel": toolchain.PAGE_NAME}
NAMES = {NATIVE: "native kernel", PAGE: "engines of its page"}
"""What is built, the names of the files, and what people call it."""


class BuildKernels(build_ext):
    """Builds the kernels, or does without."""

    built: ClassVar[set[str]] = set()

    def get_ext_filename(self, fullname: str) -> str:
        """Return the file's name, without the tag of a Python version."""
        *folders, name = fullname.split(".")
        return str(Path(*folders, FILES[name]))

    def build_extension(self, ext: Extension) -> None:
        """Compile; a failure is an error only where a kernel is required."""
        file = Path(self.get_ext_fullpath(ext.name)).absolute()
        folder = Path(self.build_temp).absolute()
        for needed in (file.parent, folder):
            needed.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        try:
            build(ext.name, file, folder)
            self.built.add(ext.name)
        except toolchain.BuildError as error:
            is_wanted = ext.name == NATIVE or toolchain.wants_page()
            is_required = toolchain.is_switched_on("BOMBE_REQUIRE_NATIVE")
            if is_wanted and (is_required or toolchain.cross_target()):
                # One of setuptools' own errors is shown as one line, without a traceback.
                raise CompileError(f"the {NAMES[ext.name]} cannot be built: {error}") from None
            sys.stderr.write(f"Bombe is installed without the {NAMES[ext.name]}: {error}\n")

    def get_outputs(self) -> list[str]:
        """List what was built."""
        return [path for path in super().get_outputs() if Path(path).exists()]

    def get_output_mapping(self) -> dict[str, str]:
        """Return where in the checkout each file is that was built."""
        mapping = super().get_output_mapping()
        return {built: file for built, file in mapping.items() if Path(built).exists()}

    def copy_extensions_to_source(self) -> None:
        """Put what was built into the checkout, for an editable installation."""
        every = self.extensions
        self.extensions = [ext for ext in every if ext.name in self.built]
        super().copy_extensions_to_source()
        self.extensions = every


def build(name: str, file: Path, folder: Path) -> None:
    """Build one of the kernels; `folder` takes intermediate files."""
    if toolchain.is_switched_on("BOMBE_PURE"):
        raise toolchain.BuildError("BOMBE_PURE is set")
    if name == PAGE:
        if not toolchain.wants_page():
            raise toolchain.BuildError("BOMBE_PAGE is 0")
        toolchain.build_page_kernel(SOURCES, file, folder)
    else:
        toolchain.write_compile_commands(SOURCES, COMMANDS)
        toolchain.build_kernel(SOURCES, file, folder)


def kernel(name: str) -> Extension:
    """Return a kernel as setuptools knows it."""
    sources, headers = (sorted(map(str, SOURCES.rglob(files))) for files in ("*.cpp", "*.h"))
    return Extension(name, sources=sources, depends=headers)


class PlainWheel(bdist_wheel):
    """A wheel for every Python 3, of the platform if it holds the kernel."""

    def get_tag(self) -> tuple[str, str, str]:
        """Return the wheel's tag."""
        if NATIVE not in BuildKernels.built:
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
    ext_modules=[kernel(NATIVE), kernel(PAGE)],
    cmdclass={"build_ext": BuildKernels, "bdist_wheel": PlainWheel},
)
