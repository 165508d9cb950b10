"""--resume: what an interrupted run has left, and from where on it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.outputs.journal import JournalEnd, JournalReader, is_begun
from bombe.analysis.outputs.progress import Progress
from bombe.boards.errors import FormatError, InputError, Place, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from bombe.analysis.outputs.files import OutputFiles
    from bombe.analysis.outputs.made import Made
    from bombe.analysis.outputs.places import SinkPlace

_ANEW = "begin anew with --again"


class Left(NamedTuple):
    """What is left of a run: what its chunks add up to, and where they end in the journal.

    `damage` says that the output was changed after them, if so.
    """

    progress: Progress
    journal: JournalEnd = JournalEnd()
    is_complete: bool = False
    damage: str = ""


def what_is_left(files: OutputFiles, made: Made, place: SinkPlace) -> Left:
    """Return what an interrupted run has left; nothing if there was none.

    Raise UsageError if it was another run, with all that differs.
    """
    if files.is_special:
        raise UsageError(f"--resume needs a file, and {files.path} is none: give another -o")
    _check_inputs(made)
    if files.partial.exists():
        if not files.partial_journal.exists():
            raise UsageError(f"{files.partial} has no journal {files.partial_journal}: {_ANEW}")
        if not is_begun(files.partial_journal):
            return Left(Progress())
        return _read(files.partial_journal, files.partial, made, place)
    if files.path.exists() and files.partial_journal.exists() and is_begun(files.partial_journal):
        _publish_journal(files)
    if not files.path.exists():
        return Left(Progress())
    if not files.journal.exists():
        raise UsageError(
            f"{files.path} is there, but no {files.partial} to resume: {_ANEW}, or give another -o"
        )
    return _complete(files, made, place)


def _check_inputs(made: Made) -> None:
    """Raise UsageError if an input can be read only once."""
    for each in made.inputs:
        if each.hash is None:
            raise UsageError(
                f"--resume reads the input again, but {each.name} can be read only once: "
                "save it in a file"
            )


def _publish_journal(files: OutputFiles) -> None:
    """Finish what a run was killed in: FILE had its name already, but not yet its journal."""
    reader = JournalReader(str(files.partial_journal))
    for _ in reader.steps():
        pass
    if reader.has_end:
        files.partial_journal.replace(files.journal)


def _read(journal: Path, data: Path, made: Made, place: SinkPlace) -> Left:
    """Return the chunks whose records are all there, as they were written."""
    reader = JournalReader(str(journal))
    _check_same(data, reader.made, made)
    progress, there, end = Progress(), place.size(), reader.end
    for step in reader.steps():
        if step.size > there:  # a machine that failed had the journal on its disk, but not this
            break
        if not place.has(progress.written, step.after(progress.written)):
            damage = f"{data} was changed at chunk {step.chunk}: it is done again from there on"
            return Left(progress, end, damage=damage)
        progress.add(step)
        end = reader.end
    return Left(progress, end)


def _complete(files: OutputFiles, made: Made, place: SinkPlace) -> Left:
    """Return what a run that is complete adds up to."""
    place = place._replace(path=str(files.path))
    left = _read(files.journal, files.path, made, place)
    reader = JournalReader(str(files.journal))
    steps = sum(1 for _ in reader.steps())
    if not reader.has_end:
        place_of_end = Place(str(files.journal), steps + 2)
        raise FormatError(place_of_end, "the journal has no end", _ANEW)
    if left.progress.chunks < steps or not place.is_whole(left.progress.written):
        raise InputError(f"{files.path} is not what its journal says, it was changed: {_ANEW}")
    return left._replace(is_complete=True)


def _check_same(path: Path, before: Made, now: Made) -> None:
    """Raise UsageError if a run that is to be resumed is not the same."""
    if differences := before.differences(now):
        found = "; ".join(each.since() for each in differences)
        raise UsageError(
            f"cannot resume {path}: {found}; give the command as it was, another -o, or {_ANEW}"
        )
