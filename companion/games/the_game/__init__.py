"""The Game: Quick & Easy: `referee` knows the rules, `screens` and `table` show it, `words` tells of it."""

from companion.games.base import Views
from companion.games.game import Game
from companion.games.the_game import facts, screens, table
from companion.games.the_game.picture import PICTURE
from companion.games.the_game.referee import TheGame
from companion.games.the_game.state import Options
from companion.games.the_game.words import WORDS
from companion.words import T

GAME = Game(
    name="the_game",
    title=T("The Game"),
    players=range(2, 6),
    order=40,
    referee=TheGame,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, ending=facts.ending),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    races=False,
)
