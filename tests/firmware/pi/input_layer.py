"""An input layer in a folder: a sysfs, device nodes that are pipes, and what the kernel answers when asked.

As the kernel does it: what it tells is stamped, whole reports, and gone once whoever reads asks what is
down. It can't be told by which clock to stamp, since the test says the time.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection
from pathlib import Path

from firmware.button_codes import number_of
from firmware.events import NS_PER_S, NS_PER_US
from firmware.pi.evdev import EVIOCGKEY, EVIOCGRAB
from firmware.pi.input_keys import EV_KEY, EV_SYN, EVENT, SYN_DROPPED, SYN_REPORT


def event(kind: int, code: int, value: int, at: int) -> bytes:
    """One event as the kernel gives it."""
    return EVENT.pack(at // NS_PER_S, at % NS_PER_S // NS_PER_US, kind, code, value)


def report(at: int, **values: int) -> bytes:
    """A whole report: what each button's value became."""
    events = [event(EV_KEY, number_of(code), value, at) for code, value in values.items()]
    return b"".join(events) + event(EV_SYN, SYN_REPORT, 0, at)


def dropped(at: int) -> bytes:
    """What the kernel says when it has lost something."""
    return event(EV_SYN, SYN_DROPPED, 0, at)


class Pad:
    """A device that is plugged in."""

    def __init__(self, node: Path, pipe: Path) -> None:
        self.node = node
        self.down: set[int] = set()
        self.grab_fails = False
        self.grabs: list[int] = []
        self.fd = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        """Held open for both, so that the pipe lasts as long as the plug is in."""

    def send(self, data: bytes) -> None:
        """Let the kernel tell this."""
        os.write(self.fd, data)

    def hold(self, *codes: str) -> None:
        """What is down, as the kernel answers when asked."""
        self.down = {number_of(code) for code in codes}


class InputLayer:
    """Devices that can be plugged in.

    Attributes:
        dev: the folder of the devices' nodes.
        sys: where its sysfs is.
    """

    def __init__(self, folder: Path) -> None:
        self.dev = folder / "dev" / "input"
        self.sys = folder / "sys"
        self.dev.mkdir(parents=True)
        (self.sys / "class" / "input").mkdir(parents=True)
        self.pads: dict[int, Pad] = {}
        self.count = 0

    def plug(
        self,
        codes: Collection[str] = ("BTN_TRIGGER", "BTN_THUMB"),
        *,
        port: str = "usb-0000:01:00.0-1.2/input0",
        name: str = "DragonRise",
        serial: str = "",
        bus: int = 3,
        event_number: int | None = None,
        parent: str = "virtual/hid",
        mode: int = 0o600,
    ) -> Pad:
        """Plug a device in; its node comes last, as in the kernel."""
        number = self.count = self.count + 1
        node = f"event{number if event_number is None else event_number}"
        device = self.sys / "devices" / parent / f"0003:0079:0006.{number:04X}" / "input" / f"input{number}"
        (device / "id").mkdir(parents=True)
        (device / "capabilities").mkdir()
        (device / "name").write_text(name + "\n")
        (device / "phys").write_text(port + "\n")
        (device / "uniq").write_text(serial + "\n")
        (device / "id" / "bustype").write_text(f"{bus:04x}\n")
        (device / "capabilities" / "key").write_text(bitmap({number_of(code) for code in codes}) + "\n")
        (device / node).mkdir()
        (device / node / "device").symlink_to("..")
        (self.sys / "class" / "input" / node).symlink_to(device / node)
        pipe = device / "pipe"
        os.mkfifo(pipe)
        pipe.chmod(mode)
        pad = Pad(self.dev / node, pipe)
        self.pads[os.fstat(pad.fd).st_ino] = pad
        pad.node.hardlink_to(pipe)
        return pad

    def unplug(self, pad: Pad) -> None:
        """Pull the plug: the node goes, and whoever reads it is told."""
        (self.sys / "class" / "input" / pad.node.name).unlink()
        pad.node.unlink()
        os.close(pad.fd)

    def ioctl(self, fd: int, request: int, argument: int | bytes | bytearray) -> int:
        """What the kernel answers."""
        pad = self.pads[os.fstat(fd).st_ino]
        if request == EVIOCGKEY:
            assert isinstance(argument, bytearray)
            bits = sum(1 << code for code in pad.down)
            argument[:] = bits.to_bytes(len(argument), "little")
        elif request == EVIOCGRAB:
            assert isinstance(argument, int)
            if argument and pad.grab_fails:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            pad.grabs.append(argument)
        return 0


def bitmap(codes: Collection[int]) -> str:
    """As sysfs writes it: words of 64 bits, the last first, none of those that are empty before."""
    bits = sum(1 << code for code in codes)
    words = []
    while bits:
        words.append(f"{bits & (1 << 64) - 1:x}")
        bits >>= 64
    return " ".join(reversed(words)) or "0"
