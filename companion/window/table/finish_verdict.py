"""The words of a photo finish: who was first, by how much, and what of it needs saying.

The first one's sign and lead are the largest of all. A tie nobody has broken shows an equals sign.
"""

from __future__ import annotations

import pygame
from pygame import Color, Rect, Surface

from companion.table.finish import Finish
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.fit import fitted, wrapped, write_line
from companion.window.theme import rounded
from companion.words import Say

_LARGE, _SMALL = 1.45, 1.0
"""How high lines are against each other."""


def draw_verdict(target: Surface, scale: Scale, rect: Rect, finish: Finish, say: Say) -> None:
    """Sign and words in their place."""
    radius = min(rect.height // 2, rect.width // 6)
    _draw_first(target, scale, (rect.x + radius, rect.centery), radius, finish)
    left = rect.x + 2 * radius + scale.pad
    place = Rect(left, rect.y, rect.right - left, rect.height)
    lines = _lines(scale, finish, place, say)
    heights = _heights([share for _, share in lines], rect.height, scale.least)
    top = rect.y + (rect.height - sum(heights)) / 2
    said = [] if finish.lead else [text for text, share in lines if share == _LARGE]  # of one size
    largest = min(
        (fitted(scale, text, rect.height, place.width, strong=True) for text in said), default=rect.height
    )
    for (text, share), high in zip(lines, heights, strict=True):
        line = Rect(place.x, round(top), place.width, round(high))
        large = share > _SMALL
        size = min(line.height, largest) if large else line.height
        colour = scale.palette.ink if large else scale.palette.faint
        write_line(target, scale, line, text, height=size, colour=colour, left=True, strong=large)
        top += high


def _heights(shares: list[float], height: int, least: int) -> list[float]:
    """How high lines are (px); where it is narrow large ones make room for those that can't be smaller."""
    high = min(height / sum(shares), least * 1.5)  # few words needn't be giants
    small = [share for share in shares if share < _LARGE and high * share < least]
    rest = [share for share in shares if share == _LARGE]
    if not small or not rest:
        return [high * share for share in shares]
    large = (height - least * (len(shares) - len(rest))) / sum(rest)
    return [large * share if share == _LARGE else float(least) for share in shares]


def _lines(scale: Scale, finish: Finish, place: Rect, say: Say) -> list[tuple[str, float]]:
    """What is said, line by line, and how large."""
    below = finish.why or finish.reaction
    if finish.alone:
        nobody = "" if finish.aside else say("nobody else pressed")
        told = f"{finish.verdict} · {finish.reaction}" if finish.reaction and nobody else finish.verdict
        rest = (finish.why, nobody) if nobody else (finish.reaction, finish.why)
        return [(told, _LARGE), *((text, _SMALL * 1.1) for text in rest if text)]
    said = finish.verdict.replace(". ", ".\n").splitlines()  # of a tie there is more to say
    first = [line for text in said for line in _whole(scale, text, place)]
    large = [(text, _LARGE) for text in (*first, finish.lead) if text]
    return [*large, *([(below, _SMALL)] if below and len(first) < 3 else [])]


def _whole(scale: Scale, text: str, place: Rect) -> list[str]:
    """A sentence on one line, or on two sooner than cut."""
    if fitted(scale, text, scale.least, place.width, strong=True) == scale.least:
        return [text]
    return wrapped(scale, text, place.height // 3, place.width, 2, strong=True)[1]


def _draw_first(target: Surface, scale: Scale, centre: tuple[int, int], radius: int, finish: Finish) -> None:
    """Whose place it is; of a tie without an answer, that it is one."""
    palette, winner = scale.palette, finish.winner
    ground: Color = palette.shade if winner is None else palette.accent
    pygame.draw.aacircle(target, ground, centre, radius)
    if winner is not None:
        draw_sign(target, scale, centre, winner, radius=round(radius * 0.8), ground=ground)
        return
    wide, high = radius, max(3, radius // 4)
    for y in (-high, high):
        bar = Rect(0, 0, wide, high)
        bar.center = centre[0], centre[1] + y
        rounded(target, palette.ink, bar, high // 3)
