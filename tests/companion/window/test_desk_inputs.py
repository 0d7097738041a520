"""A desk with plugged-in buttons and a keyboard that may be read, both of pipes, in real threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.app import desk_inputs
from companion.app.desk_inputs import BY_WINDOW
from companion.app.desk_table import DeskTable
from companion.window.window import Window
from firmware.boxfile.settings import InputButton, Settings, eight_seats
from firmware.events import NS_PER_MS, Enter, HostKey, Key, Within
from firmware.pi import input_roster
from firmware.pi.clock import MonotonicClock
from firmware.pi.input_keys import Change
from firmware.pi.inputs import Inputs
from firmware.pi.key_stamps import KeyStamps
from tests.companion.app.test_plugged_table import HEAD
from tests.companion.window.test_window import key
from tests.companion.window.test_window_table import LONG_MS
from tests.firmware.pi.input_layer import InputLayer, Pad, report

pytestmark = [pytest.mark.plays("buzzer"), pytest.mark.usefixtures("_hasty_host")]

SOON = 10.0
"""Seconds; only what is broken waits so long."""

TYPING = [f"KEY_{key}" for key in (*"QWERTYUIOP12345678", "ENTER", "KP3")]
MS = NS_PER_MS
LATER = 200 * MS
"""The race is open by then, and every button that was pressed before up again."""

KEYBOARD = Within(20 * MS, 0, 10 * MS, "keyboard")


class Desk:
    """A desk, and what is plugged in at it."""

    def __init__(self, layer: InputLayer) -> None:
        self.layer = layer
        self.clock = MonotonicClock()
        self.noted = 0
        self._woken = threading.Semaphore(0)
        self.table: DeskTable

    def sit(self, settings: Settings | None = None) -> DeskTable:
        self.table = DeskTable(replace(settings or eight_seats(), language="en"))
        self.table.on_change(self._woken.release)
        return self.table

    def note(self) -> None:
        """A keyboard has told of a key."""
        self.noted += 1
        self._woken.release()

    def until(self, so: Callable[[], object]) -> None:
        while not so():
            assert self._woken.acquire(timeout=SOON), "nothing changed any more"

    def enter(self, text: str) -> None:
        self.table.tell(Enter(text, self.clock.now()))

    def choose(self) -> None:
        """Ask who plays."""
        self.enter("choose buzzer")
        self.until(lambda: self.see["phase"] == "seats")

    def ok(self) -> None:
        self.table.tell(Key(HostKey.OK, self.clock.now()))

    @property
    def see(self) -> dict[str, Any]:
        return self.table.loop.snapshot()

    @property
    def told(self) -> str:
        """The last line of what the table says."""
        table = self.table.table(self.clock.now())
        return "" if table is None or not table.text else table.text[-1]

    @property
    def within(self) -> dict[int, Within]:
        return dict(self.table.loop.arbiter.within)

    @property
    def ruling(self) -> dict[str, Any]:
        """How the race was ruled that both have entered."""
        self.until(lambda: self.see["ruling"] and len(self.see["ruling"]["order"]) == 2)
        ruling: dict[str, Any] = self.see["ruling"]
        return ruling

    def race(self, seats: str) -> None:
        """Two may press."""
        self.enter(f"game buzzer seats={seats}")
        self.ok()
        self.ok()
        self.until(lambda: self.see["phase"] == "open")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    layer = InputLayer(tmp_path)
    monkeypatch.setattr(input_roster, "DEV", layer.dev)
    monkeypatch.setattr(input_roster, "SYS", layer.sys)
    monkeypatch.setattr(desk_inputs, "Inputs", partial(Inputs, ioctl=layer.ioctl))
    desk = Desk(layer)
    monkeypatch.setattr(desk_inputs, "KeyStamps", lambda: WatchedStamps(desk.note))
    return desk


class WatchedStamps(KeyStamps):
    """Stamps of which a test knows when they are there."""

    def __init__(self, noted: Callable[[], None]) -> None:
        super().__init__()
        self._noted = noted

    def note(self, change: Change, within: Within) -> None:
        super().note(change, within)
        self._noted()


def tap(pad: Pad, code: str, at: int) -> None:
    pad.send(report(at, **{code: 1}))
    pad.send(report(at + 60 * MS, **{code: 0}))


def sit_down(desk: Desk, pad: Pad) -> None:
    """Take the first seat by the pad's button; and let go of it."""
    desk.choose()
    tap(pad, "BTN_SOUTH", desk.clock.now())
    desk.until(lambda: desk.see["seats"] == [1])


def test_a_plugged_in_button_takes_a_seat_at_who_plays_and_says_how_close_ties_are(desk: Desk) -> None:
    pad = desk.layer.plug(["BTN_SOUTH", "BTN_EAST"])
    with desk.sit():
        desk.choose()
        desk.table.press(1, True, desk.clock.now())
        desk.until(lambda: desk.see["seats"] == [1])
        tap(pad, "BTN_EAST", desk.clock.now())
        desk.until(lambda: desk.see["seats"] == [1, 2])
        assert desk.see["buttons"]["2"]["name"] == "DragonRise"
        assert desk.within[1] == desk.within[8] == BY_WINDOW
        desk.until(lambda: desk.told == "mixed: ties to 40 ms")


def test_a_key_and_a_plugged_in_button_tie_where_nobody_can_know(desk: Desk) -> None:
    pad = desk.layer.plug(["BTN_SOUTH"])
    with desk.sit():
        sit_down(desk, pad)
        desk.race("1,2")
        now = desk.clock.now() + LATER
        tap(pad, "BTN_SOUTH", now)
        desk.table.press(2, True, now + 35 * MS)
        assert desk.ruling["tied"] == [1, 2]


def test_a_seat_with_a_plugged_in_button_can_be_pressed_by_its_key_as_unsure_as_keys_are(desk: Desk) -> None:
    pad = desk.layer.plug(["BTN_SOUTH"])
    with desk.sit():
        sit_down(desk, pad)
        desk.race("1,2")
        now = desk.clock.now() + LATER
        desk.table.press(2, True, now)
        desk.table.press(1, True, now + 9 * MS)
        assert desk.ruling["tied"] == [1, 2]
        assert desk.ruling["spans_us"] == [[-10_000, 0], [-1000, 9000]]


def test_pulled_out_again_keys_are_as_ever(desk: Desk) -> None:
    pad = desk.layer.plug(["BTN_SOUTH"])
    with desk.sit():
        sit_down(desk, pad)
        assert desk.within
        desk.layer.unplug(pad)
        desk.until(lambda: not desk.within)


def test_keys_of_a_keyboard_that_may_be_read_are_stamped_by_the_kernel(desk: Desk) -> None:
    keyboard = desk.layer.plug(TYPING, port="keyboard", name="Keyboard")
    with desk.sit():
        desk.until(lambda: desk.within)
        assert desk.within[5] == KEYBOARD._replace(before=40 * MS)
        desk.choose()
        for seat in (3, 4):
            desk.table.press(seat, True, desk.clock.now())
        desk.until(lambda: desk.see["seats"] == [3, 4])
        desk.until(lambda: desk.told == "keys: ties to 10 ms")
        desk.race("2,5")
        now = desk.clock.now() + LATER
        keyboard.send(report(now - 12 * MS, KEY_5=1, KEY_Q=1) + report(now, KEY_2=1))
        desk.until(lambda: desk.noted == 2)
        desk.table.press(2, True, now + 20 * MS)
        desk.table.press(5, True, now + 20 * MS)
        assert (desk.ruling["winner"], desk.ruling["order"]) == (5, [5, 2])
        assert desk.ruling["spans_us"] == [[-10_000, 0], [2000, 12_000]]


def test_the_window_says_which_keys_count_and_the_kernel_when_they_were_pressed(desk: Desk) -> None:
    keyboard = desk.layer.plug(TYPING, port="keyboard", name="Keyboard")
    frozen: list[int] = []

    def clock() -> int:
        return frozen[0] if frozen else desk.clock.now()

    with desk.sit() as table, Window(table, size=(800, 480), clock=clock) as window:

        def until(so: Callable[[], object]) -> None:
            while not so():
                assert window.step(LONG_MS)

        until(lambda: desk.within)
        desk.enter("game buzzer seats=2,5,7")
        desk.ok()
        desk.ok()
        until(lambda: desk.see["phase"] == "open")
        now = desk.clock.now()
        for seat, after in ((7, 1), (5, 2), (2, 32)):
            keyboard.send(report(now + after * MS, **{f"KEY_{seat}": 1}))
        desk.until(lambda: desk.noted == 3)
        frozen.append(now + 60 * MS)
        for seat in (2, 5):  # seat 7's went to another window
            key(str(seat))
        window.step(0)
        frozen.clear()
        until(lambda: desk.see["ruling"])
        until(lambda: len(desk.see["ruling"]["order"]) == 2)
        assert (desk.see["ruling"]["winner"], desk.see["ruling"]["margins_us"]) == (5, [0, 30_000])


def test_a_click_is_as_unsure_as_the_window_whatever_the_keyboard_knows(desk: Desk) -> None:
    keyboard = desk.layer.plug(TYPING, port="keyboard", name="Keyboard")
    with desk.sit():
        desk.until(lambda: desk.within)
        desk.race("2,5")
        now = desk.clock.now() + LATER
        keyboard.send(report(now - 100 * MS, KEY_5=1) + report(now - 50 * MS, KEY_5=0))  # typed elsewhere
        desk.until(lambda: desk.noted == 2)
        desk.table.press(2, True, now, by_key=False)
        desk.table.press(5, True, now + 9 * MS, by_key=False)
        assert desk.ruling["tied"] == [2, 5]
        assert desk.ruling["spans_us"] == [[-10_000, 0], [-1000, 9000]]


def test_two_keyboards_know_less_of_each_other_than_each_of_its_keys(desk: Desk) -> None:
    for port in ("usb-1/input0", "usb-2/input0"):
        desk.layer.plug(TYPING, port=port)
    with desk.sit():
        desk.until(lambda: desk.within)
        assert desk.within[1] == Within(40 * MS, 0, 20 * MS, "usb-1/input0")


def test_a_keyboard_that_is_pulled_out_leaves_keys_as_ever(desk: Desk) -> None:
    keyboard = desk.layer.plug(TYPING)
    with desk.sit():
        desk.until(lambda: desk.within)
        desk.layer.unplug(keyboard)
        desk.until(lambda: not desk.within)


def test_what_is_typed_is_neither_grabbed_nor_heard_but_for_seats_keys(desk: Desk) -> None:
    keyboard = desk.layer.plug(TYPING)
    keypad = desk.layer.plug(["KEY_KP3", "KEY_KPPLUS"], port="keypad")
    with desk.sit():
        desk.until(lambda: desk.within)
        desk.choose()
        keyboard.send(report(desk.clock.now(), KEY_Q=1, KEY_ENTER=1))
        for key in ("KEY_KPPLUS", "KEY_KP3"):
            tap(keypad, key, desk.clock.now())
        desk.until(lambda: desk.noted == 2)
        assert (desk.see["seats"], keyboard.grabs, keypad.grabs) == ([], [], [])


def test_a_keyboards_keys_for_volume_take_no_seat(desk: Desk) -> None:
    desk.layer.plug(TYPING, port="usb-1/input0")
    volume = desk.layer.plug(["KEY_VOLUMEUP"], port="usb-1/input1")
    pad = desk.layer.plug(["BTN_SOUTH"], port="usb-1/input2")
    with desk.sit():
        desk.choose()
        tap(volume, "KEY_VOLUMEUP", desk.clock.now())
        tap(pad, "BTN_SOUTH", desk.clock.now())
        desk.until(lambda: desk.see["seats"] == [1])
        assert [desk.see["buttons"][seat]["code"] for seat in ("0", "1")] == ["KEYS", "BTN_SOUTH"]


def test_at_start_a_desk_says_what_it_hears(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.layer.plug(["BTN_SOUTH"])
    desk.layer.plug(TYPING, port="keyboard")
    desk.layer.plug(["KEY_CAMERA"], port="camera")
    with desk.sit():
        said = "pierwszy: hears DragonRise at usb-0000:01:00.0-1.2/input0, asked every 10 ms\n"
        assert capsys.readouterr().err == said


def test_at_start_a_desk_says_what_to_do_to_hear_what_it_may_not(
    desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.layer.plug(["BTN_SOUTH"])
    desk.layer.plug(TYPING, port="keyboard", name="Keyboard")
    monkeypatch.setattr(input_roster, "_why_not", lambda *_: "Permission denied")
    with desk.sit():
        said = "pierwszy: can't hear DragonRise: sudo usermod -aG input $USER, then log in anew\n"
        assert capsys.readouterr().err == said


def test_at_start_a_desk_says_which_button_head_it_hears_and_how_to_hear_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serials = {"E6616407E3512B2F": "", "0123456789ABCDEF": "Permission denied"}
    heads = [replace(HEAD, device=f"pico-{serial}", why_not=why) for serial, why in serials.items()]
    monkeypatch.setattr(input_roster, "input_devices", lambda *_: heads)
    assert list(desk_inputs.told()) == [
        "hears Pierwszy button head pico-E6616407E3512B2F, eight lines, ties to 10 µs",
        "can't hear Pierwszy button head pico-0123456789ABCDEF: "
        "sudo cp hardware/60-pierwszy.rules /etc/udev/rules.d/, then plug it in anew",
    ]


def test_a_desk_with_nothing_plugged_in_says_and_changes_nothing(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    with desk.sit():
        desk.race("2,5")
        assert desk.see["buttons"] == {}
    assert capsys.readouterr().err == ""
    assert not [thread for thread in threading.enumerate() if thread.name == "inputs"]


def test_where_the_kernel_has_no_event_devices_the_desk_plays_by_its_keys(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    with desk.sit():
        assert not [thread for thread in threading.enumerate() if thread.name == "inputs"]


def test_a_box_of_plugged_in_buttons_is_played_at_a_desk_by_keys_and_by_its_own_buttons(desk: Desk) -> None:
    pad = desk.layer.plug(["BTN_SOUTH"])
    port = "usb-0000:01:00.0-1.2"
    seats = {1: InputButton(port, "BTN_SOUTH"), 2: None}
    with desk.sit(replace(eight_seats(), seats={}, panels={}, inputs=seats)):
        desk.until(lambda: desk.within)
        desk.race("1,2")
        now = desk.clock.now() + LATER
        tap(pad, "BTN_SOUTH", now + 45 * MS)
        desk.table.press(2, True, now)
        assert desk.ruling["winner"] == 2
