"""A box's bill of materials: what is bought, how many, and by what it is known to be the right thing.

Quantities follow from the box file; values and their reasons stand in `hardware/circuit/README.md`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import (
    CABLE,
    Use,
    channels,
    in_runs,
    mux_parts,
    needs_regulator,
    panel_part,
    sockets,
    wires,
)


class Row(NamedTuple):
    """One line of the bill.

    Attributes:
        ref: the parts' names in the drawings; empty for what has none.
        quantity: how many; of wire and tape, 1 set.
        part: what it is.
        look_for: by what to know it in a shop.
        alternatives: what serves as well, and what does not.
    """

    ref: str
    quantity: int
    part: str
    look_for: str
    alternatives: str


def bill(settings: Settings) -> list[Row]:
    """Every part of a box, grouped as one would build it."""
    groups = (_seats, _lamps, _panels, _host, _wire)
    return [*_pi(), *(row for group in groups for row in group(settings))]


def as_csv(settings: Settings) -> str:
    """The bill as CSV, a head and a line for each part."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([name.replace("_", " ") for name in Row._fields])
    writer.writerows(bill(settings))
    return out.getvalue()


def _refs(parts: Sequence[str]) -> str:
    return " ".join(in_runs(parts))


def _row(parts: Sequence[str], part: str, look_for: str, alternatives: str = "") -> Row:
    return Row(_refs(parts), len(parts), part, look_for, alternatives)


def _pi() -> Iterator[Row]:
    yield Row(
        "", 1, "Raspberry Pi",
        "any with the 40-pin header and a 64-bit system: 3B, 3B+, 4B, 5, Zero 2 W",
        "Zero 2 W comes without the header's pins: solder them in",
    )  # fmt: skip
    yield Row("", 1, "its power supply", "the one made for that Pi: 5 V, 2.5 A or more", "")
    yield Row("", 1, "microSD card, 8 GB or more", "class A1", "")
    yield Row("", 1, "2x20 socket, 2.54 mm pitch, with ribbon or single wires", "fits the Pi's header", "")
    yield Row("", 1, "perfboard, about 70x90 mm", "2.54 mm grid", "stripboard")


def _seats(settings: Settings) -> Iterator[Row]:
    seats = settings.seats
    lit = list(channels(settings))
    dark = [seat for seat in seats if seat not in lit]
    names = [_refs([f"{letter}{seat}" for seat in lit]) for letter in "SH"]
    if lit:
        yield Row(
            " ".join(names), len(lit), "arcade button, 30 mm, with microswitch and 5 V LED",
            "a changeover microswitch (COM, NO, NC); the LED says 5 V, so its resistor is built in",
            "12 V LEDs are too dark at 5 V: swap their resistor. Leaf or clicking switches, as you like, "
            "but the same for everybody",
        )  # fmt: skip
    if dark:
        yield _row(
            [f"S{seat}" for seat in dark], "push button, normally open",
            "30 mm arcade button with microswitch, or any that feels good",
            "the same kind for everybody: how far it travels is part of who is first",
        )  # fmt: skip
    yield _row(
        [f"C{seat}" for seat in seats], "capacitor 100 nF",
        "ceramic, X7R, 50 V, 10 %, leads 5 mm; marked 104",
        "not Y5V or Z5U (-20/+80 %); film is as good",
    )  # fmt: skip
    yield _row([f"R2{seat}" for seat in seats], "resistor 22 ohm", "0.25 W, 5 % or better", "10 to 47 ohm")
    yield _row([f"R1{seat}" for seat in seats], "resistor 10 kohm", "0.25 W, 5 % or better", "4.7 to 10 kohm")
    yield _row(
        [f"R{seat}" for seat in seats], "resistor 1 kohm", "0.25 W, 5 % or better", "470 ohm to 2.2 kohm"
    )
    yield from _cables(settings)


def _cables(settings: Settings) -> Iterator[Row]:
    carried = sockets(settings)
    network = [seat for seat, socket in carried.items() if socket == CABLE]
    screwed = [seat for seat in carried if seat not in network]
    if network:
        yield _row(
            [f"{letter}{seat}" for letter in "JX" for seat in network], "8P8C (RJ45) socket",
            "keystone jack or breakout with numbered contacts; one in the box and one in each puck",
            "none in the puck: cut the cable and solder its wires, with a strain relief",
        )  # fmt: skip
        yield Row(
            "", len(network), "network cable, 1 to 2 m",
            "Cat5e patch cable, straight (no crossover), stranded: it bends",
            "up to 3 m at 400 kHz by calculation; longer: see hardware/circuit",
        )  # fmt: skip
    if screwed:
        yield _row([f"J{seat}" for seat in screwed], "screw terminal, 2 or 4 poles", "5 mm pitch", "solder")
        yield Row(
            "", len(screwed), "twisted pair, 1 to 2 m", "one pair of a network cable", "two wires, twisted"
        )


def _lamps(settings: Settings) -> Iterator[Row]:
    if not channels(settings):
        return
    yield Row(
        "U1", 1, "transistor array, 8 channels, and an 18-pin DIP socket",
        "TBD62083APG: switched fully by 3.3 V, drops some hundredths of a volt",
        "ULN2803A has the same pins and works; lamps are darker, since it drops about 0.9 V. "
        "Not TBD62783A or UDN2981, which switch the plus side",
    )  # fmt: skip
    yield Row("C61", 1, "electrolytic capacitor 100 uF", "10 V or more, at U1's supply", "47 to 470 uF")


def _panels(settings: Settings) -> Iterator[Row]:
    if panel := settings.panels.get("main"):
        yield Row(
            panel_part("main"), 1, f"main OLED, {panel.width}x{panel.height}, I2C",
            f"controller {panel.driver.upper()}, address {panel.address:#04x}, pins GND VCC SCL SDA",
            "2.42 inch (SSD1309) is read from farthest, 1.3 inch (SH1106); say driver and address in the "
            "box file",
        )  # fmt: skip
    yield from _seat_panels(settings)
    if parts := mux_parts(settings):
        breakouts = list(parts.values())
        yield _row(breakouts, "TCA9548A breakout", "address 0x70: A0, A1 and A2 to ground", "PCA9548A")
    if needs_regulator(settings):
        yield Row(
            "U3", 1, "regulator 3.3 V, 800 mA", "LD1117V33 (TO-220), or a 3.3 V module", "AMS1117-3.3 module"
        )
        yield Row(
            "C62 C63", 2, "capacitor 100 nF and 10 uF for U3", "as its data sheet draws them", "on a module"
        )
    if needs_regulator(settings) or channels(settings):
        yield Row("F1", 1, "resettable fuse, holds 0.75 A", "MF-R075 or RXEF075", "0.5 A for up to six seats")


def _seat_panels(settings: Settings) -> Iterator[Row]:
    """Panels of one kind on one line."""
    kinds: dict[tuple[str, int, int, int], list[str]] = {}
    for name, panel in settings.panels.items():
        if name != "main":
            kind = (panel.driver, panel.width, panel.height, panel.address)
            kinds.setdefault(kind, []).append(panel_part(name))
    for (driver, width, height, address), parts in kinds.items():
        yield _row(
            parts, f"OLED, {width}x{height}, 0.96 inch, I2C",
            f"controller {driver.upper()}, address {address:#04x}; four pins, GND VCC SCL SDA in any order",
            "1.3 inch is mostly SH1106: say so in the box file",
        )  # fmt: skip


def _host(settings: Settings) -> Iterator[Row]:
    uses = {wire.use: wire for wire in wires(settings)}
    if Use.KNOB_A in uses:
        yield Row(
            "E1", 1, "rotary encoder with push switch, and a knob",
            "EC11 or PEC11 with detents, one full cycle from detent to detent; bare, not on a module",
            "a module with its own pull-ups: feed it 3.3 V, never 5 V, and leave R61 to R63 out",
        )  # fmt: skip
        yield _row(["R51", "R52", "R53"], "resistor 1 kohm", "0.25 W", "470 ohm to 2.2 kohm")
        yield _row(["R61", "R62", "R63"], "resistor 10 kohm", "0.25 W", "4.7 to 10 kohm")
        yield _row(["C51", "C52"], "capacitor 10 nF", "ceramic, X7R; marked 103", "4.7 to 22 nF")
        yield _row(["C53"], "capacitor 100 nF", "ceramic, X7R; marked 104", "")
    keys = [Use.BACK] if Use.KNOB_A in uses else [Use.OK, Use.BACK, Use.UP, Use.DOWN]
    keys.append(Use.POWER_BUTTON)
    numbers = [int(uses[use].to[0].part.removeprefix("R")) for use in keys if use in uses]
    if numbers:
        yield _row([f"S{n}" for n in numbers], "push button, normally open", "any", "")
        yield _row([f"R{n}" for n in numbers], "resistor 1 kohm", "0.25 W", "470 ohm to 2.2 kohm")
        yield _row([f"R{n + 10}" for n in numbers], "resistor 10 kohm", "0.25 W", "4.7 to 10 kohm")
        yield _row([f"C{n}" for n in numbers], "capacitor 100 nF", "ceramic, X7R; marked 104", "")
    if Use.PIEZO in uses:
        yield Row(
            "BZ1", 1, "piezo disc or sounder, passive",
            "no electronics inside: silent on plain 3.3 V",
            "not an active buzzer, which has one tone; not a magnetic one or a speaker without a transistor",
        )  # fmt: skip
        yield Row("R41", 1, "resistor 330 ohm", "0.25 W", "220 ohm to 1 kohm")
    if Use.JUMPER in uses:
        strip = f"pin strip, 2x{len(settings.seats)}, and as many jumpers"
        yield _row(["JP1"], strip, "2.54 mm pitch", "short wires")
        yield _row(
            [f"R7{seat}" for seat in settings.seats], "resistor 1 kohm", "0.25 W", "all the same value"
        )


def _wire(settings: Settings) -> Iterator[Row]:
    colours = sorted({wire.colour.words for wire in wires(settings)})
    yield Row(
        "", 1, "set of hook-up wire, 0.25 mm2 (24 AWG)", ", ".join(colours),
        "any colours but for red and black: then the flag of tape at both ends tells",
    )  # fmt: skip
    yield Row("", 1, "black insulating tape", "for rings and flags", "heat shrink")
