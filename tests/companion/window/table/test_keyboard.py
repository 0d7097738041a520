from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Surface
from pygame.event import Event

from companion.games.catalogue import AnyGame, all_games, find_game
from companion.games.words import quick_words
from companion.i18n import speaker
from companion.window.scale import finger
from companion.window.table.button import Spot
from companion.window.table.keyboard import Keyboard, Special, lay_out_keyboard
from companion.window.table.overlay import Answer, Leave, Send
from companion.window.typing_line import LONGEST
from tests.companion.window.table.windows import apart, scale_of, sheet_of, sizes

SIZE = (800, 480)
WORDS = quick_words(find_game("seventeen").words)


def drawn(board: Keyboard, size: tuple[int, int] = SIZE) -> Surface:
    target = Surface(size)
    board.draw(target, scale=scale_of(size), rect=sheet_of(size), say=speaker("en"))
    return target


def opened(words: tuple[str, ...] = WORDS) -> Keyboard:
    board = Keyboard(words)
    drawn(board)
    return board


def spots(words: tuple[str, ...] = WORDS) -> list[Spot[str | Special]]:
    layout = lay_out_keyboard(sheet_of(SIZE), scale_of(SIZE), words)
    return [*layout.words, *layout.keys]


def touch(board: Keyboard, *names: str) -> Answer | None:
    """Touch keys by what they write or do; the last answer."""
    answer = None
    for name in names:
        spot = next(spot for spot in spots() if name in (spot.does, getattr(spot.does, "value", None)))
        answer = board.touch(*spot.rect.center)
    return answer


@given(size=sizes, game=st.sampled_from(all_games()))
def test_every_key_is_large_enough_for_a_finger_and_the_line_is_never_covered(
    size: tuple[int, int], game: AnyGame
) -> None:
    scale, sheet = scale_of(size), sheet_of(size)
    layout = lay_out_keyboard(sheet, scale, quick_words(game.words))
    places = [spot.rect for spot in (*layout.words, *layout.keys)]
    assert apart([layout.line, *places], sheet)
    assert all(place.width >= 44 and place.height >= min(44, finger(scale.unit)) for place in places)
    assert layout.line.height >= 40


def test_every_letter_digit_and_sign_can_be_typed_with_one_touch() -> None:
    written = {spot.does for spot in spots()}
    assert written >= set("abcdefghijklmnopqrstuvwxyząćęłńóśźż0123456789+-*/()")


def test_touching_keys_types_a_line_and_send_sends_it() -> None:
    board = opened()
    touch(board, "name ", "3", "space", "shift", "ż", "ó", "ł", "w", "x", "backspace")
    assert board.text == "name 3 Żółw"
    assert touch(board, "send") == Send("name 3 Żółw")


def test_each_key_writes_what_stands_on_it() -> None:
    for spot in spots():
        board = opened()
        assert board.touch(*spot.rect.center) is None or spot.does in (Special.SEND, Special.CANCEL)
        written = "" if isinstance(spot.does, Special) else spot.does
        assert board.text == (" " if spot.does is Special.SPACE else written)


def test_shift_is_for_one_letter() -> None:
    board = opened()
    before = board.state
    touch(board, "shift")
    assert board.state != before
    touch(board, "a", "b", "shift", "shift", "c")
    assert board.text == "Abc"


def test_a_quick_word_stands_apart_from_what_was_typed_before() -> None:
    board = opened()
    touch(board, "3", "sum ", "trap ")
    assert board.text == "3 sum trap "


@pytest.mark.parametrize("how", ["cancel", "send"])
def test_an_empty_line_is_not_sent(how: str) -> None:
    assert touch(opened(), "space", how) == Leave()


def test_beside_the_keys_nothing_happens() -> None:
    board = opened()
    layout = lay_out_keyboard(sheet_of(SIZE), scale_of(SIZE), WORDS)
    assert board.touch(*layout.line.center) is None
    assert board.text == ""
    assert Keyboard(WORDS).touch(*layout.keys[0].rect.center) is None  # not drawn yet


def key(code: int, *, scancode: int = 4, up: bool = False) -> Event:
    return Event(pygame.KEYUP if up else pygame.KEYDOWN, key=code, scancode=scancode, mod=0, unicode="")


def test_real_keys_and_touched_ones_write_the_same_line() -> None:
    board = opened()
    board.key(Event(pygame.TEXTINPUT, text="su"))
    touch(board, "m", "space", "1")
    board.key(Event(pygame.TEXTINPUT, text="70"))
    board.key(key(pygame.K_BACKSPACE))
    assert board.key(key(pygame.K_RETURN)) == Send("sum 17")
    assert board.key(key(pygame.K_ESCAPE)) == Leave()


def test_what_the_opening_key_types_is_not_meant() -> None:
    board = Keyboard(opener=23)
    board.key(Event(pygame.TEXTINPUT, text="t"))
    board.key(key(pygame.K_t, scancode=23, up=True))
    board.key(Event(pygame.TEXTINPUT, text="t"))
    assert board.text == "t"


def test_the_end_of_the_longest_line_is_in_sight() -> None:
    board = opened()
    board.key(Event(pygame.TEXTINPUT, text="w" * (LONGEST + 5)))
    assert board.text == "w" * LONGEST
    line = lay_out_keyboard(sheet_of(SIZE), scale_of(SIZE), WORDS).line
    end = line.move(line.width // 2, 0).clip(line)
    one = pygame.image.tobytes(drawn(board).subsurface(end), "RGB")
    board.key(key(pygame.K_BACKSPACE))
    board.key(Event(pygame.TEXTINPUT, text="i"))
    assert pygame.image.tobytes(drawn(board).subsurface(end), "RGB") != one


def test_send_calls_once_there_is_something_to_send() -> None:
    board, palette = opened(), scale_of(SIZE).palette
    send = next(spot.rect for spot in spots() if spot.does is Special.SEND)
    at = send.centerx, send.top + 5
    assert drawn(board).get_at(at) != palette.accent
    touch(board, "a")
    assert drawn(board).get_at(at) == palette.accent


def test_what_a_touch_began_to_type_is_sent_before_what_is_typed() -> None:
    keyboard = Keyboard(before="name 3 ", asks="Name of seat 3")
    for letter in "ol":
        keyboard._press(letter)
    assert keyboard._answer(keyboard._press(Special.SEND)) == Send("name 3 Ol")
