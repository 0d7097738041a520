"""Surfaces that remember what was written on them, and letters that tell them: what is drawn is watched.

While `watching`, every surface the window makes is a `Canvas`. A text that is written on one is noted with
its place; blitted, shrunk or cut out, a surface takes its notes along. So a number baked into a die's picture
is known where it lies in the window in the end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Self
from unittest.mock import patch
from weakref import WeakKeyDictionary

import pygame
from pygame import Rect, Surface

from companion.window import sign
from companion.window.type import Type

_SOLID = 235
"""Opacity of a pixel that belongs to a letter; its smooth edges are less."""


@dataclass(frozen=True)
class Note:
    """Something that was written or drawn.

    Attributes:
        text: what; of a sign, its seat's number.
        height: of the letters (px), as `Type` counts it; in proportion to their number, of a sign.
        rect: where their ink is.
        clip: where ink could be seen when it was drawn.
        colour: of the letters.
        ink: as it was drawn, `rect` large; None where it was turned.
        sign: it is a seat's sign.
    """

    text: str
    height: float
    rect: Rect
    clip: Rect
    colour: tuple[int, ...]
    ink: Surface | None = None
    sign: bool = False

    def moved(self, x: int, y: int, clip: Rect) -> Note:
        """On a surface its own was blitted onto."""
        return replace(self, rect=self.rect.move(x, y), clip=self.clip.move(x, y).clip(clip))

    def scaled(self, across: float, down: float) -> Note:
        """On a surface that was stretched."""
        rect, clip = _stretched(self.rect, across, down), _stretched(self.clip, across, down)
        ink = None if self.ink is None else _SMOOTHSCALE(self.ink, rect.size)
        return replace(self, height=self.height * down, rect=rect, clip=clip, ink=ink)

    def mask(self) -> pygame.Mask:
        """Its letters' pixels."""
        if self.ink is None:
            return pygame.Mask(self.rect.size, fill=True)
        return pygame.mask.from_surface(self.ink, _SOLID)


def _stretched(rect: Rect, across: float, down: float) -> Rect:
    left, top = round(rect.x * across), round(rect.y * down)
    wide = max(1, round(rect.right * across) - left)
    return Rect(left, top, wide, max(1, round(rect.bottom * down) - top))


_SMOOTHSCALE = pygame.transform.smoothscale
_SMOOTHSCALE_BY = pygame.transform.smoothscale_by
_ROTOZOOM = pygame.transform.rotozoom
_NOTES: WeakKeyDictionary[Surface, list[Note]] = WeakKeyDictionary()
"""Of every surface; pictures that are kept (dice, signs) keep theirs."""


def notes_on(surface: Surface) -> list[Note]:
    """What was written on it, the oldest first."""
    return _NOTES.setdefault(surface, [])


class Canvas(Surface):
    """A surface that notes what is blitted onto it."""

    def blit(self, source: Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> Rect:
        left, top = dest.topleft if isinstance(dest, Rect) else (round(dest[0]), round(dest[1]))
        part = source.get_rect() if area is None else Rect(area).clip(source.get_rect())
        for note in _NOTES.get(source, ()):
            if area is None or part.colliderect(note.rect):
                clip = self.get_clip().clip(part.move(left - part.x, top - part.y))
                note_on(self, note.moved(left - part.x, top - part.y, clip))
        return super().blit(source, dest, area, special_flags)

    def subsurface(self, *place: Any) -> Surface:
        part = super().subsurface(*place)
        x, y = part.get_offset()
        notes_on(part).extend(note.moved(-x, -y, part.get_rect()) for note in _NOTES.get(self, ()))
        return part

    def copy(self) -> Self:
        copied: Self = super().copy()  # type: ignore[assignment]
        notes_on(copied).extend(_NOTES.get(self, ()))
        return copied


def note_on(surface: Surface, note: Note) -> None:
    """Remember it, on the surface this one is a part of, too."""
    notes_on(surface).append(note)
    whole = surface.get_abs_parent()
    if whole is not surface:
        x, y = surface.get_abs_offset()
        notes_on(whole).append(note.moved(x, y, whole.get_rect()))


class WatchedType(Type):
    """Letters that know what they are, wherever they are put."""

    def _draw(self, text: str, height: int, colour: tuple[int, ...], strong: bool) -> Surface:
        plain = super()._draw(text, height, colour, strong)
        box = plain.get_bounding_rect()
        drawn = Canvas(plain.get_size(), pygame.SRCALPHA)
        Surface.blit(drawn, plain, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        if text.strip():
            note_on(drawn, Note(text, height, box, drawn.get_rect(), colour, plain.subsurface(box)))
        return drawn


def _smoothscale(surface: Surface, size: Sequence[float], *more: Any) -> Surface:
    drawn = _SMOOTHSCALE(surface, size, *more)
    return _follows(surface, drawn, drawn.width / surface.width, drawn.height / surface.height)


def _smoothscale_by(surface: Surface, factor: Any, *more: Any) -> Surface:
    drawn = _SMOOTHSCALE_BY(surface, factor, *more)
    return _follows(surface, drawn, drawn.width / surface.width, drawn.height / surface.height)


def _rotozoom(surface: Surface, angle: float, scale: float) -> Surface:
    plain = _ROTOZOOM(surface, angle, scale)
    drawn, within = _follows(plain, plain, 1, 1), plain.get_rect()
    for note in _NOTES.get(surface, ()):
        turned = replace(note, rect=within, clip=within, ink=None, height=note.height * scale)
        note_on(drawn, turned)
    return drawn


def _follows(surface: Surface, plain: Surface, across: float, down: float) -> Surface:
    drawn = Canvas(plain.get_size(), plain.get_flags() & pygame.SRCALPHA, plain)
    Surface.blit(drawn, plain, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)  # as it is, clear parts, too
    for note in _NOTES.get(surface, ()):
        note_on(drawn, note.scaled(across, down))
    return drawn


_SIGN = sign._sign


def _drawn_sign(type_: Type, seat: int, radius: int, rgba: tuple[int, ...]) -> Surface:
    drawn = _SIGN(type_, seat, radius, rgba)
    notes = notes_on(drawn)
    if not any(note.sign for note in notes):
        height = max((note.height for note in notes), default=0.0)
        box = drawn.get_bounding_rect()
        notes[:] = [Note(str(seat), height, box, drawn.get_rect(), rgba, drawn.subsurface(box), sign=True)]
    return drawn


@contextmanager
def watching() -> Iterator[None]:
    """Meanwhile everything the window draws is noted."""
    modules = [
        module
        for name, module in tuple(sys.modules.items())
        if name.startswith("companion.window") and getattr(module, "Surface", None) is Surface
    ]
    with (
        patch.object(pygame.transform, "smoothscale", _smoothscale),
        patch.object(pygame.transform, "smoothscale_by", _smoothscale_by),
        patch.object(pygame.transform, "rotozoom", _rotozoom),
        patch.object(sign, "_sign", _drawn_sign),
        patch.object(pygame, "Surface", Canvas),
    ):
        for module in modules:
            module.Surface = Canvas  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for module in modules:
                module.Surface = Surface  # type: ignore[attr-defined]
