"""Which kind of thing in the middle of the table is drawn by what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pygame import Rect, Surface

from companion.table.card_parts import Pile, Places, Row, Unseen
from companion.table.finale import Finale
from companion.table.home import Home, Settings
from companion.table.honeycomb import Honeycomb
from companion.table.parts import (
    Against,
    Claims,
    Clock,
    Countdown,
    Dice,
    Digits,
    Entries,
    Figure,
    Glass,
    Poster,
    Standings,
)
from companion.table.way_in import WayIn
from companion.window.scale import Scale
from companion.window.table.against import draw_against
from companion.window.table.board import draw_board
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.entries import draw_entries
from companion.window.table.finale import draw_finale
from companion.window.table.glass import draw_glass
from companion.window.table.home import draw_home
from companion.window.table.numbers import draw_claims, draw_digits, draw_figure
from companion.window.table.piles import draw_pile, draw_row
from companion.window.table.places import draw_places
from companion.window.table.poster import draw_poster
from companion.window.table.settings import draw_settings
from companion.window.table.standings import draw_standings
from companion.window.table.thrown_dice import draw_dice
from companion.window.table.timekeepers import draw_clock, draw_countdown
from companion.window.table.unseen import draw_unseen
from companion.window.table.way_in import draw_way_in


class Drawer(Protocol):
    """Draws one part into ``rect`` and nowhere else, on clean ground; it moves as ``part`` changes."""

    def __call__(self, target: Surface, scale: Scale, rect: Rect, part: Any) -> Sequence[Spot[Typed]] | None:
        """Draw it; returns what on it can be touched, if anything."""
        ...


DRAWERS: Mapping[type, Drawer] = {
    Against: draw_against,
    Claims: draw_claims,
    Clock: draw_clock,
    Countdown: draw_countdown,
    Dice: draw_dice,
    Digits: draw_digits,
    Entries: draw_entries,
    Figure: draw_figure,
    Finale: draw_finale,
    Glass: draw_glass,
    Home: draw_home,
    Honeycomb: draw_board,
    Pile: draw_pile,
    Places: draw_places,
    Poster: draw_poster,
    Row: draw_row,
    Settings: draw_settings,
    Standings: draw_standings,
    Unseen: draw_unseen,
    WayIn: draw_way_in,
}
