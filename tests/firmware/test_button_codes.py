from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.button_codes import BUTTONS, name_of, number_of

HEADER = Path("/usr/include/linux/input-event-codes.h")


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (1, "KEY_ESC"),
        (30, "KEY_A"),
        (82, "KEY_KP0"),
        (83, "KEY_KPDOT"),
        (86, "KEY_102ND"),
        (116, "KEY_POWER"),
        (163, "KEY_NEXTSONG"),
        (200, "KEY_PLAYCD"),
        (217, "KEY_SEARCH"),
        (0x110, "BTN_LEFT"),
        (0x120, "BTN_TRIGGER"),
        (0x130, "BTN_SOUTH"),
        (0x14A, "BTN_TOUCH"),
        (0x14F, "BTN_TOOL_QUADTAP"),
        (0x160, "KEY_OK"),
        (398, "KEY_RED"),
        (412, "KEY_PREVIOUS"),
        (527, "KEY_NUMERIC_D"),
        (685, "KEY_MACRO30"),
        (0x2C0, "BTN_TRIGGER_HAPPY1"),
        (743, "BTN_TRIGGER_HAPPY40"),
    ],
)
def test_a_button_has_the_kernels_name(number: int, name: str) -> None:
    assert name_of(number) == name
    assert number_of(name) == number


def test_a_button_without_a_name_goes_by_its_number() -> None:
    assert name_of(700) == "700"
    assert number_of("700") == number_of(700) == 700


def test_every_button_is_found_again_by_what_it_is_called() -> None:
    assert [number_of(name_of(number)) for number in BUTTONS] == list(BUTTONS)


@pytest.mark.parametrize("name", ["BTN_A", "BTN_B", "BTN_X", "BTN_Y", "BTN_TRIGGER_HAPPY"])
def test_usual_other_names_are_understood(name: str) -> None:
    assert number_of(name) > 0


@pytest.mark.parametrize(
    "code", ["", "BTN_", "btn_trigger", "KEY_MAX", "768", "-1", "²", "9" * 5000, 0, 768, -3]
)
def test_what_is_no_button_is_told_in_a_line(code: str | int) -> None:
    with pytest.raises(ValueError, match=r"^expected a button's name, such as BTN_TRIGGER, .* got .{1,60}$"):
        number_of(code)


@pytest.mark.skipif(not HEADER.exists(), reason="needs the kernel's header, of linux-libc-dev")
def test_names_are_those_of_the_kernels_header() -> None:
    defined = re.findall(r"#define\s+((?:KEY|BTN)_\w+)\s+(0x[0-9a-f]+|\d+)\b", HEADER.read_text())
    numbers = {name: int(number, 0) for name, number in defined}
    ours = {name_of(number): number for number in BUTTONS if not name_of(number).isdecimal()}
    assert {name: numbers.get(name) for name in ours} == ours
