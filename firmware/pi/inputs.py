"""Buttons of plugged-in devices, heard.

Arcade encoder boards, gamepads, Buzz! controllers, keypads, keyboards, foot pedals (`firmware.pi.evdev`);
button heads (`firmware.pi.pico`).

One thread hears all devices and whether any comes or goes; while nothing happens it sleeps. Devices that
have a seat's button are grabbed, so that nobody types into a console. Whatever is wrong with one is said in
a line, and it is closed; the others go on.
"""

from __future__ import annotations

import logging
import os
import select
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fcntl import ioctl as kernels_ioctl
from pathlib import Path
from types import MappingProxyType

from firmware.boxfile.settings import InputButton, Settings
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Seat
from firmware.far_clock import Clocks
from firmware.pi.clock import clocks as kernels_clocks
from firmware.pi.evdev import Ioctl
from firmware.pi.input_device import InputDevice
from firmware.pi.input_faults import of_missing, of_spot
from firmware.pi.input_keys import Change
from firmware.pi.input_lamps import InputLamps, lamps_of
from firmware.pi.input_roster import DEV, GONE, SYS, Roster
from firmware.pi.input_wish import Wish, boxed, wish_for
from firmware.pi.key_stamps import NO_KEYBOARD, SEAT_KEYS, KeyStamps, together
from firmware.pi.open_device import Broken, OpenDevice, Spot
from firmware.plugged import KEYS, Found, Plugged
from firmware.ports import Clock, Inbox
from firmware.times import earliest

log = logging.getLogger("pierwszy.inputs")

UNTOLD_NS = 2 * NS_PER_S
"""Whoever takes a seat with a press has made that press: it is told if it isn't older than this."""

GRAB_AGAIN_NS = 5 * NS_PER_S


class Inputs:
    """A `firmware.ports.Inputs` on whatever is plugged in.

    Args:
        seats: those that may have such a button.
        inbox: where their edges go.
        found: told of a button of nobody's pressed, and of a seat's that is there, or no more; in any thread.
        clock: the time.
        given: the buttons that the box file gives to seats; None: none.
        spare_typing: keyboards for writing and whatever points are left alone, unless one is a seat's: a
            desk needs them.
        stamps: is told when keys 1 to 8 of keyboards that are left alone go down and up; how unsure that is
            ``found`` hears as of a button of `firmware.plugged.KEYS`.
        dev: the devices' folder.
        sys: where sysfs is mounted.
        ioctl: asks the kernel.
        clocks: reads its clocks.
    """

    def __init__(
        self,
        seats: Collection[Seat],
        inbox: Inbox,
        found: Callable[[Found], None],
        clock: Clock,
        *,
        given: Mapping[Seat, InputButton | None] = MappingProxyType({}),
        spare_typing: bool = False,
        stamps: KeyStamps | None = None,
        dev: Path = DEV,
        sys: Path = SYS,
        ioctl: Ioctl = kernels_ioctl,
        clocks: Callable[[], Clocks] = kernels_clocks,
    ) -> None:
        self.seats: Collection[Seat] = tuple(seats)
        self._inbox, self._found, self._clock = inbox, found, clock
        self._given = [button for button in given.values() if button is not None]
        self._boxed = boxed(given)
        self._table: dict[Seat, Wish] = {}
        self._spare_typing, self._stamps = spare_typing, stamps
        self._keys = NO_KEYBOARD
        self._bound: dict[Seat, Spot] = {}
        self._known = set(self._boxed.values())
        self._faults: tuple[tuple[str, int | None], ...] = ()
        self._lamps = InputLamps()
        self._lit: Collection[Seat] = ()
        self._closing = False
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll = select.poll()
        self._poll.register(self._wake, select.POLLIN)
        self._roster = Roster(dev, sys, clock, self._poll, ioctl, clocks)
        self._roster.complains = not spare_typing
        self._look()
        self._settle()
        for seat, wish in self._boxed.items():
            if seat not in self._bound:  # games wait for it, since it may come
                found(Found(wish.away, seat))
        self._thread = threading.Thread(target=self._run, name="inputs", daemon=True)
        self._thread.start()

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """From now on these buttons, and no others but the box file's, are the seats'.

        One that is down, or was just pressed, and is nobody's so far: that press is told now, with its stamp.
        """
        table = {}
        for seat, button in buttons.items():
            with suppress(ValueError):  # a button of which nobody knows what it is will never be there
                table[seat] = wish_for(button.device, button.code, self._given)
        if table != self._table:
            self._table = table
            os.eventfd_write(self._wake, 1)

    def closed(self, seat: Seat) -> bool:
        """Whether a seat's button is down now."""
        spot = self._bound.get(seat)
        return spot is not None and spot.wish.code in spot.device.down

    def show(self, lit: Collection[Seat]) -> None:
        """Light exactly these seats' lamps, of those that have one."""
        self._lamps.show(lit)
        before, self._lit = self._lit, frozenset(lit)
        if self._lit != before and any(spot.device.lights for spot in tuple(self._bound.values())):
            os.eventfd_write(self._wake, 1)

    def faults(self) -> Collection[str]:
        """``"unplugged 3"``, ``"grabbed 3"``, ``"flood 3"``, ``"overrun 3"``, ``"lamp 3"``.

        Of a button head also ``"clock 3"``, that runs wrong, and ``"firmware 3"``, that isn't ours.
        """
        now = self._clock.now()
        faults = [fault for fault, until in self._faults if until is None or now < until]
        return faults + [f"lamp {seat}" for seat in self._lamps.failing()]

    def close(self) -> None:
        """Lamps off, devices free, the thread ended."""
        self._closing = True
        os.eventfd_write(self._wake, 1)
        self._thread.join(1)
        if not self._thread.is_alive():  # else it still waits on that
            os.close(self._wake)
        self._lamps.close()

    # --- the thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._closing:
                self._step()
        except Exception:
            log.exception("no plugged-in button is heard any more, by a fault of ours")
        finally:
            self._bound = {}
            self._note()
            self._roster.close()

    def _step(self) -> None:
        """Wait until something happens, and see to it."""
        ready = {fd for fd, _ in self._poll.poll(self._wait_ms())}
        heard = [device for device in self._roster.heard.values() if device.fd in ready]
        lost = [device for device in heard if not self._hear(device)]
        now = self._clock.now()
        due = [each for each in self._roster.heard.values() if each.due is not None and each.due <= now]
        for device in due:
            device.tend(now)
            self._renew(device)
        lost += [device for device in due if not self._sound(device)]
        if self._wake in ready:
            os.eventfd_read(self._wake)
        if lost or len(ready) != len(heard) or not (ready or due):
            self._look()
        self._settle()

    def _wait_ms(self) -> int | None:
        """How long to sleep if nothing happens (ms); None: for ever."""
        now = self._clock.now()
        busy = any(device.busy for device in self._roster.heard.values())
        due = earliest(
            self._roster.due(),
            now + GRAB_AGAIN_NS if busy else None,
            *(device.due for device in self._roster.heard.values()),
        )
        return None if due is None else max(0, -((now - due) // NS_PER_MS))

    def _hear(self, device: OpenDevice) -> bool:
        """Hand on what a device tells; False if it is heard no more."""
        try:
            changes = device.hear()
        except OSError as fault:
            device.broken = Broken("" if fault.errno in GONE else f"can't be read: {fault}", "unplugged")
            return self._sound(device)
        self._renew(device)
        for change in changes:
            self._tell(device, change)
        return self._sound(device)

    def _renew(self, device: OpenDevice) -> None:
        """Say what has changed of a device's buttons; what it tells from then on is understood by that."""
        if device.news:
            device.news = False
            self._bind()

    def _sound(self, device: OpenDevice) -> bool:
        """Whether a device can be heard on; else it rests."""
        if device.broken is None:
            return True
        self._roster.drop(device, *device.broken)
        self._end(device)
        return False

    def _tell(self, device: OpenDevice, change: Change) -> None:
        """Hand on a change; a press of nobody's is kept for whoever takes a seat with it."""
        code, closed, at, within = change
        taken = [seat for seat, spot in self._here(device) if spot.wish.code == code]
        for seat in taken:
            self._inbox.put(Edge(seat, closed, at - self._bound[seat].wish.earlier, within))
        if taken:
            return
        if self._spared(device.told):
            if self._stamps is not None and code in SEAT_KEYS:
                self._stamps.note(change, _nobodys(device, code).within)
        elif closed and not (self._spare_typing and device.told.desk):
            device.untold[code] = at, None
            self._found(Found(_nobodys(device, code), None))
        elif code in device.untold:
            device.untold[code] = device.untold[code][0], at

    def _end(self, device: OpenDevice) -> None:
        """A device isn't heard any more: what was down is open now."""
        for change in device.ended(self._clock.now()):
            self._tell(device, change)

    def _look(self) -> None:
        """See which devices are there, and find the seats' buttons among them."""
        for device in self._roster.look(self._hears):
            self._end(device)
        self._bind()
        if self._stamps is not None:
            self._tell_keys()

    def _hears(self, told: InputDevice) -> frozenset[int]:
        """Which of a device's buttons are to be heard: of a keyboard that is left alone the seats' keys."""
        if not self._spared(told):
            return told.buttons
        return frozenset() if self._stamps is None else told.buttons.intersection(SEAT_KEYS)

    def _spared(self, told: InputDevice) -> bool:
        """Whether a device is left alone; a keypad, too, where keys 1 to 8 are seats'."""
        if not self._spare_typing or any(wish.meets(told) for _, wish in self._wishes()):
            return False
        keys = self._stamps is not None and told.keyed and not told.buttons.isdisjoint(SEAT_KEYS)
        return told.desk or keys

    def _tell_keys(self) -> None:
        """Say how unsure the seats' keys are, if that has changed."""
        spared = [device for device in self._roster.heard.values() if self._spared(device.told)]
        keys = together([_nobodys(device, min(device.hears)) for device in spared], self._keys)
        if keys != self._keys:
            self._keys = keys
            self._found(Found(keys, KEYS))

    def _here(self, device: OpenDevice) -> list[tuple[Seat, Spot]]:
        """The seats' buttons of a device."""
        return [(seat, spot) for seat, spot in self._bound.items() if spot.device is device]

    def _wishes(self) -> Iterator[tuple[Seat, Wish]]:
        """Each seat's button, there or not."""
        for seat in self.seats:
            if (wish := self._boxed.get(seat) or self._table.get(seat)) is not None:
                yield seat, wish

    def _bind(self) -> None:
        """Find the seats' buttons among the devices that are open."""
        heard = sorted(self._roster.heard.values(), key=lambda device: device.told.number)
        before, bound, wishes = self._bound, dict[Seat, Spot](), dict(self._wishes())
        for seat, wish in wishes.items():
            if device := next((each for each in heard if each.ready and wish.meets(each.told)), None):
                bound[seat] = Spot(device, wish, device.button(wish))
        self._bound = bound
        for seat, spot in before.items():
            now = bound.get(seat)
            same = now is not None and (now.device, now.wish) == (spot.device, spot.wish)
            if not same and spot.wish.code in spot.device.down:
                self._inbox.put(Edge(seat, False, self._clock.now()))
            if seat not in bound and wishes.get(seat) == spot.wish:
                self._found(Found(replace(spot.button, here=False), seat))
        self._fit_lamps()
        for seat, spot in bound.items():
            if before.get(seat) != spot:
                self._seat(seat, spot)

    def _seat(self, seat: Seat, spot: Spot) -> None:
        """A seat's button is there: say so, and what it was just pressed for."""
        self._known.add(spot.wish)
        self._found(Found(spot.button, seat))
        press = spot.device.untold.pop(spot.wish.code, None)
        if press is None:
            return
        since, until = press
        if until is None or self._clock.now() - since <= UNTOLD_NS:
            self._inbox.put(Edge(seat, True, since - spot.wish.earlier))
            if until is not None:
                self._inbox.put(Edge(seat, False, until - spot.wish.earlier))

    def _fit_lamps(self) -> None:
        lamps = {device: lamps_of(device.told.folder) for device in self._roster.heard.values()}
        of = {seat: lamps[spot.device].get(spot.wish.code) for seat, spot in self._bound.items()}
        self._lamps.fit(
            [lamp for those in lamps.values() for lamp in those.values()],
            {seat: lamp for seat, lamp in of.items() if lamp is not None},
        )

    def _settle(self) -> None:
        """Grab the devices that have a seat's button, let go of the others; note what is wrong."""
        wanted = {spot.device for spot in self._bound.values()}
        for device in self._roster.heard.values():
            device.grab(device in wanted)
            if device.lights:
                device.light({spot.wish.code for seat, spot in self._here(device) if seat in self._lit})
        self._note()

    def _note(self) -> None:
        noted = []
        for seat, wish in self._wishes():
            spot = self._bound.get(seat)
            faults = of_missing(wish, self._roster, self._known) if spot is None else of_spot(spot)
            noted += [(f"{fault.key} {seat}", fault.until) for fault in faults]
        self._faults = tuple(noted)


def _nobodys(device: OpenDevice, code: int) -> Plugged:
    """A button that is no seat's."""
    return device.button(Wish(device.told.device, code))


def inputs_of(
    settings: Settings, inbox: Inbox, found: Callable[[Found], None], clock: Clock, *, spare_typing: bool
) -> Inputs | None:
    """The plugged-in buttons of a box; None, and no device is ever heard, if no seat may have one."""
    if not settings.inputs:
        return None
    return Inputs(settings.inputs, inbox, found, clock, given=settings.inputs, spare_typing=spare_typing)
