from __future__ import annotations

import pytest

from firmware.button_codes import number_of
from firmware.events import NS_PER_MS, Within
from firmware.pi.input_keys import Change
from firmware.pi.key_stamps import KeyStamps, Stamp

KEYBOARD = Within(18 * NS_PER_MS, 0, 8 * NS_PER_MS, "keyboard")
KEYPAD = Within(20 * NS_PER_MS, 0, 10 * NS_PER_MS, "keypad")


@pytest.fixture
def stamps() -> KeyStamps:
    return KeyStamps()


def told(stamps: KeyStamps, key: str, closed: bool, ms: int, within: Within = KEYBOARD) -> None:
    stamps.note(Change(number_of(key), closed, ms * NS_PER_MS), within)


def asked(stamps: KeyStamps, seat: int, closed: bool, ms: int) -> int | None:
    stamp = stamps.take(seat, closed, ms * NS_PER_MS)
    return None if stamp is None else stamp.at // NS_PER_MS


def test_a_press_of_which_the_window_is_told_was_when_the_kernel_says(stamps: KeyStamps) -> None:
    told(stamps, "KEY_3", True, 1000)
    told(stamps, "KEY_3", False, 1090)
    assert stamps.take(3, True, 1017 * NS_PER_MS) == Stamp(1000 * NS_PER_MS, KEYBOARD)
    assert asked(stamps, 3, False, 1101) == 1090


def test_a_keypads_digits_are_seats_too(stamps: KeyStamps) -> None:
    told(stamps, "KEY_KP8", True, 1000, KEYPAD)
    assert stamps.take(8, True, 1017 * NS_PER_MS) == Stamp(1000 * NS_PER_MS, KEYPAD)


def test_a_click_has_no_stamp_nor_has_another_seats_key(stamps: KeyStamps) -> None:
    told(stamps, "KEY_3", True, 1000)
    assert asked(stamps, 2, True, 1010) is None


def test_a_press_is_told_of_once(stamps: KeyStamps) -> None:
    told(stamps, "KEY_3", True, 1000)
    assert asked(stamps, 3, True, 1010) == 1000
    assert asked(stamps, 3, True, 1110) is None


def test_what_was_typed_elsewhere_before_is_no_press(stamps: KeyStamps) -> None:
    told(stamps, "KEY_3", True, 1000)
    told(stamps, "KEY_3", False, 1080)
    assert asked(stamps, 3, True, 1201) is None
    told(stamps, "KEY_3", True, 1300)
    told(stamps, "KEY_3", False, 1350)
    told(stamps, "KEY_3", True, 1450)
    assert asked(stamps, 3, True, 1460) == 1450


def test_a_key_that_the_kernel_told_of_after_the_window_was_is_not_the_next_press(stamps: KeyStamps) -> None:
    assert asked(stamps, 3, True, 1010) is None
    told(stamps, "KEY_3", True, 1000)
    assert asked(stamps, 3, True, 1150) is None


def test_what_was_typed_is_not_kept(stamps: KeyStamps) -> None:
    for ms in range(0, 2000, 50):
        told(stamps, "KEY_7", True, ms)
    assert len(stamps._heard) == 5
