"""What holds for every study with a file: it resumes, is divided, refuses other plans, is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from bombe.analysis.studies.endings.results import ENDINGS
from bombe.analysis.studies.modes.results import MODES
from bombe.analysis.studies.tempo.results import TEMPO
from bombe.analysis.studies.why.results import WHY
from bombe.boards.errors import FormatError, InputError

if TYPE_CHECKING:
    from running import Bombe

    from bombe.analysis.studies.study import Study

pytestmark = pytest.mark.usefixtures("in_own_folder")


class Case(NamedTuple):
    """A study, and the words of a small one."""

    name: str
    study: Study[Any]
    words: tuple[str, ...]


CASES = [
    Case(
        "tempo",
        TEMPO,
        (
            *("132442..31.22..1", "random-2x2", "--empties", "3", "5", "--positions", "4"),
            *("--games", "2", "--horizon", "3", "--exact", "4"),
        ),
    ),
    Case("modes", MODES, ("hard-2x2", "--fills", "4", "8", "--positions", "2", "--games", "1")),
    Case("why", WHY, ("hard-2x2", "hard-2x3", "--positions", "3", "--check", "--cores", "1")),
    Case("endings", ENDINGS, ("--shape", "2x2", "--empties", "5,8", "--positions", "3")),
]
each_study = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
CLOCKS = ("seconds", "cpu", "rating", "chains", "cores")


def run(bombe: Bombe, case: Case, path: str, *more: str) -> str:
    done = bombe("study", case.name, *case.words, "-o", path, "--no-progress", *more)
    assert done.code == 0, done.err
    return done.out


def records(path: str) -> list[dict[str, Any]]:
    """Return the lines of a file without what the clock says and how it was made."""
    found = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    for document in found[1:]:
        for each in (document, *document.get("positions", ())):
            for clock in CLOCKS:
                each.pop(clock, None)
    return [{**document, "made": None} for document in found]


@each_study
def test_a_study_that_was_cut_off_continues_to_the_same_records(bombe: Bombe, case: Case) -> None:
    run(bombe, case, "whole")
    text = Path("whole").read_text(encoding="utf-8")
    for share in (0.4, 0.9):
        cut = max(int(len(text) * share), text.index("\n") + 1)
        Path("cut").write_text(text[:cut], encoding="utf-8")
        run(bombe, case, "cut")
        assert records("cut") == records("whole")
    before = Path("whole").read_bytes()
    shown = run(bombe, case, "whole")
    assert Path("whole").read_bytes() == before
    read = bombe("study", case.name, "--read", "whole")
    assert (read.code, read.out) == (0, shown)


@pytest.mark.parametrize("case", CASES[:3], ids=lambda case: case.name)
def test_several_processes_make_the_same_study(bombe: Bombe, case: Case) -> None:
    run(bombe, case, "one")
    run(bombe, case, "two", "-j", "2")
    assert records("two") == records("one")


@each_study
def test_a_study_holds_every_task_once_and_comes_back_from_its_lines(
    bombe: Bombe, case: Case
) -> None:
    run(bombe, case, "whole")
    found = case.study.read("whole")
    tasks = list(case.study.tasks(found.plan))
    done = [record.task for record in found.records]
    assert len(set(tasks)) == len(tasks)
    assert len({*done}) == len(done)
    assert {*done} <= {*tasks}
    lines = "".join(f"{case.study.line(each)}\n" for each in (found.plan, *found.records))
    Path("again").write_text(lines, encoding="utf-8")
    assert case.study.read("again") == found


@each_study
def test_another_plan_does_not_go_into_the_same_file(bombe: Bombe, case: Case) -> None:
    run(bombe, case, "whole")
    done = bombe("study", case.name, *case.words, "--seed", "7", "-o", "whole")
    assert (done.code, "its seed was 0 and is now 7; use the same options" in done.err) == (2, True)


@each_study
def test_files_that_hold_no_study_are_refused(bombe: Bombe, case: Case) -> None:
    with pytest.raises(InputError, match="No such file"):
        case.study.read("none")
    for text in ("", "{}\n", "hello\n", '{"kind": "game"}\n', '{"kind": "other"}\n'):
        Path("text").write_text(text, encoding="utf-8")
        with pytest.raises(FormatError):
            case.study.read("text")
        assert bombe("study", case.name, "--read", "text").code == 3
    assert bombe("study", case.name, "--read", "text", "-o", "other").code == 2


@each_study
def test_two_studies_in_one_file_are_refused(bombe: Bombe, case: Case) -> None:
    run(bombe, case, "one")
    Path("two").write_text(2 * Path("one").read_text(encoding="utf-8"), encoding="utf-8")
    done = bombe("study", case.name, "--read", "two")
    assert (done.code, "the line is the plan of another study" in done.err) == (3, True)


@each_study
def test_an_empty_file_begins_a_study(bombe: Bombe, case: Case) -> None:
    Path("new").touch()
    run(bombe, case, "new")
    run(bombe, case, "other")
    assert records("new") == records("other")
