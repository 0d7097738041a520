"""The line where the host types what the knob could choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame
from pygame.event import Event

from companion.window.keys import ENTER

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
            self.add(event.text)
        elif event.type == pygame.KEYUP and event.scancode == self.opener:
            self.opener = None
        elif event.type == pygame.KEYDOWN:
            return self._key(event)
        return None

    def add(self, text: str) -> None:
        """Write on, up to `LONGEST`."""
        self.text = (self.text + text)[:LONGEST]

    def erase(self) -> None:
        """Take the last character back."""
        self.text = self.text[:-1]

    def end(self) -> Done:
        """The line is done; there is nothing to send in an empty one."""
        return "send" if self.text.strip() else "cancel"

    def _key(self, event: Event) -> Done | None:
        if event.key in ENTER:
            return self.end()
        if event.key == pygame.K_ESCAPE:
            return "cancel"
        if event.key == pygame.K_BACKSPACE:
            self.erase()
        elif event.scancode != self.opener:
            self.opener = None  # typing has begun, even if the opening key is still on its way up
        return None
