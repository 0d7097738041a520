"""What is wrong with a seat's plugged-in button, as short keys, and until when that is said."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from firmware.events import NS_PER_S
from firmware.pi.input_roster import Roster
from firmware.pi.input_wish import Wish
from firmware.pi.open_device import Spot

OVERRUN_NS = 10 * NS_PER_S
"""For so long is said that presses were lost."""


class Fault(NamedTuple):
    """A fault's key, and until when it is said (ns); None: as long as it is."""

    key: str
    until: int | None = None


def of_missing(wish: Wish, roster: Roster, known: Collection[Wish]) -> Iterator[Fault]:
    """Why a seat's button isn't there, if it should be: it was, or the box file says so."""
    resting = [each.fault for each in roster.resting.values() if wish.meets(each.told)]
    opening = any(wish.meets(each.told) for each in roster.heard.values() if not each.ready)
    if resting or (wish in known and not opening):
        yield Fault((*resting, "unplugged")[0])


def of_spot(spot: Spot) -> Iterator[Fault]:
    """What is wrong with one that is there."""
    device = spot.device
    if spot.wish.code in device.muted:
        yield Fault("flood")
    if device.busy:
        yield Fault("grabbed")
    if device.overrun_at is not None:
        yield Fault("overrun", device.overrun_at + OVERRUN_NS)
