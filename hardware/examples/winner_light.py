"""Lights up in the colour of whoever was first; in a tie, in the colours of all who were.

To be read, run and changed: it needs nothing of Pierwszy but what it prints. In a terminal::

    pierwszy box --json | python3 hardware/examples/winner_light.py

As a light: an RGB LED, its common cathode on ground, its anodes, red, green, blue, each through 330 ohms on a
pin the box leaves free (9, 10 and 11 on that of six seats); and gpiozero, which the box's own Python has::

    ... | /opt/pierwszy/bin/python hardware/examples/winner_light.py --led 9 10 11
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import cycle
from typing import Protocol, TextIO

COLOURS = {
    1: (0x56, 0xB4, 0xE9),
    2: (0xF0, 0xE4, 0x42),
    3: (0x00, 0x72, 0xB2),
    4: (0xD5, 0x5E, 0x00),
    5: (0xFF, 0xFF, 0xFF),
    6: (0xE6, 0x9F, 0x00),
    7: (0x00, 0x9E, 0x73),
    8: (0xCC, 0x79, 0xA7),
}
"""The seats' colours: red, green, blue, 0 to 255."""

TURN_S = 0.5
"""How long one LED shows each colour of a tie; never under a third of a second, for the eyes' sake."""


class Light(Protocol):
    """Something that shows seats."""

    def show(self, seats: Sequence[int]) -> None:
        """Light up for these seats; for none, go dark."""

    def close(self) -> None:
        """Go dark for good."""


class Terminal:
    """A line in the seats' colours each time."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def show(self, seats: Sequence[int]) -> None:
        """One line; none for the dark."""
        fields = [f"\x1b[1;30;48;2;{r};{g};{b}m  {s}  \x1b[0m" for s in seats for r, g, b in [COLOURS[s]]]
        if fields:
            self._out.write(" ".join(fields) + "\n")
            self._out.flush()

    def close(self) -> None:
        """A terminal needs no end."""


class Led:
    """An RGB LED; the colours of a tie take turns."""

    def __init__(self, red: int, green: int, blue: int) -> None:
        from gpiozero import RGBLED  # noqa: PLC0415 - a terminal needs none

        self.led = RGBLED(red, green, blue)
        self.led.source_delay = TURN_S

    def show(self, seats: Sequence[int]) -> None:
        """The seats' colours, one after the other, until something else is shown."""
        colours = [tuple(part / 255 for part in COLOURS[seat]) for seat in seats]
        self.led.source = cycle(colours) if len(colours) > 1 else None
        if len(colours) < 2:
            self.led.value = colours[0] if colours else (0, 0, 0)

    def close(self) -> None:
        """Off, and the pins are free again."""
        self.led.close()


def lights(lines: Iterable[str]) -> Iterator[tuple[int, ...]]:
    """The seats to light up for, each time they change, until the box ends; none: dark.

    Args:
        lines: what the box prints. What is no JSON is passed over: a service's journal has such lines, too.
    """
    lit: tuple[int, ...] = ()
    since = None
    for line in lines:
        try:
            told = json.loads(line)
        except ValueError:
            continue
        match told:
            case {"event": "ruling", "winner": None, "tied": tied}:
                now = tuple(tied)
            case {"event": "ruling", "winner": seat}:
                now = (seat,)
            case {"event": "over", "winners": winners}:
                now = tuple(winners)
            case {"event": "phase" | "game" | "undo", "at": at} if at != since:
                now = ()  # it goes on; the phase that comes with a ruling has the ruling's time
            case {"event": "end"}:
                break
            case _:
                continue
        if now:
            since = told["at"]
        if now != lit:
            yield now
        lit = now
    if lit:
        yield ()


def main(arguments: Sequence[str] | None = None) -> int:
    """Light up until the box ends, or Ctrl-C; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--led", nargs=3, type=int, metavar=("RED", "GREEN", "BLUE"), help="GPIO numbers")
    pins = parser.parse_args(arguments).led
    light: Light = Led(*pins) if pins else Terminal(sys.stdout)
    with closing(light):
        try:
            for seats in lights(sys.stdin):
                light.show(seats)
        except KeyboardInterrupt:
            pass
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads the colours may have gone
    sys.exit(main())
