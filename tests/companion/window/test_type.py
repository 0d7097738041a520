from __future__ import annotations

from itertools import groupby, pairwise
from pathlib import Path

import pygame
import pytest
from babel.messages.pofile import read_po
from pygame import Color

from companion import i18n
from companion.window.type import MOST_PIXELS, Type, size_of

CATALOGUE = Path(i18n.__file__).parent / "locale" / "pl" / "LC_MESSAGES" / "pierwszy.po"


@pytest.fixture
def letters() -> Type:
    pygame.font.init()
    return Type()


def test_letters_of_every_size_keep_no_file_open(letters: Type) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert all(letters.width("Zażółć", height) > 0 for height in range(8, 108))
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def middles(drawn: pygame.Surface) -> list[float]:
    """The middle of each piece of ink, from left to right, in parts of a pixel."""
    row = pygame.transform.smoothscale(drawn, (drawn.width, 1))
    weights = [row.get_at((x, 0)).a for x in range(drawn.width)]
    pieces = [list(piece) for inked, piece in groupby(range(drawn.width), lambda x: weights[x] > 4) if inked]
    return [sum(x * weights[x] for x in piece) / sum(weights[x] for x in piece) for piece in pieces]


@pytest.mark.parametrize("strong", [False, True])
@pytest.mark.parametrize("letter", "ponzicu")
def test_the_space_between_letters_is_even(letters: Type, letter: str, strong: bool) -> None:
    apart_at_all = 0
    for height in range(15, 110):
        found = middles(letters.ink(letter * 9, height, Color("white"), strong=strong))
        if len(found) == 9:  # the smallest letters touch
            apart = [following - one for one, following in pairwise(found)]
            assert max(apart) - min(apart) < 1.01, height
            apart_at_all += 1
    assert apart_at_all > 20


@pytest.mark.parametrize("word", ["pokaz", "pauza", "Rachmistrz", "malejący"])
def test_a_word_is_set_as_in_large_letters(letters: Type, word: str) -> None:
    """Each of its letters begins where it does in letters ten times as large."""
    for height in range(15, 84):
        for end in range(1, len(word) + 1):
            meant = letters.width(word[:end], 840) * size_of(height) / size_of(840)
            assert abs(letters.width(word[:end], height) - meant) <= 2, (height, word[:end])


@pytest.mark.parametrize("strong", [False, True])
@pytest.mark.parametrize("text", ["malejący", "Źródło", "ĄĘŻ gjpqy", "→ 17 ♥"])
def test_no_accent_and_no_tail_leaves_the_height_of_its_line(letters: Type, text: str, strong: bool) -> None:
    for height in range(8, 150):
        target = pygame.Surface(
            (letters.width(text, height, strong=strong) + 40, 3 * height), pygame.SRCALPHA
        )
        middle = height + height // 2
        letters.write(target, text, height, Color("white"), (10, middle), strong=strong)
        ink = target.get_bounding_rect()
        assert middle - height / 2 - 1 <= ink.top
        assert ink.bottom <= middle + height / 2 + 1


def test_accents_on_capitals_do_not_lower_a_word(letters: Type) -> None:
    def foot(text: str) -> int:
        target = pygame.Surface((200, 120))
        letters.write(target, text, 60, Color("white"), (10, 60))
        return (
            pygame.mask.from_threshold(target, Color("white"), (60, 60, 60)).get_bounding_rects()[-1].bottom
        )

    assert foot("Ż") == foot("Z")


@pytest.mark.parametrize("sign", ["→", "♥", "●", "☾", "✓"])
def test_what_the_font_lacks_stands_among_its_letters(letters: Type, sign: str) -> None:
    assert letters.width(f"a{sign}b", 40) > letters.width("ab", 40) + 20
    assert letters.ink(sign, 40, Color("white")).get_bounding_rect().width > 10


def test_every_letter_of_every_sentence_is_there_as_long_as_it_is_shown_here(letters: Type) -> None:
    with CATALOGUE.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    said = str([(message.id, message.string) for message in messages])
    missing = bytes_of(letters, "\ue000")
    lacking = {letter for letter in said if letter.isprintable() and bytes_of(letters, letter) == missing}
    assert lacking <= {"Ω"}  # of the wiring's tables, which are printed


def bytes_of(letters: Type, letter: str) -> bytes:
    return pygame.image.tobytes(letters.ink(letter, 100, Color("white"), strong=True), "RGBA")


def test_micro_is_a_u_that_goes_below_the_line(letters: Type) -> None:
    assert letters.width("500 µs", 40) == letters.width("500 us", 40)
    assert letters.ink("µ", 100, Color("white")).height > letters.ink("u", 100, Color("white")).height + 10


def test_what_was_written_is_kept_within_bounds(letters: Type) -> None:
    """A clock that runs all evening, as large as a television, doesn't fill the memory."""
    for n in range(40):
        written = letters.ink(f"{n}:{n:02}.{n % 10}", 500, Color("white"), strong=True)
        assert written.height > 200
        assert letters.pixels <= MOST_PIXELS
    assert letters.ink("39:39.9", 500, Color("white"), strong=True).get_parent() is written.get_parent()
