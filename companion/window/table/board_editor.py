"""The editor of a board's numbers, over the table: by finger, mouse or keys; faults are told at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from enum import Enum

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from companion.table.honeycomb import HoneycombDraft
from companion.window.desk import Workshop
from companion.window.keys import ENTER
from companion.window.scale import Scale
from companion.window.table.board_sheet import Asked, Sheet, draw_sheet
from companion.window.table.board_typing import Typing
from companion.window.table.button import Spot, touched
from companion.window.table.keyboard import Keyboard
from companion.window.table.overlay import Answer, Leave, Send
from companion.words import Say, T, Text

_DIGITS = {
    scancode: digit
    for digit in range(10)
    for scancode in (getattr(pygame, f"KSCAN_{digit}"), getattr(pygame, f"KSCAN_KP_{digit}"))
}
"""By their place on the keyboard, as in `companion.window.keys`."""


class Stage(Enum):
    """What is asked."""

    START = "start"
    """Which board to begin from."""
    EDIT = "edit"
    LEAVE = "leave"
    """Whether to leave what was changed."""


class BoardEditor:
    """An `Overlay`. The session learns of a saved board by what is typed.

    Args:
        workshop: where boards are made: from any of those the box knows.

    Attributes:
        spots: what could be touched when it was drawn last.
    """

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._stage = Stage.START
        self._mark = 0
        self._word = ""
        self._begun = workshop.begin("")
        self._typing = Typing(self._begun)
        self._trouble: Text | None = None
        self._keyboard: Keyboard | None = None
        self.spots: tuple[Spot[str], ...] = ()

    @property
    def draft(self) -> HoneycombDraft:
        """The board as it stands."""
        return self._typing.draft

    @property
    def state(self) -> Hashable:
        """All that is shown."""
        keyboard = None if self._keyboard is None else self._keyboard.state
        return self._stage, self._mark, self._typing, self._trouble, keyboard

    def draw(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """Draw the question at hand, the board with its pad, or the keyboard for its name."""
        if self._keyboard is not None:
            self._keyboard.draw(target, scale, rect, say)
            return
        self.spots = draw_sheet(target, scale, rect, self._sheet(), say)

    def _sheet(self) -> Sheet:
        match self._stage:
            case Stage.START:
                known = self._workshop.known.items()
                boards = (Asked(f"start:{word}", T("{name}", name=name)) for word, name in known)
                choices = (Asked("start:", T("An empty board")), *boards)
                return Sheet(question=T("Which board to begin from?"), choices=choices, mark=self._mark)
            case Stage.LEAVE:
                question = T("Leave what you have changed?")
                choices = (Asked("stay", T("No, go on")), Asked("discard", T("Yes, leave it")))
                return Sheet(question=question, choices=choices, mark=self._mark, closes="stay")
            case Stage.EDIT:
                faults = self._typing.settled.faults(self._others)
                troubles = faults if self._trouble is None else (self._trouble, *faults)
                return Sheet(typing=self._typing, troubles=troubles, saves=not faults and self._changed)

    @property
    def _others(self) -> frozenset[str]:
        """Words it can't be saved under: whoever makes a new board means to lose none."""
        return frozenset(self._workshop.taken) | (self._workshop.known.keys() - {self._word})

    @property
    def _changed(self) -> bool:
        return self.draft != self._begun

    # -- what fingers and keys do

    def touch(self, x: int, y: int) -> Answer | None:
        """Whatever is at a point of the window."""
        if self._keyboard is not None:
            self._named(self._keyboard.touch(x, y))
            return None
        does = touched(self.spots, x, y)
        return None if does is None else self._do(does)

    def key(self, event: Event) -> Answer | None:
        """A key: digits, arrows, Enter, Backspace, Escape; N for the name, S to save."""
        if self._keyboard is not None:
            self._named(self._keyboard.key(event))
            return None
        if event.type != pygame.KEYDOWN:
            return None
        return self._edit_key(event) if self._stage is Stage.EDIT else self._choose_key(event)

    def _choose_key(self, event: Event) -> Answer | None:
        choices = self._sheet().choices
        if event.key in (pygame.K_UP, pygame.K_LEFT):
            self._mark = max(0, self._mark - 1)
        elif event.key in (pygame.K_DOWN, pygame.K_RIGHT):
            self._mark = min(self._mark + 1, len(choices) - 1)
        elif event.key in ENTER:
            return self._do(choices[self._mark].does)
        elif event.key == pygame.K_ESCAPE:
            return Leave() if self._stage is Stage.START else self._do("stay")
        return None

    def _edit_key(self, event: Event) -> Answer | None:
        moves: Mapping[int, Callable[[], Typing]] = {
            pygame.K_LEFT: lambda: self._typing.step(-1),
            pygame.K_RIGHT: lambda: self._typing.step(1),
            pygame.K_TAB: lambda: self._typing.step(1),
            pygame.K_UP: lambda: self._typing.climb(-1),
            pygame.K_DOWN: lambda: self._typing.climb(1),
        }
        words = {
            pygame.K_BACKSPACE: "erase",
            pygame.K_DELETE: "erase",
            pygame.K_ESCAPE: "leave",
            pygame.K_n: "name",
            pygame.K_s: "save",
            **dict.fromkeys(ENTER, "next"),
        }
        if event.scancode in _DIGITS:
            return self._do(f"digit:{_DIGITS[event.scancode]}")
        if event.key in moves:
            self._typing = moves[event.key]()
        elif event.key in words:
            return self._do(words[event.key])
        return None

    def _do(self, does: str) -> Answer | None:
        """What a touched place or a key stands for."""
        self._trouble = None
        what, _, which = does.partition(":")
        match what:
            case "start":
                self._begin(which)
            case "place":
                self._typing = self._typing.at(int(which))
            case "digit":
                self._typing = self._typing.digit(int(which))
            case "erase":
                self._typing = self._typing.erase()
            case "next":
                self._typing = self._typing.step(1)
            case "name":
                self._keyboard = Keyboard((self.draft.name,) if self.draft.name else ())
            case "save":
                return self._saved()
            case "leave" if not self._changed:
                return Leave()
            case "leave":
                self._stage, self._mark = Stage.LEAVE, 0
            case "stay":
                self._stage = Stage.EDIT
            case "discard":
                return Leave()
        return None

    def _begin(self, word: str) -> None:
        self._word = word
        self._begun = self._workshop.begin(word)
        self._typing, self._stage = Typing(self._begun), Stage.EDIT

    def _named(self, answer: Answer | None) -> None:
        """What the keyboard for the name leads to: it is for the editor alone."""
        if answer is None:
            return
        self._keyboard = None
        if isinstance(answer, Send):
            draft = self.draft.called(answer.text)
            self._typing = Typing(draft, self._typing.place)

    def _saved(self) -> Answer | None:
        """Write the board and hand it to the session; or go to what is wrong with it."""
        self._typing = self._typing.at(self._typing.place)
        if self.draft.faults(self._others):
            self._typing = self._typing.to_fault()
            return None
        if not self._changed:
            return Leave()
        try:
            return Send(self._workshop.save(self.draft))
        except OSError as error:
            self._trouble = T("Not saved: {reason}", reason=(error.strerror or str(error)).lower())
            return None
