"""Dice on the table: they tumble, each on a way of its own, and land where they lie."""

from __future__ import annotations

from functools import lru_cache
from math import degrees

import pygame
from pygame import Rect, Surface

from companion.table.parts import AT_REST, Dice, Die
from companion.window.scale import Scale
from companion.window.table import tumble
from companion.window.table.die_pictures import CORNERS, padlock, picture
from companion.window.table.fit import fitted
from companion.window.table.rows import in_rows
from companion.window.theme import BLACK, SIZES, centred
from firmware.views import Face

_DICE_GAP = 0.28
"""Between dice, in widths of one."""

_LARGEST_DIE = 230
"""A die's width in a window of 1280 x 720 (px)."""

_FAINT = 130
"""How much, of 255, is seen of a die that doesn't count."""


def draw_dice(target: Surface, scale: Scale, rect: Rect, part: Dice) -> None:
    """The dice in as many rows as make them largest, their words below them."""
    words = any(die.face.word for die in part.dice)
    below = scale.letters(SIZES.text * 1.2) if words else 0
    places = in_rows(
        rect, len(part.dice), gap=(_DICE_GAP, _DICE_GAP / 2), below=below, widest=scale.px(_LARGEST_DIE)
    )
    lying = [number for number, die in enumerate(part.dice) if die.face.still or not part.moving]
    for number, die in enumerate(part.dice):
        if number in lying:
            continue
        if scale.still:
            _lie(target, scale, _blank(die), places[number])
        else:
            pose = tumble.pose(part.rolled / AT_REST, number, part.throw)
            _tumble(target, scale, die, rect, places[number], pose=pose)
    for number in lying:  # nothing that tumbles covers them
        die, place = part.dice[number], places[number]
        _lie(target, scale, die, place)
        if die.face.word:
            _word(target, scale, die.face.word, Rect(place.x, place.bottom, place.width, below))


def _blank(die: Die) -> Die:
    """A die nobody is to read yet."""
    return Die(Face("", crossed=die.face.crossed), die.sides)


def _lie(target: Surface, scale: Scale, die: Die, place: Rect) -> None:
    palette, side = scale.palette, place.width
    if not (die.face.crossed or die.dropped):  # between the arms of a cross the table is seen
        _shadow(target, place, 0.0, round_=die.sides in CORNERS)
    if die.face.still:
        rim = place.inflate(side // 9, side // 9)
        pygame.draw.rect(target, palette.accent, rim, max(2, side // 28), border_radius=rim.width // 5)
    if die.dropped:
        _lie_aside(target, scale, die, place)
    else:
        target.blit(picture(scale, die, side), place)
    if die.face.still:
        sign = padlock(max(12, side // 3), int(palette.accent_ink), int(palette.accent))
        centred(target, sign, (place.right, place.top + side // 12))


def _lie_aside(target: Surface, scale: Scale, die: Die, place: Rect) -> None:
    """A die that doesn't count: smaller, faint and struck out."""
    small = place.inflate(-place.width // 4, -place.width // 4)
    faint = picture(scale, die, small.width).copy()
    faint.set_alpha(_FAINT)
    target.blit(faint, small)
    breadth = max(3, place.width // 20)
    pygame.draw.line(target, scale.palette.ink, small.bottomleft, small.topright, breadth)


def _word(target: Surface, scale: Scale, word: str, place: Rect) -> None:
    room = round(place.width * (1 + _DICE_GAP * 0.8))
    height = fitted(scale, word, round(place.height / 1.2), room)
    at = place.centerx - scale.type.width(word, height) / 2
    scale.type.write(target, word, height, scale.palette.ink, (at, place.centery))


# -- under way


def _inside(rect: Rect, die: Rect, pose: tumble.Pose) -> Rect:
    """A die under way, kept where dice may be, corners and all; it lands where it lies."""
    loose = min(1.0, 2 * (abs(pose.away[0]) + abs(pose.away[1]) + pose.high))
    kept = die.clamp(rect.inflate(-die.width // 3, -die.width // 3))
    return die.move(round((kept.x - die.x) * loose), round((kept.y - die.y) * loose))


def _tumble(target: Surface, scale: Scale, die: Die, rect: Rect, place: Rect, *, pose: tumble.Pose) -> None:
    """One die in the air above where it will lie, its shadow below it."""
    away = round(pose.away[0] * place.width), round(pose.away[1] * place.width)
    ground = _inside(rect, place.move(away), pose)
    _shadow(target, ground, pose.high, round_=die.sides in CORNERS)
    body = _inside(rect, ground.move(0, -round(pose.high * place.width * 0.45)), pose)
    if die.sides in {0, 6}:
        _cube(target, scale, die, body, pose)
        return
    blank = picture(scale, _blank(die), place.width)
    turned = pygame.transform.rotozoom(blank, -degrees(pose.turns[2]) * 2, 1 + pose.high * 0.15)
    centred(target, turned, body.center)


def _cube(target: Surface, scale: Scale, die: Die, place: Rect, pose: tumble.Pose) -> None:
    palette, half = scale.palette, place.width / 2 / tumble.INSET * (1 + pose.high * 0.15)
    crossed = die.face.crossed
    body, rim = (palette.panel, palette.faint) if crossed else (palette.card, palette.card_rim)

    def at(point: tumble.Flat) -> tuple[float, float]:
        return place.centerx + point[0] * half, place.centery + point[1] * half

    seen = tumble.sides(pose.turns)
    edge = [at(point) for point in tumble.hull([point for side in seen for point in side.outline])]
    pygame.draw.polygon(target, rim, edge)
    pygame.draw.aalines(target, rim, True, edge)
    for side in seen:
        colour = body.lerp(BLACK, 0.38 * (1 - side.light))
        points = [at(point) for point in side.outline]
        pygame.draw.polygon(target, colour, points)
        pygame.draw.aalines(target, rim.lerp(colour, 0.4), True, points)
        for one, other in side.arms if crossed else ():
            pygame.draw.aaline(target, rim, at(one), at(other), max(2, place.width // 9))


def _shadow(target: Surface, place: Rect, high: float, *, round_: bool) -> None:
    """Below a die; wider and fainter the higher it is."""
    reach = round(place.width * (1.06 + 0.35 * high))
    dark = _soft(reach // 4 * 4, round(max(30, 110 - 70 * high)) // 10 * 10, round_=round_)
    centred(target, dark, (place.centerx, place.centery + round(place.width * 0.07)))


@lru_cache(maxsize=64)
def _soft(side: int, strength: int, *, round_: bool) -> Surface:
    """A soft spot of shade."""
    small = Surface((40, 40), pygame.SRCALPHA)
    spot = Rect(4, 4, 32, 32).inflate(-6 if round_ else 0, -6 if round_ else 0)
    pygame.draw.rect(small, (0, 0, 0, strength), spot, border_radius=16 if round_ else 8)
    return pygame.transform.smoothscale(pygame.transform.box_blur(small, 2), (side, side))
