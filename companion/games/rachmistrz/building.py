"""A sum told with the knob: one of those that make the number, or built digit by digit."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from companion.games.base import Choice
from companion.games.rachmistrz.reckoning.sums import OPERATIONS, Digits, bracketed, spoken, ways
from companion.words import T, Text

BUILD = "build"


def sums(digits: Digits, number: Fraction | None, command: str) -> tuple[Choice, ...]:
    """The ways to make a number, and any other sum; of an unknown number or an impossible one, that alone.

    Args:
        digits: what the dice show.
        number: what was announced.
        command: what is typed, with ``{}`` where the sum stands.
    """
    build = partial(_digit, digits, (), (), command)
    known = () if number is None else ways(digits, number)
    if not known:
        return build()
    said = (Choice(command.format(written), _label(written)) for written in known)
    return (*said, Choice(BUILD, T("another sum"), build))


def _digit(
    left: tuple[int, ...], used: tuple[int, ...], signs: tuple[str, ...], command: str
) -> tuple[Choice, ...]:
    """The next digit, of those that are left."""
    return tuple(_one_more(left, (*used, digit), signs, command) for digit in dict.fromkeys(left))


def _one_more(left: tuple[int, ...], used: tuple[int, ...], signs: tuple[str, ...], command: str) -> Choice:
    place = left.index(used[-1])
    rest = (*left[:place], *left[place + 1 :])
    if rest:
        return Choice(str(used[-1]), _so_far(used, signs), partial(_sign, rest, used, signs, command))
    return _whole(used, signs, command)


def _sign(
    left: tuple[int, ...], used: tuple[int, ...], signs: tuple[str, ...], command: str
) -> tuple[Choice, ...]:
    """The next operation."""
    return tuple(
        Choice(sign, _so_far(used, (*signs, sign)), partial(_digit, left, used, (*signs, sign), command))
        for sign in OPERATIONS
    )


def _whole(used: tuple[int, ...], signs: tuple[str, ...], command: str) -> Choice:
    """All three digits: where brackets would make it another sum, it is asked which."""
    written = bracketed(used, signs)
    choices = tuple(Choice(command.format(one), _label(one)) for one in written)
    if len(choices) == 1:
        return choices[0]
    return Choice(str(used[-1]), _label(written[0]), lambda: choices)


def _so_far(used: tuple[int, ...], signs: tuple[str, ...]) -> Text:
    pieces = [str(digit) + sign for digit, sign in zip(used, (*signs, "", "")[: len(used)], strict=True)]
    return _label("".join(pieces) + " ...")


def _label(written: str) -> Text:
    return T("{sum}", sum=spoken(written))
