from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.plugged_table import as_json, lines
from companion.cli import main
from companion.i18n import speaker
from firmware.boxfile.settings import InputButton, SeatPins, Settings, parse, plugged
from firmware.button_codes import LINES, number_of
from firmware.pi import input_roster
from firmware.pi.input_device import InputDevice

PORT = "usb-0000:01:00.0-1.2"
ENCODER = InputDevice(
    f"{PORT}/input0",
    "DragonRise Inc. Generic USB Joystick",
    "event3",
    8.0,
    "usb",
    frozenset(map(number_of, ("BTN_TRIGGER", "BTN_THUMB", "BTN_TOP"))),
    desk=False,
    number=1,
    folder=Path(),
)
KEYPAD = replace(
    ENCODER,
    device="usb-0000:01:00.0-1.3/input0",
    name="A4TECH Numpad",
    node="event4",
    poll_ms=10.0,
    polled_by="assumed",
    buttons=frozenset({number_of("KEY_KP0")}),
)
HEAD = replace(
    ENCODER,
    device="pico-E6616407E3512B2F",
    name="Pierwszy button head",
    node="ttyACM0",
    poll_ms=0.001,
    polled_by="head",
    buttons=frozenset(LINES),
)
BOX = Settings(
    seats={1: SeatPins(5)},
    inputs={
        2: InputButton(PORT, "BTN_THUMB"),
        3: InputButton(PORT, 288, poll_ms=0.125),
        4: InputButton("usb-0000:01:00.0-1.4", "BTN_SOUTH"),
        5: None,
    },
)


def told(settings: Settings, *devices: InputDevice, language: str = "en") -> list[str]:
    return list(lines(settings, devices, speaker(language)))


def test_each_seat_is_told_by_button_device_port_and_how_often_it_is_asked() -> None:
    assert told(BOX, ENCODER) == [
        "Plugged-in buttons, which need no wires:",
        "2: BTN_THUMB of DragonRise Inc. Generic USB Joystick at usb-0000:01:00.0-1.2,",
        "   asked every 8 ms",
        "3: BTN_TRIGGER of DragonRise Inc. Generic USB Joystick at usb-0000:01:00.0-1.2,",
        "   asked every 0.125 ms",
        "4: BTN_SOUTH at usb-0000:01:00.0-1.4, not plugged in now",
        "5: whichever is pressed at “Who plays?”",
        "",
    ]


def test_what_is_nobodys_is_told_with_the_line_for_a_box_file() -> None:
    nobodys = told(Settings(seats={1: SeatPins(5)}), ENCODER, KEYPAD)
    assert nobodys == [
        "Plugged in and nobody's by this file. A seat gets such a button by such a line:",
        "- DragonRise Inc. Generic USB Joystick, asked every 8 ms, as its port says",
        '  button = { input = "usb-0000:01:00.0-1.2", code = "BTN_TRIGGER" }',
        "  or BTN_THUMB, BTN_TOP",
        "- A4TECH Numpad, taken to be asked every 10 ms: no port says so",
        '  button = { input = "usb-0000:01:00.0-1.3", code = "KEY_KP0" }',
        "",
    ]
    (button,) = parse(f"[seats.1]\n{nobodys[2]}", "my.toml").inputs.values()
    assert told(replace(BOX, inputs={1: button}), ENCODER)[1].startswith("1: BTN_TRIGGER of DragonRise")


def test_of_two_parts_of_one_device_its_part_is_told_too() -> None:
    other = replace(ENCODER, device=f"{PORT}/input1")
    inputs = [line for line in told(Settings(seats={}), ENCODER, other) if "input = " in line]
    assert [line.split('"')[1] for line in inputs] == [f"{PORT}/input0", f"{PORT}/input1"]
    assert told(Settings(seats={}, inputs={1: InputButton(f"{PORT}/input1", "BTN_TOP")}), ENCODER)[1] == (
        "1: BTN_TOP at usb-0000:01:00.0-1.2/input1, not plugged in now"
    )


def test_what_cannot_be_heard_says_why() -> None:
    assert told(Settings(seats={}), replace(KEYPAD, why_not="Permission denied"))[2:5] == [
        "  It can't be heard, permission denied: sudo usermod -aG input $USER, then log",
        "  in anew",
        '  button = { input = "usb-0000:01:00.0-1.3", code = "KEY_KP0" }',
    ]


def test_a_line_of_a_button_head_is_told_with_the_pin_its_wire_ends_at() -> None:
    lines = "".join(f'[seats.{n}]\nbutton = {{ head = "pico", line = {n} }}\n' for n in range(1, 9))
    box = parse(lines, "my.toml")
    pins = (4, 5, 6, 7, 9, 10, 11, 12)
    assert told(box, HEAD)[1:-1] == [
        f"{n}: line {n} of the button head (pico), GP{n + 1}, pin {pin} of the Pico"
        for n, pin in enumerate(pins, 1)
    ]
    assert told(box)[:2] == [
        "Plugged-in buttons:",
        "1: line 1 of the button head (pico), GP2, pin 4 of the Pico; not plugged in now",
    ]
    seat = as_json(box, [HEAD])["plugged_in"]["3"]
    assert (seat["input"], seat["code"], seat["line"], seat["gp"], seat["pin"]) == (
        "pico",
        "LINE3",
        3,
        "GP4",
        6,
    )


def test_a_button_head_that_is_nobodys_is_told_with_the_line_for_a_box_file() -> None:
    nobodys = told(Settings(seats={}), replace(HEAD, why_not="Permission denied"), ENCODER)
    assert nobodys[1:6] == [
        f"- Pierwszy button head {HEAD.device}: eight lines, looked at every µs",
        "  It can't be heard, permission denied: sudo cp hardware/60-pierwszy.rules",
        "  /etc/udev/rules.d/, then plug it in anew",
        '  button = { head = "pico", line = 1 }',
        "  or another line, up to 8",
    ]
    box = parse(f"[seats.1]\n{nobodys[4]}", "my.toml")
    assert told(box, HEAD)[1].startswith("1: line 1 of the button head")
    two = told(Settings(seats={}), HEAD, replace(HEAD, device="pico-0123456789ABCDEF"))
    assert f'  button = {{ head = "{HEAD.device}", line = 1 }}' in two


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_keyboard_of_a_hundred_keys_fits_80_columns(language: str) -> None:
    keyboard = replace(KEYPAD, name="x" * 40, buttons=frozenset(range(2, 102)))
    rows = told(plugged(), ENCODER, keyboard, language=language)
    assert max(map(len, rows)) <= 80
    assert sum("KEY_" in row for row in rows) <= 4


def test_a_box_of_pins_with_nothing_plugged_in_is_told_nothing() -> None:
    assert told(Settings(seats={1: SeatPins(5)})) == []


def test_as_json_it_says_the_same() -> None:
    data = json.loads(json.dumps(as_json(BOX, [ENCODER])))
    assert data["plugged_in"]["3"] == {"input": PORT, "code": 288, "poll_ms": 0.125, "delay_ms": None}
    assert data["plugged_in"]["5"] is None
    (device,) = data["devices"]
    assert (device["device"], device["poll_ms"], device["polled_by"]) == (f"{PORT}/input0", 8.0, "usb")


def test_the_command_tells_what_is_plugged_in_and_of_nothing_wired_no_pins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(input_roster, "input_devices", lambda: (ENCODER,))
    mine = tmp_path / "mine.toml"
    mine.write_text('[seats.1]\nbutton = "usb"\n')
    assert main(["wiring", "--lang", "en", "--settings", str(mine)]) == 0
    nothing = ("tie 500 µs by default: no button is on pins, nothing is measured", "")
    plugged_in = told(Settings(seats={}, inputs={1: None}), ENCODER)
    assert capsys.readouterr().out.splitlines() == [*plugged_in, *nothing]
    assert main(["wiring", "--json", "--settings", str(mine)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["wires"], data["plugged_in"], len(data["devices"])) == ([], {"1": None}, 1)
