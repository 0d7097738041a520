"""What can be wrong with a box file, every fault found in one go.

Two passes over the parsed TOML, so that one never hides the other's faults: `structure` checks keys, types
and ranges table by table; `wiring_faults` looks across tables for pins and addresses that clash. A fault is
one line: ``path: what was expected, what came``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from firmware.boxfile.pin_warnings import pin_warnings
from firmware.button_codes import number_of
from firmware.events import SEATS
from firmware.written import told

T = TypeVar("T")

HEADER_PINS = range(2, 28)
"""GPIOs of the 40-pin header a box may use; 0 and 1 are there too but belong to a HAT's EEPROM."""

I2C_PINS = {2: "SDA", 3: "SCL"}
"""GPIOs of I2C bus 1, where the panels or their mux are."""

DEFAULT_BUS = 1
DEFAULT_ADDRESS = 0x3C

PANEL_SIZES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "ssd1306": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)),
    "ssd1309": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)),
    "sh1106": ((128, 64), (128, 32), (128, 128)),
}
"""Sizes luma.oled can set each driver up for, (width, height) in pixels."""


@dataclass(frozen=True, slots=True)
class Within:
    """Annotates a number: the range it may have, ends included, and how to format it."""

    low: int
    high: int
    show: str = ""

    def fault(self, value: float) -> str | None:
        """What is wrong with a number."""
        if self.low <= value <= self.high:
            return None
        return f"expected {self.low:{self.show}}..{self.high:{self.show}}, got {value:{self.show}}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """Annotates a number: the values it may have."""

    values: tuple[int, ...]

    def __init__(self, *values: int) -> None:
        object.__setattr__(self, "values", values)

    def fault(self, value: float) -> str | None:
        """What is wrong with a number."""
        return None if value in self.values else f"expected {' or '.join(map(str, self.values))}, got {value}"


@dataclass(frozen=True, slots=True)
class ButtonCode:
    """Annotates what the kernel calls a plugged-in button."""

    def fault(self, value: str | int) -> str | None:
        """What is wrong with a name or number."""
        try:
            number_of(value)
        except ValueError as wrong:
            return str(wrong)
        return None


# --- keys, types, ranges ---------------------------------------------------------------------------------


def structure(document: Mapping[str, object], cl: type[T]) -> tuple[T | None, list[str]]:
    """Make a ``cl`` out of a TOML table; None and every fault if it can't be done."""
    reader = _Reader()
    made = reader.table(document, cl, "")
    return (None if reader.faults else made), reader.faults


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int and abs(value) < 2**63  # TOML has no larger ones, whatever its readers take


_PLAIN: Mapping[object, tuple[str, Callable[[Any], bool]]] = {
    bool: ("true or false", lambda value: type(value) is bool),
    int: ("a whole number", _is_whole),
    float: ("a number", lambda value: _is_whole(value) or (type(value) is float and math.isfinite(value))),
    str: ("a text", lambda value: type(value) is str and value != ""),
}


class _Reader:
    """Takes each value as it stands: neither "5" nor 5.7 nor true is 5. What is wrong becomes None."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def value(self, value: Any, hint: Any, path: str) -> Any:
        """What a value is as what it should be, by its annotation."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            made = self.value(value, inner[0], path)
            if made is not None and (fault := inner[1].fault(made)):
                self.faults.append(f"{path}: {fault}")
            return made
        kinds = [hint]
        if origin in (Union, UnionType):  # one of several; TOML has no None
            kinds = [kind for kind in inner if kind is not NoneType]
            fitting = [kind for kind in kinds if _kind(kind)[1](value)]
            hint = max(fitting, key=lambda kind: _shared(kind, value), default=kinds[0])
            if len(kinds) == 1 or _kind(hint)[1](value):
                return self.value(value, hint, path)
        expected = " or ".join(dict.fromkeys(_kind(kind)[0] for kind in kinds))
        if not _kind(hint)[1](value):
            self.faults.append(f"{path}: expected {expected}, got {told(value)}")
            return None
        if origin is tuple:
            return tuple(self.value(one, inner[0], _join(path, place)) for place, one in enumerate(value))
        if origin is dict:
            return {key: self.value(one, inner[1], _join(path, key)) for key, one in value.items()}
        return self.table(value, hint, path) if is_dataclass(hint) else value

    def table(self, table: Mapping[str, Any], cl: Any, path: str) -> Any:
        """A table as a dataclass."""
        known, before = _hints(cl), len(self.faults)
        made = {
            key: self.value(table[key], hint, _join(path, key)) for key, hint in known.items() if key in table
        }
        for field in fields(cl):
            if field.name not in table and field.default is MISSING and field.default_factory is MISSING:
                self.faults.append(f"{_join(path, field.name)}: expected a value, got none")
        for key in sorted(table.keys() - known.keys()):
            self.faults.append(f"{_join(path, key)}: expected one of {', '.join(known)}, got an unknown key")
        if len(self.faults) > before:
            return None
        try:
            return cl(**made)
        except ExceptionGroup as wrong:
            self.faults += [f"{path}: {fault}" for fault in wrong.exceptions]
            return None


def _kind(hint: Any) -> tuple[str, Callable[[Any], bool]]:
    """What a value of that kind is called, and whether one is, as far as one look tells."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _kind(inner[0])
    if is_dataclass(hint) or origin is dict:
        return "a table", lambda value: isinstance(value, Mapping)
    if origin is tuple:
        return "a list", lambda value: type(value) is list
    if origin is Literal:
        return " or ".join(map(repr, inner)), lambda value: type(value) is str and value in inner
    return _PLAIN[hint]


def _shared(hint: Any, value: Any) -> int:
    """How many of a table's keys are those of a dataclass: which of several it is meant to be."""
    return len(_hints(hint).keys() & value.keys()) if is_dataclass(hint) and isinstance(hint, type) else 0


@cache
def _hints(cl: type) -> Mapping[str, Any]:
    return get_type_hints(cl, include_extras=True)


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


# --- across tables ---------------------------------------------------------------------------------------


def wiring_faults(document: Mapping[str, Any]) -> list[str]:
    """Every fault between tables: seats, pins, the knob's keys, panels; ill-typed values are passed over."""
    checks = (_seat_faults, _knob_faults, _pin_faults, _input_faults, _panel_faults, _mux_faults)
    return [fault for check in checks for fault in check(document)]


def wiring_warnings(document: Mapping[str, Any]) -> tuple[str, ...]:
    """What is said of a box that can be built so, but better."""
    return tuple(pin_warnings(_pins(document)))


def _table(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = document.get(key)
    return value if isinstance(value, Mapping) else {}


def _seats(document: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Every seat's table with its path."""
    seats = _table(document, "seats")
    return [(f"seats.{name}", _table(seats, name)) for name in seats]


def _seat_faults(document: Mapping[str, Any]) -> Iterator[str]:
    for key in _table(document, "seats"):
        if key not in map(str, SEATS):
            yield f"seats.{key}: expected a seat 1..8, got {key!r}"
    if not document.get("seats"):
        yield "seats: expected at least one seat, got none"


def _knob_faults(document: Mapping[str, Any]) -> Iterator[str]:
    knob = document.get("knob")
    if not isinstance(knob, Mapping):
        return
    given = set(knob)
    for one, other in (("a", "b"), ("up", "down")):
        if len(given & {one, other}) == 1:
            yield f"knob: expected both {one} and {other}, got one of them"
    encoder, keys = given & {"a", "b"}, given & {"up", "down"}
    if encoder and keys:
        yield "knob: expected an encoder (a, b) or keys (up, down), got both"
    elif not encoder and not keys:
        yield "knob: expected an encoder (a, b) or keys (up, down), got neither"
    if keys and "clicks_per_step" in given:
        yield "knob.clicks_per_step: expected an encoder (a, b), got keys (up, down)"


def _pins(document: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Every pin the file gives to something, with the path of its user."""
    users: list[tuple[str, Mapping[str, Any], tuple[str, ...]]] = [
        ("knob", _table(document, "knob"), ("a", "b", "ok", "back", "up", "down")),
        ("sound", _table(document, "sound"), ("piezo",)),
        *((path, seat, ("button", "lamp")) for path, seat in _seats(document)),
        ("check", _table(document, "check"), ("jumper",)),
        ("mux", _table(document, "mux"), ("reset",)),
        ("power", _table(document, "power"), ("button",)),
    ]
    for path, table, keys in users:
        for key in keys:
            pin = table.get(key)
            if _is_whole(pin):
                yield f"{path}.{key}", pin


def _pin_faults(document: Mapping[str, Any]) -> Iterator[str]:
    first: dict[int, str] = {}
    has_panels = any(_panels(document))
    for user, pin in _pins(document):
        if pin in (0, 1):
            yield f"{user}: expected a GPIO 2..27, got {pin}, which is kept for a HAT's EEPROM"
        elif pin not in HEADER_PINS:
            yield f"{user}: expected a GPIO 2..27, got {pin}, which is not on the header"
        elif pin in I2C_PINS and has_panels:
            yield f"{user}: expected a free pin, got {pin}, which the panels need for I2C ({I2C_PINS[pin]})"
        if pin in first:
            yield f"{user}: expected a free pin, got {pin}, which is {first[pin]} already"
        first.setdefault(pin, user)


def _input_faults(document: Mapping[str, Any]) -> Iterator[str]:
    had: list[tuple[str, int, str, str]] = []
    for path, seat in _seats(document):
        button = _table(seat, "button")
        if "lamp" in seat and (button or seat.get("button") == "usb"):
            yield f"{path}.lamp: expected a button on a pin, too, got a plugged-in one"
        try:
            code = number_of(f"LINE{button['line']}" if "line" in button else button.get("code", ""))
        except (TypeError, ValueError):
            continue
        port, _, part = str(button.get("head", button.get("input"))).partition(
            "-" if "head" in button else "/input"
        )
        for owner, its_code, its_port, its_part in had:
            if (its_code, its_port) == (code, port) and (part == its_part or "" in {part, its_part}):
                yield f"{path}.button: expected a button of its own, got {owner}'s"
                break
        had.append((path, code, port, part))


def _panels(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every panel's table with its path."""
    for path, owner in [("main", _table(document, "main")), *_seats(document)]:
        panel = owner.get("panel")
        if isinstance(panel, Mapping):
            yield f"{path}.panel", panel


def _mux_faults(document: Mapping[str, Any]) -> Iterator[str]:
    if "reset" in _table(document, "mux") and not any("mux" in panel for _, panel in _panels(document)):
        yield "mux.reset: expected a panel behind a mux, got none"


class _Wires(NamedTuple):
    """Where a panel is."""

    bus: int
    address: int
    mux: int | None
    channel: int | None

    def __str__(self) -> str:
        behind = "" if self.mux is None else f" behind channel {self.channel} of the mux at {self.mux:#04x}"
        return f"{self.address:#04x} on bus {self.bus}{behind}"

    def meet(self, other: _Wires) -> bool:
        """Whether both hear the same: a panel right on the bus hears all that goes through its muxes, too."""
        apart = None not in (self.mux, other.mux) and self[2:] != other[2:]
        return self[:2] == other[:2] and not apart


def _panel_faults(document: Mapping[str, Any]) -> Iterator[str]:
    before: list[tuple[str, _Wires]] = []
    muxes = [(panel.get("bus", DEFAULT_BUS), panel.get("mux")) for _, panel in _panels(document)]
    for path, panel in _panels(document):
        yield from _size_faults(path, panel)
        if ("mux" in panel) is not ("channel" in panel):
            yield f"{path}: expected both mux and channel, got one of them"
            continue
        wires = _wires(panel)
        if wires is None:
            continue
        rivals = [other for other, theirs in before if wires.meet(theirs)]
        rivals += ["a mux"] if wires[:2] in muxes else []
        if rivals:
            yield f"{path}: expected an address of its own, got {wires}, where {rivals[0]} is already"
        before.append((path, wires))


def _wires(panel: Mapping[str, Any]) -> _Wires | None:
    """A panel's place; None if one of its values is ill-typed."""
    bus, address = panel.get("bus", DEFAULT_BUS), panel.get("address", DEFAULT_ADDRESS)
    wires = _Wires(bus, address, panel.get("mux"), panel.get("channel"))
    return wires if all(number is None or _is_whole(number) for number in wires) else None


def _size_faults(path: str, panel: Mapping[str, Any]) -> Iterator[str]:
    sizes = PANEL_SIZES.get(str(panel.get("driver")))
    size = (panel.get("width", 128), panel.get("height", 64))
    if sizes is not None and all(map(_is_whole, size)) and size not in sizes:
        expected = " or ".join(f"{width}x{height}" for width, height in sizes)
        yield f"{path}: expected {expected} pixels, got {size[0]}x{size[1]}"
