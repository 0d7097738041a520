"""The window's sounds: a melody of sine waves for each occasion, a tone for each seat, a rattle for dice.

A cue that is about a seat is its melody played on the seat's own tone.
"""

from __future__ import annotations

import cmath
import logging
import math
import os
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import accumulate, repeat
from operator import mul
from random import Random

import pygame

from firmware.boxfile.settings import SOUND_BUFFER
from firmware.events import Seat
from firmware.views import LOUDEST, Cue, Sound, Voice

_log = logging.getLogger("pierwszy.window")

RATE = 22_050
"""Samples a second: the highest overtone is under 6 kHz."""

_LOUD = 9_000
"""Amplitude of a note, of 32,767: eight at once don't clip often, and nobody jumps."""

_BASE_HZ = 440.0

_SEAT_STEPS: Mapping[Seat, int] = {1: 0, 2: 2, 3: 4, 4: 7, 5: 9, 6: 12, 7: 14, 8: 16}
"""Semitones above the base: a pentatonic scale, so that any two seats sound well together."""

_MELODIES: Mapping[Sound, tuple[tuple[int, int], ...]] = {
    Sound.START: ((0, 90), (7, 160)),
    Sound.RULING: ((0, 260),),
    Sound.TIE: ((0, 110), (1, 110), (0, 160)),
    Sound.EARLY: ((-12, 90), (-13, 220)),
    Sound.RIGHT: ((0, 90), (4, 90), (7, 220)),
    Sound.WRONG: ((-5, 150), (-11, 300)),
    Sound.TICK: ((12, 35),),
    Sound.TIME_UP: ((7, 140), (7, 140), (0, 380)),
    Sound.REFUSED: ((-12, 110),),
    Sound.OVER: ((0, 130), (4, 130), (7, 130), (12, 420)),
    Sound.ROLL: ((-12, 45), (-17, 90)),
}
"""Each occasion's notes: semitones from the tone it is played on, and ms. Dice rattle before theirs."""

_VOICES: Mapping[Voice, tuple[tuple[float, ...], float, tuple[tuple[int, int], ...]]] = {
    Voice.FLUTE: ((0.93, 0.05, 0.02), 0.6, ((12, 130), (14, 60), (12, 190))),
    Voice.TRUMPET: ((0.35, 0.25, 0.2, 0.12, 0.08), 0.8, ((0, 90), (0, 60), (7, 220))),
    Voice.XYLOPHONE: ((0.75, 0.0, 0.0, 0.25), 7.0, ((12, 90), (16, 90), (19, 200))),
    Voice.WHISTLE: ((1.0,), 0.3, ((19, 50), (21, 50), (23, 50), (24, 190))),
    Voice.ROBOT: ((0.6, 0.0, 0.25, 0.0, 0.15), 1.0, ((0, 70), (12, 70), (-5, 70), (7, 130))),
}
"""Other voices than the bell: shares of a tone's harmonics, how fast it fades, and its notes for a ruling."""

_LONGEST_MS = max(ms for notes in _MELODIES.values() for _, ms in notes)

_CLACKS = 11
_CLACK_MS = (28, 52)
"""How many times dice knock together before they land, and how far apart, least and most: 0.4 s, so that
they land in the ear when they do on the screen (`TUMBLE_NS` of Kezao, `ROLL_NS` of the dice)."""


@cache
def _tone(semitones: int) -> array[float]:
    """A steady tone, with an overtone, as long as the longest note; amplitude 1."""
    turn = cmath.rect(1, 2 * math.pi * _BASE_HZ * 2 ** (semitones / 12) / RATE)
    turning = accumulate(repeat(turn, RATE * _LONGEST_MS // 1000), mul)
    return array("d", (z.imag * (0.8 + 0.4 * z.real) for z in turning))  # 0.8 sin x + 0.2 sin 2x


@cache
def _fading(ms: int) -> array[float]:
    """How loud a note is from its beginning to its end, as a bell; silent at both, so nothing clicks."""
    length = RATE * ms // 1000
    attack, release = RATE // 250, RATE // 100
    return array(
        "d",
        (
            _LOUD * min(1.0, i / attack, (length - 1 - i) / release) * math.exp(-3.0 * i / length)
            for i in range(length)
        ),
    )


@cache
def _rattle() -> array[int]:
    """Dice in a cup: short knocks of noise, the same ones each time."""
    chance = Random(6)
    samples = array("h")
    for _ in range(_CLACKS):
        loud, before = _LOUD * chance.uniform(0.8, 1.6), 0.0
        for i in range(RATE * chance.randint(*_CLACK_MS) // 1000):
            before = 0.5 * before + chance.uniform(-0.5, 0.5)  # wood, not hiss
            samples.append(round(loud * min(1.0, i / 20) * math.exp(-i / 120) * before))
    return samples


def _played_on(voice: Voice, tone: int) -> array[int]:
    """A seat's own sound, on another voice than the bell."""
    harmonics, fades, notes = _VOICES[voice]
    samples = array("h")
    for step, ms in notes:
        turn, length = 2 * math.pi * _BASE_HZ * 2 ** ((tone + step) / 12) / RATE, RATE * ms // 1000
        for i in range(length):
            swing = sum(share * math.sin(turn * i * n) for n, share in enumerate(harmonics, 1) if share)
            loud = min(1.0, i * 200 / RATE, (length - 1 - i) * 100 / RATE) * math.exp(-fades * i / length)
            samples.append(round(_LOUD * loud * swing))
    return samples


@cache
def melody(cue: Cue) -> array[int]:
    """A cue's samples, 16 bits, one channel, `RATE` a second."""
    tone = 0 if cue.seat is None else _SEAT_STEPS[cue.seat]
    if cue.voice is not Voice.BELL and cue.sound is Sound.RULING:
        return _played_on(cue.voice, tone)
    samples = array("h", _rattle() if cue.sound is Sound.ROLL else ())
    for step, ms in _MELODIES[cue.sound]:
        samples.extend(map(round, map(mul, _tone(tone + step), _fading(ms))))
    return samples


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Keep C libraries off stderr: ALSA writes eight lines of its own where there is no sound card."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no stderr to keep them off
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a descriptor is wanted, not a path
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def mixer(buffer: int) -> None:
    """Let SDL's mixer run, ``buffer`` samples ahead; `pygame.error` where there is no sound card."""
    with _quiet_libraries():
        pygame.mixer.init(frequency=RATE, size=-16, channels=1, buffer=buffer)


LOUDNESS: Mapping[int, float] = {1: 0.15, 2: 0.45, 3: 1.0}
"""The samples' amplitude by volume; about as far apart as the piezo's."""


class Speaker:
    """Plays cues, or is silent where there is no sound card: that is one line in the log, not a fault.

    Every cue there can be is made beforehand, so that nothing is worked out while people race, but one by
    one, so that the window's first picture needn't wait for them; the voices players choose are made when
    they are heard first, which is when they are chosen.

    Args:
        buffer: how far ahead the mixer works, samples; SDL takes the next power of two.
    """

    def __init__(self, buffer: int = SOUND_BUFFER) -> None:
        self._made: dict[Cue, pygame.mixer.Sound] = {}
        self._to_make: list[Cue] = []
        self.silent = True
        """Whether there is no sound card."""
        try:
            mixer(buffer)
        except pygame.error as error:
            _log.warning("no sound: expected a sound card, came: %s", error)
            return
        self.silent = False
        self._to_make = [Cue(sound, seat) for sound in Sound for seat in (None, *_SEAT_STEPS)]

    def make_one(self) -> bool:
        """Make one more of the cues there can be; False if all are."""
        if self._to_make:
            self._make(self._to_make.pop())
        return bool(self._to_make)

    def _make(self, cue: Cue) -> pygame.mixer.Sound:
        if cue not in self._made:
            self._made[cue] = pygame.mixer.Sound(buffer=melody(cue))
        return self._made[cue]

    def play(self, cue: Cue, volume: int = LOUDEST) -> None:
        """Start one cue's sound, at a volume from 0 to `firmware.views.LOUDEST`; returns at once."""
        if not volume or self.silent:
            return
        sound = self._make(cue)
        sound.set_volume(LOUDNESS[volume])
        sound.play()

    def close(self) -> None:
        """Give the sound card back."""
        if not self.silent:
            self.silent = True
            self._made.clear()
            self._to_make.clear()
            pygame.mixer.quit()
