"""What a desk hears of plugged-in buttons and of its own keyboard, and how unsure its keys are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from companion.app.plugged_table import JOIN, RULE
from companion.loop.mailbox import Mailbox
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_MS, NS_PER_US, Seat, Within
from firmware.pi import input_roster
from firmware.pi.input_wish import HEADS
from firmware.pi.inputs import Inputs
from firmware.pi.key_stamps import KeyStamps, Stamp
from firmware.plugged import KEYS, WINDOW, Found, Plugged
from firmware.ports import Clock

BY_WINDOW = Within(40 * NS_PER_MS, 0, 10 * NS_PER_MS, WINDOW)
"""A key takes up to 10 ms until it is scanned and asked for, and the desktop and a window that is drawing may
add two pictures. It is never told of too soon. Keys are told of in the order of their scans."""


class DeskInputs:
    """The devices at a desk; which there are is said as they are opened.

    Args:
        settings: how the box is built.
        mailbox: where edges go, and what is found.
        clock: the time.

    Attributes:
        heard: what is heard; None where nothing can be.
    """

    def __init__(self, settings: Settings, mailbox: Mailbox, clock: Clock) -> None:
        self._mailbox = mailbox
        self._stamps = KeyStamps()
        self._told = False
        self.heard: Inputs | None = None
        if sys.platform == "linux":
            sys.stderr.writelines(f"pierwszy: {line}\n" for line in told())
            self.heard = Inputs(
                settings.every_seat,
                mailbox,
                self._found,
                clock,
                given=settings.inputs,
                spare_typing=True,
                stamps=self._stamps,
                dev=input_roster.DEV,
                sys=input_roster.SYS,
            )

    def stamp(self, seat: Seat, closed: bool, at: int, by_key: bool) -> Stamp:
        """When a seat's key or plate was pressed, or let go, of which the window was told now (ns)."""
        of_key = self._stamps.take(seat, closed, at)  # also of a plate: what its key did before is over
        return of_key if of_key is not None and by_key else Stamp(at, BY_WINDOW)

    def know_keys(self) -> None:
        """Tell the loop how unsure keys are of which only the window tells, unless it knows."""
        if not self._told:
            self._told = True
            self._mailbox.put(Found(Plugged("KEYS", BY_WINDOW), KEYS))

    def _found(self, found: Found) -> None:
        """A button was found; in the thread that hears them."""
        if found.seat == KEYS:
            self._told = found.button.here
            own = found.button.within
            clicked = own._replace(before=max(own.before, BY_WINDOW.before))  # who plays may click as well
            found = replace(found, button=replace(found.button, within=clicked))
        self._mailbox.put(found)
        self.know_keys()


def told() -> Iterator[str]:
    """What is plugged in to play with, and how to hear what may not be heard.

    Nobody is told of keys: keyboards play without being heard, and cameras and headphones have some, too.
    """
    there = input_roster.input_devices(input_roster.DEV, input_roster.SYS)
    devices = [device for device in there if not device.desk and not device.keyed]
    heads = [device for device in devices if device.polled_by == "head"]
    for head in heads:
        which = f"{head.name} {head.device}"
        if head.why_not:
            yield f"can't hear {which}: {RULE}, then plug it in anew"
        else:
            yield f"hears {which}, eight lines, ties to {HEADS.apart // NS_PER_US} µs"
    others = [device for device in devices if device not in heads]
    for device in others:
        if not device.why_not:
            yield f"hears {device.name} at {device.device}, asked every {device.poll_ms:g} ms"
    if silent := [device.name for device in others if device.why_not]:
        yield f"can't hear {', '.join(silent)}: {JOIN}, then log in anew"
