"""One card: paper with a rim, a large figure on its colour, or its back; with its shadow."""

from __future__ import annotations

import pygame
from pygame import Color, Rect, Surface

from companion.table.card_parts import Badge, CardFace
from companion.window.scale import Scale
from companion.window.sign import draw_sign, ink_on
from companion.window.symbols import CROSS, HEART, REVERSE, smooth
from companion.window.table.fit import write_figure
from companion.window.theme import CARDS, SMOOTH, centred, enlarged, shadows, shrunk

TALL = 1.4
"""A card's height for its width."""

_TWICE = "×2"

_BROAD = 0.7
"""A figure's share of a card's width, if it is as tall as the card allows."""

_CORNER = 0.26
"""The height of a corner's figure, in widths of the card; smaller than anybody reads there is none."""


def height_of(width: int) -> int:
    """How tall a card of a width is (px)."""
    return round(width * TALL)


def shade_of(width: int) -> int:
    """How far a card's shadow reaches around it (px)."""
    return max(2, width // 10)


def card(scale: Scale, face: CardFace, width: int, *, shaded: bool = True) -> Surface:
    """A card, with its shadow or none, and `shade_of` its width of room for that on every side."""
    margin, size = shade_of(width), (width, height_of(width))
    place = Rect((margin, margin), size)
    drawn = Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    if shaded:
        drawn.blit(shadow(drawn.size, place, margin), (0, 0))
    drawn.blit(_paper(scale, size, _field(scale, face)), place)
    if face.down:
        _hearts(drawn, scale, place)
    elif face.badge is not None:
        _badge(drawn, scale, face.badge, place)
    else:
        _face(drawn, scale, face, place)
    return drawn


def shadow(size: tuple[int, int], place: Rect, margin: int) -> Surface:
    """The soft shadow of something lying in ``place``: it has faded out ``margin`` px away."""
    soft = shadows(size, [place], margin // 2)
    soft.set_alpha(170)
    return soft


def _field(scale: Scale, face: CardFace) -> Color:
    if face.down:
        return scale.palette.card_back
    return CARDS[face.hue] if face.badge is None else scale.palette.accent


def _paper(scale: Scale, size: tuple[int, int], field: Color) -> Surface:
    """The paper, and the coloured field on it."""
    palette = scale.palette
    big = enlarged(size, palette.card_rim)
    width, rim = big.width, max(SMOOTH, big.width // 40)
    for colour, inset in ((palette.card_rim, 0), (palette.card, rim), (field, width // 14)):
        inner = big.get_rect().inflate(-2 * inset, -2 * inset)
        pygame.draw.rect(big, colour, inner, border_radius=max(1, width // 9 - inset // 2))
    return shrunk(big)


def _hearts(target: Surface, scale: Scale, place: Rect) -> None:
    """A large heart, and one in each of two corners: they are seen when cards overlap."""
    small = smooth(scale.palette.card, [HEART], max(2, place.width // 11))
    for side in (-1, 1):
        across, down = side * round(place.width * 0.30), side * round(place.height * 0.36)
        centred(target, small, (place.centerx + across, place.centery + down))
    centred(target, smooth(scale.palette.card, [HEART], max(4, place.width // 4)), place.center)


def _badge(target: Surface, scale: Scale, badge: Badge, place: Rect) -> None:
    ink = scale.palette.accent_ink
    match badge:
        case Badge.REVERSE:
            centred(target, smooth(ink, REVERSE, round(place.width * 0.34)), place.center)
        case Badge.REMOVE:
            centred(target, smooth(ink, [CROSS], round(place.width * 0.28)), place.center)
        case Badge.TWICE:
            write_figure(target, scale, place, _TWICE, share=_BROAD, colour=ink)


def _face(target: Surface, scale: Scale, face: CardFace, place: Rect) -> None:
    """The figure, a word below it if there is one; or whose it is."""
    ground = CARDS[face.hue]
    ink = ink_on(ground)
    if face.seat is not None:
        radius = round(place.width * 0.3)
        draw_sign(target, scale, place.center, face.seat, radius=radius, ground=ground)
        return
    above = Rect(place)
    if face.note:
        above.height = place.height * 3 // 4
        foot = Rect(place.x, place.bottom - place.height // 3, place.width, place.height // 4)
        write_figure(target, scale, foot, face.note, share=0.78, colour=ink)
    small = round(place.width * _CORNER)
    cornered = face.figure.isdigit() and small >= scale.least
    if cornered:
        _corners(target, scale.type.ink(face.figure, small, ink, strong=True), place, both=not face.note)
    write_figure(target, scale, above, face.figure, share=0.54 if cornered else _BROAD, colour=ink)


def _corners(target: Surface, figure: Surface, place: Rect, *, both: bool) -> None:
    """The figure at the top left, as hands hold cards; ``both``: at the bottom right, too.

    None stands upside down: a 6 would be a 9.
    """
    inset, down = round(place.width * 0.13), round(place.height * 0.37)
    target.blit(figure, figure.get_rect(midleft=(place.x + inset, place.centery - down)))
    if both:
        target.blit(figure, figure.get_rect(midright=(place.right - inset, place.centery + down)))
