"""A board while somebody types its numbers in: a `companion.table.honeycomb.HoneycombDraft`. Pure.

A draft may be anything: numbers missing, twice, or none of a board's; `Draft.faults` tells all of it in words
for people, `Draft.made` gives the board once nothing is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.games.rachmistrz.reckoning.boards import (
    EXAMPLE,
    LONGEST_NAME,
    NO_BOARD,
    NUMBERS,
    Board,
    read_board,
    written,
)
from companion.words import T, Text

RESERVED = frozenset({NO_BOARD, EXAMPLE})
"""Words no board can be asked for by."""

_MOST_TOLD = 5
"""So few missing numbers are told one by one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A board being made.

    Attributes:
        numbers: by point, in the order of `companion.table.honeycomb.POINTS`; None: not yet.
        name: what it is to be called on screens.
    """

    numbers: tuple[int | None, ...] = (None,) * len(NUMBERS)
    name: str = ""

    @property
    def word(self) -> str:
        """What a game asks for it by, and its file's name: plain letters, digits and ``-``; may be empty."""
        plain = unicodedata.normalize("NFKD", self.name.lower().replace("ł", "l"))
        return re.sub("[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")

    def called(self, name: str) -> Draft:
        """With another name, as screens can show it."""
        shown = "".join(char for char in name if char.isprintable() and char != "#")
        return replace(self, name=" ".join(shown.split())[:LONGEST_NAME].rstrip())

    def put(self, place: int, number: int | None) -> Draft:
        """With another number at a point, counted as in `POINTS`."""
        return replace(self, numbers=(*self.numbers[:place], number, *self.numbers[place + 1 :]))

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers that stand nowhere yet."""
        return tuple(number for number in NUMBERS if number not in self.numbers)

    @property
    def wrong(self) -> frozenset[int]:
        """The points whose number is none of a board's, or stands at another one, too."""
        often = Counter(self.numbers)
        return frozenset(
            place
            for place, number in enumerate(self.numbers)
            if number is not None and (number not in NUMBERS or often[number] > 1)
        )

    def faults(self, taken: Collection[str] = ()) -> tuple[Text, ...]:
        """What is wrong, what matters most first; empty: it is a board.

        Args:
            taken: words by which other boards are known, which this one can't take.
        """
        faults = []
        for number in dict.fromkeys(self.numbers[place] for place in sorted(self.wrong)):
            if number in NUMBERS:
                faults.append(T("{number} stands there twice", number=number))
            else:
                faults.append(T("Expected 1 to {most}; got {got}", most=NUMBERS[-1], got=number))
        if 0 < len(self.missing) <= _MOST_TOLD:
            faults.append(T("Missing: {numbers}", numbers=", ".join(map(str, self.missing))))
        elif self.missing:
            faults.append(T("Numbers to go: {n}", n=len(self.missing)))
        if not self.word:
            faults.append(T("The board needs a name"))
        elif self.word in RESERVED or self.word in taken:
            faults.append(T("{name} is another board's name", name=self.name))
        return tuple(faults)

    def made(self) -> Board:
        """The board.

        Raises:
            ThingError: it isn't one yet.
        """
        rough = Board(self.name, tuple(number or 0 for number in self.numbers))
        return read_board(written(rough), self.word or "board")


def drafted(word: str = "", board: Board | None = None) -> Draft:
    """A draft of the board known by a word, or an empty one; the example's is to get a name of its own."""
    if board is None:
        return Draft()
    return Draft(board.numbers, "" if word in RESERVED else board.name)
