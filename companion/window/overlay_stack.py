"""Whatever lies over the table: what opens there, is drawn, and gets keys and touches until it is left."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame
from pygame import Surface
from pygame.event import Event

from companion.games.catalogue import find_game
from companion.games.words import quick_words, rules_page
from companion.table.view import TableView
from companion.window.desk import Desk
from companion.window.keys import Action, Do, RightClick, Touch
from companion.window.scale import Scale, safe
from companion.window.table.board_editor import BoardEditor
from companion.window.table.choice_grid import ChoiceGrid
from companion.window.table.choice_row import FEW
from companion.window.table.keyboard import Keyboard
from companion.window.table.overlay import Answer, Overlay, Pick
from companion.window.table.rules_page import RulesPage
from companion.words import Say


class OverlayStack:
    """Room for one overlay at a time.

    Attributes:
        overlay: what is there now, or None.
    """

    def __init__(self) -> None:
        self.overlay: Overlay | None = None
        self._drawn: Hashable = None
        self._picked: tuple[str, ...] | None = None  # all that a choice was picked from
        pygame.key.stop_text_input()

    def open(self, overlay: Overlay) -> None:
        """Lay something over the table."""
        self.overlay, self._drawn = overlay, None
        pygame.key.start_text_input()

    def close(self) -> None:
        """Take it away."""
        self.overlay = None
        pygame.key.stop_text_input()

    def keep_up(self, table: Callable[[], TableView | None]) -> bool:
        """Close a grid of choices the table no longer has; open one for the next step of what was picked.

        Args:
            table: gives what the table shows now.

        Returns:
            Whether there was anything to do.
        """
        of = self.overlay
        if not isinstance(of, ChoiceGrid) and self._picked is None:
            return False
        view = table()
        if isinstance(of, ChoiceGrid) and (view is None or view.choices != of.choices):
            self.close()
            return True
        if view is None or self._picked is None or view.choices == self._picked:
            return False
        self._picked = None
        if view.inside and len(view.choices) > FEW and of is None:
            self.open(grid_of(view))
        return True

    def handle(self, event: Event, action: Action | None) -> tuple[bool, Answer | None]:
        """Give it a key or a touch.

        Returns:
            Whether it was for nobody else, and what it leads to. A key let go still opens what it held.
        """
        if self.overlay is None:
            return False, None
        if isinstance(action, Touch) and action.down:
            return True, self._noted(self.overlay.touch(action.x, action.y))
        if event.type == pygame.MOUSEWHEEL or isinstance(action, RightClick):
            return True, None  # nobody sees what it would turn or press
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.KEYUP):
            return event.type != pygame.KEYUP, self._noted(self.overlay.key(event))
        return False, None

    def _noted(self, answer: Answer | None) -> Answer | None:
        if isinstance(answer, Pick) and isinstance(self.overlay, ChoiceGrid):
            self._picked = self.overlay.choices
        return answer

    def paint(self, target: Surface, scale: Scale, say: Say, *, anew: bool) -> bool:
        """Draw it, if it isn't what is on show, and nothing else is seen; True if it was drawn."""
        assert self.overlay is not None
        if self.overlay.state == self._drawn and not anew:
            return False
        self._drawn = self.overlay.state
        target.fill(scale.palette.ground)
        self.overlay.draw(target, scale, safe(target.get_size(), scale.margin), say)
        return True


def grid_of(view: TableView) -> ChoiceGrid:
    """All that can be chosen now."""
    return ChoiceGrid(view.choices, view.standing, view.title if view.inside else "")


def keyboard_for(before: str, say: Say) -> Keyboard:
    """What a touch began to type, ``name 3 ``, is to be typed to its end."""
    word, *seat = before.split()
    asks = say("Name of seat {seat}", seat=seat[0]) if word == "name" and seat else ""
    return Keyboard(before=before, asks=asks)


def overlay_for(what: Do, desk: Desk, game: str, *, opener: int | None = None) -> Overlay | None:
    """What is to be opened; None if there is nothing.

    Args:
        what: what was asked for.
        desk: whoever is at work.
        game: the game at hand; empty if there is none.
        opener: scancode of the key it was asked for with, if it was one: what that types is not meant.
    """
    known = find_game(game) if game else None
    words = None if known is None else known.words
    match what:
        case Do.TYPE:
            return Keyboard(quick_words(words, desk.news().language), opener=opener)
        case Do.NAME:
            return Keyboard(opener=opener, before="name ", asks=desk.news().say("Seat and name: 3 Ola"))
        case Do.RULES if known is not None and words is not None:
            return RulesPage(rules_page(known.title, words, desk.news().say))
        case Do.BOARD if (workshop := desk.workshop()) is not None:
            return BoardEditor(workshop)
        case _:
            return None
