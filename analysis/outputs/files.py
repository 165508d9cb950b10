"""The files of an output: FILE.partial while it is written, FILE at the end, a journal beside each.

So FILE may be the input, and errors and Ctrl-C keep it. A special file, such as a pipe or a
device, is written as it is.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.analysis.outputs.failures import unwritable
from bombe.analysis.outputs.journal import JournalReader, is_begun, journal_of
from bombe.boards.text.special import is_special

if TYPE_CHECKING:
    from bombe.analysis.outputs.forms import Form


class OutputFiles:
    """The names of an output's files, and what becomes of them."""

    def __init__(self, target: str, form: Form) -> None:
        self.path = Path(target)
        self.is_special = is_special(target)
        self.partial = self.path if self.is_special else Path(f"{target}.partial")
        self.journal = Path(journal_of(str(self.path)))
        self.partial_journal = Path(journal_of(str(self.partial)))
        self._is_database = form.name == "sqlite"
        self.check_unused()

    def check_unused(self) -> None:
        """Raise UsageError if another program has the database open that is to be replaced."""
        if self._is_database:
            from bombe.analysis.outputs.sqlite import check_unused

            check_unused(str(self.path))

    def begin(self) -> None:
        """Make an empty FILE.partial; raise UsageError if that is impossible."""
        if self.is_special:
            return
        if self._is_database:
            from bombe.analysis.outputs.sqlite import remove

            remove(str(self.partial))
        try:
            self.partial.open("wb").close()
        except OSError as error:
            raise unwritable(self.path, error) from None

    def left_over(self) -> str:
        """Return what to do about the results of an interrupted run; nothing if there are none.

        A merge that was interrupted has left nothing that is not in the parts.
        """
        if self.is_special or not (self.partial.exists() and self.partial_journal.exists()):
            return ""
        if not is_begun(self.partial_journal):
            return ""
        reader = JournalReader(str(self.partial_journal))
        has_chunks = next(reader.steps(), None) is not None
        has_bytes = not self._is_database and self.partial.stat().st_size > 0
        if reader.made.merged is not None or not (has_chunks or has_bytes):
            return ""
        return (
            f"{self.partial} has the results of an interrupted run, `{reader.made.command}`: "
            "continue it with --resume, discard them with --again, or give another -o"
        )

    def publish(self, *, has_journal: bool) -> None:
        """Let FILE.partial be FILE, which has the new journal, or none that is of an older one."""
        if self.is_special:
            return
        self.check_unused()
        self.partial.replace(self.path)
        if has_journal:
            self.partial_journal.replace(self.journal)
        else:
            self.journal.unlink(missing_ok=True)
        _sync_folder(self.path.parent)

    def kept(self, *, has_records: bool, can_resume: bool) -> str:
        """Return where partial results are, and that FILE is unchanged; remove what is empty."""
        said = []
        if not self.is_special and self.path.exists():
            said.append(f"{self.path} is unchanged")
        if has_records:
            remedy = "; the same command with --resume goes on" if can_resume else ""
            said.append(f"partial results are in {self.partial}{remedy}")
        else:
            self.remove()
        return "; ".join(said)

    def remove(self) -> None:
        """Remove what is not complete."""
        if self.is_special:
            return
        if self._is_database:
            from bombe.analysis.outputs.sqlite import remove

            remove(str(self.partial))
        self.partial.unlink(missing_ok=True)
        self.partial_journal.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Wait until names are on the disk, where the system can say so."""
    if os.name != "posix":
        return
    with suppress(OSError):  # a folder that may not be read, a file system without such a call
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
