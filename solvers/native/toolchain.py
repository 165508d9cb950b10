"""How the native kernel is compiled: which compiler, which flags, for which machine.

The kernel is a plain shared library without Python.h, so any compiler that knows C++17 and GCC's
vector extensions will do: gcc, clang, or the clang inside the package ziglang, but not Microsoft's.

    CC=...                   the compiler to use instead of cc, gcc or clang
    BOMBE_TARGET=...         a target of zig: build for another machine (a key of CROSS)
    BOMBE_PURE=1             build no kernel, not for pages either
    BOMBE_PAGE=0             build none for pages: these ask a server
    BOMBE_REQUIRE_NATIVE=1   a kernel that cannot be built is an error (setup.py)

The same compiler makes programs out of the kernel's search for boards, for `bombe oracle install`.
For pages the kernel is compiled to WebAssembly, which of these compilers only zig's can do.
The build of Bombe itself uses this file before anything is installed (_build/toolchain.py), so it
imports nothing of Bombe.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_BASE = ["-std=c++17", "-DNDEBUG", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
"""No exceptions, no run-time types, no guarded statics: then nothing of libstdc++ is needed."""

FLAGS = [*_BASE, "-O3"]

PAGE_FLAGS = [
    *("-target", "wasm32-wasi", "-mcpu=baseline+simd128", *_BASE, "-DBOMBE_FEW_WIDTHS"),
    *("-fvisibility=hidden", "-fno-sanitize=undefined"),
]
"""A kernel for pages. Its sources use headers of wasm32-wasi, but no function of a library."""

PAGE_HOT = ("general", "dots", "table")
"""Folders of a page's kernel that are compiled for speed. The rest, for size: it is downloaded."""

PAGE_WITHOUT = ("records",)
"""Folders that pages do without: they show one board at a time."""

PAGE_LINK = [
    "--no-entry",
    "--export-dynamic",
    "--strip-all",
    "--stack-first",
    "-zstack-size=8388608",
]
"""A page calls its functions one by one. A stack that is too deep ends the call, not the data."""

PAGE_NAME = "kernel.wasm.gz"
"""The name of the file that pages unpack."""

ZIG_MACHINES = ("x86_64", "amd64", "aarch64", "arm64")
"""Where the package ziglang can be installed from PyPI for sure, on Linux, macOS and Windows."""

BOARD_SOURCES = ("kernel.cpp", "budget.cpp", "cpu.cpp")
BOARD_FOLDERS = ("general", "nine")
"""What of the kernel answers questions about boards: files, and folders of files."""


class Target(NamedTuple):
    """A machine to build for: the library's name there, and the wheel's platform tag."""

    library: str
    tag: str


CROSS = {
    "x86_64-linux-gnu.2.17": Target("_kernel.so", "manylinux2014_x86_64"),
    "aarch64-linux-gnu.2.17": Target("_kernel.so", "manylinux2014_aarch64"),
    "x86_64-linux-musl": Target("_kernel.so", "musllinux_1_2_x86_64"),
    "aarch64-linux-musl": Target("_kernel.so", "musllinux_1_2_aarch64"),
    "x86_64-windows-gnu": Target("_kernel.dll", "win_amd64"),
    "aarch64-windows-gnu": Target("_kernel.dll", "win_arm64"),
    "x86_64-macos": Target("_kernel.dylib", "macosx_11_0_x86_64"),
    "aarch64-macos": Target("_kernel.dylib", "macosx_11_0_arm64"),
}
"""The values that BOMBE_TARGET may have."""


class Compiler(NamedTuple):
    """Two commands. C's linker is enough, and keeps libstdc++ out of the library."""

    compile: list[str]
    link: list[str]


class BuildError(RuntimeError):
    """The kernel cannot be built; the message says why."""


def is_switched_on(variable: str) -> bool:
    """Return whether a variable of the environment is set, and not to 0."""
    return os.environ.get(variable, "") not in ("", "0")


def cross_target() -> str:
    """Return the target to build for, empty for this machine."""
    name = os.environ.get("BOMBE_TARGET", "")
    if name and name not in CROSS:
        raise BuildError(f"BOMBE_TARGET={name} is unknown: known are {', '.join(CROSS)}")
    return name


def library_name() -> str:
    """Return the name of the library file."""
    if cross_target():
        return CROSS[cross_target()].library
    return {"win32": "_kernel.dll", "darwin": "_kernel.dylib"}.get(sys.platform, "_kernel.so")


def needs_zig() -> bool:
    """Return whether the build needs the package ziglang."""
    if is_switched_on("BOMBE_PURE"):
        return False
    return bool(cross_target()) or _has_zig_for_pages() or machine_compiler() is None


def wants_page() -> bool:
    """Return whether a kernel for pages is to be built."""
    return os.environ.get("BOMBE_PAGE") != "0" and not is_switched_on("BOMBE_PURE")


def _has_zig_for_pages() -> bool:
    """Return whether ziglang, which pages can do without, is wanted and to be had."""
    is_known = sys.platform in ("linux", "darwin", "win32")
    return wants_page() and is_known and platform.machine().lower() in ZIG_MACHINES


def machine_compiler() -> Compiler | None:
    """Return a compiler of this machine that works; None if there is none."""
    if sys.platform == "darwin" and not _has_developer_tools():
        return None
    chosen = shlex.split(os.environ.get("CC", ""))
    commands = [chosen] if chosen else [["cc"], ["gcc"], ["clang"]]
    # These know a C++ source by its name.
    return next(filter(_works, (Compiler(command, command) for command in commands)), None)


def compiler_name() -> str:
    """Return what compiles on this machine, empty if nothing does."""
    try:
        return shlex.join(_choose_compiler()[0].compile)
    except BuildError:
        return ""


def _has_developer_tools() -> bool:
    """Return whether macOS has a compiler; without it /usr/bin/cc is a stub that opens a dialog."""
    asked = subprocess.run(["xcode-select", "-p"], capture_output=True, check=False)  # noqa: S607 - Apple's own
    return asked.returncode == 0


def _works(compiler: Compiler) -> bool:
    """Return whether a compiler compiles and links; some are incomplete, or lack C++."""
    if shutil.which(compiler.compile[0]) is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.cpp")
        source.write_text('#include <cstdint>\nextern "C" int32_t probe() { return 0; }\n')
        try:
            build(compiler, [], [source], Path(folder, "probe"), Path(folder))
        except BuildError:
            return False
    return True


def build_kernel(home: Path, library: Path, folder: Path) -> None:
    """Compile the sources below `home` with what there is; `folder` takes intermediate files."""
    compiler, flags = _choose_compiler()
    build(compiler, [*flags, "-I", str(home)], kernel_sources(home, folder), library, folder)


def kernel_sources(home: Path, folder: Path) -> list[Path]:
    """Return the kernel's sources, and one in `folder` that describes its interface."""
    described = folder / "interface.cpp"
    described.write_text(interface_source(home), encoding="utf-8")
    return [*sorted(home.rglob("*.cpp")), described]


_STRUCT = re.compile(r"^struct (Bombe\w+) \{(.*?)^\};", re.DOTALL | re.MULTILINE)
_FUNCTION = re.compile(r"^BOMBE_API ([\w *]+?)\b(bombe_\w+)\(([^)]*)\);", re.MULTILINE)
_FIELD = re.compile(r"^((?:const |volatile )*\w+) (.*)$", re.DOTALL)
_NUMBER = re.compile(r"^constexpr \w+ (k\w+ = [^;]+);", re.MULTILINE)
_ENUM = re.compile(r"^enum \w+ : \w+ \{(.*?)\}", re.DOTALL | re.MULTILINE)
_API = re.compile(r"^(?:struct Bombe|BOMBE_API )", re.MULTILINE)
_TYPES = ("int32_t", "int64_t", "uint64_t", "double", "void")


def interface_source(home: Path) -> str:
    """Return the C++ source of `bombe_interface`, made from the headers; kernel.h describes it."""
    texts = {path: path.read_text("utf-8") for path in sorted(home.rglob("*.h"))}
    headers = [path for path, text in texts.items() if _API.search(text)]
    code = re.sub(r"//.*", "", "\n".join(texts[path] for path in headers))
    numbers = _numbers(code)
    lines = [
        *(f"struct {name} {' '.join(_fields(body))}" for name, body in _STRUCT.findall(code)),
        *(
            f"function {name} {' '.join(map(_type_of, [result, *_split(arguments)]))}"
            for result, name, arguments in _FUNCTION.findall(code)
        ),
        *(f"number {name} {value}" for name, value in numbers.items()),
    ]
    if len(_API.findall(code)) + len(numbers) != len(lines):
        raise BuildError("a structure or function of the kernel's interface cannot be read")
    spaces = sorted(set(re.findall(r"^namespace ([\w:]+) ", code, re.MULTILINE)))
    source = [
        *(f'#include "{path.relative_to(home).as_posix()}"' for path in headers),
        *(f"using namespace {space};" for space in spaces),
        *(f'static_assert({name} == {value}, "");' for name, value in numbers.items()),
        *('const char *bombe_interface() { return R"(', *lines, ')"; }\n'),
    ]
    return "\n".join(source)


def _numbers(code: str) -> dict[str, int]:
    """Return the constants of headers; the compiler checks what is computed here."""
    numbers: dict[str, int] = {}
    for names in [*_NUMBER.findall(code), *_ENUM.findall(code)]:
        last = -1
        for entry in _split(names):
            name, _, value = entry.partition(" = ")
            base, _, shift = value.partition(" << ")
            last = int(base) << int(shift or 0) if value else last + 1
            numbers[name] = last
    return numbers


def _fields(body: str) -> list[str]:
    """Return the fields of a structure, after the name of the structure that it begins with."""
    fields = []
    for statement in filter(None, map(str.strip, body.split(";"))):
        ((kind, names),) = _FIELD.findall(statement)
        if kind.startswith("Bombe") and "*" not in names:
            fields.append(kind)
        else:
            fields += [f"{name.lstrip('*')}:{_type_of(f'{kind} {name}')}" for name in _split(names)]
    return fields


def _type_of(declared: str) -> str:
    """Return the type of a declaration, with or without a name."""
    if declared.startswith("const uint8_t *"):
        return "bytes"
    if "char *" in declared:
        return "text"
    if "*" in declared:
        return "*"
    kind = declared.split(maxsplit=1)[0]
    if kind not in _TYPES:
        raise BuildError(f"`{declared}`: no type that the interface of the kernel may have")
    return kind


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def write_compile_commands(home: Path, path: Path) -> None:
    """Write how the sources below `home` are compiled, for editors, clangd and clang-tidy."""
    compiler, flags = _choose_compiler()
    command = [*compiler.compile, *FLAGS, *_shared(), *flags, "-I", str(home.resolve()), "-c"]
    entries = [
        {"directory": str(Path.cwd()), "file": str(source), "arguments": [*command, str(source)]}
        for source in sorted(home.resolve().rglob("*.cpp"))
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def build_page_kernel(home: Path, file: Path, folder: Path) -> None:
    """Compile the sources below `home` to WebAssembly, into a gzipped file."""
    zig = _zig()
    sources = [path for path in kernel_sources(home, folder) if _is_for_pages(path)]
    objects = [folder / f"page-{'-'.join(source.parts[-2:])}.o" for source in sources]
    command = [*zig, "c++", *PAGE_FLAGS, "-I", str(home), "-c"]
    _run_all(
        [*command, *_page_aim(source), str(source), "-o", str(compiled)]
        for source, compiled in zip(sources, objects, strict=True)
    )
    linked = folder / "kernel.wasm"
    _run([*zig, "wasm-ld", *PAGE_LINK, "-o", str(linked), *map(str, objects)])
    # The same sources make the same file: no time, no name.
    file.write_bytes(gzip.compress(linked.read_bytes(), 9, mtime=0))


def _is_for_pages(source: Path) -> bool:
    return source.stem not in ("256", "512") and source.parent.name not in PAGE_WITHOUT


def _page_aim(source: Path) -> list[str]:
    """Return the flags for speed or for size; zig itself would take -Oz for -Os."""
    return ["-Os"] if source.parent.name in PAGE_HOT else ["-Oz", "-Xclang", "-Oz"]


def _zig() -> list[str]:
    """Return the command of the package ziglang, or raise BuildError."""
    if importlib.util.find_spec("ziglang") is None:
        raise BuildError("there is no package ziglang: `python -m pip install ziglang`")
    return [sys.executable, "-m", "ziglang"]


def _choose_compiler() -> tuple[Compiler, list[str]]:
    """Return the compiler to use, and its flags for the processor."""
    target, compiler = cross_target(), machine_compiler()
    if not target and compiler is not None:
        return compiler, _tuning("-march=x86-64-v2")
    if importlib.util.find_spec("ziglang") is not None:
        zig, other = [sys.executable, "-m", "ziglang"], ["-target", target] if target else []
        # zig tunes for the machine that it runs on and traps undefined behaviour by default.
        flags = [*_tuning("-mcpu=x86_64_v2"), "-fno-sanitize=undefined"]
        return Compiler([*zig, "c++", *other], [*zig, "cc", *other]), flags
    raise BuildError(
        "no C++ compiler works here, and there is no package ziglang: install gcc, clang or "
        "`python -m pip install ziglang`"
    )


def _tuning(x86: str) -> list[str]:
    """Return the flag for x86-64: numpy's baseline; without its POPCNT searches take 1.6 times."""
    machine = cross_target() or platform.machine().lower()
    return [x86] if machine.startswith(("x86_64", "amd64")) else []


def _shared() -> list[str]:
    """Return the flags of code for a shared library."""
    return [] if library_name().endswith(".dll") else ["-fPIC", "-fvisibility=hidden"]


def build(
    compiler: Compiler, flags: list[str], sources: list[Path], library: Path, folder: Path
) -> None:
    """Compile each source, and link all into a library."""
    shared = _shared()
    objects = [folder / f"{'-'.join(source.parts[-2:])}.o" for source in sources]
    command = [*compiler.compile, *FLAGS, *shared, *flags, "-c"]
    _run_all(
        [*command, str(source), "-o", str(compiled)]
        for source, compiled in zip(sources, objects, strict=True)
    )
    strip = ["-s"] if library_name().endswith(".so") else []
    # Linked aside, because on Windows the linker leaves an import library next to its output.
    linked = folder / library_name()
    _run([*compiler.link, "-shared", *strip, "-o", str(linked), *map(str, objects)])
    if linked != library:
        shutil.copyfile(linked, library)


def board_sources(home: Path) -> list[Path]:
    """Return the sources of what answers questions about boards."""
    parts = [home / name for name in BOARD_SOURCES]
    return [*parts, *(path for part in BOARD_FOLDERS for path in (home / part).glob("*.cpp"))]


def build_program(home: Path, main: Path, program: Path, folder: Path) -> str:
    """Compile a program that asks the kernel, whose sources are below `home`, about boards.

    `folder` takes intermediate files, and may hold headers of the program. Return what compiled it.
    """
    compiler, flags = _choose_compiler()
    flags = [*FLAGS, *flags, "-I", str(home), "-I", str(folder)]
    sources = board_sources(home)
    objects = [str(folder / f"{source.parent.name}-{source.name}.o") for source in [main, *sources]]
    _run_all(
        [*compiler.compile, *flags, "-c", str(source), "-o", compiled]
        for source, compiled in zip([main, *sources], objects, strict=True)
    )
    link = [*compiler.link, "-o", str(program), *objects]
    try:
        _run([*link, "-static"])  # such a program starts faster; macOS has none
    except BuildError:
        _run(link)
    return shlex.join(compiler.compile)


def _run_all(commands: Iterable[list[str]]) -> None:
    """Run commands that do not need each other, as many at a time as there are cores."""
    with ThreadPoolExecutor(min(os.cpu_count() or 1, 16)) as pool:
        for done in [pool.submit(_run, command) for command in commands]:
            done.result()


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - a compiler
    if done.returncode:
        raise BuildError(f"{shlex.join(command)} failed: {done.stderr.strip() or done.stdout}")
