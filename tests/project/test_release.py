"""What a release promises: one version, with an entry in the changelog."""

from __future__ import annotations

import re
import tomllib

from paths import ROOT

import bombe


def test_the_version_is_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" in project["dynamic"]
    assert "version" not in project


def test_the_changelog_begins_with_what_is_unreleased_and_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(bombe.__version__)} - \d{{4}}-\d\d-\d\d", headings[1])
