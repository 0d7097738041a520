from __future__ import annotations

from collections.abc import Collection

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Color, Rect, Surface

from companion.i18n import speaker
from companion.window.scale import Scale, finger
from companion.window.table.button import Spot
from companion.window.table.control_bar import (
    Control,
    ControlsState,
    behind_more,
    beside_knob,
    draw_control,
    knob_of,
    lay_out_controls,
)
from companion.words import Say
from firmware.views import Mood
from tests.companion.window.table.windows import KNOWN, apart, layout_of, scale_of, sizes
from tests.companion.window.watched import Canvas, WatchedType, notes_on, watching

ALL = frozenset(Control) - {Control.MORE}
ON_A_BOX = ALL - {Control.BOX}
WATCHING = frozenset({Control.BACK, Control.OK, Control.LIGHT, Control.BOX, Control.FULL})
GROUND = (1, 2, 3)


def placed(size: tuple[int, int], shown: Collection[Control] = ALL) -> tuple[Spot[Control], ...]:
    layout, scale = layout_of(size), scale_of(size)
    knob = lay_out_controls(layout.choices, scale, knob_of(shown))
    return (*knob, *lay_out_controls(layout.controls, scale, beside_knob(shown)))


def bar_of(size: tuple[int, int]) -> Rect:
    return layout_of(size).choices.union(layout_of(size).controls)


def drawn(size: tuple[int, int], state: ControlsState, theme: str = "dark", language: str = "en") -> Surface:
    scale, say = scale_of(size, theme), speaker(language)
    target = Surface(size)
    target.fill(GROUND)
    draw_all(target, scale, size, state, say)
    return target


def draw_all(target: Surface, scale: Scale, size: tuple[int, int], state: ControlsState, say: Say) -> None:
    for spot in placed(size):
        draw_control(target, scale, spot.rect, control=spot.does, state=state, say=say)


def pixels(size: tuple[int, int], state: ControlsState, control: Control) -> bytes:
    """One control as drawn."""
    place = next(b.rect for b in placed(size) if b.does is control)
    return pygame.image.tobytes(drawn(size, state).subsurface(place), "RGB")


@given(size=sizes, shown=st.sets(st.sampled_from(sorted(ALL, key=str)), min_size=1))
def test_every_control_is_in_the_bar_or_behind_more_and_nowhere_twice(
    size: tuple[int, int], shown: set[Control]
) -> None:
    bar, behind = [button.does for button in placed(size, shown)], behind_more(shown)
    assert (Control.MORE in bar) == bool(behind)
    both = [*(one for one in bar if one is not Control.MORE), *behind]
    assert sorted(both, key=str) == sorted(shown, key=str)


@given(size=sizes, shown=st.sampled_from((ALL, ON_A_BOX, WATCHING)))
def test_every_control_is_large_enough_for_a_finger_and_apart_from_the_others(
    size: tuple[int, int], shown: frozenset[Control]
) -> None:
    buttons, least = placed(size, shown), finger(scale_of(size).unit)
    assert apart((button.rect for button in buttons), bar_of(size))
    assert all(button.rect.width >= least and button.rect.height >= least for button in buttons)


@pytest.mark.parametrize("size", KNOWN)
def test_the_bar_holds_what_matters_now_in_every_window(size: tuple[int, int]) -> None:
    assert [button.does for button in placed(size)] == [
        Control.LEFT, Control.OK, Control.RIGHT, Control.UNDO, Control.PAUSE, Control.MENU, Control.MORE,
    ]  # fmt: skip


def test_while_something_plays_itself_it_can_be_left_from_the_bar() -> None:
    bar = [button.does for button in placed((800, 480), WATCHING)]
    assert bar == [Control.BACK, Control.OK, Control.MORE]


def test_ok_is_the_largest() -> None:
    widths = {button.does: button.rect.width for button in placed((1280, 720))}
    ok = widths.pop(Control.OK)
    assert ok > 2.5 * max(widths.values())


@pytest.mark.parametrize("size", KNOWN)
@pytest.mark.parametrize("language", ["pl", "en"])
def test_ok_says_all_it_does_and_no_word_is_cut(size: tuple[int, int], language: str) -> None:
    takes = "Maksymilian schował pułapkę na samym spodzie"
    with watching():
        watched = scale_of(size)
        scale = Scale(watched.palette, WatchedType(), watched.unit)
        target = Canvas(size)
        state, say = ControlsState(takes=takes), speaker(language)
        draw_all(target, scale, size, state, say)
    texts = [note.text for note in notes_on(target)]
    assert " ".join(texts[:2]) == takes or texts[0] == takes
    assert not any("…" in text for text in texts)
    assert min(note.height for note in notes_on(target)) >= scale.least


@pytest.mark.parametrize("size", KNOWN)
def test_nothing_is_drawn_beside_the_buttons(size: tuple[int, int]) -> None:
    target = drawn(size, ControlsState(takes="A very long choice that has two lines somewhere or other"))
    for button in placed(size):
        target.fill(GROUND, button.rect)
    mask = pygame.mask.from_threshold(target, GROUND, (1, 1, 1, 255))
    assert mask.count() == size[0] * size[1]


@pytest.mark.parametrize(
    ("control", "other"),
    [
        (Control.OK, ControlsState(takes="Pile up")),
        (Control.OK, ControlsState(mood=Mood.TURN)),
        (Control.PAUSE, ControlsState(paused=True)),
        (Control.UNDO, ControlsState(off=frozenset({Control.UNDO}))),
        (Control.UNDO, ControlsState(down=frozenset({Control.UNDO}))),
    ],
)
def test_a_button_shows_how_it_stands(control: Control, other: ControlsState) -> None:
    size = (1280, 720)
    assert pixels(size, ControlsState(), control) != pixels(size, other, control)


def test_only_what_is_waited_for_calls() -> None:
    scale = scale_of((1280, 720))
    ok = next(button.rect for button in placed((1280, 720)) if button.does is Control.OK)
    at = ok.left + ok.width // 2, ok.top + scale.px(5)
    assert drawn((1280, 720), ControlsState(mood=Mood.TURN)).get_at(at) == scale.palette.accent
    assert drawn((1280, 720), ControlsState(mood=Mood.WAIT)).get_at(at) == scale.palette.panel


def test_a_bar_that_is_cut_off_is_drawn_no_further() -> None:
    target = Surface((1280, 720))
    target.fill(GROUND)
    half = Rect(0, 0, 640, 720)
    target.set_clip(half)
    layout, scale = layout_of((1280, 720)), scale_of((1280, 720))
    draw_all(target, scale, (1280, 720), ControlsState(), speaker("pl"))
    assert target.get_clip() == half
    assert target.get_at((1000, layout.controls.centery)) == Color(*GROUND)
