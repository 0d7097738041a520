"""A table script told in the terminal, where there is no display: the main screen in dots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO

from PIL import Image

from firmware.events import NS_PER_S
from firmware.fakes.picture_files import NoPanels
from firmware.ports import Clock
from firmware.views import AWAKE, PanelId, Rest, Screen

DOTS = (
    (0, 0, 0x01),
    (0, 1, 0x02),
    (0, 2, 0x04),
    (1, 0, 0x08),
    (1, 1, 0x10),
    (1, 2, 0x20),
    (0, 3, 0x40),
    (1, 3, 0x80),
)
"""Braille patterns (Unicode U+2800): column, row and bit of each of a character's eight dots."""


def braille(picture: Image.Image) -> str:
    """A mode ``"1"`` picture as lines of Braille characters, 2 by 4 pixels each."""
    lit = picture.load()
    assert lit is not None
    rows = []
    for top in range(0, picture.height, 4):
        cells = []
        for left in range(0, picture.width, 2):
            bits = sum(bit for dx, dy, bit in DOTS if lit[left + dx, top + dy])
            cells.append(chr(0x2800 + bits))
        rows.append("".join(cells))
    return "\n".join(rows)


class TerminalPanels(NoPanels):
    """Prints the main panel whenever it changes; a `firmware.ports.Panels`.

    Args:
        out: the terminal.
        clock: the time of what is shown.
        origin: the stamp at which the printed seconds are zero (ns).
        draw: draws a screen of a size.
        sleep: waits seconds, so that a person can follow; None doesn't wait.
    """

    def __init__(
        self,
        out: TextIO,
        clock: Clock,
        origin: int,
        draw: Callable[[Screen, tuple[int, int]], Image.Image],
        sleep: Callable[[float], None] | None,
    ) -> None:
        self._out = out
        self._clock = clock
        self._origin = origin
        self._draw = draw
        self._sleep = sleep
        self._shown: Screen | None = None
        self._at = clock.now()

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:  # noqa: ARG002
        """Print the main screen if it has changed; a terminal has no glass to spare."""
        screen = screens["main"]
        if screen == self._shown:
            return
        now = self._clock.now()
        if self._sleep is not None:
            self._sleep((now - self._at) / NS_PER_S)
        self._shown, self._at = screen, now
        print(f"{(now - self._origin) / NS_PER_S:.3f} s", file=self._out)
        print(braille(self._draw(screen, (128, 64))), file=self._out, flush=True)
