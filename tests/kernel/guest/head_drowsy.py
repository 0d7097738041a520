"""The emulated head, whose processor is halted while it would find nothing."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_US
from tests.head.emulated import CYCLES_A_US, Head
from tests.kernel.guest.head_bus import UsbIp

RAM, RING = 0x2000_0000, 1 << 15
"""Where the head's RAM begins, and how many pictures its ring holds, aligned to as much."""

UNMOVED_NS, NAP_US = 10 * NS_PER_US, 5
"""How long after a change of a line pictures are taken one by one, and how many of them in one go."""

IDLE_NS = 5 * NS_PER_US
"""A round of the head's loop in which there was nothing to do is shorter."""

AWAKE_NS, CATCH_UP_NS = 300 * NS_PER_US, 100 * NS_PER_US
"""How long it goes on after something has happened; how long before a frame of the bus it wakes, to have
looked at all pictures when that begins: from when frames begin it knows when it may send."""


class DrowsyHead(Head):
    """Such a head: ten times as fast to emulate, and its records are the same to the bit.

    It halts only where its loop begins anew, which may be as late as it likes; PIO, DMA and timer go on.
    Whatever happens on a line or on the bus wakes it at once; else it looks at the ring once a
    millisecond, where it has 32 to do so.
    """

    usb: UsbIp

    def __init__(self, image: bytes) -> None:
        self._awake_until = self._asleep_until = self._moved = self._round_began = 0.0
        self._begins_anew = False
        super().__init__(image, host=UsbIp)
        # So as not to keep others waiting it would look at our clock all the time, and a guest's is slow.
        batches: Any = sys.modules[self._execute.__module__]
        batches.time = SimpleNamespace(monotonic=float)
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
        self._moved = self.now
        self.wake()

    def wake(self) -> None:
        """Something has happened."""
        self._awake_until = self.now + AWAKE_NS
        self._asleep_until = 0

    @property
    def asleep(self) -> bool:
        """Whether nothing happens."""
        return self._asleep_until - self.now >= NS_PER_US and not self.usb.busy

    def live_until(self, then: float) -> None:
        """Let its time pass up to a moment, and never further: nobody is to hear of what hasn't been yet."""
        while then - self.now >= NS_PER_US:
            if self.asleep:
                self._sleep(int(min(then, self._asleep_until) - self.now) // NS_PER_US)
            else:
                self._go_round(then)

    def _sleep(self, us: int) -> None:
        """Halted, at most that long; where every picture is the same they are laid into the ring at once."""
        pio, ram = self.chip.pio[0], self.chip.sram
        channel = next(channel for channel in self.chip.dma.channels if channel.active)
        at = channel._write_addr - RAM
        calm = min(us, int(self.clock.nanos_to_next_alarm) // NS_PER_US - 1)
        words = min(calm // 4, channel._trans_count - 1)
        last = bytes(ram[at - 4 : at])
        if words < 2 or self.now - self._moved < UNMOVED_NS or at % RING == 0:
            self.stand_still(min(us, NAP_US))
            return
        ram[at : at + 4 * words] = last * words
        channel._write_addr += 4 * words
        channel._trans_count -= words
        cycles = 4 * words * CYCLES_A_US
        for machine in pio.machines:
            machine.next_due_fp += cycles << 8
        pio.cycle_fp += cycles << 8
        pio.recompute_due()
        self.clock.tick(4 * words * NS_PER_US)

    def _go_round(self, then: float) -> None:
        """One round of its loop, or what fits in until then."""
        self._halt.schedule(then - self.now)
        self._begins_anew = False
        while self.now < then and not self._begins_anew:
            self.sim.stopped = False
            self._execute(self.sim, 1)
        self._halt.cancel()
        if self._begins_anew:
            began, self._round_began = self._round_began, self.now
            idle = self.now - began < IDLE_NS and began > self.usb.frame_began
            if idle and self.now > self._awake_until and not self.usb.busy:
                self._asleep_until = self.usb.frame_began + NS_PER_MS - CATCH_UP_NS
