"""Judge mode: the host stops a race with ok, and whoever made a mistake says so with a press.

While the host judges, a press marks that seat's last action as wrong and never counts as an action; ok or
``enter resume`` goes on. The stamp of the ok divides the two: the gate hands presses on in order of stamp, so
one made before the ok still counts as an action, however late it is delivered.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.games.base import NotNow
from companion.words import Say, T
from firmware.events import NS_PER_MS, Press, Seat
from firmware.views import Lamp, Mood, Screen

IN_FLIGHT_NS = 200 * NS_PER_MS
"""Presses sooner than this after the ok were under way already: nobody reacts to a stop that fast."""

HOLD_NS = 800 * NS_PER_MS
"""A button held this long says something else than a press: a wrong card, a card beside, a call."""


@dataclass(frozen=True, slots=True)
class Judging:
    """The host judges.

    Attributes:
        since: the stamp of the ok that stopped the race (ns).
        marked: seats whose last action was marked as wrong since then, in order.
    """

    since: int
    marked: tuple[Seat, ...] = ()

    def mark(self, press: Press, last: Collection[Seat]) -> Judging:
        """A press while the host judges: that seat's last action was wrong.

        Args:
            press: stamped after the ok.
            last: the seats that have acted.

        Raises:
            NotNow: it was meant as an action, there is none to mark, or it is marked already.
        """
        if press.at < self.since + IN_FLIGHT_NS:
            raise NotNow(T("STOP"))
        if press.seat in self.marked:
            raise NotNow(T("Already taken back"))
        if press.seat not in last:
            raise NotNow(T("You laid no card"))
        return replace(self, marked=(*self.marked, press.seat))

    def without(self, seat: Seat) -> Judging:
        """That seat's last action was right after all."""
        return replace(self, marked=tuple(other for other in self.marked if other != seat))


def seat_screen(judging: Judging, seat: Seat, last: Collection[Seat], say: Say) -> Screen:
    """A seat's own panel; ``last`` are the seats that have acted and may press."""
    if seat in judging.marked:
        return Screen("", say("TAKE BACK"), seat, (say("your card was wrong"),), mood=Mood.WAIT)
    if seat in last:
        return Screen("", say("Wrong?"), seat, (say("wrong card: press"),))
    return Screen("", say("STOP"), seat, mood=Mood.WAIT)


def lamp(judging: Judging, seat: Seat, last: Collection[Seat]) -> Lamp:
    """Blinking: acted last, and may have been wrong. Lit: marked."""
    if seat in judging.marked:
        return Lamp.ON
    return Lamp.BLINK if seat in last else Lamp.OFF
