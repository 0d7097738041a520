from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Surface
from pygame.event import Event

from companion.i18n import speaker
from companion.session.naming import ALPHABET
from companion.window.scale import finger
from companion.window.table.choice_grid import ChoiceGrid, lay_out_grid
from companion.window.table.overlay import Leave, Pick
from tests.companion.window.table.windows import KNOWN, apart, scale_of, sheet_of, sizes

SUMS = tuple(str(n) for n in range(100))
LETTERS = ("Gotowe", "Usuń", *ALPHABET, "Odstęp")
TRAPS = tuple(f"Maksymilian {n} schował(a) pułapkę" for n in range(8))


def drawn(grid: ChoiceGrid, size: tuple[int, int] = (1280, 720)) -> Surface:
    target = Surface(size)
    grid.draw(target, scale=scale_of(size), rect=sheet_of(size), say=speaker("en"))
    return target


def press(key: int) -> Event:
    return Event(pygame.KEYDOWN, key=key, scancode=0, mod=0, unicode="")


@given(size=sizes, labels=st.sampled_from((SUMS, LETTERS, (*TRAPS, *SUMS), ("A",), TRAPS)))
def test_every_choice_is_on_one_page_large_enough_for_a_finger(
    size: tuple[int, int], labels: tuple[str, ...]
) -> None:
    scale, sheet = scale_of(size), sheet_of(size)
    grid = lay_out_grid(sheet, scale, labels)
    assert [index for page in grid.pages for index in page] == list(range(len(labels)))
    for page in grid.pages:
        turns = [place for place in grid.turns if place.width]
        places = [*page.values(), grid.head.close, *turns]
        assert bool(turns) == (len(grid.pages) > 1)
        assert apart(places, sheet)
        assert all(min(place.size) >= finger(scale.unit) for place in places)


@pytest.mark.parametrize("size", KNOWN)
def test_touching_each_choice_picks_it(size: tuple[int, int]) -> None:
    labels = (*TRAPS, *SUMS)
    grid, picked = ChoiceGrid(labels, 0), set()
    placed = lay_out_grid(sheet_of(size), scale_of(size), labels)
    for page in placed.pages:
        drawn(grid, size)
        for index, cell in page.items():
            assert grid.touch(*cell.center) == Pick(index)
            picked.add(index)
        assert grid.touch(*placed.turns[1].center) is None
    assert picked == set(range(len(labels)))


def test_it_opens_on_the_page_of_the_standing_choice() -> None:
    size = (640, 400)
    labels = (*TRAPS, *SUMS)
    pages = lay_out_grid(sheet_of(size), scale_of(size), labels).pages
    assert len(pages) > 1
    grid = ChoiceGrid(labels, len(labels) - 1)
    drawn(grid, size)
    assert grid.touch(*pages[-1][len(labels) - 1].center) == Pick(len(labels) - 1)


def test_sums_to_99_are_on_one_page_of_a_large_window() -> None:
    assert len(lay_out_grid(sheet_of((1280, 720)), scale_of((1280, 720)), SUMS).pages) == 1


def test_beside_everything_nothing_happens_and_close_leaves() -> None:
    grid = ChoiceGrid(LETTERS, None)
    assert grid.touch(600, 300) is None  # not drawn yet
    drawn(grid)
    placed = lay_out_grid(sheet_of((1280, 720)), scale_of((1280, 720)), LETTERS)
    assert grid.touch(*placed.head.close.center) == Leave()
    assert grid.touch(*placed.head.title.center) is None
    assert grid.touch(0, 0) is None


def test_arrows_move_to_the_neighbour_enter_picks_it_escape_leaves() -> None:
    grid = ChoiceGrid(SUMS, 40)
    drawn(grid)
    before = grid.state
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP):
        assert grid.key(press(key)) is None
    assert grid.state != before
    assert grid.key(press(pygame.K_RETURN)) == Pick(41)
    assert grid.key(press(pygame.K_ESCAPE)) == Leave()
    assert grid.key(Event(pygame.TEXTINPUT, text="x")) is None


def test_arrows_stop_at_both_ends() -> None:
    grid = ChoiceGrid(("a", "b"), 0)
    drawn(grid)
    grid.key(press(pygame.K_LEFT))
    assert grid.key(press(pygame.K_RETURN)) == Pick(0)
    for _ in range(3):
        grid.key(press(pygame.K_DOWN))
    assert grid.key(press(pygame.K_RETURN)) == Pick(1)


def test_pages_are_turned_with_keys_too() -> None:
    size = (640, 400)
    pages = lay_out_grid(sheet_of(size), scale_of(size), SUMS).pages
    grid = ChoiceGrid(SUMS, 0)
    drawn(grid, size)
    grid.key(press(pygame.K_PAGEDOWN))
    assert grid.key(press(pygame.K_RETURN)) == Pick(min(pages[1]))
    grid.key(press(pygame.K_PAGEUP))
    assert grid.key(press(pygame.K_RETURN)) == Pick(0)


def test_the_standing_choice_is_marked() -> None:
    cells = lay_out_grid(sheet_of((1280, 720)), scale_of((1280, 720)), SUMS).pages[0]
    target, palette = drawn(ChoiceGrid(SUMS, 17)), scale_of((1280, 720)).palette
    faces = [target.get_at((cell.centerx, cell.top + 6)) for cell in cells.values()]
    assert [index for index, face in enumerate(faces) if face == palette.ink] == [17]
