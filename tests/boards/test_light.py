"""Light stand-ins for dataclasses, named tuples and patterns do what those do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
import sys
import typing
from typing import ClassVar

import pytest

from bombe.boards.light import Frozen, NamedTuple, pattern


class Wish(Frozen, apart=("stop",)):
    size: int
    name: str = "none"
    stop: object = None
    kind: ClassVar[str] = "wish"

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("a size is 0 or more")


class Dear(Wish):
    price: int = 3


class Pair(NamedTuple):
    """Two numbers."""

    x: int
    y: int = 2

    def __str__(self) -> str:
        return f"{self.x} and {self.y}"

    @classmethod
    def of(cls, text: str) -> Pair:
        return cls(*map(int, text.split()))

    @property
    def total(self) -> int:
        return self.x + self.y


class Usual(typing.NamedTuple):
    """Two numbers."""

    x: int
    y: int = 2


@dataclasses.dataclass(frozen=True)
class Twin:
    size: int
    name: str = "none"
    stop: object = dataclasses.field(default=None, compare=False)


# Frozen -------------------------------------------------------------------------------------------


def test_fields_are_given_by_place_by_name_or_by_default() -> None:
    assert vars(Wish(1)) == vars(Wish(1, "none")) == {"size": 1, "name": "none", "stop": None}
    assert vars(Dear(1, stop=2)) == {"size": 1, "name": "none", "stop": 2, "price": 3}
    assert str(inspect.signature(Wish)) == "(size, name='none', stop=None)"


@pytest.mark.parametrize(
    ("places", "names", "message"),
    [
        ((), {}, "missing 1 required positional argument: 'size'"),
        ((1, 2, 3, 4), {}, "takes from 2 to 4 positional arguments but 5 were given"),
        ((1,), {"size": 1}, "multiple values for argument 'size'"),
        ((1,), {"colour": 1}, "unexpected keyword argument 'colour'"),
    ],
)
def test_wrong_fields_are_refused_as_arguments_are(
    places: tuple[typing.Any, ...], names: dict[str, typing.Any], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        Wish(*places, **names)


def test_the_check_of_a_class_runs_after_its_fields_are_set() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        Dear(-1)


def test_fields_cannot_be_set_nor_deleted() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'size'"):
        Wish(1).size = 2  # type: ignore[misc] # mypy knows it, too
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'size'"):
        del Wish(1).size


def test_equal_are_objects_of_one_class_whose_compared_fields_are() -> None:
    assert Wish(1, stop=1) == Wish(1, stop=2)
    assert hash(Wish(1, stop=1)) == hash(Wish(1, stop=2))
    assert Wish(1) != Wish(2)
    assert Wish(1) != Dear(1)
    assert Dear(1, price=4) != Dear(1, price=5)
    assert len({Wish(1), Wish(1, stop=1), Wish(1, "some")}) == 2


def test_it_is_printed_replaced_copied_and_pickled_as_a_dataclass_is() -> None:
    ours, theirs = Wish(1, stop=(2,)), Twin(1, stop=(2,))
    assert repr(ours).replace("Wish", "Twin") == repr(theirs)
    assert repr(dataclasses.replace(ours, size=5)) == repr(ours._replace(size=5))
    assert vars(ours._replace(size=5)) == vars(dataclasses.replace(theirs, size=5))
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    told = [
        [(f.name, f.default, f.compare) for f in dataclasses.fields(each)] for each in (Wish, Twin)
    ]
    assert told[0] == told[1]
    for again in (copy.copy(ours), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):  # noqa: S301 - our own
        assert vars(again) == vars(ours)
    if sys.version_info >= (3, 13):
        assert copy.replace(ours, size=5) == ours._replace(size=5)


def test_a_pattern_of_match_takes_it_apart() -> None:
    match Wish(4):
        case Wish(size, name):
            assert (size, name) == (4, "none")


def test_a_dataclass_may_be_made_of_one() -> None:
    @dataclasses.dataclass(frozen=True)
    class Made(Dear):
        colour: str = "red"

    assert repr(Made(1)).endswith("Made(size=1, name='none', stop=None, price=3, colour='red')")
    assert Made(1) == Made(1, stop=1) != Made(1, colour="blue")


# NamedTuple ---------------------------------------------------------------------------------------


def test_named_tuples_are_those_of_typing() -> None:
    assert Pair(1) == (1, 2)
    assert Usual(1) == (1, 2)
    assert repr(Pair(1)) == repr(Usual(1)).replace("Usual", "Pair")
    assert typing.get_type_hints(Pair) == typing.get_type_hints(Usual)
    assert (Pair._fields, Pair._field_defaults) == (Usual._fields, Usual._field_defaults)
    for name in ("__doc__", "__module__", "__match_args__"):
        assert getattr(Pair, name) == getattr(Usual, name)
    assert Pair.__mro__[1:] == Usual.__mro__[1:] == (tuple, object)


def test_named_tuples_have_the_methods_of_their_class() -> None:
    assert str(Pair.of("3 4")) == "3 and 4"
    assert Pair(1)._replace(y=9).total == 10
    again = pickle.loads(pickle.dumps(Pair(1)))  # noqa: S301 - our own
    assert type(again) is Pair
    assert again == Pair(1)


# Patterns -----------------------------------------------------------------------------------------


def test_a_pattern_is_compiled_when_it_is_first_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    real = re.compile

    def noted(text: str) -> re.Pattern[str]:
        compiled.append(text)
        return real(text)

    monkeypatch.setattr(re, "compile", noted)
    word = pattern("(?i)[a-z]+")
    assert compiled == []
    assert word.pattern == "(?i)[a-z]+"
    assert [word.fullmatch("Word"), word.fullmatch("2")] != [None, None]
    assert word.fullmatch("2") is None
    assert word.sub("-", "a1b") == "-1-"
    assert word.flags & re.IGNORECASE
    assert compiled == ["(?i)[a-z]+"] * 2  # flags are asked for once in a while only
