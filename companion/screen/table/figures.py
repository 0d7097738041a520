"""Which kind of thing in the middle of the table is drawn by what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from pygame import Rect, Surface

from companion.screen.look import Look
from companion.screen.table.against import draw_against
from companion.screen.table.board import draw_board
from companion.screen.table.cards import draw_pile, draw_row
from companion.screen.table.claims import draw_claims
from companion.screen.table.clocks import draw_clock
from companion.screen.table.countdown import draw_countdown
from companion.screen.table.dice import draw_dice
from companion.screen.table.digits import draw_digits
from companion.screen.table.glass import draw_glass
from companion.screen.table.places import draw_places
from companion.screen.table.poster import draw_poster
from companion.screen.table.unseen import draw_unseen
from companion.table.against import Against
from companion.table.board import Honeycomb
from companion.table.cards import Pile, Row
from companion.table.claims import Claims
from companion.table.clocks import Clock
from companion.table.countdown import Countdown
from companion.table.dice import Dice
from companion.table.digits import Digits
from companion.table.glass import Glass
from companion.table.places import Places
from companion.table.poster import Poster
from companion.table.unseen import Unseen


class Drawer(Protocol):
    """Draws one part into ``rect`` and nowhere else, on clean ground; it moves as ``part`` changes."""

    def __call__(self, target: Surface, *, look: Look, rect: Rect, part: Any) -> None:
        """Draw it."""
        ...


DRAWERS: Mapping[type, Drawer] = {
    Against: draw_against,
    Claims: draw_claims,
    Clock: draw_clock,
    Countdown: draw_countdown,
    Dice: draw_dice,
    Digits: draw_digits,
    Glass: draw_glass,
    Honeycomb: draw_board,
    Pile: draw_pile,
    Places: draw_places,
    Poster: draw_poster,
    Row: draw_row,
    Unseen: draw_unseen,
}
