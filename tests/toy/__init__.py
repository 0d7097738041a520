"""First to a number of presses: the smallest game that brings everything a game can bring."""

from __future__ import annotations

from companion.games.base import Views
from companion.games.game import Game
from companion.words import T

from . import facts, screens
from .referee import Toy
from .state import Options
from .words import WORDS

GAME = Game(
    name="toy",
    title=T("Press most"),
    players=range(2, 9),
    order=15,
    referee=Toy,
    views=Views(screens.main, screens.seat, screens.lamp, screens.table, ending=facts.ending),
    options=Options,
    words=WORDS,
)
