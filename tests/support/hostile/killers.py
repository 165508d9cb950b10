"""Hostile agents that lay hands on other processes: the victim, the referee, the other player."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import signal
import struct
import time

from villain import CRASH, HANG, SCORE, Fate, Villain, attempt, call

PTRACE_ATTACH, PTRACE_DETACH, PTRACE_SEIZE = 16, 17, 0x4206


class KillsOthers(Villain):
    """Kills the victim, the other player and the referee."""

    def strike(self) -> None:
        for pid in self.pids:
            attempt("kill", os.kill, pid, signal.SIGKILL)


class StopsOthers(Villain):
    """Stops the victim, the other player and the referee."""

    def strike(self) -> None:
        for pid in self.pids:
            attempt("stop", os.kill, pid, signal.SIGSTOP)


class KillsByOtherWays(Villain):
    """Kills the victim by pidfd, by thread, by queued signal, by group and from a child."""

    def strike(self) -> None:
        victim, *_ = self.pids
        number = int(signal.SIGKILL)
        attempt("thread", call, "tgkill", victim, victim, number)
        information = ctypes.create_string_buffer(struct.pack("iii", number, 0, -1), 128)
        attempt("queue", call, "rt_sigqueueinfo", victim, number, information)
        attempt("group", os.killpg, victim, number)
        attempt("pidfd", lambda: signal.pidfd_send_signal(os.pidfd_open(victim), number))
        if child := os.fork():
            os.waitpid(child, 0)
        else:
            attempt("from a child", os.kill, victim, number)
            os._exit(0)


class KillsItsSupervisor(Villain):
    """Kills and stops the process that could kill it."""

    # Where signals are not denied, the end of its supervisor is its own end.
    fate = Fate((SCORE, CRASH))

    def strike(self) -> None:
        attempt("kill the supervisor", os.kill, os.getppid(), signal.SIGKILL)
        attempt("stop the supervisor", os.kill, os.getppid(), signal.SIGSTOP)


class LimitsOthers(Villain):
    """Takes descriptors and memory away from the victim by prlimit."""

    def strike(self) -> None:
        victim, *_ = self.pids
        for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_CORE):
            attempt("prlimit", resource.prlimit, victim, kind, (64, 64))


class DisturbsOthers(Villain):
    """Renices the victim, binds it to one core, and gives it another scheduler."""

    def strike(self) -> None:
        victim, *_ = self.pids
        attempt("renice", os.setpriority, os.PRIO_PROCESS, victim, 19)
        attempt("renice its group", os.setpriority, os.PRIO_PGRP, victim, 19)
        attempt("affinity", os.sched_setaffinity, victim, {min(os.sched_getaffinity(0))})
        attempt("scheduler", os.sched_setscheduler, victim, os.SCHED_IDLE, os.sched_param(0))
        attempt("attributes", call, "sched_setattr", victim, idle_attributes(), 0)
        attempt("io priority", call, "ioprio_set", 1, victim, 3 << 13)


def idle_attributes() -> ctypes.Array[ctypes.c_char]:
    """Return the attributes of the scheduler for work that can wait."""
    return ctypes.create_string_buffer(struct.pack("IIQiIQQQ", 48, 5, 0, 0, 0, 0, 0, 0))


class RaisesItself(Villain):
    """Asks for a real-time scheduler, for a better priority and not to be killed for memory."""

    def strike(self) -> None:
        attempt("real time", os.sched_setscheduler, 0, os.SCHED_RR, os.sched_param(1))
        attempt("priority", os.setpriority, os.PRIO_PROCESS, 0, -5)
        attempt("memory", write, f"/proc/{os.getpid()}/oom_score_adj", b"-1000")


class TracesOthers(Villain):
    """Attaches itself as a debugger to the victim and to the referee."""

    def strike(self) -> None:
        for pid in self.pids[:2]:
            attempt("attach", trace, PTRACE_ATTACH, pid)
            attempt("seize", trace, PTRACE_SEIZE, pid)


def trace(request: int, pid: int) -> None:
    """Attach to a process and let it go again."""
    call("ptrace", request, pid, 0, 0)
    if request == PTRACE_ATTACH:
        os.waitpid(pid, 0)
    call("ptrace", PTRACE_DETACH, pid, 0, 0)


class ReadsOthers(Villain):
    """Reads environment, memory, open files and more of the victim and of the referee."""

    def strike(self) -> None:
        for pid in self.pids:
            for name in ("environ", "maps", "auxv", "stack", "io", "fd/0"):
                attempt(name, first_byte, f"/proc/{pid}/{name}")
            attempt("mem", open_only, f"/proc/{pid}/mem", os.O_RDONLY)
            for name in ("cwd/.", "root/."):
                attempt(name, os.listdir, f"/proc/{pid}/{name}")
            if not os.geteuid():  # others see what `ps` shows
                for name in ("cmdline", "status"):
                    attempt(name, first_byte, f"/proc/{pid}/{name}")


def first_byte(path: str) -> bytes:
    """Return the first byte of a file; raise OSError if there is none to be had."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        if not (found := os.read(number, 1)):
            raise PermissionError(errno.EPERM, "shown as empty")
        return found
    finally:
        os.close(number)


def open_only(path: str, flags: int) -> None:
    """Open a file and close it again."""
    os.close(os.open(path, flags))


class ReadsMemoryByCall(Villain):
    """Reads the memory of the victim, and takes over one of its files."""

    def strike(self) -> None:
        victim, *_ = self.pids
        here = ctypes.create_string_buffer(8)
        vector = ctypes.create_string_buffer(struct.pack("QQ", ctypes.addressof(here), 8))
        # The address is wrong there: EFAULT would say that the victim is open to us.
        attempt("read", call, "process_vm_readv", victim, vector, 1, vector, 1, 0)
        attempt("file", lambda: call("pidfd_getfd", os.pidfd_open(victim), 0, 0))
        attempt("compare", call, "kcmp", victim, os.getpid(), 0, 0, 0)
        attempt("pages", call, "move_pages", victim, 0, 0, 0, 0, 0)


class RewritesTheLog(Villain):
    """Opens the referee's log for writing, through its descriptors and by its name."""

    def strike(self) -> None:
        _, referee, *_ = self.pids
        for number in range(3, 40):
            attempt(f"fd {number}", open_log, f"/proc/{referee}/fd/{number}")
        attempt("its name", open_log, str(self.scene / "match.jsonl"))


def open_log(path: str) -> None:
    """Open a file for writing if it is a log; write nothing."""
    if "/fd/" in path and not os.readlink(path).endswith(".jsonl"):  # noqa: PTH115 - a text is wanted
        raise FileNotFoundError(errno.ENOENT, "no log")
    open_only(path, os.O_RDWR)


class WritesToProc(Villain):
    """Writes to what the system shows of the victim, and opens doors of the system itself."""

    def strike(self) -> None:
        victim, *_ = self.pids
        for name, value in (("oom_score_adj", b"1000"), ("timerslack_ns", b"9")):
            attempt(name, write, f"/proc/{victim}/{name}", value)
        for door in (
            "/proc/sysrq-trigger",
            "/proc/sys/kernel/core_pattern",
            "/dev/mem",
            "/dev/kmsg",
            "/sys/power/state",
            "/sys/fs/cgroup/cgroup.procs",
            "/sys/fs/cgroup/cpu/cgroup.procs",
            "/dev/tty",
        ):
            attempt(door, open_only, door, os.O_WRONLY, also=(errno.ENXIO, errno.EROFS))


def write(path: str, value: bytes) -> int:
    """Write a few bytes to a file that exists."""
    number = os.open(path, os.O_WRONLY)
    try:
        return os.write(number, value)
    finally:
        os.close(number)


class SetsTheClock(Villain):
    """Asks for another time, with arguments that no system takes: EPERM alone says it is held."""

    def strike(self) -> None:
        wrong = ctypes.create_string_buffer(struct.pack("qq", 0, 10**9))
        attempt("clock", call, "clock_settime", 0, wrong)
        attempt("day", call, "settimeofday", wrong, 0)
        attempt("adjust", call, "adjtimex", ctypes.create_string_buffer(b"\x10\x40\0\0", 208))


class CallsTheSystem(Villain):
    """Makes system calls that no player needs, with arguments that change nothing."""

    def strike(self) -> None:
        root, nothing = (ctypes.create_string_buffer(text) for text in (b"/", b"nothing"))
        # Each is refused by its number, or fails for its arguments: that would be a way in.
        for name, *arguments in (
            ("unshare", 0),
            ("setns", -1, 0),
            ("mount", nothing, root, nothing, 0, 0),
            ("chroot", root),
            ("keyctl", -1, 0, 0, 0, 0),
            ("bpf", -1, 0, 0),
            ("perf_event_open", 0, 0, -1, -1, 0),
            ("userfaultfd", -1),
            ("io_uring_setup", 0, 0),
            ("init_module", 0, 0, 0),
            ("kexec_load", 0, 99, 0, 0),
            ("reboot", 0, 0, 0, 0),
            ("sethostname", 0, 1 << 20),
            ("swapoff", 0),
            ("acct", -1),
            ("open_by_handle_at", -1, 0, 0),
            ("fanotify_init", -1, -1),
        ):
            attempt(name, call, name, *arguments)


class TracesItself(Villain):
    """Makes its supervisor its debugger, whose waiting then sees stops instead of an end."""

    fate = Fate((SCORE, HANG, CRASH), ("held: |killed",))

    def strike(self) -> None:
        try:
            call("ptrace", 0, 0, 0, 0)
        except OSError:
            attempt("trace me", call, "ptrace", 0, 0, 0, 0)
        else:
            os.kill(os.getpid(), signal.SIGTRAP)
            time.sleep(30)


class HidesItsName(Villain):
    """Takes the name of another program, so that lists of processes do not show what it is."""

    fate = Fate((SCORE,))

    def strike(self) -> None:
        for option, value in ((15, ctypes.create_string_buffer(b"init\x1b[2J\n")), (4, 0)):
            with contextlib.suppress(OSError):
                call("prctl", option, value, 0, 0, 0)
