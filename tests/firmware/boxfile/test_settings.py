from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path

import pytest

from firmware.boxfile import settings
from firmware.boxfile.settings import (
    KnobPins,
    NamedFile,
    PanelSettings,
    SeatPins,
    Settings,
    default,
    eight_seats,
    load,
    middle,
    minimal,
    of_this_machine,
    parse,
)
from firmware.boxfile.window_settings import WindowSettings
from firmware.errors import SettingsError
from firmware.times import Rests, Times

SEAT = "[seats.1]\nbutton = 5\n"
PANEL = 'driver = "ssd1306"'
BUTTON = "seats.1.button: expected a whole number or 'usb' or a table,"
KEYS = (
    "seats, knob, sound, main, times, rest, gpio, check, mux, power, dice, boards, screen, phones, language"
)


def faults(text: str, **reserved: tuple[str, ...]) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        parse(text, "my.toml", reserved=reserved)
    return caught.value.faults


def test_a_whole_file_becomes_settings() -> None:
    text = f"""
        language = "en"
        [knob]
        ok = 22
        up = 17
        down = 27
        [sound]
        piezo = 18
        [main]
        panel = {{ driver = "sh1106", address = 0x3D, column_offset = 0, rotate = 2 }}
        [seats.2]
        button = 6
        lamp = 23
        panel = {{ {PANEL}, bus = 11 }}
        [seats.1]
        button = 5
        [times]
        settle_ms = 40
        tie_us = 123.5
        [rest]
        dim_s = 90
        [gpio]
        chip = "gpio-sim"
        [check]
        jumper = 4
        zero = "pull"
    """
    settings = parse(text, "my.toml")
    assert list(settings.seats) == [1, 2]  # clockwise, whatever the file's order
    assert settings == Settings(
        seats={1: SeatPins(5), 2: SeatPins(6, 23)},
        knob=KnobPins(ok=22, up=17, down=27),
        piezo=18,
        panels={
            "main": PanelSettings("sh1106", address=0x3D, column_offset=0, rotate=2),
            2: PanelSettings("ssd1306", bus=11),
        },
        language="en",
        chip="gpio-sim",
        jumper=4,
        zero="pull",
        times=Times(settle=40_000_000, tie=123_500),
        rests=Rests(dim=90_000_000_000),
        source="my.toml",
    )


def test_the_least_file_is_one_button() -> None:
    assert parse(SEAT, "my.toml") == Settings(seats={1: SeatPins(5)}, source="my.toml")


def test_the_box_file_that_was_installed_is_this_machines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings, "INSTALLED", tmp_path / "box.toml")
    assert of_this_machine() == default()
    (tmp_path / "box.toml").write_text(SEAT)
    assert list(of_this_machine().seats) == [1]


def test_the_reference_box_has_six_seats_a_knob_a_piezo_and_seven_panels() -> None:
    box = default()
    assert list(box.seats) == [1, 2, 3, 4, 5, 6]
    assert all(pins.lamp is not None for pins in box.seats.values())
    assert box.knob == KnobPins(ok=22, a=17, b=27)
    assert set(box.panels) == {"main", 1, 2, 3, 4, 5, 6}
    assert box.times == Times()
    assert box.rests == Rests()
    assert box.source == "box.toml"


def test_the_big_box_is_the_reference_box_and_two_more_seats() -> None:
    six, eight = default(), eight_seats()
    assert list(eight.seats) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {seat: eight.seats[seat] for seat in six.seats} == six.seats
    assert (eight.knob, eight.piezo, eight.mux_reset) == (six.knob, six.piezo, six.mux_reset)
    assert {seat: eight.panels[seat] for seat in six.seats} == {seat: six.panels[seat] for seat in six.seats}
    assert set(eight.panels) == {"main", *range(1, 9)}


def test_the_middle_box_is_the_reference_box_with_one_panel_and_fewer_seats() -> None:
    six, box = default(), middle()
    assert {seat: six.seats[seat] for seat in box.seats} == box.seats
    assert (box.knob, box.power_button, box.jumper) == (six.knob, six.power_button, six.jumper)
    assert {name: panel.wires for name, panel in box.panels.items()} == {"main": (1, None, None, 0x3C)}
    assert box.mux_reset is None


def test_the_least_box_is_two_buttons_and_a_panel_at_the_address_it_is_sold_with() -> None:
    box = minimal()
    assert box.seats == {1: SeatPins(5), 2: SeatPins(6)}
    assert (box.knob, box.piezo, set(box.panels)) == (None, None, {"main"})
    assert box.panels["main"].wires == (1, None, None, 0x3C)


@pytest.mark.parametrize("box", [default(), eight_seats()], ids=["six", "eight"])
def test_the_jumpers_pin_is_pulled_up_at_power_on_as_the_buttons_lines_are(box: Settings) -> None:
    assert box.jumper in range(9)


def test_the_panels_are_behind_one_mux_a_channel_each_the_ninth_right_on_the_bus() -> None:
    assert default().panels["main"].wires == (1, 0x70, 6, 0x3C)
    box = eight_seats()
    assert box.panels["main"].wires == (1, None, None, 0x3D)
    assert [box.panels[seat].wires for seat in box.seats] == [
        (1, 0x70, channel, 0x3C) for channel in range(8)
    ]


def test_panels_apart_by_bus_channel_or_address_do_not_clash() -> None:
    places = [
        "bus = 3",
        "mux = 0x70, channel = 0",
        "mux = 0x70, channel = 1",
        "mux = 0x70, channel = 0, address = 61",
    ]
    seats = [f"[seats.{n}]\nbutton = {n + 4}\npanel = {{ {PANEL}, {at} }}" for n, at in enumerate(places, 1)]
    box = parse("\n".join(seats), "my.toml")
    assert [panel.wires for panel in box.panels.values()] == [
        (3, None, None, 0x3C),
        (1, 0x70, 0, 0x3C),
        (1, 0x70, 1, 0x3C),
        (1, 0x70, 0, 0x3D),
    ]


FAULTS = {
    "unknown key at the top": (
        'lang = "pl"\n' + SEAT,
        f"lang: expected one of {KEYS}, got an unknown key",
    ),
    "unknown key in a seat": (
        SEAT + "buton = 6",
        "seats.1.buton: expected one of button, lamp, panel, got an unknown key",
    ),
    "a text for a pin": (
        '[seats.1]\nbutton = "5"',
        f"{BUTTON} got '5'",
    ),
    "a fraction for a pin": (
        "[seats.1]\nbutton = 5.5",
        f"{BUTTON} got 5.5",
    ),
    "a truth for a pin": (
        "[seats.1]\nbutton = true",
        f"{BUTTON} got True",
    ),
    "a number for a table": ("knob = 5\n" + SEAT, "knob: expected a table, got 5"),
    "a number for a seat": ("[seats]\n1 = 5", "seats.1: expected a table, got 5"),
    "a number for the seats": ("seats = 5", "seats: expected a table, got 5"),
    "no seats": ('language = "pl"', "seats: expected at least one seat, got none"),
    "an empty list of seats": ("[seats]", "seats: expected at least one seat, got none"),
    "seat 0": ("[seats.0]\nbutton = 5", "seats.0: expected a seat 1..8, got '0'"),
    "seat 9": ("[seats.9]\nbutton = 5", "seats.9: expected a seat 1..8, got '9'"),
    "a seat with a name": ("[seats.ola]\nbutton = 5", "seats.ola: expected a seat 1..8, got 'ola'"),
    "a panel without a button": (
        f"[seats.1]\npanel = {{ {PANEL} }}",
        "seats.1.button: expected a value, got none",
    ),
    "a pin used twice": (
        SEAT + "lamp = 5",
        "seats.1.lamp: expected a free pin, got 5, which is seats.1.button already",
    ),
    "a pin used by two tables": (
        "[knob]\nok = 5\nup = 6\ndown = 7\n" + SEAT,
        "seats.1.button: expected a free pin, got 5, which is knob.ok already",
    ),
    "a pin beyond the header": (
        "[seats.1]\nbutton = 28",
        "seats.1.button: expected a GPIO 2..27, got 28, which is not on the header",
    ),
    "a pin below the header": (
        "[seats.1]\nbutton = -1",
        "seats.1.button: expected a GPIO 2..27, got -1, which is not on the header",
    ),
    "the EEPROM's pin": (
        "[sound]\npiezo = 1\n" + SEAT,
        "sound.piezo: expected a GPIO 2..27, got 1, which is kept for a HAT's EEPROM",
    ),
    "a jumper on a button's pin": (
        "[check]\njumper = 5\n" + SEAT,
        "check.jumper: expected a free pin, got 5, which is seats.1.button already",
    ),
    "a zero test that is neither": (
        '[check]\nzero = "often"\n' + SEAT,
        "check.zero: expected true or false or 'pull', got 'often'",
    ),
    "a zero test by a jumper that is not there": (
        '[check]\nzero = "pull"\n' + SEAT,
        "check: expected the pin of a jumper for zero = 'pull', got none",
    ),
    "a jumper that is no pin": (
        "[check]\njumper = 28\n" + SEAT,
        "check.jumper: expected a GPIO 2..27, got 28, which is not on the header",
    ),
    "an I2C pin with panels": (
        f"[seats.1]\nbutton = 3\n[main]\npanel = {{ {PANEL} }}",
        "seats.1.button: expected a free pin, got 3, which the panels need for I2C (SCL)",
    ),
    "half an encoder": (
        "[knob]\nok = 22\na = 17\n" + SEAT,
        "knob: expected both a and b, got one of them",
    ),
    "an encoder and keys": (
        "[knob]\nok = 22\na = 17\nb = 27\nup = 6\ndown = 7\n" + SEAT,
        "knob: expected an encoder (a, b) or keys (up, down), got both",
    ),
    "clicks of a knob that has none": (
        "[knob]\nok = 22\nup = 6\ndown = 7\nclicks_per_step = 2\n" + SEAT,
        "knob.clicks_per_step: expected an encoder (a, b), got keys (up, down)",
    ),
    "a third of a step": (
        "[knob]\nok = 22\na = 17\nb = 27\nclicks_per_step = 3\n" + SEAT,
        "knob.clicks_per_step: expected 1 or 2 or 4, got 3",
    ),
    "a reset without a mux": (
        f"[mux]\nreset = 7\n{SEAT}panel = {{ {PANEL} }}",
        "mux.reset: expected a panel behind a mux, got none",
    ),
    "an off button on a lamp's pin": (
        f"[power]\nbutton = 23\n{SEAT}lamp = 23",
        "power.button: expected a free pin, got 23, which is seats.1.lamp already",
    ),
    "a knob that can't turn": (
        "[knob]\nok = 22\n" + SEAT,
        "knob: expected an encoder (a, b) or keys (up, down), got neither",
    ),
    "a knob that can't be pressed": (
        "[knob]\na = 17\nb = 27\n" + SEAT,
        "knob.ok: expected a value, got none",
    ),
    "an unknown driver": (
        '[main]\npanel = { driver = "st7789" }\n' + SEAT,
        "main.panel.driver: expected 'ssd1306' or 'ssd1309' or 'sh1106', got 'st7789'",
    ),
    "no driver": ("[main]\npanel = {}\n" + SEAT, "main.panel.driver: expected a value, got none"),
    "a rotation in degrees": (
        f"[main]\npanel = {{ {PANEL}, rotate = 90 }}\n" + SEAT,
        "main.panel.rotate: expected 0..3, got 90",
    ),
    "an eight-bit address": (
        f"[main]\npanel = {{ {PANEL}, address = 0x78 }}\n" + SEAT,
        "main.panel.address: expected 0x08..0x77, got 0x78",
    ),
    "a negative bus": (
        f"[main]\npanel = {{ {PANEL}, bus = -1 }}\n" + SEAT,
        "main.panel.bus: expected 0..255, got -1",
    ),
    "a mux without its channel": (
        f"[main]\npanel = {{ {PANEL}, mux = 0x70 }}\n" + SEAT,
        "main.panel: expected both mux and channel, got one of them",
    ),
    "a channel without its mux": (
        f"[main]\npanel = {{ {PANEL}, channel = 0 }}\n" + SEAT,
        "main.panel: expected both mux and channel, got one of them",
    ),
    "a ninth channel": (
        f"[main]\npanel = {{ {PANEL}, mux = 0x70, channel = 8 }}\n" + SEAT,
        "main.panel.channel: expected 0..7, got 8",
    ),
    "a mux where none can be": (
        f"[main]\npanel = {{ {PANEL}, mux = 0x6F, channel = 0 }}\n" + SEAT,
        "main.panel.mux: expected 0x70..0x77, got 0x6f",
    ),
    "a panel at its mux's address": (
        f"[main]\npanel = {{ {PANEL}, mux = 0x70, channel = 0, address = 0x70 }}\n" + SEAT,
        "main.panel: expected an address of its own, got 0x70 on bus 1 behind channel 0 of the mux at 0x70, "
        "where a mux is already",
    ),
    "two panels at one address of one channel": (
        f"[main]\npanel = {{ {PANEL}, mux = 0x71, channel = 7 }}\n{SEAT}"
        f"panel = {{ {PANEL}, mux = 0x71, channel = 7 }}",
        "seats.1.panel: expected an address of its own, got 0x3c on bus 1 behind channel 7 of the mux at 0x71"
        ", where main.panel is already",
    ),
    "a panel on the bus that hears one behind the mux": (
        f"[main]\npanel = {{ {PANEL} }}\n{SEAT}panel = {{ {PANEL}, mux = 0x70, channel = 2 }}",
        "seats.1.panel: expected an address of its own, got 0x3c on bus 1 behind channel 2 of the mux at 0x70"
        ", where main.panel is already",
    ),
    "a panel behind the mux that one on the bus hears": (
        f"[main]\npanel = {{ {PANEL}, mux = 0x70, channel = 2 }}\n{SEAT}panel = {{ {PANEL} }}",
        "seats.1.panel: expected an address of its own, got 0x3c on bus 1, where main.panel is already",
    ),
    "too much contrast": (
        f"[main]\npanel = {{ {PANEL}, contrast = 256 }}\n" + SEAT,
        "main.panel.contrast: expected 0..255, got 256",
    ),
    "a size the driver has not": (
        '[main]\npanel = { driver = "sh1106", width = 64 }\n' + SEAT,
        "main.panel: expected 128x64 or 128x32 or 128x128 pixels, got 64x64",
    ),
    "two panels at one address": (
        f"[main]\npanel = {{ {PANEL} }}\n{SEAT}panel = {{ {PANEL}, bus = 1, address = 0x3C }}",
        "seats.1.panel: expected an address of its own, got 0x3c on bus 1, where main.panel is already",
    ),
    "an unknown language": (
        'language = "de"\n' + SEAT,
        "language: expected 'pl' or 'en', got 'de'",
    ),
    "an empty chip": ('[gpio]\nchip = ""\n' + SEAT, "gpio.chip: expected a text, got ''"),
    "panels that dim at once": (
        "[rest]\ndim_s = 5\n" + SEAT,
        "rest.dim_s: expected 10..86400, got 5",
    ),
    "a picture that moves after more than a day": (
        "[rest]\nshift_s = 86401\n" + SEAT,
        "rest.shift_s: expected 10..86400, got 86401",
    ),
    "a negative time": (
        "[times]\nrelease_ms = -1\n" + SEAT,
        "times.release_ms: expected 0..10000, got -1",
    ),
    "a time that is no number": (
        "[times]\nrelease_ms = nan\n" + SEAT,
        "times.release_ms: expected a number, got nan",
    ),
    "confirm not below bounce": (
        "[times]\nconfirm_ms = 20\n" + SEAT,
        "times: expected confirm_ms below bounce_ms (20), got 20",
    ),
    "gap not below bounce": (
        "[times]\ngap_ms = 21\n" + SEAT,
        "times: expected gap_ms below bounce_ms (20), got 21",
    ),
    "tie beyond settle": (
        "[times]\ntie_us = 30001\n" + SEAT,
        "times: expected tie_us within settle_ms (30), got 30001",
    ),
    "not toml": ("[seats.1]\nbutton 5", "expected '=' after a key in a key/value pair (at line 2, column 8)"),
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_one_line_with_its_path(text: str, fault: str) -> None:
    assert faults(text) == (fault,)


MUXED = f"{SEAT}panel = {{ {PANEL}, mux = 0x70, channel = 0 }}\n"
LIT = "expected a GPIO 9..27, which is pulled down at power-on, got"
CONSOLE = "of the serial console on a Pi 1, 2 or a Zero without W, unless config.txt says enable_uart=0"
WARNINGS = {
    "a lamp that is pulled up": (
        SEAT + "lamp = 8",
        f"seats.1.lamp: {LIT} 8: the lamp is lit until the box has started",
    ),
    "a lamp on an I2C pin that no panel needs": (
        SEAT + "lamp = 3",
        f"seats.1.lamp: {LIT} 3: the lamp is lit until the box has started",
    ),
    "a piezo that is pulled up": (
        SEAT + "[sound]\npiezo = 4",
        f"sound.piezo: {LIT} 4: the piezo is under voltage until the box has started",
    ),
    "a reset that is pulled down": (
        MUXED + "[mux]\nreset = 9",
        "mux.reset: expected a GPIO 4..8, which is pulled up at power-on, got 9: "
        "the mux may be held in reset while the kernel looks for it",
    ),
    "a button the console sends on": (
        "[seats.1]\nbutton = 14",
        f"seats.1.button: expected a GPIO that serves nothing else, got 14, TXD {CONSOLE}",
    ),
    "a key the console listens to": (
        SEAT + "[power]\nbutton = 15",
        f"power.button: expected a GPIO that serves nothing else, got 15, RXD {CONSOLE}",
    ),
}


@pytest.mark.parametrize(("text", "warning"), WARNINGS.values(), ids=WARNINGS.keys())
def test_a_pin_that_works_but_not_well_is_warned_of_with_the_reason(text: str, warning: str) -> None:
    assert parse(text, "my.toml").warnings == (warning,)


@pytest.mark.parametrize(
    "text",
    [
        "[seats.1]\nbutton = 3\n[power]\nbutton = 2",  # without panels these are pins as any
        f"{MUXED}lamp = 9\n[mux]\nreset = 8\n[check]\njumper = 4\n[power]\nbutton = 11",
    ],
)
def test_of_a_pin_that_does_well_nothing_is_said(text: str) -> None:
    assert parse(text, "my.toml").warnings == ()


@pytest.mark.parametrize("box", [default(), eight_seats(), middle(), minimal()], ids=lambda box: box.source)
def test_nothing_is_said_of_the_boxes_that_ship_with_the_program(box: Settings) -> None:
    assert box.warnings == ()


def test_all_faults_are_reported_at_once() -> None:
    text = """
        colour = "red"
        language = "de"
        [knob]
        ok = 5
        a = 28
        b = "27"
        [main]
        panel = { driver = "ssd1306", rotate = 4 }
        [seats.1]
        button = 5
        lamp = 2
        panel = { driver = "lcd" }
        [seats.3]
        button = 7
        panel = { driver = "ssd1306", mux = 0x70, channel = 8, address = 0x3D }
        [seats.4]
        button = 8
        panel = { driver = "ssd1306", mux = "0x70", channel = 1 }
        [seats.9]
        lamp = 6
        [times]
        confirm_ms = 50
        gap_ms = 50
    """
    assert set(faults(text)) == {
        f"colour: expected one of {KEYS}, got an unknown key",
        "language: expected 'pl' or 'en', got 'de'",
        "knob.a: expected a GPIO 2..27, got 28, which is not on the header",
        "knob.b: expected a whole number, got '27'",
        "main.panel.rotate: expected 0..3, got 4",
        "seats.1.button: expected a free pin, got 5, which is knob.ok already",
        "seats.1.lamp: expected a free pin, got 2, which the panels need for I2C (SDA)",
        "seats.1.panel.driver: expected 'ssd1306' or 'ssd1309' or 'sh1106', got 'lcd'",
        "seats.3.panel.channel: expected 0..7, got 8",
        "seats.4.panel.mux: expected a whole number, got '0x70'",
        "seats.1.panel: expected an address of its own, got 0x3c on bus 1, where main.panel is already",
        "seats.9: expected a seat 1..8, got '9'",
        "seats.9.button: expected a value, got none",
        "times: expected confirm_ms below bounce_ms (20), got 50",
        "times: expected gap_ms below bounce_ms (20), got 50",
    }


def test_the_error_text_names_the_file_on_every_line() -> None:
    with pytest.raises(SettingsError) as caught:
        parse('language = "de"', "my.toml")
    assert str(caught.value).splitlines() == [
        "my.toml: language: expected 'pl' or 'en', got 'de'",
        "my.toml: seats: expected at least one seat, got none",
    ]


def test_a_file_is_read_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(SEAT, encoding="utf-8")
    assert load(path) == Settings(seats={1: SeatPins(5)}, source=str(path))


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path / "none.toml")
    assert str(caught.value) == f"{tmp_path}/none.toml: expected a box file, got no such file or directory"


def test_a_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="expected a box file, got is a directory"):
        load(tmp_path)


def test_a_file_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b'language = "\xff"')
    with pytest.raises(SettingsError, match="expected a box file in UTF-8, got byte 0xff"):
        load(path)


def test_a_box_may_know_dice_by_name() -> None:
    box = parse(SEAT + '[dice]\nweather = ["sun", "rain", "snow"]\n', "my.toml")
    assert box.dice == {"weather": ("sun", "rain", "snow")}


def test_sides_of_a_die_may_show_the_same() -> None:
    box = parse(SEAT + '[dice]\nfudge = ["+1", "+1", "0", "0", "-1", "-1"]\n', "my.toml")
    assert box.dice == {"fudge": ("+1", "+1", "0", "0", "-1", "-1")}


def test_a_die_that_can_not_be_rolled_or_typed_is_a_fault() -> None:
    assert faults(SEAT + '[dice]\nk9 = ["a", "b"]\nflat = ["a"]\ntwins = ["a", "a"]\n', dice=("kezao",)) == (
        "dice.k9: expected a name of plain letters, not kezao, got 'k9'",
        "dice.flat: expected 2 to 100 faces, got 1",
        "dice.twins: expected faces that are not all 'a'",
    )


def test_a_die_can_t_have_a_name_that_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(SEAT + '[dice]\nkezao = ["a", "b"]\n')
    assert load(path).dice == {"kezao": ("a", "b")}
    with pytest.raises(SettingsError, match=r"dice\.kezao: expected a name of plain letters, not kezao, got"):
        load(path, {"dice": ("kezao",)})


# -- boards --------------------------------------------------------------------------------------------------


def test_board_files_are_read_from_beside_the_box_file(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "kitchen.toml").write_text("ours", encoding="utf-8")
    (tmp_path / "mine" / "2.toml").write_text("hers", encoding="utf-8")
    path = tmp_path / "box.toml"
    path.write_text(SEAT + '[boards]\nkitchen = "kitchen.toml"\nno-2 = "mine/2.toml"\n', encoding="utf-8")
    assert load(path).files["boards"] == {
        "kitchen": NamedFile(f"{tmp_path}/kitchen.toml", "ours"),
        "no-2": NamedFile(f"{tmp_path}/mine/2.toml", "hers"),
    }


def test_every_board_file_that_can_not_be_read_is_a_line_beside_the_other_faults(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_bytes(b'name = "\xff"')
    path = tmp_path / "box.toml"
    boards = '[boards]\ngone = "gone.toml"\nold = "old.toml"\nhere = "."\nbad = "a\\u0000b"\n'
    path.write_text("[seats.1]\nbutton = 99\n" + boards, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(path)
    assert caught.value.faults == (
        "seats.1.button: expected a GPIO 2..27, got 99, which is not on the header",
        f"boards.gone: expected a board file at {tmp_path}/gone.toml, got no such file or directory",
        f"boards.old: expected a board file at {tmp_path}/old.toml in UTF-8, got byte 0xff",
        f"boards.here: expected a board file at {tmp_path}, got is a directory",
        f"boards.bad: expected a board file at {tmp_path}/a\0b, got embedded null byte",
    )


def test_a_board_that_can_not_be_typed_is_a_fault() -> None:
    expected = "expected a name of plain letters, digits and -, not none or example, got"
    text = SEAT + '[boards]\n"my board" = "a"\nnone = "b"\nexample = "c"\n"łąka" = "d"\n'
    assert faults(text, boards=("none", "example")) == (
        f"boards.my board: {expected} 'my board'",
        f"boards.none: {expected} 'none'",
        f"boards.example: {expected} 'example'",
        f"boards.łąka: {expected} 'łąka'",
    )


def test_a_board_is_named_with_its_file() -> None:
    assert faults(SEAT + "[boards]\nkitchen = 5\n") == ("boards.kitchen: expected a text, got 5",)
    assert faults('boards = "kitchen.toml"\n' + SEAT) == ("boards: expected a table, got 'kitchen.toml'",)


# -- the window ----------------------------------------------------------------------------------------------

SCREEN = {
    "theme": ("light", "dark"),
    "still": (True, False),
    "captions": (True, False),
    "fullscreen": (True, False),
    "margin": (0, 7.5, 10),
    "letters": (100, 150, 200),
    "television": (True, False),
}


def toml(value: object) -> str:
    return repr(value).lower().replace("'", '"')


def test_every_key_of_the_window_is_tried() -> None:
    assert [field.name for field in fields(WindowSettings)] == list(SCREEN)


@pytest.mark.parametrize(("key", "value"), [(key, value) for key in SCREEN for value in SCREEN[key]])
def test_a_key_of_the_window_is_taken(key: str, value: object) -> None:
    window = parse(f"{SEAT}[screen]\n{key} = {toml(value)}\n", "my.toml").window
    assert asdict(window) == asdict(WindowSettings()) | {key: value}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("still = 1", "screen.still: expected true or false, got 1"),
        ('fullscreen = "yes"', "screen.fullscreen: expected true or false, got 'yes'"),
        ("margin = 11", "screen.margin: expected 0..10, got 11"),
        ("margin = true", "screen.margin: expected a number, got True"),
        ("letters = 90", "screen.letters: expected 100..200, got 90"),
        ("letters = 150.5", "screen.letters: expected a whole number, got 150.5"),
        ('theme = "pink"', "screen.theme: expected 'dark' or 'light', got 'pink'"),
    ],
)
def test_a_key_of_the_window_that_can_not_be_is_one_line(line: str, fault: str) -> None:
    assert faults(f"{SEAT}[screen]\n{line}\n") == (fault,)


def test_how_far_ahead_sounds_are_worked_out_can_be_set() -> None:
    assert parse(SEAT, "my.toml").sound_buffer == 256
    assert parse(f"{SEAT}[sound]\nbuffer = 1024\n", "my.toml").sound_buffer == 1024
    assert faults(f"{SEAT}[sound]\nbuffer = 12\n") == ("sound.buffer: expected 64..4096, got 12",)
