"""Places that fill: an outline for each, cards with their seats' signs that fall onto them."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Color, Rect, Surface

from companion.table.card_parts import DOWN, Places
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.rows import in_rows
from companion.window.theme import SMOOTH, SPACE, enlarged, plate, shrunk

_BETWEEN = (0.2, 0.2)
"""Between places, across and down, in widths of one."""

_NEARER = 0.2
"""A card that falls is larger by this share at first: it is seen from above. It reaches no other place."""

_PLACE_TALL = 1.35
"""A place's height to its width."""

_WIDEST = 130
"""A place's width in a window of 1280 x 720 (px)."""


def draw_places(target: Surface, scale: Scale, rect: Rect, part: Places) -> list[Spot[Typed]]:
    """Every place; the first free one is marked while cards may be laid."""
    spots = in_rows(rect, part.count, gap=_BETWEEN, tall=_PLACE_TALL, widest=scale.px(_WIDEST))
    laid = len(part.laid)
    for number, spot in enumerate(spots):
        target.blit(_outline(scale, spot.size, marked=part.open and number == laid), spot)
    for number, (seat, spot) in enumerate(zip(part.laid, spots, strict=False)):
        falls = part.moving and number >= laid - part.fresh and not scale.still
        left = (1 - part.fallen / DOWN) ** 2 if falls else 0.0
        card = spot.scale_by(1 + left * _NEARER)
        body = _card(card.size, int(scale.palette.card), int(scale.palette.card_rim), scale.radius)
        target.blit(body, card)
        radius = round(card.width * 0.36)
        draw_sign(target, scale, card.center, seat, radius=radius, ground=scale.palette.card)
    return [Spot(spot, Typed(does)) for spot, does in zip(spots, part.does, strict=False)]


def _outline(scale: Scale, size: tuple[int, int], *, marked: bool) -> Surface:
    palette = scale.palette
    rim, ground = (palette.accent, palette.panel) if marked else (palette.panel_rim, palette.sunk)
    arrow = int(palette.ink) if marked else None
    return _empty(size, int(ground), int(rim), scale.px(SPACE.rim * (2.5 if marked else 1)), arrow)


@lru_cache(maxsize=16)
def _empty(size: tuple[int, int], ground: int, rim: int, breadth: int, arrow: int | None) -> Surface:
    """A place without a card; the marked one has an arrow of a colour that points into it."""
    large, colour = enlarged(size), Color(rim)
    radius, breadth = large.width // 8, breadth * SMOOTH
    pygame.draw.rect(large, colour, large.get_rect(), border_radius=radius)
    inner = large.get_rect().inflate(-2 * breadth, -2 * breadth)
    pygame.draw.rect(large, Color(ground), inner, border_radius=max(1, radius - breadth))
    if arrow is not None:
        unit, (x, y) = large.width / 10, large.get_rect().center
        stem = Rect(x - unit * 0.7, y - 2.6 * unit, 1.4 * unit, 2.8 * unit)
        pygame.draw.rect(large, Color(arrow), stem, border_radius=round(unit * 0.4))
        head = [(x - 2.2 * unit, y), (x + 2.2 * unit, y), (x, y + 2.6 * unit)]
        pygame.draw.polygon(large, Color(arrow), head)
    return shrunk(large)


@lru_cache(maxsize=8)
def _card(size: tuple[int, int], face: int, rim: int, radius: int) -> Surface:
    card = Surface(size, pygame.SRCALPHA)
    plate(card, Color(face), Color(rim), card.get_rect(), radius=min(radius, size[0] // 8), breadth=2)
    return card
