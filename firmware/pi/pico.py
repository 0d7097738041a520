"""A Raspberry Pi Pico as button head (hardware/head), on USB: ``/dev/ttyACM*``.

It looks at eight lines in one instant every microsecond and says which changed and when, so the order
between its own seats is exact whatever USB, kernel and program do. For its time it is asked once a second,
five times while somebody plays; how unsure that leaves it each press carries (`firmware.pi.head_clock`).

A port is a head if its device says so by its USB id and its name, and then by its answer to WHO?. What it
told before that answer is forgotten. What it lost, or we did, has no stamp, and none is made up.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import termios
import tty
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path

from firmware.button_codes import LINES, name_of
from firmware.clock_bounds import DRIFT_PPM
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Within
from firmware.far_clock import Clocks, in_steps
from firmware.pi.head_clock import HeadClock
from firmware.pi.head_records import (
    CLOCK,
    EDGE,
    FAULT,
    IDENTITY,
    NAME,
    PRODUCT,
    PROTOCOL,
    VENDOR,
    Record,
    Records,
    command,
)
from firmware.pi.input_device import InputDevice
from firmware.pi.input_keys import FLOOD, Change
from firmware.pi.input_polling import text
from firmware.pi.input_wish import Wish
from firmware.pi.open_device import Broken, OpenDevice
from firmware.plugged import HEAD, Plugged
from firmware.ports import Clock

LOOKS_MS = 0.001
"""How often it looks at its lines."""

ASK_NS, ASK_OFTEN_NS, ASK_AT_FIRST_NS = NS_PER_S, NS_PER_S // 5, 30 * NS_PER_MS
AT_FIRST = 8
"""So many answers before seats are told that it is there, so that its clock is known as well as it can be."""

PLAYS_NS = 20 * NS_PER_S
"""For so long after an edge somebody plays."""

SILENT = 5
"""It is given up once so many questions in a row have had no answer."""

WIDTHS_NS = tuple(
    us * NS_PER_US for us in (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000)
)
"""How unsure its stamps are beside others' is said in these steps."""

NARROWER = 8
"""That is said anew once it could be so much less, and nobody has played for `CALM_NS`."""

CALM_NS = 2 * NS_PER_S
UNTIL_ASKED_NS = ASK_NS * DRIFT_PPM // 1_000_000
"""So much less sure its stamps become until it is asked again."""


def button_heads(sys: Path) -> list[InputDevice]:
    """The button heads that are plugged in, in the order in which they were."""
    found = (_head(port) for port in sorted((sys / "class/tty").glob("ttyACM*")))
    return sorted((head for head in found if head is not None), key=lambda head: head.number)


def _head(port: Path) -> InputDevice | None:
    usb = (port / "device").resolve().parent
    if [text(usb / file) for file in ("idVendor", "idProduct", "product")] != [VENDOR, PRODUCT, NAME]:
        return None
    serial = re.fullmatch("[0-9A-F]{16}", text(usb / "serial"))
    device = f"{HEAD}-{usb.name if serial is None else serial[0]}"
    bus, number = (text(usb / file) for file in ("busnum", "devnum"))
    plugged = int(bus) * 1000 + int(number) if bus.isdecimal() and number.isdecimal() else 0
    return InputDevice(device, NAME, port.name, LOOKS_MS, "head", frozenset(LINES), False, plugged, usb)


class Head(OpenDevice):
    """A button head that is heard.

    Args:
        told: which.
        dev: the folder of its node.
        clock: the time.
        clocks: reads the kernel's clocks.

    Raises:
        OSError: its port can't be opened; EBUSY: another program has it.
    """

    lights = True

    def __init__(self, told: InputDevice, dev: Path, clock: Clock, clocks: Callable[[], Clocks]) -> None:
        super().__init__(told, told.buttons)
        self.ready = False
        self._clock = clock
        self._time = HeadClock(clocks)
        self._records = Records()
        self._lines = 0
        self._tie = 0
        self._within = 0
        self._met = False
        self._answers = self._unanswered = 0
        self._played_at: int | None = None
        self._lit = 0
        self._second, self._edges = clock.now(), dict.fromkeys(LINES, 0)
        self.fd = os.open(dev / told.node, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._have()
            self.tend(clock.now())
        except OSError:
            os.close(self.fd)
            raise

    def _have(self) -> None:
        """Have the port as bytes, and alone."""
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.ioctl(self.fd, termios.TIOCEXCL)
            tty.setraw(self.fd)
            termios.tcflush(self.fd, termios.TCIOFLUSH)
        except BlockingIOError:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY)) from None
        except termios.error as fault:
            raise OSError(*fault.args) from None

    @property
    def down(self) -> Collection[int]:
        """The lines that are closed now."""
        return [code for code in _codes(self._lines) if code not in self.muted]

    def button(self, wish: Wish) -> Plugged:
        """A line of it; against what isn't of it as unsure as is said of all its presses."""
        within = Within(self._within, self._within, self._tie, self.told.device)
        return Plugged(name_of(wish.code), within, self.told.name)

    def close(self) -> None:
        """Hear it no more; its lamps go dark with that."""
        os.close(self.fd)

    def ended(self, now: int) -> list[Change]:
        """It is heard no more: what was closed is open now."""
        return self._become(0, now)

    def light(self, lit: Collection[int]) -> None:
        """Light exactly the lamps of these lines."""
        bits = sum(1 << code - LINES.start for code in lit)
        if bits != self._lit and self._met and self._say(b"LAMP", bits):
            self._lit = bits

    def tend(self, now: int) -> None:
        """Ask it for its time, or who it is."""
        self._count(now)
        if self._unanswered >= SILENT:
            self.broken = Broken("doesn't answer", "unplugged")
        elif self._met:
            self._say(b"TIME", self._time.ask())
        else:
            self._say(b"WHO?")
        self._unanswered += 1
        within = self._time.within()
        if self.ready and within is not None and within > self._within:
            self._fit(within)
        self.due = now + self._pause(now)

    def _pause(self, now: int) -> int:
        """How long to wait before it is asked again (ns)."""
        if not self._met or self._unanswered > 1:
            return ASK_NS
        if self._answers < AT_FIRST:
            return ASK_AT_FIRST_NS
        return ASK_OFTEN_NS if self._plays(now, PLAYS_NS) else ASK_NS

    def _say(self, word: bytes, number: int = 0) -> bool:
        """Send a command; False if the port takes none now, or is gone, as will be heard."""
        with suppress(OSError):
            return os.write(self.fd, command(word, number)) > 0
        return False

    def take(self, data: bytes) -> list[Change]:
        """What has changed by what it told."""
        now = self._clock.now()
        return [change for record in self._records.take(data) for change in self._take(record, now)]

    def _take(self, record: Record, now: int) -> Iterator[Change]:
        if record.kind == IDENTITY:
            self._meet(record, now)
        elif not self._met:  # it was told to whoever had the port before
            return
        changed = record.what & 0xFF if record.kind == EDGE else 0
        if self._records.missing or record.kind == FAULT:
            yield from self._lose(record.lines ^ changed, now)
        if changed:
            yield from self._edge(record, changed, now)
        elif record.kind == CLOCK and self._time.answer(record.what, record.time):
            self._answered(now)
        self._lines = record.lines

    def _meet(self, record: Record, now: int) -> None:
        """It says who it is: hear it from now on."""
        protocol, _, tie_us, _ = record.what.to_bytes(4, "little")
        if protocol != PROTOCOL:
            why = f"speaks protocol {protocol}, expected {PROTOCOL}: flash it with this program's head.uf2"
            self.broken = Broken(why, "firmware")
        elif not self._met:
            self._met, self._tie, self._records.missing = True, tie_us * NS_PER_US, False
            self._unanswered, self.due = 0, now

    def _answered(self, now: int) -> None:
        """Its clock is known better: well enough for a seat?"""
        self._answers += 1
        self._unanswered = 0
        if self._time.wrong:
            why = f"has a clock that runs wrong, or this computer has: by over {DRIFT_PPM} ppm"
            self.broken = Broken(why, "clock")
        elif self._answers >= AT_FIRST:
            if not self.ready or not self._plays(now, CALM_NS):
                self._fit(self._time.within() or 0)
            self.ready = True

    def _plays(self, now: int, for_ns: int) -> bool:
        """Whether somebody played within so long."""
        return self._played_at is not None and now - self._played_at < for_ns

    def _fit(self, within: int) -> None:
        """Say how unsure its stamps are if they are less sure than was said, or far surer."""
        fitting = in_steps(within + within // 4 + UNTIL_ASKED_NS, WIDTHS_NS)
        if within > self._within or fitting * NARROWER <= self._within:
            self._within, self.news = fitting, True

    def _edge(self, record: Record, changed: int, now: int) -> Iterator[Change]:
        if not self._plays(now, ASK_NS):
            self.due = now
        self._played_at = now
        stamp = self._time.stamp(record.time)
        if stamp is None:
            yield from self._lose(record.lines, now)
        elif self.ready:
            if stamp.within > self._within:
                self._fit(stamp.within)
            within = Within(stamp.within, stamp.within, self._tie, self.told.device)
            closed = _codes(record.lines)
            for code in _codes(changed):
                if not self._floods(code, now):
                    yield Change(code, code in closed and code not in self.muted, stamp.at, within)

    def _floods(self, code: int, now: int) -> bool:
        """Whether a line screams, and has been told to be open; what it does isn't told until it is quiet."""
        self._count(now)
        muted = code in self.muted
        self._edges[code] += 1
        if self._edges[code] > FLOOD:
            self.muted = {*self.muted, code}
        return muted

    def _count(self, now: int) -> None:
        """Count each second's edges anew; a line that was quiet for one is heard again."""
        if (over := now - self._second) >= NS_PER_S:
            self.muted = {code for code in LINES if self._edges[code] > FLOOD and over < 2 * NS_PER_S}
            self._second, self._edges = now, dict.fromkeys(LINES, 0)

    def _lose(self, lines: int, now: int) -> list[Change]:
        """Something has no stamp: what is open has opened; what is closed was pressed, nobody knows when."""
        self.overrun_at = now
        return self._become(lines, now)

    def _become(self, lines: int, now: int) -> list[Change]:
        opened = [Change(code, False, now) for code in _codes(self._lines & ~lines)]
        self._lines = lines
        return opened


def _codes(bits: int) -> list[int]:
    """The lines of a byte."""
    return [code for place, code in enumerate(LINES) if bits >> place & 1]
