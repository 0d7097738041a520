"""Reads what an option is set to, as it is typed, and says what was expected where it can't be read."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import NS_PER_MS, NS_PER_S, SEATS, Seat

V = TypeVar("V")


class ExpectedError(ValueError):
    """Raised by what reads an option's value.

    Attributes:
        what: what was expected, for the screen.
    """

    def __init__(self, what: Text) -> None:
        self.what = what
        super().__init__(what.filled())


def what_was_expected(error: ValueError) -> Text:
    """What was expected instead of a value that couldn't be read, for the screen."""
    return error.what if isinstance(error, ExpectedError) else T("{problem}", problem=error)


def either(words: Collection[str]) -> Text:
    """``real or virtual``, in any language."""
    first, *rest = words
    said = T("{value}", value=first)
    for word in rest:
        said = T("{one} or {other}", one=said, other=word)
    return said


def one_of(*values: V) -> Callable[[str], V]:
    """Reads one of a few values, as `str` writes them; `ExpectedError` says which."""
    words = {str(value): value for value in values}

    def read(text: str) -> V:
        if text not in words:
            raise ExpectedError(either(words))
        return words[text]

    return read


def yes_no(text: str) -> bool:
    """Reads ``yes`` or ``no``; `ExpectedError` says so."""
    return one_of("yes", "no")(text) == "yes"


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from ``low`` to ``high``; `ExpectedError` says what was expected."""

    def read(text: str) -> int:
        if not is_number(text.removeprefix("-")) or not low <= int(text) <= high:
            raise ExpectedError(T("a whole number from {low} to {high}", low=low, high=high))
        return int(text)

    return read


def seconds(high: int, low: int = 0) -> Callable[[str], int]:
    """Reads a number of seconds, ``low`` (0 is no limit) to ``high``, up to three decimals, as ns."""

    def read(text: str) -> int:
        whole, _, part = text.partition(".")
        if is_number(whole) and len(part) <= 3 and is_number(part or "0"):
            ns = int(whole) * NS_PER_S + int(part.ljust(3, "0")) * NS_PER_MS
            if low * NS_PER_S <= ns <= high * NS_PER_S:
                return ns
        raise ExpectedError(T("seconds from {low} to {high}", low=low, high=high))

    return read


def typed_seconds(ns: int) -> str:
    """A time as `seconds` reads it: ``300``, ``0.5``."""
    whole, ms = divmod(ns // NS_PER_MS, 1000)
    return f"{whole}.{ms:03}".rstrip("0").rstrip(".")


def read_seats(text: str) -> tuple[Seat, ...]:
    """Reads ``1,2,4``; `ExpectedError` says what was expected."""
    parts = text.split(",")
    if not all(is_number(part) and int(part) in SEATS for part in parts):
        raise ExpectedError(T("seats from 1 to 8 with commas between, such as 1,2,4"))
    seats = tuple(sorted({int(part) for part in parts}))
    if len(seats) != len(parts):
        raise ExpectedError(T("each seat once"))
    return seats
