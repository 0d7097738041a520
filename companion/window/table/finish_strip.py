"""The photo finish: the presses of the race at hand on a scale of time, and its verdict.

What counts stands above the scale; what doesn't, early presses, barred and refused ones, spikes on a wire,
stands below it, crossed out. The simultaneous stand together in the order of their seats: between them there
is no first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame
from pygame import Color, Rect, Surface

from companion.games.ruling_words import apart, margin
from companion.table.finish import COUNTS, Came, Finish, Mark
from companion.window.scale import Scale
from companion.window.sign import draw_sign
from companion.window.symbols import CROSS, corners, smooth
from companion.window.table.finish_ruler import draw_bars, draw_ruler, name_ticks
from companion.window.table.finish_verdict import draw_verdict
from companion.window.table.timescale import TimeScale, stagger, tick_text, time_scale
from companion.window.theme import SIZES, centred, plate, rounded
from companion.words import Say
from firmware.events import NS_PER_MS, Seat

_VERDICT, _ALONE = 0.33, 0.5
"""Shares of the strip's width the verdict has: beside the scale, and beside what doesn't count alone."""

_LEAST_ROW = 1.15
"""A row of chips is at least so much higher than the smallest letters."""

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
    def spread(self) -> bool:
        """Whether a bar in its seat's colour tells where it belongs; a pin's is no wider than a stem."""
        return any(until - since > NS_PER_MS for since, until in (mark.span or (0, 0) for mark in self.marks))

    @property
    def signs(self) -> int:
        """How many round things stand on it: its seats' signs, and what tells that it doesn't count."""
        return len(self.seats) + (self.came not in COUNTS)


@dataclass(frozen=True, slots=True)
class Rows:
    """Chips in their places: ``radius`` of signs and letter ``height`` (px), and each with its rectangle."""

    radius: int
    height: int
    chips: tuple[tuple[Chip, Rect], ...]


def draw_finish(target: Surface, scale: Scale, rect: Rect, finish: Finish, say: Say) -> None:
    """The strip: the verdict on the left, the scale on the right; after a single press no scale."""
    palette = scale.palette
    plate(target, palette.sunk, palette.panel_rim, rect, radius=scale.radius, breadth=scale.rim)
    inner = rect.inflate(-2 * scale.pad, -2 * max(3, scale.px(5)))
    share = (_ALONE if finish.aside else 1.0) if finish.alone else _VERDICT
    words = Rect(inner.x, inner.y, round(inner.width * share), inner.height)
    draw_verdict(target, scale, words, finish, say)
    left = words.right + scale.gap
    rest = Rect(left, inner.y, inner.right - left, inner.height)
    if not finish.alone:
        _draw_scale(target, scale, rest, finish, say)
    elif finish.aside:
        _draw_chips(target, scale, rest, _beside(finish, None, say), 2, None)


# -- the scale


def _small(scale: Scale, height: int) -> int:
    """The letters of a strip's scale (px): larger ones grow as far as a strip of this height lets them."""
    return max(scale.least, min(scale.letters(SIZES.small), round(height * 0.27)))


def _draw_scale(target: Surface, scale: Scale, rect: Rect, finish: Finish, say: Say) -> None:
    """The scale with everything on it, in ``rect``; its ticks are named where nothing stands below it."""
    counted = [mark.after or 0 for mark in finish.marks if mark.came in COUNTS]
    aside = [_at(mark) for mark in finish.aside]
    unsure = [mark for mark in finish.marks if mark.span is not None]
    ends = [end for mark in unsure for end in mark.span or ()]
    left, right = rect.left + rect.height // 3, rect.right - round(rect.height * 2.2)  # for the last words
    axis = time_scale(counted, [*aside, *ends], tie=finish.tie, left=left, right=right)
    high = _small(scale, rect.height)
    below = round(high * 1.2) if aside else 0
    ruler = Rect(rect.x, 0, rect.width, max(4, high // 3) if aside else high)
    ruler.bottom = rect.bottom - below
    bars = Rect(rect.x, 0, rect.width, len(unsure) * max(3, min(high // 4, high // max(1, len(unsure)))))
    bars.bottom = ruler.top
    above = Rect(rect.x, rect.y, rect.width, bars.top - rect.y - max(2, high // 6))
    under = Rect(rect.x, ruler.bottom + 2, rect.width, rect.bottom - ruler.bottom - 2)
    taken = draw_ruler(target, scale, ruler, top=rect.y, axis=axis, tie=finish.until)
    draw_bars(target, scale, bars, axis, unsure)
    if not aside:
        name_ticks(target, scale, ruler, axis, taken=taken, say=say)
    _draw_chips(target, scale, above, _competing(finish, axis, say), 2, ruler)
    _draw_chips(target, scale, under, _beside(finish, axis, say), 1, ruler)


def _draw_chips(  # noqa: PLR0917
    target: Surface, scale: Scale, place: Rect, chips: Sequence[Chip], most: int, ruler: Rect | None
) -> None:
    """Chips in their places, each with a stem to the scale, if there is one."""
    rows = lay_chips(scale, place, chips, most)
    for chip, spot in rows.chips if ruler is not None else ():
        _draw_stem(target, scale, chip, spot, ruler or spot)
    for chip, spot in rows.chips:
        _draw_chip(target, scale, chip, spot, rows)


# -- what stands on it


def _competing(finish: Finish, axis: TimeScale, say: Say) -> list[Chip]:
    """Chips of all that compete: the simultaneous on one of them."""
    marks = [mark for mark in finish.marks if mark.came in COUNTS]
    together = tuple(mark for mark in marks if mark.came is Came.TIED)
    if together:
        together += tuple(mark for mark in marks if mark.came is Came.FIRST)
    within = tick_text(say, finish.tie, finish.tie)
    chips = [Chip(together, axis.x(0), say("tie: up to {time}", time=within))] if together else []
    for mark in marks:
        if mark not in together:
            after = mark.after or 0
            words = say("{place}.", place=1) if mark.came is Came.FIRST else apart(say, after, finish.tie)
            chips.append(Chip((mark,), axis.x(after), words))
    return chips


def _beside(finish: Finish, axis: TimeScale | None, say: Say) -> list[Chip]:
    """Chips of all that doesn't count: of a line's spikes only one. Without a scale, from the left."""
    words = {
        Came.EARLY: say("too early!"),
        Came.BARRED: say("barred"),
        Came.LATE: say("too late"),
        Came.REFUSED: say("not counted"),
        Came.TAKEN_BACK: say("taken back"),
        Came.GLITCH: say("glitch"),
    }
    chips: list[Chip] = []
    for mark in finish.aside:
        known = next((chip for chip in chips if mark.came is Came.GLITCH and _same(chip, mark)), None)
        if known is not None:
            chips[chips.index(known)] = replace(known, marks=(*known.marks, mark))
            continue
        whole = words[mark.came].replace(" ", "\u00a0")  # with little room only the first word stays
        chips.append(Chip((mark,), 0 if axis is None else axis.x(_at(mark)), whole + _time(mark, say)))
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
        most: rows there may be, if each can hold letters that are read.
    """
    least = _LEAST_ROW * scale.least
    most = max(1, min(most, int(rect.height / least)))
    for rows, told in (*((n, chips) for n in range(1, most + 1)), *((most, less) for less in _fewer(chips))):
        radius = max(5, min(rect.height // rows // 2 - 1, scale.px(34)))
        height = max(scale.least, min(scale.letters(SIZES.value), round(radius * 1.3)))
        width = partial(_width, scale, radius=radius, height=height)
        wanted = [(max(rect.left, chip.x - radius), width(chip)) for chip in told]
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


def _fewer(chips: Sequence[Chip]) -> Iterator[Sequence[Chip]]:
    """The chips with less and less said, for where there is no room.

    What doesn't count keeps its word as long as can be: without times, then one word for all of a kind.
    Of what competes the first keep their margins: the scale tells those of the others.
    """
    if any(chip.came in COUNTS for chip in chips):
        for told in range(len(chips) - 1, -1, -1):
            yield [one if n < told or one.tied else replace(one, words="") for n, one in enumerate(chips)]
        return
    short = [replace(chip, words=chip.words.split(" ")[0]) for chip in chips]
    yield short
    kinds = dict.fromkeys(chip.came for chip in short)
    alike = [[chip for chip in short if chip.came is kind] for kind in kinds]
    yield [replace(of[0], marks=tuple(mark for one in of for mark in one.marks)) for of in alike]
    yield [replace(chip, words="") for chip in short]


def _width(scale: Scale, chip: Chip, *, radius: int, height: int) -> int:
    """Signs, words, and room around the words (px)."""
    signs = round(chip.signs * 2 * _across(scale, radius) * 1.05)
    return signs + (scale.type.width(chip.words, height) + radius if chip.words else 0)


def _draw_stem(target: Surface, scale: Scale, chip: Chip, spot: Rect, ruler: Rect) -> None:
    """From a chip to where it belongs on the scale: straight, where that is above or below it."""
    counts, x, half = chip.came in COUNTS, round(chip.x), spot.height // 2
    start = min(max(x, spot.left + half), spot.right - half)
    if (counts and not chip.spread) or abs(start - x) < 2 * scale.least:  # farther away it would cross others
        colour, end = (scale.palette.faint, ruler.top) if counts else (scale.palette.bad, ruler.bottom)
        begin = spot.centery if counts else spot.top + half // 4  # not through the cross
        pygame.draw.line(target, colour, (start, begin), (x, end), max(2, scale.px(2)))


_LEAST_SIGN = 0.62
"""In heights of the least letters, half a sign's: its number is read, though the row be lower."""


def _across(scale: Scale, radius: int) -> int:
    """Half the room a sign takes (px) in a row of this radius."""
    return max(radius, round(scale.least * _LEAST_SIGN))


def _draw_chip(target: Surface, scale: Scale, chip: Chip, spot: Rect, rows: Rows) -> None:
    palette, radius = scale.palette, rows.radius
    counts = chip.came in COUNTS
    ground, ink = palette.sunk, palette.faint
    if chip.came is Came.FIRST and not chip.tied:
        ground, ink = palette.accent, palette.accent_ink
    elif chip.tied:
        ground, ink = palette.shade, palette.ink
    elif counts:
        ground, ink = palette.panel, palette.ink
    half = _across(scale, radius)
    x = spot.x + half
    if counts:
        rounded(target, ground, spot, radius)
    else:
        _draw_aside(target, palette.bad, (x, spot.centery), half, chip.came)
        x += round(2 * half * 1.05)
    for seat in chip.seats:
        won = any(mark.seat == seat and mark.came is Came.FIRST for mark in chip.marks)
        if won and chip.tied:
            pygame.draw.aacircle(target, palette.accent, (x, spot.centery), radius)
        size = max(round(radius * (0.84 if counts else 0.78)), _across(scale, 1))
        under = palette.accent if won else ground
        draw_sign(target, scale, (x, spot.centery), seat, radius=size, ground=under)
        x += round(2 * half * 1.05)
    if chip.words:
        scale.type.write(target, chip.words, rows.height, ink, (x - half + radius * 0.3, spot.centery))


def _draw_aside(target: Surface, colour: Color, centre: tuple[int, int], radius: int, came: Came) -> None:
    """A cross before what doesn't count; a line that jumps, as a wire does that was only touched."""
    if came is Came.GLITCH:
        jump = ((-0.9, 0.3), (-0.35, 0.3), (-0.1, -0.8), (0.15, 0.8), (0.35, 0.3), (0.9, 0.3))
        pygame.draw.lines(target, colour, False, corners(jump, centre, radius), max(2, radius // 5))
    else:
        centred(target, smooth(colour, [CROSS], round(radius * 0.6)), centre)
