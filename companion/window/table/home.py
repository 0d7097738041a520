"""Draws tiles (`companion.table.home`): a picture, a name, a line about it; each is a button."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Color, Rect, Surface

from companion.table.home import Band, Home, Tile
from companion.window.scale import Scale, finger
from companion.window.table.button import Spot, Tone, draw_face, share_out
from companion.window.table.choice_row import Typed
from companion.window.table.fit import Line, flowed, write_lines
from companion.window.table.picture import draw_picture
from companion.window.theme import SIZES, WHITE, rounded

_LEAST_WIDE = 5.2
"""How wide a tile is at least, in heights of the smallest letters."""

_STACKED_FROM = 0.5
"""A tile at least so high for its width has its words below its picture, a flatter one beside it"""

_TITLE, _ALONE = 0.5, 0.66
"""Of the height of its place, how high a name's letters are at most, with a line below it and without."""

_WORDS, _MOST_WORDS = 0.3, 0.6
"""Of a tile's height, how much its words have below its picture, at least and at most."""

_LEADING = 0.92
"""From line to line, in letter heights."""

_WIDEST = 7.0
"""A tile is no wider than so many of its heights."""


def draw_home(target: Surface, scale: Scale, rect: Rect, part: Home) -> tuple[Spot[Typed], ...]:
    """All tiles, as large as they can be; returns what each of them does."""
    spots = []
    for tiles, place in _rows(scale, rect, part.bands):
        wide = min(place.width, round(len(tiles) * place.height * _WIDEST))
        row = Rect(place.centerx - wide // 2, place.y, wide, place.height)
        places = share_out(row, [one.broad for one in tiles], scale.gap)
        most = min(_laid(scale, *one)[2][0].size for one in zip(places, tiles, strict=True))
        for tile, where in zip(tiles, places, strict=True):
            _draw_tile(target, scale, where, tile, most)
            if tile.does:
                spots.append(Spot(where, Typed(tile.does)))
    return tuple(spots)


def _rows(scale: Scale, rect: Rect, bands: Sequence[Band]) -> Iterator[tuple[Sequence[Tile], Rect]]:
    """Rows of tiles and their places; where not all fit, those around the one the knob stands on."""
    across = max(1, int((rect.width + scale.gap) / (scale.least * _LEAST_WIDE + scale.gap)))
    rows = [(tiles, band.tall) for band in bands for tiles in _in_rows(band.tiles, across)]
    fit = max(1, (rect.height + scale.gap) // (finger(scale.unit) + scale.gap))
    if len(rows) > fit:
        stands = next((n for n, (tiles, _) in enumerate(rows) if any(tile.chosen for tile in tiles)), 0)
        first = min(max(stands - fit // 2, 0), len(rows) - fit)
        rows = rows[first : first + fit]
    room = rect.height - scale.gap * (len(rows) - 1)
    least = min(finger(scale.unit), room // max(1, len(rows)))
    spare, whole, y = room - least * len(rows), sum(tall for _, tall in rows), rect.y
    flat = min(tall for _, tall in rows) * len(rows) if rows else 0
    for tiles, tall in rows:
        share = (tall - flat / len(rows)) / (whole - flat) if whole > flat else 1 / len(rows)
        high = least + int(spare * share)
        yield tiles, Rect(rect.x, y, rect.width, high)
        y += high + scale.gap


def _in_rows(tiles: Sequence[Tile], across: int) -> Iterator[Sequence[Tile]]:
    """Tiles on as few rows as hold them, about as many on each."""
    rows = -(-len(tiles) // across)
    for row in range(rows):
        yield tiles[row * len(tiles) // rows : (row + 1) * len(tiles) // rows]


def _draw_tile(target: Surface, scale: Scale, rect: Rect, tile: Tile, most: int) -> None:
    tone = Tone.MARKED if tile.chosen else Tone.CALL if tile.calls else Tone.PLAIN if tile.does else Tone.OFF
    ink = draw_face(target, scale, rect, tone)
    ink = ink if tile.does else scale.palette.faint
    place, words, lines = _laid(scale, rect, tile, ink, most)
    if tile.picture is not None:
        draw_picture(target, scale, place, tile.picture)
    tall = sum(round(line.size * _LEADING) for line in lines)
    top = words.centery - tall / 2
    if tile.mark:
        band = Rect(0, 0, min(words.width, _wide(scale, lines[-1]) + scale.pad), lines[-1].size)
        band.midbottom = words.centerx, round(top + tall)
        rounded(target, scale.palette.accent, band, band.height // 2)
    write_lines(target, scale, words, lines, top=top, leading=_LEADING)


def _laid(
    scale: Scale, rect: Rect, tile: Tile, ink: Color = WHITE, most: int = 0
) -> tuple[Rect, Rect, list[Line]]:
    """The places of picture and words, and the words, as large as they can be, or at most so high (px)."""
    pad = min(scale.pad, rect.height // 8)
    inner = rect.inflate(-2 * pad, -2 * pad)
    for place, words in _ways(scale, inner, pad, tile):  # noqa: B007 - the last that was tried is taken
        lines, fits = _set_words(scale, words, tile, ink, most)
        if fits:
            break
    return place, words, lines


def _ways(scale: Scale, inner: Rect, pad: int, tile: Tile) -> Iterator[tuple[Rect, Rect]]:
    """Places of the picture and the words, the best first: below each other, side by side; words alone."""
    if tile.picture is not None:
        across = min(inner.height, inner.width * 2 // 5)
        x = inner.x + across + pad
        beside = (
            Rect(inner.x, inner.y, across, inner.height),
            Rect(x, inner.y, inner.right - x, inner.height),
        )
        if inner.height < _STACKED_FROM * inner.width:
            yield beside
        most = round(inner.height * _MOST_WORDS)
        least = max(_words_height(scale, tile), round(inner.height * _WORDS))
        for low in (min(least, most), most):
            high = inner.height - low
            yield (
                Rect(inner.x, inner.y, inner.width, high),
                Rect(inner.x, inner.y + high, inner.width, low),
            )
        yield beside
    yield Rect(inner.topleft, (0, 0)), inner


def _words_height(scale: Scale, tile: Tile) -> int:
    lines = scale.letters(SIZES.name) + (scale.least if tile.note or tile.mark else 0)
    return round(lines * (_LEADING + 0.08))


def _set_words(scale: Scale, rect: Rect, tile: Tile, ink: Color, most: int) -> tuple[list[Line], bool]:
    """The name, then its mark or the line about it, as large as both can be, and whether they fit."""
    note, shade = (tile.mark, scale.palette.accent_ink) if tile.mark else (tile.note, ink)
    small, share = scale.least, _TITLE if note else _ALONE
    most = most or max(
        small, scale.letters(SIZES.name), min(scale.letters(SIZES.headline), round(rect.height * share))
    )
    high = most
    while True:
        low = max(small, round(high * 0.72))
        lines = [*_lines(scale, tile.title, high, rect, ink), *_lines(scale, note, low, rect, shade)]
        fits = sum(round(line.size * _LEADING) for line in lines) <= rect.height
        fits = fits and all(_wide(scale, line) <= rect.width for line in lines)
        if fits or high == small:
            return lines, fits
        high = max(small, high - max(1, most // 20))


def _lines(scale: Scale, text: str, size: int, rect: Rect, ink: Color) -> list[Line]:
    return (
        [Line(line, size, ink) for line in flowed(scale, text.split(" "), size, rect.width)] if text else []
    )


def _wide(scale: Scale, line: Line) -> int:
    return scale.type.width(line.text, line.size)
