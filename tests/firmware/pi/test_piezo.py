from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from gpiozero import LED, TonalBuzzer
from gpiozero.tones import Tone

from firmware.errors import PinBusyError
from firmware.events import SEATS
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.pi.piezo import DUTY, Piezo, tune
from firmware.views import Cue, Sound, Voice

PIN = 18
FOREVER = 60.0


class LoudPin(StampedPin):
    """A pin whose pitch, its every change, and how long it is high can be waited for."""

    broken = False

    def __init__(self, factory: StampedFactory, info: object) -> None:
        self.told: queue.Queue[float | None] = queue.Queue()
        self.heard: queue.Queue[float | None] = queue.Queue()
        self.high: queue.Queue[float] = queue.Queue()
        super().__init__(factory, info)  # type: ignore[no-untyped-call]

    def _set_state(self, value: float) -> None:
        super()._set_state(value)  # type: ignore[no-untyped-call]
        if value:
            self.high.put(value)

    def _set_frequency(self, value: float | None) -> None:
        if self.broken:
            self.heard.put(-1.0)
            raise OSError(5, "Input/output error")
        changed = value != self._get_frequency()  # type: ignore[no-untyped-call]
        super()._set_frequency(value)  # type: ignore[no-untyped-call]
        self.told.put(value)
        if changed:
            self.heard.put(value)


@pytest.fixture
def factory() -> StampedFactory:
    factory = StampedFactory(HandClock())
    factory.pin_class = LoudPin
    return factory


def new_piezo(factory: StampedFactory) -> Piezo:
    piezo = Piezo(PIN, factory)
    heard = loud(factory).heard
    assert [heard.get_nowait(), heard.get_nowait()] == [100, None]  # gpiozero sets its PWM up
    return piezo


@pytest.fixture
def start(factory: StampedFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], Piezo]]:
    started = []

    def make(beat_s: float) -> Piezo:
        monkeypatch.setattr("firmware.pi.piezo.BEAT_S", beat_s)
        started.append(new_piezo(factory))
        return started[-1]

    yield make
    for piezo in started:
        piezo.close()


def loud(factory: StampedFactory) -> LoudPin:
    pin = factory.pin(PIN)
    assert isinstance(pin, LoudPin)
    return pin


def next_note(factory: StampedFactory) -> str | None:
    pitch = loud(factory).heard.get(timeout=10)
    return None if pitch is None else Tone.from_frequency(pitch).note


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_has_a_tune_the_piezo_can_play(sound: Sound, factory: StampedFactory) -> None:
    notes = [note for note, _ in tune(Cue(sound)) if note is not None]
    assert notes
    assert all(beats > 0 for _, beats in tune(Cue(sound)))
    piezo = Piezo(PIN, factory)
    low, high = piezo._buzzer.min_tone, piezo._buzzer.max_tone
    piezo.close()
    assert all(low <= Tone(note) <= high for note in notes)


def test_no_two_sounds_are_alike() -> None:
    assert len({tune(Cue(sound)) for sound in Sound}) == len(Sound)


def test_a_ruling_sounds_the_winners_own_tone() -> None:
    tones = {tune(Cue(Sound.RULING, seat)) for seat in SEATS}
    assert len(tones) == len(SEATS)
    assert tune(Cue(Sound.RULING)) not in tones


def test_a_seat_does_not_change_other_sounds() -> None:
    assert tune(Cue(Sound.RIGHT, 3)) == tune(Cue(Sound.RIGHT))


def test_a_tune_is_played_to_its_end_and_then_it_is_silent(
    factory: StampedFactory, start: Callable[[float], Piezo]
) -> None:
    start(0).play(Cue(Sound.START))
    assert [next_note(factory) for _ in range(3)] == ["G5", "C6", None]


def test_a_new_cue_cuts_the_one_that_sounds(factory: StampedFactory, start: Callable[[float], Piezo]) -> None:
    piezo = start(FOREVER)
    piezo.play(Cue(Sound.START))
    assert next_note(factory) == "G5"
    piezo.play(Cue(Sound.RULING, 2))
    assert [next_note(factory), next_note(factory)] == [None, "D5"]


def test_of_cues_that_wait_only_the_newest_that_is_no_tick_is_played(
    factory: StampedFactory, start: Callable[[float], Piezo]
) -> None:
    piezo = start(FOREVER)
    with piezo._changed:  # the player can't take a cue meanwhile
        for seat in SEATS:
            piezo.play(Cue(Sound.RULING, seat))
        piezo.play(Cue(Sound.TICK))
    assert next_note(factory) == "E6"


def test_a_tick_cuts_nothing(factory: StampedFactory, start: Callable[[float], Piezo]) -> None:
    piezo = start(FOREVER)
    piezo.play(Cue(Sound.RULING, 1))
    assert next_note(factory) == "C5"
    with piezo._changed:  # the player can't take a cue meanwhile
        piezo.play(Cue(Sound.TICK))
        assert piezo._next is None
        piezo.play(Cue(Sound.RULING, 2))
        piezo.play(Cue(Sound.TICK))
    assert [next_note(factory), next_note(factory)] == [None, "D5"]


def test_the_volume_is_how_much_of_each_period_the_pin_is_high(
    factory: StampedFactory, start: Callable[[float], Piezo]
) -> None:
    piezo = start(FOREVER)
    high = []
    for volume in (1, 2, 3):
        piezo.volume = volume
        piezo.play(Cue(Sound.RULING, volume))
        assert loud(factory).high.get(timeout=10) == 0.5  # gpiozero's own
        high.append(loud(factory).high.get(timeout=10))
    assert high == [DUTY[1], DUTY[2], 0.5]
    assert high == sorted(high)


def test_at_volume_0_nothing_is_heard(factory: StampedFactory, start: Callable[[float], Piezo]) -> None:
    piezo = start(0)
    piezo.volume = 0
    told = loud(factory).told
    assert [told.get_nowait(), told.get_nowait()] == [100, None]  # gpiozero sets its PWM up
    piezo.play(Cue(Sound.OVER))
    assert {told.get(timeout=10) for _ in (*tune(Cue(Sound.OVER)), "its end")} == {None}
    assert loud(factory).heard.empty()


def test_a_tick_is_played_in_silence(factory: StampedFactory, start: Callable[[float], Piezo]) -> None:
    start(0).play(Cue(Sound.TICK))
    assert next_note(factory) == "C7"


def test_a_piezo_that_fails_is_a_fault_and_is_tried_again(
    factory: StampedFactory, start: Callable[[float], Piezo]
) -> None:
    piezo = start(0)
    pin = loud(factory)
    pin.broken = True
    piezo.play(Cue(Sound.TICK))
    assert [pin.heard.get(timeout=10), pin.heard.get(timeout=10)] == [-1.0, -1.0]  # the note, then silence
    while not piezo.failing:  # which the player tells nobody
        time.sleep(0.001)
    pin.broken = False
    piezo.play(Cue(Sound.START))
    assert next_note(factory) == "G5"


def test_closing_silences_at_once_and_frees_pin_and_thread(
    factory: StampedFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.pi.piezo.BEAT_S", FOREVER)
    piezo = new_piezo(factory)
    piezo.play(Cue(Sound.OVER))
    assert next_note(factory) == "C6"
    piezo.close()
    assert next_note(factory) is None
    assert "piezo" not in {thread.name for thread in threading.enumerate()}
    with LED(PIN, pin_factory=factory) as led:
        assert not led.is_lit


def test_a_pin_that_is_taken_is_named(factory: StampedFactory) -> None:
    lamp = LED(PIN, pin_factory=factory)
    with pytest.raises(PinBusyError, match="expected GPIO 18 free for the piezo"):
        Piezo(PIN, factory)
    lamp.close()


def test_each_voice_is_a_rhythm_of_its_own_on_the_seats_tone_that_the_piezo_can_play(
    factory: StampedFactory,
) -> None:
    tunes = {voice: tune(Cue(Sound.RULING, 8, voice)) for voice in Voice}
    assert len(set(tunes.values())) == len(Voice)
    assert tunes[Voice.BELL] == (("E6", 5),)
    buzzer = TonalBuzzer(PIN, mid_tone="A5", octaves=2, pin_factory=factory)
    for notes in tunes.values():
        for note, _ in notes:
            buzzer.play(note)
    buzzer.close()
