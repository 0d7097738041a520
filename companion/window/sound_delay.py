"""How long the window's sounds take to the sound card: measured, for `pierwszy check sound`.

What is measured is the time from `play` until SDL's mixer has taken a click: it works a buffer ahead, so the
click then waits for the buffer before it to be played. What comes after the card (a cable, a television, a
loudspeaker without wires) can't be seen from here, and may be far more.
"""

from __future__ import annotations

import time
from array import array
from dataclasses import dataclass
from statistics import median
from typing import Any

import pygame

from companion.window.sounds import RATE, mixer
from companion.words import Say

_CLICKS = 25
_GIVEN_UP_S = 1.0
_APART_S = 0.0137
"""No multiple of a buffer's length, so that clicks come at any moment of it."""


@dataclass(frozen=True, slots=True)
class SoundDelay:
    """How long a sound takes.

    Attributes:
        driver: how SDL reaches the sound card, by its name for it.
        buffer: samples it was asked to work ahead.
        ahead_ms: so long they are played.
        taken_ms: until a click is taken: the median, and the longest of all measured.
    """

    driver: str
    buffer: int
    ahead_ms: float
    taken_ms: tuple[float, float]

    def told(self, say: Say) -> str:
        """In one line."""
        usual, longest = self.taken_ms
        return say(
            "window's sound: {usual} ms to the sound card, at most {longest} ms (buffer {buffer}: {ahead} ms)"
            "; cable, television and loudspeaker come on top",
            usual=say.number(usual + self.ahead_ms, 0),
            longest=say.number(longest + self.ahead_ms, 0),
            buffer=self.buffer,
            ahead=say.number(self.ahead_ms, 0),
        )

    def as_data(self) -> dict[str, Any]:
        """As JSON."""
        usual, longest = (round(ms, 1) for ms in self.taken_ms)
        taken, ahead = {"median": usual, "longest": longest}, round(self.ahead_ms, 1)
        return {"driver": self.driver, "buffer": self.buffer, "ahead_ms": ahead, "taken_ms": taken}


def measured(buffer: int) -> SoundDelay | None:
    """Play clicks, too short and soft to disturb, and see when they are taken; None without a sound card."""
    try:
        mixer(buffer)
    except pygame.error:
        return None
    try:
        click = pygame.mixer.Sound(buffer=array("h", (0, 300, -300, 0)))
        taken = [_taken_ms(click) for _ in range(_CLICKS)]
        ahead = 1000 * (1 << (buffer - 1).bit_length()) / RATE
        return SoundDelay(pygame.mixer.get_driver(), buffer, ahead, (median(taken), max(taken)))
    finally:
        pygame.mixer.quit()


def _taken_ms(click: pygame.mixer.Sound) -> float:
    time.sleep(_APART_S)
    began = time.perf_counter()
    channel = click.play()
    while channel.get_busy() and time.perf_counter() < began + _GIVEN_UP_S:
        time.sleep(0.0002)
    return (time.perf_counter() - began) * 1000
