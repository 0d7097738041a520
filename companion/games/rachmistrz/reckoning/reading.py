"""Reads a sum as people type it and judges it (rulebook, "Dopuszczalne działania").

The grammar, with spaces anywhere and no sign in front of a number::

    sum     = product (("+" | "-") product)*
    product = factor (("x" | "/") factor)*
    factor  = digit | "(" sum ")"

What isn't allowed anywhere is told first, then what is wrong with the order, then the digits used; the first
fault from the left each time. Places are counted from 1 in the text as it was typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from companion.games.rachmistrz.reckoning.sums import OPERATIONS, Digits, Number
from companion.words import T, Text
from firmware.errors import PierwszyError

LONGEST = 40
"""Characters of a typed sum; three digits need seven."""

DEEPEST = 5
"""Brackets within brackets; three digits need one pair."""

_DIGITS = "0123456789"

_MEANING = {
    **{char: char for char in _DIGITS + "()+"},
    **dict.fromkeys("-−–—", "-"),
    **dict.fromkeys("xX×*·⋅", "x"),
    **dict.fromkeys("/:÷", "/"),
}
"""Every character that may be typed, and what it means."""


class SumError(PierwszyError, ValueError):
    """Raised when a typed sum can't be read or breaks the rules; ``why`` is the reason, for the screen."""

    def __init__(self, why: Text) -> None:
        self.why = why
        super().__init__(why.filled())


@dataclass(frozen=True, slots=True)
class _Token:
    """One character that means something; ``what`` is empty at the end of the text."""

    what: str
    place: int


def read_sum(text: str, digits: Digits) -> Fraction:
    """The value of a typed sum that uses each of the digits once.

    Args:
        text: such as ``7+3-2``, ``7x(3-2)`` or ``(7 + 2) : 3``.
        digits: what the dice show, in any order.

    Raises:
        SumError: it can't be read or breaks the rules; says which and where.
    """
    if not text.strip():
        raise SumError(T("Empty: type a sum"))
    if len(text) > LONGEST:
        raise SumError(T("Too long: at most {most} characters", most=LONGEST))
    tokens = tuple(_tokens(text))
    value = Fraction(_Reader(tokens).read())
    _check_digits([int(token.what) for token in tokens if token.what.isdigit()], digits)
    return value


def _tokens(text: str) -> Iterator[_Token]:
    for place, (before, char) in enumerate(pairwise(" " + text), 1):
        if before == char == "*":
            raise SumError(T("{sign} isn't allowed: place {place}", sign="**", place=place - 1))
        if before in _DIGITS and char in _DIGITS:
            raise SumError(T("Don't join digits: {digits}", digits=before + char))
        if char in _MEANING:
            yield _Token(_MEANING[char], place)
        elif not char.isspace():
            sign = char if char.isprintable() else "?"
            raise SumError(T("{sign} isn't allowed: place {place}", sign=sign, place=place))
    yield _Token("", len(text) + 1)


class _Reader:
    """Reads tokens from the left; a method takes what its line of the grammar says, and no more."""

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._tokens = tokens
        self._index = 0
        self._depth = 0

    @property
    def _token(self) -> _Token:
        return self._tokens[self._index]

    def _take(self) -> _Token:
        token = self._token
        self._index += 1
        return token

    def read(self) -> Number:
        """The value of all tokens."""
        value = self._sum()
        if self._token.what == ")":
            raise SumError(T("Bracket not opened: place {place}", place=self._token.place))
        self._expect("")
        return value

    def _expect(self, what: str) -> None:
        """A sum is over: what follows is this, or it isn't over and lacks a sign."""
        token = self._take()
        if token.what != what:
            raise SumError(T("A sign is missing: place {place}", place=token.place))

    def _sum(self) -> Number:
        value = self._product()
        while self._token.what in {"+", "-"}:
            value = OPERATIONS[self._take().what](value, self._product())
        return value

    def _product(self) -> Number:
        value = self._factor()
        while self._token.what in {"x", "/"}:
            sign, factor = self._take().what, self._factor()
            if sign == "/" and factor == 0:
                raise SumError(T("Nothing can be divided by 0"))
            value = OPERATIONS[sign](value, factor)
        return value

    def _factor(self) -> Number:
        token = self._take()
        if token.what.isdigit():
            return int(token.what)
        if token.what == "(":
            return self._bracket(token.place)
        if token.what in {"+", "-"}:
            raise SumError(T("No sign before a number: place {place}", place=token.place))
        if token.what == ")" and not self._depth:
            raise SumError(T("Bracket not opened: place {place}", place=token.place))
        raise SumError(T("A digit is missing: place {place}", place=token.place))

    def _bracket(self, opened: int) -> Number:
        if self._depth == DEEPEST:
            raise SumError(T("Too many brackets: place {place}", place=opened))
        self._depth += 1
        value = self._sum()
        if not self._token.what:
            raise SumError(T("Bracket not closed: place {place}", place=opened))
        self._expect(")")
        self._depth -= 1
        return value


def _check_digits(used: Sequence[int], digits: Digits) -> None:
    for digit in used:
        if digit not in digits:
            raise SumError(T("Not on the dice: {digit}", digit=digit))
    for digit in Counter(used) - Counter(digits):
        raise SumError(T("Used too often: {digit}", digit=digit))
    left = Counter(digits) - Counter(used)
    if left:
        raise SumError(T("Left over: {digits}", digits=", ".join(str(digit) for digit in left.elements())))
