from __future__ import annotations

import pytest
from pygame import Rect, Surface

from companion.table.parts import Entries, Entry, Figure
from companion.window.table.choice_row import Typed
from companion.window.table.entries import draw_entries
from companion.window.theme import SIZES
from tests.companion.window.table.drawing import GROUND, draw, scale_of

LAPS = tuple(Entry(f"Somebody {seat}", "1:04.5 · 1:05.9", seat) for seat in range(1, 9))


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("size", [(600, 90), (320, 220), (240, 60), (1100, 300)])
def test_entries_stay_in_their_place(count: int, size: tuple[int, int]) -> None:
    drawn = draw(Entries(LAPS[:count]), scale_of(), size)
    assert drawn.place.contains(drawn.ink)


def test_without_entries_nothing_is_drawn() -> None:
    assert draw(Entries(), scale_of()).ink.size == (0, 0)


def spots(entries: tuple[Entry, ...], size: tuple[int, int]) -> list[Rect]:
    surface = Surface(size)
    surface.fill(GROUND)
    drawn = draw_entries(surface, scale_of(), Rect((0, 0), size), Entries(entries))
    return [spot.rect for spot in drawn]


def test_none_is_left_out_while_all_can_be_read() -> None:
    entries = tuple(Entry("Jo", does=f"first {n}") for n in range(6))
    places = spots(entries, (600, 90))
    assert len(places) == 6
    assert all(place.height * 0.6 >= SIZES.small - 1 for place in places)
    assert all(not one.colliderect(other) for one in places for other in places if one is not other)


def test_where_there_is_no_room_for_all_the_first_ones_stay_readable() -> None:
    entries = tuple(Entry(f"Somebody called {n}", does=f"first {n}") for n in range(20))
    places = spots(entries, (300, 90))
    assert 0 < len(places) < 20
    assert min(place.height for place in places) >= 35


def test_only_what_does_something_can_be_touched() -> None:
    two = (Entry("Ola", seat=1, does="next"), Entry("Jan", seat=2))
    rect = Rect(0, 0, 600, 90)
    spots = draw_entries(Surface(rect.size), scale_of(), rect, Entries(two))
    assert [(spot.does, spot.rect.right < rect.centerx) for spot in spots] == [(Typed("next"), True)]


def test_a_figure_nobody_knows_keeps_its_place_empty() -> None:
    assert draw(Figure("", "sum"), scale_of()).ink.size == (0, 0)
    drawn = draw(Figure("16", "sum"), scale_of())
    assert drawn.place.contains(drawn.ink)
