"""A QR code on a panel: whole or not at all, and beside it whatever has room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from firmware.drawing.code_page import draw_code_page
from firmware.drawing.frames import draw
from firmware.drawing.lettering import LIT
from firmware.views import Code, Mood, Screen

ADDRESS = ("192.168.100.123:8080", "K7QM")
WORDS = st.text(st.sampled_from("ab.:/ ŻK7"), max_size=40)


def code(count: int = 25) -> Code:
    """All modules dark."""
    return Code(("1" * count,) * count)


def beside(image: Image.Image) -> Image.Image:
    """What stands right of the code."""
    return image.crop((64, 0, 128, 64))


@given(
    st.builds(Screen, title=WORDS, big=WORDS, text=st.tuples(WORDS, WORDS), hint=WORDS),
    st.sampled_from([(128, 64), (128, 32), (64, 48), (256, 64), (256, 128), (32, 16)]),
    st.sampled_from([21, 25, 29, 41]),
)
def test_any_words_beside_any_code_on_any_panel(screen: Screen, size: tuple[int, int], count: int) -> None:
    shown = Screen(screen.title, screen.big, text=screen.text, hint=screen.hint, figure=code(count))
    image = draw(shown, size)
    assert (image.mode, image.size) == ("1", size)
    drawn = draw_code_page(Screen(figure=shown.figure), code(count), size)
    if drawn is not None:  # then words are beside it, never on it
        side = min(size[1], (count + 8) * (size[1] // (count + 4)))
        assert image.crop((0, 0, side, side)).tobytes() == drawn.crop((0, 0, side, side)).tobytes()


@pytest.mark.parametrize("size", [(128, 32), (64, 48), (100, 64)])
def test_a_panel_without_the_room_has_no_part_of_it(size: tuple[int, int]) -> None:
    assert draw_code_page(Screen(text=ADDRESS), code(), size) is None
    words = draw(Screen(text=(*ADDRESS, "Join")), size)
    assert draw(Screen(text=ADDRESS, big="Join", figure=code()), size).histogram()[LIT] > 0
    if size == (128, 32):
        assert draw(Screen(text=ADDRESS, big="Join", figure=code()), size).tobytes() == words.tobytes()


@pytest.mark.parametrize("mood", Mood)
def test_no_mood_changes_it(mood: Mood) -> None:
    plain = Screen("Join", "K7QM", text=ADDRESS[:1], figure=code())
    assert draw(Screen("Join", "K7QM", text=ADDRESS[:1], figure=code(), mood=mood)).tobytes() == (
        draw(plain).tobytes()
    )


def test_a_title_stands_beside_it_only_if_it_warns() -> None:
    def titled(title: str) -> bytes:
        return beside(draw(Screen(title, "K7QM", text=ADDRESS[:1], figure=code()))).tobytes()

    assert titled("Join") == titled("") != titled("! No sound")


def test_what_to_do_gives_way_to_the_big_thing() -> None:
    long = Screen("", "K7QM", text=ADDRESS[:1], hint="turn, then ok", figure=code())
    assert draw(long).tobytes() == draw(Screen("", "K7QM", text=ADDRESS[:1], figure=code())).tobytes()
    short = Screen("", "K7QM", text=("10.0.0.5:8080",), hint="turn, then ok", figure=code())
    assert draw(short).tobytes() != draw(Screen("", "K7QM", text=short.text, figure=code())).tobytes()
