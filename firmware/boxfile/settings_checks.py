"""What can be wrong with a box file, every fault found in one go.

Two passes over the parsed TOML, so that one never hides the other's faults: `structure` checks keys, types
and ranges table by table (cattrs, made strict); `wiring_faults` looks across tables for pins and addresses
that clash. A fault is one line: ``path: what was expected, what came``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import cattrs
from cattrs.cols import is_mapping
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from firmware.events import SEATS

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

    def checked(self, value: float) -> float:
        """The number.

        Raises:
            ValueError: it isn't in the range.
        """
        if not self.low <= value <= self.high:
            expected = f"{self.low:{self.show}}..{self.high:{self.show}}"
            raise ValueError(f"expected {expected}, got {value:{self.show}}")
        return value


# --- keys, types, ranges ---------------------------------------------------------------------------------


def structure(document: Mapping[str, object], cl: type[T]) -> tuple[T | None, list[str]]:
    """Make a ``cl`` out of a TOML table; None and every fault if it can't be done."""
    try:
        return _converter().structure(document, cl), []
    except BaseValidationError as exc:
        return None, list(_lines(exc, ""))


def _converter() -> cattrs.Converter:
    """A converter that takes each value as it stands: cattrs' own would read "5", 5.7 and true as 5."""
    converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    converter.register_structure_hook(bool, _truth)  # before int, which every bool is, too
    converter.register_structure_hook(int, _whole_number)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook_func(_is(Literal), _one_of)

    @converter.register_structure_hook_factory(is_mapping)
    def mapping(cl: Any) -> Any:
        return _table_hook(converter.gen_structure_mapping(cl))

    @converter.register_structure_hook_factory(is_dataclass)
    def table(cl: type[Any]) -> Any:
        hints = get_type_hints(cl, include_extras=True)  # cattrs itself reads dataclasses without the extras
        hooks: Any = {
            name: override(struct_hook=converter.get_structure_hook(hint)) for name, hint in hints.items()
        }
        return _table_hook(make_dict_structure_fn(cl, converter, **hooks))

    @converter.register_structure_hook_factory(_is(Annotated))
    def ranged(cl: Any) -> Any:
        kind, limits = get_args(cl)
        return lambda value, _: limits.checked(converter.structure(value, kind))

    return converter


def _is(origin: object) -> Callable[[Any], bool]:
    return lambda cl: get_origin(cl) == origin


def _table_hook(inner: Any) -> Any:
    def hook(value: object, cl: Any) -> object:
        if not isinstance(value, Mapping):
            raise ValueError(f"expected a table, got {value!r}")  # noqa: TRY004 - a fault of the file
        made: object = inner(value, cl)
        return made

    return hook


def _truth(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, got {value!r}")  # noqa: TRY004
    return value


def _whole_number(value: object, _: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"expected a whole number, got {value!r}")  # noqa: TRY004
    return value


def _number(value: object, _: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"expected a number, got {value!r}")
    return value


def _text(value: object, _: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"expected a text, got {value!r}")
    return value


def _one_of(value: object, cl: object) -> object:
    choices = get_args(cl)
    if value not in choices:
        raise ValueError(f"expected {' or '.join(map(repr, choices))}, got {value!r}")
    return value


def _lines(exc: BaseException, path: str) -> Iterator[str]:
    """The faults of one cattrs error tree; each leaf's place is in the notes on the way down to it."""
    for note in getattr(exc, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            path = _join(path, note.name)
        elif isinstance(note, IterableValidationNote):
            path = _join(path, note.index)
    if isinstance(exc, BaseExceptionGroup):
        for inner in exc.exceptions:
            yield from _lines(inner, path)
    elif isinstance(exc, ForbiddenExtraKeysError):
        known = ", ".join(field.name for field in fields(exc.cl))
        for key in sorted(exc.extra_fields):
            yield f"{_join(path, key)}: expected one of {known}, got an unknown key"
    elif isinstance(exc, KeyError):
        yield f"{path}: expected a value, got none"
    elif isinstance(exc, ValueError):
        yield f"{path}: {exc}" if path else str(exc)
    else:
        raise exc  # not the file's fault


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


# --- across tables ---------------------------------------------------------------------------------------


def wiring_faults(document: Mapping[str, Any]) -> list[str]:
    """Every fault between tables: seats, pins, the knob's keys, panels; ill-typed values are passed over."""
    checks = (_seat_faults, _knob_faults, _pin_faults, _panel_faults)
    return [fault for check in checks for fault in check(document)]


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


def _pins(document: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Every pin the file gives to something, with the path of its user."""
    users: list[tuple[str, Mapping[str, Any], tuple[str, ...]]] = [
        ("knob", _table(document, "knob"), ("a", "b", "ok", "back", "up", "down")),
        ("sound", _table(document, "sound"), ("piezo",)),
        *((path, seat, ("button", "lamp")) for path, seat in _seats(document)),
        ("check", _table(document, "check"), ("jumper",)),
    ]
    for path, table, keys in users:
        for key in keys:
            pin = table.get(key)
            if isinstance(pin, int) and not isinstance(pin, bool):
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


def _panels(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every panel's table with its path."""
    for path, owner in [("main", _table(document, "main")), *_seats(document)]:
        panel = owner.get("panel")
        if isinstance(panel, Mapping):
            yield f"{path}.panel", panel


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
    return wires if all(isinstance(number, int | None) for number in wires) else None


def _size_faults(path: str, panel: Mapping[str, Any]) -> Iterator[str]:
    sizes = PANEL_SIZES.get(str(panel.get("driver")))
    size = (panel.get("width", 128), panel.get("height", 64))
    if sizes is not None and all(isinstance(pixels, int) for pixels in size) and size not in sizes:
        expected = " or ".join(f"{width}x{height}" for width, height in sizes)
        yield f"{path}: expected {expected} pixels, got {size[0]}x{size[1]}"
