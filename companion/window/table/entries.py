"""Draws several of a kind, each on a plate, as large as there is room for (`Entries`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from companion.table.parts import Entries, Entry
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.fit import fitted, write_line
from companion.window.theme import SIZES, plate, rounded

_LETTERS = 0.6
"""Of an entry's height, its letters."""

_LARGEST = 1.6
"""The largest letters are so many times a headline's."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Entries in columns, so many in all: letter height, an entry's width and height, what it lacks (px)."""

    columns: int
    shown: int
    size: int
    width: int
    height: int
    lacks: int


def draw_entries(target: Surface, scale: Scale, rect: Rect, part: Entries) -> tuple[Spot[Typed], ...]:
    """Side by side or below each other, whichever is larger; what finds no room at the end is left out."""
    if not part.entries:
        return ()
    entries = part.entries
    grid = _best(scale, rect, entries)
    if grid.lacks or grid.shown < len(entries):  # whose they are the signs say, too
        entries = tuple(replace(one, text="") if one.told and one.seat else one for one in entries)
        grid = _best(scale, rect, entries)
    shown = entries[: grid.shown]
    gap = scale.gap // 2
    rows = -(-len(shown) // grid.columns)
    top = rect.centery - (rows * (grid.height + gap) - gap) // 2
    spots = []
    for number, entry in enumerate(shown):
        row, column = divmod(number, grid.columns)
        here = min(grid.columns, len(shown) - row * grid.columns)
        left = rect.centerx - (here * (grid.width + gap) - gap) // 2
        x, y = left + column * (grid.width + gap), top + row * (grid.height + gap)
        place = Rect(x, y, grid.width, grid.height)
        _draw_entry(target, scale, place, entry, grid.size)
        if entry.does:
            spots.append(Spot(place, Typed(entry.does)))
    return tuple(spots)


def _best(scale: Scale, rect: Rect, entries: Sequence[Entry]) -> _Grid:
    """The grid that cuts least, leaves out least and is largest."""
    grids = (_grid(scale, rect, entries, columns) for columns in range(1, len(entries) + 1))
    return max(grids, key=lambda one: (-one.lacks, one.shown, one.size, -one.columns))


def _grid(scale: Scale, rect: Rect, entries: Sequence[Entry], columns: int) -> _Grid:
    """As large as so many columns allow; letters that nobody could read mean fewer rows instead."""
    gap = scale.gap // 2
    most = max(1, (rect.height + gap) // (round(scale.least / _LETTERS) + gap))
    rows = min(-(-len(entries) // columns), most)
    tallest = round(scale.letters(SIZES.headline) * _LARGEST / _LETTERS)
    height = min((rect.height + gap) // rows - gap, tallest)
    room = (rect.width + gap) // columns - gap
    size = round(height * _LETTERS)
    size = min(fitted(scale, _said(entry), size, room - _aside(entry, height)) for entry in entries)
    least = min(scale.least, round(height * _LETTERS))
    size = max(size, least)
    height = min(height, round(size / _LETTERS))
    wide = max(scale.type.width(_said(entry), size) + _aside(entry, height) for entry in entries)
    shown = min(len(entries), rows * columns)
    return _Grid(columns, shown, size, min(room, wide), height, max(0, wide - room))


def _said(entry: Entry) -> str:
    return f"{entry.text}   {entry.told}" if entry.told else entry.text


def _aside(entry: Entry, height: int) -> int:
    """What a sign and the edges take of an entry's width (px)."""
    return height // 2 + (height if entry.seat is not None else 0)


def _draw_entry(target: Surface, scale: Scale, place: Rect, entry: Entry, size: int) -> None:
    palette, radius = scale.palette, min(scale.radius, place.height // 3)
    if entry.does:  # it can be touched: it looks like a button
        plate(target, palette.panel, palette.panel_rim, place, radius=radius, breadth=scale.rim)
    else:
        rounded(target, palette.panel, place, radius)
    inner = place.inflate(-(place.height // 2), 0)
    if entry.seat is not None:
        across = round(place.height * 0.8)
        centre = (inner.x + across // 2, place.centery)
        draw_sign(target, scale, centre, entry.seat, radius=across // 2, ground=palette.panel)
        inner = Rect(inner.x + place.height, inner.y, inner.width - place.height, inner.height)
    wide = min(inner.width, scale.type.width(entry.told, size) + 2) if entry.told else 0
    who = Rect(inner.x, inner.y, inner.width - wide - (scale.gap // 2 if wide else 0), inner.height)
    if entry.text:
        write_line(target, scale, who, entry.text, height=size, colour=palette.ink, left=True)
    told = Rect(inner.right - wide, inner.y, wide, inner.height)
    if wide:
        write_line(target, scale, told, entry.told, height=size, colour=palette.ink)
