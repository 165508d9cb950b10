"""What runs elsewhere says what is run here: the workflow, the hooks, the forms for issues."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from paths import ROOT

from bombe.solvers.native.toolchain import CROSS

if TYPE_CHECKING:
    from pathlib import Path

FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(job: str) -> list[str]:
    workflow = load(ROOT / ".github" / "workflows" / "tests.yml")
    return [step["run"] for step in workflow["jobs"][job]["steps"] if "run" in step]


def test_the_workflow_tests_every_python_that_the_package_is_for() -> None:
    workflow = load(ROOT / ".github" / "workflows" / "tests.yml")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    matrix = workflow["jobs"]["systems"]["strategy"]["matrix"]
    assert matrix["python"] == versions
    assert project["requires-python"] == f">={versions[0]}"
    assert matrix["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]


def test_the_workflow_calls_what_the_maintainers_machine_calls() -> None:
    assert steps("all") == ["bash .ci/run"]
    install, *commands = steps("systems")
    assert install == 'python -m pip install ".[test]"'
    assert commands == ["bombe doctor", "pytest -n auto"]
    assert set(commands) <= set(CI)


def test_the_workflow_tests_the_wheel_that_it_built() -> None:
    tool, build, install, *commands = steps("wheel")
    assert tool == "python -m pip install build"
    target = re.fullmatch(r"BOMBE_TARGET=(\S+) python -m build", build)
    assert target
    assert "manylinux" in CROSS[target[1]].tag
    assert install == 'python -m pip install "$(echo dist/*manylinux*.whl)[test]"'
    assert commands == steps("systems")[1:]


def test_the_long_tests_run_each_night_and_nothing_else_does() -> None:
    workflow = load(ROOT / ".github" / "workflows" / "tests.yml")
    assert workflow[True]["schedule"]  # YAML reads the key `on` as a truth value
    conditions = {name: job["if"].split()[1] for name, job in workflow["jobs"].items()}
    assert conditions.pop("nightly") == "=="
    assert {*conditions.values()} == {"!="}
    assert steps("nightly")[-1] == "pytest -n auto -m long"


def test_the_maintainers_machine_checks_the_kernel_with_sanitizers_and_the_style_of_c() -> None:
    assert "git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run -Werror" in CI
    assert "pytest -q -m long -k in_short tests/solvers/native/test_fuzzers.py" in CI
    assert CI[-1] == "pytest -n auto"


def test_the_hooks_check_what_the_maintainers_machine_checks() -> None:
    (local,) = load(ROOT / ".pre-commit-config.yaml")["repos"]
    for hook in local["hooks"]:
        words = [word for word in hook["entry"].split() if word not in {"--fix", "--force-exclude"}]
        assert any(line.startswith(" ".join(words)) for line in CI), hook["id"]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_the_forms_for_issues_ask_something(path: Path) -> None:
    form = load(path)
    if path.stem == "config":
        assert form == {"blank_issues_enabled": True}
        return
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert any(field.get("validations", {}).get("required") for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)
