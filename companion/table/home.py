"""Tiles on the table: what is touched where it lies, with a picture, a name and a line about it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.picture import Picture
from companion.table.view import Part


@dataclass(frozen=True, slots=True)
class Tile:
    """One thing that can be chosen.

    Attributes:
        title: what it is called.
        does: what it is when typed; a touch takes it; empty: nothing yet, so it is only to be read.
        note: about it: a line, on two if need be.
        mark: a word on a band, in the place of the line about it; empty: none.
        picture: what it looks like; None: words alone.
        chosen: the knob stands on it.
        calls: it is what comes next: bright.
        broad: so many times as wide as the others beside it.
    """

    title: str
    does: str
    note: str = ""
    mark: str = ""
    picture: Picture | None = None
    chosen: bool = False
    calls: bool = False
    broad: float = 1.0


@dataclass(frozen=True, slots=True)
class Band:
    """Tiles side by side; more than fit are on several rows of this height, against the other bands."""

    tiles: tuple[Tile, ...]
    tall: float = 1.0


@dataclass(frozen=True, slots=True)
class Setting:
    """An option and its value.

    Attributes:
        name: what it is.
        value: how it stands.
        does: what changes it, typed.
        chosen: it is the one that ok changes.
    """

    name: str
    value: str
    does: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Settings(Part):
    """Options, each to be touched, and below them what leads on."""

    settings: tuple[Setting, ...]
    leads: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Home(Part):
    """Bands of tiles, below each other."""

    bands: tuple[Band, ...]
