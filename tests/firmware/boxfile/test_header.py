from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from firmware.boxfile.header import GROUNDS, HEADER, nearest_ground, number_of

THEIRS = MockFactory().board_info.headers["J8"].pins
"""The same header as gpiozero knows it."""


def test_every_pin_is_what_gpiozero_takes_it_for() -> None:
    assert list(HEADER) == list(range(1, 41))
    assert {number: pin.name for number, pin in HEADER.items()} == {
        number: theirs.name for number, theirs in THEIRS.items()
    }


def test_the_header_has_28_gpios_each_with_its_place() -> None:
    assert [HEADER[number_of(gpio)].gpio for gpio in range(28)] == list(range(28))
    with pytest.raises(KeyError):
        number_of(28)


@pytest.mark.parametrize(
    ("number", "ground"), [(1, 6), (7, 9), (12, 14), (29, 30), (37, 39), (6, 6), (40, 39)]
)
def test_the_nearest_ground_is_the_one_a_hand_would_take(number: int, ground: int) -> None:
    assert nearest_ground(number) == ground


@given(st.integers(1, 40), st.sets(st.sampled_from(GROUNDS), max_size=len(GROUNDS) - 1))
def test_a_ground_that_is_taken_is_never_named_again(number: int, taken: set[int]) -> None:
    assert nearest_ground(number, taken) in set(GROUNDS) - taken
