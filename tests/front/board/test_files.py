"""Files that are dropped on the page are decoded as by Python, or named for what they are."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from page_boards import found_by_page, page_boards, refusal

from bombe.boards.errors import FormatError, InputError
from bombe.boards.sudoku.reading import read_file
from bombe.boards.text.lines import open_lines

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LINE = "1..............."
FOREIGN = (
    gzip.compress(b"1..............."),
    *(
        b"BZh9",
        b"\xfd7zXZ\0",
        b"\x28\xb5\x2f\xfd",
        b"7z\xbc\xaf\x27\x1c",
        b"PK\x05\x06",
        b"\x89PNG",
    ),
    *(b"PK\x03\x04plain", b"PK\x03\x04 [Content_Types].xml", b"PK\x03\x04 _rels/.rels"),
    *(b"\xff\xd8\xff", b"GIF89a", b"%PDF-1", b"\xd0\xcf\x11\xe0", b"\xff\xfe\0\0", b"\x7fELF"),
    LINE.encode("utf-16-le"),
)
NOT_UTF8 = (
    *(b"\xff 1...............", b"1...............\n..\xe2(", b"# \xc3\xa9\xe9\n1..............."),
    *(b"# a\r\n# \xf0\x9f\x98\x80 \x80\r\n1...", b"\xef\xbb\xbf1...............\n# \xe2\x82"),
    *(b"\xef\xbb\xbf# \x80\n1...............", b"# \xed\xa0\x80\n1..............."),
)


def asked(contents: Iterable[bytes]) -> list[Any]:
    return page_boards([{"do": "file", "hex": content.hex()} for content in contents])


def test_a_text_is_decoded() -> None:
    text = f"# é 🂡\n{LINE}\n"
    encodings = ("utf-8", "utf-8-sig", "utf-16")
    assert asked(text.encode(encoding) for encoding in encodings) == [text] * 3


def test_what_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, answer in zip(FOREIGN, asked(FOREIGN), strict=True):
        path.write_bytes(content)
        with pytest.raises(InputError) as error, open_lines(path, "give a text"):
            pass
        assert answer["refused"]["message"] == str(error.value).replace(str(path), "the file")


def test_a_byte_that_is_not_utf_8_is_refused_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, answer in zip(NOT_UTF8, asked(NOT_UTF8), strict=True):
        path.write_bytes(content)
        with pytest.raises(FormatError) as error:
            list(read_file(path))
        assert found_by_page(answer) == refusal(error.value)
