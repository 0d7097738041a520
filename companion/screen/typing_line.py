"""The line at the bottom where the host types what the knob could choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame
from pygame.event import Event

Done: TypeAlias = Literal["send", "cancel"]
"""How a line ends."""

LONGEST = 80
"""Characters; more is a cat on the keyboard."""


@dataclass(slots=True)
class TypingLine:
    """A line being typed.

    Attributes:
        opener: scancode of the key that opened the line; until it is up, what it types is not meant.
        text: what has been typed.
    """

    opener: int | None
    text: str = ""

    def handle(self, event: Event) -> Done | None:
        """Take one event of the keyboard.

        Returns:
            ``"send"`` or ``"cancel"`` when the line is done, otherwise None.
        """
        if event.type == pygame.TEXTINPUT and self.opener is None:
            self.text = (self.text + event.text)[:LONGEST]
        elif event.type == pygame.KEYUP and event.scancode == self.opener:
            self.opener = None
        elif event.type == pygame.KEYDOWN:
            return self._key(event)
        return None

    def _key(self, event: Event) -> Done | None:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return "send" if self.text.strip() else "cancel"
        if event.key == pygame.K_ESCAPE:
            return "cancel"
        if event.key == pygame.K_BACKSPACE:
            self.text = self.text[:-1]
        elif event.scancode != self.opener:
            self.opener = None  # typing has begun, even if the opening key is still on its way up
        return None
