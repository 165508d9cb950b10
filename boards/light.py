"""Light stand-ins for what the standard library has in heavy modules.

A process that asks one question of one board spends its time on imports: dataclasses takes 13 ms,
typing 7, re 5, where the answer takes 1. Modules that such a process loads use instead

    class Budget(Frozen): ...         for a frozen dataclass
    class Pick(NamedTuple): ...       for one of typing, which it is for type checkers
    _WORD = pattern(r"[a-z]+")        for re.compile: it is compiled when it is first used

All others take those of the standard library. Classes of the two kinds can be mixed: a dataclass
may inherit from a Frozen class, and the functions of dataclasses take either.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from dataclasses import Field
    from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform
else:

    def dataclass_transform(**_):  # noqa: ANN003, ANN202 - type checkers see that of typing
        return lambda cls: cls

    class _NamedTupleMaker(type):
        def __new__(cls, name, bases, members):  # noqa: ANN001, ANN204 - the same
            """Return a named tuple with the fields and the members of a class body."""
            if not bases:
                return super().__new__(cls, name, bases, members)
            from collections import namedtuple

            kinds = members.pop("__annotations__")
            defaults = [members.pop(field) for field in kinds if field in members]
            made = namedtuple(name, kinds, defaults=defaults, module=members.pop("__module__"))  # noqa: PYI024 - it becomes one of ours
            made.__annotations__ = made.__new__.__annotations__ = kinds
            for member, value in members.items():
                setattr(made, member, value)
            return made

    class NamedTuple(metaclass=_NamedTupleMaker):
        """A tuple with names for its parts: its annotations, with defaults."""


__all__ = ["Frozen", "NamedTuple", "pattern"]


class _AsDataclass:
    """What `dataclasses` asks of a class, made when it asks."""

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    def __get__(self, _: object, owner: type[Frozen]) -> Any:
        return getattr(owner.as_dataclass(), self._name)


def _init_of(cls: type, names: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """Return the function that sets these fields of an object."""
    given = [f"{name}=defaults[{name!r}]" if name in defaults else name for name in names]
    lines = [f"def __init__(self, {', '.join(given)}):", "fields = self.__dict__"]
    lines += [f"fields[{name!r}] = {name}" for name in names]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    made: dict[str, Any] = {"defaults": defaults}
    exec("\n    ".join(lines), made)  # noqa: S102 - names of fields, as dataclasses has them
    made["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return made["__init__"]


@dataclass_transform(frozen_default=True)
class Frozen:
    """An object whose fields, the annotations of its class, are set once, when it is made.

    Objects of one class are equal if their fields are, but for those that the class sets `apart`:
    `class Budget(Frozen, apart=("stop",))`. `__post_init__` is called where a class has one. One
    with `__slots__` has its own `__init__`, and says how it is pickled.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _compared: ClassVar[tuple[str, ...]] = ()
    _key: ClassVar[Any]
    _dataclass: ClassVar[type]
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _AsDataclass()
        __dataclass_params__ = _AsDataclass()

    def __init_subclass__(cls, *, apart: tuple[str, ...] = (), **more: Any) -> None:
        super().__init_subclass__(**more)
        kinds = cls.__annotations__
        own = [name for name in kinds if not str(kinds[name]).startswith("ClassVar")]
        names = tuple(dict.fromkeys((*cls.__match_args__, *own)))
        cls.__match_args__ = names  # type: ignore[misc] # mypy knows them already
        cls._compared += tuple(name for name in own if name not in (*apart, *cls._compared))
        if cls._compared:
            cls._key = attrgetter(*cls._compared)
        members = vars(cls)
        if "__slots__" not in members:
            cls._defaults = cls._defaults | {name: members[name] for name in own if name in members}
        if own and "__init__" not in members:
            cls.__init__ = _init_of(cls, names, cls._defaults)  # type: ignore[method-assign] # as dataclasses do

    def __setattr__(self, name: str, value: object) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return bool(self._key(self) == self._key(other))

    def __hash__(self) -> int:
        return hash(self._key(self))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({fields})"

    def _replace(self, /, **changes: Any) -> Self:
        """Return the object with other values of some fields."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**{**fields, **changes})

    @classmethod
    def as_dataclass(cls) -> type:
        """Return a dataclass with the same fields, for the functions of `dataclasses`."""
        if (known := vars(cls).get("_dataclass")) is not None:
            return known  # type: ignore[no-any-return] # it is a class
        import dataclasses

        fields = [
            (name, object, dataclasses.field(compare=name in cls._compared, **default))
            for name in cls.__match_args__
            for default in [{"default": cls._defaults[name]} if name in cls._defaults else {}]
        ]
        cls._dataclass = dataclasses.make_dataclass(cls.__name__, fields, frozen=True)
        return cls._dataclass

    __replace__ = _replace  # what copy.replace asks for, from Python 3.13 on


class _Pattern:
    """A regular expression that is compiled when one of its methods is first asked for."""

    def __init__(self, text: str) -> None:
        self.pattern = text

    def __getattr__(self, name: str) -> Any:
        import re

        compiled = re.compile(self.pattern)
        for method in ("match", "fullmatch", "search", "finditer", "split", "sub"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(text: str) -> re.Pattern[str]:
    """Return a regular expression that is compiled when it is first used; flags are in its text."""
    return _Pattern(text)  # type: ignore[return-value] # it has what is used of one
