from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Surface
from pygame.event import Event

from companion.games.catalogue import all_games
from companion.games.words import RulesPage as Page
from companion.games.words import rules_page
from companion.i18n import speaker
from companion.window.table.fit import flowed
from companion.window.table.overlay import Leave
from companion.window.table.rules_page import RulesPage, lay_out_rules
from tests.companion.window.table.windows import KNOWN, scale_of, sheet_of

GROUND = (1, 2, 3)
LANGUAGES = ("pl", "en")


def drawn(page: RulesPage, size: tuple[int, int]) -> Surface:
    target = Surface(size)
    target.fill(GROUND)
    page.draw(target, scale=scale_of(size, "light"), rect=sheet_of(size), say=speaker("pl"))
    return target


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", KNOWN)
def test_all_of_every_games_reminder_is_in_its_place(size: tuple[int, int], language: str) -> None:
    scale = scale_of(size)
    for game in all_games():
        page = None if game.words is None else rules_page(game.title, game.words, speaker(language))
        for block in () if page is None else lay_out_rules(sheet_of(size), scale, page):
            assert block.bottom <= block.rect.bottom, f"{game.name}: {block.texts}"


def test_any_touch_and_any_key_that_goes_down_leaves() -> None:
    page = RulesPage(Page("Game", "Win.", ("One.",), ("Press.",)))
    assert page.touch(3, 3) == Leave()
    assert page.key(Event(pygame.KEYDOWN, key=pygame.K_a)) == Leave()
    assert page.key(Event(pygame.KEYUP, key=pygame.K_a)) is None
    assert page.key(Event(pygame.TEXTINPUT, text="a")) is None


@pytest.mark.parametrize("size", KNOWN)
def test_it_keeps_to_its_sheet(size: tuple[int, int]) -> None:
    page = RulesPage(Page("Game " * 20, "Win. " * 40, ("Do this and that. " * 6,) * 7, ("Press. " * 30,) * 4))
    target = drawn(page, size)
    target.fill(GROUND, sheet_of(size))
    assert pygame.mask.from_threshold(target, GROUND, (1, 1, 1, 255)).count() == size[0] * size[1]


@given(words=st.lists(st.text("aąwi", min_size=1, max_size=9), max_size=30), width=st.integers(120, 600))
def test_wrapping_keeps_every_word_and_no_line_is_too_wide(words: list[str], width: int) -> None:
    scale = scale_of((1280, 720))
    lines = flowed(scale, words, 30, width)
    assert " ".join(lines).split() == words
    assert all(scale.type.width(line, 30) <= width or len(line.split()) == 1 for line in lines)
