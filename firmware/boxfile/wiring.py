"""How a box is wired: from its settings to every wire of the header, where it goes and what colour it has.

The one source of the pin table (`pierwszy wiring`), the drawings and the bill of materials in `hardware/`.
Why the circuit is as it is, with its arithmetic, stands in `hardware/circuit/README.md`. Parts of seat n:

- ``Sn`` the button with ``R2n`` in series, ``Cn`` across both, ``R1n`` the pull-up, ``Rn`` before the pin;
- ``Hn`` the lamp, switched by a channel of the transistor array ``U1``;
- ``Dn`` the panel, behind the mux ``U2`` or right on the bus; ``D0`` is the main panel;
- ``Jn`` where the seat's cable is plugged in: an 8P8C socket, or a screw terminal for a seat with no panel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from firmware.boxfile.header import HEADER, HeaderPin, nearest_ground, number_of
from firmware.boxfile.settings import Settings
from firmware.events import Seat
from firmware.views import PanelId

SDA_PIN, SCL_PIN, POWER_3V3_PIN, POWER_5V_PIN = 3, 5, 1, 2
"""Header pins of I2C bus 1, and the two for power that stand nearest to it."""

PANEL_MA = 25
"""What a 0.96-inch OLED is reckoned with, every pixel lit, mA: its sellers say 20 to 25."""

HEADER_3V3_MA = 50
"""What panels may take of the header's 3.3 V here, mA: the first Pi's figure. Later ones give more, but how
much no document of theirs says."""


class Colour(StrEnum):
    """A wire's colour, by its letters in IEC 60757."""

    BLACK = "BK"
    BLUE = "BU"
    BROWN = "BN"
    GREEN = "GN"
    GREY = "GY"
    LIGHT_BLUE = "LB"
    ORANGE = "OG"
    PINK = "PK"
    RED = "RD"
    TURQUOISE = "TQ"
    VIOLET = "VT"
    WHITE = "WH"
    YELLOW = "YE"

    @property
    def words(self) -> str:
        """In English: ``light blue``."""
        return self.name.lower().replace("_", " ")


SEAT_COLOURS: Mapping[Seat, Colour] = {
    1: Colour.LIGHT_BLUE,
    2: Colour.YELLOW,
    3: Colour.BLUE,
    4: Colour.BROWN,
    5: Colour.WHITE,
    6: Colour.ORANGE,
    7: Colour.GREEN,
    8: Colour.PINK,
}
"""Each seat's colour on the screens, but brown for vermillion: red is 5 V and nothing else."""


class Use(StrEnum):
    """What a wire of the header, or a contact of a seat's socket, is for."""

    POWER_5V = "5 V"
    POWER_3V3 = "3.3 V"
    GROUND = "ground"
    SDA = "SDA"
    SCL = "SCL"
    BUTTON = "button"
    LAMP = "lamp"
    KNOB_A = "knob a"
    KNOB_B = "knob b"
    OK = "ok"
    BACK = "back"
    UP = "up"
    DOWN = "down"
    PIEZO = "piezo"
    JUMPER = "jumper"
    MUX_RESET = "mux reset"
    POWER_BUTTON = "off"


@dataclass(frozen=True, slots=True)
class Stop:
    """A part a wire comes to, and by which of its pins; None where it has no numbered ones."""

    part: str
    pin: int | None = None


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from the header.

    Attributes:
        pin: where it begins.
        use: what it is for.
        colour: of its insulation.
        ringed: it has a ring of black tape at both ends: the second wire of that colour.
        to: the parts it comes to, one after the other.
        seat: whose it is; None if nobody's.
    """

    pin: HeaderPin
    use: Use
    colour: Colour
    ringed: bool
    to: tuple[Stop, ...]
    seat: Seat | None = None

    @property
    def flag(self) -> str:
        """What is written on the flag of tape round it: ``button 3``."""
        return str(self.use) if self.seat is None else f"{self.use} {self.seat}"


Socket: TypeAlias = Mapping[int, Use]
"""What each contact carries, by its number."""

CABLE: Socket = {
    1: Use.BUTTON,
    2: Use.GROUND,
    3: Use.SDA,
    4: Use.POWER_5V,
    5: Use.LAMP,
    6: Use.GROUND,
    7: Use.SCL,
    8: Use.POWER_3V3,
}
"""A seat with a panel: a network cable, whose pairs are 1-2, 3-6, 4-5 and 7-8. Button and SDA are each
twisted with ground, the lamp with its supply, SCL with the panel's supply."""

_TERMINALS: Socket = {1: Use.BUTTON, 2: Use.GROUND}
_LIT_TERMINALS: Socket = {**_TERMINALS, 3: Use.POWER_5V, 4: Use.LAMP}


def wires(settings: Settings) -> tuple[Wire, ...]:
    """Every wire of the header, by its pin's number; none of a box whose buttons are all plugged in."""
    made = [*_bus(settings), *_seats(settings), *_host(settings)]
    if made or settings.panels:
        made += [*_power(settings), *_grounds(settings)]
    return tuple(sorted(made, key=lambda wire: wire.pin.number))


def sockets(settings: Settings) -> Mapping[Seat, Socket]:
    """What each seat's ``Jn`` carries: an 8P8C socket if the seat has a panel, else two or four terminals."""
    return {
        seat: CABLE if seat in settings.panels else _TERMINALS if pins.lamp is None else _LIT_TERMINALS
        for seat, pins in settings.seats.items()
    }


def channels(settings: Settings) -> Mapping[Seat, int]:
    """Which channel of the transistor array switches each lamp, 1..8: in the order of seats.

    Channel n comes in at pin n of the array and goes out opposite, at pin 19 - n.
    """
    lit = [seat for seat, pins in settings.seats.items() if pins.lamp is not None]
    return {seat: channel for channel, seat in enumerate(lit, start=1)}


def mux_parts(settings: Settings) -> Mapping[tuple[int, int | None], str]:
    """Each mux's name, by its bus and address: ``U2``, then ``U12``, ``U22`` and so on if there are more."""
    found = sorted({(panel.bus, panel.mux) for panel in settings.panels.values() if panel.mux is not None})
    return {place: f"U{number}2" if number else "U2" for number, place in enumerate(found)}


def needs_regulator(settings: Settings) -> bool:
    """Whether the panels together take more of the header's 3.3 V than we ask of it."""
    return len(settings.panels) * PANEL_MA > HEADER_3V3_MA


def in_runs(parts: Sequence[str]) -> list[str]:
    """Parts of one kind numbered one after the other as a run: R11, R12, R13 as ``R11-R13``."""
    runs: list[list[str]] = []
    for part in parts:
        if runs and _next(runs[-1][-1]) == part:
            runs[-1].append(part)
        else:
            runs.append([part])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]


def _next(part: str) -> str:
    """The part after this one: R12 after R11."""
    kind = part.rstrip("0123456789")
    return f"{kind}{int(part.removeprefix(kind)) + 1}"


def panel_part(panel: PanelId) -> str:
    """``D0`` for the main panel, ``D3`` for seat 3's."""
    return "D0" if panel == "main" else f"D{panel}"


def _pin_of(socket: Socket, signal: Use) -> int:
    return next(pin for pin, carried in socket.items() if carried is signal)


def _power(settings: Settings) -> list[Wire]:
    regulated, lamps = needs_regulator(settings), channels(settings)
    fed = [f"R1{seat}" for seat in settings.seats]
    fed += sorted(f"R6{wire.to[0].part[-1]}" for wire in _host(settings) if wire.to[0].part.startswith("R5"))
    if not regulated:
        fed += [panel_part(panel) for panel in settings.panels]
        fed += mux_parts(settings).values()
    to = tuple(Stop(part) for part in fed)
    made = [Wire(HEADER[POWER_3V3_PIN], Use.POWER_3V3, Colour.VIOLET, False, to)]
    if regulated or lamps:
        to = (Stop("F1"), *((Stop("U3"),) if regulated else ()), *(Stop(f"J{seat}") for seat in lamps))
        made.append(Wire(HEADER[POWER_5V_PIN], Use.POWER_5V, Colour.RED, False, to))
    return made


def _bus(settings: Settings) -> list[Wire]:
    """The wires of bus 1; other buses are on whatever pins their overlay names."""
    named = mux_parts(settings)
    on_it = {
        named.get((panel.bus, panel.mux)) or panel_part(name): None
        for name, panel in settings.panels.items()
        if panel.bus == 1
    }
    stops = tuple(map(Stop, on_it))
    return [
        Wire(HEADER[number], use, Colour.TURQUOISE, use is Use.SCL, stops)
        for number, use in ((SDA_PIN, Use.SDA), (SCL_PIN, Use.SCL))
        if stops
    ]


def _seats(settings: Settings) -> list[Wire]:
    made, all_sockets, all_channels = [], sockets(settings), channels(settings)
    for seat, pins in settings.seats.items():
        socket, colour = all_sockets[seat], SEAT_COLOURS[seat]
        to = (Stop(f"R{seat}"), Stop(f"J{seat}", _pin_of(socket, Use.BUTTON)))
        made.append(Wire(HEADER[number_of(pins.button)], Use.BUTTON, colour, False, to, seat))
        if pins.lamp is not None:
            channel = all_channels[seat]
            out = Stop(f"J{seat}", _pin_of(socket, Use.LAMP))
            through = (Stop("U1", channel), Stop("U1", 19 - channel), out)
            made.append(Wire(HEADER[number_of(pins.lamp)], Use.LAMP, colour, True, through, seat))
    return made


def _host(settings: Settings) -> list[Wire]:
    """Knob, keys, piezo, jumper, reset: grey all of them, and told apart by a flag with their name."""
    uses: list[tuple[Use, int | None, tuple[str, ...]]] = [
        (Use.PIEZO, settings.piezo, ("R41", "BZ1")),
        (Use.JUMPER, settings.jumper, ("JP1",)),
        (Use.MUX_RESET, settings.mux_reset, tuple(mux_parts(settings).values())),
        (Use.POWER_BUTTON, settings.power_button, ("R57", "S57")),
    ]
    if (knob := settings.knob) is not None:
        uses += [
            (Use.KNOB_A, knob.a, ("R51", "E1")),
            (Use.KNOB_B, knob.b, ("R52", "E1")),
            (Use.OK, knob.ok, ("R53", "S53" if knob.a is None else "E1")),
            (Use.BACK, knob.back, ("R54", "S54")),
            (Use.UP, knob.up, ("R55", "S55")),
            (Use.DOWN, knob.down, ("R56", "S56")),
        ]
    return [
        Wire(HEADER[number_of(gpio)], use, Colour.GREY, False, tuple(map(Stop, parts)))
        for use, gpio, parts in uses
        if gpio is not None
    ]


def _grounds(settings: Settings) -> list[Wire]:
    """Of the eight one by the power pins, and one by the buttons, so that their wires run with a ground."""
    taken: list[int] = []
    buttons = sorted(number_of(pins.button) for pins in settings.seats.values())
    for beside in (POWER_3V3_PIN, *buttons[:1]):
        taken.append(nearest_ground(beside, taken))
    return [Wire(HEADER[number], Use.GROUND, Colour.BLACK, False, ()) for number in taken]
