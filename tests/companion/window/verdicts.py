"""What is wrong with a picture: letters too small or too pale, cut, covered, at the edge; lost facts.

Everything is told from what was drawn (`tests.companion.window.watched`), against what should be there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import combinations

import pygame
from pygame import Color, Rect, Surface

from companion.table.parts import Dice, Die, Digits, Figure
from companion.table.view import TableView
from companion.table.way_in import WayIn
from companion.window.scale import unit_of
from companion.window.sign import contrast
from companion.window.table.table_painter import side_by_side
from companion.window.type import EM
from tests.companion.window.watched import Note

LEAST_LETTERS = 26 / 1.5
"""The least font size in a window of 1280 x 720 (px): 26 at 1080p."""

LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3."""

SIGN_SHARE = 2 / 3
"""A sign's number may be so much smaller than letters: its shape and colour say the same."""

EDGE = 0.05
"""Of the window, at each side: what a television may not show."""

_POINTS = 500
"""Of a text's surroundings so many pixels are looked at."""

_WORST = 0.1
"""Share of them that may be paler: a rim that runs by, a neighbour's edge."""

_COVERED = 0.2
"""Share of a text's ink that may be of another colour in the end: where letters meet smooth edges."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is wrong: of which kind, with what, and the figures."""

    kind: str
    what: str
    figures: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: “{self.what}” {self.figures}".rstrip()


@dataclass(frozen=True, slots=True)
class Picture:
    """What was drawn, and what it is about.

    Attributes:
        surface: the pixels in the end.
        notes: what was written.
        facts: for each place that has any (px): what has to be read there.
        names: what people typed, which may be cut.
        larger: letters are meant so many times as large.
    """

    surface: Surface
    notes: Sequence[Note]
    facts: Sequence[tuple[Rect, str]]
    names: Collection[str] = ()
    larger: float = 1.0


def verdict(picture: Picture) -> Iterator[Violation]:
    """Everything that is wrong with it."""
    size = picture.surface.get_size()
    for note in picture.notes:
        yield from _small(note, size)
        yield from _outside(note, size)
        yield from _dots(note, picture)
        if not note.sign:
            yield from _pale(note, picture.surface)
    yield from _overlapping(picture.notes)
    yield from _lost(picture)


# -- one text


def least_letters(size: tuple[int, int]) -> int:
    """The least font size in a window (px): in proportion to its size, 12 on the smallest screens."""
    return max(12, int(LEAST_LETTERS * unit_of(size) + 0.05))


def _small(note: Note, size: tuple[int, int]) -> Iterator[Violation]:
    least = least_letters(size) * (SIGN_SHARE if note.sign else 1)
    got = round(note.height * EM)
    if got < int(least):
        yield Violation(
            "sign too small" if note.sign else "too small", note.text, f"{got} px, not {int(least)}"
        )


def _outside(note: Note, size: tuple[int, int]) -> Iterator[Violation]:
    window = Rect(0, 0, *size)
    if not note.clip.clip(window).inflate(2, 2).contains(note.rect):
        yield Violation("cut", note.text, f"{tuple(note.rect)} in {tuple(note.clip)}")
    inner = window.inflate(-2 * round(EDGE * size[0]) + 2, -2 * round(EDGE * size[1]) + 2)
    if not inner.contains(note.rect):
        yield Violation("at the edge", note.text, f"{tuple(note.rect)} in {size[0]}x{size[1]}")


def _dots(note: Note, picture: Picture) -> Iterator[Violation]:
    if not note.text.endswith("…"):
        return
    kept = note.text.removesuffix("…").strip()
    meant = [fact for _, fact in picture.facts]
    if any(note.text in fact for fact in meant):
        return
    if any(kept in fact and any(name in fact for name in picture.names) for fact in meant):
        return
    yield Violation("ellipsis", note.text)


def _pale(note: Note, surface: Surface) -> Iterator[Violation]:
    """Against the pixels around it, as they are in the end; and it is still to be seen."""
    place = note.rect.clip(surface.get_rect()).clip(note.clip)
    if note.ink is None or not place.width or not place.height:
        return
    seen = surface.subsurface(place)
    cut = note.ink.subsurface(place.move(-note.rect.x, -note.rect.y).clip(note.ink.get_rect()))
    solid, any_ink = pygame.mask.from_surface(cut, 235), pygame.mask.from_surface(cut, 8)
    colour = Color(*note.colour)
    same = pygame.mask.from_threshold(seen, colour, (40, 40, 40, 255))
    count, there = solid.count(), solid.overlap_area(same, (0, 0))
    if count and there < (1 - _COVERED) * count:
        yield Violation("covered", note.text, f"{100 * there // count} % of its ink is seen")
        return
    found = sorted(_contrasts(seen, any_ink, colour))
    if found and (worst := found[int(len(found) * _WORST)]) < LEAST_CONTRAST:
        yield Violation("too pale", note.text, f"{worst:.1f}:1")


def _contrasts(seen: Surface, ink: pygame.Mask, colour: Color) -> Iterator[float]:
    width, height = seen.get_size()
    step = max(1, round((width * height / _POINTS) ** 0.5))
    for y in range(0, height, step):
        for x in range(0, width, step):
            if not ink.get_at((x, y)):
                yield _contrast(tuple(seen.get_at((x, y)))[:3], tuple(colour)[:3])


@cache
def _contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    return contrast(Color(*one), Color(*other))


# -- texts and signs against each other


def _overlapping(notes: Sequence[Note]) -> Iterator[Violation]:
    for one, other in combinations(notes, 2):
        if not one.rect.colliderect(other.rect) or (one.sign and other.sign):
            continue
        if one.ink is None or other.ink is None:
            continue  # turned, as in a picture of cards held in a hand
        common = one.mask().overlap_area(other.mask(), (other.rect.x - one.rect.x, other.rect.y - one.rect.y))
        both = one.rect.clip(other.rect)
        small = min(one.rect.width * one.rect.height, other.rect.width * other.rect.height)
        near = both.width * both.height > 0.3 * small and not (one.sign or other.sign)
        if common > 2 or near:
            yield Violation("overlap", one.text, f"with “{other.text}”: {common} px, at {tuple(both)}")


# -- what has to be there


_LEFT_OUT = {"does", "field", "counted", "free", "picture"}
"""Fields that aren't shown, or not in words."""

_PIPPED = 6
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
_SPACE = re.compile(r"[\s·…]+")


def bare(text: str) -> str:
    """A text without what may change when it is wrapped."""
    return _SPACE.sub("", text)


def said(value: object) -> Iterator[str]:
    """Every text in what is to be shown."""
    if isinstance(value, Enum):
        return
    if isinstance(value, Digits):
        yield from map(str, value.digits)
    elif isinstance(value, Dice):
        yield from () if value.moving else said(value.dice)
    elif isinstance(value, Die) and value.sides == _PIPPED:
        return  # its number is told by pips
    elif isinstance(value, Figure) and not value.text:
        return
    elif isinstance(value, WayIn):
        yield from (value.address, value.code)  # its modules are a picture
    elif isinstance(value, str):
        if value and not _COLOUR.fullmatch(value):
            yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from said(one)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in _LEFT_OUT:
                yield from said(getattr(value, field.name))


def facts_of(view: TableView) -> Iterator[tuple[Hashable, str]]:
    """What a table view has to say, each with the piece that says it."""
    said_below = () if view.refusal else (*view.text, view.hint)
    found: dict[Hashable, tuple[str, ...]] = {
        "top": (view.title,),
        "heading": (view.headline, *said_below, view.refusal),
        "finish": () if view.finish is None else (view.finish.verdict,),
        "ok": (view.ok,),
    }
    found |= {plate.seat: (plate.name, plate.value, plate.note) for plate in view.plates}
    for where, parts in (("middle", view.middle), ("below", view.below)):
        lying = enumerate(side_by_side(Rect(0, 0, 1, 1), parts))
        found |= {(where, place): tuple(said(part)) for place, (part, _) in lying}
    for piece, facts in found.items():
        yield from ((piece, fact) for fact in facts if bare(fact))


def _lost(picture: Picture) -> Iterator[Violation]:
    for place, fact in picture.facts:
        written = "".join(
            bare(note.text) for note in picture.notes if place.inflate(4, 4).contains(note.clip)
        )
        if bare(fact) in written or _cut_name(fact, written, picture.names):
            continue
        if not all(bare(word) in written for word in fact.split()):
            yield Violation("lost", fact, f"of “{written[:80]}”")


def _cut_name(fact: str, written: str, names: Collection[str]) -> bool:
    """Whether what people typed stands there as far as there is room."""
    return any(name in fact for name in names) and any(
        bare(fact)[:length] in written for length in range(len(bare(fact)), 2, -1)
    )


# -- without colour


LEAST_APART = 0.03
"""Share of its pixels in which a thing has to look otherwise."""

_SHADES = 24
"""Of 255: two greys less far apart are one."""


def alike_in_grey(looks: Mapping[str, Surface]) -> Iterator[Violation]:
    """Which of these pictures of one size can't be told apart without colour."""
    grey = {name: pygame.transform.grayscale(look) for name, look in looks.items()}
    for (one, seen), (other, beside) in combinations(grey.items(), 2):
        same = pygame.mask.from_threshold(seen, (0, 0, 0), (_SHADES, _SHADES, _SHADES, 255), beside).count()
        apart = 1 - same / (seen.width * seen.height)
        if apart < LEAST_APART:
            yield Violation("colour alone", f"{one} / {other}", f"{100 * apart:.1f} % look otherwise")
