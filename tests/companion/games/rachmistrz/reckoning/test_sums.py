from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import gcd

import pytest

from companion.games.rachmistrz.reckoning.reading import read_sum
from companion.games.rachmistrz.reckoning.sums import MOST, Digits, Side, fields, solve, spoken, told, warm_up

THROWS: tuple[Digits, ...] = tuple(combinations_with_replacement(range(10), 3))

RULEBOOK = (
    "7-3x2, 7-3-2, (7+2)/3, (7+3)/2, 7-3+2, 7x(3-2), 7+3-2, 7x2-3, 7+3+2, 7+3x2, (7-2)x3, 7x2+3, "
    "7x3-2, (7+3)x2, 7x3+2, (7+2)x3, 7x(3+2), 7x3x2"
)
"""Its own sums of 2, 3 and 7, by their values."""

Ratio = tuple[int, int]
"""Numerator and denominator, reduced, the denominator positive: arithmetic that owes `fractions` nothing."""


def reduced(top: int, bottom: int) -> Iterator[Ratio]:
    """The ratio, if there is one."""
    if bottom:
        by = gcd(top, bottom) if bottom > 0 else -gcd(top, bottom)
        yield top // by, bottom // by


def combined(one: Ratio, two: Ratio) -> Iterator[Ratio]:
    """What one operation can make of two ratios, in this order."""
    (a, b), (c, d) = one, two
    yield from reduced(a * d + c * b, b * d)
    yield from reduced(a * d - c * b, b * d)
    yield from reduced(a * c, b * d)
    yield from reduced(a * d, b * c)


def makeable(numbers: tuple[Ratio, ...]) -> set[Ratio]:
    """Put any two together, in any way, until one is left; knows nothing of signs, order or brackets."""
    if len(numbers) == 1:
        return set(numbers)
    found: set[Ratio] = set()
    for one, two in permutations(range(len(numbers)), 2):
        rest = tuple(number for index, number in enumerate(numbers) if index not in {one, two})
        for value in combined(numbers[one], numbers[two]):
            found |= makeable((value, *rest))
    return found


def brute_force(digits: Digits) -> set[Fraction]:
    return {Fraction(*value) for value in makeable(tuple((digit, 1) for digit in digits))}


@pytest.mark.parametrize(
    ("digits", "results"),
    [
        ((2, 3, 7), [1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 15, 17, 19, 20, 23, 27, 35, 42]),
        ((1, 1, 1), [1, 2, 3]),
        ((2, 2, 2), [1, 2, 3, 6, 8]),
        ((9, 9, 9), [2, 8, 9, 10, 27]),
        ((0, 0, 0), []),
        ((9, 6, 1), [2, 3, 4, 14, 15, 16, 45, 48, 53, 54]),  # not 9x6+1
    ],
)
def test_right_answers_of_the_easy_side(digits: Digits, results: list[int]) -> None:
    assert [told(value) for value in fields(digits, Side.EASY)] == results


def test_the_sums_are_the_rulebooks_own() -> None:
    made = solve((2, 3, 7))
    assert ", ".join(made[value] for value in fields((2, 3, 7), Side.EASY)) == RULEBOOK


def test_every_throw_makes_what_brute_force_makes() -> None:
    for digits in THROWS:
        assert solve(digits).keys() == brute_force(digits), digits


def test_the_order_of_the_dice_does_not_matter() -> None:
    for low, middle, high in product(range(10), repeat=3):
        in_order: Digits = tuple(sorted((low, middle, high)))  # type: ignore[assignment]
        assert solve((low, middle, high)) is solve(in_order)


def test_every_sum_makes_its_value() -> None:
    for digits in THROWS:
        for value, written in solve(digits).items():
            assert read_sum(written, digits) == value, written


def test_brackets_are_written_only_where_nothing_else_makes_the_value() -> None:
    for digits in THROWS:
        bare = set()
        for (a, b, c), one, two in product(set(permutations(digits)), "+-x/", "+-x/"):
            if not (one == "/" and b == 0) and not (two == "/" and c == 0):
                bare.add(read_sum(f"{a}{one}{b}{two}{c}", digits))
        made = solve(digits)
        assert {value for value in made if len(made[value]) == 5} == bare, digits
        assert {len(written) for written in made.values()} <= {5, 7}, digits


@pytest.mark.parametrize("side", Side)
def test_fields_are_whole_numbers_of_the_board_and_on_the_hard_side_fractions(side: Side) -> None:
    for digits in THROWS:
        values = brute_force(digits)
        whole = sorted(value for value in values if value.denominator == 1 and 1 <= value <= 54)
        broken = sorted(value for value in values if value.denominator > 1 and value > 0)
        assert fields(digits, side) == (*whole, *(broken if side is Side.HARD else [])), digits


def test_no_throw_makes_a_fraction_beyond_the_board() -> None:
    greatest = max(value for digits in THROWS for value in solve(digits) if value.denominator > 1)
    assert greatest == Fraction(81, 2) < MOST


def test_a_fraction_has_a_field_on_the_hard_side_only() -> None:
    half = Fraction(13, 2)
    assert solve((2, 3, 7))[half] == "7/2+3"
    assert half in fields((2, 3, 7), Side.HARD)
    assert half not in fields((2, 3, 7), Side.EASY)


@pytest.mark.parametrize(
    ("digits", "value", "written"),
    [
        ((3, 4, 8), 6, "8/4x3"),  # divides first where that comes out whole
        ((2, 3, 7), Fraction(14, 3), "7x2/3"),  # and last where it doesn't
        ((1, 3, 7), 21, "7x3x1"),
        ((0, 3, 7), 10, "7+3+0"),
        ((0, 0, 5), 5, "5+0+0"),
        ((1, 2, 3), 0, "3-2-1"),
        ((1, 2, 3), -4, "1-3-2"),
    ],
)
def test_the_easiest_of_equally_short_sums_is_told(
    digits: Digits, value: int | Fraction, written: str
) -> None:
    assert solve(digits)[Fraction(value)] == written


def test_values_are_told_as_numbers_or_as_fractions() -> None:
    assert [told(Fraction(8)), told(Fraction(13, 2)), told(Fraction(4, 8))] == [8, "13/2", "1/2"]


def test_sums_are_spoken_with_the_signs_of_the_board() -> None:
    assert [spoken("7x(3-2)"), spoken("(7+2)/3")] == ["7×(3−2)", "(7+2)÷3"]


def test_values_are_fractions_whole_ones_too() -> None:
    for digits in THROWS:
        assert {type(value) for value in solve(digits)} == {Fraction}
    assert type(read_sum("7+3-2", (2, 3, 7))) is Fraction


def test_solved_throws_are_kept_and_cannot_be_changed() -> None:
    warm_up()
    made = solve((2, 3, 7))
    assert made is solve((2, 3, 7))
    with pytest.raises(TypeError):
        made[Fraction(1)] = "1"  # type: ignore[index]


@pytest.mark.parametrize("digits", [(2, 3, 10), (-1, 3, 7)])
def test_what_is_no_digit_is_not_solved(digits: Digits) -> None:
    with pytest.raises(ValueError, match="three digits from 0 to 9"):
        solve(digits)
