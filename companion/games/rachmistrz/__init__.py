"""Rachmistrz: `referee` knows the rules, `screens` and `table` show it, `reckoning` knows sums and boards."""

from companion.games.base import Views
from companion.games.game import Game
from companion.games.rachmistrz import facts, screens, table
from companion.games.rachmistrz.picture import PICTURE
from companion.games.rachmistrz.referee import Rachmistrz
from companion.games.rachmistrz.state import Options
from companion.games.rachmistrz.things import BOARDS
from companion.games.rachmistrz.words import WORDS
from companion.words import T

GAME = Game(
    name="rachmistrz",
    title=T("Rachmistrz"),
    players=range(2, 7),
    order=30,
    referee=Rachmistrz,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at, facts.ending),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    things=BOARDS,
)
