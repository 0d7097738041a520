"""One card: paper with a rim, a large figure on its colour, or its back; with its shadow."""

from __future__ import annotations

import pygame
from pygame import Color, Rect, Surface

from companion.table.cards import Badge, CardFace
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.fit import fitted
from companion.window.table.sign import draw_sign, ink_on
from companion.window.table.symbols import CROSS, REVERSE, heart, smooth
from companion.window.theme import CARDS, SMOOTH

TALL = 1.4
"""A card's height for its width."""

TWICE = "×2"


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
    soft = theme.shadows(size, [place], margin // 2)
    soft.set_alpha(170)
    return soft


def _field(scale: Scale, face: CardFace) -> Color:
    if face.down:
        return scale.palette.card_back
    return CARDS[face.hue] if face.badge is None else scale.palette.accent


def _paper(scale: Scale, size: tuple[int, int], field: Color) -> Surface:
    """The paper, and the coloured field on it."""
    width, height = size[0] * SMOOTH, size[1] * SMOOTH
    big, rim = Surface((width, height), pygame.SRCALPHA), max(SMOOTH, width // 40)
    big.fill((*scale.palette.card_rim[:3], 0))
    whole = big.get_rect()
    for colour, inset in ((scale.palette.card_rim, 0), (scale.palette.card, rim), (field, width // 14)):
        inner = whole.inflate(-2 * inset, -2 * inset)
        pygame.draw.rect(big, colour, inner, border_radius=max(1, width // 9 - inset // 2))
    return pygame.transform.smoothscale(big, size)


def _hearts(target: Surface, scale: Scale, place: Rect) -> None:
    """A large heart, and one in each of two corners: they are seen when cards overlap."""
    small = smooth(scale.palette.card, [heart()], max(2, place.width // 11))
    for side in (-1, 1):
        at = (
            place.centerx + side * round(place.width * 0.30),
            place.centery + side * round(place.height * 0.36),
        )
        theme.centred(target, small, at)
    theme.centred(target, smooth(scale.palette.card, [heart()], max(4, place.width // 4)), place.center)


def _badge(target: Surface, scale: Scale, badge: Badge, place: Rect) -> None:
    ink = scale.palette.accent_ink
    match badge:
        case Badge.REVERSE:
            theme.centred(target, smooth(ink, REVERSE, round(place.width * 0.34)), place.center)
        case Badge.REMOVE:
            theme.centred(target, smooth(ink, [CROSS], round(place.width * 0.28)), place.center)
        case Badge.TWICE:
            _figure(target, scale, TWICE, ink, place)


def _face(target: Surface, scale: Scale, face: CardFace, place: Rect) -> None:
    """The figure, a word below it if there is one; or whose it is."""
    ground = CARDS[face.hue]
    ink = ink_on(ground)
    if face.seat is not None:
        radius = round(place.width * 0.3)
        draw_sign(target, scale=scale, centre=place.center, radius=radius, seat=face.seat, ground=ground)
        return
    if not face.note:
        _figure(target, scale, face.figure, ink, place)
        return
    foot = Rect(place.x, place.bottom - place.height // 3, place.width, place.height // 4)
    _figure(target, scale, face.figure, ink, Rect(place.x, place.y, place.width, place.height * 3 // 4))
    size = fitted(scale, face.note, foot.height, round(foot.width * 0.78))
    theme.centred(target, scale.type.ink(face.note, size, ink), foot.center)


def _figure(target: Surface, scale: Scale, figure: str, ink: Color, place: Rect) -> None:
    """As large as the place allows."""
    size = fitted(scale, figure, place.height, round(place.width * 0.7))
    theme.centred(target, scale.type.ink(figure, size, ink), place.center)
