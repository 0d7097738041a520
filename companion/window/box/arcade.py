"""The round things of the box: arcade buttons and the host's knob, drawn large and shrunk until smooth."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Color, Surface, Vector2

from companion.window.sign import draw_plain_sign
from companion.window.theme import BLACK, BOX, SMOOTH, WHITE, centred, seat_colours, shrunk
from companion.window.type import Type
from firmware.events import Seat

STEP_DEGREES = 15
"""How far the drawn knob turns for one step: 24 steps a turn, as common encoders have."""


def _circle(target: Surface, colour: Color, centre: Vector2, radius: float) -> None:
    pygame.draw.circle(target, colour, centre, radius)


def _ball(target: Surface, edge: Color, middle: Color, centre: Vector2, radius: float) -> None:
    """A disc shaded from its edge to its middle, as if lit from above."""
    steps = 14
    for i in range(steps + 1):
        share = i / steps
        up = Vector2(0, -radius * 0.10 * share)
        _circle(target, edge.lerp(middle, share), centre + up, radius * (1 - 0.28 * share))


@lru_cache(maxsize=64)
def button(type_: Type, seat: Seat, size: int, halo: int, *, playing: bool, lit: bool, down: bool) -> Surface:
    """One arcade button on its puck's ground.

    Args:
        type_: the letters.
        seat: whose button it is.
        size: the button's diameter, pixels.
        halo: how far the lamp's light reaches beyond the button, pixels.
        playing: whether the seat is in the game.
        lit: whether its lamp is on.
        down: whether it is pressed.

    Returns:
        A square surface, ``size + 2 * halo`` across, the button in its middle.
    """
    colours = seat_colours(seat, playing=playing)
    across = (size + 2 * halo) * SMOOTH
    big = Surface((across, across))
    big.fill(colours.body)
    centre, radius = Vector2(across / 2), size * SMOOTH / 2
    face = colours.lit if lit else colours.plunger
    for share in (i / 11 for i in range(12 if lit else 0)):
        glow = colours.body.lerp(colours.lit, share * share * 0.7)
        _circle(big, glow, centre, radius + halo * SMOOTH * (1 - share))
    _circle(big, face.lerp(WHITE, 0.35) if lit else colours.body.lerp(BLACK, 0.62), centre, radius)
    _circle(big, face.lerp(BLACK, 0.45), centre, radius * (0.93 if lit else 0.95))
    _circle(big, face.lerp(BLACK, 0.72), centre, radius * 0.82)
    top, plunger = centre + Vector2(0, radius * 0.02), radius * 0.72
    if not down:
        _circle(big, face.lerp(BLACK, 0.5), centre + Vector2(0, radius * 0.03), radius * 0.8)
        top, plunger = centre + Vector2(0, -radius * 0.045), radius * 0.79
    edge = face.lerp(BLACK, 0.4 if down else 0.12)
    if lit:
        middle = face.lerp(WHITE, 0.1 if down else 0.3)
    else:
        middle = face.lerp(BLACK, 0.28) if down else face.lerp(WHITE, 0.06)
    _ball(big, edge, middle, top, plunger)
    draw_plain_sign(big, type_, seat, centre=top, radius=plunger * 0.68, ink=colours.ink, ground=middle)
    return shrunk(big)


def knob(type_: Type, size: tuple[int, int], dial: int, turned: int, *, down: bool) -> Surface:
    """The host's knob with its marks, and an arrow on each side.

    Args:
        type_: the letters.
        size: the whole place, pixels across and down.
        dial: the knob's diameter with its marks, pixels.
        turned: steps turned so far, clockwise positive.
        down: whether it is pressed.
    """
    big = Surface((size[0] * SMOOTH, size[1] * SMOOTH))
    big.fill(BOX.body)
    centre, radius = Vector2(big.width / 2, big.height / 2), dial * SMOOTH / 2
    for step in range(24):
        way = Vector2(0, -1).rotate(step * STEP_DEGREES)
        long, ink = (0.87, BOX.faint) if step % 6 == 0 else (0.91, BOX.body_rim)
        ends = centre + way * radius * long, centre + way * radius * 0.99
        pygame.draw.line(big, ink, *ends, max(2, int(radius * 0.03)))
    _circle(big, BOX.knob_skirt, centre + Vector2(0, radius * 0.03), radius * 0.82)
    ridge = BOX.body_rim.lerp(BOX.knob_skirt, 0.35)
    for step in range(36):  # the grip
        way = Vector2(0, -1).rotate(step * 10 + turned * STEP_DEGREES)
        _circle(big, ridge, centre + way * radius * 0.75, radius * 0.04)
    cap = radius * (0.64 if down else 0.68)
    _ball(big, BOX.knob_cap_edge, BOX.knob_cap.lerp(BLACK, 0.12 if down else 0), centre, cap)
    pointer = Vector2(0, -1).rotate(turned * STEP_DEGREES)
    ends = centre + pointer * cap * 0.62, centre + pointer * cap * 0.95
    pygame.draw.line(big, BOX.knob_ink, *ends, max(3, int(radius * 0.08)))
    ok = type_.ink("OK", round(radius * 0.5), BOX.knob_ink)
    centred(big, ok, (round(centre.x), round(centre.y)))
    side = min((big.width / 2 - radius) * 0.62, radius * 0.42)
    middle = radius + (big.width / 2 - radius) / 2
    for side_of in (-1, 1):
        tip = centre + Vector2(side_of * (min(middle, radius * 1.35) + side / 2), 0)
        back, rise = Vector2(-side_of * side, 0), Vector2(0, side * 1.05)  # an arrow head, away from the knob
        pygame.draw.polygon(big, BOX.faint, [tip, tip + back - rise, tip + back * 0.62, tip + back + rise])
    return shrunk(big)


def icon(type_: Type) -> Surface:
    """The window's icon: the first seat's button, lit."""
    return button(type_, 1, 56, 4, playing=True, lit=True, down=False)
