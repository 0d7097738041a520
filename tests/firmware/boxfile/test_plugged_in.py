"""Seats whose buttons are plugged in, in a box file."""

from __future__ import annotations

import re

import pytest

from firmware.boxfile.settings import InputButton, SeatPins, parse, plugged
from firmware.button_codes import number_of
from firmware.errors import SettingsError
from firmware.plugged import line_of
from tests.firmware.boxfile.test_documented import TEXTS

PORT = "usb-0000:01:00.0-1.2"
BUTTON = f'{{ input = "{PORT}", code = "BTN_TRIGGER" }}'


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        parse(text, "my.toml")
    return caught.value.faults


def test_a_seat_may_be_on_a_pin_or_one_certain_button_or_whichever_takes_it() -> None:
    plugged_in = f'[seats.4]\nbutton = "usb"\n[seats.3]\nbutton = {BUTTON}\n'
    box = parse(f"{plugged_in}[seats.1]\nbutton = 5\nlamp = 23\n", "mixed.toml")
    assert box.seats == {1: SeatPins(5, 23)}
    assert box.inputs == {3: InputButton(PORT, "BTN_TRIGGER"), 4: None}
    assert box.every_seat == (1, 3, 4)


def test_what_its_port_does_not_tell_can_be_written() -> None:
    button = f'{{ input = "{PORT}", code = 288, poll_ms = 8, delay_ms = [0.5, 10] }}'
    box = parse(f"[seats.1]\nbutton = {button}", "my.toml")
    assert box.inputs[1] == InputButton(PORT, 288, 8, (0.5, 10))


def test_the_plugged_box_is_eight_seats_for_whatever_is_pressed_and_uses_no_pin() -> None:
    box = plugged()
    assert box.inputs == dict.fromkeys(range(1, 9))
    assert (box.seats, box.knob, box.panels) == ({}, None, {})
    assert box.window.television
    assert not box.uses_pins


@pytest.mark.parametrize(
    ("more", "uses"),
    [
        ("", False),
        ('[main]\npanel = { driver = "ssd1306" }', False),  # its bus is the kernel's
        ("[power]\nbutton = 8", False),  # likewise
        ("[seats.2]\nbutton = 5", True),
        ("[knob]\nok = 5\na = 6\nb = 7", True),
        ("[sound]\npiezo = 18", True),
        ("[check]\njumper = 4", True),
        ('[main]\npanel = { driver = "ssd1306", mux = 0x70, channel = 1 }\n[mux]\nreset = 7', True),
    ],
)
def test_a_box_uses_pins_once_anything_of_its_own_is_on_one(more: str, uses: bool) -> None:
    assert parse(f'[seats.1]\nbutton = "usb"\n{more}', "my.toml").uses_pins is uses


@pytest.mark.parametrize("name", ["box.toml", "box-usb.toml"])
def test_the_forms_that_files_tell_of_can_be_written(name: str) -> None:
    told = re.findall(r"^#     (button = .*?)\s*(?:#.*)?$", TEXTS[name], re.MULTILINE)
    assert told
    for form in told:
        assert parse(f"[seats.1]\n{form}", name).every_seat == (1,)


@pytest.mark.parametrize(
    ("seat", "fault"),
    [
        ('button = "pin"', "seats.1.button: expected a whole number or 'usb' or a table, got 'pin'"),
        (
            f'button = {{ input = "{PORT}", code = "BTN_TRIGER" }}',
            "seats.1.button.code: expected a button's name, such as BTN_TRIGGER, BTN_SOUTH or KEY_A, or "
            "its number, 1 to 767, got 'BTN_TRIGER'",
        ),
        (f'button = {{ input = "{PORT}" }}', "seats.1.button.code: expected a value, got none"),
        ('button = { code = "KEY_A" }', "seats.1.button.input: expected a value, got none"),
        (
            f'button = {{ input = "{PORT}", code = "KEY_A", lamp = 5 }}',
            "seats.1.button.lamp: expected one of input, code, poll_ms, delay_ms, got an unknown key",
        ),
        (
            f'button = {{ input = "{PORT}", code = "KEY_A", poll_ms = -1 }}',
            "seats.1.button.poll_ms: expected 0..1000, got -1",
        ),
        (
            f'button = {{ input = "{PORT}", code = "KEY_A", delay_ms = [10, 0] }}',
            "seats.1.button: expected delay_ms as two numbers, 0 to 500, the lower first, got [10, 0]",
        ),
        (
            f"button = {BUTTON}\nlamp = 5",
            "seats.1.lamp: expected a button on a pin, too, got a plugged-in one",
        ),
        (
            f"button = {BUTTON}\n[seats.2]\nbutton = {BUTTON}",
            "seats.2.button: expected a button of its own, got seats.1's",
        ),
        (
            f"button = {BUTTON}\n[seats.2]\n"
            f'button = {{ input = "{PORT}/input0", code = {number_of("BTN_TRIGGER")} }}',
            "seats.2.button: expected a button of its own, got seats.1's",
        ),
        (
            f'button = {{ input = "{PORT}", code = [1] }}',
            "seats.1.button.code: expected a text or a whole number, got [1]",
        ),
        (
            'button = { input = "my pad", code = "KEY_A" }',
            "seats.1.button: expected input as pierwszy wiring lists it, without blanks, got 'my pad'",
        ),
    ],
)
def test_a_fault_of_one_is_one_line_with_its_path(seat: str, fault: str) -> None:
    assert faults(f"[seats.1]\n{seat}") == (fault,)


# --- a button head's lines --------------------------------------------------------------------------------


def test_a_line_of_a_button_head_is_a_plugged_in_button_of_that_head() -> None:
    one = 'button = { head = "pico-E6616407E3512B2F", line = 8 }'
    box = parse(f'[seats.2]\n{one}\n[seats.1]\nbutton = {{ head = "pico", line = 3 }}', "my.toml")
    assert box.inputs == {1: InputButton("pico", "LINE3"), 2: InputButton("pico-E6616407E3512B2F", "LINE8")}
    assert line_of("pico-E6616407E3512B2F", "LINE8") == one
    assert (number_of("LINE1"), number_of("LINE8")) == (0x300, 0x307)


@pytest.mark.parametrize(
    ("button", "fault"),
    [
        ('{ head = "pico", line = 9 }', "seats.1.button.line: expected 1..8, got 9"),
        ('{ head = "pico", line = "3" }', "seats.1.button.line: expected a whole number, got '3'"),
        ('{ head = "pico" }', "seats.1.button.line: expected a value, got none"),
        (
            '{ head = "pico", line = 1, poll_ms = 8 }',
            "seats.1.button.poll_ms: expected one of head, line, got an unknown key",
        ),
        (
            '{ head = "pic", line = 1 }',
            "seats.1.button: "
            'expected head = "pico", or "pico-" and its serial number of 16 signs, got \'pic\'',
        ),
        (
            "true",
            "seats.1.button: expected a whole number or 'usb' or a table, got True",
        ),
    ],
)
def test_a_button_heads_line_that_cannot_be_is_named(button: str, fault: str) -> None:
    assert faults(f"[seats.1]\nbutton = {button}") == (fault,)


@pytest.mark.parametrize("head", ["pico", "pico-E6616407E3512B2F"])
def test_a_line_of_the_only_head_and_of_a_certain_one_may_be_the_same(head: str) -> None:
    one, other = f'{{ head = "{head}", line = 1 }}', '{ head = "pico", line = 1 }'
    assert faults(f"[seats.1]\nbutton = {one}\n[seats.2]\nbutton = {other}") == (
        "seats.2.button: expected a button of its own, got seats.1's",
    )


def test_equal_lines_of_two_heads_are_two_buttons() -> None:
    one, other = (f'{{ head = "pico-{end * 16}", line = 1 }}' for end in "AB")
    assert len(parse(f"[seats.1]\nbutton = {one}\n[seats.2]\nbutton = {other}", "my.toml").inputs) == 2
