"""Where everything is on a box's perfboard: seats above rails above the host's part, chips where room is.

Nothing is searched for. Every part has its place by rule, so that a seat looks like the next, and a wire ends
beside the part it is for. What comes out is held against the circuit by `hardware.plans.perfboard.faults`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import CABLE, Use, channels, mux_parts, sockets
from firmware.errors import PierwszyError
from firmware.events import Seat
from hardware.plans.circuit import Kind, parts
from hardware.plans.perfboard import STEP, Board, Hole, Piece, Rect, faults, to_join

MUX_LOWER = ["VIN", "GND", "SDA", "SCL", "RST", "A0", "A1", "A2", "SD0", "SC0", "SD1", "SC1"]
MUX_UPPER = ["SC7", "SD7", "SC6", "SD6", "SC5", "SD5", "SC4", "SD4", "SC3", "SD3", "SC2", "SD2"]
"""A TCA9548A breakout (Adafruit 2717, its board file) laid so that VIN is at the lower left."""


class PlanError(PierwszyError, ValueError):
    """A box whose board can't be laid out; what stands in the way."""


class Size(NamedTuple):
    """What a part covers: along its legs, across them (mm)."""

    along: float
    across: float


SIZES = {
    **dict.fromkeys((Kind.R330, Kind.R1K, Kind.R10K), Size(6.3, 2.5)),
    **dict.fromkeys((Kind.C10N, Kind.C100N), Size(5.0, 2.5)),
    Kind.C10U: Size(5.0, 5.0),
    Kind.C100U: Size(6.3, 6.3),
    Kind.FUSE: Size(11.7, 3.1),
    Kind.REGULATOR: Size(10.4, 4.6),
    Kind.ARRAY: Size(22.9, 10.1),
    Kind.MUX: Size(30.4, 17.7),
    Kind.TERMINAL_2: Size(10.1, 8.2),
    Kind.TERMINAL_4: Size(20.3, 8.2),
    Kind.STRIP: Size(5.0, 2.5),
}
"""Quarter-watt resistors, ceramic and small electrolytic capacitors, MF-R075, TO-220, an 18-pin socket, the
mux's breakout, screw terminals of 5.08 mm, two pins of a strip."""


LINES = {
    "odd": 1,
    "even": 2,
    "upper": 3,
    "button": 7,
    "five": 8,
    "panels": 9,
    "ground": 10,
    "three": 11,
    "ground2": 13,
    "call": 14,
    "line": 15,
    "lower": 19,
    "pi": 20,
}
"""The rows by what is on them: JP1's pins, Rn and R7n, the button's line, four rails; the second rail of the
ground, the host's wires and lines, their resistors, the Pi's wires."""

RAILS = ("odd", "five", "panels", "ground", "three", "ground2")
"""Those that run across."""

MOST_SCREWED = 4
"""So many screw terminals stand side by side."""

RAIL_OF = {Use.POWER_5V: "five", Use.POWER_3V3: "panels", Use.GROUND: "ground"}
"""Where a socket's wires go that every seat has."""

CONTACTS = {use: str(contact) for contact, use in CABLE.items()}
"""A socket's contact by what it carries; of ground, one of the two."""


def lay_out(settings: Settings) -> Board:
    """A box's board.

    Raises:
        PlanError: there is no room for what the box has, or no rule for where it goes.
    """
    made = _Layout(settings).whole()
    if wrong := next(faults(made, settings), None):
        raise PlanError(f"{settings.source}: its perfboard can't be laid out: {wrong}")
    return made


class _Layout:
    """A board being laid out."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.board = Board()
        self.parts = {part.ref: part for part in parts(settings)}
        self.ends = {end: net for net, ends in to_join(settings).items() for end in sorted(ends)}
        kinds = {socket == CABLE for socket in sockets(settings).values()}
        self.jacks = kinds == {True}
        limits = {
            "a seat's button on a pin": bool(kinds),
            "panels at all seats or at none": len(kinds) == 1,
            "one mux at most": len(mux_parts(settings)) <= 1,
            "every seat's panel behind a mux": all(
                panel.mux is not None for name, panel in settings.panels.items() if name != "main"
            ),
            f"{MOST_SCREWED} seats at most where they have no panels": self.jacks
            or len(settings.seats) <= MOST_SCREWED,
        }
        for limit, kept in limits.items():
            if not kept:
                raise PlanError(f"{settings.source}: its perfboard can't be laid out: expected {limit}")
        shift = 0 if self.jacks else 4  # the screw terminals stand above
        self.row = {name: row + shift for name, row in LINES.items()}
        self.rails: dict[str, set[int]] = {name: set() for name in RAILS}

    # -- what everything is made of --------------------------------------------------------------------------

    def put(self, ref: str, *legs: tuple[str, int, int]) -> Piece:
        """A part by its legs; its body lies over their middle."""
        part = self.parts[ref]
        holes = {pin: Hole(*spot) for pin, *spot in legs}
        piece = Piece(ref, part.kind, holes, (_body(part.kind, list(holes.values())),))
        self.board.pieces[ref] = piece
        return piece

    def chip(self, ref: str, pins: Mapping[str, Hole]) -> None:
        """A part with pins that are wired and others that aren't."""
        part, body = self.parts[ref], _body(self.parts[ref].kind, list(pins.values()))
        legs = {pin: pins[pin] for pin in part.pins}
        self.board.pieces[ref] = Piece(
            ref, part.kind, legs, (body,), frozenset(pins.values()) - {*legs.values()}
        )

    def run(self, *holes: tuple[int, int]) -> None:
        """A bare wire."""
        self.board.traces.append(tuple(Hole(*hole) for hole in holes))

    def link(self, *holes: tuple[int, int]) -> None:
        """An insulated wire."""
        self.board.links.append(tuple(Hole(*hole) for hole in holes))

    def lead(self, ref: str, pin: str, column: int, row: int) -> None:
        """A wire from elsewhere, if there is one."""
        if (ref, pin) in self.ends:
            self.board.leads[ref, pin] = Hole(column, row)

    def pi(self, net: str, column: int, row: int) -> None:
        """The Pi's wire of this net."""
        for pin, its in self.parts["PI"].pins.items():
            if its == net:
                self.lead("PI", pin, column, row)

    def touch(self, rail: str, column: int) -> tuple[int, int]:
        """A rail reaches at least to this column."""
        self.rails[rail].add(column)
        return column, self.row[rail]

    def spot(self, rail: str, near: int) -> tuple[int, int]:
        """The nearest hole of a rail that is free."""
        taken, row = self.board.taken(), self.row[rail]
        free = [
            column
            for column in range(2, 31)
            if (hole := Hole(column, row)) not in taken
            and not self.board.covered(hole)
            and not self._under_link(hole)
        ]
        return self.touch(rail, min(free, key=lambda column: (abs(column - near), column)))

    def _under_link(self, hole: Hole) -> bool:
        return any(
            hole.column == path[0].column and path[0].row < hole.row < path[-1].row
            for path in self.board.links
        )

    # -- the whole -------------------------------------------------------------------------------------------

    def whole(self) -> Board:
        for at, seat in enumerate(self.settings.seats):
            (self.jack if self.jacks else self.terminal)(at, seat)
        if "JP1" in self.parts:
            self.jumper()
        if self.jacks and mux_parts(self.settings):
            self.mux()
        self.power()
        if lit := channels(self.settings):
            self.array(lit)
        self.host()
        if self.rails["ground2"]:
            self.run(self.touch("ground", 1), self.touch("ground2", 1))
        self.loose()
        for rail, columns in self.rails.items():
            if len(columns) > 1:
                self.run((min(columns), self.row[rail]), (max(columns), self.row[rail]))
        return self.board

    def jack(self, at: int, seat: Seat) -> None:
        """A seat whose cable comes by a socket: three columns, or four where there is room."""
        row, wide = self.row, 4 if len(self.settings.seats) <= 6 else 3
        a = (3 if wide == 4 else 2) + wide * at
        self.resistors(seat, a + 1, a + wide - 1, a)
        self.lead(f"J{seat}", CONTACTS[Use.BUTTON], a, row["button"] - 1)
        self.run((a, row["button"] - 1), (a, row["button"]), (a + wide - 1, row["button"]))
        beside = dict.fromkeys(RAIL_OF, a + 1)
        for contact, use in CABLE.items():
            if use in RAIL_OF and (f"J{seat}", str(contact)) in self.ends:
                self.lead(f"J{seat}", str(contact), *self.touch(RAIL_OF[use], beside[use]))
                beside[use] += 1

    def terminal(self, at: int, seat: Seat) -> None:
        """A seat at a screw terminal: each pole has a link down to where it belongs."""
        row, ref = self.row, f"J{seat}"
        a = 1 + 8 * at
        poles = [(str(k), a + 2 * (k - 1), 2) for k in range(1, len(self.parts[ref].pins) + 1)]
        self.put(ref, *poles)
        for _, column, _ in poles:
            self.run((column, 2), (column, 4))
        self.resistors(seat, a + 1, a + 3, a + 5)
        self.run((a, row["button"]), (a + 5, row["button"]))
        self.link((a, 4), (a, row["button"]))
        self.link((a + 2, 4), self.touch("ground", a + 2))
        if len(poles) == 4:
            self.link((a + 4, 4), self.touch("five", a + 4))

    def resistors(self, seat: Seat, protecting: int, jumping: int, pulling: int) -> None:
        """Rn and R7n stand above the button's line, R1n below it."""
        row = self.row
        self.put(f"R{seat}", ("1", protecting, row["upper"]), ("2", protecting, row["button"]))
        self.put(f"R1{seat}", ("1", *self.touch("three", pulling)), ("2", pulling, row["button"]))
        self.pi(self.parts[f"R{seat}"].pins["1"], protecting, row["even"])
        self.run((protecting, row["even"]), (protecting, row["upper"]))
        if f"R7{seat}" in self.parts:
            self.put(f"R7{seat}", ("1", jumping, row["upper"]), ("2", jumping, row["button"]))
            self.run((jumping, row["even"]), (jumping, row["upper"]))

    def jumper(self) -> None:
        """JP1 in pieces of two pins, each above its seat's R7n."""
        row = self.row
        columns = [self.board.pieces[f"R7{seat}"].legs["1"].column for seat in self.settings.seats]
        legs: dict[str, Hole] = {}
        bodies = []
        for at, column in enumerate(columns):
            pair = [Hole(*self.touch("odd", column)), Hole(column, row["even"])]
            legs |= {str(2 * at + 1): pair[0], str(2 * at + 2): pair[1]}
            bodies.append(_body(Kind.STRIP, pair))
        self.board.pieces["JP1"] = Piece("JP1", Kind.STRIP, legs, bodies)
        self.pi(self.parts["JP1"].pins["1"], *self.touch("odd", columns[0] - (1 if self.jacks else 2)))

    def mux(self) -> None:
        """The mux at the lower left; its wires end in the rows above and below it."""
        part, left, upper, lower = self.parts["U2"], 2, 16, 22
        spots = {pin: (left + at, lower) for at, pin in enumerate(MUX_LOWER)}
        spots |= {pin: (left + at, upper) for at, pin in enumerate(MUX_UPPER)}
        self.chip("U2", {pin: Hole(*spot) for pin, spot in spots.items()})
        self.link(self.touch("panels", 1), (1, 23))
        self.run((1, 23), (2, 23), (2, 22))
        self.touch("ground2", 1)
        self.run((1, self.row["ground2"]), (1, 21), (9, 21))
        for pin in ("GND", "A0", "A1", "A2"):
            column, row = spots[pin]
            self.run((column, row - 1), (column, row))
        for pin, (column, row) in spots.items():
            outside = row + 1 if row == lower else row - 1
            if pin in part.pins and pin not in {"VIN", "GND", "A0", "A1", "A2"}:
                self.run((column, row), (column, outside))
                self.come(part.pins[pin], column, outside, 1 if row == lower else -1)

    def come(self, net: str, column: int, row: int, onward: int) -> None:
        """Every wire of a net, one beside the other; those after the first are joined to it."""
        coming = [end for end, its in self.ends.items() if its == net and end[0] not in self.board.pieces]
        for at, end in enumerate(coming):
            self.lead(*end, column, row + at * onward)
        if len(coming) > 1:
            self.run((column, row), (column, row + (len(coming) - 1) * onward))

    def power(self) -> None:
        """Fuse and regulator."""
        row = self.row
        if "F1" in self.parts:
            fuse, far = ((28, 5), (30, 5)) if self.jacks else ((2, 25), (4, 25))
            self.put("F1", ("1", *fuse), ("2", *far))
            spare = (fuse[0], fuse[1] + (-1 if self.jacks else 1))
            self.pi("5V", *spare)
            self.run(fuse, spare)
            if self.jacks:
                self.run(far, self.touch("five", far[0]))
            else:
                self.run(far, (4, 19))
                self.link(self.touch("five", 4), (4, 19))
        if "U3" in self.parts:
            supply = (("IN", "five"), ("OUT", "panels"), ("GND", "ground"))
            self.put("U3", *((pin, *self.touch(rail, 28)) for pin, rail in supply))
            self.put("C62", ("1", *self.touch("five", 26)), ("2", *self.touch("ground", 26)))
            self.put("C63", ("+", *self.touch("panels", 30)), ("-", *self.touch("ground", 30)))
        elif self.rails["panels"]:
            self.link((2, row["panels"]), self.touch("three", 2))
            self.touch("panels", 2)

    def array(self, lit: Mapping[Seat, int]) -> None:
        """The transistor array; on a board for sockets it is turned, so that the Pi's wires come above."""
        part, left, upper = self.parts["U1"], *((20, 22) if self.jacks else (7, 19))
        lower, right = upper + 3, left + 8
        spots = {k: (left + k - 1, lower) if k < 10 else (left + 18 - k, upper) for k in range(1, 19)}
        if self.jacks:
            spots = {k: (left + right - column, upper + lower - row) for k, (column, row) in spots.items()}
        self.chip("U1", {str(pin): Hole(*spot) for pin, spot in spots.items()})
        for seat, channel in lit.items():
            for pin in (channel, 19 - channel):
                column, row = spots[pin]
                outside = row - 1 if row == upper else row + 1
                self.run((column, row), (column, outside))
                self.pi(part.pins[str(pin)], column, outside)
                if pin > 9 and self.jacks:
                    self.lead(f"J{seat}", CONTACTS[Use.LAMP], column, outside)
                elif pin > 9:
                    pole, lane = self.board.pieces[f"J{seat}"].legs["4"].column, self.row["panels"]
                    self.link((pole, 4), (pole, lane), (column, lane), (column, outside))
        if self.jacks:
            self.run(self.touch("five", 31), (31, lower - 1), (left, lower - 1), (left, lower))
            self.run(self.touch("ground2", 30), (30, upper + 1), (left, upper + 1), (left, upper))
            self.put("C61", ("+", 30, lower - 1), ("-", 30, upper + 1))
        else:
            self.link(self.touch("five", right + 1), (right + 1, upper))
            self.run((right + 1, upper), (right, upper))
            self.run(self.touch("ground2", 6), (6, lower - 1), (right, lower - 1), (right, lower))
            self.put("C61", ("+", 4, 21), ("-", 3, 21))
            self.run((3, 21), (1, 21), self.touch("ground2", 1))

    def host(self) -> None:
        """Knob, keys and off below the rails: pull-up and capacitor up, the pin's resistor down."""
        row = self.row
        taken = {hole.column for hole in self.board.taken() if hole.row == row["three"]}
        numbers = [ref[2:] for ref in self.parts if ref.startswith("R5") and len(ref) == 3]
        p = 14 if self.jacks else 17
        wide = 4 if self.jacks and len(numbers) < 5 else 3
        for number in numbers:
            while p in taken:
                p += 1
            self.put(f"R6{number}", ("1", *self.touch("three", p)), ("2", p, row["line"]))
            self.put(f"C5{number}", ("1", p + 2, row["line"]), ("2", *self.touch("ground2", p + 2)))
            self.put(f"R5{number}", ("1", p + 1, row["lower"]), ("2", p + 1, row["line"]))
            self.run((p, row["line"]), (p + 2, row["line"]))
            self.run((p + 1, row["line"]), (p + 1, row["call"]))
            self.run((p + 1, row["lower"]), (p + 1, row["pi"]))
            self.pi(self.parts[f"R5{number}"].pins["1"], p + 1, row["pi"])
            self.come(self.parts[f"R5{number}"].pins["2"], p + 1, row["call"], -1)
            far = ("E1", "C") if number == "1" else (f"S5{number}", "2")
            self.lead(*far, *self.touch("ground2", p + 1))
            p += wide
        if "R41" in self.parts:
            left, right = (2, 6) if self.jacks else (13, 17)
            self.put("R41", ("1", left, 25), ("2", right, 25))
            for column in (left, right):
                self.run((column, 25), (column, 26))
            self.pi(self.parts["R41"].pins["1"], left, 26)
            self.lead("BZ1", "1", right, 26)

    def loose(self) -> None:
        """What comes to a rail wherever it has a hole free, and a bus that only passes through."""
        if "U2" not in self.parts:
            column, row = (4, 23) if self.jacks else (10, 24 if "U1" in self.parts else 19)
            self.come("SDA", column, row, 1)
            self.come("SCL", column + 1, row, 1)
        ground, near = ("ground2", 20) if self.rails["ground2"] else ("ground", 10)
        rails = {"GND": (ground, near), "3V3": ("three", near), "3V3P": ("panels", 2)}
        for end, net in self.ends.items():
            if end not in self.board.leads and end[0] not in self.board.pieces and net in rails:
                self.lead(*end, *self.spot(*rails[net]))


def _body(kind: Kind, holes: list[Hole]) -> Rect:
    """What a part covers whose legs are there: it lies along the longer way between them."""
    xs, ys = [hole.column for hole in holes], [hole.row for hole in holes]
    size = SIZES[kind]
    lying = max(xs) - min(xs) >= max(ys) - min(ys)
    wide, high = (size.along, size.across) if lying else (size.across, size.along)
    x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return x - wide / 2 / STEP, y - high / 2 / STEP, x + wide / 2 / STEP, y + high / 2 / STEP
