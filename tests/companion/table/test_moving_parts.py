from __future__ import annotations

import pytest

from companion.table.card_parts import DOWN, Places
from companion.table.parts import WHOLE, Dice, Die, Glass, share
from firmware.events import NS_PER_MS, NS_PER_S
from firmware.views import Face

ONE = (Die(Face("3"), 6),)


def test_sand_moves_while_some_of_it_falls() -> None:
    assert Glass(5, 10, True, "5").moving
    assert not Glass(5, 10, False, "5").moving
    assert not Glass(0, 10, True, "0").moving


@pytest.mark.parametrize(
    ("left", "total", "share"), [(30, 60, 0.5), (90, 60, 1.0), (0, 60, 0.0), (0, 0, 0.0)]
)
def test_a_glass_s_share_is_what_is_left_of_the_whole(left: int, total: int, share: float) -> None:
    assert Glass(left, total, False, "").share == share


def test_the_last_ten_seconds_are_marked_and_a_full_glass_never() -> None:
    assert Glass(10 * NS_PER_S, 60 * NS_PER_S, True, "10").last
    assert not Glass(10 * NS_PER_S + 1, 60 * NS_PER_S, True, "11").last
    assert not Glass(5 * NS_PER_S, 5 * NS_PER_S, False, "5").last


def test_dice_move_until_their_time_to_roll_is_over() -> None:
    assert Dice(ONE, share(599 * NS_PER_MS, 600 * NS_PER_MS)).moving
    assert not Dice(ONE, share(600 * NS_PER_MS, 600 * NS_PER_MS)).moving


def test_places_move_while_a_card_falls() -> None:
    assert Places((1, 2), 4, fresh=1, fallen=400).moving
    assert not Places((1, 2), 4, fresh=1, fallen=DOWN).moving
    assert not Places((1, 2), 4, fresh=0, fallen=400).moving


def test_a_share_is_never_outside_the_whole() -> None:
    assert [share(*of) for of in ((1, 4), (0, 4), (5, 4), (-1, 4), (1, 0))] == [250, 0, WHOLE, 0, 0]
