from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from operator import add, mul, sub, truediv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rachmistrz.reckoning.reading import DEEPEST, LONGEST, SumError, read_sum
from companion.games.rachmistrz.reckoning.sums import Digits, solve
from companion.words import Text
from firmware.drawing.lettering import clean, wrap
from firmware.errors import PierwszyError

THROWN: Digits = (2, 3, 7)

OTHER_SIGNS = {"-": "-−–—", "x": "xX×*·⋅", "/": "/:÷", "+": "+"}
"""Each sign as people may type it."""

throws = st.sampled_from([*combinations_with_replacement(range(10), 3)])
"""Any throw."""


def refusal(text: str, digits: Digits = THROWN) -> str:
    with pytest.raises(SumError) as caught:
        read_sum(text, digits)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7+3-2", 8),
        ("7x(3-2)", 7),
        ("(7+2)/3", 3),
        ("7-3x2", 1),
        ("7-3-2", 2),
        ("7-(3+2)", 2),
        ("7/2+3", Fraction(13, 2)),
        ("7·3−2", 19),
        ("7⋅3–2", 19),
        ("7×3—2", 19),
        ("7*3-2", 19),
        ("7X3-2", 19),
        ("(7+2):3", 3),
        ("(7+2)÷3", 3),
        ("  7 + 3\t- 2 ", 8),
        ("((7))+((3)-(2))", 8),
        ("3/(7-2)", Fraction(3, 5)),
    ],
)
def test_a_sum_is_read_as_it_is_typed(text: str, value: int | Fraction) -> None:
    assert read_sum(text, THROWN) == value


def test_equal_values_are_one_result() -> None:
    assert read_sum("7-3-2", THROWN) == read_sum("7-(3+2)", THROWN)
    assert read_sum("4/8+0", (0, 4, 8)) == read_sum("1/2+0", (0, 1, 2)) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("73-2", "Don't join digits: 73"),
        ("2+37", "Don't join digits: 37"),
        ("7372", "Don't join digits: 73"),
        ("7^2-3", "^ isn't allowed: place 2"),
        ("3!+7-2", "! isn't allowed: place 2"),
        ("√7+3-2", "√ isn't allowed: place 1"),
        ("7**2-3", "** isn't allowed: place 2"),
        ("7.3-2", ". isn't allowed: place 2"),
        ("seven", "s isn't allowed: place 1"),
        ("٧+3-2", "٧ isn't allowed: place 1"),
        ("7²-3", "² isn't allowed: place 2"),
        ("7\0+3", "? isn't allowed: place 2"),
        ("{place}", "{ isn't allowed: place 1"),
    ],
)
def test_what_may_not_stand_in_a_sum_is_named(text: str, why: str) -> None:
    assert refusal(text) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7+3", "Left over: 2"),
        ("7", "Left over: 2, 3"),
        ("7+7-3", "Used too often: 7"),
        ("7+3-2+2", "Used too often: 2"),
        ("7+3-9", "Not on the dice: 9"),
        ("0+7+3-2", "Not on the dice: 0"),
    ],
)
def test_each_digit_is_used_exactly_once(text: str, why: str) -> None:
    assert refusal(text) == why


def test_a_digit_thrown_twice_is_used_twice() -> None:
    assert read_sum("2+2+7", (2, 7, 2)) == 11
    assert refusal("2+7", (2, 7, 2)) == "Left over: 2"
    assert refusal("2+7+7", (2, 7, 2)) == "Used too often: 7"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7 3", "A sign is missing: place 3"),
        ("7(3-2)", "A sign is missing: place 2"),
        ("(7+3)2", "A sign is missing: place 6"),
        ("(7)(3)", "A sign is missing: place 4"),
        ("(7+3 2", "A sign is missing: place 6"),
        ("7+", "A digit is missing: place 3"),
        ("7+3- ", "A digit is missing: place 6"),
        ("()", "A digit is missing: place 2"),
        ("7+x3", "A digit is missing: place 3"),
        ("x7+3", "A digit is missing: place 1"),
        ("7//3", "A digit is missing: place 3"),
        ("7+(", "A digit is missing: place 4"),
        ("-7+3", "No sign before a number: place 1"),
        ("  +7", "No sign before a number: place 3"),
        ("7x-3", "No sign before a number: place 3"),
        ("7-(-3)", "No sign before a number: place 4"),
        ("7--3", "No sign before a number: place 3"),
        ("(7+3-2", "Bracket not closed: place 1"),
        ("((7+3)-2", "Bracket not closed: place 1"),
        ("7+(3-(2)", "Bracket not closed: place 3"),
        ("7+3)-2", "Bracket not opened: place 4"),
        (")7+3-2", "Bracket not opened: place 1"),
        ("7+)", "Bracket not opened: place 3"),
        ("", "Empty: type a sum"),
        (" \t\n ", "Empty: type a sum"),
    ],
)
def test_what_is_missing_is_told_with_its_place(text: str, why: str) -> None:
    assert refusal(text) == why


@pytest.mark.parametrize("text", ["7/(3-3)", "7/(3x2-3x2)", "(7+3)/(2-2)", "0/0+2"])
def test_nothing_is_divided_by_zero(text: str) -> None:
    assert refusal(text) == "Nothing can be divided by 0"


def test_division_of_zero_is_allowed() -> None:
    assert read_sum("0/7+3", (0, 3, 7)) == 3


def test_a_sum_has_at_most_forty_characters() -> None:
    assert read_sum("7+3-2".ljust(LONGEST), THROWN) == 8
    assert refusal("7+3-2".ljust(LONGEST + 1)) == "Too long: at most 40 characters"
    assert refusal("7" * 1_000_000) == "Too long: at most 40 characters"


def test_brackets_stand_in_one_another_only_so_deep() -> None:
    def within(depth: int) -> str:
        return "(" * depth + "7+3-2" + ")" * depth

    assert read_sum(within(DEEPEST), THROWN) == 8
    assert refusal(within(DEEPEST + 1)) == "Too many brackets: place 6"
    assert refusal("(" * LONGEST) == "Too many brackets: place 6"
    assert read_sum("(((((7)))))+(((((3)))))-(2)", THROWN) == 8


def test_a_refusal_is_a_sentence_any_language_can_say() -> None:
    with pytest.raises(SumError) as caught:
        read_sum("7^2-3", THROWN)
    assert caught.value.why == Text("{sign} isn't allowed: place {place}", (("sign", "^"), ("place", 2)))
    assert isinstance(caught.value, PierwszyError)
    assert isinstance(caught.value, ValueError)


def judge(text: str, digits: Digits) -> None:
    """Anything else than a value or a refusal that two rows of an OLED can show fails."""
    try:
        read_sum(text, digits)
    except SumError as no:
        said = str(no)
        assert len(said) <= 40
        assert all(len(row) <= 21 for row in wrap(clean(said), 21))
        assert len(wrap(clean(said), 21)) <= 2


@given(st.text(max_size=LONGEST + 2), throws)
def test_any_text_is_read_or_refused_shortly(text: str, digits: Digits) -> None:
    judge(text, digits)


@given(st.text("237+-x/*() ^", max_size=12))
def test_any_text_that_looks_like_a_sum_is_read_or_refused_shortly(text: str) -> None:
    judge(text, THROWN)


@given(st.data(), throws)
def test_every_sum_made_is_read_back_however_its_signs_are_typed(data: st.DataObject, digits: Digits) -> None:
    value, written = data.draw(st.sampled_from(sorted(solve(digits).items())))
    space = st.sampled_from(["", " ", "  "])
    typed = "".join(
        data.draw(space) + data.draw(st.sampled_from(OTHER_SIGNS.get(char, char))) for char in written
    )
    assert read_sum(typed, digits) == value


@given(throws.flatmap(st.permutations), st.sampled_from("+-x/"), st.sampled_from("+-x/"), st.booleans())
def test_brackets_go_first(digits: list[int], one: str, two: str, left: bool) -> None:
    apply = {"+": add, "-": sub, "x": mul, "/": truediv}
    a, b, c = (Fraction(digit) for digit in digits)
    text = f"(({a}{one}{b}){two}{c})" if left else f"({a}{one}({b}{two}{c}))"
    thrown: Digits = tuple(digits)  # type: ignore[assignment]
    try:
        value = apply[two](apply[one](a, b), c) if left else apply[one](a, apply[two](b, c))
    except ZeroDivisionError:
        assert refusal(text, thrown) == "Nothing can be divided by 0"
    else:
        assert read_sum(text, thrown) == value
