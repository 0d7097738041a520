"""A USB device that is no more than a program: plugged into the guest's kernel by ``/dev/uhid``.

The kernel parses its report descriptor, finds its own driver for it and makes the same ``/dev/input`` devices
as for a real one. A report is stamped when it is written, as a real one is when its transfer has completed.
"""

from __future__ import annotations

import os
import select
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tests.kernel.guest.usb_kinds import Kind

DEVICE = "/dev/uhid"
INPUTS = Path("/sys/class/input")

_DESTROY, _START, _OUTPUT, _GET_REPORT, _GET_REPORT_REPLY, _CREATE, _INPUT, _SET_REPORT, _SET_REPORT_REPLY = (
    *(1, 2, 6, 9, 10),
    *(11, 12, 13, 14),
)
"""Of ``enum uhid_event_type``, include/uapi/linux/uhid.h."""

_BUS_USB = 3
_MOST = 4400
_SOON_S, _LOOK_S = 10.0, 0.002


class Device:
    """A device that is plugged in.

    Args:
        kind: what it is.
        port: where: ``"usb-0000:01:00.0-1.2"``.
        serial: its serial number; cheap ones have none.

    Attributes:
        lamps: every output report that the kernel has sent it, newest last.

    Raises:
        TimeoutError: the kernel takes it for no input device.
    """

    def __init__(self, kind: Kind, port: str, serial: str = "") -> None:
        self.kind = kind
        self.phys = f"{port}/input0"
        self.lamps: list[bytes] = []
        self._gone, self._ended = os.pipe()
        self._file = os.open(DEVICE, os.O_RDWR)
        size = len(kind.descriptor)
        ids = (size, _BUS_USB, kind.vendor, kind.product, 0x0110, 0)
        names = (kind.name.encode(), self.phys.encode(), serial.encode())
        os.write(self._file, struct.pack("<I128s64s64sHHIIII", _CREATE, *names, *ids) + kind.descriptor)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        wait_for(lambda: bool(self.nodes()), f"an input device at {self.phys}")

    def __enter__(self) -> Device:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    def nodes(self) -> list[Path]:
        """The ``/dev/input/eventN`` that are of this device."""
        return [
            Path("/dev/input") / event.name
            for event in sorted(INPUTS.glob("event*"))
            if _read(event / "device/phys") == self.phys and Path("/dev/input", event.name).exists()
        ]

    def report(self, *down: str) -> tuple[int, int]:
        """Send a report: exactly these buttons are down; the moments right before and right after it (ns)."""
        return self.send(self.kind.report(down))

    def send(self, data: bytes) -> tuple[int, int]:
        """Send a report of these bytes."""
        event = struct.pack("<IH", _INPUT, len(data)) + data
        before = time.monotonic_ns()
        os.write(self._file, event)
        return before, time.monotonic_ns()

    def unplug(self) -> None:
        """Pull the plug, whatever is held; the kernel has forgotten it when this returns."""
        if self._listener.is_alive():
            os.write(self._file, struct.pack("<I", _DESTROY))
            os.close(self._ended)
            self._listener.join()
            os.close(self._gone)
            os.close(self._file)

    def _listen(self) -> None:
        """Take what the kernel sends, and confirm at once: its driver waits for that."""
        poll = select.poll()
        poll.register(self._file, select.POLLIN)
        poll.register(self._gone, select.POLLHUP)
        while all(ready != self._gone for ready, _ in poll.poll()):
            event = os.read(self._file, _MOST)
            (what,) = struct.unpack_from("<I", event)
            if what == _OUTPUT:
                (size,) = struct.unpack_from("<H", event, 4 + 4096)
                self.lamps.append(event[4 : 4 + size])
            elif what == _SET_REPORT:
                number, _, _, size = struct.unpack_from("<IBBH", event, 4)
                self.lamps.append(event[12 : 12 + size])
                os.write(self._file, struct.pack("<IIH", _SET_REPORT_REPLY, number, 0))
            elif what == _GET_REPORT:
                (number,) = struct.unpack_from("<I", event, 4)
                os.write(self._file, struct.pack("<IIHH", _GET_REPORT_REPLY, number, 5, 0))  # EIO


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so.

    Raises:
        TimeoutError: it isn't for far too long.
    """
    until = time.monotonic() + _SOON_S
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(f"expected {what}, got none in {_SOON_S:g} s")
        time.sleep(_LOOK_S)


def _read(file: Path) -> str:
    try:
        return file.read_text().rstrip("\n")
    except OSError:  # unplugged meanwhile
        return ""
