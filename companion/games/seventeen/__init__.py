"""17, the SPRAWDZAM! game: `referee` knows the rules, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.game import Game
from companion.games.seventeen import facts, screens, table
from companion.games.seventeen.picture import PICTURE
from companion.games.seventeen.referee import Seventeen
from companion.games.seventeen.state import Options
from companion.games.seventeen.words import WORDS
from companion.words import T

GAME = Game(
    name="seventeen",
    title=T("17"),
    players=range(2, 7),
    order=50,
    referee=Seventeen,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at, facts.ending),
    options=Options,
    words=WORDS,
    picture=PICTURE,
)
