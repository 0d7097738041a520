from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Color

from companion.window.type import Type


@pytest.fixture
def letters() -> Type:
    pygame.font.init()
    return Type()


def test_letters_of_every_size_keep_no_file_open(letters: Type) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert all(letters.width("Zażółć", height) > 0 for height in range(8, 108))
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.parametrize("height", [1, 13, 28, 72, 200])
def test_letters_are_those_pygame_draws_at_that_height(letters: Type, height: int) -> None:
    own = pygame.font.Font(None, height)
    assert letters.width("Gracz 17", height) == own.size("Gracz 17")[0]


def test_accents_on_capitals_do_not_lower_a_word(letters: Type) -> None:
    def foot(text: str) -> int:
        target = pygame.Surface((200, 120))
        letters.write(target, text, 60, Color("white"), (10, 60))
        return (
            pygame.mask.from_threshold(target, Color("white"), (60, 60, 60)).get_bounding_rects()[-1].bottom
        )

    assert foot("Ż") == foot("Z")


@pytest.mark.parametrize("sign", ["→", "♥", "●", "☾"])
def test_what_the_font_lacks_stands_among_its_letters(letters: Type, sign: str) -> None:
    assert letters.width(f"a{sign}b", 40) > letters.width("ab", 40) + 20
    assert letters.ink(sign, 40, Color("white")).get_bounding_rect().width > 10
