"""What three digits can make: every value, and one sum for each (rulebook, "Dopuszczalne działania").

A sum uses all three digits once, with ``+``, ``-``, ``x``, ``/`` and brackets. Values are exact fractions, so
4/8 is 1/2 and an in-between result needn't be whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from operator import add, mul, sub
from types import MappingProxyType
from typing import TypeAlias

Digits: TypeAlias = tuple[int, int, int]
"""What the dice show, 0 to 9 each, in any order."""

MOST = 54
"""The greatest whole number that has fields on the board; the least is 1."""

DIGITS = range(10)

Number: TypeAlias = int | Fraction
"""Exact either way; int where it will do, as it reckons several times faster."""

OPERATIONS: Mapping[str, Callable[[Number, Number], Number]] = {"+": add, "-": sub, "x": mul, "/": Fraction}
"""What is allowed, by its sign; ``/`` by 0 raises ZeroDivisionError."""

_STRONG = {"x", "/"}
"""These go before ``+`` and ``-``."""

_ANY = (1_000_003, 10_007, 101)
"""Digits that no two different ways make the same number of."""

_SPOKEN = str.maketrans({"x": "×", "/": "÷", "-": "−"})


class Side(StrEnum):
    """The board's two sides."""

    EASY = "easy"
    """Whole numbers."""
    HARD = "hard"
    """Fractions too."""


def solve(digits: Digits) -> Mapping[Fraction, str]:
    """Every value these digits can make, each with one sum that makes it.

    Negative values, zero and fractions are among them; `fields` tells which ones count on a board. The sum
    is a shortest one, as people write it: ``7+3-2``, ``7x(3-2)``, ``(7+2)/3``. Among equally short ones the
    greater digits come first, then ``+`` before ``-`` before ``x`` before ``/``.

    Raises:
        ValueError: one of them is no digit.
    """
    return _solve(_sorted(digits))


@cache
def fields(digits: Digits, side: Side) -> tuple[Fraction, ...]:
    """The results that have fields on that side of the board, whole numbers first, each kind ascending.

    Those are whole numbers from 1 to `MOST`, and on the hard side all positive fractions: no three digits
    make one above 9x9/2, so they need no limit of their own.

    Raises:
        ValueError: one of them is no digit.
    """
    values = sorted(value for value in solve(digits) if value > 0)
    whole = [value for value in values if value.denominator == 1 and value <= MOST]
    broken = [value for value in values if value.denominator != 1 and side is Side.HARD]
    return (*whole, *broken)


@cache
def ways(digits: Digits, value: Fraction) -> tuple[str, ...]:
    """One sum for each way there is to make a value, the shortest first: ``7+3-2`` and ``(7-3)x2`` for 8.

    Those that only order the same in another way (``3+7-2``) are one: with any digits in these places they
    would make the same, which `_ANY` stands for.
    """
    found: dict[Number, str] = {}
    for places in permutations(range(3)):
        a, b, c = (_sorted(digits)[place] for place in places)
        x, y, z = (_ANY[place] for place in places)
        for one, two in product(OPERATIONS, repeat=2):
            alike = zip(_written(a, one, b, two, c), _written(x, one, y, two, z), strict=False)
            for (written, made), (_, way) in alike:
                if made == value and way is not None:
                    found.setdefault(way, written)
    return tuple(sorted(dict.fromkeys(found.values()), key=len))


def bracketed(plain: str) -> tuple[str, ...]:
    """A sum such as ``7-3x2``, and the same with every bracket that makes another one of it."""
    a, one, b, two, c = tuple(plain)
    written = [plain]
    if one not in _STRONG and two in _STRONG:
        written.append(f"({a}{one}{b}){two}{c}")
    if one == "/" or (one in {"-", "x"} and two not in _STRONG):
        written.append(f"{a}{one}({b}{two}{c})")
    return tuple(written)


def told(value: Fraction) -> int | str:
    """A value as snapshots tell it: ``8``, or ``"13/2"``."""
    return value.numerator if value.denominator == 1 else str(value)


def spoken(written: str) -> str:
    """A sum with the signs people see on paper: ``7×(3−2)``, ``(7+2)÷3``."""
    return written.translate(_SPOKEN)


def warm_up() -> None:
    """Solve all 220 throws, so that none is left to solve during play."""
    for low, middle, high in combinations_with_replacement(DIGITS, 3):
        solve((low, middle, high))


def _sorted(digits: Digits) -> Digits:
    low, middle, high = sorted(digits)
    if low not in DIGITS or high not in DIGITS:
        raise ValueError(f"expected three digits from 0 to 9, got {digits}")
    return high, middle, low


@cache
def _solve(digits: Digits) -> Mapping[Fraction, str]:
    values: dict[Number, str] = {}
    for written, value in sorted(_sums(digits), key=lambda made: len(made[0])):
        values.setdefault(value, written)
    return MappingProxyType({Fraction(value): written for value, written in values.items()})


def _sums(digits: Digits) -> Iterator[tuple[str, Number]]:
    """Every sum worth writing, with its value; among equally short ones the easiest to read comes first."""
    for a, b, c in dict.fromkeys(permutations(digits)):
        for one, two in product(OPERATIONS, repeat=2):
            for written, value in _written(a, one, b, two, c):
                if value is not None:
                    yield written, value


def _written(a: int, one: str, b: int, two: str, c: int) -> Iterator[tuple[str, Number | None]]:
    """The sums of digits and signs in this order; the value is None where one divides by zero.

    Brackets are worth writing only round ``+`` or ``-`` next to ``x`` or ``/``: any others are needless
    (``7+(3-2)`` is ``7+3-2``) or spared by another sign (``7-(3-2)`` is ``7-3+2``). Nor is a division that
    leaves a fraction to multiply: ``7/3x2`` is easier as ``7x2/3``.
    """
    if one == "/" and two == "x" and b and a % b:
        return
    plain = f"{a}{one}{b}{two}{c}"
    if one not in _STRONG and two in _STRONG:
        yield plain, _apply(one, a, _apply(two, b, c))
        yield f"({a}{one}{b}){two}{c}", _apply(two, _apply(one, a, b), c)
    else:
        yield plain, _apply(two, _apply(one, a, b), c)
        if one in _STRONG and two not in _STRONG:
            yield f"{a}{one}({b}{two}{c})", _apply(one, a, _apply(two, b, c))


def _apply(sign: str, left: Number | None, right: Number | None) -> Number | None:
    if left is None or right is None or (sign == "/" and right == 0):
        return None
    return OPERATIONS[sign](left, right)
