"""A USB host for the emulated chip, stricter than the emulator's own.

It takes a packet only when it polls for one, as a bus does, so that the device waits; and it looks at every
buffer that the firmware hands to the controller: the data toggle, the length, the flags, when in a frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MS, US = 1_000_000, 1000

POLL_NS = 62_500
"""Between two packets that the host fetches: sixteen in a frame, as busy hosts manage."""

LAST_NS = 830 * US
"""Into a frame, when a careful RP2040 hands nothing more to its controller."""

BUS_RESET, RESUME, SUSPENDED = 1 << 19, 1 << 11, 1 << 4
AVAILABLE, DATA1, FULL, LENGTH = 1 << 10, 1 << 13, 1 << 15, 0x3FF
BUFFER_CONTROLS = range(0x80, 0x100)


class StalledError(Exception):
    """The device refuses a request."""


class UsbHost:
    """What stands at the other end of the cable.

    Attributes:
        faults: what the device did that USB 2.0 forbids.
        came: what the bulk endpoint gave, each packet with the time it came (ns).
        poll_ns: between two packets that it fetches.
        ready: the device was reset and has its address.
    """

    def __init__(self, chip: Any) -> None:
        self.faults: list[str] = []
        self.came: list[tuple[float, bytes]] = []
        self.ready = False
        self.poll_ns = POLL_NS
        self._usb, self._clock = chip.usb_ctrl, chip.clock
        self._toggles: dict[tuple[int, bool], int] = {}
        self._to_send = bytearray()
        self._armed: dict[int, int] = {}
        self._waiting: tuple[int, int] | None = None
        self._reading = self._plugged = True
        self._frame_began = 0.0
        self._control: dict[str, Any] | None = None
        self._give_buffer = self._usb.dpram_updated
        self._poll = self._clock.create_alarm(self._fetch)
        self._frames = self._clock.create_alarm(self._frame)
        self._idle = self._clock.create_alarm(lambda: self._state(SUSPENDED))
        self._usb.on_usb_enabled = self._usb.reset_device
        self._usb.on_reset_received = self._reset
        self._usb.on_endpoint_write = self._came
        self._usb.on_endpoint_read = self._buffer_for
        self._usb.on_reset = lambda: self.__setattr__("ready", False)
        self._usb.dpram_updated = self._buffer_given

    def read(self, on: bool) -> None:
        """Fetch what the device has, or leave it there."""
        self._reading = on
        self._fetch_soon()

    def suspend(self) -> None:
        """No frames any more; the device sees it after 3 ms."""
        self._plugged = False
        self._frames.cancel()
        self._idle.schedule(3 * MS)

    def resume(self) -> None:
        self._plugged = True
        self._idle.cancel()
        self._usb._sie_status &= ~SUSPENDED
        self._state(RESUME)
        self._frame()
        self._fetch_soon()

    def reset(self) -> None:
        """As after plugging in: enumeration begins anew."""
        self.ready = False
        self.resume()
        self._state(BUS_RESET)

    def control(
        self, packet: bytes, data: bytes = b"", then: Callable[[bytes | None], None] = lambda got: None
    ) -> None:
        """Begins a control transfer; `then` is called with what was got, or with None if it was refused."""
        self._toggles[0, False] = self._toggles[0, True] = 1
        self._armed.pop(0, None)
        self._usb._ep_stall_arm = 0
        self._drop_control_packets()
        if packet[:2] == b"\0\x09":
            self._toggles.update({(endpoint, out): 0 for endpoint in (1, 2) for out in (False, True)})
        if packet[:2] == b"\x02\x01":
            self._toggles[packet[4] & 15, not packet[4] & 0x80] = 0
        self._control = {
            "in": packet[0] & 0x80,
            "asked": int.from_bytes(packet[6:8], "little"),
            "got": b"",
            "left": data,
            "then": then,
            "status": False,
        }
        self._usb.send_setup_packet(packet)
        self._look_for_stall(self._control)

    def send(self, data: bytes) -> None:
        """Bytes for the bulk endpoint, in packets as the device takes them."""
        self._to_send += data
        self._serve_out()

    def _state(self, bit: int) -> None:
        self._usb._sie_status |= bit

    def _reset(self) -> None:
        self._toggles.clear()
        self._armed.clear()
        self._to_send.clear()
        self._waiting = None
        self._frame()
        self.control(bytes([0, 5, 7, 0, 0, 0, 0, 0]), then=lambda _: self.__setattr__("ready", True))

    def _frame(self) -> None:
        self._usb._sof_frame_number = self._usb._sof_frame_number + 1 & 0x7FF
        self._frames.schedule(MS)
        self._frame_began = self._clock.nanos

    def _buffer_given(self, offset: int, value: int) -> None:
        if offset not in BUFFER_CONTROLS:
            return
        endpoint, out = offset - 0x80 >> 3, bool(offset & 4)
        if not value & AVAILABLE:
            if endpoint and not out:
                self._waiting = None
            elif not value:
                self._drop_control_packets()
                self._toggles[0, out] = 1
            return
        toggle, expected = int(bool(value & DATA1)), self._toggles.get((endpoint, out), 0)
        if toggle != expected:
            self.faults.append(f"endpoint {endpoint} out={out}: expected DATA{expected}, got DATA{toggle}")
        if value & LENGTH > 64 or bool(value & FULL) == out:
            self.faults.append(f"endpoint {endpoint} out={out}: buffer control {value:#x}")
        self._toggles[endpoint, out] = toggle ^ 1
        if endpoint and not out:
            if self._plugged and self._clock.nanos - self._frame_began > LAST_NS:
                self.faults.append(
                    f"endpoint {endpoint}: armed at the end of a frame"
                )  # erratum E15 of the RP2040
            if self._waiting:
                self.faults.append(f"endpoint {endpoint}: armed twice")
            self._waiting = offset, value
            self._fetch_soon()
        else:
            self._give_buffer(offset, value)

    def _drop_control_packets(self) -> None:
        """Nothing of a transfer that is given up comes any more."""
        for alarms in (self._usb.endpoint_write_alarms, self._usb.endpoint_read_alarms):
            alarms[0].alarm.cancel()
            alarms[0].buffers.clear()

    def _fetch_soon(self) -> None:
        if self._waiting and self._reading and self._plugged:
            self._poll.schedule(self.poll_ns - self._clock.nanos % self.poll_ns)

    def _fetch(self) -> None:
        waiting = self._waiting
        if waiting and self._reading and self._plugged:
            self._waiting = None
            self._give_buffer(*waiting)

    def _came(self, endpoint: int, buffer: bytes) -> None:
        if endpoint:
            self.came.append((self._clock.nanos, bytes(buffer)))
            return
        control = self._control
        if control is None:
            self.faults.append(f"endpoint 0 sends {buffer!r} unasked")
        elif control["in"]:
            control["got"] += bytes(buffer)
            if len(buffer) < 64 or len(control["got"]) >= control["asked"]:
                control["status"] = True
                self._toggles[0, True] = 1
                self._give_control()
        elif buffer:
            self.faults.append(f"data in the status stage: {buffer!r}")
        else:
            self._end(control["got"])

    def _buffer_for(self, endpoint: int, size: int) -> None:
        self._armed[endpoint] = size
        if endpoint:
            self._serve_out()
        else:
            self._give_control()

    def _serve_out(self) -> None:
        if self._to_send and 2 in self._armed:
            count = self._armed.pop(2)
            part, self._to_send = bytes(self._to_send[:count]), self._to_send[count:]
            self._usb.endpoint_read_done(2, part)

    def _give_control(self) -> None:
        control = self._control
        if control is None or 0 not in self._armed:
            return
        if control["in"] and control["status"]:
            del self._armed[0]
            self._usb.endpoint_read_done(0, b"")
            self._end(control["got"])
        elif not control["in"] and control["left"]:
            count = self._armed.pop(0)
            part, control["left"] = control["left"][:count], control["left"][count:]
            self._toggles[0, False] = 1
            self._usb.endpoint_read_done(0, part)

    def _look_for_stall(self, control: dict[str, Any]) -> None:
        def look() -> None:
            if self._control is control:
                if self._usb._ep_stall_arm & 3:
                    self._end(None)
                else:
                    alarm.schedule(50 * US)

        alarm = self._clock.create_alarm(look)
        alarm.schedule(50 * US)

    def _end(self, got: bytes | None) -> None:
        control, self._control = self._control, None
        if control is not None:
            control["then"](got)
