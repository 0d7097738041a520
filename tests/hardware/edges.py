"""How fast a button's line falls and rises: the arithmetic behind its resistors and its capacitor.

All times in seconds, worst cases over the parts' tolerances and over what the Pis' pins promise: Raspberry
Pi's documentation, "GPIO, voltage specifications". For the RP1 of a Pi 5 it names none; the wider range is
taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import log
from typing import NamedTuple

SUPPLY = 3.3
CAPACITOR = 100e-9
CAPACITOR_TOLERANCE = 0.10
IN_SERIES = 22.0
PULL_UP = 10e3
RESISTOR_TOLERANCE = 0.05

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
