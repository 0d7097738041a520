"""Plugged-in buttons in the self-test: asked for like others, then held all at once, then pressed often."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.i18n import speaker
from companion.loop.mailbox import Mailbox
from companion.scripts.virtual import SCRIPT_START_NS
from companion.selftest import check_report
from companion.selftest.check_screens import screens
from companion.selftest.course import Course
from companion.selftest.run.check_box import CheckBox
from companion.selftest.run.checker import Checker
from firmware.boxfile.settings import InputButton, SeatPins, Settings, parse, plugged
from firmware.drawing.frames import lay_out
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Seat, Within
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.i2c_wires import I2cWires
from firmware.fakes.inputs import FakeInputs
from firmware.fakes.oled_bench import OledBench
from firmware.fakes.pins import StampedFactory
from firmware.pi.factory import Header
from firmware.plugged import Found, Plugged
from tests.firmware.fakes.mock_jumper import MockJumper

PORT = "usb-0000:01:00.0-1.2/input0"
NAME = "DragonRise Joystick"
CODES = ("BTN_TRIGGER", "BTN_THUMB", "BTN_TOP", "BTN_BASE")
FINGER_NS = 90 * NS_PER_MS


class Encoder(FakeInputs):
    """An encoder board with a button at each code; asked every `asked` ms, whatever is told of it.

    Args:
        told: how often it is asked as its port says, ms.
        loses: at most so many of its buttons are seen at once; the others go under.
    """

    def __init__(self, settings: Settings, mailbox: Mailbox, told: int, asked: int, loses: int) -> None:
        super().__init__(tuple(settings.inputs), mailbox)
        self._mailbox = mailbox
        self._within = Within((told + 10) * NS_PER_MS, 0, told * NS_PER_MS, PORT)
        self._interval, self._most = asked * NS_PER_MS, loses
        self._of: dict[str, Seat] = {}
        self._untold: dict[str, int] = {}
        for seat, button in settings.inputs.items():
            if button is not None and button.code in CODES:
                self._of[str(button.code)] = seat
                mailbox.put(Found(self._button(str(button.code)), seat))

    def _button(self, code: str) -> Plugged:
        return Plugged(code, self._within, NAME)

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        super().give(buttons)
        for seat, button in buttons.items():
            self._of[button.code] = seat
            if button.code in self._untold:
                self.touch(seat, True, self._untold.pop(button.code))

    def contact(self, code: str, closed: bool, at: int) -> None:
        """A contact of the board; it is told of at the next moment it is asked."""
        at = -(-at // self._interval) * self._interval
        if code in self._of:
            if closed and len(self._down) >= self._most:
                return
            self.touch(self._of[code], closed, at)
        elif closed:
            self._untold[code] = at
            self._mailbox.put(Found(self._button(code), None))


class Hands:
    """Somebody at a box with an encoder board, whose button of each seat is at `codes`."""

    board: Callable[..., Any] = Encoder

    def __init__(
        self,
        settings: Settings,
        *names: str,
        codes: Mapping[Seat, str],
        told: int = 8,
        asked: int = 8,
        loses: int = 99,
        dead: Collection[Seat] = (),
        broken: Collection[str] = (),
        coupled: tuple[str, float, float] | None = None,
    ) -> None:
        self.clock, mailbox = HandClock(SCRIPT_START_NS), Mailbox()
        self.factory = StampedFactory(self.clock)
        self.encoder = self.board(settings, mailbox, told, asked, loses)
        self.encoder.broken = broken
        if coupled is not None and settings.jumper is not None:
            OptoCoupler(self, settings.jumper, *coupled)
        self.settings, self.codes, self.dead, self.lines = settings, codes, dead, list[str]()
        ports = I2cWires(OledBench(settings.panels).open_port)
        box = CheckBox(
            settings, Header(self.factory), self.clock, ports.open_port, lambda _: None,
            mailbox=mailbox, inputs=self.encoder,
        )  # fmt: skip
        self.checker = Checker(
            settings, Course(names), box, self.clock, tell=self.lines.extend, aside=lambda act: act()
        )
        self.checker.begin()
        self.lost: list[str] = []

    def wait(self, ns: int) -> None:
        self.checker.run_until(self.clock.now() + ns, self.clock.set)

    def _set(self, seat: Seat, closed: bool) -> None:
        if seat in self.dead:
            return
        if seat in self.codes:
            self.encoder.contact(self.codes[seat], closed, self.clock.now())
        else:
            self.factory.pin(self.settings.seats[seat].button).edge_at(self.clock.now(), closed)

    def press(self, *seats: Seat, length: int = FINGER_NS) -> None:
        for closed in (True, False):
            for number, seat in enumerate(seats):
                self._set(seat, closed)
                self.wait(37 * NS_PER_MS if number < len(seats) - 1 else 0)
            self.wait(length + 13 * NS_PER_MS)

    def type(self, word: str) -> None:
        self.checker.box.mailbox.put(Enter(word, self.clock.now()))
        self.wait(0)

    def work(self) -> Hands:
        """Do what is asked, to the end."""
        for turn in range(400):
            ask = self.checker.state.ask
            if ask is None:
                return self
            for screen in screens(
                self.checker.course, self.checker.state, self.clock.now(), speaker("en")
            ).values():
                if lay_out(screen, (128, 64)).middle.loss:
                    self.lost.append(ask.key)
            match ask.key.split():
                case ["press", seat] if seat.isdecimal():
                    self.press(int(seat))
                case ["press", *_]:
                    self.press(sorted(self.codes)[turn % len(self.codes)])
                case ["hold", "all"]:
                    self.press(*sorted(self.codes), length=NS_PER_S)
            self.wait(211 * NS_PER_MS)
        raise AssertionError(f"asks without end: {self.checker.state.ask}")

    def findings(self, *verdicts: str) -> list[str]:
        found = check_report.snapshot(self.checker.course, self.checker.state)["findings"]
        every = self.checker.course.findings(self.checker.state)
        return [label for label, each in zip(found, every, strict=True) if each.verdict.value in verdicts]

    def said(self) -> str:
        summary = check_report.summary(self.checker.course, self.checker.state, speaker("en"))
        return " ".join(" ".join([*self.lines, *summary]).split())


@pytest.fixture
def hands() -> Iterator[Callable[..., Hands]]:
    made: list[Hands] = []

    def make(*arguments: Any, **more: Any) -> Hands:
        made.append(Hands(*arguments, **more))
        return made[-1]

    yield make
    for each in made:
        each.checker.close()


Make = Callable[..., Hands]

MAIN = 'language = "en"\n[main]\npanel = { driver = "ssd1306" }\n'
FOUR = parse(MAIN + "".join(f'[seats.{seat}]\nbutton = "usb"\n' for seat in range(1, 5)), "four.toml")
BY_FILE = replace(FOUR, inputs={seat: InputButton(PORT, code) for seat, code in enumerate(CODES, 1)})
MIXED = replace(BY_FILE, seats={5: SeatPins(5)})
ORDER = dict(enumerate(CODES, 1))


@pytest.mark.parametrize("settings", [FOUR, BY_FILE], ids=["whichever", "by the file"])
def test_a_board_that_is_well_is_told_button_by_button_and_how_close_a_tie_is(
    hands: Make, settings: Settings
) -> None:
    done = hands(settings, "buttons", "usb", codes=ORDER).work()
    assert done.findings("wrong", "skipped", "none") == []
    assert done.findings("ok") == [*(f"ok {seat}" for seat in ORDER), "ok 1 2 3 4", "ok 1 2 3 4", "ok"]
    said = done.said()
    assert f'button 3: works, BTN_TOP of {NAME} button = {{ input = "{PORT}", code = "BTN_TOP" }}' in said
    assert "held all at once: every button is seen" in said
    assert f"{NAME}: asked every 8 ms, as is reckoned with" in said
    assert "8 ms" in said.rpartition("as is reckoned with")[2]
    assert done.lost == []


def test_whoever_is_asked_gets_the_button_that_comes(hands: Make) -> None:
    codes = dict(zip(ORDER, reversed(CODES), strict=True))
    done = hands(FOUR, "buttons", codes=codes).work()
    assert done.findings("wrong") == []
    assert {seat: button.code for seat, button in done.encoder.given.items()} == codes


def test_another_button_than_the_files_is_told_with_its_line(hands: Make) -> None:
    settings = replace(FOUR, inputs={1: InputButton(PORT, "BTN_DEAD"), 2: InputButton(PORT, "BTN_THUMB")})
    done = hands(settings, "buttons", codes={1: "BTN_TRIGGER", 2: "BTN_THUMB"}).work()
    assert done.findings("wrong") == ["other 1"]
    line = f'then in the box file, button = {{ input = "{PORT}", code = "BTN_TRIGGER" }}'
    assert line in done.said()


def test_a_button_of_which_nothing_comes_is_told_without_pins(hands: Make) -> None:
    done = hands(BY_FILE, "buttons", codes=ORDER, dead=[2]).work()
    assert done.findings("wrong") == ["dead 2"]
    assert "-> Is its device plugged in?" in done.said()
    assert "GPIO" not in done.said()


def test_swapped_buttons_are_swapped_at_the_board_or_in_the_file(hands: Make) -> None:
    codes = {**ORDER, 1: ORDER[2], 2: ORDER[1]}
    done = hands(BY_FILE, "buttons", codes=codes).work()
    assert done.findings("wrong") == ["swapped 1 2"]
    assert "their lines in the box file" in done.said()


def test_buttons_that_go_under_while_others_are_held_are_named(hands: Make) -> None:
    done = hands(BY_FILE, "buttons", "usb", codes=ORDER, loses=2).work()
    assert done.findings("wrong") == ["ghosting 3 4"]
    assert "held all at once: buttons 3, 4 aren't seen" in done.said()


@pytest.mark.parametrize(
    ("asked", "found", "says"),
    [
        (
            10,
            ["polling 1 2 3 4"],
            "asked every 10 ms, 8 are reckoned with -> Who was first would be said where",
        ),
        (16, ["polling 1 2 3 4"], "write poll_ms = 16 into the braces of its buttons"),
        (4, [], "asked every 4 ms, 8 are reckoned with"),
    ],
)
def test_a_device_asked_otherwise_than_its_port_says_is_found_out(
    hands: Make, asked: int, found: list[str], says: str
) -> None:
    done = hands(BY_FILE, "buttons", "usb", codes=ORDER, asked=asked).work()
    assert done.findings("wrong") == found
    assert says in done.said()


def test_a_seat_on_a_pin_is_asked_for_too_and_not_held(hands: Make) -> None:
    done = hands(MIXED, "buttons", "usb", codes=ORDER).work()
    assert done.findings("wrong", "skipped") == []
    assert "button 5: works" in done.said()
    assert "until the next question: 1, 2, 3, 4." in done.said()


def test_with_nobody_there_it_ends_and_says_so(hands: Make) -> None:
    alone = hands(BY_FILE, "usb", codes=ORDER)
    alone.wait(60 * NS_PER_S)
    assert alone.checker.state.ended
    assert alone.findings("wrong") == ["ghosting 1 2 3 4"]
    assert alone.findings("skipped") == ["skipped 1 2 3 4"]


def test_what_nobody_can_hold_alone_is_skipped_word_by_word(hands: Make) -> None:
    one = hands(BY_FILE, "usb", codes=ORDER)
    one.wait(NS_PER_S)
    one.type("s")
    assert (ask := one.checker.state.ask) is not None
    assert ask.key == f"press {PORT}"
    one.type("ss")
    assert one.checker.state.ended
    assert one.findings("wrong", "none") == []


def test_of_eight_seats_that_nobody_pressed_it_is_said_how_to_press_them(hands: Make) -> None:
    one = hands(replace(plugged(), panels=FOUR.panels), "usb", codes={})
    assert one.checker.state.ended
    assert one.findings() == []
    assert "pierwszy check buttons usb asks for each" in one.said()


def test_a_device_that_another_program_has_is_told_as_that(hands: Make) -> None:
    one = hands(BY_FILE, "buttons", codes=ORDER, dead=[2], broken=["grabbed 2"]).work()
    assert one.findings("wrong") == ["dead 2"]
    assert "-> Another program keeps its device for itself" in one.said()


def test_lamps_show_whose_buttons_are_meant(hands: Make) -> None:
    one = hands(BY_FILE, "usb", codes=ORDER)
    one.wait(0)
    assert one.encoder.lit == {1, 2, 3, 4}


class OptoCoupler(MockJumper):
    """The jumper's pin across a button of the board, which takes some while until it tells (ms)."""

    def __init__(self, hands: Hands, pin: int, code: str, least: float, most: float) -> None:
        super().__init__(hands.factory, hands.clock, pin, {})
        self._hands, self._code, self._between = hands, code, (least, most)
        self._chance = Random(1)

    def driven(self, *, low: bool) -> None:
        took = round(self._chance.uniform(*self._between) * NS_PER_MS)
        self._hands.encoder.contact(self._code, low, self._hands.clock.now() + took)


@pytest.mark.parametrize("told", [8, 4])
@pytest.mark.parametrize("pins", [{}, {5: SeatPins(5), 6: SeatPins(6)}], ids=["plugged in", "mixed"])
def test_what_a_device_takes_until_it_tells_is_measured_through_an_opto_coupler(
    hands: Make, told: int, pins: Mapping[Seat, SeatPins]
) -> None:
    least, most = _measured(hands, replace(BY_FILE, jumper=4, seats=pins), 2.0, 5.0, told)
    assert 0.5 < least <= 2.0
    assert 13.0 <= most + told < 14.5  # 5 ms, and 8 until it was asked


def test_of_what_a_device_takes_the_box_has_subtracted_no_more_than_it_does_of_any(hands: Make) -> None:
    slow = {seat: replace(button, delay_ms=(20.0, 30.0)) for seat, button in BY_FILE.inputs.items() if button}
    least, most = _measured(hands, replace(BY_FILE, inputs=slow, jumper=4), 10.0, 20.0, 8)
    assert 18.0 < least <= 20.0
    assert 30.0 <= most < 32.0


def _measured(hands: Make, settings: Settings, least: float, most: float, told: int) -> tuple[float, float]:
    one = hands(settings, "loopback", codes=ORDER, told=told, coupled=("BTN_TOP", least, most))
    one.wait(NS_PER_S)
    one.type("y")
    one.wait(70 * NS_PER_S)
    one.type("y")
    assert one.checker.state.ended
    assert one.findings("wrong") == []
    (said,) = re.findall(r"button 3 takes (\S+) to (\S+) ms until it tells", one.said())
    assert f"delay_ms = [{', '.join(said)}]" in one.said()
    least, most = map(float, said)
    return least, most


def test_without_an_opto_coupler_it_is_said_that_nothing_follows(hands: Make) -> None:
    one = hands(replace(BY_FILE, jumper=4), "loopback", codes=ORDER)
    one.wait(NS_PER_S)
    one.type("y")
    one.wait(30 * NS_PER_S)
    assert one.findings() == []
    one.type("y")
    assert one.findings("wrong") == ["no-jumper"]
