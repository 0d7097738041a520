"""The stopwatch: `referee` knows the rules, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.game import Game
from companion.games.options import NoOptions
from companion.games.stopwatch import screens, table
from companion.games.stopwatch.picture import PICTURE
from companion.games.stopwatch.referee import Stopwatch
from companion.games.stopwatch.words import WORDS
from companion.words import T

GAME = Game(
    name="stopwatch",
    title=T("Stopwatch"),
    players=range(1, 9),
    order=90,
    referee=Stopwatch,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at),
    options=NoOptions,
    words=WORDS,
    picture=PICTURE,
    has_first=False,
    races=False,
    at_once=True,
    tool=True,
)
