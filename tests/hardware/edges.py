"""How fast a button's line falls and rises: the arithmetic behind its resistors and its capacitor.

All times in seconds, worst cases over the parts' tolerances and over what the Pis' pins promise: Raspberry
Pi's documentation, "GPIO, voltage specifications". For the RP1 of a Pi 5 it names none; the wider range is
taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import exp, log
from typing import NamedTuple

SUPPLY = 3.3
CAPACITOR = 100e-9
CAPACITOR_TOLERANCE = 0.10
IN_SERIES = 22.0
PULL_UP = 10e3
JUMPER = 1e3
RESISTOR_TOLERANCE = 0.05
RESET_CAPACITOR = 10e-6
RESET_TOLERANCE = 0.20

RESET_LOW, RESET_HIGH = 0.2, 0.8
"""Of its supply: what an SSD1309 surely reads as low, as high. Its data sheet, revision 1.1, section 12."""

THRESHOLDS = (0.8, 2.0)
"""Surely low below, surely high above (V): BCM2711; the BCM2835 and BCM2837 have 0.9 and 1.6."""

INSIDE = (33e3, 73e3)
"""The pin's own pull-up (ohm): BCM2711; the others 50 to 65."""


class Span(NamedTuple):
    """The soonest and the latest."""

    least: float
    most: float


def closing() -> Span:
    """From the contact's first touch to the pin's low: the capacitor empties through the series resistor."""
    return _span(
        resistance * capacity * log(SUPPLY / threshold)
        for resistance, capacity, threshold in product(_around(IN_SERIES), _capacities(), THRESHOLDS)
    )


def opening(pull_up: float | None = PULL_UP) -> Span:
    """From the contact's opening to the pin's high: the capacitor fills through the pull-ups.

    Args:
        pull_up: the resistor on the board (ohm); None if there is only the pin's own.
    """
    return _span(
        _pulling(outside, inside) * capacity * log(SUPPLY / (SUPPLY - threshold))
        for outside, inside, capacity, threshold in product(
            (None,) if pull_up is None else _around(pull_up), INSIDE, _capacities(), THRESHOLDS
        )
    )


def looped() -> Span:
    """From the spare pin's fall to a button line's low, by the jumper's resistor, its puck plugged in."""
    return _span(
        side_by_side * capacity * log((SUPPLY - low) / (threshold - low))
        for jumper, outside, inside, capacity, threshold in product(
            _around(JUMPER), _around(PULL_UP), INSIDE, _capacities(), THRESHOLDS
        )
        for pull_up in (_pulling(outside, inside),)
        for side_by_side, low in ((_pulling(jumper, pull_up), SUPPLY * jumper / (jumper + pull_up)),)
    )


def reset_held() -> Span:
    """From a supply that rises at once to where an SSD1309's RES is no longer surely low."""
    return _span(constant * log(1 / (1 - RESET_LOW)) for constant in _reset())


def reset_over() -> Span:
    """From a supply that rises at once to where an SSD1309's RES is surely high."""
    return _span(constant * log(1 / (1 - RESET_HIGH)) for constant in _reset())


def slowest_supply() -> float:
    """How long the supply may take, evenly, for RES to be surely low still when it is there."""
    constant, least, most = min(_reset()), 0.0, 1.0
    while most - least > 1e-6:
        ramp = (least + most) / 2
        reached = 1 - constant / ramp * (1 - exp(-ramp / constant))
        least, most = (ramp, most) if reached < RESET_LOW else (least, ramp)
    return least


def _reset() -> list[float]:
    """Resistor times capacitor at an SSD1309's RES."""
    return [
        resistance * RESET_CAPACITOR * (1 + off)
        for resistance in _around(PULL_UP)
        for off in (-RESET_TOLERANCE, RESET_TOLERANCE)
    ]


def _around(resistance: float) -> tuple[float, float]:
    return resistance * (1 - RESISTOR_TOLERANCE), resistance * (1 + RESISTOR_TOLERANCE)


def _capacities() -> tuple[float, float]:
    return CAPACITOR * (1 - CAPACITOR_TOLERANCE), CAPACITOR * (1 + CAPACITOR_TOLERANCE)


def _pulling(outside: float | None, inside: float) -> float:
    """Both pull-ups side by side."""
    return inside if outside is None else 1 / (1 / outside + 1 / inside)


def _span(times: Iterable[float]) -> Span:
    found = sorted(times)
    return Span(found[0], found[-1])
