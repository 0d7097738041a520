from __future__ import annotations

import logging
from collections import Counter

import pytest

from companion.loop.dice_cup import DiceCup
from firmware.rolling import Die, plain_die

ROLLS = 60_000

LIMITS = {6: 50.0, 20: 82.0, 100: 202.0}
"""Chi-square that a fair die exceeds less than once in 200 million runs (df = faces - 1)."""


def chi_square(counts: Counter[str], faces: tuple[str, ...], rolls: int) -> float:
    expected = rolls / len(faces)
    return sum((counts[face] - expected) ** 2 / expected for face in faces)


@pytest.mark.parametrize("faces", LIMITS)
def test_every_face_of_a_die_is_as_likely_as_the_others(faces: int) -> None:
    cup, die = DiceCup(), plain_die(faces)
    counts = Counter(cup.roll((die,))[0] for _ in range(ROLLS))
    assert set(counts) == set(die.faces)
    assert chi_square(counts, die.faces, ROLLS) < LIMITS[faces]


def test_a_face_on_two_of_six_sides_is_twice_as_likely_as_one_on_a_single_side() -> None:
    cup, averaging = DiceCup(), Die("averaging", ("2", "3", "3", "4", "4", "5"))
    counts = Counter(cup.roll((averaging,))[0] for _ in range(ROLLS))
    each = {face: averaging.faces.count(face) * ROLLS / 6 for face in averaging.faces}
    assert sum((counts[face] - likely) ** 2 / likely for face, likely in each.items()) < 42.0  # df = 3
    cup.lay_ready(("3",))
    assert cup.roll((averaging,)) == ("3",)


def test_dice_of_one_roll_know_nothing_of_each_other() -> None:
    cup, dice = DiceCup(), (plain_die(6),) * 2
    pairs = tuple(f"{one} {other}" for one in dice[0].faces for other in dice[1].faces)
    counts = Counter(" ".join(cup.roll(dice)) for _ in range(ROLLS))
    assert chi_square(counts, pairs, ROLLS) < 110.0  # df = 35, as rare as the limits above


def test_the_limits_catch_a_die_that_turns_one_roll_in_a_hundred_from_1_to_6() -> None:
    faces = plain_die(6).faces
    counts = Counter(dict.fromkeys(faces, ROLLS // 6))
    counts["6"] += ROLLS // 100
    counts["1"] -= ROLLS // 100
    assert chi_square(counts, faces, ROLLS) > LIMITS[6]


def test_faces_laid_ready_are_shown_in_turn_then_chance_rolls() -> None:
    cup, dice = DiceCup(), (plain_die(6),) * 2
    cup.lay_ready(("6", "6"))
    cup.lay_ready(("1", "2"))
    assert [cup.roll(dice), cup.roll(dice)] == [("6", "6"), ("1", "2")]
    assert len({cup.roll(dice) for _ in range(200)}) > 1


def test_faces_the_dice_have_not_are_rolled_instead_and_said(expected_logs: list[logging.LogRecord]) -> None:
    cup = DiceCup()
    for faces in (("7",), ("1", "1")):
        cup.lay_ready(faces)
        assert cup.roll((plain_die(6),))[0] in plain_die(6).faces
    said = [record.getMessage() for record in expected_logs]
    assert said == [
        "expected faces of d6, got 7: rolled them instead",
        "expected faces of d6, got 1 1: rolled them instead",
    ]


def test_dice_whose_faces_are_words_show_them() -> None:
    colours = ("red", "blue", "violet")
    assert set(DiceCup().roll((Die("with", colours), Die("without", colours)))) <= set(colours)
