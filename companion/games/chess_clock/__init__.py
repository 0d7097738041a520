"""The chess clock: `referee` knows the rules, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.chess_clock import facts, screens, table
from companion.games.chess_clock.picture import PICTURE
from companion.games.chess_clock.referee import ChessClock
from companion.games.chess_clock.state import Options
from companion.games.chess_clock.words import WORDS
from companion.games.game import Game
from companion.words import T

GAME = Game(
    name="turns",
    title=T("Chess clock"),
    players=range(2, 9),
    order=100,
    referee=ChessClock,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at, facts.ending),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    races=False,
    tool=True,
)
