"""What hands make at the table window: a honeycomb whose numbers are being put in, for whatever game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol, Self

from companion.words import Text


class HoneycombDraft(Protocol):
    """A honeycomb being made; a value, so that each change gives another one."""

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """By point, in the order of `companion.table.honeycomb.POINTS`; None: not yet."""
        ...

    @property
    def name(self) -> str:
        """What it is to be called on screens."""
        ...

    @property
    def word(self) -> str:
        """What it is to be asked for by; may be empty."""
        ...

    @property
    def wrong(self) -> frozenset[int]:
        """The points whose number can't stand there."""
        ...

    def called(self, name: str) -> Self:
        """With another name, as screens can show it."""
        ...

    def put(self, place: int, number: int | None) -> Self:
        """With another number at a point."""
        ...

    def faults(self, taken: Collection[str] = ()) -> tuple[Text, ...]:
        """What is wrong, what matters most first; empty: it is whole.

        Args:
            taken: words by which others are known, which this one can't take.
        """
        ...

    def made(self) -> Any:
        """What it has become, once nothing is wrong.

        Raises:
            ThingError: it isn't whole yet.
        """
        ...
