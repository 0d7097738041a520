from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from companion.i18n import speaker
from companion.window.controls import DOES
from companion.window.keys import Do
from companion.window.scale import finger
from companion.window.table.control_bar import Control, ControlsState, behind_more
from companion.window.table.control_sheet import ControlSheet
from companion.window.table.overlay import Act, Leave
from firmware.events import HostKey
from firmware.views import LOUDEST
from tests.companion.window.table.windows import KNOWN, apart, scale_of, sheet_of

REST = behind_more(frozenset(Control) - {Control.MORE})
GROUND = (1, 2, 3)


def drawn(sheet: ControlSheet, size: tuple[int, int] = (1280, 720), language: str = "en") -> Surface:
    target = Surface(size)
    target.fill(GROUND)
    sheet.draw(target, scale=scale_of(size), rect=sheet_of(size), say=speaker(language))
    return target


def press(key: int, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=key, scancode=0, mod=mod, unicode="")


@pytest.mark.parametrize("size", KNOWN)
def test_every_button_is_in_its_sheet_apart_and_large_enough(size: tuple[int, int]) -> None:
    sheet = ControlSheet(REST, ControlsState())
    drawn(sheet, size)
    places = [spot.rect for spot in sheet.spots]
    assert [spot.does for spot in sheet.spots] == list(REST)
    assert apart(places, sheet_of(size))
    assert all(min(place.size) >= finger(scale_of(size).unit) for place in places)


def test_touching_a_button_does_what_its_key_does() -> None:
    sheet = ControlSheet(REST, ControlsState())
    assert sheet.touch(600, 300) is None  # not drawn yet
    drawn(sheet)
    for spot in sheet.spots:
        assert sheet.touch(*spot.rect.center) == Act(DOES[spot.does])


def test_what_leads_nowhere_does_nothing() -> None:
    sheet = ControlSheet(REST, ControlsState(off=frozenset({Control.REDO})))
    drawn(sheet)
    place = next(spot.rect for spot in sheet.spots if spot.does is Control.REDO)
    assert sheet.touch(*place.center) is None


def test_keys_do_what_is_on_it_escape_leaves_and_others_do_nothing() -> None:
    sheet = ControlSheet(REST, ControlsState())
    assert sheet.key(press(pygame.K_ESCAPE)) == Leave()
    assert sheet.key(press(pygame.K_l)) == Act(Do.LIGHT)
    assert sheet.key(press(pygame.K_BACKSPACE, pygame.KMOD_SHIFT)) == Act(HostKey.REDO)
    assert sheet.key(press(pygame.K_p)) is None
    assert sheet.key(Event(pygame.TEXTINPUT, text="l")) is None


@pytest.mark.parametrize(
    ("control", "other"),
    [
        (Control.LIGHT, ControlsState(dark=False)),
        (Control.FULL, ControlsState(full=True)),
        (Control.REDO, ControlsState(off=frozenset({Control.REDO}))),
        *((control, ControlsState(keys=False)) for control in REST if control is not Control.REDO),
    ],
)
def test_a_button_shows_how_it_stands(control: Control, other: ControlsState) -> None:
    assert pixels(control, ControlsState()) != pixels(control, other)


def pixels(control: Control, state: ControlsState) -> bytes:
    sheet = ControlSheet(REST, state)
    target = drawn(sheet)
    place = next(spot.rect for spot in sheet.spots if spot.does is control)
    return pygame.image.tobytes(target.subsurface(place), "RGB")


def test_each_volume_has_its_picture() -> None:
    state = ControlsState()
    seen = {pixels(Control.SOUND, replace(state, volume=level)) for level in range(LOUDEST + 1)}
    assert len(seen) == LOUDEST + 1
