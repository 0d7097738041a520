"""Pins that work but not well: each is one line like a fault, and says what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware.boxfile.header import CONSOLE, PULLED_UP

_DOWN = f"expected a GPIO {PULLED_UP.stop}..27, which is pulled down at power-on"
_BAD_LEVELS = {
    "lamp": (True, f"{_DOWN}, got {{gpio}}: the lamp is lit until the box has started"),
    "piezo": (True, f"{_DOWN}, got {{gpio}}: the piezo is under voltage until the box has started"),
    "reset": (
        False,
        f"expected a GPIO 4..{PULLED_UP[-1]}, which is pulled up at power-on, got {{gpio}}: the mux may be "
        "held in reset while the kernel looks for it",
    ),
}
"""By what a pin is for: the pull at power-on it should not have, up or down, and what is said of it."""


def pin_warnings(pins: Iterable[tuple[str, int]]) -> Iterator[str]:
    """What is to be said of pins.

    Args:
        pins: the path of each one's user in the box file, such as ``seats.1.lamp``, and its GPIO.
    """
    for path, gpio in pins:
        bad = _BAD_LEVELS.get(path.rpartition(".")[2])
        if bad is not None and (gpio in PULLED_UP) is bad[0]:
            yield f"{path}: {bad[1].format(gpio=gpio)}"
        if gpio in CONSOLE:
            yield (
                f"{path}: expected a GPIO that serves nothing else, got {gpio}, {CONSOLE[gpio]} of the "
                "serial console on a Pi 1, 2 or a Zero without W, unless config.txt says enable_uart=0"
            )
