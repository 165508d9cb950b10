"""The kernel's structures, functions and numbers, by the names that they have in C++.

    kernel = interface()
    call = kernel.BombeDotsCall(drawn=bytes(60), wants_all=1)
    kernel.bombe_dots_ask(memory.address, ctypes.byref(call))
    kernel.kMostDots

They are declared once, in the headers of src/ that have BOMBE_API. The kernel knows what these
contained when it was built; nothing of that is repeated in Python. A name that the kernel does not
know was added after it was built, and is refused.
"""

from __future__ import annotations

import ctypes
from typing import Any

from bombe.solvers import native

TYPES: dict[str, Any] = {
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "double": ctypes.c_double,
    "text": ctypes.c_char_p,
    "bytes": ctypes.c_char_p,
    "*": ctypes.c_void_p,
    "void": None,
}
"""The types of kernel.h; a field of `bytes` takes bytes, or an address."""


class Interface:
    """What a kernel says of itself; each name is looked up once."""

    def __init__(self, library: ctypes.CDLL) -> None:
        describe = library.bombe_interface
        describe.restype = ctypes.c_char_p
        lines = map(str.split, describe().decode().splitlines()[1:])
        self._library = library
        self._described = {name: (kind, words) for kind, name, *words in lines}

    def __getattr__(self, name: str) -> Any:
        """Return a structure's class, a function with its types, or a number."""
        kind, words = self._described.get(name, ("", ()))
        if not kind:
            raise native.missing(
                f"the native kernel was built from other sources: it has no {name}"
            )
        made = getattr(self, f"_{kind}")(name, *words)
        setattr(self, name, made)
        return made

    def _number(self, _name: str, value: str) -> int:
        return int(value)

    def _function(self, name: str, result: str, *arguments: str) -> Any:
        function = self._library[name]  # a new object: those of the library stay without types
        function.restype = TYPES[result]
        # An address is a number, whatever it leads to.
        pointers = {"bytes": ctypes.c_void_p}
        function.argtypes = [pointers.get(each, TYPES[each]) for each in arguments]
        return function

    def _struct(self, name: str, *words: str) -> type[ctypes.Structure]:
        heads = [word for word in words if ":" not in word]
        base = getattr(self, heads[0]) if heads else ctypes.Structure
        pairs = [word.split(":") for word in words[len(heads) :]]
        fields = [(field, TYPES[kind]) for field, kind in pairs]
        # Without a __dict__ a field that is not there cannot be set.
        return type(name, (base,), {"__slots__": (), "_fields_": fields})


_made: list[Interface] = []


def interface() -> Interface:
    """Return the interface of the kernel, or raise SolverMissingError."""
    if not _made:
        _made.append(Interface(native.library()))
    return _made[0]
