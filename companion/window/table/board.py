"""A honeycomb board in pixels: where its fields and numbers are; bare, and with what lies on it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache, partial

import pygame
from pygame import Color, Rect, Surface

from companion.table import honeycomb
from companion.table.honeycomb import FIELDS, HEIGHT, POINTS, WIDTH, Honeycomb
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.fit import fitted
from companion.window.theme import SMOOTH, centred, enlarged, shrunk
from companion.window.type import Type

_MARGIN = 0.12
"""What is left around the board, in sides of a hexagon: half of its thickest line."""

_DISC = 0.48
"""Radius of a number's disc, in sides: discs of neighbours don't touch."""

_WRITTEN = 1.85
"""How wide a number may be on its disc, in radii."""

_GROOVE = 0.05
"""Half the breadth of the line between two fields, in sides."""

_SURE, _UNSURE = 0.6, 0.48
"""A token's radius, in sides of a hexagon: one that may go yet is smaller."""

_BARE = 0.2
"""Radius of a disc without its number."""

_POINTED = 1.2
"""How large the number spoken of is at least, against the others."""

_FREE = 0.5
"""How much of the accent's colour a field has where a token may be laid."""


@dataclass(frozen=True, slots=True)
class Comb:
    """A board in a place.

    Attributes:
        rect: the place; the board is as large as fits, in its middle.
    """

    rect: tuple[int, int, int, int]

    @classmethod
    def within(cls, rect: Rect) -> Comb:
        """The board that fits a place."""
        return cls((rect.x, rect.y, rect.width, rect.height))

    @property
    def side(self) -> float:
        """How long a side of a hexagon is (px)."""
        _, _, width, height = self.rect
        return min(width / (WIDTH + 2 * _MARGIN), height / (HEIGHT + 2 * _MARGIN))

    def at(self, place: tuple[float, float]) -> tuple[int, int]:
        """A place of the board in pixels."""
        x, y, width, height = self.rect
        return round(x + width / 2 + place[0] * self.side), round(y + height / 2 + place[1] * self.side)

    def field(self, name: str) -> tuple[int, int]:
        """The middle of a field (px)."""
        return self.at(honeycomb.centre(name))

    def point(self, index: int) -> tuple[int, int]:
        """Where a number stands (px); ``index`` as in `POINTS`."""
        return self.at(honeycomb.spot(POINTS[index]))


def draw_board(target: Surface, scale: Scale, rect: Rect, part: Honeycomb) -> list[Spot[Typed]]:
    """The board, as large as its place allows; numbers nobody would read there are bare discs.

    The number spoken of is always read: people look for it on their own board.
    """
    comb, palette = Comb.within(rect), scale.palette
    if comb.side < 4:
        return []
    read = round(comb.side * _DISC * _WRITTEN) >= scale.type.width("54", scale.least)
    draw_comb(target, scale, comb, counted=part.counted)
    for field in part.free:
        corners = [comb.at(corner) for corner in honeycomb.corners(field)]
        pygame.draw.polygon(target, palette.sunk.lerp(palette.accent, _FREE), corners)
        pygame.draw.polygon(target, palette.accent, corners, max(2, round(comb.side * 0.14)))
    for token in part.tokens:
        radius = max(4, round(comb.side * (_SURE if token.sure else _UNSURE)))
        ground = palette.shade if token.field in part.counted else palette.sunk
        draw_sign(target, scale, comb.field(token.field), token.seat, radius=radius, ground=ground)
    draw = partial(draw_number, target, scale, comb)
    bare = _DISC if read else _BARE
    for index, number in enumerate(part.numbers):
        if number != part.number:
            text, face = (str(number), palette.card) if read else ("", palette.faint)
            draw(index, text, face=face, ink=palette.card_ink, large=bare / _DISC)
    if part.number in part.numbers:
        index, text = part.numbers.index(part.number), str(part.number)
        face, ink, rim = palette.accent, palette.accent_ink, palette.accent.lerp(palette.ink, 0.3)
        wide = scale.type.width(text, scale.least) * 0.8 / (comb.side * _DISC)
        draw(index, text, face=face, ink=ink, rim=rim, large=max(_POINTED, wide))
    hit = round(comb.side * 1.6)
    fields = zip(part.free, part.does, strict=False)
    return [Spot(Rect(0, 0, hit, hit).move_to(center=comb.field(f)), Typed(does)) for f, does in fields]


def draw_comb(target: Surface, scale: Scale, comb: Comb, counted: Collection[str] = ()) -> None:
    """The bare board; fields that count are lighter, and a thick line runs around each group of them."""
    palette = scale.palette
    colours = tuple(map(int, (palette.sunk, palette.panel_rim, palette.shade, palette.accent)))
    _, _, width, height = comb.rect
    target.blit(_bare((width, height), frozenset(counted), colours), comb.rect[:2])


@lru_cache(maxsize=6)
def _bare(size: tuple[int, int], counted: frozenset[str], colours: tuple[int, ...]) -> Surface:
    face, groove, special, line = map(Color, colours)
    smooth = SMOOTH if max(size) < 800 else 2
    large = Surface((size[0] * smooth, size[1] * smooth), pygame.SRCALPHA)
    large.fill((groove.r, groove.g, groove.b, 0))
    comb = Comb((0, 0, *large.size))
    for name in FIELDS:
        corners = [comb.at(corner) for corner in honeycomb.corners(name)]
        pygame.draw.polygon(large, special if name in counted else face, corners)
    for name in FIELDS:
        corners = [comb.at(corner) for corner in honeycomb.corners(name)]
        _path(large, groove, [*corners, corners[0]], comb.side * _GROOVE)
    for name in counted:
        for start, end, behind in honeycomb.sides(name):
            if behind not in counted:
                _path(large, line, [comb.at(start), comb.at(end)], comb.side * _MARGIN)
    return pygame.transform.smoothscale(large, size)


def _path(target: Surface, colour: Color, points: list[tuple[int, int]], half: float) -> None:
    """A thick line with round joints."""
    pygame.draw.lines(target, colour, False, points, max(1, round(2 * half)))
    for point in points:
        pygame.draw.circle(target, colour, point, half)


def draw_number(
    target: Surface,
    scale: Scale,
    comb: Comb,
    index: int,
    text: str,
    *,
    face: Color,
    ink: Color,
    rim: Color | None = None,
    large: float = 1.0,
) -> None:
    """A number on its disc at a point, so large against others; without a colour for it there is no rim."""
    radius = max(3, round(comb.side * _DISC * large))
    size = fitted(scale, text, round(radius * 2.2), round(radius * _WRITTEN)) if text else 0
    colours = int(face), int(ink), int(face if rim is None else rim)
    centred(target, _disc(scale.type, radius, text, size, colours), comb.point(index))


@lru_cache(maxsize=512)
def _disc(type_: Type, radius: int, text: str, size: int, colours: tuple[int, int, int]) -> Surface:
    """A number's disc; ``colours``: its face, ink and rim, which is the face's where there is none."""
    face, ink, rim = map(Color, colours)
    large = enlarged((2 * radius, 2 * radius), rim)
    middle = large.get_rect().center
    pygame.draw.circle(large, rim, middle, large.width // 2)
    if rim != face:
        pygame.draw.circle(large, face, middle, large.width / 2 * 0.82)
    disc = shrunk(large)
    if text:
        centred(disc, type_.ink(text, size, ink), disc.get_rect().center)
    return disc
