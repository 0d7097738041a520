"""Pictures of dice that lie: pips, numbers in the shape of their die, Kezao's colours with and without."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

import pygame
from pygame import Color, Rect, Surface

from companion.table.parts import Die
from companion.table.picture import PIPS
from companion.window.coloured_die import coloured_die
from companion.window.scale import Scale
from companion.window.table.fit import fitted
from companion.window.theme import SMOOTH, WHITE, centred, enlarged, shrunk

CORNERS: Mapping[int, int] = {4: 3, 8: 4, 10: 4, 12: 10, 20: 6, 100: 12}
"""How many corners the outline of a die has that lies on one of its sides; any other is drawn square."""

_PIPPED = {str(number) for number in PIPS}

_INKED = 0.5
"""What a number may take of the width of a die that isn't square."""

_PALE = 0.3
"""How much of its paper is mixed into what a die shows that hasn't been thrown."""

UNTOLD = "?"
"""What a die shows that hasn't been thrown."""


def picture(scale: Scale, die: Die, side: int) -> Surface:
    """A die's picture, ``side`` px wide and high."""
    face, palette = die.face, scale.palette
    if face.colour or face.crossed:
        shade = Color(face.colour) if face.colour else palette.faint
        colours = int(shade), int(palette.sunk)
        return coloured_die(scale.type, face.text, side, *colours, crossed=face.crossed)
    paper, rim, ink = palette.card, palette.card_rim, palette.card_ink
    if die.dropped:
        paper, rim, ink = palette.sunk, palette.faint, palette.ink
    body = _body(side, CORNERS.get(die.sides, 0), int(paper), int(rim))
    drawn = Surface(body.get_size(), pygame.SRCALPHA)
    drawn.blit(body, (0, 0))
    if die.sides == 6 and face.text in _PIPPED:
        drawn.blit(_pips(face.text, side, int(ink)), (0, 0))
    elif face.text:
        room = round(side * (_INKED if die.sides in CORNERS else 0.8))
        tall = round(side * (0.55 if die.sides in CORNERS else 0.9))
        height = fitted(scale, face.text, tall, room, strong=True)
        ink = ink.lerp(paper, _PALE) if face.text == UNTOLD else ink
        low = round(side * 0.09) if die.sides == 4 else 0
        centred(drawn, scale.type.ink(face.text, height, ink, strong=True), (side // 2, side // 2 + low))
    return drawn


@lru_cache(maxsize=32)
def _body(side: int, corners: int, body: int, rim: int) -> Surface:
    """A blank die: square with round corners, or with that many corners."""
    large = enlarged((side, side))
    breadth = max(SMOOTH, large.width // 36)
    light, edge = Color(body), Color(rim)
    dark = light.lerp(edge, 0.35)
    if not corners:
        for inset, colour in ((0, edge), (breadth, dark), (3 * breadth, light)):
            place = large.get_rect().inflate(-2 * inset, -2 * inset)
            pygame.draw.rect(large, colour, place, border_radius=place.width // 5)
        return shrunk(large)
    outer, inner = _polygon(large, corners, 1.0), _polygon(large, corners, 0.62)
    pygame.draw.polygon(large, dark, outer)
    pygame.draw.polygon(large, light, inner)
    for one, other in zip(outer, inner, strict=True):
        pygame.draw.line(large, edge, one, other, breadth)
    pygame.draw.lines(large, edge, True, inner, breadth)
    pygame.draw.lines(large, edge, True, _polygon(large, corners, 0.985), breadth)
    return shrunk(large)


def _polygon(target: Surface, corners: int, size: float) -> list[tuple[float, float]]:
    """Corners evenly round the middle, the first on top; a triangle is lowered: its middle is there."""
    half = target.width / 2
    low = target.width * 0.09 if corners == 3 else 0
    turns = (2 * pi * corner / corners for corner in range(corners))
    return [(half + half * size * sin(turn), half + low - half * size * cos(turn)) for turn in turns]


@lru_cache(maxsize=32)
def _pips(text: str, side: int, ink: int) -> Surface:
    large = enlarged((side, side))
    radius, dark = large.width * 0.095, Color(ink)
    for column, row in PIPS[int(text)]:
        x, y = large.width * (2 + column) / 4, large.height * (2 + row) / 4
        pygame.draw.circle(large, dark, (x, y), radius)
        pygame.draw.circle(large, dark.lerp(WHITE, 0.12), (x, y + radius * 0.16), radius * 0.8)
    return shrunk(large)


@lru_cache(maxsize=32)
def padlock(side: int, ink: int, ground: int) -> Surface:
    """The sign on a die that is kept."""
    large = enlarged((side, side))
    unit = large.width / 10
    pygame.draw.circle(large, Color(ground), large.get_rect().center, large.width / 2)
    bow = Rect(0, 0, 3.6 * unit, 5 * unit).move_to(midtop=(5 * unit, 1.6 * unit))
    pygame.draw.rect(large, Color(ink), bow, round(0.8 * unit), border_radius=round(1.8 * unit))
    body = Rect(0, 0, 5 * unit, 3.6 * unit).move_to(midtop=(5 * unit, 4.5 * unit))
    pygame.draw.rect(large, Color(ink), body, border_radius=round(0.6 * unit))
    return shrunk(large)


@lru_cache(maxsize=32)
def crossed_out(side: int, ink: int, ground: int) -> Surface:
    """The sign on a die that doesn't count."""
    large = enlarged((side, side), Color(ground))
    pygame.draw.circle(large, Color(ground), large.get_rect().center, large.width / 2)
    near, far = large.width * 0.32, large.width * 0.68
    for one, other in (((near, near), (far, far)), ((near, far), (far, near))):
        pygame.draw.line(large, Color(ink), one, other, large.width // 7)
    return shrunk(large)
