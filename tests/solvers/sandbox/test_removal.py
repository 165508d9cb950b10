"""Folders of others are removed however deep they are, and whatever may be opened in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bombe.solvers.sandbox.removal import remove_tree

if TYPE_CHECKING:
    from pathlib import Path

LEVELS = 1100


def test_a_folder_with_folders_nested_too_deep_is_removed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    at = os.open(root, os.O_RDONLY)
    for level in range(LEVELS):
        os.mkdir("a", dir_fd=at)
        deeper = os.open("a", os.O_RDONLY, dir_fd=at)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=deeper))
        if level % 100 == 0:
            os.mkdir(f"lifted-{level}", dir_fd=deeper)
        os.close(at)
        at = deeper
    os.close(at)
    remove_tree(root)
    assert not root.exists()


def test_closed_folders_and_links_are_removed_and_what_links_lead_to_is_not(tmp_path: Path) -> None:
    spared = tmp_path / "spared"
    spared.mkdir()
    (spared / "file").write_text("x")
    root = tmp_path / "root"
    closed = root / "closed"
    closed.mkdir(parents=True)
    (closed / "file").write_text("x")
    (closed / "folder").symlink_to(spared)
    (root / "link").symlink_to(spared)
    closed.chmod(0)
    remove_tree(root)
    remove_tree(root)
    assert not root.exists()
    assert (spared / "file").read_text() == "x"
    (root).symlink_to(spared)
    remove_tree(root)
    assert (spared / "file").exists()
