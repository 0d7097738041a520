"""Counts that can be said at any time, typed or with the knob: everyone's cards, tokens, points, seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.games.choice import Choice
from companion.words import T, Text, Who
from firmware.digits import is_number
from firmware.events import Seat

NOBODY_ELSE: Mapping[Seat, object] = {}


def typed_change(word: str) -> int | None:
    """How much more or less was typed, ``+5`` or ``-5``; None if it is nothing of the kind."""
    return int(word) if word[0] in "+-" and is_number(word[1:]) else None


def counted(
    word: str,
    label: Text,
    counts: Mapping[Seat, int],
    can_be: Callable[[Seat], range],
    called: Mapping[Seat, object] = NOBODY_ELSE,
) -> Choice:
    """What leads to a count: whose, as it stands, then how many it is: ``WORD SEAT N``.

    Args:
        word: what is counted, as it is typed.
        label: the same, as it is shown.
        counts: how many each seat has.
        can_be: how many a seat can have.
        called: what it is called, as a field of a `Text`, where it stands for more than itself: its team.
    """
    return Choice(word, label, partial(_whose, word, counts, can_be, called))


def _whose(
    word: str, counts: Mapping[Seat, int], can_be: Callable[[Seat], range], called: Mapping[Seat, object]
) -> tuple[Choice, ...]:
    return tuple(
        _of(f"{word} {seat}", called.get(seat, Who(seat)), count, can_be(seat))
        for seat, count in counts.items()
    )


def _of(text: str, who: object, count: int, can_be: range) -> Choice:
    start = can_be.index(count) if count in can_be else 0
    return Choice(text, T("{who}: {n}", who=who, n=count), partial(_numbers, text, can_be), start)


def _numbers(text: str, can_be: range) -> tuple[Choice, ...]:
    return tuple(Choice(f"{text} {n}", T("{n}", n=n)) for n in can_be)
