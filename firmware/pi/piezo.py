"""The piezo: a short tune for every occasion, a tone of its own for every seat.

Wire a passive piezo between its GPIO and ground, or behind a transistor if it should be loud.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import TypeAlias

from gpiozero import Factory, TonalBuzzer

from firmware.events import Seat
from firmware.pi.opening import opening
from firmware.views import LOUDEST, Cue, Sound, Voice

Tune: TypeAlias = tuple[tuple[str | None, int], ...]
"""Notes, None for silence, each with its length in beats."""

BEAT_S = 0.06

SEAT_TONES: Mapping[Seat, str] = {
    1: "C5",
    2: "D5",
    3: "E5",
    4: "G5",
    5: "A5",
    6: "C6",
    7: "D6",
    8: "E6",
}
"""A pentatonic scale: any two seats are told apart, and any two sound well together."""

TUNES: Mapping[Sound, Tune] = {
    Sound.START: (("G5", 1), ("C6", 2)),
    Sound.RULING: (("C6", 2),),
    Sound.TIE: (("C6", 1), (None, 1), ("C6", 1)),
    Sound.EARLY: (("E5", 1), ("C5", 3)),
    Sound.RIGHT: (("C6", 1), ("E6", 1), ("G6", 2)),
    Sound.WRONG: (("C5", 2), ("A4", 4)),
    Sound.TICK: (("C7", 1),),
    Sound.TIME_UP: (("A5", 2), (None, 1), ("A5", 2), (None, 1), ("A5", 4)),
    Sound.REFUSED: (("A4", 1),),
    Sound.OVER: (("C6", 1), ("G5", 1), ("C6", 1), ("E6", 1), ("G6", 4)),
    Sound.ROLL: (("D5", 1), (None, 1), ("E5", 1), (None, 1), ("D5", 1), (None, 1), ("C5", 2)),
}


DUTY: Mapping[int, float] = {1: 0.05, 2: 0.16, 3: 0.5}
"""How much of each period the pin is high, by volume. A pulse wave's fundamental has the amplitude
sin(pi * duty): half is loudest, the others have 0.16 and 0.48 of it."""


_VOICES: Mapping[Voice, tuple[tuple[int | None, int], ...]] = {
    Voice.BELL: ((0, 5),),
    Voice.FLUTE: ((1, 5),),
    Voice.TRUMPET: ((0, 2), (None, 1), (0, 4)),
    Voice.XYLOPHONE: ((0, 1), (None, 1), (0, 1), (None, 1), (0, 1)),
    Voice.WHISTLE: ((0, 1), (1, 3)),
    Voice.ROBOT: ((0, 1), (1, 1), (0, 1), (1, 1), (0, 1)),
}
"""A piezo has but one colour of sound, so each voice is a rhythm: octaves above the tone, or silence."""


def tune(cue: Cue) -> Tune:
    """What a cue sounds like: a ruling for a seat is that seat's tone, in its voice."""
    if cue.sound is Sound.RULING and cue.seat is not None:
        tone = SEAT_TONES[cue.seat]
        notes = _VOICES[cue.voice]
        return tuple((None if up is None else f"{tone[0]}{int(tone[1]) + up}", beats) for up, beats in notes)
    return TUNES[cue.sound]


class Piezo:
    """Plays cues on a thread of its own.

    A new cue cuts off the one that sounds, save that a tick never does: of many cues only the newest is
    worth hearing.

    Attributes:
        failing: True if the last tune could not be played.
        volume: from 0, silence, to `firmware.views.LOUDEST`; heard from the next note on.

    Raises:
        PinBusyError: if the pin can't be had.
    """

    def __init__(self, pin: int, factory: Factory) -> None:
        self.failing = False
        self.volume = LOUDEST
        with opening(pin, "the piezo"):
            self._buzzer = TonalBuzzer(pin, mid_tone="A5", octaves=2, pin_factory=factory)
        self._changed = threading.Condition()
        self._next: Cue | None = None
        self._sounding = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="piezo", daemon=True)
        self._thread.start()

    def play(self, cue: Cue) -> None:
        """Sound one cue; returns at once."""
        with self._changed:
            busy = self._sounding or self._next is not None
            if not (busy and cue.sound is Sound.TICK):
                self._next = cue
                self._changed.notify()

    def close(self) -> None:
        """Silence; the pin is free."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()
        with suppress(Exception):
            self._buzzer.close()

    def _run(self) -> None:
        while (cue := self._wait_for_cue()) is not None:
            try:
                self._play(tune(cue))
            except Exception:  # noqa: BLE001 - a silent box goes on; lgpio's error is known only where lgpio is
                self.failing = True
            else:
                self.failing = False

    def _wait_for_cue(self) -> Cue | None:
        with self._changed:
            self._sounding = False
            self._changed.wait_for(self._interrupted)
            self._sounding = True
            cue, self._next = self._next, None
            return None if self._closing else cue

    def _interrupted(self) -> bool:
        return self._closing or self._next is not None

    def _sound(self, note: str | None) -> None:
        duty = DUTY.get(self.volume)
        self._buzzer.play(note if duty else None)
        if note is not None and duty is not None:
            self._buzzer.pwm_device.value = duty

    def _play(self, notes: Tune) -> None:
        try:
            for note, beats in notes:
                self._sound(note)
                with self._changed:
                    if self._changed.wait_for(self._interrupted, timeout=beats * BEAT_S):
                        return
        finally:
            self._buzzer.stop()
