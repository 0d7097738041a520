"""Draws who says to have what, line by line (`companion.table.card_parts`)."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from companion.table.parts import Claim, Claims, Standing
from companion.window.scale import Scale
from companion.window.sign import draw_judged, draw_sign
from companion.window.table.fit import fitted, write_line
from companion.window.theme import SIZES, plate

_TALLEST_LINE = 84
"""A line's height in a window of 1280 x 720 (px): a list of one needn't fill the table."""


def draw_claims(target: Surface, scale: Scale, rect: Rect, part: Claims) -> None:
    """The list, from the top."""
    if not part.claims:
        return
    gap = max(2, scale.gap // 3)
    height = min((rect.height + gap) // len(part.claims) - gap, scale.px(_TALLEST_LINE))
    if height < 8:
        return
    whole = len(part.claims) * (height + gap) - gap
    top = rect.y + (rect.height - whole) // 2
    for line, claim in enumerate(part.claims):
        place = Rect(rect.x + gap, top + line * (height + gap), rect.width - 2 * gap, height)
        _line(target, scale, place, claim)


def _line(target: Surface, scale: Scale, place: Rect, claim: Claim) -> None:
    """A seat's sign, its number, how it came in; a mark once it is judged."""
    palette, pad = scale.palette, max(2, place.height // 8)
    asked, gone = claim.standing is Standing.ASKED, claim.standing is Standing.WITHDRAWN
    face = palette.accent if asked else palette.panel
    ink = palette.accent_ink if asked else palette.faint if gone else palette.ink
    rim = palette.accent if asked else palette.panel_rim
    plate(target, face, rim, place, radius=min(scale.radius, place.height // 3), breadth=scale.rim)
    radius = min(place.height // 2 - pad, place.width // 7)
    draw_sign(target, scale, (place.x + pad + radius, place.centery), claim.seat, radius=radius, ground=face)
    left = place.x + 2 * pad + 2 * radius
    right = place.right - pad
    if claim.standing in {Standing.RIGHT, Standing.WRONG}:
        right -= 2 * radius
        good = claim.standing is Standing.RIGHT
        draw_judged(target, scale, (right + radius, place.centery), radius * 0.8, right=good)
    words = Rect(left, place.y, max(0, right - left), place.height)
    if claim.note:
        words.height = round(place.height * 0.66)
        note = Rect(left, words.bottom - pad // 2, words.width, place.bottom - words.bottom - pad // 2)
        height = min(scale.px(SIZES.note), round(note.height * 1.3))
        faint = ink if asked else palette.faint
        write_line(target, scale, note, claim.note, height=height, colour=faint, left=True)
    size = fitted(scale, claim.what, round(words.height * 1.15), words.width)
    number = scale.type.ink(claim.what, size, ink)
    at = number.get_rect(midleft=(words.x, words.centery))
    target.blit(number, at)
    if gone:
        pygame.draw.line(target, palette.bad, (left, at.centery), (at.right, at.centery), scale.px(3))
