"""How a box is built: box.toml -> checked settings, every fault of the file reported at once.

The file's tables are ``[knob]``, ``[sound]``, ``[main]`` and ``[seats.N]`` (a ``panel`` inside either),
``[times]``, ``[rest]``, ``[gpio]``, ``[check]``, ``[mux]``, ``[power]``, ``[dice]``, ``[boards]``,
``[screen]``, ``[phones]``, and the key ``language``; `hardware/box.toml` shows them all. `load` reads a file;
`default`, `eight_seats`, `middle`, `minimal` and `plugged` are those that ship with the program.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from firmware.boxfile.phone_settings import PhoneSettings
from firmware.boxfile.settings_checks import (
    DEFAULT_ADDRESS,
    DEFAULT_BUS,
    ButtonCode,
    OneOf,
    Within,
    structure,
    wiring_faults,
    wiring_warnings,
)
from firmware.boxfile.window_settings import WindowSettings
from firmware.certificate import Standing
from firmware.errors import SettingsError
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Seat
from firmware.plugged import HEAD
from firmware.rolling import MOST_FACES
from firmware.times import Rests, Times
from firmware.views import PanelId
from firmware.whole_file import read_whole
from firmware.written import read_toml, told


@dataclass(frozen=True, slots=True)
class InputButton:
    """A button of a device that is plugged in: ``{ input = "usb-0000:01:00.0-1.2", code = "BTN_TRIGGER" }``.

    Attributes:
        input: the port, as ``pierwszy wiring`` lists them; with ``/inputN`` where a device has several parts.
        code: what the kernel calls the button, or its number there
            (include/uapi/linux/input-event-codes.h).
        poll_ms: how often it is asked, ms; None: as its USB port tells.
        delay_ms: how long a contact takes to become a report in it, at least and at most, ms; None: nobody
            has measured it.
    """

    input: str
    code: Annotated[str | int, ButtonCode()]
    poll_ms: Annotated[float | None, Within(0, 1000, "g")] = None
    delay_ms: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if not self.input.isprintable() or " " in self.input:
            expected = "expected input as pierwszy wiring lists it, without blanks"
            raise ExceptionGroup("button", [ValueError(f"{expected}, got {told(self.input)}")])
        delay = self.delay_ms
        if delay is not None and (len(delay) != 2 or not 0 <= delay[0] <= delay[1] <= MOST_DELAY_MS):
            expected = f"expected delay_ms as two numbers, 0 to {MOST_DELAY_MS}, the lower first"
            raise ExceptionGroup("button", [ValueError(f"{expected}, got {list(delay)}")])


MOST_DELAY_MS = 500


@dataclass(frozen=True, slots=True)
class HeadButton:
    """A line of a button head: ``{ head = "pico", line = 3 }``.

    Attributes:
        head: ``"pico"``, whichever there is, or ``"pico-"`` and its serial number.
        line: its line, 1 to 8.
    """

    head: str
    line: Annotated[int, Within(1, 8)]

    def __post_init__(self) -> None:
        if not re.fullmatch(f"{HEAD}(-[0-9A-F]{{16}})?", self.head):
            expected = f'expected head = "{HEAD}", or "{HEAD}-" and its serial number of 16 signs'
            raise ExceptionGroup("button", [ValueError(f"{expected}, got {told(self.head)}")])

    @property
    def button(self) -> InputButton:
        """The same as any plugged-in button."""
        return InputButton(self.head, f"LINE{self.line}")


@dataclass(frozen=True, slots=True)
class SeatPins:
    """One seat's wires, as BCM GPIO numbers; a lamp is optional."""

    button: int
    lamp: int | None = None


@dataclass(frozen=True, slots=True)
class KnobPins:
    """The host's knob: either an encoder (``a``, ``b``) with its switch ``ok``, or three keys.

    Attributes:
        clicks_per_step: how often an encoder clicks in a full cycle of A and B: 1, 2 (sold as 24 detents,
            12 pulses) or 4.
    """

    ok: int
    a: int | None = None
    b: int | None = None
    back: int | None = None
    up: int | None = None
    down: int | None = None
    clicks_per_step: Annotated[int, OneOf(1, 2, 4)] = 1


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """One OLED panel: what drives it, where it is, whose it is.

    Attributes:
        driver: the controller's name.
        bus: number of the I2C bus, /dev/i2c-<bus>; of a panel behind a mux, the bus the mux is on.
        mux: 7-bit I2C address of the mux it is behind; None if it is right on the bus.
        channel: the mux's channel it is on, 0..7; None without a mux.
        address: 7-bit I2C address, 0x3C or 0x3D on most boards.
        rotate: quarter turns clockwise, 0..3.
        width: pixels across, before rotation.
        height: pixels down, before rotation.
        column_offset: the SH1106's first visible column: 2 on most boards, 0 on some;
            None for the driver's own.
        contrast: 0..255.
    """

    driver: Literal["ssd1306", "ssd1309", "sh1106"]
    bus: Annotated[int, Within(0, 255)] = DEFAULT_BUS
    mux: Annotated[int | None, Within(0x70, 0x77, "#04x")] = None
    channel: Annotated[int | None, Within(0, 7)] = None
    address: Annotated[int, Within(0x08, 0x77, "#04x")] = DEFAULT_ADDRESS
    rotate: Annotated[int, Within(0, 3)] = 0
    width: int = 128
    height: int = 64
    column_offset: Annotated[int | None, Within(0, 63)] = None
    contrast: Annotated[int, Within(0, 255)] = 255

    @property
    def wires(self) -> tuple[int, int | None, int | None, int]:
        """Bus, mux, channel and address: what no two panels share."""
        return (self.bus, self.mux, self.channel, self.address)


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file beside the box file, which that knows by a name; what it means is for whoever asks for it.

    Attributes:
        source: the file's name, for messages.
        text: what it holds.
    """

    source: str
    text: str


INSTALLED = Path("/etc/pierwszy/box.toml")
"""Where `hardware/install.sh` puts a machine's own box file."""

Reserved: TypeAlias = Mapping[str, Collection[str]]
"""Names that nothing in a table of the box file can have, by the table."""

SOUND_BUFFER = 256
"""Samples, 12 ms: as short as most sound cards of small machines play without gaps."""

NO_NAMES: Reserved = MappingProxyType({})
NO_FILES: Mapping[str, Mapping[str, NamedFile]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """A whole box, checked: no pin twice, every pin on the header and free, no two panels at one address."""

    seats: Mapping[Seat, SeatPins]
    """Those whose buttons are wired."""
    inputs: Mapping[Seat, InputButton | None] = field(default_factory=dict)
    """Those with a plugged-in button; None: whichever takes the seat at *Who plays?*."""
    knob: KnobPins | None = None
    piezo: int | None = None
    sound_buffer: int = SOUND_BUFFER
    """How far ahead the window's sounds are worked out, samples."""
    panels: Mapping[PanelId, PanelSettings] = field(default_factory=dict)
    language: Literal["pl", "en"] = "pl"
    chip: str | None = None
    """Label of the GPIO chip; None looks for any Pi header's."""
    jumper: int | None = None
    """GPIO that drives the loop-back's jumper while `pierwszy check` measures; None if there is none."""
    zero: bool | Literal["pull"] = True
    """Buttons are tested before the first race, where whoever starts it says that they are real; with
    ``"pull"`` the jumper's pin presses them all."""
    mux_reset: int | None = None
    """GPIO that resets every mux while it is low; None if none is wired."""
    power_button: int | None = None
    """GPIO of the button that switches the machine off: the kernel's (``gpio-shutdown``), not the box's."""
    times: Times = field(default_factory=Times)
    rests: Rests = field(default_factory=Rests)
    dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Faces of dice known by name, beside the numbered ones."""
    files: Mapping[str, Mapping[str, NamedFile]] = field(default_factory=dict)
    """Files the box file names, by its table of them and their names in it."""
    window: WindowSettings = field(default_factory=WindowSettings)
    phones: PhoneSettings = field(default_factory=PhoneSettings)
    offers_phones: bool = False
    """Its menu offers to switch phones on; no box file says so, but whoever starts it and serves them."""
    asks_zero: bool = False
    """It tests them; no box file says so, but whoever starts it on real buttons."""
    switches_off: bool = False
    """Its menu offers to switch it off; no box file says so, but whoever starts it and sees to the rest."""
    warnings: tuple[str, ...] = ()
    """What is said of a box that can be built so, but better: lines like those of a fault."""
    source: str = "box.toml"
    text: str = field(default="", compare=False, repr=False)
    """What the file says."""
    certificate: Standing | None = None
    """What vouches for its tie; no box file says so, but whoever has looked. None: nobody has."""

    @property
    def every_seat(self) -> tuple[Seat, ...]:
        """The seats of the box, whatever their buttons are."""
        return tuple(sorted({*self.seats, *self.inputs}))

    @property
    def certified(self) -> str | None:
        """The certificate that vouches for its tie."""
        return None if self.certificate is None else self.certificate.vouching(self.times.tie)

    @property
    def uses_pins(self) -> bool:
        """Whether anything of it is on the header's pins, but panels; the off button is the kernel's."""
        pins = (self.piezo, self.jumper, self.mux_reset)
        return bool(self.seats) or self.knob is not None or any(pin is not None for pin in pins)


def load(path: Path, reserved: Reserved = NO_NAMES) -> Settings:
    """Read a box file.

    Args:
        path: where it is.
        reserved: names that can't be given.

    Raises:
        SettingsError: with every fault found, if the file can't be read or is wrong.
    """
    try:
        text = read_whole(path, "a box file", stream=True)
    except ValueError as error:
        raise SettingsError(str(path), [str(error)]) from error
    return parse(text, str(path), path.parent, reserved)


def parse(text: str, source: str, folder: Path = Path(), reserved: Reserved = NO_NAMES) -> Settings:
    """Make settings of a box file's text.

    Args:
        text: TOML.
        source: the file's name, for messages.
        folder: where the files it names are.
        reserved: names that can't be given.

    Raises:
        SettingsError: with every fault found, if the text is no TOML or no box.
    """
    try:
        document = read_toml(text)
    except ValueError as error:
        raise SettingsError(source, [str(error)]) from error
    tables, faults = structure(document, _BoxFile)
    misnamed = [] if tables is None else tables.misnamed(reserved)
    faults += misnamed + wiring_faults(document)
    if tables is None or misnamed:
        raise SettingsError(source, faults)
    boards, unreadable = _named_files(tables.boards, folder)
    if faults or unreadable:
        raise SettingsError(source, faults + unreadable)
    made = tables.settings(source, {"boards": boards} if boards else {})
    return replace(made, warnings=wiring_warnings(document), text=text)


def _named_files(named: Mapping[str, str], folder: Path) -> tuple[Mapping[str, NamedFile], list[str]]:
    """The files of ``[boards]`` by name, and a fault for each that can't be read."""
    files, faults = {}, []
    for name, file in named.items():
        path = folder / file
        try:
            files[name] = NamedFile(str(path), read_whole(path, f"a board file at {path}"))
        except ValueError as exc:
            faults.append(f"boards.{name}: {exc}")
    return files, faults


def default() -> Settings:
    """The reference build: six seats."""
    return _shipped("box.toml")


def installed() -> Path | None:
    """The box file that was installed on this machine, or None."""
    return INSTALLED if INSTALLED.exists() else None


def of_this_machine(reserved: Reserved = NO_NAMES) -> Settings:
    """The box file that was installed here, else the reference build; see `load`.

    Raises:
        SettingsError: with every fault found, if the installed file is wrong.
    """
    path = installed()
    return default() if path is None else load(path, reserved)


def eight_seats() -> Settings:
    """Eight seats, each with a panel: what the desk and table scripts play on."""
    return _shipped("box-eight.toml")


def middle() -> Settings:
    """Four seats with lamps, a knob and one panel."""
    return _shipped("box-middle.toml")


def minimal() -> Settings:
    """Two buttons and one panel, nothing else."""
    return _shipped("box-minimal.toml")


def plugged() -> Settings:
    """Eight seats for whatever buttons are plugged in, and a television: nothing is wired."""
    return _shipped("box-usb.toml")


def _shipped(name: str) -> Settings:
    """Settings that ship with the program: inside the package, or in a checkout's ``hardware`` folder."""
    packed = resources.files("firmware") / "boxes" / name
    file = packed if packed.is_file() else Path(__file__).parents[2] / "hardware" / name
    return parse(file.read_text(encoding="utf-8"), name)


# --- the file's tables -----------------------------------------------------------------------------------

_Milliseconds: TypeAlias = Annotated[float, Within(0, 10_000, "g")]
_Seconds: TypeAlias = Annotated[float, Within(10, 86_400, "g")]
_UNITS = {"s": NS_PER_S, "ms": NS_PER_MS, "us": NS_PER_US}


@dataclass(frozen=True, slots=True)
class _TimesTable:
    """``[times]``: each name says its unit, since people write it; what must be shorter than what."""

    confirm_ms: _Milliseconds = Times().confirm / NS_PER_MS
    bounce_ms: _Milliseconds = Times().bounce / NS_PER_MS
    gap_ms: _Milliseconds = Times().gap / NS_PER_MS
    release_ms: _Milliseconds = Times().release / NS_PER_MS
    settle_ms: _Milliseconds = Times().settle / NS_PER_MS
    tie_us: Annotated[float, Within(0, 10_000_000, "g")] = Times().tie / NS_PER_US

    def __post_init__(self) -> None:
        faults = []
        for name, value in (("confirm_ms", self.confirm_ms), ("gap_ms", self.gap_ms)):
            if value >= self.bounce_ms:
                faults.append(f"expected {name} below bounce_ms ({self.bounce_ms:g}), got {value:g}")
        if self.tie_us > self.settle_ms * 1000:
            # A press within `tie` of the first has to be here before the ruling.
            expected = f"expected tie_us within settle_ms ({self.settle_ms:g})"
            faults.append(f"{expected}, got {self.tie_us:g}")
        if faults:
            raise ExceptionGroup("times", [ValueError(fault) for fault in faults])


@dataclass(frozen=True, slots=True)
class _RestTable:
    """``[rest]``."""

    dim_s: _Seconds = Rests().dim / NS_PER_S
    shift_s: _Seconds = Rests().shift / NS_PER_S


def _in_ns(table: _TimesTable | _RestTable) -> dict[str, int]:
    """A table's times by their names without a unit."""
    named = [(*name.split("_"), value) for name, value in asdict(table).items()]
    return {name: round(value * _UNITS[unit]) for name, unit, value in named}


@dataclass(frozen=True, slots=True)
class _SeatTable:
    """``[seats.N]``."""

    button: int | Literal["usb"] | InputButton | HeadButton
    lamp: int | None = None
    panel: PanelSettings | None = None

    @property
    def plugged(self) -> InputButton | None:
        """The one plugged-in button that is meant; None: any."""
        if isinstance(self.button, HeadButton):
            return self.button.button
        return self.button if isinstance(self.button, InputButton) else None


@dataclass(frozen=True, slots=True)
class _MainTable:
    """``[main]``."""

    panel: PanelSettings | None = None


@dataclass(frozen=True, slots=True)
class _SoundTable:
    """``[sound]``."""

    piezo: int | None = None
    buffer: Annotated[int, Within(64, 4096)] = SOUND_BUFFER


@dataclass(frozen=True, slots=True)
class _GpioTable:
    """``[gpio]``."""

    chip: str | None = None


@dataclass(frozen=True, slots=True)
class _CheckTable:
    """``[check]``."""

    jumper: int | None = None
    zero: bool | Literal["pull"] = True

    def __post_init__(self) -> None:
        if self.zero == "pull" and self.jumper is None:
            raise ExceptionGroup(
                "check", [ValueError("expected the pin of a jumper for zero = 'pull', got none")]
            )


@dataclass(frozen=True, slots=True)
class _MuxTable:
    """``[mux]``."""

    reset: int | None = None


@dataclass(frozen=True, slots=True)
class _PowerTable:
    """``[power]``."""

    button: int | None = None


def _misnamed(path: str, allowed: str, expected: str, taken: Collection[str]) -> Iterator[str]:
    """A fault if what stands at ``path``, a table's name and its own, can't be called so."""
    name = path.partition(".")[2]
    if not re.fullmatch(allowed, name) or name in taken:
        others = f", not {' or '.join(taken)}" if taken else ""
        yield f"{path}: expected a name of plain {expected}{others}, got {told(name)}"


@dataclass(frozen=True, slots=True)
class _BoxFile:
    """A whole box file, as it is written."""

    seats: dict[str, _SeatTable] = field(default_factory=dict)
    knob: KnobPins | None = None
    sound: _SoundTable = field(default_factory=_SoundTable)
    main: _MainTable = field(default_factory=_MainTable)
    times: _TimesTable = field(default_factory=_TimesTable)
    rest: _RestTable = field(default_factory=_RestTable)
    gpio: _GpioTable = field(default_factory=_GpioTable)
    check: _CheckTable = field(default_factory=_CheckTable)
    mux: _MuxTable = field(default_factory=_MuxTable)
    power: _PowerTable = field(default_factory=_PowerTable)
    dice: dict[str, tuple[str, ...]] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)
    screen: WindowSettings = field(default_factory=WindowSettings)
    phones: PhoneSettings = field(default_factory=PhoneSettings)
    language: Literal["pl", "en"] = "pl"

    def misnamed(self, reserved: Reserved) -> list[str]:
        """A fault for each die and file that can't be called so, and each die that can't be rolled."""
        faults: list[str] = []
        for name, faces in self.dice.items():
            faults += _misnamed(f"dice.{name}", "[A-Za-z]+", "letters", reserved.get("dice", ()))
            if not 2 <= len(faces) <= MOST_FACES:
                faults.append(f"dice.{name}: expected 2 to {MOST_FACES} faces, got {len(faces)}")
            elif len(set(faces)) == 1:
                faults.append(f"dice.{name}: expected faces that are not all {told(faces[0])}")
        for name in self.boards:
            taken = reserved.get("boards", ())
            faults += _misnamed(f"boards.{name}", "[A-Za-z0-9-]+", "letters, digits and -", taken)
        return faults

    def settings(self, source: str, files: Mapping[str, Mapping[str, NamedFile]]) -> Settings:
        seats = {int(name): table for name, table in sorted(self.seats.items())}
        panels: dict[PanelId, PanelSettings | None] = {"main": self.main.panel}
        panels |= {seat: table.panel for seat, table in seats.items()}
        return Settings(
            seats={
                seat: SeatPins(table.button, table.lamp)
                for seat, table in seats.items()
                if isinstance(table.button, int)
            },
            inputs={
                seat: table.plugged for seat, table in seats.items() if not isinstance(table.button, int)
            },
            knob=self.knob,
            piezo=self.sound.piezo,
            sound_buffer=self.sound.buffer,
            panels={name: panel for name, panel in panels.items() if panel is not None},
            language=self.language,
            chip=self.gpio.chip,
            jumper=self.check.jumper,
            zero=self.check.zero,
            mux_reset=self.mux.reset,
            power_button=self.power.button,
            times=Times(**_in_ns(self.times)),
            rests=Rests(**_in_ns(self.rest)),
            dice=self.dice,
            files=files,
            window=self.screen,
            phones=self.phones,
            source=source,
        )
