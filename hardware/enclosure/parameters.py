"""What `enclosure.toml` says, checked before any solid is made; millimetres and degrees throughout."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cattrs
from cattrs.errors import ClassValidationError

from hardware.enclosure.boards import BOARDS, OPENINGS

HERE = Path(__file__).parent
FILE = HERE / "enclosure.toml"
SEATS = range(2, 9)
WAYS_IN = ("socket", "cable")

Pair = tuple[float, float]
Triple = tuple[float, float, float]


class EnclosureError(ValueError):
    """The measures can't be made: one line that says what was expected and what came."""


@dataclass(frozen=True)
class Printer:
    """What the printer can do; `bridge` and `clearance` in mm, `overhang` in degrees from upright."""

    bed: Triple
    thinnest: float
    clearance: float
    overhang: float
    bridge: float


@dataclass(frozen=True)
class Shell:
    """Walls that centre box and pucks have in common."""

    wall: float
    floor: float
    lid: float
    corner: float
    chamfer: float
    lip: float


@dataclass(frozen=True)
class Screw:
    """A screw: the hole it passes through, its head, and the hole that it (or its insert) bites into."""

    clearance: float
    head: float
    head_height: float
    pilot: float
    depth: float


@dataclass(frozen=True)
class Button:
    """An arcade button; `depth` counts from under its collar."""

    hole: float
    collar: float
    collar_height: float
    panel: float
    depth: float
    plunger: float
    plunger_height: float


@dataclass(frozen=True)
class Panel:
    """An OLED on its board, seen from the front with the pin header on top."""

    board: Pair
    board_thickness: float
    glass: Pair
    glass_thickness: float
    view: Pair
    up: float

    @property
    def thickness(self) -> float:
        """From the front of the glass to the back of the board."""
        return self.board_thickness + self.glass_thickness


@dataclass(frozen=True)
class Puck:
    """What a seat has before it."""

    panel: str
    tilt: float
    width: float
    plate: float
    way_in: str
    cable: float
    washer: float
    weights: float


@dataclass(frozen=True)
class Centre:
    """The box in the middle of the table."""

    panel: str
    board: str
    openings: tuple[str, ...]
    tilt: float
    perfboard: Pair
    perfboard_holes: Pair
    standoff: float


@dataclass(frozen=True)
class Encoder:
    """The host's knob: width, depth and height of its body below the lid, and its shaft."""

    bush: float
    body: Triple
    shaft: float
    flat: float
    shaft_length: float
    flat_length: float


@dataclass(frozen=True)
class Knob:
    """What is pushed onto the encoder's shaft."""

    diameter: float
    height: float


@dataclass(frozen=True)
class Socket:
    """How the seats' sockets stand at the back."""

    pitch: float
    row_pitch: float
    in_one_row: int


@dataclass(frozen=True)
class Off:
    """The button that switches off, if `hole` isn't 0; `body` is its diameter, and depth behind the wall."""

    hole: float
    body: Pair


@dataclass(frozen=True)
class Piezo:
    """A piezo disc behind the lid; `disc` 0 leaves it out."""

    disc: float
    thickness: float


@dataclass(frozen=True)
class Feet:
    """Shallow round recesses that keep stick-on feet in place."""

    diameter: float
    recess: float


@dataclass(frozen=True)
class Relief:
    """What fingers read: sizes of the raised shapes and numbers, and of the disc on the plunger."""

    height: float
    shape: float
    number: float
    stroke: float
    cap: float
    cap_thickness: float


@dataclass(frozen=True)
class Parameters:
    """All of `enclosure.toml`."""

    seats: int
    printer: Printer
    shell: Shell
    lid_screw: Screw
    small_screw: Screw
    button: Button
    panels: Mapping[str, Panel]
    puck: Puck
    centre: Centre
    encoder: Encoder
    knob: Knob
    socket: Socket
    off: Off
    piezo: Piezo
    feet: Feet
    relief: Relief

    @property
    def rows(self) -> int:
        """Rows of sockets at the back of the centre box."""
        return 1 if self.seats <= self.socket.in_one_row else 2

    @property
    def columns(self) -> int:
        """Sockets in a row."""
        return -(-self.seats // self.rows)


def _check(asked: Parameters) -> None:
    _expect(asked.seats in SEATS, f"seats: 2 to 8 expected, not {asked.seats}")
    for name, panel in (("puck", asked.puck.panel), ("centre", asked.centre.panel)):
        _expect(
            panel in asked.panels, f"{name}.panel: one of {', '.join(asked.panels)} expected, not {panel}"
        )
    board = asked.centre.board
    _expect(board in BOARDS, f"centre.board: one of {', '.join(BOARDS)} expected, not {board}")
    _expect(
        asked.puck.way_in in WAYS_IN,
        f"puck.way_in: {' or '.join(WAYS_IN)} expected, not {asked.puck.way_in}",
    )
    for opening in asked.centre.openings:
        _expect(opening in OPENINGS, f"centre.openings: {', '.join(OPENINGS)} expected, not {opening}")
    for name, thickness in (
        ("shell.wall", asked.shell.wall),
        ("shell.floor less feet.recess", asked.shell.floor - asked.feet.recess),
        ("shell.lid", asked.shell.lid),
        ("puck.plate", asked.puck.plate),
        ("button.panel less puck.plate", asked.button.panel - asked.puck.plate),
        ("relief.stroke", asked.relief.stroke),
        ("relief.cap_thickness", asked.relief.cap_thickness),
    ):
        least = asked.printer.thinnest
        _expect(thickness >= least - 1e-9, f"{name}: {least:g} mm or more expected, not {thickness:g}")
    thickest = asked.puck.plate + asked.shell.lid
    _expect(
        asked.button.panel <= thickest + 1e-9,
        f"button.panel: at most plate and lid, {thickest:g} mm, expected, not {asked.button.panel:g}",
    )
    _expect(
        asked.relief.cap < asked.button.plunger,
        f"relief.cap: less than the plunger's {asked.button.plunger:g} mm expected, not {asked.relief.cap:g}",
    )
    if asked.piezo.disc:
        _check_piezo(asked.piezo, asked.shell.lid - asked.printer.thinnest)


def _check_piezo(piezo: Piezo, hollow: float) -> None:
    """Of a disc that is there; `hollow` is how deep the lid may be cut for it."""
    _expect(16 <= piezo.disc <= 27, f"piezo.disc: 0, or 16 to 27 mm expected, not {piezo.disc:g}")
    _expect(
        piezo.thickness < hollow,
        f"piezo.thickness: less than {hollow:g} mm, as the lid spares, expected, not {piezo.thickness:g}",
    )


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise EnclosureError(otherwise)


_CONVERTER = cattrs.Converter(forbid_extra_keys=True)


def load(path: Path = FILE, **changes: object) -> Parameters:
    """Read the measures.

    Args:
        path: a file such as `enclosure.toml`.
        changes: entries to take instead of the file's, tables merged: `seats=8, centre={"board": "pi5"}`.

    Raises:
        EnclosureError: if an entry is missing, unknown or can't be made.
        FileNotFoundError: if there is no such file.
        tomllib.TOMLDecodeError: if it is no TOML.
    """
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    for key, value in changes.items():
        said[key] = {**said[key], **value} if isinstance(value, dict) else value
    try:
        asked = _CONVERTER.structure(said, Parameters)
    except ClassValidationError as error:
        raise EnclosureError(f"{path.name}: {'; '.join(cattrs.transform_error(error))}") from error
    _check(asked)
    return asked
