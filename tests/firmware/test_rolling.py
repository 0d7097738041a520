from __future__ import annotations

import pytest

from firmware.rolling import Die, plain_die, read_dice

WEATHER = {"weather": ("sun", "rain", "snow")}
KEZAO = (Die("with", ("red", "blue")), Die("without", ("red", "blue")))


def test_dice_are_read_as_players_write_them() -> None:
    assert read_dice("d20") == (plain_die(20),)
    assert read_dice("2d6+1d8") == (plain_die(6), plain_die(6), plain_die(8))
    assert read_dice("kezao", sets={"kezao": KEZAO}) == KEZAO


def test_a_box_s_own_dice_are_read_by_name_beside_the_numbered_ones() -> None:
    weather = Die("weather", ("sun", "rain", "snow"))
    assert read_dice("weather", WEATHER) == (weather,)
    assert read_dice("2weather+1d6", WEATHER) == (weather, weather, plain_die(6))


@pytest.mark.parametrize("text", ["", "d1", "d101", "6", "3d", "0d6", "11d6", "d6+", "snow", "d6 d6", "²d6"])
def test_what_can_not_be_rolled_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(dice such as 3d6|1 to 10 dice)"):
        read_dice(text, WEATHER)


@pytest.mark.parametrize(
    ("sets", "named", "known"),
    [({}, {}, ""), ({"kezao": KEZAO}, {}, ", or kezao"), ({"kezao": KEZAO}, WEATHER, ", or kezao, weather")],
)
def test_what_is_known_by_name_is_told_with_what_was_expected(
    sets: dict[str, tuple[Die, ...]], named: dict[str, tuple[str, ...]], known: str
) -> None:
    with pytest.raises(ValueError, match=f"^dice such as 3d6 or 2d6\\+1d8, of 2 to 100 faces{known}$"):
        read_dice("kezao+d6", named, sets)
