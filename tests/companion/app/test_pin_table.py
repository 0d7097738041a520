from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.app.certifying import with_standing
from companion.app.pin_table import USES, WIRE_COLOURS, as_json, lines
from companion.cli import main
from companion.i18n import speaker
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import Colour, Use, wires
from firmware.pi import input_roster

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def nothing_plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine has."""
    monkeypatch.setattr(input_roster, "input_devices", lambda: ())


BOXES = pytest.mark.parametrize(
    "box",
    [boxes.default(), boxes.eight_seats(), boxes.middle(), boxes.minimal()],
    ids=["six", "eight", "middle", "minimal"],
)


@BOXES
@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_table_has_a_line_for_each_wire_and_fits_80_columns(box: Settings, language: str) -> None:
    told = list(lines(box, speaker(language)))
    assert max(map(len, told)) <= 80
    numbers = [line[:4].strip() for line in told[1 : told.index("")]]
    assert numbers == [str(wire.pin.number) for wire in wires(box)]


def test_a_wire_is_told_by_pin_gpio_colour_and_where_it_goes() -> None:
    told = list(lines(boxes.default(), speaker("en")))
    assert " 16  23    light blue, ringed  lamp 1: U1 pin 1, U1 pin 18, J1 pin 5" in told
    assert " 29  5     light blue          button 1: R1, J1 pin 1" in told
    assert "  2  5V    red                 +5V: F1, U3, J1-J6" in told
    assert "3: D3     U2 (0x70), channel 2  0x3c     ssd1306 128x64" in told
    assert "J1-J6: 1 button, 2 ground, 3 SDA, 4 +5V, 5 lamp, 6 ground, 7 SCL, 8 +3V3" in told


def test_a_small_box_is_told_nothing_of_parts_it_has_not() -> None:
    told = "\n".join(lines(boxes.minimal(), speaker("en")))
    assert "D0     " not in told
    assert not [part for part in ("U1", "U2", "U3", "F1", "E1") if part in told]


def test_every_use_and_colour_has_its_words() -> None:
    assert set(WIRE_COLOURS) == set(Colour)
    assert set(USES) == set(Use)


def test_the_command_prints_the_reference_box_or_the_file_named(tmp_path: Path, capsys: Capture) -> None:
    assert main(["wiring", "--lang", "en"]) == 0
    here = with_standing(boxes.default())
    assert capsys.readouterr().out.splitlines() == list(lines(here, speaker("en")))
    mine = tmp_path / "mine.toml"
    mine.write_text("[seats.4]\nbutton = 12\n")
    assert main(["wiring", "--lang", "en", "--settings", str(mine)]) == 0
    assert " 32  12    brown   button 4: R4, J4 pin 1" in capsys.readouterr().out.splitlines()


@BOXES
def test_as_json_it_says_the_same(box: Settings, capsys: Capture) -> None:
    data = json.loads(json.dumps(as_json(box)))
    assert [wire["pin"] for wire in data["wires"]] == [wire.pin.number for wire in wires(box)]
    buttons = {wire["seat"]: wire["gpio"] for wire in data["wires"] if wire["use"] == "button"}
    assert buttons == {seat: pins.button for seat, pins in box.seats.items()}
    assert [panel["panel"] for panel in data["panels"]] == list(box.panels)
    assert set(data["sockets"]) == {str(seat) for seat in box.seats}


def test_json_comes_from_the_command_too(capsys: Capture) -> None:
    assert main(["wiring", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == as_json(with_standing(boxes.default()))


def test_what_could_be_wired_better_is_said_beside_the_table_and_is_no_fault(
    tmp_path: Path, capsys: Capture
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[seats.1]\nbutton = 5\nlamp = 8\n")
    assert main(["wiring", "--json", "--settings", str(mine)]) == 0
    told = capsys.readouterr()
    (warning,) = json.loads(told.out)["warnings"]
    assert warning.startswith("seats.1.lamp: expected a GPIO 9..27")
    assert told.err == f"pierwszy: {mine}: {warning}\n"
