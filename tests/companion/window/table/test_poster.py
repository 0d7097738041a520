"""A poster drawn: everything on it, inside its place, in any size."""

from __future__ import annotations

import pytest

from companion.table.parts import Poster
from tests.companion.window.table.drawing import draw, scale_of

WORDS = Poster(
    "What it is about, in one sentence of some length.",
    ("A line.", "Another line, much longer than the first, that has to be broken or shrunk."),
)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("size", "unit"), [((330, 130), 0.5), ((700, 240), 1.0), ((2100, 720), 3.0)])
def test_it_keeps_to_its_place(size: tuple[int, int], unit: float, theme: str) -> None:
    drawn = draw(WORDS, scale_of(theme, unit), size)
    assert drawn.place.contains(drawn.ink)
    assert drawn.ink.height > drawn.place.height // 2


def test_sentences_are_read_from_the_top() -> None:
    scale = scale_of()
    drawn = draw(WORDS, scale, (700, 240))
    assert drawn.box(scale.palette.accent).bottom <= drawn.box(scale.palette.ink).top


def test_an_empty_poster_draws_nothing() -> None:
    assert draw(Poster(), scale_of()).ink.size == (0, 0)
