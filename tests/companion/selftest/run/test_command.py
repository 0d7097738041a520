"""`pierwszy check` as a whole: by a script in virtual time, by typing in real time, by signals, as JSON."""

from __future__ import annotations

import io
import json
import os
import queue
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED

from companion.app.about import about
from companion.cli import main
from companion.errors import ScriptError
from companion.loop.mailbox import Mailbox
from companion.scripts.script import ExpectationError, read
from companion.scripts.virtual import SCRIPT_START_NS
from companion.selftest import buttons_step
from companion.selftest.course import Course
from companion.selftest.run import command
from companion.selftest.run.check_box import CheckBox
from companion.selftest.run.checker import Checker
from companion.selftest.run.command import run_check
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.errors import PinBusyError
from firmware.events import NS_PER_MS, Enter
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory
from firmware.pi.factory import Header
from firmware.views import Screen
from tests.companion.selftest.builder import SIX, Builder, Faults
from tests.firmware.fakes.faulty_oled import FaultyBench
from tests.firmware.fakes.mock_jumper import Planted

SOON = 10.0
"""Seconds; only something broken ever waits this long."""

BUTTONS = """
2.5 expect asks "press 1"
3   press 1
4   press 3           # asked for 2
4.2 expect asks "press 2"
5   press 3
6   press 2
7   press 2
8   press 4
9   hold-ok
10  press 6
10.5 expect ended true
10.5 expect faults ["swapped 2 3"]
"""

TWO = replace(boxes.minimal(), language="en")


def checked(text: str, *names: str, settings: Settings = SIX, as_json: bool = False) -> tuple[int, str]:
    """The exit code and what is printed."""
    out = io.StringIO()
    code = run_check(settings, names, script=read(text, "t.table"), as_json=as_json, out=out)
    return code, out.getvalue()


def test_a_script_plays_whoever_builds_the_box() -> None:
    code, told = checked(BUTTONS, "buttons")
    assert code == 1
    assert "Buttons 2/6: That came as button 3. Press button 2 once more. (20 s)" in told
    assert "WRONG     buttons 2, 3 are swapped" in told
    assert told.rstrip().endswith("1 fault.")


def test_a_box_that_is_well_ends_with_0() -> None:
    code, told = checked("2.5 press 1\n3.5 press 2", "buttons", settings=TWO)
    assert (code, told.rstrip().splitlines()[-1]) == (0, "All right.")


def test_a_question_skipped_is_no_fault() -> None:
    code, told = checked("2.5 press 1\n3.5 enter s", "buttons", settings=TWO)
    assert (code, told.rstrip().splitlines()[-1]) == (0, "No fault; but not everything was looked at.")


def test_a_script_that_ends_too_soon_breaks_it_off() -> None:
    code, told = checked("2.5 press 1", "buttons", settings=TWO)
    assert (code, told.rstrip().splitlines()[-1]) == (1, "Broken off; no fault so far.")


def test_a_button_down_when_it_begins_is_stuck() -> None:
    code, told = checked('0 down 1\n24 press 2\n25 expect faults ["stuck 1"]', "buttons", settings=TWO)
    assert code == 1
    assert "button 1: closed all the time" in told


def test_a_knob_is_turned_and_pressed() -> None:
    script = '0.2 knob +4\n2 knob -4\n4 ok\n5 expect findings ["ok a b", "ok ok"]'
    assert checked(script, "knob")[0] == 0


def test_an_expectation_that_fails_says_where() -> None:
    with pytest.raises(ExpectationError, match=r"t\.table:1: expected step to be \"lamps\""):
        checked("1 expect step lamps", "buttons")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 game seventeen", "expected what a self-test hears, got a line of a game"),
        ("1 dice 1 2", "expected what a self-test hears, got a line of a game"),
        ("1 undo", "expected ok, hold-ok or back in a self-test, got undo"),
        ("1 press 8", "expected a seat of this box"),
        ("0 down 8", "expected a seat of this box"),
    ],
)
def test_a_script_of_a_game_is_refused(line: str, why: str) -> None:
    with pytest.raises(ScriptError, match=why):
        checked(line, "buttons")


def test_the_whole_report_is_one_json_document() -> None:
    out = io.StringIO()
    code = run_check(SIX, ("buttons",), script=read(BUTTONS, "t.table"), as_json=True, out=out)
    report: dict[str, Any] = json.loads(out.getvalue())
    assert code == 1
    assert report["ok"] is False
    assert report["counts"] == {"ok": 3, "wrong": 1, "skipped": 1, "none": 0}
    (swapped,) = [finding for finding in report["findings"] if finding["verdict"] == "wrong"]
    assert (swapped["kind"], swapped["about"]) == ("swapped", [2, 3])
    assert "pin 31 (GPIO 6)" in swapped["do"]
    assert report["machine"]["chip"] == "mock"
    assert report["box"]["file"] == "box.toml"
    assert set(report["packages"]) >= {"gpiozero", "luma.oled"}
    works = report["findings"][0]
    assert works["data"] == {"edges": 2}


def test_what_a_bug_report_says_of_a_machine_without_a_chip() -> None:
    told = about(replace(SIX, chip="no such chip"), mock=False)
    assert told["machine"]["chip"] is None
    assert told["machine"]["kernel"] == os.uname().release


# -- in real time --------------------------------------------------------------------------------------------


class Keyboard(io.StringIO):
    """Somebody who types what the last question asks for; stands for standard input and output both."""

    def __init__(self, replies: dict[str, str]) -> None:
        super().__init__()
        self._replies = replies
        self._typed: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.told = ""
        self.asked = threading.Event()

    def write(self, text: str, /) -> int:
        self.told += text
        if "Don't touch" in text:
            self.asked.set()
        for asked, reply in self._replies.items():
            if asked in text:
                self._typed.put(reply + "\n")
        return len(text)

    def readline(self, _: int | None = -1, /) -> str:  # type: ignore[override]  # text, not bytes
        return self._typed.get(timeout=SOON) or ""

    def close(self) -> None:
        self._typed.put(None)


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    made = Keyboard({"Press button 1": "1", "Press button 2": "2"})
    yield made
    made.close()


def test_on_mock_pins_a_number_typed_presses_that_button(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons_step, "HANDS_OFF_NS", 50 * NS_PER_MS)
    code = run_check(TWO, ("buttons",), mock=True, out=keyboard, words=keyboard)
    assert code == 0
    assert keyboard.told.count("works") == 2


def test_words_without_end_are_taken_at_a_typists_pace_and_a_line_without_end_in_pieces() -> None:
    class Endless(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # text, not bytes
            assert size is not None
            assert size > 0
            return "x" * size

    mailbox, pauses = Mailbox(), 0

    def pause(seconds: float) -> None:
        nonlocal pauses
        pauses += seconds >= 0.01
        if pauses == 3:
            raise OSError  # nobody is left who types

    command._listen(Endless(), mailbox, HandClock(0), pause)
    assert [len(item.text) for item in mailbox.drain() if isinstance(item, Enter)] == [1000] * 3


def test_sigterm_ends_it_with_what_was_found(keyboard: Keyboard) -> None:
    def kill() -> None:
        assert keyboard.asked.wait(SOON)
        os.kill(os.getpid(), signal.SIGTERM)

    killer = threading.Thread(target=kill)
    killer.start()
    code = run_check(TWO, ("buttons",), mock=True, out=keyboard, words=keyboard)
    killer.join()
    assert code == 1
    assert "Broken off" in keyboard.told


def test_a_panel_that_isnt_there_is_a_finding_and_no_line_of_the_log_between_the_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def bare(panels: Any) -> FaultyBench:
        bench = FaultyBench(panels)
        bench["main"].unplug()
        return bench

    monkeypatch.setattr("companion.selftest.run.command.OledBench", bare)
    code, told = checked("1 expect ended true", "panels", settings=TWO)
    assert code == 1
    assert "the main panel doesn't answer at address 0x3C on bus 1" in told


# -- the parts -----------------------------------------------------------------------------------------------


def open_checker(settings: Settings, factory: StampedFactory, clock: HandClock) -> Checker:
    bench = FaultyBench(settings.panels)
    box = CheckBox(settings, Header(factory), clock, bench.open_port, lambda _: None, mailbox=Mailbox())
    return Checker(settings, Course(), box, clock, tell=lambda _: None, aside=lambda act: act())


def test_a_pin_of_the_knob_that_is_taken_leaves_nothing_open() -> None:
    clock = HandClock(SCRIPT_START_NS)
    factory = StampedFactory(clock)
    holder = LED(SIX.knob.a if SIX.knob else 0, pin_factory=factory)
    with pytest.raises(PinBusyError, match="GPIO 17"):
        open_checker(SIX, factory, clock)
    holder.close()
    open_checker(SIX, factory, clock).close()


def test_a_driving_pin_that_is_taken_is_told() -> None:
    builder = Builder(Faults(), ("loopback",))
    holder = LED(SIX.jumper or 0, pin_factory=builder.factory)
    builder.work()
    builder.close()
    holder.close()
    assert builder.found == ["pin-busy"]


def test_the_tie_is_written_when_the_box_file_is_the_builders_own(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    text = (Path(__file__).parents[4] / "hardware" / "box-minimal.toml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    settings = replace(boxes.load(file), language="en")
    joined = {1: Planted(), 2: Planted(delay=90_000)}
    builder = Builder(Faults(jumper=joined), ("loopback",), settings, file=file).work()
    builder.close()
    assert builder.found == []
    assert boxes.load(file).times.tie >= 90_000
    assert boxes.load(file).times.tie != TWO.times.tie
    assert "written as tie_us" in builder.report()["findings"][0]["what"]


def test_a_box_file_that_may_not_be_written_is_told_with_what_to_write(tmp_path: Path) -> None:
    builder = Builder(
        Faults(jumper={1: Planted(), 2: Planted()}), ("loopback",), TWO, file=tmp_path / "gone.toml"
    )
    builder.work()
    builder.close()
    assert builder.found == ["not-written"]


def test_a_panel_refitted_shows_what_it_showed() -> None:
    bench = FaultyBench(SIX.panels)
    clock = HandClock(SCRIPT_START_NS)
    box = CheckBox(
        SIX, Header(StampedFactory(clock)), clock, bench.open_port, lambda _: None, mailbox=Mailbox()
    )
    box.show({3: Screen(big="3")}, ())
    box.panels.flush(SOON)
    before = bench[3].picture()
    box.refit(3, replace(SIX.panels[3], contrast=7))
    box.panels.flush(SOON)
    assert bench[3].picture().tobytes() == before.tobytes()
    assert bench[3].contrast == 7
    box.close()
    assert bench[3].handles == 0


def test_presses_are_not_heard_while_the_jumper_drives_the_lines() -> None:
    """Driven so fast, every line would be taken for noisy, and its button be deaf afterwards."""
    builder = Builder(Faults(jumper={1: Planted(), 2: Planted()}), ("loopback",), TWO)
    builder.work()
    builder.close()
    assert builder.checker.state.known.chattering == frozenset()
    assert builder.checker.lateness.count > 3000


# -- the command ---------------------------------------------------------------------------------------------


def test_the_command_names_the_steps_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--mock", "lamp"]) == 2
    assert capsys.readouterr().err == (
        "pierwszy: a step of the check is one of buttons, usb, lamps, knob, panels, sound, lateness, "
        "loopback, not 'lamp'\n"
    )


def test_the_command_prints_json_alone_on_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "two.table"
    script.write_text("2.5 press 1\n3.5 press 2\n", encoding="utf-8")
    box = Path(__file__).parents[4] / "hardware" / "box-minimal.toml"
    code = main(
        ["--lang", "en", "--settings", str(box), "check", "buttons", "--json", "--script", str(script)]
    )
    told = capsys.readouterr()
    assert code == 0
    assert json.loads(told.out)["ok"]
    assert "Press button 1." in told.err
