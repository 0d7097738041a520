"""Kto pierwszy, a quiz: `referee` knows the rules, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.buzzer import facts, screens, table
from companion.games.buzzer.picture import PICTURE
from companion.games.buzzer.referee import Buzzer
from companion.games.buzzer.state import Options
from companion.games.buzzer.words import WORDS
from companion.games.game import Game
from companion.words import T

GAME = Game(
    name="buzzer",
    title=T("Who's first?"),
    players=range(2, 9),
    order=60,
    referee=Buzzer,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at, facts.ending),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    has_first=False,
)
