"""A list that grows and shares what it had: what a state keeps of everything so far.

Undo keeps every state of a game. A tuple grown by one is copied whole into each of them, which in a quiz of
weeks is every race times every race; this costs one link a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Generic, TypeVar

T = TypeVar("T")


class Grown(Generic[T]):
    """Items in the order they came: at first none. It never changes."""

    __slots__ = ("_had", "_last", "_length")

    _last: T

    def __init__(self) -> None:
        self._had: Grown[T] | None = None
        self._length = 0

    @classmethod
    def of(cls, items: Iterable[T]) -> Grown[T]:
        """These, in their order."""
        return reduce(Grown.grown, items, cls())

    def grown(self, item: T) -> Grown[T]:
        """These and one more."""
        longer: Grown[T] = Grown()
        longer._had, longer._last, longer._length = self, item, self._length + 1
        return longer

    @property
    def last(self) -> T | None:
        """The one that came last; None without any."""
        return self._last if self._had is not None else None

    @property
    def had(self) -> Grown[T]:
        """These without the last; of none, itself."""
        return self if self._had is None else self._had

    def __len__(self) -> int:
        return self._length

    def newest(self, most: int) -> list[T]:
        """So many of the last, in their order; all of them if there are no more."""
        items, one = list[T](), self
        while one._had is not None and len(items) < most:
            items.append(one._last)
            one = one._had
        return items[::-1]

    def __iter__(self) -> Iterator[T]:
        return iter(self.newest(self._length))

    def __eq__(self, other: object) -> bool:
        """Whether the items are the same, also as a tuple; what two share isn't looked at.

        So comparing two states takes no longer in a long game.
        """
        if not isinstance(other, Grown):
            return tuple(self) == other
        one = self
        while one is not other:
            if one._length != other._length or one._had is None or one._last != other._last:
                return one._length == other._length == 0
            one, other = one._had, other.had
        return True

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Grown({list(self)})"
