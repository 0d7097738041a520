"""The pin table that `pierwszy wiring` prints: for whoever holds the soldering iron, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from companion.app import plugged_table
from companion.session import vouching
from companion.words import Say, T, Text
from firmware.boxfile.settings import PanelSettings, Settings
from firmware.boxfile.wiring import (
    Colour,
    Socket,
    Stop,
    Use,
    Wire,
    channels,
    in_runs,
    mux_parts,
    needs_regulator,
    panel_part,
    sockets,
    wires,
)
from firmware.pi.input_device import InputDevice
from firmware.views import PanelId

WIRE_COLOURS: Mapping[Colour, Text] = {
    Colour.BLACK: T("black"),
    Colour.BLUE: T("blue"),
    Colour.BROWN: T("brown"),
    Colour.GREEN: T("green"),
    Colour.GREY: T("grey"),
    Colour.LIGHT_BLUE: T("light blue"),
    Colour.ORANGE: T("orange"),
    Colour.PINK: T("pink"),
    Colour.RED: T("red"),
    Colour.TURQUOISE: T("turquoise"),
    Colour.VIOLET: T("violet"),
    Colour.WHITE: T("white"),
    Colour.YELLOW: T("yellow"),
}

USES: Mapping[Use, Text] = {
    Use.POWER_5V: T("+5V"),
    Use.POWER_3V3: T("+3V3"),
    Use.GROUND: T("ground"),
    Use.SDA: T("SDA"),
    Use.SCL: T("SCL"),
    Use.KNOB_A: T("knob A"),
    Use.KNOB_B: T("knob B"),
    Use.OK: T("ok"),
    Use.BACK: T("key back"),
    Use.UP: T("key up"),
    Use.DOWN: T("key down"),
    Use.PIEZO: T("piezo"),
    Use.JUMPER: T("jumper of the self-test"),
    Use.MUX_RESET: T("reset of the mux"),
    Use.POWER_BUTTON: T("key off"),
    Use.BUTTON: T("button"),
    Use.LAMP: T("lamp"),
}

COLUMN_GAP = "  "
WIDE = 80


def lines(settings: Settings, say: Say, devices: Sequence[InputDevice] = ()) -> Iterator[str]:
    """The table with its notes, no line wider than 80 letters; ``devices``: what is plugged in now."""
    wired = wires(settings)
    if wired:
        yield from _table(
            (say("Pin"), say("GPIO"), say("Wire"), say("To")), [_row(wire, say) for wire in wired], 1
        )
        yield ""
    panels = [_panel_row(settings, name, panel, say) for name, panel in settings.panels.items()]
    if panels:
        yield from _table((say("Panel"), say("Where"), say("Address"), say("Driver")), panels)
        yield ""
    yield from plugged_table.lines(settings, devices, say)
    if settings.certificate is not None:
        yield from wrap(say.text(vouching.told(settings.certificate, settings.times.tie)), WIDE)
        yield ""
    if wired:
        yield from _sockets(settings, say)
        yield from _parts(settings, say)
        yield ""
        yield say("Ringed: a ring of black tape at both ends. Red is 5 V and nothing else.")
        yield say("Parts, values and reasons: hardware/circuit")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], right: int = 0) -> Iterator[str]:
    """Columns as wide as they must be; the first ``right`` of them aligned to the right."""
    rows = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if column < right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield COLUMN_GAP.join(cells).rstrip()


def _row(wire: Wire, say: Say) -> tuple[str, str, str, str]:
    colour = say.text(WIRE_COLOURS[wire.colour])
    if wire.ringed:
        colour = say("{colour}, ringed", colour=colour)
    what = _use(wire, say)
    to = f"{what}: {', '.join(_stops(wire.to, say))}" if wire.to else what
    name = wire.pin.name if wire.pin.gpio is None else str(wire.pin.gpio)
    return str(wire.pin.number), name, colour, to


def _use(wire: Wire, say: Say) -> str:
    if wire.use is Use.BUTTON:
        return say("button {seat}", seat=wire.seat)
    if wire.use is Use.LAMP:
        return say("lamp {seat}", seat=wire.seat)
    return say.text(USES[wire.use])


def _stops(stops: Sequence[Stop], say: Say) -> list[str]:
    """Each part in turn; those with no numbered pins in runs."""
    plain = in_runs([stop.part for stop in stops if stop.pin is None])
    numbered = [
        say("{part} pin {pin}", part=stop.part, pin=stop.pin) for stop in stops if stop.pin is not None
    ]
    return [*plain, *numbered]


def _panel_row(
    settings: Settings, name: PanelId, panel: PanelSettings, say: Say
) -> tuple[str, str, str, str]:
    part = panel_part(name)
    whose = say("main: {part}", part=part) if name == "main" else f"{name}: {part}"
    where = say("bus {bus}", bus=panel.bus)
    if panel.mux is not None:
        mux = f"{mux_parts(settings)[panel.bus, panel.mux]} ({panel.mux:#04x})"
        where = say("{mux}, channel {channel}", mux=mux, channel=panel.channel)
    return whose, where, f"{panel.address:#04x}", f"{panel.driver} {panel.width}x{panel.height}"


def _sockets(settings: Settings, say: Say) -> Iterator[str]:
    """One line for each kind of socket: which of them, and what each contact carries."""
    kinds: dict[tuple[tuple[int, Use], ...], list[str]] = {}
    for seat, socket in sockets(settings).items():
        kinds.setdefault(tuple(socket.items()), []).append(f"J{seat}")
    for socket_items, parts in kinds.items():
        carried = ", ".join(f"{pin} {say.text(USES[use])}" for pin, use in socket_items)
        yield f"{', '.join(in_runs(parts))}: {carried}"


def _parts(settings: Settings, say: Say) -> Iterator[str]:
    """What the parts of the table are."""
    told = {}
    if settings.seats:
        told[_one_each("R", settings)] = say("1 kΩ, from the pin to the button")
        told[_one_each("R1", settings)] = say("10 kΩ, from the button's line to 3.3 V")
    if channels(settings):
        told["U1"] = say("transistor array of the lamps")
    told |= dict.fromkeys(mux_parts(settings).values(), say("mux of the panels"))
    if needs_regulator(settings):
        told["U3"] = say("3.3 V regulator of the panels")
    yield from (f"{parts}: {what}" for parts, what in told.items())


def _one_each(kind: str, settings: Settings) -> str:
    return ", ".join(in_runs([f"{kind}{seat}" for seat in settings.seats]))


def as_json(settings: Settings, devices: Sequence[InputDevice] = ()) -> dict[str, Any]:
    """The same as plain data: wires, panels, what the sockets carry, what is plugged in, and warnings."""
    return {
        "box": settings.source,
        "wires": [
            {
                "pin": wire.pin.number,
                "name": wire.pin.name,
                "gpio": wire.pin.gpio,
                "use": str(wire.use),
                "seat": wire.seat,
                "colour": wire.colour.words,
                "ringed": wire.ringed,
                "to": [{"part": stop.part, "pin": stop.pin} for stop in wire.to],
            }
            for wire in wires(settings)
        ],
        "panels": [
            {
                "panel": name,
                "part": panel_part(name),
                "bus": panel.bus,
                "mux": panel.mux,
                "channel": panel.channel,
                "address": panel.address,
                "driver": panel.driver,
                "width": panel.width,
                "height": panel.height,
            }
            for name, panel in settings.panels.items()
        ],
        "sockets": {str(seat): _carried(socket) for seat, socket in sockets(settings).items()},
        **plugged_table.as_json(settings, devices),
        "certificate": None if settings.certificate is None else settings.certificate.as_data(),
        "warnings": list(settings.warnings),
    }


def _carried(socket: Socket) -> dict[str, str]:
    return {str(pin): str(use) for pin, use in socket.items()}
