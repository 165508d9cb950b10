"""Lines of anything: bounded, decoded, and what is no text is named."""

from __future__ import annotations

import bz2
import gzip
import io
import itertools
import lzma
import zipfile
from typing import TYPE_CHECKING

import pytest

from bombe.boards.errors import FormatError, InputError
from bombe.boards.text.lines import LONGEST_LINE, bounded, limited, open_lines, text_of

if TYPE_CHECKING:
    from pathlib import Path

REMEDY = "give a log"


def lines_of(path: Path) -> list[str]:
    with open_lines(path, REMEDY) as lines:
        return list(lines)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_utf8_and_utf16_with_its_mark_are_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("one\r\ntwö\n\nlast".encode(encoding))
    assert lines_of(path) == ["one\n", "twö\n", "\n", "last"]


def zipped(name: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "x")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (gzip.compress(b"x"), "compressed by gzip, not a text; unpack it with gunzip"),
        (b"SQLite format 3\0", "a database, not a text; write its boards into a text"),
        (b'{"schema": "bombe.masks/1"', "a file of masks, not a text; open it with `bombe.masks`"),
        (bz2.compress(b"x"), "compressed by bzip2"),
        (lzma.compress(b"x"), "compressed by xz"),
        (zipped("a.txt"), "a zip archive, not a text; unpack it, and give a file in it"),
        (zipped("[Content_Types].xml"), "a document of an Office program"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"%PDF-1.7\n", "a PDF document"),
        ("1 2 3 4\n".encode("utf-16-le"), "UTF-16 without its mark, not UTF-8; save it as UTF-8"),
        ("1 2 3 4\n".encode("utf-16-be"), "UTF-16 without its mark"),
        ("1 2 3 4\n".encode("utf-32"), "UTF-32, not a text; save it as UTF-8"),
    ],
    ids=itertools.count(),
)
def test_what_is_no_text_is_named_with_what_to_do(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        lines_of(path)
    assert str(caught.value).startswith(f"{path} is {said}")


def test_a_line_without_an_end_is_refused_before_it_is_read(tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        read_bytes = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override] # narrower
            self.read_bytes += len(buffer)
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    raw = Endless()
    stream = io.TextIOWrapper(io.BufferedReader(raw), "utf-8")
    with pytest.raises(FormatError, match="s:1: the line is longer than 1,000,000 characters; "):
        next(bounded(stream, "s"))
    assert raw.read_bytes < 2 * LONGEST_LINE
    path = tmp_path / "a"
    path.write_text("ok\n" + "x" * 11 + "\n")
    with (
        open_lines(path, REMEDY, longest=10) as lines,
        pytest.raises(FormatError, match=":2: the line is longer than 10 characters"),
    ):
        list(lines)
    with open_lines(path, REMEDY, longest=11) as lines:
        assert len(list(lines)) == 2


def test_lines_of_a_list_are_bounded_too() -> None:
    with pytest.raises(FormatError, match="<text>:2: the line is longer"):
        list(bounded(["x" * 9 + "\n", "x" * 10], "<text>", 9))


def test_a_whole_text_is_bounded(tmp_path: Path) -> None:
    for line in ("1\n", "\n"):
        with pytest.raises(FormatError, match=r"s:[0-9]+: the text is longer than 1,000"):
            list(limited(itertools.repeat(line), "s", 1000))
    path = tmp_path / "a"
    path.write_text("a\nb")
    assert text_of(path, REMEDY) == "a\nb"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no: No such file or directory; give a log"):
        text_of(tmp_path / "no", REMEDY)
    with pytest.raises(InputError, match="directory; give a log"):
        text_of(tmp_path, REMEDY)
    with pytest.raises(InputError, match="is not a path; give a log"):
        text_of("a\0b", REMEDY)


def test_bytes_that_are_not_utf8_wait_for_their_reader(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a\xffb\n")
    assert lines_of(path) == ["a\udcffb\n"]
    with open_lines(path, REMEDY, errors="replace") as lines:
        assert list(lines) == ["a\ufffdb\n"]
