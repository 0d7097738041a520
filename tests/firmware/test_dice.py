from __future__ import annotations

import pytest

from firmware.dice import KEZAO, Die, plain_die, read_dice

WEATHER = {"weather": ("sun", "rain", "snow")}


def test_dice_are_read_as_players_write_them() -> None:
    assert read_dice("d20") == (plain_die(20),)
    assert read_dice("2d6+1d8") == (plain_die(6), plain_die(6), plain_die(8))
    assert read_dice("kezao") == KEZAO


def test_a_box_s_own_dice_are_read_by_name_beside_the_numbered_ones() -> None:
    weather = Die("weather", ("sun", "rain", "snow"))
    assert read_dice("weather", WEATHER) == (weather,)
    assert read_dice("2weather+1d6", WEATHER) == (weather, weather, plain_die(6))


@pytest.mark.parametrize("text", ["", "d1", "d101", "6", "3d", "0d6", "11d6", "d6+", "snow", "d6 d6", "²d6"])
def test_what_can_not_be_rolled_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(dice such as 3d6|1 to 10 dice)"):
        read_dice(text, WEATHER)
