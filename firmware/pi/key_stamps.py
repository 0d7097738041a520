"""When keys 1 to 8 of keyboards were pressed, by the kernel, for a window that says which presses count.

The kernel tells of every key, whoever has the keyboard's focus; a window hears of its own only, and later: by
the display server, and while it draws not at all. So the window's event decides that a seat was pressed, and
the kernel's, if there is one of just before, when. None is kept for longer than that may take.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

from firmware.button_codes import number_of
from firmware.events import NS_PER_MS, SEATS, Seat, Within
from firmware.pi.input_keys import Change
from firmware.plugged import Plugged, port_of

RECENT_NS = 200 * NS_PER_MS
"""A window is told of a key within this."""

SEAT_KEYS: Mapping[int, Seat] = {number_of(f"KEY_{pad}{seat}"): seat for seat in SEATS for pad in ("", "KP")}
"""Whose key each is, by their places on the keyboard and the keypad beside it."""


class Stamp(NamedTuple):
    """When a key went down or up (ns), and how unsure that is."""

    at: int
    within: Within


NO_KEYBOARD = Plugged("KEYS", Within(0, 0), here=False)


def together(keyboards: Sequence[Plugged], had: Plugged) -> Plugged:
    """How unsure the keys are of whoever may sit at any of these keyboards.

    Args:
        keyboards: each by a key of it; if there are none, what they ``had`` is away.
        had: what there was before.
    """
    if not keyboards:
        return replace(had, here=False)
    before = max(keyboard.within.before for keyboard in keyboards)
    apart = max(keyboard.within.apart for keyboard in keyboards)
    ports = {port_of(keyboard.device) for keyboard in keyboards}
    within = keyboards[0].within._replace(before=before, apart=apart if len(ports) == 1 else before)
    return replace(keyboards[0], code=had.code, within=within)


class KeyStamps:
    """What keyboards told of the last moments."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._heard: deque[tuple[Seat, bool, Stamp]] = deque()
        self._asked: dict[Seat, int] = {}

    def note(self, change: Change, within: Within) -> None:
        """A key went down or up."""
        with self._lock:
            while self._heard and change.at - self._heard[0][2].at > RECENT_NS:
                self._heard.popleft()
            self._heard.append((SEAT_KEYS[change.code], change.closed, Stamp(change.at, within)))

    def take(self, seat: Seat, closed: bool, at: int) -> Stamp | None:
        """When the key was pressed, or let go, of which a window was told at this moment (ns).

        The newest since the window asked last, lest somebody is first by a key that was meant for another;
        None if it was no key, or one that isn't heard.
        """
        since = max(self._asked.get(seat, 0), at - RECENT_NS)
        self._asked[seat] = at
        with self._lock:
            of_key = [stamp for whose, down, stamp in self._heard if (whose, down) == (seat, closed)]
        return next((stamp for stamp in reversed(of_key) if since < stamp.at <= at), None)
