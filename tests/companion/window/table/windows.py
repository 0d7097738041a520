"""Windows of any size, for tests of what can be touched in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import pygame
from hypothesis import strategies as st
from pygame import Rect

from companion.window.scale import SMALLEST, Scale, safe, unit_of
from companion.window.table.table_layout import TableLayout, lay_out
from companion.window.theme import PALETTES
from companion.window.type import Type

KNOWN = ((640, 400), (800, 480), (1280, 720), (3840, 2160))

sizes = st.one_of(
    st.sampled_from(KNOWN), st.tuples(st.integers(SMALLEST[0], 3840), st.integers(SMALLEST[1], 2160))
)


@lru_cache
def _letters() -> Type:
    pygame.font.init()
    return Type()


def scale_of(size: tuple[int, int], theme: str = "dark") -> Scale:
    return Scale(PALETTES[theme], _letters(), unit_of(size))


def layout_of(size: tuple[int, int], seats: Sequence[int] = (1, 2, 3)) -> TableLayout:
    return lay_out(size, seats, races=True)


def sheet_of(size: tuple[int, int]) -> Rect:
    """Where what lies over the table is drawn: in the window, off its edges."""
    return safe(size)


def apart(rects: Iterable[Rect], inside: Rect) -> bool:
    """Whether places lie within another and none of them covers another."""
    places = list(rects)
    return all(inside.contains(place) for place in places) and not any(
        place.collidelist(places[n + 1 :]) >= 0 for n, place in enumerate(places)
    )
