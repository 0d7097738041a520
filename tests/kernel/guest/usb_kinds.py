"""USB devices with buttons, as the kernel sees them: ids, report descriptors, what reports are made of.

The descriptors are those of real devices. Where each was read from stands beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of device.

    Attributes:
        name: what it calls itself.
        vendor: its USB vendor.
        product: its USB product.
        descriptor: its report descriptor.
        rest: its report while nothing is pressed.
        bits: where each button is in the report, by the kernel's name of it (input-event-codes.h).
        keys: in a keyboard's report, whose last six bytes list the keys that are down, each key's number.
    """

    name: str
    vendor: int
    product: int
    descriptor: bytes
    rest: bytes
    bits: Mapping[str, int] = field(default_factory=dict)
    keys: Mapping[str, int] = field(default_factory=dict)

    def report(self, down: Collection[str]) -> bytes:
        """Its report while exactly these buttons are down."""
        listed = bytes(self.keys[code] for code in sorted(down) if code in self.keys)
        report = self.rest[: len(self.rest) - len(listed)] + listed
        number = int.from_bytes(report, "little")
        for code in down:
            number |= 1 << self.bits[code] if code in self.bits else 0
        return number.to_bytes(len(report), "little")


def _in_a_row(codes: str, first: int) -> dict[str, int]:
    return {f"BTN_{code}": first + number for number, code in enumerate(codes.split())}


ENCODER = Kind(
    "DragonRise Inc.   Generic   USB  Joystick  ",
    0x0079,
    0x0006,
    bytes.fromhex(
        "05010904a101a102750895051500 26ff00 3500 46ff00 0930 0931 0932 0932 0935 8102"  # five axes
        "7504 9501 2507 463b01 6514 0939 8142"  # a hat
        "6500 7501 950c 2501 4501 0509 1901 290c 8102"  # twelve buttons
        "0600ff 7501 9508 2501 4501 0901 8102 c0"
        "a102 7508 9507 46ff00 26ff00 0902 9102 c0 c0"
    ),
    bytes.fromhex("7f7f7f7f7f0f0000"),
    _in_a_row("TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6", 44),
)
"""A "zero delay" arcade encoder board. Its first half is dumped in
https://github.com/node-hid/node-hid/issues/445, the second is as in boards that are alike (046d:c20a,
icestation-32's pull request 11); together they have the 101 bytes, and it the 10 ms, of
https://forum.pjrc.com/threads/33246. The kernel's driver is hid-dragonrise."""

_BUZZ = bytes.fromhex(
    "05010904a101a10275089502150026ff00350046ff000930093181027501951425014501"
    "05091901291481020600ff750195042501450109018102c0"
    "a1027508950726ff0046ff0009029102c0c0"
)

BUZZ = Kind(
    "Logitech Buzz(tm) Controller V1",
    0x054C,
    0x0002,
    _BUZZ,
    bytes.fromhex("7f7f0000f0"),
    {f"BTN_TRIGGER_HAPPY{number}": 15 + number for number in range(1, 21)},
)
"""PlayStation's Buzz!: of each of four players red, yellow, green, orange, blue; four lamps. From what PCSX2
emulates (pcsx2/USB/usb-pad/usb-buzz.cpp): 78 bytes, asked every 10 ms. The kernel's driver is hid-sony."""

WIRELESS_BUZZ = Kind("Namtai Wbuzz", 0x054C, 0x1000, _BUZZ, BUZZ.rest, BUZZ.bits)
"""The wireless ones. hid-sony treats them alike; what their receiver itself describes wasn't to be found."""

BUZZ_RED = {seat: f"BTN_TRIGGER_HAPPY{5 * seat - 4}" for seat in range(1, 5)}

KEYPAD = Kind(
    "USB Keypad",
    0x1A2C,
    0x0E24,
    bytes.fromhex(
        "05010906a101050719e029e71500250175019508810295017508810195057501050819012905910295017503"
        "910195067508150025650507190029658100c0"
    ),
    bytes(8),
    keys={**{f"KEY_{digit % 10}": 29 + digit for digit in range(1, 11)}, "KEY_SPACE": 44, "KEY_LEFT": 80},
)
"""A keyboard, keypad or foot pedal: HID 1.11's boot keyboard (its appendix E.6)."""

GAMEPAD = Kind(
    "HORI CO.,LTD. HORIPAD S",
    0x0F0D,
    0x00C1,
    bytes.fromhex(
        "05010905a10115002501350045017501950e05091901290e81029502810105012507463b0175049501651409"
        "39814265009501810126ff0046ff000930093109320935750895048102750895018101c0"
    ),
    bytes.fromhex("00000f8080808000"),
    _in_a_row("SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL", 0),
)
"""A gamepad. From https://github.com/dhrosa/macro_controller (src/boot.py)."""

MONSTER = Kind(
    "A Thing With 700 Buttons",
    0x1209,
    0x0001,
    bytes.fromhex("05010904a1010509 150025017501 1901 2abc02 96bc02 8102 7504 9501 8103 c0"),
    bytes(88),
    {"BTN_TRIGGER": 0},
)
"""Nothing real: more buttons than the kernel has names for."""

assert all(later - earlier == 1 for earlier, later in pairwise(ENCODER.bits.values()))
