"""Sentences for people, kept apart from any language until a view is made.

Pure modules make a `Text` (or call the `Say` they are handed); `companion.i18n` turns it into Polish or
English. Message ids are whole English sentences with named ``{fields}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from firmware.events import Seat


class Say(Protocol):
    """Speaks one language: looks sentences up and fills their fields in."""

    @property
    def language(self) -> str:
        """Two letters: ``pl`` or ``en``."""
        ...

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """The sentence in this language, fields filled in."""
        ...

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The right plural for ``n``, which is also the field ``{n}``."""
        ...

    def text(self, text: Text) -> str:
        """A kept `Text` in this language."""
        ...

    def name(self, seat: Seat) -> str:
        """What a seat is called: its player's name, or ``Seat 3``."""
        ...

    def named(self, names: Mapping[Seat, str]) -> Say:
        """The same language, in which these seats have names."""
        ...

    def number(self, value: float, digits: int) -> str:
        """A decimal number with this language's decimal sign, ``digits`` after it."""
        ...


@dataclass(frozen=True, slots=True)
class Who:
    """A seat as a field of a `Text`: said by its player's name where it has one."""

    seat: Seat

    def __str__(self) -> str:
        """In English, for logs and snapshots."""
        return f"Seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence not yet in a language; make one with `T`."""

    sentence: str
    fields: tuple[tuple[str, object], ...] = ()

    def filled(self) -> str:
        """The English sentence, for logs and snapshots."""
        return self.sentence.format(**dict(self.fields))

    def __str__(self) -> str:
        """The same, where it is a field of another sentence."""
        return self.filled()


def T(sentence: str, /, **fields: object) -> Text:  # noqa: N802 - short, as gettext's _ is
    """A `Text`; the sentence is a literal, so the catalogue's extractor finds it."""
    return Text(sentence, tuple(fields.items()))
