"""A USB bus on which happens what a kernel asks for, by usbip (Documentation/usb/usbip_protocol.rst).

A strict host (tests/head/usb_host.py) as ever: here it does what it is asked for, and nothing else.
"""

from __future__ import annotations

import errno
import struct
from collections import deque
from functools import partial
from typing import Any, NamedTuple

from firmware.events import NS_PER_MS
from tests.head.usb_host import UsbHost

HEADER = struct.Struct(">5I")
HEADER_BYTES = 48
UNLINK, ANSWER, UNLINKED = 2, 3, 4
"""What it is (usbip_common.h); whatever else comes is a transfer."""

DATA = 2
"""The endpoint of the head's records."""


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

    @property
    def frame_began(self) -> float:
        """When this one did; without frames, as if it were nearly over."""
        return float(self._frame_began if self._plugged else self._clock.nanos - NS_PER_MS // 10)

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
        self.read(bool(self._waiting_for.get(DATA)))
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
        reads = self._waiting_for.setdefault(DATA, deque())
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
