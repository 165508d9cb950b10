"""What is free, read from planted files of a system, and what tables take of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bombe.solvers.native.free_memory import (
    LEAST,
    UNKNOWN,
    default_memory,
    free_memory,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MIB = 2**20
AVAILABLE = "MemTotal: 9000000 kB\nMemAvailable: 8388608 kB\n"


def plant(root: Path, files: Mapping[str, object]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="ascii")
    return root


def test_tables_take_a_quarter_of_what_is_free() -> None:
    assert default_memory(2**33) == 2**31
    assert default_memory(0) == LEAST
    assert default_memory(None) == UNKNOWN


def test_without_groups_all_that_is_available_is_free(tmp_path: Path) -> None:
    assert free_memory(plant(tmp_path, {"proc/meminfo": AVAILABLE})) == 2**33


def test_a_system_that_says_nothing_is_not_known(tmp_path: Path) -> None:
    assert free_memory(tmp_path) is None


@pytest.mark.parametrize(
    ("limit", "free"),
    [("max", 8192), (1024 * MIB, 1024 - 600 + 100), (100 * MIB, 0)],
    ids=["no limit", "limit", "over it"],
)
def test_a_control_group_limits_what_is_free(tmp_path: Path, limit: object, free: int) -> None:
    group = "sys/fs/cgroup/jobs/one"
    files = {
        "proc/meminfo": AVAILABLE,
        "proc/self/cgroup": "0::/jobs/one",
        f"{group}/memory.max": limit,
        f"{group}/memory.current": 600 * MIB,
        f"{group}/memory.stat": f"anon 5\ninactive_file {100 * MIB}",
    }
    assert free_memory(plant(tmp_path, files)) == free * MIB


def test_the_narrowest_of_nested_groups_counts(tmp_path: Path) -> None:
    files = {"proc/meminfo": AVAILABLE, "proc/self/cgroup": "0::/a/b"}
    for place, limit in (("a/b", 4096), ("a", 512), ("", 2048)):
        files[f"sys/fs/cgroup/{place}/memory.max"] = str(limit * MIB)
        files[f"sys/fs/cgroup/{place}/memory.current"] = str(12 * MIB)
    assert free_memory(plant(tmp_path, files)) == 500 * MIB


def test_inside_a_container_the_group_is_at_the_top(tmp_path: Path) -> None:
    files = {
        "proc/meminfo": AVAILABLE,
        "proc/self/cgroup": "4:memory:/docker/1234\n1:cpu:/docker/1234\n",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": 256 * MIB,
        "sys/fs/cgroup/memory/memory.usage_in_bytes": 56 * MIB,
        "sys/fs/cgroup/memory/memory.stat": f"inactive_file 1\ntotal_inactive_file {4 * MIB}",
    }
    assert free_memory(plant(tmp_path, files)) == 204 * MIB


def test_this_machine_has_some_memory_free() -> None:
    free = free_memory()
    assert free is None or free > 0
