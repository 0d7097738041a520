"""A window's picture in pieces, each drawn on clean ground, and anew only when it would look otherwise."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias

from pygame import Rect, Surface

from companion.window.theme import clipped

Piece: TypeAlias = tuple[Hashable, Rect, Hashable, Callable[..., object]]
"""Something to be drawn: its name, its place, what it depends on, and what draws it into a surface, within
``rect``."""


class Pieces:
    """What of a window is on show.

    Args:
        ground: what is seen where nothing was drawn; as large as the window.
    """

    def __init__(self, ground: Surface) -> None:
        self._ground = ground
        self._shown: dict[Hashable, Hashable] = {}

    def paint(self, target: Surface, pieces: Iterable[Piece]) -> bool:
        """Bring a window up to its pieces; True if any pixel had to be painted."""
        painted = not self._shown
        if painted:
            target.blit(self._ground, (0, 0))
        for name, place, state, draw in pieces:
            key = (tuple(place), state)
            if self._shown.get(name) == key:
                continue
            target.blit(self._ground, place, place)
            with clipped(target, place):
                draw(target, rect=place)
            self._shown[name] = key
            painted = True
        return painted

    def forget(self) -> None:
        """What was painted is gone."""
        self._shown.clear()
