"""The end of a game: a podium, what stood out beside it, the evening's series below, confetti behind it all.

What is read lies on plates; the confetti falls behind them, so no letter is ever harder to read. All but the
confetti is drawn once and then copied while it falls.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from math import cos, pi, sin

import pygame
from pygame import Color, Rect, Surface, Vector2

from companion.table.finale import Finale, Step, Told
from companion.table.parts import WHOLE
from companion.table.view import TokenKind
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.table.fit import cut, fitted, write_figure, write_line
from companion.window.table.tokens import draw_piece
from companion.window.theme import SIZES, centred, plate, rounded
from firmware.events import Seat
from firmware.views import SIGNS

_PODIUM, _PODIUM_EACH, _PODIUM_MOST = 0.42, 0.05, 0.7
"""Of the width, the podium's: at least, more for each side, at most."""

_HIGH = (1.0, 0.86, 0.76, 0.68)
"""How high each place's step is, against the first; further places are as high as the last of these."""

_SLIPS = 120
"""Of paper that falls."""

_RAYS, _BRIGHT, _COARSE = 22, 90, 2
"""How many there are behind the podium, how bright (of 255); faded so many times smaller, and stretched."""

_GOLDEN = 0.618034


class _Kept:
    """The last picture that was made, for as long as the same is asked for."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._picture = Surface((1, 1))

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        if key != self._key:
            self._key, self._picture = key, make()
        return self._picture


_kept = _Kept()


def draw_finale(target: Surface, scale: Scale, rect: Rect, part: Finale) -> None:
    """The podium, or what all have reached together, with what stood out beside it."""
    if not part.moving or scale.still:
        _draw_all(target, scale, rect, part)
        return
    still = replace(part, joy=WHOLE)
    key = still, rect.size, scale.unit, scale.larger, int(scale.palette.ink)

    def make() -> Surface:
        picture = Surface(rect.size, pygame.SRCALPHA)
        picture.fill((*scale.palette.ground[:3], 0))  # smooth edges fade into the ground
        _draw_all(picture, scale, Rect((0, 0), rect.size), still)
        return picture

    for colour, corners in slips(rect, part):
        pygame.draw.polygon(target, colour, corners)
    target.blit(_kept.get(key, make), rect)


def slips(rect: Rect, part: Finale) -> Iterator[tuple[Color, list[Vector2]]]:
    """Slips of paper in the winners' colours, each on its own way down, all gone at the end."""
    passed, colours = part.joy / WHOLE, [Color(SIGNS[seat].colour) for seat in part.winners]
    size = rect.height / 18
    for n in range(_SLIPS):
        delay = n * _GOLDEN * 7 % 1 * 0.4
        done = (passed - delay) / (1 - delay)
        if done <= 0:
            continue
        turned = 2 * pi * (n * _GOLDEN + passed * (2 + n % 3))
        x = rect.x + rect.width * (n * _GOLDEN % 1) + size * 1.5 * sin(turned * 0.7)
        y = rect.y + (rect.height + 3 * size) * (done * (0.8 + n % 5 * 0.05) / 0.8) - size
        if y - size > rect.bottom:
            continue
        along = Vector2(size, 0).rotate_rad(turned)
        across = Vector2(0, size * 0.55 * cos(turned * 1.7)).rotate_rad(turned)  # it turns over as it falls
        middle = Vector2(x, y)
        yield (
            colours[n % len(colours)],
            [middle + (along * a + across * b) / 2 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
        )


def _draw_all(target: Surface, scale: Scale, rect: Rect, part: Finale) -> None:
    left = Rect(rect)
    if part.told or part.series:
        share = min(_PODIUM_MOST, _PODIUM + _PODIUM_EACH * max(0, len(part.steps) - 2))
        left.width = round(rect.width * share)
    if part.steps:
        _draw_podium(target, scale, left, part.steps)
    else:
        _draw_reached(target, scale, left, part)
    if part.told or part.series:
        beside = Rect(left.right + scale.gap, rect.y, rect.right - left.right - scale.gap, rect.height)
        _draw_told(target, scale, beside, part)


# -- the podium ----------------------------------------------------------------------------------------------


def in_order(steps: Sequence[Step]) -> list[Step]:
    """From left to right: the first in the middle, the others in turn beside it; sharers together."""
    row: list[Step] = []
    for number, (_, group) in enumerate(groupby(steps, key=lambda step: step.place)):
        row = [*group, *row] if number % 2 else [*row, *group]
    return row


def _draw_podium(target: Surface, scale: Scale, rect: Rect, steps: Sequence[Step]) -> None:
    gap, ordered = max(2, scale.gap // 3), in_order(steps)
    wide = min((rect.width - gap * (len(steps) - 1)) // len(steps), rect.height)
    sign = min(round(rect.height * 0.3), round(wide * 0.8))
    left = rect.centerx - (wide * len(steps) + gap * (len(steps) - 1)) // 2
    most, least = scale.letters(SIZES.name), scale.letters(SIZES.small)
    fits = min(fitted(scale, step.name, most, wide - scale.pad, strong=True) for step in steps)
    size = max(least, fits)
    lowest = _HIGH[min(max(step.place for step in steps), len(_HIGH)) - 1]
    spare = rect.height - round((2 * size + 1.4 * least) / lowest)  # so that every place can be read
    sign = max(round(rect.height * 0.18), min(sign, round(spare / 1.5)))
    crown = sign // 2
    blocks = [Rect(left + number * (wide + gap), 0, wide, 0) for number in range(len(steps))]
    for block, step in zip(blocks, ordered, strict=True):
        block.height = round((rect.height - sign - crown) * _HIGH[min(step.place, len(_HIGH)) - 1])
        block.bottom = rect.bottom
    first = [block for block, step in zip(blocks, ordered, strict=True) if step.place == 1]
    middle = (first[0].left + first[-1].right) // 2
    far = min(middle - rect.left, rect.right - middle)
    centred(target, _rays((2 * far, rect.height), tuple(scale.palette.accent)), (middle, rect.centery))
    for block, step in zip(blocks, ordered, strict=True):
        _draw_step(target, scale, block, step, size)
        _draw_signs(target, scale, Rect(block.x, block.top - sign, wide, sign), step.seats)
    for block in first:
        centre = block.centerx, block.top - sign - crown // 2
        across = round(crown * 0.9)
        draw_piece(target, scale, centre, TokenKind.CROWN, size=across, ground=scale.palette.ground)


@lru_cache(maxsize=2)
def _rays(size: tuple[int, int], rgba: tuple[int, ...]) -> Surface:
    """Light from behind the first step, fading before it comes to the edge."""
    rays = Surface(size, pygame.SRCALPHA)
    rays.fill((*rgba[:3], 0))
    middle = Vector2(size[0] / 2, size[1] * 0.8)
    for n in range(_RAYS):
        ends = [middle + Vector2(sum(size), 0).rotate(360 * (n + side) / _RAYS) for side in (-0.25, 0.25)]
        pygame.draw.polygon(rays, (*rgba[:3], _BRIGHT), [middle, *ends])
    width, height = max(1, size[0] // _COARSE), max(1, size[1] // _COARSE)
    rays = pygame.transform.smoothscale(rays, (width, height))  # their edges are smooth
    middle /= _COARSE
    fades = Surface((width, height), pygame.SRCALPHA)
    for radius in range(width // 2, 0, -1):
        left = 255 * (1 - 2 * radius / width)
        place = Rect(0, 0, 2 * radius, round(3.2 * radius * height / width))
        place.center = round(middle.x), round(middle.y)
        pygame.draw.ellipse(fades, (255, 255, 255, round(left)), place)
    rays.blit(fades, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(rays, size)


def _draw_step(target: Surface, scale: Scale, block: Rect, step: Step, size: int) -> None:
    """One step: the place, the name, the score."""
    palette, won = scale.palette, step.place == 1
    ground, rim = (palette.accent, palette.accent) if won else (palette.panel, palette.panel_rim)
    ink = palette.accent_ink if won else palette.ink
    plate(target, ground, rim, block, radius=min(scale.radius, block.width // 6), breadth=scale.rim)
    inner = block.inflate(-scale.pad, -min(scale.pad, block.height // 12))
    place, lines = f"{step.place}.", [step.name, *([step.score] if step.score else [])]
    if inner.height < size * len(lines) + scale.letters(SIZES.small):
        place, lines = f"{place} {step.score}", lines[:1]
    foot = inner.bottom - size * len(lines)
    figure = Rect(inner.x, inner.y, inner.width, foot - inner.y)
    write_figure(target, scale, figure, place, share=0.9, colour=ink, tall=0.9)
    for number, line in enumerate(lines):
        row = Rect(inner.x, foot + number * size, inner.width, size)
        write_line(target, scale, row, line, height=size, colour=ink, strong=not number)


def _draw_signs(target: Surface, scale: Scale, rect: Rect, seats: Sequence[Seat]) -> None:
    """Signs side by side, as large as all of them can be."""
    across = min(rect.height, rect.width // max(1, len(seats)))
    left = rect.centerx - across * len(seats) // 2
    for number, seat in enumerate(seats):
        centre = left + across * number + across // 2, rect.centery
        draw_sign(target, scale, centre, seat, radius=round(across * 0.43), ground=scale.palette.ground)


# -- what all have reached -----------------------------------------------------------------------------------


def _draw_reached(target: Surface, scale: Scale, rect: Rect, part: Finale) -> None:
    """Everyone's signs; how far they got, and how close it was."""
    palette, pad = scale.palette, scale.pad
    face = Rect(rect)
    if len(part.seats) > 1:  # one alone stands in the heading
        signs = Rect(rect.x, rect.y, rect.width, round(rect.height * 0.24))
        _draw_signs(target, scale, signs, part.seats)
        face.update(rect.x, signs.bottom + pad, rect.width, rect.bottom - signs.bottom - pad)
    ground = palette.accent if part.won else palette.panel
    ink = palette.accent_ink if part.won else palette.ink
    plate(
        target,
        ground,
        ground if part.won else palette.panel_rim,
        face,
        radius=scale.radius,
        breadth=scale.rim,
    )
    inner = face.inflate(-3 * pad, -2 * pad)
    if part.note:
        high = scale.letters(SIZES.text)
        line = Rect(inner.x, inner.bottom - high, inner.width, high)
        write_line(target, scale, line, part.note, height=high, colour=ink, strong=True)
        inner.height -= high + pad // 2
    if part.share is not None:
        bar = Rect(inner.x, inner.bottom - scale.px(22), inner.width, scale.px(22))
        rounded(target, ground.lerp(ink, 0.25), bar, bar.height // 2)
        filled = max(bar.height, bar.width * part.share // WHOLE)
        rounded(target, ink, Rect(bar.x, bar.y, filled, bar.height), bar.height // 2)
        inner.height -= bar.height + pad // 2
    write_figure(target, scale, inner, part.reached, share=0.9, colour=ink, tall=0.9)


# -- what stood out ------------------------------------------------------------------------------------------


def _draw_told(target: Surface, scale: Scale, rect: Rect, part: Finale) -> None:
    """The evening's series first: each what it is, below it how much; letters as large as let all be told."""
    gap = max(2, scale.gap // 3)
    shown = (*([part.series] if part.series is not None else []), *part.told)
    most = scale.letters(SIZES.note) + scale.letters(SIZES.value) + scale.pad
    high = min((rect.height - gap * (len(shown) - 1)) // len(shown), most)
    top = rect.y + (rect.height - high * len(shown) - gap * (len(shown) - 1)) // 2
    for number, one in enumerate(shown):
        row = Rect(rect.x, top + number * (high + gap), rect.width, high)
        _draw_one(target, scale, row, one, strong=one is part.series)


def _draw_one(target: Surface, scale: Scale, row: Rect, one: Told, *, strong: bool) -> None:
    """What it is; below that how much, as large as it gets, and at the end of its line whose it was."""
    palette, pad = scale.palette, scale.pad
    rim, breadth = (palette.accent, scale.rim) if strong else (palette.panel_rim, 1)
    plate(target, palette.panel, rim, row, radius=min(scale.radius, row.height // 4), breadth=breadth)
    inner = row.inflate(-2 * pad, -min(pad, max(2, row.height - 2 * scale.least)))
    small = max(scale.least, min(scale.letters(SIZES.note), inner.height * 2 // 5))
    large = max(scale.least, min(scale.letters(SIZES.value), inner.height - small))
    label = Rect(inner.x, inner.y, inner.width, inner.height - large)
    write_line(target, scale, label, one.label, height=small, colour=palette.faint, left=True)
    value = Rect(inner.x, label.bottom, inner.width, large)
    if one.seat is not None:
        radius = large // 2
        draw_sign(
            target,
            scale,
            (inner.right - radius, value.centery),
            one.seat,
            radius=radius,
            ground=palette.panel,
        )
        value.width -= 2 * radius + pad
        size = max(small, min(scale.letters(SIZES.text), large * 3 // 4))
        free = value.width - scale.type.width(one.value, large, strong=True) - pad
        whole = scale.type.width(one.name, small) + 1
        free = max(free, min(whole, value.width * 2 // 3))  # sooner a smaller value than a cut name
        size = max(small, fitted(scale, one.name, size, free))
        name = cut(scale, one.name, size, free)
        wide = scale.type.width(name, size)
        scale.type.write(target, name, size, palette.ink, (value.right - wide, value.centery))
        value.width -= wide + pad
    write_line(target, scale, value, one.value, height=large, colour=palette.ink, left=True, strong=True)
