"""Who fills the last cell, by trying every move: the reference for the tempo law.

It knows the rules and the solutions of the board, and shares no code with the analysis. Points do
not count. A position is the empty cells' values so far and the bombs that are taboo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brute import candidates, solutions

if TYPE_CHECKING:
    from collections.abc import Iterator

Move = tuple[int, int, int]
Key = tuple[bytes, frozenset[Move]]


class LastCell:
    """The game for the last cell of a board, with a memory of positions."""

    def __init__(self, m: int, n: int, values: bytes) -> None:
        self._m, self._n, self._size = m, n, m * n
        self._solutions = list(solutions(m, n, values))
        self._won: dict[Key, bool] = {}
        self._sound: dict[Key, bool] = {}

    def moves(self, key: Key) -> tuple[list[Move], list[Move]]:
        """Return the fills and the usable bombs."""
        values, taboo = key
        left = [s for s in self._solutions if all(v in (0, w) for v, w in zip(values, s))]  # noqa: B905 - equal lengths, and quick
        true = {(r, c, s[r * self._size + c]) for s in left for r, c in self._empty(values)}
        bombs = candidates(self._m, self._n, values) - true - taboo
        return sorted(true), sorted(bombs)

    def _empty(self, values: bytes) -> Iterator[tuple[int, int]]:
        return (divmod(cell, self._size) for cell, value in enumerate(values) if not value)

    def fill(self, key: Key, move: Move) -> Key:
        """Return the position after a fill, without taboo moves that are no longer candidates."""
        values = bytearray(key[0])
        values[move[0] * self._size + move[1]] = move[2]
        return bytes(values), key[1] & candidates(self._m, self._n, values)

    def after(self, key: Key) -> Iterator[Key]:
        """Yield every position that the mover can reach."""
        fills, bombs = self.moves(key)
        yield from (self.fill(key, move) for move in fills)
        yield from ((key[0], key[1] | {move}) for move in bombs)

    def is_won(self, key: Key) -> bool:
        """Return whether the mover fills the last cell."""
        if key not in self._won:
            # With a full grid, the other player filled it.
            self._won[key] = any(not self.is_won(after) for after in self.after(key))
        return self._won[key]

    def is_sound(self, key: Key) -> bool:
        """Return whether the law's condition holds here and at every later position."""
        if key not in self._sound:
            here = key[0].count(0) % 2 == 0 or self.leaves_even(key)
            self._sound[key] = here and all(self.is_sound(after) for after in self.after(key))
        return self._sound[key]

    def leaves_even(self, key: Key) -> bool:
        """Return whether some fill leaves an even number of bombs."""
        fills, _ = self.moves(key)
        return any(len(self.moves(self.fill(key, move))[1]) % 2 == 0 for move in fills)
