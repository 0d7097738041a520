"""Phones as seats' buttons: what a page tells of its touches becomes edges, as unsure as they are.

A touch is stamped by the page's clock, which is known within bounds (`firmware.far_clock`), after the glass
has taken its time: 5 to 35 ms between unlike phones, which no clock shows. So a press may have been earlier
by all of that, and later by hardly anything, never than it was here. Phones that are all alike share that
time, and among themselves it doesn't count.

Whether a press is still to come a phone is asked, and tells the moment before which none is (`marks`). One
that has been silent for 1.5 s sleeps: it is shown, and not waited for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from companion.loop.mailbox import Mailbox
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Seat, Within
from firmware.far_clock import Clocks, FarClock, in_steps
from firmware.plugged import Found, Plugged

CODE = "PHONE"
"""What a phone's button is called, as `firmware.plugged.Plugged.code`."""

TOUCH_LEAST_NS = 5 * NS_PER_MS
"""How long touch screens take at least."""

TOUCH_MS = 30
"""By how much longer the slowest take."""

FRAME_NS = 17 * NS_PER_MS
"""Touches of one page no further apart than a picture at 60 Hz may be told in either order."""

TOUCHED_NS = 10 * NS_PER_MS
"""A touch lasts so long at least: glass knows no spikes, which wires' contacts tell from presses by that."""

BELIEVED_NS = NS_PER_S
"""A press is believed that was at most so long before it was here."""

SILENT_NS = 3 * NS_PER_S // 2
"""A page that says nothing for so long is asleep."""

UNSURE_NS = 50 * NS_PER_MS
"""How unsure a phone's clock is taken to be before anything is known of it."""

MOST_UNSURE_NS = 200 * NS_PER_MS
"""Presses of a phone less sure aren't believed: everybody would wait for them, and tie with them."""

WIDTHS_NS = tuple(ms * NS_PER_MS for ms in (5, 10, 20, 50, 100, 200))
"""How unsure a phone's clock is, beside others', is said in these steps."""


@dataclass
class _Phone:
    """One page's seats and clock."""

    clock: FarClock
    seats: dict[Seat, str] = field(default_factory=dict)
    down: dict[Seat, int] = field(default_factory=dict)
    heard: int = 0
    mark: int = 0
    unsure: int = UNSURE_NS

    def is_asleep(self, now: int) -> bool:
        """Whether it has been silent for too long, by CLOCK_MONOTONIC_RAW."""
        return now - self.heard >= SILENT_NS


class PhoneInputs:
    """A `firmware.ports.Inputs` of phones; told by their connections, in threads of their own.

    Args:
        seats: those that may have one.
        mailbox: where edges go, and what is found; woken when there is a mark.
        clocks: reads the kernel's clocks.
        alike: whether all that play do so by phones that are taken to be alike.
        unlike: by how much longer the slowest touch screens take than the quickest (ns).

    Attributes:
        on_taken: called with a phone's seat that has got another button.
    """

    def __init__(
        self,
        seats: Collection[Seat],
        mailbox: Mailbox,
        clocks: Callable[[], Clocks],
        alike: Callable[[], bool],
        unlike: int = TOUCH_MS * NS_PER_MS,
    ) -> None:
        self.seats: Collection[Seat] = tuple(seats)
        self.on_taken: Callable[[Seat], None] = lambda _: None
        self._mailbox = mailbox
        self._clocks = clocks
        self._alike = alike
        self._touch = TOUCH_LEAST_NS, TOUCH_LEAST_NS + unlike
        self._lock = threading.RLock()
        self._phones: dict[str, _Phone] = {}

    # --- what the loop does -------------------------------------------------------------------------------

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """Seats that have another button now aren't a phone's any more."""
        with self._lock:
            for device, phone in self._phones.items():
                for seat in list(phone.seats):
                    if seat in buttons and buttons[seat].here and buttons[seat].device != device:
                        self._let_go(phone, seat)
                        del phone.seats[seat]
                        self.on_taken(seat)

    def closed(self, seat: Seat) -> bool:
        """Whether a finger is on a seat's button."""
        with self._lock:
            return any(seat in phone.down for phone in self._phones.values())

    def show(self, lit: Collection[Seat]) -> None:
        """Nothing: pages show lamps with everything else."""

    def faults(self) -> Collection[str]:
        """``"asleep 3"``."""
        return [f"asleep {seat}" for seat in sorted(self.asleep())]

    def marks(self) -> Mapping[Seat, int]:
        """Of the seats of phones that aren't asleep: before which stamp no press is still to come."""
        now = self._clocks().raw
        with self._lock:
            return {
                seat: phone.mark
                for phone in self._phones.values()
                if not phone.is_asleep(now)
                for seat in phone.seats
            }

    def asleep(self) -> frozenset[Seat]:
        """The seats whose phone has been silent for too long."""
        now = self._clocks().raw
        with self._lock:
            asleep = [phone for phone in self._phones.values() if phone.is_asleep(now)]
            return frozenset(seat for phone in asleep for seat in phone.seats)

    def close(self) -> None:
        """No phone has a seat any more."""
        for device in list(self._phones):
            for seat in list(self._phones[device].seats):
                self.leave(device, seat)

    # --- what pages do ------------------------------------------------------------------------------------

    def sit(self, device: str, seat: Seat, name: str, step_ns: int) -> None:
        """A page takes a seat, or is back at it.

        Args:
            device: which page.
            seat: the seat.
            name: what it is called.
            step_ns: the step of its clock.
        """
        with self._lock:
            phone = self._phones.get(device)
            if phone is None:
                phone = self._phones[device] = _Phone(FarClock(self._clocks, step_ns))
            phone.seats[seat] = name
            now = self._clocks()
            phone.heard, phone.mark = now.raw, max(phone.mark, now.monotonic)
            self._mailbox.put(Found(self._button(device, phone, seat), seat))

    def leave(self, device: str, seat: Seat) -> None:
        """A page gives a seat back."""
        with self._lock:
            phone = self._phones.get(device)
            if phone is None or seat not in phone.seats:
                return
            self._let_go(phone, seat)
            away = Plugged(CODE, self._width(device, phone), phone.seats.pop(seat), here=False)
            self._mailbox.put(Found(away, seat))

    def away(self, device: str) -> None:
        """A page is hidden or gone: its clock may stand still, and no finger is on it."""
        with self._lock:
            if (phone := self._phones.get(device)) is not None:
                phone.heard = self._clocks().raw - SILENT_NS
                phone.clock.forget()
                for seat in phone.seats:
                    self._let_go(phone, seat)
                self._mailbox.put(None)

    def ask(self, device: str) -> int:
        """A page is about to be asked for its time; returns the number to ask with."""
        with self._lock:
            return self._phones[device].clock.ask() if device in self._phones else 0

    def exchange(self, device: str, number: int, received: int, answered: int, heard: int) -> None:
        """A page has answered.

        Args:
            device: which page.
            number: the question's.
            received: when it was there, by the page's clock (ns).
            answered: when the answer was sent.
            heard: when it was here, by CLOCK_MONOTONIC_RAW.
        """
        with self._lock:
            if (phone := self._phones.get(device)) is None:
                return
            phone.heard = heard
            if phone.clock.answered(number, received, answered, heard):
                self._fit(device, phone, phone.clock.within())

    def press(self, device: str, seat: Seat, closed: bool, at: int, arrived: int) -> bool:
        """A finger is on a page's button, or no more; False if that can't be believed, or isn't known yet.

        Args:
            device: which page.
            seat: whose button.
            closed: whether the finger is on it.
            at: when, by the page's clock (ns).
            arrived: when it was here, by CLOCK_MONOTONIC.
        """
        with self._lock:
            phone = self._phones.get(device)
            if phone is None or seat not in phone.seats or closed == (seat in phone.down):
                return phone is not None and seat in phone.seats
            stamp = phone.clock.stamped(at)
            if (
                stamp is None
                or stamp.within > MOST_UNSURE_NS
                or not arrived - BELIEVED_NS <= stamp.at + stamp.within
            ):
                return not closed and self._let_go(phone, seat)
            self._fit(device, phone, stamp.within)
            when = min(stamp.at, arrived)
            if closed:
                phone.down[seat] = when
            else:
                when = max(when, phone.down.pop(seat) + TOUCHED_NS)
            self._mailbox.put(Edge(seat, closed, when, self._within(device, stamp.within, arrived - when)))
            return True

    def mark(self, device: str, at: int) -> None:
        """No press of a page before this, by its clock (ns), is still to come."""
        with self._lock:
            phone = self._phones.get(device)
            stamp = None if phone is None else phone.clock.stamped(at)
            if phone is not None and stamp is not None:
                phone.mark = max(phone.mark, stamp.at)
                self._mailbox.put(None)

    # --- how unsure that is -------------------------------------------------------------------------------

    def _within(self, device: str, unsure: int, since: int) -> Within:
        """How unsure a stamp is, of a clock so unsure (ns); a press isn't later than it was here."""
        least, most = (0, 0) if self._alike() else self._touch
        return Within(unsure + most, min(since, max(0, unsure - least)), FRAME_NS, device)

    def _width(self, device: str, phone: _Phone) -> Within:
        return self._within(device, phone.unsure, NS_PER_S)

    def _button(self, device: str, phone: _Phone, seat: Seat) -> Plugged:
        return Plugged(CODE, self._width(device, phone), phone.seats[seat])

    def _fit(self, device: str, phone: _Phone, unsure: int | None) -> None:
        """Say how unsure a phone is if it is less sure than was said, or far surer."""
        if unsure is None or unsure > MOST_UNSURE_NS:
            return
        fitting = min(in_steps(unsure * 5 // 4, WIDTHS_NS), MOST_UNSURE_NS)
        if unsure > phone.unsure or fitting * 2 < phone.unsure:
            phone.unsure = fitting
            for seat in phone.seats:
                self._mailbox.put(Found(self._button(device, phone, seat), seat))

    def _let_go(self, phone: _Phone, seat: Seat) -> bool:
        """No finger is on a button any more, nobody knows since when."""
        if seat in phone.down:
            del phone.down[seat]
            self._mailbox.put(Edge(seat, False, self._clocks().monotonic))
        return True
