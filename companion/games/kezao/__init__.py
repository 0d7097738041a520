"""Kezao: `referee` knows the rules, `dice` the dice, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.game import Game
from companion.games.kezao import facts, screens, table
from companion.games.kezao.dice import KEZAO
from companion.games.kezao.picture import PICTURE
from companion.games.kezao.referee import Kezao
from companion.games.kezao.state import Options
from companion.games.kezao.words import WORDS
from companion.words import T

GAME = Game(
    name="kezao",
    title=T("Kezao"),
    players=range(2, 8),
    order=20,
    referee=Kezao,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at, facts.ending),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    dice={"kezao": KEZAO},
)
