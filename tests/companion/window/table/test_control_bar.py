from __future__ import annotations

from collections.abc import Collection

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Color, Rect, Surface

from companion.i18n import speaker
from companion.window.scale import finger
from companion.window.table.button import Spot
from companion.window.table.control_bar import (
    KEY_CAPS,
    Control,
    ControlsState,
    draw_controls,
    lay_out_controls,
)
from firmware.views import LOUDEST, Mood
from tests.companion.window.table.windows import KNOWN, apart, layout_of, scale_of, sizes

ALL = frozenset(Control) - {Control.MORE}
ON_A_BOX = ALL - {Control.BOX}
GROUND = (1, 2, 3)


def placed(
    size: tuple[int, int], shown: Collection[Control] = ALL, *, more: bool = False
) -> tuple[Spot[Control], ...]:
    return lay_out_controls(layout_of(size).controls, scale_of(size), shown, more=more)


def drawn(size: tuple[int, int], state: ControlsState, theme: str = "dark") -> Surface:
    layout, scale = layout_of(size), scale_of(size, theme)
    target = Surface(size)
    target.fill(GROUND)
    buttons = lay_out_controls(layout.controls, scale, ALL, more=state.more)
    draw_controls(target, scale=scale, rect=layout.controls, spots=buttons, state=state, say=speaker("en"))
    return target


def pixels(size: tuple[int, int], state: ControlsState, control: Control) -> bytes:
    """One control as drawn."""
    place = next(b.rect for b in placed(size, more=state.more) if b.does is control)
    return pygame.image.tobytes(drawn(size, state).subsurface(place), "RGB")


@given(size=sizes, shown=st.sampled_from((ALL, ON_A_BOX)))
def test_every_control_is_on_one_of_two_pages_and_on_neither_twice(
    size: tuple[int, int], shown: frozenset[Control]
) -> None:
    first = [button.does for button in placed(size, shown)]
    if Control.MORE not in first:
        assert sorted(first, key=list(Control).index) == first
        assert set(first) == shown
        return
    second = [button.does for button in placed(size, shown, more=True)]
    assert sorted([*first, *second], key=list(Control).index) == [
        *sorted(shown, key=list(Control).index),
        Control.MORE,
        Control.MORE,
    ]


@given(size=sizes, shown=st.sampled_from((ALL, ON_A_BOX)), more=st.booleans())
def test_every_control_is_large_enough_for_a_finger_and_apart_from_the_others(
    size: tuple[int, int], shown: frozenset[Control], more: bool
) -> None:
    buttons, least = placed(size, shown, more=more), finger(scale_of(size).unit)
    assert apart((button.rect for button in buttons), layout_of(size).controls)
    assert all(button.rect.width >= least and button.rect.height >= least for button in buttons)


def test_what_is_needed_most_is_on_the_first_page_of_the_smallest_window() -> None:
    first = [button.does for button in placed((640, 400))]
    assert first == [
        Control.BACK, Control.LEFT, Control.OK, Control.RIGHT, Control.UNDO, Control.PAUSE, Control.MENU,
        Control.MORE,
    ]  # fmt: skip


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_a_large_window_needs_one_page(size: tuple[int, int]) -> None:
    assert {button.does for button in placed(size)} == ALL


def test_ok_is_the_largest() -> None:
    widths = {button.does: button.rect.width for button in placed((1280, 720))}
    ok = widths.pop(Control.OK)
    assert ok > 2.5 * max(widths.values())


@pytest.mark.parametrize("size", KNOWN)
@pytest.mark.parametrize("more", [False, True])
def test_nothing_is_drawn_beside_the_buttons(size: tuple[int, int], more: bool) -> None:
    state = ControlsState(takes="A very long choice that has to be cut somewhere or other", more=more)
    target = drawn(size, state)
    for button in placed(size, more=more):
        target.fill(GROUND, button.rect)
    mask = pygame.mask.from_threshold(target, GROUND, (1, 1, 1, 255))
    assert mask.count() == size[0] * size[1]


@pytest.mark.parametrize(
    ("control", "other"),
    [
        (Control.OK, ControlsState(takes="Pile up")),
        (Control.OK, ControlsState(mood=Mood.TURN)),
        (Control.OK, ControlsState(keys=False)),
        (Control.PAUSE, ControlsState(paused=True)),
        (Control.LIGHT, ControlsState(dark=False)),
        (Control.FULL, ControlsState(full=True)),
        (Control.UNDO, ControlsState(off=frozenset({Control.UNDO}))),
        (Control.UNDO, ControlsState(down=frozenset({Control.UNDO}))),
        *((control, ControlsState(keys=False)) for control in sorted(KEY_CAPS, key=str)),
    ],
)
def test_a_button_shows_how_it_stands(control: Control, other: ControlsState) -> None:
    size = (1280, 720)
    assert pixels(size, ControlsState(), control) != pixels(size, other, control)


def test_each_volume_has_its_picture() -> None:
    size = (1280, 720)
    seen = {pixels(size, ControlsState(volume=level), Control.SOUND) for level in range(LOUDEST + 1)}
    assert len(seen) == LOUDEST + 1


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
    buttons = lay_out_controls(layout.controls, scale, ALL)
    draw_controls(
        target, scale=scale, rect=layout.controls, spots=buttons, state=ControlsState(), say=speaker("pl")
    )
    assert target.get_clip() == half
    assert target.get_at((1000, layout.controls.centery)) == Color(*GROUND)
