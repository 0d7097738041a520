"""What comes and goes, a refusal, a photo finish, a caption, moves nothing that stays."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from companion.i18n import speaker
from companion.table.finish import Came, Finish, Mark
from companion.table.parts import Standings
from companion.table.view import Plate, TableView
from companion.window.table.table_painter import TablePainter, TableScene
from firmware.views import Mood
from tests.companion.window.table.windows import scale_of

SIZE = (800, 480)
FINISH = Finish((Mark(1, Came.FIRST, 0), Mark(2, Came.AFTER, 4_000_000)), 500_000, "First: Seat 1")
MIDDLE = (Standings((("Ola", "3"), ("Jan", "2"))),)


def views(middle: tuple[Standings, ...]) -> TableView:
    plates = tuple(Plate(seat, f"Seat {seat}", value=str(seat)) for seat in range(1, 5))
    return TableView(
        title="Question 3", headline="PRESS!", plates=plates, middle=middle, races=True, direction=1
    )


def painted(painter: TablePainter, view: TableView, captions: tuple[str, ...] = ()) -> Surface:
    target = Surface(SIZE)
    painter.pieces.forget()
    painter.paint(target, TableScene(view, (), speaker("en"), captions=captions))
    return target


def pixels(target: Surface, place: Rect) -> bytes:
    return pygame.image.tobytes(target.subsurface(place), "RGB")


@given(
    finish=st.sampled_from([None, FINISH]),
    refusal=st.sampled_from(["", "not now", "it was pressed before the race was opened, by whoever it was"]),
    text=st.lists(st.sampled_from(["then: Seat 4", "two cards", "the table decides"]), max_size=3),
    hint=st.sampled_from(["", "press when you know"]),
    choices=st.lists(st.sampled_from(["Right", "Wrong", "Next question"]), max_size=3),
    captions=st.sampled_from([(), ("tick",)]),
    mood=st.sampled_from(Mood),
    middle=st.booleans(),
)
def test_what_comes_and_goes_moves_nothing(
    finish: Finish | None,
    refusal: str,
    text: list[str],
    hint: str,
    choices: list[str],
    captions: tuple[str, ...],
    mood: Mood,
    middle: bool,
) -> None:
    painter = TablePainter(SIZE, scale_of(SIZE))
    bare = replace(views(MIDDLE if middle else ()), mood=mood)
    before = painted(painter, bare)
    layout = painter.layout
    full = replace(
        bare, finish=finish, refusal=refusal, text=tuple(text), hint=hint, choices=tuple(choices), refused=2
    )
    after = painted(painter, full, captions)
    assert painter.layout == layout
    upper = layout.heading.copy()
    upper.height = round(upper.height * (0.55 if middle else 0.4))
    for place in (upper, *layout.rails, *layout.plates.values(), layout.controls):
        assert pixels(before, place) == pixels(after, place)
    assert middle == (layout.middle.height > 0)


@pytest.mark.parametrize("middle", [(), MIDDLE])
def test_a_refusal_is_as_large_as_what_it_stands_in_the_place_of(middle: tuple[Standings, ...]) -> None:
    painter = TablePainter(SIZE, scale_of(SIZE))
    calm = replace(views(middle), text=("then: Seat 4",))
    plain, refused = (painted(painter, replace(calm, refusal=refusal)) for refusal in ("", "not now"))
    heading, bad = painter.layout.heading, painter.scale.palette.bad
    part = refused.subsurface(heading)
    red = pygame.mask.from_threshold(part, bad, (24, 24, 24, 255)).get_bounding_rects()
    assert max(rect.height for rect in red) > painter.scale.least
    assert pixels(plain, painter.layout.middle) == pixels(refused, painter.layout.middle)
