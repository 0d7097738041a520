"""The hourglass: `referee` knows the rules, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.game import Game
from companion.games.hourglass import screens, table
from companion.games.hourglass.picture import PICTURE
from companion.games.hourglass.referee import SandGlass
from companion.games.hourglass.state import Options
from companion.games.hourglass.words import WORDS
from companion.words import T

GAME = Game(
    name="hourglass",
    title=T("Hourglass"),
    players=range(1, 9),
    order=80,
    referee=SandGlass,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    has_first=False,
    races=False,
    at_once=True,
    tool=True,
)
