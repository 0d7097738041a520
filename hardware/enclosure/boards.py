"""Raspberry Pis as far as a case is concerned: outline, holes, and where plugs go in.

Positions are from Raspberry Pi's mechanical drawings, in mm: x from the edge with the SD card towards USB, y
from the edge with the power socket towards the GPIO header; both count from the board's corner. Heights count
from the top of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

OPENINGS = ("power", "hdmi", "usb", "ethernet")
THICKNESS = 1.4


@dataclass(frozen=True)
class Plug:
    """A way a plug goes in.

    Attributes:
        name: one of `OPENINGS`.
        at_end: True at the end opposite the SD card, False at the edge with the power socket.
        at: its middle along that edge (y at the end, x at the edge).
        width: of the hole that lets the plug's grip in.
        bottom: of that hole, from the top of the board.
        top: likewise.
    """

    name: str
    at_end: bool
    at: float
    width: float
    bottom: float
    top: float


@dataclass(frozen=True)
class Board:
    """One board.

    Attributes:
        length: along x.
        width: along y.
        holes: middles of its 2.7 mm holes.
        sticks_out: how far the sockets at the end stand out beyond the board.
        height: of its tallest socket above the board.
        plugs: where plugs go in.
    """

    length: float
    width: float
    holes: tuple[tuple[float, float], ...]
    sticks_out: float
    height: float
    plugs: tuple[Plug, ...]


_FULL = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))


def _ethernet(y: float) -> Plug:
    return Plug("ethernet", True, y, 17.0, -0.5, 15.0)


def _usb(y: float) -> Plug:
    return Plug("usb", True, y, 15.5, -0.5, 17.0)


def _type_c(x: float) -> Plug:
    # The USB Type-C specification lets a plug's grip be 12.35 x 6.5 mm.
    return Plug("power", False, x, 13.4, -2.4, 5.6)


def _micro(name: str, x: float) -> Plug:
    return Plug(name, False, x, 11.0, -2.9, 5.6)


def _hdmi(x: float, width: float = 11.4) -> Plug:
    return Plug("hdmi", False, x, width, -2.4, 7.0)


BOARDS: Mapping[str, Board] = {
    "pi3": Board(
        85, 56, _FULL, 3.0, 16.0,
        (_micro("power", 10.6), _hdmi(32.0, 20.0), _ethernet(10.25), _usb(29.0), _usb(47.0)),
    ),
    "pi4": Board(
        85, 56, _FULL, 3.0, 16.0,
        (_type_c(11.2), _hdmi(26.0), _hdmi(39.5), _ethernet(45.75), _usb(9.0), _usb(27.0)),
    ),
    "pi5": Board(
        85, 56, _FULL, 3.0, 16.0,
        (_type_c(11.2), _hdmi(25.8), _hdmi(39.2), _ethernet(10.2), _usb(29.1), _usb(47.0)),
    ),
    "zero2w": Board(
        65, 30, ((3.5, 3.5), (61.5, 3.5), (3.5, 26.5), (61.5, 26.5)), 0.0, 3.5,
        (_hdmi(12.4, 14.0), _micro("usb", 41.4), _micro("power", 54.0)),
    ),
}  # fmt: skip
