"""The example that lights up for who was first: in a terminal, as an LED, from a replay to its end."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from subprocess import PIPE, Popen, run

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cli import main as pierwszy
from firmware.boxfile.settings import default, minimal
from firmware.boxfile.wiring import wires
from firmware.views import SIGNS
from hardware.examples import winner_light
from hardware.examples.winner_light import COLOURS, Led, Terminal, lights

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "hardware" / "examples" / "winner_light.py"
RED, GREEN, BLUE = 9, 10, 11

PHASE = {"event": "phase", "phase": "ruled", "turn": None}


def ruling(at: float, winner: int | None, *tied: int) -> dict[str, object]:
    return {"at": at, "event": "ruling", "winner": winner, "tied": list(tied)}


def lit(*lines: dict[str, object]) -> list[tuple[int, ...]]:
    return list(lights(json.dumps(line) + "\n" for line in lines))


def in_terminal(*seats: int) -> str:
    """What a terminal shows for these seats."""
    out = io.StringIO()
    Terminal(out).show(seats)
    return out.getvalue()


# -- when ----------------------------------------------------------------------------------------------------


def test_a_winner_is_lit_until_it_goes_on() -> None:
    assert lit(ruling(1, 2), {"at": 1, **PHASE}, {"at": 3, **PHASE}, ruling(4, 2)) == [(2,), (), (2,), ()]


def test_a_straggler_changes_nothing_and_an_undo_goes_dark() -> None:
    assert lit(ruling(1, 2), ruling(1.2, 2), {"at": 2, "event": "undo"}) == [(2,), ()]


def test_a_tie_lights_all_until_the_table_has_decided() -> None:
    assert lit(ruling(1, None, 1, 3), {"at": 1, **PHASE}, ruling(2, 3, 1, 3)) == [(1, 3), (3,), ()]


def test_who_has_won_the_game_is_lit_and_nobody_where_all_have_lost() -> None:
    assert lit({"at": 1, **PHASE}, {"at": 1, "event": "over", "winners": [1, 4]}) == [(1, 4), ()]
    assert lit({"at": 1, **PHASE}, {"at": 1, "event": "over", "winners": []}) == []


def test_it_ends_with_the_box_and_lines_of_others_mean_nothing() -> None:
    assert list(lights(["pierwszy: ready\n", "7\n", '{"event": "new"}\n'])) == []
    assert lit(ruling(1, 2), {"at": 2, "event": "end", "snapshot": {}}, ruling(3, 3)) == [(2,), ()]


# -- how -----------------------------------------------------------------------------------------------------


def test_its_colours_are_the_seats() -> None:
    assert {seat: "#{:02X}{:02X}{:02X}".format(*rgb) for seat, rgb in COLOURS.items()} == {
        seat: sign.colour for seat, sign in SIGNS.items()
    }


def test_a_terminal_shows_a_seat_by_number_and_colour() -> None:
    assert in_terminal(2) == "\x1b[1;30;48;2;240;228;66m  2  \x1b[0m\n"
    assert [seat in in_terminal(1, 3) for seat in ("  1  ", "  2  ", "  3  ")] == [True, False, True]
    assert in_terminal() == ""


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.close()


def shown(pins: MockFactory) -> tuple[float, ...]:
    """How bright red, green and blue are, 0 to 255."""
    return tuple(round(pins.pin(number).state * 255) for number in (RED, GREEN, BLUE))


def test_an_led_has_the_winners_colour_and_goes_out(pins: MockFactory) -> None:
    led = Led(RED, GREEN, BLUE)
    for seat in SIGNS:
        led.show((seat,))
        assert shown(pins) == COLOURS[seat]
    led.show(())
    assert shown(pins) == (0, 0, 0)
    led.close()


def test_an_led_shows_the_colours_of_a_tie_in_turns_slower_than_harms(pins: MockFactory) -> None:
    led = Led(RED, GREEN, BLUE)
    led.show((1, 3))
    colours = {tuple(round(part * 255) for part in rgb) for rgb in islice(led.led.source, 4)}
    assert colours == {COLOURS[1], COLOURS[3]}
    assert led.led.source_delay > 1 / 3
    led.show((2,))
    assert shown(pins) == COLOURS[2]
    led.close()


def test_the_pins_it_names_are_free_on_the_boxes_it_names() -> None:
    assert f"--led {RED} {GREEN} {BLUE}\n" in (winner_light.__doc__ or "")
    for box in (default(), minimal()):
        assert {RED, GREEN, BLUE}.isdisjoint(wire.pin.gpio for wire in wires(box))


# -- all of it -----------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_a_replay_of_a_quiz_lights_each_winner_and_both_of_a_tie(capsys: pytest.CaptureFixture[str]) -> None:
    assert pierwszy(["replay", str(ROOT / "tests" / "journeys" / "buzzer-whole-quiz.table")]) == 0
    told = capsys.readouterr().out
    ran = run([sys.executable, PROGRAM], input=told, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines(keepends=True)
    assert lines[:4] == [in_terminal(3), in_terminal(1), in_terminal(1, 3), in_terminal(3)]


def test_a_reader_of_its_colours_that_has_gone_ends_it_without_a_word() -> None:
    lines = "".join(json.dumps(ruling(at, 1 + at % 2)) + "\n" for at in range(9999))
    with Popen([sys.executable, PROGRAM], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as light:
        assert light.stdout is not None
        light.stdout.close()
        _, said = light.communicate(lines)
    assert said == ""
