"""What the bar has no room for, over the table: large buttons, each with its picture, word and key."""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from companion.window.controls import DOES
from companion.window.key_cap import ARROWS, cap_width, draw_cap
from companion.window.keys import translate
from companion.window.scale import Scale, finger
from companion.window.table.button import Spot, draw_face, touched, write_label
from companion.window.table.control_bar import KEY_CAPS, Control, ControlsState, shown_as, tone_of
from companion.window.table.icons import draw_icon
from companion.window.table.overlay import Act, Answer, Leave, draw_head, lay_out_head
from companion.window.theme import SIZES
from companion.words import Say

_TALLEST = 2.5
"""A button is at most so many fingers high."""

_FOOT = (Control.LEFT, Control.OK, Control.UNDO, Control.PAUSE, Control.MENU)
"""Controls of the bar whose keys are told here: there is no room for them there."""


class ControlSheet:
    """An `Overlay`: one touch or key does what is on a button, and the sheet is left.

    Attributes:
        spots: what could be touched when it was drawn last.
    """

    def __init__(self, controls: tuple[Control, ...], stands: ControlsState) -> None:
        self.controls, self._stands = controls, stands
        self.spots: tuple[Spot[Control], ...] = ()
        self._close = Rect(0, 0, 0, 0)

    @property
    def state(self) -> Hashable:
        """It never changes."""
        return self.controls

    def draw(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """Draw the buttons in as many columns as leave them wide; below, the keys of what is in the bar."""
        head = lay_out_head(rect, scale)
        draw_head(target, scale, head, say("Other"), say)
        self._close, body = head.close, head.body
        gap, tall = scale.gap, finger(scale.unit)
        if self._stands.keys:
            foot = Rect(body.x, body.bottom - tall, body.width, tall)
            self._draw_keys(target, scale, foot, say)
            body.height -= tall + gap
        columns = 3 if len(self.controls) > 6 else 2
        rows = max(1, ceil(len(self.controls) / columns))
        wide = (body.width + gap) // columns - gap
        high = min((body.height + gap) // rows - gap, round(tall * _TALLEST))
        spots = []
        for place, control in enumerate(self.controls):
            row, column = divmod(place, columns)
            spots.append(
                Spot(Rect(body.x + column * (wide + gap), body.y + row * (high + gap), wide, high), control)
            )
        self.spots = tuple(spots)
        for spot in spots:
            self._draw_button(target, scale, spot, say)

    def _draw_button(self, target: Surface, scale: Scale, spot: Spot[Control], say: Say) -> None:
        ink = draw_face(target, scale, spot.rect, tone_of(spot.does, self._stands))
        name, word = shown_as(spot.does, self._stands, say)
        inside = spot.rect.inflate(-2 * scale.pad, 0)
        size = round(min(inside.height * 0.55, inside.width * 0.25))
        draw_icon(target, name, colour=ink, centre=(inside.x + size // 2, inside.centery), size=size)
        left, right = inside.x + size + scale.pad, inside.right
        if self._stands.keys and spot.does in KEY_CAPS:
            right -= _draw_key(target, scale, inside, KEY_CAPS[spot.does]) + scale.pad // 2
        place = Rect(left, inside.y, right - left, inside.height)
        write_label(
            target, scale, place, word, colour=ink, height=scale.letters(SIZES.text * 1.25), left=True
        )

    def _draw_keys(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """Which key does what is in the bar, side by side."""
        wide, gap = rect.width // len(_FOOT), scale.pad
        for place, control in enumerate(_FOOT):
            room = Rect(rect.x + place * wide, rect.y, wide - scale.pad, rect.height)
            cap = KEY_CAPS.get(control, ARROWS)
            across = _cap_across(scale, cap)
            _draw_key(target, scale, Rect(room.x, room.y, across, room.height), cap)
            word = say("knob") if control is Control.LEFT else shown_as(control, ControlsState(), say)[1]
            beside = Rect(room.x + across + gap, room.y, room.width - across - gap, room.height)
            height = scale.letters(SIZES.small)
            write_label(target, scale, beside, word, colour=scale.palette.ink, height=height, left=True)

    def touch(self, x: int, y: int) -> Answer | None:
        """Do what was touched, or leave; beside everything nothing happens."""
        if self._close.collidepoint(x, y):
            return Leave()
        control = touched(self.spots, x, y)
        return None if control is None or control in self._stands.off else Act(DOES[control])

    def key(self, event: Event) -> Answer | None:
        """Esc leaves; a key of what is on the sheet does that."""
        if event.type != pygame.KEYDOWN:
            return None
        if event.key == pygame.K_ESCAPE:
            return Leave()
        action = translate(event, (1, 1))
        return Act(action) if action in [DOES[control] for control in self.controls] else None


def _cap_across(scale: Scale, cap: str) -> int:
    return cap_width(scale.type, cap, scale.letters(SIZES.small))


def _draw_key(target: Surface, scale: Scale, rect: Rect, cap: str) -> int:
    """A key at the right of a place; its width (px)."""
    height, across = scale.letters(SIZES.small), _cap_across(scale, cap)
    place = Rect(rect.right - across, 0, across, round(height * 1.2))
    place.centery = rect.centery
    draw_cap(target, scale.type, place, cap, height)
    return across
