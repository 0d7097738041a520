"""What opens over the table, by the key or the control it was asked for with."""

from __future__ import annotations

from companion.games.catalogue import find_game
from companion.games.words import quick_words, rules_page
from companion.window.desk import Desk
from companion.window.keys import Do
from companion.window.table.board_editor import BoardEditor
from companion.window.table.keyboard import Keyboard
from companion.window.table.overlay import Overlay
from companion.window.table.rules_page import RulesPage


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
            return Keyboard(quick_words(words), opener=opener)
        case Do.RULES if known is not None and words is not None:
            return RulesPage(rules_page(known.title, words, desk.say()))
        case Do.BOARD if (workshop := desk.workshop()) is not None:
            return BoardEditor(workshop)
        case _:
            return None
