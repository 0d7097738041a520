"""The button head without one: its image in an emulated RP2040, the emulator's clock the truth."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.head.usb_host import MS, US, StalledError, UsbHost

HEAD = Path(__file__).parents[2] / "hardware/head"
RECORD, COMMAND = struct.Struct("<BBHIQI"), struct.Struct("<4sII")
FLASH, RESET_VECTOR = 0x10000000, 0xEE
FIRST_LINE, FIRST_LAMP, BOARD_LED = 2, 10, 25
CYCLES_A_US = 125
UNIQUE_ID = bytes.fromhex("E6616407E3512B2F")
SET_CONFIGURATION, SET_CONTROL_LINES, DTR = (0x00, 9), (0x21, 0x22), 1


class Record(NamedTuple):
    """One record as PROTOCOL.md has it; time in µs, `at` when the host had it (ns)."""

    kind: str
    lines: int
    sequence: int
    what: int
    time: int
    at: float = 0


def emulator(module: str) -> Any:
    return pytest.importorskip(f"rp2040py.{module}", reason="make test-head installs the emulator")


def image_of(uf2: bytes) -> bytearray:
    """What a UF2 file puts into the flash.

    Raises:
        ValueError: if a block isn't one for an RP2040's flash, in its order.
    """
    image = bytearray()
    for i in range(0, len(uf2), 512):
        first, second, flags, at, size, number, blocks, family = struct.unpack_from("<8I", uf2, i)
        (end,) = struct.unpack_from("<I", uf2, i + 508)
        if (first, second, end) != (0x0A324655, 0x9E5D5157, 0x0AB16F30) or family != 0xE48BFF56:
            raise ValueError(f"expected a block for an RP2040 at {i}")
        if not flags & 0x2000 or (at, number, blocks) != (FLASH + len(image), i // 512, len(uf2) // 512):
            raise ValueError(f"expected block {i // 512} of {len(uf2) // 512} at {FLASH + len(image):#x}")
        image += uf2[i + 32 : i + 32 + size]
    return image


def command(word: bytes, argument: int = 0) -> bytes:
    start = COMMAND.pack(word, argument, 0)[:8]
    return start + struct.pack("<I", zlib.crc32(start))


def records_in(data: bytes) -> tuple[list[Record], int]:
    """The records of a stream, and how many of its bytes belong to none."""
    records, skipped, place = [], 0, 0
    while place + RECORD.size <= len(data):
        kind, lines, sequence, what, stamp, crc = RECORD.unpack_from(data, place)
        if crc == zlib.crc32(data[place : place + 16]):
            records.append(Record(chr(kind), lines, sequence, what, stamp))
            place += RECORD.size
        else:
            skipped += 1
            place += 1
    return records, skipped + len(data) - place


class Head:
    """An emulated Pico with the head's image, on the USB of a strict host.

    Args:
        image: its flash.
        through_rom: begin where the chip does, in its boot ROM, not at the image.
        host: what stands at the other end of its cable.
    """

    def __init__(
        self, image: bytes, through_rom: bool = False, host: Callable[[Any], UsbHost] = UsbHost
    ) -> None:
        self.unique_id = UNIQUE_ID
        logging = emulator("utils.logging")
        self._execute = emulator("execute_batch").execute_batch
        self.sim = emulator("simulator").Simulator()
        self.chip: Any = self.sim.rp2040
        self.clock = self.sim.clock
        self.chip.logger = logging.ConsoleLogger(logging.LogLevel.ERROR)
        self.chip.load_bootrom(emulator("device.bootrom").BOOTROM_B1)
        self.chip.flash[: len(image)] = image
        self._teach_what_the_emulator_leaves_out()
        self.usb = host(self.chip)
        self.changes: list[tuple[float, int]] = []
        self._keep: list[Any] = []  # the clock alone doesn't
        self._closed = 0
        for line in range(1, 9):
            self.chip.gpio[FIRST_LINE + line - 1].set_input_value(True)
        if not through_rom:
            self.chip.core.pc = FLASH

    def _teach_what_the_emulator_leaves_out(self) -> None:
        resets, dma, pio, ssi = self.chip.resets, self.chip.dma, self.chip.pio[0], self.chip.ssi
        store, shift = resets.write_uint32, ssi._shift_byte

        def reset(offset: int, value: int) -> None:  # it keeps the register, and resets nothing
            store(offset, value)
            if offset == 0 and value & 1 << 2:
                for channel in dma.channels:
                    channel.abort()
                dma.reset()
            if offset == 0 and value & 1 << 10:
                pio.reset()

        def identified(byte: int) -> int:  # its flash knows no unique id
            back = shift(byte)
            sent = ssi._tx_buffer
            return self.unique_id[len(sent) - 6] if sent[0] == 0x4B and len(sent) in range(6, 14) else back

        resets.write_uint32, ssi._shift_byte = reset, identified

    @property
    def now(self) -> float:
        """ns since the chip began."""
        return float(self.clock.nanos)

    def at(self, ns_from_now: float, what: Callable[[], None]) -> None:
        alarm = self.clock.create_alarm(what)
        alarm.schedule(ns_from_now)
        self._keep.append(alarm)

    def repeat(self, times: int, every_ns: float, what: Callable[[], None]) -> None:
        left = times

        def again() -> None:
            nonlocal left
            left -= 1
            what()
            if left:
                alarm.schedule(every_ns)

        alarm = self.clock.create_alarm(again)
        alarm.schedule(every_ns)
        self._keep.append(alarm)

    def run(self, ns: float) -> None:
        """Let that much of its time pass."""
        done: list[bool] = []

        def stop() -> None:
            done.append(True)
            self.sim.stopped = True

        self.at(ns, stop)
        while not done:
            self.sim.stopped = False
            self._execute(self.sim, 1)

    def run_until(self, so: Callable[[], object], within_ms: float = 100) -> None:
        """Let its time pass until something is so, at most that long."""
        for _ in range(int(within_ms * 10)):
            if so():
                return
            self.run(MS / 10)
        pytest.fail(f"not so within {within_ms} ms of the head's time")

    def stand_still(self, us: int) -> None:
        """The processor is halted, as by a debugger; the rest of the chip goes on."""
        pio, left = self.chip.pio[0], us * CYCLES_A_US
        while (
            left > 0
        ):  # from one of the PIO's instructions to the next: the emulator drops what comes too late
            cycles = max(1, min(left, pio.next_due_fp - pio.cycle_fp >> 8))
            self.clock.tick(cycles * US / CYCLES_A_US)
            pio.advance(cycles)
            left -= cycles

    # The table

    def flip(self, lines: int) -> None:
        self.put(self._closed ^ lines)

    def hold(self, lines: int, closed: bool) -> None:
        """Close these lines, or let them go."""
        self.put(self._closed | lines if closed else self._closed & ~lines)

    def put(self, closed: int) -> None:
        """Which lines are closed from now on, bit 0 for line 1, all in one instant."""
        for line in range(8):
            if (closed ^ self._closed) >> line & 1:
                self.chip.gpio[FIRST_LINE + line].set_input_value(not closed >> line & 1)
        self._closed = closed
        self.changes.append((self.now, closed))

    @property
    def closed(self) -> int:
        return self._closed

    @property
    def lamps(self) -> int:
        return sum(self._lit(FIRST_LAMP + i) << i for i in range(8))

    @property
    def board_led(self) -> bool:
        return self._lit(BOARD_LED)

    def _lit(self, pin: int) -> bool:
        return bool(self.chip.gpio[pin].value.name == "HIGH")

    # The host

    def control(
        self, kind: int, request: int, value: int = 0, data: bytes | int = 0, index: int = 0
    ) -> bytes:
        """One control transfer, to its end; `data` is what to send, or how much to ask for.

        Raises:
            StalledError: if the device refuses it.
        """
        answers: list[bytes | None] = []
        to_send = data if isinstance(data, bytes) else b""
        length = data if isinstance(data, int) else len(data)
        packet = struct.pack("<BBHHH", kind, request, value, index, length)
        self.usb.control(packet, to_send, answers.append)
        self.run_until(lambda: answers)
        if answers[0] is None:
            raise StalledError(packet.hex(" "))
        return answers[0]

    def enumerate(self) -> None:
        self.run_until(lambda: self.usb.ready)
        self.control(*SET_CONFIGURATION, 1)

    def open_port(self) -> None:
        self.control(*SET_CONTROL_LINES, DTR)

    def close_port(self) -> None:
        self.control(*SET_CONTROL_LINES, 0)

    def plug_in(self) -> None:
        """Enumerated, and the port open."""
        self.enumerate()
        self.open_port()

    def say(self, word: bytes, argument: int = 0) -> None:
        self.usb.send(command(word, argument))

    def told(self, kinds: str = "ECIF") -> list[Record]:
        """All records of these kinds so far, each with the time its packet came."""
        records: list[Record] = []
        for at, packet in self.usb.came:
            some, skipped = records_in(packet)
            assert not skipped, f"expected whole records, got {packet.hex(' ')}"
            records += [record._replace(at=at) for record in some if record.kind in kinds]
        return records
