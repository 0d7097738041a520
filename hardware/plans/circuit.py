"""The whole circuit of a box as data: every part, where it sits, and which net each of its pins is on.

Drawings, perfboard, bill and the steps of the guide are made of it or held to it. Which pin of the header is
which comes from `firmware.boxfile.wiring`; values and their reasons stand in `hardware/circuit/README.md`.
A cable joins what it joins: contact 3 of ``J2`` and of ``X2`` are on one net.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from firmware.boxfile.settings import PanelSettings, Settings
from firmware.boxfile.wiring import (
    CABLE,
    Socket,
    Use,
    Wire,
    channels,
    mux_parts,
    needs_regulator,
    panel_part,
    sockets,
    wires,
)
from firmware.events import Seat
from firmware.views import PanelId

Net: TypeAlias = str
"""``GND``, ``3V3`` the Pi's, ``5V`` before the fuse, ``5VF`` behind it, ``3V3P`` the panels' own, ``SDA`` and
``SCL`` of bus 1, ``SDA3`` and ``SCL3`` of seat 3's channel (``SDAmain``), ``BUTTON3`` the line that is
pulled up, ``CONTACT3`` between resistor and switch, ``LAMP3`` the minus side, ``GPIO13`` at the header,
``KNOB_A``."""


class Place(StrEnum):
    """Where a part is."""

    PI = "the Pi"
    BOARD = "on the board"
    BOX = "in the box"
    PUCK = "in the puck"


class Kind(StrEnum):
    """What is bought: parts of one kind are interchangeable."""

    PI = "Raspberry Pi"
    BUTTON = "button with a lamp"
    PLAIN_BUTTON = "button"
    KEY = "key"
    R22 = "22 ohm"
    R330 = "330 ohm"
    R1K = "1 kohm"
    R10K = "10 kohm"
    C10N = "10 nF"
    C100N = "100 nF"
    C10U = "10 uF"
    C100U = "100 uF"
    SOCKET = "8P8C socket"
    TERMINAL_2 = "screw terminal, 2 poles"
    TERMINAL_4 = "screw terminal, 4 poles"
    ARRAY = "transistor array"
    MUX = "mux"
    REGULATOR = "regulator"
    FUSE = "fuse"
    ENCODER = "encoder"
    PIEZO = "piezo"
    STRIP = "pin strip"
    MAIN_PANEL = "main panel"
    PANEL = "seat's panel"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the circuit.

    Attributes:
        ref: its name in all drawings: ``R13``. A button and its lamp are one part, by the button's name.
        kind: what it is.
        place: where it is.
        pins: the net of each pin that is wired, by what is printed at it or in its data sheet.
        seat: whose it is; None if nobody's.
    """

    ref: str
    kind: Kind
    place: Place
    pins: Mapping[str, Net]
    seat: Seat | None = None


def parts(settings: Settings) -> tuple[Part, ...]:
    """Every part of a box, the Pi first, then seat by seat, then what serves all."""
    header = {str(wire.pin.number): _net(wire) for wire in wires(settings)}
    groups = (
        [Part("PI", Kind.PI, Place.PI, header)],
        *(_seat(settings, seat) for seat in settings.seats),
        _power(settings),
        _panels(settings),
        _host(settings),
    )
    return tuple(part for group in groups for part in group)


def nets(parts: Iterable[Part]) -> Mapping[Net, frozenset[tuple[str, str]]]:
    """Each net's pins, as part and pin."""
    found: dict[Net, set[tuple[str, str]]] = {}
    for part in parts:
        for pin, net in part.pins.items():
            found.setdefault(net, set()).add((part.ref, pin))
    return {net: frozenset(pins) for net, pins in found.items()}


def _net(wire: Wire) -> Net:
    """What a wire of the header carries; a GPIO's is named by it, up to the part that is first on its way."""
    fixed = {Use.POWER_5V: "5V", Use.POWER_3V3: "3V3", Use.GROUND: "GND", Use.SDA: "SDA", Use.SCL: "SCL"}
    return fixed.get(wire.use) or f"GPIO{wire.pin.gpio}"


def _two(ref: str, kind: Kind, place: Place, nets: tuple[Net, Net], seat: Seat | None = None) -> Part:
    return Part(ref, kind, place, dict(zip(("1", "2"), nets, strict=True)), seat)


def _seat(settings: Settings, seat: Seat) -> Iterator[Part]:
    """A seat's button, lamp and socket; its panel is with the panels."""
    pins, socket = settings.seats[seat], sockets(settings)[seat]
    line, contact, far = f"BUTTON{seat}", f"CONTACT{seat}", Place.PUCK
    carried = _carried(settings, seat, socket)
    if socket == CABLE:
        yield Part(f"J{seat}", Kind.SOCKET, Place.BOX, carried, seat)
        yield Part(f"X{seat}", Kind.SOCKET, Place.PUCK, carried, seat)
    else:
        kind = Kind.TERMINAL_2 if len(socket) == 2 else Kind.TERMINAL_4
        yield Part(f"J{seat}", kind, Place.BOARD, carried, seat)
    button = {"NO": contact, "COM": "GND"}
    if pins.lamp is None:
        yield Part(f"S{seat}", Kind.PLAIN_BUTTON, far, button, seat)
    else:
        yield Part(f"S{seat}", Kind.BUTTON, far, {**button, "+": "5VF", "-": f"LAMP{seat}"}, seat)
    yield _two(f"C{seat}", Kind.C100N, far, (line, "GND"), seat)
    yield _two(f"R2{seat}", Kind.R22, far, (line, contact), seat)
    yield _two(f"R1{seat}", Kind.R10K, Place.BOARD, ("3V3", line), seat)
    yield _two(f"R{seat}", Kind.R1K, Place.BOARD, (f"GPIO{pins.button}", line), seat)
    if settings.jumper is not None:
        yield _two(f"R7{seat}", Kind.R1K, Place.BOARD, (f"JUMPER{seat}", line), seat)


def _carried(settings: Settings, seat: Seat, socket: Socket) -> dict[str, Net]:
    """The net of each contact of a seat's socket."""
    sda, scl = _bus_of(settings.panels[seat], seat) if seat in settings.panels else ("", "")
    named = {
        Use.BUTTON: f"BUTTON{seat}",
        Use.GROUND: "GND",
        Use.POWER_5V: "5VF",
        Use.LAMP: f"LAMP{seat}",
        Use.SDA: sda,
        Use.SCL: scl,
        Use.POWER_3V3: _panel_supply(settings),
    }
    return {
        str(contact): named[use]
        for contact, use in socket.items()
        if use not in {Use.LAMP, Use.POWER_5V} or seat in channels(settings)
    }


def _bus_of(panel: PanelSettings, name: PanelId) -> tuple[Net, Net]:
    return _trunk(panel.bus) if panel.mux is None else (f"SDA{name}", f"SCL{name}")


def _trunk(bus: int) -> tuple[Net, Net]:
    return ("SDA", "SCL") if bus == 1 else (f"SDA_{bus}", f"SCL_{bus}")


def _panel_supply(settings: Settings) -> Net:
    return "3V3P" if needs_regulator(settings) else "3V3"


def _power(settings: Settings) -> Iterator[Part]:
    """Fuse, regulator, and the array that switches the lamps."""
    lit, regulated = channels(settings), needs_regulator(settings)
    if lit or regulated:
        yield _two("F1", Kind.FUSE, Place.BOARD, ("5V", "5VF"))
    if regulated:
        yield Part("U3", Kind.REGULATOR, Place.BOARD, {"GND": "GND", "OUT": "3V3P", "IN": "5VF"})
        yield _two("C62", Kind.C100N, Place.BOARD, ("5VF", "GND"))
        yield Part("C63", Kind.C10U, Place.BOARD, {"+": "3V3P", "-": "GND"})
    if lit:
        array = {"9": "GND", "10": "5VF"}
        for seat, channel in lit.items():
            array |= {str(channel): f"GPIO{settings.seats[seat].lamp}", str(19 - channel): f"LAMP{seat}"}
        yield Part("U1", Kind.ARRAY, Place.BOARD, array)
        yield Part("C61", Kind.C100U, Place.BOARD, {"+": "5VF", "-": "GND"})


def _panels(settings: Settings) -> Iterator[Part]:
    """Muxes and panels; an SSD1309's reset line has a resistor and a capacitor of its own."""
    supply = _panel_supply(settings)
    for (bus, address), ref in mux_parts(settings).items():
        sda, scl = _trunk(bus)
        pins = {"VIN": supply, "GND": "GND", "SDA": sda, "SCL": scl}
        pins |= {f"A{bit}": supply if (address or 0) >> bit & 1 else "GND" for bit in range(3)}
        if settings.mux_reset is not None:
            pins["RST"] = f"GPIO{settings.mux_reset}"
        for name, panel in settings.panels.items():
            if (panel.bus, panel.mux) == (bus, address):
                pins[f"SD{panel.channel}"], pins[f"SC{panel.channel}"] = _bus_of(panel, name)
        yield Part(ref, Kind.MUX, Place.BOARD, pins)
    for name, panel in settings.panels.items():
        yield from _panel(name, panel, supply)


def _panel(name: PanelId, panel: PanelSettings, supply: Net) -> Iterator[Part]:
    seat, kind = (None, Kind.MAIN_PANEL) if name == "main" else (name, Kind.PANEL)
    place = Place.BOX if name == "main" else Place.PUCK
    sda, scl = _bus_of(panel, name)
    ref = panel_part(name)
    pins = {"GND": "GND", "VCC": supply, "SCL": scl, "SDA": sda}
    if panel.driver == "ssd1309":
        number = ref.removeprefix("D")
        reset = f"RES{number}"
        pins |= {"RES": reset, "DC": supply if panel.address & 1 else "GND", "CS": "GND"}
        yield _two(f"R8{number}", Kind.R10K, place, (supply, reset), seat)
        yield Part(f"C8{number}", Kind.C10U, place, {"+": reset, "-": "GND"}, seat)
    yield Part(ref, kind, place, pins, seat)


def _host(settings: Settings) -> Iterator[Part]:
    """Knob, keys, piezo and the self-test's jumper."""
    lines: dict[Use, Net] = {}
    for wire in wires(settings):
        if wire.seat is None and wire.to and wire.to[0].part.startswith("R5"):
            number = wire.to[0].part.removeprefix("R5")
            lines[wire.use] = line = wire.use.name
            turned = wire.use in {Use.KNOB_A, Use.KNOB_B}
            yield _two(f"R5{number}", Kind.R1K, Place.BOARD, (_net(wire), line))
            yield _two(f"R6{number}", Kind.R10K, Place.BOARD, ("3V3", line))
            yield _two(f"C5{number}", Kind.C10N if turned else Kind.C100N, Place.BOARD, (line, "GND"))
            if (key := wire.to[1].part).startswith("S"):
                yield _two(key, Kind.KEY, Place.BOX, (line, "GND"))
    if Use.KNOB_A in lines:
        turns = {"A": lines[Use.KNOB_A], "B": lines[Use.KNOB_B], "C": "GND"}
        yield Part("E1", Kind.ENCODER, Place.BOX, {**turns, "S1": lines[Use.OK], "S2": "GND"})
    if settings.piezo is not None:
        yield _two("R41", Kind.R330, Place.BOARD, (f"GPIO{settings.piezo}", "PIEZO"))
        yield _two("BZ1", Kind.PIEZO, Place.BOX, ("PIEZO", "GND"))
    if settings.jumper is not None:
        strip: dict[str, Net] = {}
        for row, seat in enumerate(settings.seats):
            strip |= {str(2 * row + 1): f"GPIO{settings.jumper}", str(2 * row + 2): f"JUMPER{seat}"}
        yield Part("JP1", Kind.STRIP, Place.BOARD, strip)
