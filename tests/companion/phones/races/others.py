"""What others would have made of the same messages: whose press was first, by four usual methods. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from firmware.clock_bounds import WINDOW_NS, Exchange


class Pressed(NamedTuple):
    """A press as it came.

    Attributes:
        there: its stamp, by the page's clock (ns).
        arrived: when it was here, by CLOCK_MONOTONIC_RAW as the exchanges.
        known: the exchanges with its page before that, the oldest first.
    """

    there: int
    arrived: int
    known: Sequence[Exchange]


def round_trip(exchange: Exchange) -> int:
    """How long an exchange was on its way (ns)."""
    return exchange.heard - exchange.asked - (exchange.answered - exchange.received)


def _ahead(exchange: Exchange) -> int:
    """How far our clock is ahead of the page's if both ways took equally long, as NTP has it (RFC 5905)."""
    return (exchange.asked + exchange.heard - exchange.received - exchange.answered) // 2


def by_arrival(pressed: Pressed) -> int:
    """Whatever comes first."""
    return pressed.arrived


def by_half_a_round_trip(pressed: Pressed) -> int:
    """When it came, less half of what the last round trip took."""
    return pressed.arrived - round_trip(pressed.known[-1]) // 2


def by_one_sample(pressed: Pressed) -> int:
    """Its stamp, by the last exchange."""
    return pressed.there + _ahead(pressed.known[-1])


def by_best_half(pressed: Pressed) -> int:
    """Its stamp, by the median of the quicker half of all exchanges that aren't too old."""
    recent = [one for one in pressed.known if pressed.arrived - one.heard <= WINDOW_NS]
    quick = sorted(recent or pressed.known[-1:], key=round_trip)
    return pressed.there + round(median(map(_ahead, quick[: (len(quick) + 1) // 2])))


METHODS: dict[str, Callable[[Pressed], int]] = {
    "arrival": by_arrival,
    "half a round trip": by_half_a_round_trip,
    "one sample": by_one_sample,
    "best half": by_best_half,
}
