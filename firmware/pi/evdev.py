"""Buttons of plugged-in devices, by the kernel's event devices: ``/dev/input/event*``.

Arcade encoder boards, gamepads, Buzz! controllers, keypads, keyboards, foot pedals. The kernel stamps a
report as it has come in (drivers/input/evdev.c), by CLOCK_MONOTONIC once it is asked to. That is later than
the contact by what the device itself takes and by up to one whole interval at which it is asked, never
earlier: so the least it takes is subtracted, and the rest is how unsure the stamp is. Two buttons of one
report are a tie.

One thread hears all devices and whether any comes or goes; while nothing happens it sleeps. Devices that
have a seat's button are grabbed, so that nobody types into a console. Whatever is wrong with one is said in
a line, and it is closed; the others go on.
"""

from __future__ import annotations

import errno
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
from typing import NamedTuple

from firmware.boxfile.settings import InputButton, Settings
from firmware.button_codes import name_of, number_of
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Seat, Within
from firmware.pi.input_device import InputDevice, Ioctl, Node, OpenDevice, nodes
from firmware.pi.input_keys import FLOOD, Change
from firmware.pi.input_lamps import InputLamps, lamps_of
from firmware.pi.input_watch import Watch
from firmware.plugged import Found, Plugged
from firmware.ports import Clock, Inbox
from firmware.times import earliest

log = logging.getLogger("pierwszy.inputs")

DEV, SYS = Path("/dev/input"), Path("/sys")

DELAY_MS = (0.0, 10.0)
"""What a device takes from contact to report, at least and at most: scan and debounce, unmeasured."""

UNTOLD_NS = 2 * NS_PER_S
"""Whoever takes a seat with a press has made that press: it is told if it isn't older than this."""

GRAB_AGAIN_NS = 5 * NS_PER_S
READABLE_BY_NS = 2 * NS_PER_S
"""udev gives a new device its group and mode some moments after it is there."""

REST_NS = 60 * NS_PER_S
"""A device that floods or fails isn't heard for so long, unless it is plugged in again."""

OVERRUN_NS = 10 * NS_PER_S
"""For so long is said that presses were lost."""

LOOK_NS = NS_PER_S
"""How often is looked what is plugged in, where the kernel can't tell."""

GONE = (errno.ENODEV, errno.ENXIO, errno.ENOENT)


class Wish(NamedTuple):
    """A seat's button, as the box file or the table says; plugged in or not."""

    device: str
    code: int
    poll_ms: float | None = None
    delay_ms: tuple[float, ...] = DELAY_MS

    def meets(self, node: Node) -> bool:
        """Whether it is a button of this device, of which only the port may be said."""
        which = node.told.device
        return self.code in node.buttons and self.device in (which, which.partition("/input")[0])


class Spot(NamedTuple):
    """A seat's button that is there."""

    device: OpenDevice
    wish: Wish

    @property
    def delay(self) -> int:
        """What its device takes at least (ns)."""
        return round(self.wish.delay_ms[0] * NS_PER_MS)


class Resting(NamedTuple):
    """A device that isn't heard: why, by the key of its fault, and until when (ns)."""

    node: Node
    fault: str
    until: int


class Inputs:
    """A `firmware.ports.Inputs` on the kernel's event devices.

    Args:
        seats: those that may have such a button.
        inbox: where their edges go.
        found: told of a button of nobody's pressed, and of a seat's that is there, or no more; in any thread.
        clock: the time.
        given: the buttons that the box file gives to seats; None: none.
        spare_typing: keyboards for writing and whatever points are left alone, unless one is a seat's: a
            desk needs them.
        dev: the devices' folder.
        sys: where sysfs is mounted.
        ioctl: asks the kernel.
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
        dev: Path = DEV,
        sys: Path = SYS,
        ioctl: Ioctl = kernels_ioctl,
    ) -> None:
        self.seats: Collection[Seat] = tuple(seats)
        self._inbox = inbox
        self._found = found
        self._clock = clock
        self._boxed = {seat: _boxed(button) for seat, button in given.items() if button is not None}
        self._table: dict[Seat, Wish] = {}
        self._spare_typing = spare_typing
        self._dev, self._sys, self._ioctl = dev, sys, ioctl
        self._devices: dict[str, OpenDevice] = {}
        self._resting: dict[str, Resting] = {}
        self._denied: dict[str, int] = {}
        self._told_denied: set[str] = set()
        self._bound: dict[Seat, Spot] = {}
        self._seen: set[Wish] = set()
        self._faults: tuple[tuple[str, int | None], ...] = ()
        self._lamps = InputLamps()
        self._closing = False
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll = select.poll()
        self._poll.register(self._wake, select.POLLIN)
        self._watch = self._watched()
        self._look()
        self._settle()
        self._thread = threading.Thread(target=self._run, name="inputs", daemon=True)
        self._thread.start()

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """From now on these buttons, and no others but the box file's, are the seats'.

        One that is down, or was just pressed, and is nobody's so far: that press is told now, with its stamp.
        """
        table = {}
        for seat, button in buttons.items():
            with suppress(ValueError):  # a button of which nobody knows what it is will never be there
                table[seat] = Wish(button.device, number_of(button.code))
        if table != self._table:
            self._table = table
            os.eventfd_write(self._wake, 1)

    def closed(self, seat: Seat) -> bool:
        """Whether a seat's button is down now."""
        spot = self._bound.get(seat)
        return spot is not None and spot.wish.code in spot.device.keys.down

    def show(self, lit: Collection[Seat]) -> None:
        """Light exactly these seats' lamps, of those that have one."""
        self._lamps.show(lit)

    def faults(self) -> Collection[str]:
        """``"unplugged 3"``, ``"grabbed 3"``, ``"flood 3"``, ``"overrun 3"``, ``"lamp 3"``."""
        now = self._clock.now()
        faults = [fault for fault, until in self._faults if until is None or now < until]
        return faults + [f"lamp {seat}" for seat in self._lamps.failing()]

    def close(self) -> None:
        """Lamps off, devices free, the thread ended."""
        self._closing = True
        os.eventfd_write(self._wake, 1)
        self._thread.join(1)
        self._lamps.close()

    def _watched(self) -> Watch | None:
        try:
            watch = Watch(self._dev)
        except OSError as fault:
            log.warning("what is plugged in is looked for every second, the kernel can't tell: %s", fault)
            return None
        self._poll.register(watch.fd, select.POLLIN)
        return watch

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
            for device in self._devices.values():
                device.close()
            if self._watch is not None:
                self._watch.close()

    def _step(self) -> None:
        """Wait until something happens, and see to it."""
        ready = {fd for fd, _ in self._poll.poll(self._wait_ms())}
        heard = [device for device in self._devices.values() if device.fd in ready]
        lost = [device for device in heard if not self._hear(device)]
        if self._wake in ready:
            os.eventfd_read(self._wake)
        if self._watch is not None and self._watch.fd in ready:
            self._watch.drain()
        if lost or len(ready) != len(heard) or not ready:
            self._look()
        self._settle()

    def _wait_ms(self) -> int | None:
        """How long to sleep if nothing happens (ms); None: for ever."""
        now = self._clock.now()
        denied = [since for name, since in self._denied.items() if name not in self._told_denied]
        due = earliest(
            *(resting.until for resting in self._resting.values()),
            *(since + READABLE_BY_NS for since in denied),
            now + GRAB_AGAIN_NS if any(device.busy for device in self._devices.values()) else None,
            now + LOOK_NS if self._watch is None else None,
        )
        return None if due is None else max(0, -((now - due) // NS_PER_MS))

    def _hear(self, device: OpenDevice) -> bool:
        """Hand on what a device tells; False if it is heard no more."""
        try:
            changes = device.hear()
        except OSError as fault:
            self._lose(device, "" if fault.errno in GONE else f"can't be read: {fault}", "unplugged")
            return False
        for change in changes:
            self._tell(device, change)
        if device.keys.flooding:
            self._lose(device, f"sends more than {FLOOD} presses and releases a second", "flood")
        return not device.keys.flooding

    def _tell(self, device: OpenDevice, change: Change) -> None:
        """Hand on a change; a press of nobody's is kept for whoever takes a seat with it."""
        code, closed, at = change
        here = [(seat, spot) for seat, spot in self._bound.items() if spot.device is device]
        seats = [seat for seat, spot in here if spot.wish.code == code]
        for seat in seats:
            self._inbox.put(Edge(seat, closed, at - self._bound[seat].delay))
        if seats or (self._spare_typing and device.node.desk):
            return
        if closed:
            device.untold[code] = at, None
            self._found(Found(_plugged(device.node, Wish(device.node.told.device, code)), None, at))
        elif code in device.untold:
            device.untold[code] = device.untold[code][0], at

    def _lose(self, device: OpenDevice, why: str = "", fault: str = "unplugged") -> None:
        """Close a device; what was down is open now. One that is to be blamed for it rests."""
        now = self._clock.now()
        for change in device.keys.settle((), now):
            self._tell(device, change)
        self._poll.unregister(device.fd)
        device.close()
        del self._devices[device.node.told.node]
        if why:
            self._rest(device.node, why, fault)

    def _rest(self, node: Node, why: str, fault: str = "unplugged") -> None:
        self._resting[node.told.node] = Resting(node, fault, self._clock.now() + REST_NS)
        of = node.told.name, node.told.device
        log.warning("%s at %s %s; not heard for a minute, or until plugged in again", *of, why)

    def _look(self) -> None:
        """See which devices are there, open those that are new, and find the seats' buttons among them."""
        now = self._clock.now()
        there = {node.told.node: node for node in nodes(self._sys) if self._of_use(node)}
        numbers = {name: node.number for name, node in there.items()}
        for name, device in list(self._devices.items()):
            if numbers.get(name) != device.node.number:
                self._lose(device)
        for name, resting in list(self._resting.items()):
            if numbers.get(name) != resting.node.number or now >= resting.until:
                del self._resting[name]
        self._denied = {name: since for name, since in self._denied.items() if name in there}
        self._told_denied.intersection_update(there)
        for name in there.keys() - self._devices.keys() - self._resting.keys():
            self._open(there[name])
        self._tell_denied(now)
        self._bind(now)

    def _of_use(self, node: Node) -> bool:
        """Whether a device is to be heard at all."""
        return not (self._spare_typing and node.desk) or any(wish.meets(node) for _, wish in self._wishes())

    def _open(self, node: Node) -> None:
        name = node.told.node
        try:
            device = OpenDevice(node, self._dev, self._clock, self._ioctl)
        except PermissionError:
            self._denied.setdefault(name, self._clock.now())
        except OSError as fault:
            if fault.errno not in GONE:
                self._rest(node, f"can't be opened: {fault}")
        else:
            self._denied.pop(name, None)
            self._devices[name] = device
            self._poll.register(device.fd, select.POLLIN)

    def _tell_denied(self, now: int) -> None:
        late = {name for name, since in self._denied.items() if now - since >= READABLE_BY_NS}
        if new := sorted(late - self._told_denied):
            self._told_denied |= late
            level = logging.INFO if self._spare_typing else logging.WARNING
            log.log(level, "can't be read: %s; expected to be in the group input", ", ".join(new))

    def _wishes(self) -> Iterator[tuple[Seat, Wish]]:
        """Each seat's button, there or not."""
        for seat in self.seats:
            if (wish := self._boxed.get(seat) or self._table.get(seat)) is not None:
                yield seat, wish

    def _bind(self, now: int) -> None:
        """Find the seats' buttons among the devices that are open."""
        devices = sorted(self._devices.values(), key=lambda device: device.node.number)
        before, bound, wishes = self._bound, dict[Seat, Spot](), dict(self._wishes())
        for seat, wish in wishes.items():
            for device in devices:
                if wish.meets(device.node):
                    bound.setdefault(seat, Spot(device, wish))
        self._bound = bound
        for seat, spot in before.items():
            if bound.get(seat) != spot and spot.wish.code in spot.device.keys.down:
                self._inbox.put(Edge(seat, False, now))
            if seat not in bound and wishes.get(seat) == spot.wish:
                away = replace(_plugged(spot.device.node, spot.wish), here=False)
                self._found(Found(away, seat, now))
        self._fit_lamps()
        for seat, spot in bound.items():
            if before.get(seat) != spot:
                self._seat(seat, spot, now)

    def _seat(self, seat: Seat, spot: Spot, now: int) -> None:
        """A seat's button is there: say so, and what it was just pressed for."""
        self._seen.add(spot.wish)
        self._found(Found(_plugged(spot.device.node, spot.wish), seat, now))
        since, until = spot.device.untold.pop(spot.wish.code, (0, 0))
        if until is None or now - since <= UNTOLD_NS:
            self._inbox.put(Edge(seat, True, since - spot.delay))
            if until is not None:
                self._inbox.put(Edge(seat, False, until - spot.delay))

    def _fit_lamps(self) -> None:
        lamps = {device: lamps_of(device.node.folder) for device in self._devices.values()}
        of = {seat: lamps[spot.device].get(spot.wish.code) for seat, spot in self._bound.items()}
        self._lamps.fit(
            [lamp for those in lamps.values() for lamp in those.values()],
            {seat: lamp for seat, lamp in of.items() if lamp is not None},
        )

    def _settle(self) -> None:
        """Grab the devices that have a seat's button, let go of the others; note what is wrong."""
        wanted = {spot.device for spot in self._bound.values()}
        for device in self._devices.values():
            device.grab(device in wanted)
        self._note()

    def _note(self) -> None:
        faults: list[tuple[str, int | None]] = []
        for seat, wish in self._wishes():
            if (spot := self._bound.get(seat)) is None:
                resting = [each.fault for each in self._resting.values() if wish.meets(each.node)]
                if resting or seat in self._boxed or wish in self._seen:
                    faults.append((f"{(*resting, 'unplugged')[0]} {seat}", None))
                continue
            if spot.device.busy:
                faults.append((f"grabbed {seat}", None))
            if spot.device.overrun_at is not None:
                faults.append((f"overrun {seat}", spot.device.overrun_at + OVERRUN_NS))
        self._faults = tuple(faults)


def inputs_of(
    settings: Settings,
    inbox: Inbox,
    found: Callable[[Found], None],
    clock: Clock,
    *,
    spare_typing: bool = False,
) -> Inputs | None:
    """The plugged-in buttons of a box; None, and no device is ever heard, if no seat may have one."""
    if not settings.inputs:
        return None
    given = {seat: button for seat, button in settings.inputs.items() if button is not None}
    seats = tuple(settings.inputs)
    return Inputs(seats, inbox, found, clock, given=given, spare_typing=spare_typing)


def _boxed(button: InputButton) -> Wish:
    return Wish(button.input, number_of(button.code), button.poll_ms, button.delay_ms or DELAY_MS)


def _plugged(node: Node, wish: Wish) -> Plugged:
    """A button, and how unsure its stamps are."""
    poll = round((node.told.poll_ms if wish.poll_ms is None else wish.poll_ms) * NS_PER_MS)
    least, most = (round(ms * NS_PER_MS) for ms in wish.delay_ms)
    return Plugged(name_of(wish.code), Within(poll + most - least, 0, poll, node.told.device), node.told.name)


def input_devices(dev: Path = DEV, sys: Path = SYS) -> tuple[InputDevice, ...]:
    """The plugged-in devices that have buttons, and why one can't be heard."""
    return tuple(replace(node.told, why_not=_why_not(dev / node.told.node)) for node in nodes(sys))


def _why_not(node: Path) -> str:
    try:
        os.close(os.open(node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    except OSError as fault:
        return fault.strerror or str(fault)
    return ""
