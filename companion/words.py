"""Sentences for people, kept apart from any language until a view is made.

Pure modules make a `Text` (or call the `Say` they are handed); `companion.i18n` turns it into Polish or
English. Message ids are whole English sentences with named ``{fields}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from firmware.events import Seat

Names: TypeAlias = Mapping[Seat | str, str]
"""What players are called, by their seats, and teams by those of their players, ``1+2``."""


def team_key(seats: Iterable[Seat]) -> str:
    """What a team's name is kept under: ``1+2``."""
    return "+".join(map(str, sorted(seats)))


def team_name(names: Names, seats: Iterable[Seat]) -> str:
    """A team's name, also once somebody has joined it, or fewer than half have left; empty if it has none."""
    now = set(map(str, seats))
    named = {frozenset(key.split("+")): name for key, name in names.items() if isinstance(key, str)}
    fewer = max((team for team in named if team <= now), key=len, default=None)
    more = min((team for team in named if now < team and len(team) < 2 * len(now)), key=len, default=None)
    team = more if fewer is None else fewer
    return "" if team is None else named[team]


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

    def team(self, seats: tuple[Seat, ...]) -> str:
        """What a team is called: its name, its players' names, or ``Team 1+2``; of one it is that seat's."""
        ...

    def named(self, names: Names) -> Say:
        """The same language, in which these seats and teams have names."""
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
class Team:
    """A team as a field of a `Text`: said by its name where it has one."""

    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        """In English, for logs and snapshots."""
        return f"Team {team_key(self.seats)}" if len(self.seats) > 1 else str(Who(self.seats[0]))


@dataclass(frozen=True, slots=True)
class Number:
    """A decimal number as a field of a `Text`, ``digits`` after the language's decimal sign."""

    value: float
    digits: int

    def __str__(self) -> str:
        """In English, for logs and snapshots."""
        return f"{self.value:.{self.digits}f}"


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
