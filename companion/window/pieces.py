"""A window's picture in pieces, each drawn on clean ground, and anew only when it would look otherwise."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias

from pygame import Rect, Surface

from companion.window.table.button import Spot
from companion.window.theme import clipped

Piece: TypeAlias = tuple[Hashable, Rect, Hashable, Callable[..., "Sequence[Spot[Any]] | None"]]
"""Something to be drawn: its name, its place, what it depends on, and what draws it into a surface, within
``rect``, and tells what of it can be touched, if anything."""


class Pieces:
    """What of a window is on show.

    Args:
        ground: what is seen where nothing was drawn; as large as the window.

    Attributes:
        spots: what can be touched of each piece on show, by its name.
    """

    def __init__(self, ground: Surface) -> None:
        self._ground = ground
        self._shown: dict[Hashable, tuple[tuple[int, int, int, int], Hashable]] = {}
        self.spots: dict[Hashable, Sequence[Spot[Any]]] = {}

    def paint(self, target: Surface, pieces: Iterable[Piece]) -> bool:
        """Bring a window up to its pieces; True if any pixel had to be painted."""
        painted = not self._shown
        if painted:
            target.blit(self._ground, (0, 0))
        pieces = tuple(pieces)
        for name in self._shown.keys() - {piece[0] for piece in pieces}:
            left = Rect(self._shown.pop(name)[0])
            target.blit(self._ground, left, left)
            del self.spots[name]
            painted = True
        for name, place, state, draw in pieces:
            key = ((place.x, place.y, place.width, place.height), state)
            if self._shown.get(name) == key:
                continue
            target.blit(self._ground, place, place)
            with clipped(target, place):
                self.spots[name] = draw(target, rect=place) or ()
            self._shown[name] = key
            painted = True
        return painted

    def forget(self) -> None:
        """What was painted is gone."""
        self._shown.clear()
        self.spots.clear()
