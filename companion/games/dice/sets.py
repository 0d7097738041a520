"""Which dice are rolled together, what of them counts, and what they show once they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from firmware.rolling import Die, number_on


@dataclass(frozen=True, slots=True)
class Term:
    """Dice of one kind in a set: ``4d6k3``.

    Attributes:
        count: how many are rolled.
        die: each of them.
        keeps: how many of them count, the others are dropped; None: all.
        highest: those that count are the highest ones, else the lowest.
    """

    count: int
    die: Die
    keeps: int | None = None
    highest: bool = True

    def __str__(self) -> str:
        """As it is typed."""
        kept = "" if self.keeps is None else f"{'k' if self.highest else 'l'}{self.keeps}"
        return f"{self.count}{self.die.name}{kept}"

    def dropped(self, faces: Sequence[str]) -> list[int]:
        """Which of its dice don't count, from 0; of equal ones the later."""
        if self.keeps is None:
            return []
        best = sorted(range(self.count), key=lambda at: int(faces[at]) * (-1 if self.highest else 1))
        return best[self.keeps :]


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that have come to rest.

    Attributes:
        faces: what each shows, in their order.
        dropped: the dice that don't count, by their numbers from 1, in their order.
        modifier: what is added to what they show; below 0, taken away.
    """

    faces: tuple[str, ...]
    dropped: tuple[int, ...] = ()
    modifier: int = 0

    @property
    def kept(self) -> tuple[int, ...]:
        """The dice that count, by their numbers from 1."""
        return tuple(number for number in range(1, len(self.faces) + 1) if number not in self.dropped)

    @property
    def faces_kept(self) -> tuple[str, ...]:
        """What the dice that count show."""
        return tuple(self.faces[number - 1] for number in self.kept)

    @property
    def faces_dropped(self) -> tuple[str, ...]:
        """What those show that don't."""
        return tuple(self.faces[number - 1] for number in self.dropped)

    @property
    def total(self) -> int | None:
        """The sum of the numbers on the dice that count, and the modifier; None if there is none at all."""
        numbers = [number for face in self.faces_kept if (number := number_on(face)) is not None]
        return sum(numbers) + self.modifier if numbers or self.modifier else None


@dataclass(frozen=True, slots=True)
class DiceSet:
    """All dice that are rolled together.

    Attributes:
        terms: the dice, in their order.
        modifier: what is added to what they show; below 0, taken away.
        name: what a set is called that a game lends; empty: one put together.
    """

    terms: tuple[Term, ...]
    modifier: int = 0
    name: str = ""

    def __str__(self) -> str:
        """As it is typed."""
        added = f"{self.modifier:+d}" if self.modifier else ""
        return self.name or "+".join(map(str, self.terms)) + added

    @property
    def dice(self) -> tuple[Die, ...]:
        """Each die."""
        return tuple(die for term in self.terms for die in [term.die] * term.count)

    @property
    def drops(self) -> bool:
        """Whether some of the dice never count."""
        return any(term.keeps not in {None, term.count} for term in self.terms)

    @property
    def numbered(self) -> bool:
        """Whether the dice can show numbers, so that they have a sum."""
        return any(number_on(face) is not None for term in self.terms for face in term.die.faces)

    def thrown(self, faces: tuple[str, ...]) -> Thrown:
        """The dice as they lie, showing these faces."""
        dropped: list[int] = []
        each, before = iter(faces), 0
        for term in self.terms:
            dropped += [before + at + 1 for at in term.dropped(tuple(islice(each, term.count)))]
            before += term.count
        return Thrown(faces, tuple(sorted(dropped)), self.modifier)
