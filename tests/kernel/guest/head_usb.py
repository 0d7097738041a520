"""The emulated head as a USB device of the guest: usbip's port, at its other end the emulator's strict host.

The kernel's own drivers enumerate the head and make its ``/dev/ttyACM0``; what they ask for comes by usbip's
protocol (Documentation/usb/usbip_protocol.rst) through a socket, and the emulated bus is asked for just that.
The emulator is some thirty times slower than the chip, so this is for guests whose time travels: a thread
lets the head live up to the guest's clock, which takes the guest no time, and sleeps a moment.
"""

from __future__ import annotations

import errno
import select
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US
from tests.head.emulated import HEAD, Head, image_of
from tests.head.usb_host import UsbHost
from tests.kernel.guest.uhid import wait_for

CONTROLLER = Path("/sys/devices/platform/vhci_hcd.0")
FULL_SPEED = 2
PRODUCT = b"Pierwszy button head"
PORTS = 2
"""Of the kernel's controller (kernel.config)."""

HEADER = struct.Struct(">5I")
SUBMITTED, UNLINK, ANSWER, UNLINKED = 1, 2, 3, 4
HEADER_BYTES, MOST_BYTES = 48, 1 << 16

MOMENT_S, LONG_MOMENT_S = 0.0002, 0.001
"""Until the head's thread looks at the clock again, so late may be what the head tells; in quiet times."""

IDLE_NS, NAP_US = 5 * NS_PER_US, 20
"""A round of the head's loop in which there was nothing to do is shorter; how finely it sleeps."""

AWAKE_NS, ASLEEP_NS = 300 * NS_PER_US, NS_PER_MS
"""How long the head's processor goes on after something has happened, and how long it is halted then."""

SOON_NS = NS_PER_MS


class Change(NamedTuple):
    """One change of a contact of the head: ns after the hand begins, line from 1 on, closed or open."""

    at: int
    line: int
    closed: bool


class Asked(NamedTuple):
    """A transfer that the kernel asks for (an URB)."""

    number: int
    packet: bytes
    data: bytes
    length: int


class UsbIp(UsbHost):
    """A bus on which happens what a kernel asks for.

    Attributes:
        answers: bytes for the kernel.
    """

    def __init__(self, chip: Any) -> None:
        super().__init__(chip)
        self._lose_all()
        self.read(False)

    def _lose_all(self) -> None:
        self.answers = bytearray()
        self._asked = bytearray()
        self._controls: deque[Asked] = deque()
        self._waiting_for: dict[int, deque[Asked]] = {}
        self._kept: deque[bytes] = deque()
        self._writes: deque[tuple[Asked, int]] = deque()

    @property
    def busy(self) -> bool:
        """Whether the device has something to do for the host."""
        return bool(self._control or self._to_send or (self._waiting and self._reading))

    def pulled(self) -> None:
        """The plug is out: nothing that was asked for is answered any more."""
        self._lose_all()
        self.read(False)
        self._to_send.clear()
        self.suspend()

    def take(self, data: bytes) -> None:
        """What the kernel asks for next, in pieces as they come."""
        self._asked += data
        while (asked := self._next()) is not None:
            command, endpoint, inwards, transfer = asked
            if command == UNLINK:
                self._unlink(transfer.number, int.from_bytes(transfer.packet[:4], "big"))
            elif endpoint == 0:
                self._controls.append(transfer)
                self._begin_control()
            elif inwards:
                self._waiting_for.setdefault(endpoint, deque()).append(transfer)
                self._hand_over()
            else:
                self._writes.append((transfer, len(transfer.data)))
                self.send(transfer.data)

    def _next(self) -> tuple[int, int, bool, Asked] | None:
        """The next whole one: command, endpoint, whether data goes to the host, and what it is."""
        if len(self._asked) < HEADER_BYTES:
            return None
        command, number, _, inwards, endpoint = HEADER.unpack_from(self._asked)
        if command == UNLINK:
            packet, length = bytes(self._asked[20:28]), 0
        else:
            packet, length = bytes(self._asked[40:48]), int.from_bytes(self._asked[24:28], "big")
        size = HEADER_BYTES + (0 if inwards or command == UNLINK else length)
        if len(self._asked) < size:
            return None
        data = bytes(self._asked[HEADER_BYTES:size])
        del self._asked[:size]
        return command, endpoint, bool(inwards), Asked(number, packet, data, length)

    def _answer(self, asked: Asked, data: bytes | None, sent: int = 0) -> None:
        status = -errno.EPIPE if data is None else 0
        data = data or b""
        self.answers += HEADER.pack(ANSWER, asked.number, 0, 0, 0)
        self.answers += struct.pack(">i4I8x", status, sent or len(data), 0, 0, 0) + data

    def _unlink(self, number: int, victim: int) -> None:
        found = False
        for queue in (self._controls, *self._waiting_for.values()):
            for asked in [asked for asked in queue if asked.number == victim]:
                queue.remove(asked)
                found = True
        self.read(bool(self._waiting_for.get(2)))
        status = -errno.ECONNRESET if found else 0
        self.answers += HEADER.pack(UNLINKED, number, 0, 0, 0) + struct.pack(">i24x", status)

    def _begin_control(self) -> None:
        """One control transfer at a time."""
        if self._control is None and self._controls:
            asked = self._controls.popleft()
            self.control(asked.packet, asked.data, partial(self._controlled, asked))

    def _controlled(self, asked: Asked, got: bytes | None) -> None:
        self._answer(asked, got, len(asked.data) if got is not None else 0)
        self._begin_control()

    def _came(self, endpoint: int, buffer: bytes) -> None:
        super()._came(endpoint, buffer)
        if endpoint:
            self._kept.append(bytes(buffer))
            self._hand_over()

    def _hand_over(self) -> None:
        """A packet of less than 64 bytes, as all of the head's are, ends a read."""
        reads = self._waiting_for.setdefault(2, deque())
        while self._kept and reads:
            self._answer(reads.popleft(), self._kept.popleft())
        self.read(bool(reads))

    def _serve_out(self) -> None:
        before = len(self._to_send)
        super()._serve_out()
        taken = before - len(self._to_send)
        while taken and self._writes:
            asked, left = self._writes.popleft()
            if taken < left:
                self._writes.appendleft((asked, left - taken))
                return
            taken -= left
            self._answer(asked, b"", len(asked.data))


class DrowsyHead(Head):
    """A head whose processor is halted while it would find nothing: four times as fast to emulate.

    It halts only where its loop begins anew, which may be as late as it likes; PIO, DMA and timer go on.
    Whatever happens on a line or on the bus wakes it within 20 us; else it looks at the ring once a
    millisecond, where it has 32 to do so.
    """

    usb: UsbIp

    def __init__(self, image: bytes) -> None:
        self._awake_until = self._asleep_until = 0.0
        self._begins_anew = False
        super().__init__(image, host=UsbIp)
        self._halt = self.clock.create_alarm(self._stop)
        watchdog = self.chip.watchdog
        store = watchdog.write_uint32

        def fed(offset: int, value: int) -> None:  # which the loop begins with
            store(offset, value)
            self._begins_anew = True
            self._stop()

        watchdog.write_uint32 = fed

    def _stop(self) -> None:
        self.sim.stopped = True

    def put(self, closed: int) -> None:
        super().put(closed)
        self.wake()

    def wake(self) -> None:
        """Something has happened."""
        self._awake_until = self.now + AWAKE_NS
        self._asleep_until = 0

    @property
    def asleep(self) -> bool:
        """Whether nothing happens."""
        return self._asleep_until > self.now and not self.usb.busy

    def live_until(self, then: float) -> None:
        """Let its time pass up to a moment, and never further: nobody is to hear of what hasn't been yet."""
        while then - self.now >= NS_PER_US:
            if self.asleep:
                self.stand_still(min(NAP_US, int(then - self.now) // NS_PER_US))
            else:
                self._go_round(then)

    def _go_round(self, then: float) -> None:
        """One round of its loop; nothing was to be done if it was short."""
        self._halt.schedule(then - self.now)
        began, self._begins_anew = self.now, False
        while self.now < then and not self._begins_anew:
            self.sim.stopped = False
            self._execute(self.sim, 1)
        self._halt.cancel()
        idle = self._begins_anew and self.now - began < IDLE_NS
        if idle and self.now > self._awake_until and not self.usb.busy:
            self._asleep_until = self.now + ASLEEP_NS


class Plug:
    """A head and the cable it hangs on.

    Args:
        port: of the kernel's controller, from 0 on.
        ppm: how much faster the head's clock is than the guest's.
        product: what it says it is.

    Attributes:
        head: the emulated one; to be touched by `hold`, `play` and `lamps` only, for it lives in a thread.
    """

    def __init__(self, port: int = 0, ppm: float = 0, product: bytes = PRODUCT) -> None:
        image = bytes(image_of((HEAD / "head.uf2").read_bytes()))
        assert image.count(PRODUCT) == 1
        self._image = image.replace(PRODUCT, product.ljust(len(PRODUCT))[: len(PRODUCT)])
        self._port, self._rate = port, 1 + ppm / 1e6
        self._lock = threading.Lock()
        self._cable: socket.socket | None = None
        self._playing = False
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
            number = 1 << 16 | self._port + 2
            attach = f"{self._port} {kernels.fileno()} {number} {FULL_SPEED}"
            (CONTROLLER / "attach").write_text(attach)
        ours.setblocking(False)
        with self._lock:
            self._cable = ours

    def pull_out(self) -> None:
        """Pull the plug."""
        if self._cable is not None:
            (CONTROLLER / "detach").write_text(f"{self._port}")
            wait_for(lambda: self._cable is None, "a cable that is dead")

    def _live(self) -> None:
        """What the head's thread does."""
        while not self._over.is_set():
            with self._lock:
                self.head.live_until(self._heads(time.monotonic_ns()))
                if self._cable is not None:
                    self._exchange(self._cable)
            cable = self._cable  # no other thread ends it
            moment = LONG_MOMENT_S if self.head.asleep and not self._playing else MOMENT_S
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
        last = 0
        with self._lock:
            self._playing = True
            began = self.head.now + SOON_NS
            for at, line, closed in changes:
                self.head.at(SOON_NS + at, partial(self.head.hold, 1 << line - 1, closed))
                last = max(last, at)
        time.sleep((SOON_NS + last) / NS_PER_S + 2 * LONG_MOMENT_S)
        self._playing = False
        return self.guests(began)

    def lamps(self) -> int:
        """Which lamps are lit, bit 0 for line 1."""
        with self._lock:
            return self.head.lamps
