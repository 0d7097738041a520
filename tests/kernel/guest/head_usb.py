"""The emulated head as a USB device of the guest: usbip's port, at its other end the emulator's strict host.

The kernel's own drivers enumerate the head and make its ``/dev/ttyACM0``; what they ask for comes through a
socket (`head_bus`). The emulator is some thirty times slower than the chip, so this is for guests whose time
travels: a thread lets the head live up to the guest's clock, which takes the guest no time, and sleeps a
moment. So both clocks agree, and the head may be asked for its own as on a real bus.
"""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from firmware.events import NS_PER_MS, NS_PER_S
from tests.head.emulated import HEAD, image_of
from tests.kernel.guest.head_drowsy import DrowsyHead
from tests.kernel.guest.uhid import wait_for

CONTROLLER = Path("/sys/devices/platform/vhci_hcd.0")
FULL_SPEED, FIRST_ID = 2, 1 << 16 | 2
"""Of ``enum usb_device_speed``, and what usbip calls the device: bus and number on a machine it knows."""

PRODUCT = b"Pierwszy button head"
MOST_BYTES = 1 << 16

MOMENT_S, LONG_MOMENT_S = 0.0002, 0.001
"""Until the head's thread looks at the clock again, so late may be what the head tells; in quiet times."""

SOON_NS = 2 * NS_PER_MS


class Change(NamedTuple):
    """One change of a contact of the head: ns after the hand begins, line from 1 on, closed or open."""

    at: int
    line: int
    closed: bool


class Plug:
    """A head and the cable it hangs on.

    Args:
        port: of the kernel's controller, from 0 on.
        ppm: how much faster the head's clock is than the guest's.
        product: what it says it is.

    Attributes:
        head: the emulated one; it lives in a thread of its own, so what happens to it is planned (`plan`).
    """

    def __init__(self, port: int = 0, ppm: float = 0, product: bytes = PRODUCT) -> None:
        image = bytes(image_of((HEAD / "head.uf2").read_bytes()))
        assert image.count(PRODUCT) == 1
        self._image = image.replace(PRODUCT, product.ljust(len(PRODUCT))[: len(PRODUCT)])
        self._port, self._rate = port, 1 + ppm / 1e6
        self._lock = threading.Lock()
        self._cable: socket.socket | None = None
        self._busy_until = 0
        self._over = threading.Event()
        self._boot()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def __enter__(self) -> Plug:
        self.plug_in()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull_out()
        self._over.set()
        self._thread.join()
        if fault is None:
            assert self.head.usb.faults == []

    def _boot(self) -> None:
        self.head = DrowsyHead(self._image)
        self._began = time.monotonic_ns()

    # The cable

    def plug_in(self, *, power_kept: bool = True) -> None:
        """Plug it in; it is enumerated when the kernel gets to it.

        Args:
            power_kept: it has gone on living since it was pulled out; else it starts anew.
        """
        with self._lock:
            if not power_kept:
                self._boot()
            elif self.head.usb.ready:
                self.head.usb.reset()
        wait_for(lambda: self.head.usb.ready, "a head that answers on the bus")
        ours, kernels = socket.socketpair()
        with kernels:
            attach = (self._port, kernels.fileno(), FIRST_ID + self._port, FULL_SPEED)
            (CONTROLLER / "attach").write_text(" ".join(map(str, attach)))
        ours.setblocking(False)
        with self._lock:
            self._cable = ours

    def pull_out(self) -> None:
        """Pull the plug; the kernel has forgotten the head when this returns."""
        if self._cable is not None:
            (CONTROLLER / "detach").write_text(f"{self._port}")
            wait_for(lambda: self._cable is None, "a cable that is dead")
            device = CONTROLLER / f"usb1/1-{self._port + 1}"
            wait_for(lambda: not device.exists(), "no device any more")

    def _live(self) -> None:
        """What the head's thread does."""
        while not self._over.is_set():
            with self._lock:
                self.head.live_until(self._heads(time.monotonic_ns()))
                if self._cable is not None:
                    self._exchange(self._cable)
            cable = self._cable  # no other thread ends it
            quiet = self.head.asleep and time.monotonic_ns() > self._busy_until
            moment = LONG_MOMENT_S if quiet else MOMENT_S
            select.select([cable] if cable else [], [], [], moment)

    def _exchange(self, cable: socket.socket) -> None:
        usb = self.head.usb
        while select.select([cable], [], [], 0)[0]:
            data = cable.recv(MOST_BYTES)
            if not data:  # the kernel's end is closed
                self._cable = None
                cable.close()
                usb.pulled()
                return
            usb.take(data)
            self.head.wake()
        if usb.answers:
            del usb.answers[: cable.send(usb.answers)]

    # The table

    def _heads(self, at: int) -> float:
        """A moment of the guest's clock by the head's, in ns since it began."""
        return (at - self._began) * self._rate

    def guests(self, at: float) -> float:
        """A moment of the head's clock (ns) by the guest's."""
        return self._began + at / self._rate

    def play(self, changes: Iterable[Change]) -> float:
        """Do this to the contacts, and return when it is done: when the hand began, by the guest's clock."""
        began = time.monotonic_ns() + SOON_NS
        time.sleep((self.plan(began, changes) - time.monotonic_ns()) / NS_PER_S)
        return began

    def plan(self, began: int, changes: Iterable[Change]) -> int:
        """Have this done to the contacts from a moment of the guest's clock on: when it will be done.

        By the head's clock they are as far apart as they are planned to be.
        """
        with self._lock:
            wait = self._heads(began) - self.head.now
            for at, line, closed in changes:
                self.head.at(wait + at, partial(self.head.hold, 1 << line - 1, closed))
                self._busy_until = max(self._busy_until, began + at + SOON_NS)
        return self._busy_until

    def opened(self) -> bool:
        """Whether a program has its port: its own LED is lit then."""
        with self._lock:
            return self.head.board_led

    def lamps(self) -> int:
        """Which lamps are lit, bit 0 for line 1."""
        with self._lock:
            return self.head.lamps
