"""The photo finish: the presses of the last race on a scale of time, and its verdict.

What counts stands above the scale; what doesn't, early presses, barred and refused ones, spikes on a wire,
stands below it, crossed out. The simultaneous stand together in the order of their seats: between them there
is no first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame
from pygame import Color, Rect, Surface

from companion.games.ruling_words import margin
from companion.table.finish import Came, Finish, Mark
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.symbols import corners
from companion.window.table.fit import fitted, wrapped
from companion.window.table.timescale import TimeScale, stagger, tick_text, time_scale
from companion.window.theme import SIZES, plate, rounded
from companion.words import Say
from firmware.events import Seat

_COUNTS = frozenset({Came.FIRST, Came.TIED, Came.AFTER})
_VERDICT = 0.27
"""Share of the strip's width the verdict has."""

_AGES = 10**18
"""Longer than any race (ns)."""


@dataclass(frozen=True, slots=True)
class Chip:
    """What stands on the scale at one place: signs, with a few words.

    Attributes:
        marks: whose; several only if they were simultaneous, or spikes on one line.
        x: where on the scale it belongs (px).
        words: beside the signs.
    """

    marks: tuple[Mark, ...]
    x: float
    words: str

    @property
    def came(self) -> Came:
        """What it is."""
        return self.marks[-1].came

    @property
    def seats(self) -> list[Seat]:
        """Whose signs stand on it, in the order of seats: no order of time is told within a tie."""
        return sorted({mark.seat for mark in self.marks})

    @property
    def tied(self) -> bool:
        """Whether these were simultaneous."""
        return any(mark.came is Came.TIED for mark in self.marks)

    @property
    def signs(self) -> int:
        """How many round things stand on it: its seats' signs, and what tells a spike."""
        return len(self.seats) + (self.came is Came.GLITCH)


@dataclass(frozen=True, slots=True)
class Rows:
    """Chips in their places: ``radius`` of signs and letter ``height`` (px), and each with its rectangle."""

    radius: int
    height: int
    chips: tuple[tuple[Chip, Rect], ...]


def draw_finish(target: Surface, scale: Scale, rect: Rect, finish: Finish, say: Say) -> None:
    """The strip: the verdict on the left, the scale on the right."""
    palette = scale.palette
    plate(target, palette.sunk, palette.panel_rim, rect, radius=scale.radius, breadth=scale.rim)
    inner = rect.inflate(-2 * scale.pad, -2 * max(3, scale.px(5)))
    words = Rect(inner.x, inner.y, round(inner.width * _VERDICT), inner.height)
    _draw_verdict(target, scale, words, finish, say)
    left = words.right + scale.gap
    _draw_scale(target, scale, Rect(left, inner.y, inner.right - left, inner.height), finish, say)


def _draw_verdict(target: Surface, scale: Scale, rect: Rect, finish: Finish, say: Say) -> None:
    below = round(rect.height * 0.26) if finish.reaction is not None else 0
    size, lines = wrapped(scale, finish.verdict, round(rect.height * 0.46), rect.width, 2)
    pitch = round(size * 0.86)
    y = rect.y + (rect.height - below - pitch * (len(lines) - 1)) // 2
    for line in lines:
        scale.type.write(target, line, size, scale.palette.ink, (rect.x, y))
        y += pitch
    if finish.reaction is not None:
        text = say("reaction {time}", time=margin(say, finish.reaction, 0).removeprefix("+"))
        size = fitted(scale, text, max(15, min(below, scale.letters(SIZES.name))), rect.width)
        scale.type.write(target, text, size, scale.palette.faint, (rect.x, rect.bottom - below // 2))


# -- the scale


def _draw_scale(target: Surface, scale: Scale, rect: Rect, finish: Finish, say: Say) -> None:
    """The scale with everything on it, in ``rect``."""
    counted = [mark.after or 0 for mark in finish.marks if mark.came in _COUNTS]
    aside = [_at(mark) for mark in finish.marks if mark.came not in _COUNTS]
    left, right = rect.left + rect.height // 3, rect.right - round(rect.height * 1.6)  # for the last words
    axis = time_scale(counted or [0], aside, tie=finish.tie, left=left, right=right)
    ruler_height = max(14, scale.letters(SIZES.small), round(rect.height * 0.17))
    below = round(rect.height * 0.3) if aside else 0
    ruler = Rect(rect.x, rect.bottom - below - ruler_height, rect.width, ruler_height)
    above = Rect(rect.x, rect.y, rect.width, ruler.top - rect.y - max(2, ruler_height // 5))
    under = Rect(rect.x, ruler.bottom + 2, rect.width, rect.bottom - ruler.bottom - 2)
    _draw_ruler(target, scale, ruler, top=rect.y, axis=axis, finish=finish, say=say)
    places = (above, _competing(finish, axis, say), 2), (under, _beside(finish, axis, say), 1)
    for place, chips, most in places:
        rows = lay_chips(scale, place, chips, most)
        for chip, spot in rows.chips:
            _draw_stem(target, scale, chip, (spot.x + rows.radius, spot.centery), ruler)
        for chip, spot in rows.chips:
            _draw_chip(target, scale, chip, spot, rows)


def _draw_ruler(
    target: Surface, scale: Scale, ruler: Rect, *, top: int, axis: TimeScale, finish: Finish, say: Say
) -> None:
    palette = scale.palette
    rounded(target, palette.panel, ruler, ruler.height // 3)
    zero, until = round(axis.x(0)), round(axis.x(min(finish.tie, axis.high)))
    target.fill(palette.shade, Rect(zero, top, max(2, until - zero), ruler.bottom - top))
    target.fill(palette.good, Rect(zero, top, max(1, scale.px(2)), ruler.bottom - top))
    size = max(13, min(scale.letters(SIZES.small), ruler.height))
    taken = zero - size // 2
    if finish.tie:
        text = say("tie")
        scale.type.write(target, text, size, palette.ink, (zero + size // 4, ruler.centery))
        taken = max(until, zero + scale.type.width(text, size) + size // 4)
    step = axis.step
    limit = axis.right - size // 2 if axis.end > axis.right else ruler.right - size // 2
    for at in axis.ticks:
        x, text = round(axis.x(at)), tick_text(say, at, step)
        wide = scale.type.width(text, size)
        target.fill(palette.faint, Rect(x, ruler.top, max(1, scale.px(1.5)), ruler.height // 4))
        free = x - wide // 2 > taken + size // 2 if at > 0 else x + wide // 2 < zero - size // 3
        if at and free and ruler.left + 2 < x - wide // 2 and x + wide // 2 < limit:
            scale.type.write(target, text, size, palette.faint, (x - wide / 2, ruler.centery))
            taken = max(taken, x + wide // 2)
    for x, there in ((axis.left, axis.start < axis.left), (axis.right, axis.end > axis.right)):
        if there:
            _draw_break(target, scale, ruler, x)


def _draw_break(target: Surface, scale: Scale, ruler: Rect, x: int) -> None:
    """Two slanting cuts: here the scale leaves time out."""
    breadth, lean = max(3, ruler.height // 4), ruler.height // 3
    ink, nothing = scale.palette.ink, scale.palette.sunk
    for shift, colour in ((0, nothing), (breadth, ink), (-breadth, ink)):
        start, end = (x + shift + lean, ruler.top - 1), (x + shift - lean, ruler.bottom)
        pygame.draw.line(target, colour, start, end, 2 * breadth if not shift else max(2, breadth // 2))


# -- what stands on it


def _competing(finish: Finish, axis: TimeScale, say: Say) -> list[Chip]:
    """Chips of all that compete: the simultaneous on one of them."""
    marks = [mark for mark in finish.marks if mark.came in _COUNTS]
    together = tuple(mark for mark in marks if mark.came is Came.TIED)
    if together:
        together += tuple(mark for mark in marks if mark.came is Came.FIRST)
    chips = [Chip(together, axis.x(0), say("tie"))] if together else []
    for mark in marks:
        if mark not in together:
            after = mark.after or 0
            words = say("{place}.", place=1) if mark.came is Came.FIRST else margin(say, after, finish.tie)
            chips.append(Chip((mark,), axis.x(after), words))
    return chips


def _beside(finish: Finish, axis: TimeScale, say: Say) -> list[Chip]:
    """Chips of all that doesn't count: of a line's spikes only one."""
    words = {
        Came.EARLY: say("too early!"),
        Came.BARRED: say("barred"),
        Came.LATE: say("too late"),
        Came.REFUSED: say("not counted"),
        Came.GLITCH: say("glitch"),
    }
    chips: list[Chip] = []
    for mark in finish.marks:
        if mark.came in _COUNTS:
            continue
        known = next((chip for chip in chips if mark.came is Came.GLITCH and _same(chip, mark)), None)
        if known is not None:
            chips[chips.index(known)] = replace(known, marks=(*known.marks, mark))
            continue
        whole = words[mark.came].replace(" ", "\u00a0")  # with little room only the first word stays
        chips.append(Chip((mark,), axis.x(_at(mark)), whole + _time(mark, say)))
    return sorted(chips, key=lambda chip: chip.x)


def _at(mark: Mark) -> int:
    """When (ns after the first press); where it isn't known, as far away as can be on its side."""
    if mark.after is not None:
        return mark.after
    return -_AGES if mark.came is Came.EARLY else _AGES


def _same(chip: Chip, mark: Mark) -> bool:
    return chip.marks[0].came is mark.came and chip.marks[0].seat == mark.seat


def _time(mark: Mark, say: Say) -> str:
    if mark.came is Came.GLITCH or not mark.after:
        return ""
    sign = "−" if mark.after < 0 else "+"
    return f" {sign}{margin(say, abs(mark.after), 0).removeprefix('+')}"


def lay_chips(scale: Scale, rect: Rect, chips: Sequence[Chip], most: int) -> Rows:
    """Chips in as few rows as hold them, with their words if there is room for those.

    Args:
        scale: theme and sizes.
        rect: their place; the lowest row is nearest the scale.
        chips: from left to right.
        most: rows there may be.
    """
    bare = [replace(chip, words="" if not chip.tied else chip.words) for chip in chips]
    short = [replace(chip, words=chip.words.split(" ")[0]) for chip in chips]
    for rows, told in [(1, chips), *((n, chips) for n in range(2, most + 1)), (most, short), (most, bare)]:
        radius = max(5, min(rect.height // rows // 2 - 1, scale.px(34)))
        height = max(13, min(scale.letters(SIZES.value), round(radius * 1.5)))
        width = partial(_width, scale, radius=radius, height=height)
        wanted = [(chip.x - radius, width(chip)) for chip in told]
        gap = max(3, radius // 3)
        places = stagger(wanted, rows, rect.left, rect.right, gap)
        if places is None:
            continue
        moved = max((abs(x - left) for (_, x), (left, _) in zip(places, wanted, strict=True)), default=0)
        if rows < most and moved > 3 * radius:
            continue
        pitch = rect.height // rows
        low = rect.bottom - pitch + (pitch - 2 * radius) // 2
        laid = tuple(
            (chip, Rect(round(x), low - row * pitch, wide, 2 * radius))
            for chip, (row, x), (_, wide) in zip(told, places, wanted, strict=True)
        )
        return Rows(radius, height, laid)
    return Rows(1, 1, ())


def _width(scale: Scale, chip: Chip, *, radius: int, height: int) -> int:
    """Signs, words, and room around the words (px)."""
    signs = round(chip.signs * 2 * radius * 1.05)
    return signs + (scale.type.width(chip.words, height) + radius if chip.words else 0)


def _draw_stem(target: Surface, scale: Scale, chip: Chip, sign: tuple[int, int], ruler: Rect) -> None:
    """From a chip's first sign to where it belongs on the scale."""
    counts, x = chip.came in _COUNTS, round(chip.x)
    if counts:
        pygame.draw.line(target, scale.palette.faint, sign, (x, ruler.top), max(2, scale.px(2)))
    elif abs(sign[0] - x) < ruler.height:  # farther away it would cross other words
        pygame.draw.line(target, scale.palette.bad, (x, sign[1]), (x, ruler.bottom), max(2, scale.px(2)))


def _draw_chip(target: Surface, scale: Scale, chip: Chip, spot: Rect, rows: Rows) -> None:
    palette, radius = scale.palette, rows.radius
    counts = chip.came in _COUNTS
    ground, ink = palette.sunk, palette.faint
    if chip.came is Came.FIRST and not chip.tied:
        ground, ink = palette.accent, palette.accent_ink
    elif chip.tied:
        ground, ink = palette.shade, palette.ink
    elif counts:
        ground, ink = palette.panel, palette.ink
    if counts:
        rounded(target, ground, spot, radius)
    x = spot.x + radius
    if chip.came is Came.GLITCH:
        _draw_spike(target, palette.bad, (x, spot.centery), radius)
        x += round(2 * radius * 1.05)
    for seat in chip.seats:
        won = any(mark.seat == seat and mark.came is Came.FIRST for mark in chip.marks)
        if won and chip.tied:
            pygame.draw.aacircle(target, palette.accent, (x, spot.centery), radius)
        size = round(radius * (0.84 if counts else 0.78))
        under = palette.accent if won else ground
        draw_sign(target, scale, (x, spot.centery), seat, radius=size, ground=under)
        if not counts:
            _cross_out(target, scale, Rect(x - size, spot.centery - size, 2 * size, 2 * size), ground)
        x += round(2 * radius * 1.05)
    if chip.words:
        scale.type.write(target, chip.words, rows.height, ink, (x - radius + radius * 0.3, spot.centery))


def _cross_out(target: Surface, scale: Scale, place: Rect, ground: Color) -> None:
    """Fade a sign and strike it through: it doesn't count."""
    veil = Surface(place.size, pygame.SRCALPHA)
    veil.fill((*ground[:3], 90))
    target.blit(veil, place)
    breadth = max(2, round(place.width * 0.14))
    pygame.draw.line(target, scale.palette.bad, place.bottomleft, place.topright, breadth)


def _draw_spike(target: Surface, colour: Color, centre: tuple[int, int], radius: int) -> None:
    """A line that jumps for an instant, as a wire does that was only touched."""
    jump = ((-0.9, 0.3), (-0.35, 0.3), (-0.1, -0.8), (0.15, 0.8), (0.35, 0.3), (0.9, 0.3))
    pygame.draw.lines(target, colour, False, corners(jump, centre, radius), max(2, radius // 5))
