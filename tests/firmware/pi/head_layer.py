"""Button heads that can be plugged in, from the head's side: hardware/head/PROTOCOL.md.

A head's node is a terminal of the kernel's; at its other end it reads what it was told, and answers, when the
test lets it (`FakeHead.turn`): it has no thread, so that time passes only when the test says so. Its clock
runs by the test's, a little wrong if need be.
"""

from __future__ import annotations

import os
import select
import struct
import zlib
from collections import defaultdict, deque
from collections.abc import Callable
from pathlib import Path

from firmware.events import NS_PER_US

NAME, SERIAL = "Pierwszy button head", "E6616407E3512B2F"
RECORD, COMMAND = struct.Struct("<BBHIQ"), struct.Struct("<4sI")
CRC = struct.Struct("<I")
PROTOCOL, FIRMWARE, TIE_US = 1, 1, 10
LOST, LATE, CLOCK = 1, 2, 3
"""Codes of faults."""

SOON = 10.0
"""Seconds; only what is broken waits so long."""


def framed(body: bytes) -> bytes:
    """Those bytes and their CRC."""
    return body + CRC.pack(zlib.crc32(body))


def mask(*lines: int) -> int:
    """Lines, 1 to 8, as bits."""
    return sum(1 << line - 1 for line in lines)


class FakeHead:
    """A head that is plugged in.

    Args:
        node: the node it is known by.
        serial: the flash chip's unique id, 16 hexadecimal digits.
        now: the host's time (ns), by the clock that nobody slews.
        protocol: which it speaks.
        firmware: which it has.
        closed: the lines that are closed from the start.

    Attributes:
        node: the node it is known by.
        closed: a bit for each line that is closed.
        lamps: a bit for each lamp that is lit.
        answers: whether it answers questions by itself.
        sends: whether records leave at once; else `deliver` sends them.
        sequence: the number of the next record.
        asked: how often it was asked something.
    """

    def __init__(
        self,
        node: Path,
        serial: str,
        now: Callable[[], int],
        *,
        protocol: int = PROTOCOL,
        firmware: int = FIRMWARE,
        closed: int = 0,
    ) -> None:
        self.node, self.closed, self.lamps = node, closed, 0
        self.answers = self.sends = True
        self.sequence = self.asked = 0
        self._id, self._about = bytes.fromhex(serial), protocol | firmware << 8 | TIE_US << 16
        self._now = now
        self._set, self._us, self._ppm = now(), 0, 0
        self._commands: defaultdict[bytes, deque[int]] = defaultdict(deque)
        self._incoming = self._outgoing = b""
        self.fd, self._slave = os.openpty()  # the other end held open, too: else it ends with its reader
        os.set_blocking(self.fd, False)

    @property
    def terminal(self) -> Path:
        """What its node stands for."""
        return Path(os.ttyname(self._slave))

    # --- its clock ----------------------------------------------------------------------------------------

    def time(self) -> int:
        """The µs that are over since it started."""
        return self._us + (self._now() - self._set) * (1_000_000 + self._ppm) // (NS_PER_US * 1_000_000)

    def run_at(self, ppm: int, us: int | None = None) -> None:
        """From now on its clock is so much faster than the host's, and shows ``us`` now."""
        self._us, self._set = self.time() if us is None else us, self._now()
        self._ppm = ppm

    # --- what it says -------------------------------------------------------------------------------------

    def edge(self, *lines: int, at: int | None = None) -> int:
        """These lines change, all in one picture, at its time ``at`` (µs), or now; what it was."""
        at = self.time() if at is None else at
        changed = mask(*lines)
        self.closed ^= changed
        self._say(b"E", changed, at)
        return at

    def fault(self, code: int, amount: int, *, closed: int) -> None:
        """Something went by that it hasn't seen, or couldn't keep; now these lines are closed."""
        self.closed = closed
        if code == LOST:
            self.skip(amount)
        self._say(b"F", code | min(amount, 0xFFFFFF) << 8, self.time())

    def answer(self, letters: bytes, number: int) -> None:
        """Answer a question now."""
        if letters == b"WHO?":
            self._say(b"I", self._about, int.from_bytes(self._id, "little"))
        elif letters == b"TIME":
            self._say(b"C", number, self.time())

    def skip(self, count: int) -> None:
        """So many records are never sent."""
        self.sequence = (self.sequence + count) % (1 << 16)

    def spoil(self) -> None:
        """A bit of the last byte that waits is wrong."""
        self._outgoing = self._outgoing[:-1] + bytes([self._outgoing[-1] ^ 1])

    def send(self, data: bytes) -> None:
        """These bytes come over the line, whatever they are, behind all that wait."""
        self._outgoing += data
        if self.sends:
            self.deliver()

    def deliver(self, most: int | None = None) -> None:
        """Send what waits, or so many bytes of it."""
        data = self._outgoing[:most]
        self._outgoing = self._outgoing[len(data) :]
        while data:
            if not _ready(self.fd, select.POLLOUT, SOON):
                raise TimeoutError("nobody reads what the head says")
            data = data[os.write(self.fd, data) :]

    def _say(self, kind: bytes, what: int, time: int) -> None:
        self.send(framed(RECORD.pack(kind[0], self.closed, self.sequence, what, time)))
        self.skip(1)

    # --- what it is told ----------------------------------------------------------------------------------

    def turn(self, wait: float = 0) -> bool:
        """Do what it was told so far; whether that was anything. If not, wait so long for it (s)."""
        if not _ready(self.fd, select.POLLIN, wait):
            return False
        self._incoming += os.read(self.fd, 65536)
        while len(self._incoming) >= COMMAND.size + CRC.size:
            command = self._incoming[: COMMAND.size]
            if not self._incoming.startswith(framed(command)):
                self._incoming = self._incoming[1:]
                continue
            self._incoming = self._incoming[COMMAND.size + CRC.size :]
            self._obey(*COMMAND.unpack(command))
        return True

    def told(self, letters: bytes) -> int:
        """The number of the next such command, once it is done."""
        while not self._commands[letters]:
            if not self.turn(SOON):
                raise TimeoutError(f"nobody says {letters!r}")
        return self._commands[letters].popleft()

    def forget(self) -> None:
        """What it was told so far no test wants to know."""
        self._commands.clear()

    def _obey(self, letters: bytes, number: int) -> None:
        if letters == b"LAMP":
            self.lamps = number & 0xFF
        else:
            self.asked += 1
            if self.answers:
                self.answer(letters, number)
        self._commands[letters].append(number)

    def close(self) -> None:
        """It is gone: whoever has it open finds that it hung up."""
        os.close(self.fd)
        os.close(self._slave)


def _ready(fd: int, event: int, wait: float) -> bool:
    poll = select.poll()
    poll.register(fd, event)
    return bool(poll.poll(wait * 1000))


class HeadLayer:
    """Heads that can be plugged in.

    Args:
        dev: the folder of devices' nodes, ``/dev``.
        sys: where sysfs is.
        now: the host's time (ns), by the clock that nobody slews.
    """

    def __init__(self, dev: Path, sys: Path, now: Callable[[], int]) -> None:
        self._dev, self._sys, self._now = dev, sys, now
        self._count = 1
        self._heads: list[FakeHead] = []
        (sys / "class" / "tty").mkdir(parents=True)

    def plug(
        self,
        *,
        serial: str = SERIAL,
        product: str = NAME,
        ids: tuple[str, str] = ("1209", "0001"),
        protocol: int = PROTOCOL,
        firmware: int = FIRMWARE,
        closed: int = 0,
        sequence: int = 0,
    ) -> FakeHead:
        """Plug a head in, or what is like one; its node comes last, as in the kernel."""
        self._count += 1
        number = next(n for n in range(99) if not os.path.lexists(self._dev / f"ttyACM{n}"))
        node = self._dev / f"ttyACM{number}"
        head = FakeHead(node, serial, self._now, protocol=protocol, firmware=firmware, closed=closed)
        head.sequence = sequence
        device = self._sys / "devices" / "usb1" / f"1-{self._count}"
        tty = device / f"1-{self._count}:1.0" / "tty" / node.name
        tty.mkdir(parents=True)
        about = {"idVendor": ids[0], "idProduct": ids[1], "product": product, "serial": serial}
        for name, value in (about | {"busnum": "1", "devnum": f"{self._count}"}).items():
            (device / name).write_text(f"{value}\n")
        (tty / "device").symlink_to(f"../../../1-{self._count}:1.0")
        (self._sys / "class" / "tty" / node.name).symlink_to(tty)
        node.symlink_to(head.terminal)
        self._heads.append(head)
        return head

    def turn(self) -> bool:
        """They do what they were told so far, until one has had anything to do."""
        return any(head.turn() for head in self._heads)

    def unplug(self, head: FakeHead) -> None:
        """Pull the plug: the node goes, and whoever reads it is told."""
        self._heads.remove(head)
        (self._sys / "class" / "tty" / head.node.name).unlink()
        head.node.unlink()
        head.close()

    def close(self) -> None:
        """All are gone."""
        for head in self._heads.copy():
            self.unplug(head)
