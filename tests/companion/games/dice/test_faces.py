"""What dice come to, in words; and that each line of the rolls before can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice.faces import past_lines, reckoned
from companion.games.dice.notation import read_set
from companion.i18n import speaker
from firmware.views import Screen
from tests.companion.games.dice.dice_sitting import LENT, MADE
from tests.companion.games.legible import cut, too_small

ANY = (
    *("3d6", "20d6", "20d100", "10d20k4+10", "2d20l1+5", "6d20+100", "4fudge+3", "kezao"),
    *("5weather", "3change+2", "2weather+5d100", "20d10k10", "d100-33"),
)


@pytest.mark.parametrize(
    ("dice", "faces", "below", "before"),
    [
        ("3d6", "3 5 6", "3 5 6", "3 5 6 = 14"),
        ("d20", "13", "13", "13"),
        ("3d6+2", "3 5 6", "3+5+6+2", "3+5+6+2 = 16"),
        ("d20-1", "1", "1-1", "1-1 = 0"),
        ("4d6k3", "3 1 5 6", "3+5+6, not 1", "3+5+6 = 14, not 1"),
        ("4d6k3+2", "3 1 5 6", "3+5+6+2, not 1", "3+5+6+2 = 16, not 1"),
        ("2d20l1", "13 7", "not 13", "7, not 13"),
        ("2d20k1+5", "13 7", "13+5, not 7", "13+5 = 18, not 7"),
        ("4fudge+1", "+1 0 -1 -1", "1+0-1-1+1", "1+0-1-1+1 = 0"),
        ("2weather", "sun rain", "sun rain", "sun rain"),
        ("2change+3", "skip -1", "skip -1 +3", "skip -1 +3 = 2"),
        ("8d20+10", "20 20 20 20 20 20 20 20", "20 20 20 20 20 20 20 20 +10", None),
    ],
)
def test_a_roll_is_told_as_people_reckon_it(dice: str, faces: str, below: str, before: str | None) -> None:
    thrown = read_set(dice, MADE).thrown(tuple(faces.split()))
    assert reckoned(thrown).filled() == below
    if before is not None:
        assert reckoned(thrown, equals=True).filled() == before


def test_many_dice_take_several_lines_the_total_first_and_what_does_not_count_last() -> None:
    thrown = read_set("12d6k10+5", {}).thrown(tuple("654321654321"))
    assert [line.filled() for line in past_lines([(7, thrown)])] == [
        "roll 7: 45 in all",
        "roll 7: 6 5 4 3 2 6",
        "roll 7: 5 4 3 2 +5",
        "roll 7: not 1 1",
    ]


def test_colours_are_told_in_the_table_s_language_two_at_a_time() -> None:
    thrown = read_set("kezao", {}, LENT).thrown(("red", "violet", "orange", "blue"))
    assert [speaker("pl").text(line) for line in past_lines([(1, thrown)])] == [
        "rzut 1: czerwony fioletowy",
        "rzut 1: pomarańczowy niebieski",
    ]


@pytest.mark.parametrize("language", ["en", "pl"])
@given(st.data())
def test_every_line_of_the_rolls_before_is_read_from_where_people_sit(
    language: str, data: st.DataObject
) -> None:
    typed = data.draw(st.sampled_from(ANY))
    dice = read_set(typed, MADE, LENT)
    thrown = dice.thrown(tuple(data.draw(st.sampled_from(die.faces)) for die in dice.dice))
    say = speaker(language)
    for line in past_lines([(data.draw(st.sampled_from([1, 17, 117])), thrown)]):
        shown = Screen(say("Past rolls ..."), say.text(line), hint=say("ok: back"))
        assert too_small(shown, "main") is None
        assert not cut(shown)
