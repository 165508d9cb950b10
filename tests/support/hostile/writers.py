"""Hostile agents that read and write what is not theirs: the other's source, the user's files."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import importlib.util
import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from villain import CRASH, PLAYS_ON, SCORE, Fate, Villain, attempt, call, say

if TYPE_CHECKING:
    from collections.abc import Callable


class OverwritesOther(Villain):
    """Overwrites the source of the other player, by its name and by a file put in its place."""

    def strike(self) -> None:
        source = self.scene / "other" / "quiet.py"
        attempt("append", append, source)
        attempt("truncate", os.truncate, source, 0)
        attempt("remove", os.unlink, source)
        attempt("rename", os.rename, source, source.with_name("gone.py"))
        attempt("replace", os.rename, own_file("mine.py"), source, also=(errno.EXDEV,))
        attempt("link", os.link, source, "link.py", also=(errno.EXDEV,))
        attempt("plant", append, source.with_name("json.py"))
        attempt("cache", os.mkdir, source.with_name("planted"))


def append(path: Path) -> None:
    """Add a comment to a file, or make a file that is one."""
    with path.open("a", encoding="utf-8") as file:
        file.write("# hostile\n")


def own_file(name: str) -> str:
    """Make a file in the working folder and return its name."""
    Path(name).write_text("# hostile\n", encoding="utf-8")
    return name


class LocksOther(Villain):
    """Takes away the right to read the other's source, its owner, its times, and its attributes."""

    def strike(self) -> None:
        source = self.scene / "other" / "quiet.py"
        absent = (errno.EOPNOTSUPP,)
        attempt("chmod", change, os.chmod, source, 0o000)
        attempt("chmod its folder", change, os.chmod, source.parent, 0o000)
        attempt("chown", change, os.chown, source, 12345, 12345)
        attempt("touch", change, os.utime, source, (0, 0))
        attempt("attribute", os.setxattr, source, "user.hostile", b"1", also=absent)


def change(deed: Callable[..., None], path: Path, *arguments: object) -> None:
    """Change a file; raise PermissionError if that was only pretended."""
    before = path.stat()
    deed(path, *arguments)
    if path.stat() == before:
        raise PermissionError(errno.EPERM, "nothing has changed")


class ReadsOther(Villain):
    """Reads the source of the other player, and lists its folder."""

    def strike(self) -> None:
        folder = self.scene / "other"
        attempt("list", os.listdir, folder)
        attempt("read", (folder / "quiet.py").read_bytes)
        attempt("copy", shutil.copy, folder / "quiet.py", "copy.py")
        for around in ("/proc/self/root", "/proc/self/cwd/../../.."):
            attempt(around, Path(f"{around}{folder}/quiet.py").read_bytes)
        Path("by-link").symlink_to(folder)
        attempt("by a link", Path("by-link/quiet.py").read_bytes)


class InheritsFiles(Villain):
    """Looks for descriptors that were open when it came, and for what they lead to."""

    fate = PLAYS_ON

    def strike(self) -> None:
        for number in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208 - numbers
            try:
                target = os.readlink(f"/proc/self/fd/{number}")  # noqa: PTH115 - a text is wanted
            except OSError:
                continue
            is_own = target.startswith(("socket:", "/dev/null", "pipe:", "/proc"))
            say(f"{'inherited' if is_own else 'BREACH'}: {number} {target}")


class WatchesOther(Villain):
    """Has the system tell it of every file that the other player opens."""

    def strike(self) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        number = libc.inotify_init1(os.O_NONBLOCK)
        if number < 0:
            attempt("watch", raise_errno)
            return
        path = ctypes.create_string_buffer(bytes(self.scene / "other"))
        attempt("watch", call, "inotify_add_watch", number, path, 0x20)


def raise_errno() -> None:
    """Raise the last error of the C library."""
    raise OSError(ctypes.get_errno(), "the C library")


class ReadsHome(Villain):
    """Reads the user's files: keys, the history, and the folder that the match was started in."""

    def strike(self) -> None:
        home = self.scene / "home"
        attempt("list", os.listdir, home)
        attempt("key", (home / "key").read_text)
        attempt("log", (self.scene / "match.jsonl").read_bytes)
        attempt("shadow", Path("/etc/shadow").read_bytes)
        attempt("root's", os.listdir, "/root")


class WritesHome(Villain):
    """Writes the user's files: the profile, the configuration, a key; and removes some."""

    def strike(self) -> None:
        home = self.scene / "home"
        attempt("profile", append, home / ".profile")
        attempt("configuration", os.makedirs, home / ".config" / "autostart")
        attempt("python", os.makedirs, home / ".local" / "lib" / "hostile")
        attempt("key", os.unlink, home / "key")
        attempt("folder", shutil.rmtree, home)
        attempt("move", os.rename, home, self.scene / "moved", also=(errno.EXDEV,))


class WritesEverywhereElse(Villain):
    """Makes files where all programs meet: temporary folders, shared memory, tables of cron."""

    def strike(self) -> None:
        for folder in ("/tmp", "/var/tmp", "/etc/cron.d", "/var/spool/cron", "/run"):  # noqa: S108 - they are the point
            if Path(folder).is_dir():
                attempt(folder, plant, Path(folder) / f"{self.scene.name}.txt")
        with contextlib.suppress(OSError):  # it may have one of its own, which goes with it
            plant(Path("/dev/shm") / f"{self.scene.name}.txt")  # noqa: S108 - it is the point
        attempt("the scene", plant, self.scene / "here")
        attempt("where Bombe makes folders", plant, self.scene / "tmp" / "here")


def plant(path: Path) -> None:
    """Make an empty file."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


class PoisonsBombe(Villain):
    """Opens Bombe's own files, the kernel and the caches of modules for writing."""

    def strike(self) -> None:
        for name in ("bombe.agents.arena.referee", "bombe.solvers.native", "json", "os"):
            found = importlib.util.find_spec(name)
            if found and found.origin and Path(found.origin).is_file():
                attempt(name, os.open, found.origin, os.O_WRONLY)
            if found and found.cached:
                attempt("cache", plant, Path(found.cached).parent / self.scene.name)
        native = Path(str(importlib.util.find_spec("bombe.solvers.native").origin)).parent  # type: ignore[union-attr]
        for kernel in native.glob("*.so"):
            attempt("kernel", os.open, kernel, os.O_WRONLY)


class PoisonsPython(Villain):
    """Plants modules where the next Python would find them: site-packages, beside its own file."""

    def strike(self) -> None:
        for key in ("purelib", "stdlib", "scripts"):
            place = Path(sysconfig.get_path(key))
            attempt(key, plant, place / f"{self.scene.name}.pth")
        for path in filter(os.path.isdir, sys.path):
            attempt("path", plant, Path(path) / f"{self.scene.name}.py")
        attempt("beside itself", append, Path(__file__).with_name("sitecustomize.py"))


class PoisonsItsFolder(Villain):
    """Plants modules in its working folder, for the next process that starts there."""

    fate = PLAYS_ON

    def strike(self) -> None:
        for name in ("json", "sitecustomize", "usercustomize", "bombe", "random", "zlib"):
            Path(f"{name}.py").write_text("raise SystemExit('BREACH')\n", encoding="utf-8")
            say(f"planted {name}")


class RemovesItsFolder(Villain):
    """Removes its working folder, then makes files and folders there."""

    fate = PLAYS_ON

    def strike(self) -> None:
        here = Path.cwd()
        shutil.rmtree(here, ignore_errors=True)
        say(f"gone: {not here.exists()}")


class RemovesItsParent(Villain):
    """Removes the folder around its working folder, with all that the supervisor has there."""

    fate = Fate((SCORE, CRASH))

    def strike(self) -> None:
        parent = Path.cwd().parent
        # Only a folder that the stage made for it.
        if self.scene / "tmp" in parent.parents:
            shutil.rmtree(parent, ignore_errors=True)
            say(f"gone: {not parent.exists()}")


class SwapsItsFolder(Villain):
    """Puts a link to the user's files where its working folder and the folder around it were."""

    fate = PLAYS_ON

    def strike(self) -> None:
        precious = self.scene / "home"
        for number, place in enumerate((Path.cwd(), Path.cwd().parent)):
            if self.scene / "tmp" in place.parents:
                moved = place.with_name(f"{place.name}-moved{number}")
                swap(place, moved, precious)


def swap(place: Path, moved: Path, precious: Path) -> None:
    """Move a folder away and put a link in its place, as far as that is allowed."""
    try:
        place.rename(moved)
        place.symlink_to(precious, target_is_directory=True)
    except OSError as error:
        say(f"refused: {error.strerror}")


class LinksElsewhere(Villain):
    """Fills its folder with links that lead whoever cleans up to the user's files."""

    fate = PLAYS_ON

    def strike(self) -> None:
        for name in ("home", "other"):
            Path(name).symlink_to(self.scene / name, target_is_directory=True)
            Path(f"{name}-key").symlink_to(self.scene / name / "key")
        Path("loop").symlink_to(".")
        Path("up").symlink_to("../../..", target_is_directory=True)


class LeavesOddFiles(Villain):
    """Leaves pipes, sockets, devices, odd names and rights in its folder."""

    fate = PLAYS_ON

    def strike(self) -> None:
        os.mkfifo("pipe")
        for name in ("a\x1b[2Jb", "new\nline", "-rf", "~", "é" * 120, "\udcff", "CON", " "):
            plant(Path(name))
        for name, mode in (("closed", 0o000), ("listed", 0o400), ("entered", 0o100)):
            Path(name).mkdir()
            plant(Path(name) / "inside")
            refused(os.chmod, name, mode)
        refused(os.mknod, "null", 0o020666, os.makedev(1, 3))
        refused(os.chmod, ".", 0o000)


def refused(deed: object, *arguments: object) -> None:
    """Do what may be refused."""
    try:
        deed(*arguments)  # type: ignore[operator] # any function of os
    except OSError as error:
        say(f"refused: {error.strerror}")


class DigsDeep(Villain):
    """Leaves folders in folders, deeper than a path may be long and than Python calls itself."""

    fate = Fate((SCORE, CRASH), ("[]|too long",))
    order: ClassVar = {"seconds": 5.0}

    def strike(self) -> None:
        home = os.open(".", os.O_RDONLY)
        for _ in range(1500):
            Path("deeper-and-deeper").mkdir()
            os.chdir("deeper-and-deeper")
        os.fchdir(home)
        os.close(home)


class LeavesManyFiles(Villain):
    """Leaves thousands of empty files."""

    fate = PLAYS_ON
    order: ClassVar = {"seconds": 5.0}

    def strike(self) -> None:
        for number in range(1500):
            os.close(os.open(f"f{number}", os.O_CREAT | os.O_WRONLY))


class MakesFilesImmutable(Villain):
    """Makes a file of its folder immutable, which even its owner cannot remove then."""

    fate = PLAYS_ON

    def strike(self) -> None:
        import fcntl

        with Path("forever").open("w") as file:
            for flags in (b"\x10\0\0\0\0\0\0\0", b"\x20\0\0\0\0\0\0\0"):
                refused(fcntl.ioctl, file.fileno(), 0x40086602, flags)


class KeepsItsFiles(Villain):
    """Keeps files open that have no name any more, and maps them."""

    fate = PLAYS_ON

    def strike(self) -> None:
        self.kept = [open(f"kept{number}", "wb") for number in range(50)]  # noqa: SIM115, PTH123 - they stay open
        for number, file in enumerate(self.kept):
            file.write(b"x" * 10_000)
            Path(f"kept{number}").unlink()
