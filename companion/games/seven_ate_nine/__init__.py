"""7 Ate 9, the number game: `referee` knows the rules, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.game import Game
from companion.games.seven_ate_nine import facts, screens, table
from companion.games.seven_ate_nine.picture import PICTURE
from companion.games.seven_ate_nine.referee import SevenAteNine
from companion.games.seven_ate_nine.state import Options
from companion.games.seven_ate_nine.words import WORDS
from companion.words import T

GAME = Game(
    name="seven_ate_nine",
    title=T("7 Ate 9"),
    players=range(1, 9),
    order=10,
    referee=SevenAteNine,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at, facts.ending),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    has_first=False,
)
